"""Play games at a table, whatever bots sit there."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanabi_arena.api.actions import Action, Play
from hanabi_arena.api.bot import Bot
from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.api.view import View
from hanabi_arena.engine.kernel import PLAIN, cache_folder, kernel
from hanabi_arena.engine.sources import PACKAGE
from hanabi_arena.match.batch import Games, play_compiled
from hanabi_arena.match.mixed import Limits, MixedTable, play_mixed
from hanabi_arena.match.seats import Seating, Workspace
from hanabi_arena.rules.catalogue import find_variant


class Player:
    """Plays games of one seating, again and again in the same memory."""

    def __init__(
        self,
        seating: Seating,
        journal: np.ndarray[Any, Any] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.work = Workspace(seating, journal)
        self.mixed = None if seating.compiled else MixedTable(self.work, limits or Limits())

    def play(self, first: int, count: int, stride: int = 1) -> Games:
        """Play `count` games: `first`, `first + stride`, and so on."""
        if self.mixed is None:
            return play_compiled(self.work, first, count, stride)
        return play_mixed(self.mixed, first, count, stride)


def play_batch(seating: Seating, first: int, count: int) -> Games:
    """Play games `first` to `first + count` at a table, in this process."""
    return Player(seating).play(first, count)


class _Oldest(Bot):
    """Plays its oldest card; there to compile what Python bots need."""

    def act(self, view: View) -> Action:
        return view.legal_actions[0] if view.turn else Play(0)

    def observe(self, view: View, turn: Any) -> None:
        """Have observers called too."""


class _OldestCompiled(CompiledBot):
    """Plays its oldest card; there to compile what mixed tables need."""

    @staticmethod
    @kernel
    def act(table: Any, memory: Any, params: Any) -> int:
        return 0

    @staticmethod
    @kernel
    def start(table: Any, memory: Any, params: Any) -> None:
        return

    @staticmethod
    @kernel
    def observe(table: Any, memory: Any, event: Any, params: Any) -> None:
        return


def warm_up() -> None:
    """Compile the game loops, or load them from the cache, by playing a game of each kind."""
    rules = find_variant("base")
    for bots in ((_OldestCompiled, _OldestCompiled), (_Oldest, _OldestCompiled)):
        play_batch(Seating(rules, bots, ({}, {}), 0), 0, 1)
    if not PLAIN:
        _mark().touch()


def is_warm() -> bool:
    """Return whether the game loops, as they are now, have been compiled before."""
    return PLAIN or _mark().is_file()


def _mark() -> Any:
    return cache_folder(PACKAGE / "match" / "loop.py", __name__) / "loops.compiled"
