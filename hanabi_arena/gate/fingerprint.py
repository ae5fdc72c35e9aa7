"""A digest of all actions in 20 fixed deals: it tells "play changed" from "luck".

It is never a verdict. A change that acts in 1.5% of deals escapes 20 deals three times in four.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from hanabi_arena.comparison.question import Stratum
from hanabi_arena.comparison.sides import Side
from hanabi_arena.match.play import Player
from hanabi_arena.match.seats import Seating

DEALS = 20
SEED = "fingerprint"


def play_fingerprint(side: Side, strata: Sequence[Stratum]) -> str:
    """Return the digest of a bot's actions in 20 deals, dealt to the strata in turn.

    They are played in this process.
    """
    digest = blake2b(digest_size=6)
    for place, stratum in enumerate(strata[:DEALS]):
        count = len(range(place, DEALS, len(strata)))
        bots = (side.entry.bot,) * stratum.players
        params = (side.entry.params,) * stratum.players
        games = Player(Seating(stratum.rules, bots, params, SEED)).play(0, count)
        digest.update(f"{stratum.rules.settings}|{stratum.players}|".encode())
        digest.update(games.results["turns"].tobytes() + games.actions.tobytes())
    return digest.hexdigest()
