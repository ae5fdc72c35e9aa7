"""Duo: what its silence says is true, both seats keep one record, and it beats smart."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanabi_arena.api.registry import Registry
from hanabi_arena.engine.kernel import new_record, record_of
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests
from tests.bots.seats import Seats
from tests.bots.tables import play

BOTS = Registry((Path("bots").resolve(),) if Path("bots").is_dir() else ())
DUO: Any = BOTS.find("duo").load()
SMART: Any = BOTS.find("smart").load()
SILENCE: Any = sys.modules[f"{DUO.__module__.rpartition('.')[0]}._duo"]
FULL = {"silence": True, "saving": 4, "stalling": 2}


class TestDuo(BotTests):
    bot = "duo"
    games = 20


def test_points() -> None:
    """The points of 1,000 deals, kept and under the zero rule."""
    results = play((DUO, DUO), 1000).results
    assert int(results["score_kept"].sum()) == 23569
    assert int(results["score_zero"].sum()) == 23501


@pytest.mark.parametrize("without", [{"silence": False}, {"saving": 9}, {"stalling": 0}])
def test_each_change_to_smart_is_worth_something(without: dict[str, Any]) -> None:
    gain = play((DUO, DUO), 4000).results["score_kept"].astype(float)
    gain -= play((DUO, DUO), 4000, params=without).results["score_kept"]
    assert gain.mean() > 2 * gain.std(ddof=1) / len(gain) ** 0.5 > 0


def test_beats_smart() -> None:
    gain = play((DUO, DUO), 2000).results["score_kept"].astype(float)
    gain -= play((SMART, SMART), 2000).results["score_kept"]
    assert gain.mean() > 4 * gain.std(ddof=1) / len(gain) ** 0.5 > 0


@pytest.mark.parametrize("variant", ["base", "avalanche", "rainbow+copies=full", "clue-starved"])
def test_both_seats_keep_one_record_and_it_is_true(variant: str) -> None:
    told = 0
    for game, actions in Seats.games(play((DUO, DUO), 30, variant)):
        seats = Seats(DUO, find_variant(variant), game)
        for action in actions:
            before = seats.memories[0].sets.copy()
            seats.act(action)
            for field in ("sets", "one", "two", "three", "critical", "due"):
                one, other = (getattr(memory, field) for memory in seats.memories)
                assert np.array_equal(one, other), (game, field)
            for order in seats.held():
                now = int(seats.memories[0].sets[order])
                assert now >> seats.deck[order] & 1, (game, order)
                told += now != before[order]
    assert told > 1000


def test_a_discard_says_that_the_newest_open_card_is_not_playable() -> None:
    seats = Seats(DUO, find_variant("base"), 3)
    table, params = seats.view(1), record_of(DUO.params_record(FULL))
    notes = seats.memories[1]
    assert int(table.seat) == 0
    newest, older = int(table.order[1, 4]), int(table.order[1, 3])
    table.clue_tokens = 7
    event = seats.event_of_discard()
    DUO.observe(table, notes, event, params)
    assert int(notes.sets[newest]) & int(table.playable) == 0
    assert int(notes.sets[older]) & int(table.playable) != 0
    # And where there was no token, nothing.
    notes = new_record(DUO.memory_dtype())
    DUO.start(table, notes, params)
    event.tokens_before = 0
    DUO.observe(table, notes, event, params)
    assert int(notes.sets[newest]) & int(table.playable) != 0
