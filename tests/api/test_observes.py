"""Bots that say so are called after clues only, in every loop that calls them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hanabi_arena import Action, Bot, ClueRank, ClueSuit, Discard, Play
from hanabi_arena.api.view import Turn, View
from hanabi_arena.kernels import (
    CLUE_RANK,
    CLUE_SUIT,
    CompiledBot,
    Event,
    Table,
    can_clue,
    clue_rank,
    discard,
    kernel,
    kind_of,
    next_seat,
    play,
    rank_of,
)
from hanabi_arena.match.ask import as_python
from tests.support import play as play_games


class Counts(CompiledBot):
    """Clues while it can, then discards or plays; wrong calls show as an impossible action."""

    observes = "clues"
    memory = (("clues", np.int64), ("others", np.int64))

    @staticmethod
    @kernel
    def observe(table: Table, memory: Any, event: Event, params: Any) -> None:
        kind = kind_of(event.action)
        if CLUE_SUIT <= kind <= CLUE_RANK:
            memory.clues += 1
        else:
            memory.others += 1

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        if memory.others != 0:
            return 1000
        if table.turn == 6 and memory.clues != 6:
            return 2000 + int(memory.clues)
        seat = next_seat(table, table.seat)
        if can_clue(table):
            return clue_rank(seat, rank_of(table.hands[seat, 0]))
        return discard(0) if table.turn % 3 else play(0)


class All(Counts):
    """The same, but called after everything: so it must complain."""

    observes = "actions"


class Listens(Bot):
    """The same in Python."""

    observes = "clues"

    def start(self, view: View) -> None:
        self.clues = 0

    def observe(self, view: View, turn: Turn) -> None:
        assert isinstance(turn.action, ClueSuit | ClueRank)
        self.clues += 1

    def act(self, view: View) -> Action:
        assert self.clues == sum(isinstance(t.action, ClueSuit | ClueRank) for t in view.history)
        seat = view.others[0]
        card = view.hands[seat][0].identity
        if view.clue_tokens and card is not None:
            return ClueRank(seat, card.rank)
        return Discard(0) if view.turn % 3 else Play(0)


TABLES: list[tuple[type[Any], ...]] = [
    (Counts, Counts, Counts),
    (Counts, Listens),
    (as_python(Counts), Listens, Counts),
]


@pytest.mark.parametrize("bots", TABLES)
def test_after_clues_only(bots: tuple[type[Any], ...]) -> None:
    assert play_games(*bots, games=10).faults == {}


def test_others_are_called_after_everything() -> None:
    faults = play_games(All, Counts, games=3).faults
    assert set(faults.values()) == {"illegal action number 1000: there is no such action"}
