"""The information bot: all seats learn the same from every clue and discard, and it is strong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hanabi_arena.api.registry import Registry
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests
from tests.bots.shared_knowledge import SEED, accepted, assert_same_knowledge

BOTS = (Path("bots").resolve(),) if Path("bots").is_dir() else ()
INFORMATION: Any = Registry(BOTS).find("information").load()
SIMPLE: Any = Registry(BOTS).find("simple").load()

PUBLIC = ("excluded", "one", "two", "three")

# Variants at the edges of the code: cards that any suit clue touches, so that a clue may be unable
# to miss one; hands so small that they may hold one identity only; hands that run empty.
EDGES = (
    "rainbow+hand-size=2",
    "rainbow+hand-size=3",
    "rainbow+suits=1+hand-size=1",
    "hand-size=3",
    "bouquet-final+hand-size=6+clue-tokens=1",
    "bouquet-final+half-tokens+suits=2",
)


class TestInformation(BotTests):
    bot = "information"
    games = 20


@pytest.mark.parametrize("variant", [*BotTests.variants, *EDGES])
def test_every_seat_learns_what_the_giver_foresaw(variant: str) -> None:
    for rules, players in accepted(INFORMATION, (variant,)):
        assert_same_knowledge(INFORMATION, rules, players, 2000, PUBLIC)


def test_refuses_games_without_clues() -> None:
    assert "token" in INFORMATION.why_not(find_variant("clue-tokens=0"), 3)
    assert not INFORMATION.why_not(find_variant("base"), 3)


def test_next_to_simple_it_plays_as_well_as_simple() -> None:
    means = []
    for other in (INFORMATION, SIMPLE):
        bots = (other, SIMPLE, SIMPLE)
        seating = Seating(find_variant("base"), bots, ({},) * 3, SEED)
        means.append(play_batch(seating, 0, 1000).results["score_kept"].mean())
    assert means[0] > means[1] - 0.5
