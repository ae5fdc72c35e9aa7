"""Foresight: what everybody concludes stays true while all try moves, and it pays."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from hanabi_arena.api.registry import Registry
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests
from tests.bots.shared_knowledge import SEED, accepted, assert_same_knowledge

BOTS = (Path("bots").resolve(),) if Path("bots").is_dir() else ()
FORESIGHT: Any = Registry(BOTS).find("foresight").load()
INFORMATION: Any = Registry(BOTS).find("information").load()

PUBLIC = ("excluded", "one", "two", "three")
EDGES = (
    "rainbow+hand-size=2",
    "rainbow+suits=1+hand-size=1",
    "bouquet-final+hand-size=6+clue-tokens=1",
    "bouquet-final+half-tokens+suits=2",
)
POLICY = {"worlds": 0}
ALWAYS = {"worlds": 8, "deck": 60, "tokens": 8}


class TestForesight(BotTests):
    # In the last turns only: uncompiled, it plays on a thousand times slower.
    bot = "foresight"
    params: ClassVar[dict[str, Any]] = {"worlds": 1, "deck": 0, "tokens": -1}
    games = 10


def points(players: int, games: int, *seats: Any, **params: int) -> np.ndarray[Any, Any]:
    bots = seats or (FORESIGHT,) * players
    given = tuple(params if bot is FORESIGHT else {} for bot in bots)
    results = play_batch(Seating(find_variant("base"), bots, given, SEED), 0, games).results
    assert (results["score_zero"] == results["score_kept"]).all(), players
    scores: np.ndarray[Any, Any] = results["score_kept"].astype(np.int64)
    return scores


@pytest.mark.parametrize(("params", "games"), [(POLICY, 200), (ALWAYS, 2)])
def test_every_seat_learns_what_the_giver_foresaw(params: dict[str, int], games: int) -> None:
    for rules, players in accepted(FORESIGHT, (*BotTests.variants, *EDGES)):
        assert_same_knowledge(FORESIGHT, rules, players, games, PUBLIC, params)


def test_points_of_the_policy() -> None:
    found = tuple(int(points(players, 1000, **POLICY).sum()) for players in (2, 3, 4, 5))
    assert found == (23158, 24911, 24936, 24926)


def test_points() -> None:
    found = tuple(int(points(players, 200).sum()) for players in (3, 4, 5))
    assert found == (4994, 4994, 4995)


def test_gets_on_with_information() -> None:
    # They speak the same: one seat that plays otherwise confuses nobody, and it helps.
    mixed = points(3, 2000, FORESIGHT, INFORMATION, INFORMATION, **POLICY)
    alone = points(3, 2000, INFORMATION, INFORMATION, INFORMATION)
    assert mixed.mean() > alone.mean() + 0.02
