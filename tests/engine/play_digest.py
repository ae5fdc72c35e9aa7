"""Prints digests of games, and of all that is known in them: `python -m tests.engine.play_digest`.

Run with other compiler switches it must print the same.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from hanabi_arena.engine.kernel import PLAIN, data_of, new_record
from hanabi_arena.engine.table import TABLE
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.replay import Replay, deal_deck
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant
from hanabi_arena_bots.random_bot import Random
from hanabi_arena_bots.random_python import RandomPython
from tests.engine.compare import numbers
from tests.engine.probe import broken_rules, knowledge_of, legal_list

VARIANTS = {
    "base": 3,
    "rainbow+copies=full+bouquet-final+choreography+empty-clues": 5,
    "avalanche+choreography+strikes=30+discard-at-max": 2,
    "clue-starved+deck-plays+strikes=30+suits=3": 4,
    "very-small": 5,
    "six-suits+extra-cards=1+clue-tokens=20+strikes=99": 6,
}
GAMES = 3


def digest_of(variant: str, players: int) -> str:
    """Return the digest of games of compiled bots, of mixed tables, and of every position."""
    digest = blake2b(digest_size=16)
    rules = find_variant(variant)
    for bots in ((Random,) * players, (RandomPython, *(Random,) * (players - 1))):
        seating = Seating(rules, bots, ({},) * players, "cup")
        games = play_batch(seating, 0, GAMES)
        # Values, for the bytes between a record's fields may be anything.
        digest.update(repr(games.results.tolist()).encode() + games.actions.tobytes())
        assert not games.faults
    ends = np.cumsum(games.results["turns"])
    out, copy = numbers(128), new_record(TABLE)
    for game, actions in enumerate(np.split(games.actions, ends)[:GAMES]):
        replay = Replay(rules, players, deal_deck(rules, players, "cup", game))
        for action in [*actions.tolist(), None]:
            digest.update(repr(data_of(replay.table).tolist()).encode())
            broken_rules(replay.table, out)
            digest.update(out.tobytes())
            knowledge_of(replay.table, copy, int(replay.table.seat), out)
            count = legal_list(copy, out)
            digest.update(bytes([count]) + out.tobytes())
            if action is not None:
                digest.update(repr(replay.act(action)).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print("plain" if PLAIN else "compiled")
    for name, seats in VARIANTS.items():
        print(name, digest_of(name, seats))
