"""The shipped bots keep to the rules in every variant, next to any partner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hanabi_arena.api.bot import BotBase
from hanabi_arena.errors import RulesError
from hanabi_arena.rules import find_variant
from hanabi_arena_bots.random_bot import Random
from hanabi_arena_bots.random_python import RandomPython
from hanabi_arena_bots.simple import Simple
from hanabi_arena_bots.simple_python import SimplePython
from hanabi_arena_bots.table_talk import TableTalk
from hanabi_arena_bots.table_talk_python import TableTalkPython
from tests.bots.tables import name_of, play

# Sizes and switches at which bots stumble: no token to clue or none to give back, hands that run
# empty before others do, one suit, a single strike, a deck that the deal empties.
VARIANTS = [
    "base",
    "avalanche+choreography+empty-clues",
    "avalanche+bouquet-final+clue-tokens=1+extra-cards=1+strikes=2",
    "rainbow+copies=full+bouquet-final+choreography",
    "rainbow+suits=1+hand-size=1+strikes=1",
    "bouquet-final+empty-clues+hand-size=6+clue-tokens=1",
    "bouquet-final+half-tokens+suits=2",
    "clue-starved",
    "six-suits+hand-size=6",
    "small+deck-plays",
    "very-small",
    "suits=1+hand-size=5",
    "clue-tokens=0",
    "clue-tokens=0+discard-at-max+bouquet-final",
    "clue-tokens=20+hand-size=1+first-seat=1",
    "discard-at-max+deck-plays+strikes=10",
]
OTHER_AGREEMENT = {"discard": "newest", "promise": "newest", "keep_fives": False}

Seat = tuple[type[BotBase], Mapping[str, Any]]
COMPILED: list[Seat] = [(Random, {}), (Simple, {}), (TableTalk, {}), (TableTalk, OTHER_AGREEMENT)]
PYTHON: list[Seat] = [
    (RandomPython, {}),
    (SimplePython, {}),
    (TableTalkPython, {}),
    (TableTalkPython, OTHER_AGREEMENT),
]


def games_without_fault(variant: str, seats: list[Seat], games: int) -> int:
    """Play; return how many games there were: none if the variant has no such table."""
    try:
        find_variant(variant).check(len(seats))
    except RulesError:
        return 0
    bots, params = zip(*seats, strict=True)
    played = play(bots, games, variant, params)
    names = [name_of(seat) for seat in seats]
    assert not played.faults, f"{variant}, {names}: {min(played.faults.items())}"
    return len(played.results)


@pytest.mark.parametrize("seat", COMPILED, ids=name_of)
def test_legal_alone_and_next_to_anybody(seat: Seat) -> None:
    alone = mixed = 0
    for number, variant in enumerate(VARIANTS):
        for players in (2, 3, 4, 5, 6):
            alone += games_without_fault(variant, [seat] * players, 10)
            partners = [COMPILED[(number + place) % 4] for place in range(players - 1)]
            mixed += games_without_fault(variant, [seat, *partners], 10)
    assert alone > 500
    assert mixed > 500


@pytest.mark.parametrize("seat", PYTHON, ids=name_of)
def test_legal_in_python_next_to_random(seat: Seat) -> None:
    played = 0
    for variant in VARIANTS:
        for players in (2, 5):
            played += games_without_fault(variant, [seat] + [(Random, {})] * (players - 1), 8)
    assert played > 200
