"""Older hat guessing: what a clue tells every seat is what its giver meant; published averages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hanabi_arena.api.bot import BotBase
from hanabi_arena.api.registry import Registry
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests
from tests.bots.shared_knowledge import SEED, accepted, assert_same_knowledge

BOTS = (Path("bots").resolve(),) if Path("bots").is_dir() else ()
COPIES = ("public_one", "public_two", "public_three")
CODE = ("block", "message", "modulus", "front", "first", "clues")
PUBLIC = {
    "cox-recommendation": ("advice", "plays"),
    "cox-information": ("excluded", *COPIES),
    "hat-instructions": ("excluded", "one", "two", "three", *CODE),
}
EDGES = (
    "hand-size=1+clue-tokens=20+first-seat=1",
    "hand-size=1+clue-tokens=2+empty-clues+choreography+suits=2",
    "rainbow+suits=1+hand-size=1",
    "bouquet-final+empty-clues+hand-size=6+clue-tokens=1",
    "bouquet-final+half-tokens+suits=2",
)
STRIKES_OF_ITS_AUTHORS = "strikes=4+discard-at-max"
"""The rules of the program that the averages of Cox and others come from."""


def find(name: str) -> Any:
    return Registry(BOTS).find(name).load()


def results(bot: type[BotBase], players: int, games: int, variant: str = "base") -> Any:
    seating = Seating(find_variant(variant), (bot,) * players, ({},) * players, SEED)
    return play_batch(seating, 0, games).results


class TestCoxRecommendation(BotTests):
    bot = "cox-recommendation"
    games = 20


class TestCoxInformation(BotTests):
    bot = "cox-information"
    games = 20


class TestHatInstructions(BotTests):
    bot = "hat-instructions"
    games = 20


@pytest.mark.parametrize("name", PUBLIC)
def test_every_seat_learns_what_the_giver_meant(name: str) -> None:
    bot = find(name)
    for rules, players in accepted(bot, (*BotTests.variants, *EDGES)):
        assert_same_knowledge(bot, rules, players, 2000, PUBLIC[name])


@pytest.mark.parametrize(
    ("name", "mean"), [("cox-recommendation", 23.00), ("cox-information", 24.68)]
)
def test_published_average(name: str, mean: float) -> None:
    found = results(find(name), 5, 4000, STRIKES_OF_ITS_AUTHORS)["score_kept"]
    assert abs(found.mean() - mean) < 0.15


def test_instructions_cost_no_strike() -> None:
    # With one strike to lose, it does not gamble on the last turn, and no instruction is misread.
    for players in (4, 5):
        assert not results(find("hat-instructions"), players, 2000, "strikes=1")["strikes"].any()


@pytest.mark.parametrize(
    ("name", "variant", "reason"),
    [
        ("cox-recommendation", "hand-size=5", "5 cards"),
        ("cox-information", "bouquet-final", "empty"),
        ("cox-information", "clue-tokens=0", "token"),
        ("hat-instructions", "choreography+clue-tokens=3", "announced"),
        ("hat-instructions", "clue-tokens=0", "token"),
    ],
)
def test_refuses(name: str, variant: str, reason: str) -> None:
    assert reason in find(name).why_not(find_variant(variant), 5)
    assert not find(name).why_not(find_variant("base"), 5)
