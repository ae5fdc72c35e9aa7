"""A digest of all actions in 20 fixed deals: it tells "play changed" from "luck".

It is never a verdict. A change that acts in 1.5% of deals escapes 20 deals three times in four.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from concurrent.futures import TimeoutError as TookTooLong
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path
from typing import Any

from hanabi_arena.api.registry import load_place
from hanabi_arena.comparison.question import Stratum
from hanabi_arena.comparison.sides import Side
from hanabi_arena.league.pool import Pool
from hanabi_arena.match.play import Player
from hanabi_arena.match.seats import Seating

DEALS = 20
SEED = "fingerprint"
SECONDS = 120.0
"""So long 20 deals may take, with the time to compile a bot."""


def play_fingerprint(side: Side, strata: Sequence[Stratum]) -> str:
    """Return the digest of a bot's actions in 20 deals, dealt to the strata in turn.

    They are played in this process.
    """
    return fingerprint_task(side.entry.spec.place, side.entry.given, tuple(strata))


def fingerprint_task(
    place: str, given: tuple[tuple[str, Any], ...], strata: tuple[Stratum, ...]
) -> str:
    """Return the same of a bot as plain data, in whatever process."""
    digest = blake2b(digest_size=6)
    for turn, stratum in enumerate(strata[:DEALS]):
        count = len(range(turn, DEALS, len(strata)))
        bots = (load_place(place),) * stratum.players
        params = (dict(given),) * stratum.players
        games = Player(Seating(stratum.rules, bots, params, SEED)).play(0, count)
        digest.update(f"{stratum.rules.settings}|{stratum.players}|".encode())
        digest.update(games.results["turns"].tobytes() + games.actions.tobytes())
    return digest.hexdigest()


class Fingerprints:
    """Takes fingerprints in a process of their own, which a bot may hang or end."""

    def __init__(self, local: bool = False) -> None:
        """With `local` they are taken in this process."""
        self.local = local
        self._open = ExitStack()
        self._pool: Pool | None = None

    def __enter__(self) -> Fingerprints:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.close()
        self._open.close()

    def of(self, side: Side, strata: Sequence[Stratum]) -> str | None:
        """Return a bot's fingerprint, None for one that does not get through 20 deals."""
        if self.local:
            return play_fingerprint(side, strata)
        if self._pool is None:
            folder = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
            self._pool = Pool(1, folder, SECONDS, SECONDS)
        task = side.entry.spec.place, side.entry.given, tuple(strata)
        try:
            taken: str = self._pool.call(fingerprint_task, *task).result(SECONDS)
        except (TookTooLong, BrokenProcessPool):
            self._pool.close()
            return None
        return taken
