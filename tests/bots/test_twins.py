"""Every compiled bot has a twin in plain Python that takes the same action at every turn."""

from __future__ import annotations

from typing import Any

import pytest

from hanabi_arena.api.bot import BotBase, parameters
from hanabi_arena_bots.random_bot import Random
from hanabi_arena_bots.random_python import RandomPython
from hanabi_arena_bots.simple import Simple
from hanabi_arena_bots.simple_python import SimplePython
from hanabi_arena_bots.table_talk import TableTalk
from hanabi_arena_bots.table_talk_python import TableTalkPython
from tests.bots.tables import assert_same_games, name_of, play

PAIRS = [(Random, RandomPython), (Simple, SimplePython), (TableTalk, TableTalkPython)]
each_pair = pytest.mark.parametrize(
    ("compiled", "twin"), PAIRS, ids=[compiled.name for compiled, _ in PAIRS]
)

VARIANTS = [
    ("avalanche+choreography", 2),
    ("avalanche+copies=full+empty-clues", 3),
    ("rainbow", 5),
    ("rainbow+bouquet-final+choreography", 4),
    ("bouquet-final+empty-clues+clue-tokens=1", 3),
    ("clue-starved", 2),
    ("six-suits", 6),
    ("small", 2),
    ("very-small", 3),
    ("clue-tokens=0", 4),
    ("discard-at-max+deck-plays+strikes=1+first-seat=1", 3),
    ("hand-size=1+clue-tokens=3", 2),
]

AGREEMENTS: list[dict[str, Any]] = [
    {"discard": "newest"},
    {"promise": "newest"},
    {"keep_fives": False},
    {"warn_first": False},
    {"discard": "newest", "promise": "newest", "keep_fives": False, "warn_first": False},
]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@each_pair
def test_same_action_at_every_turn(
    compiled: type[BotBase], twin: type[BotBase], players: int
) -> None:
    games = 500
    assert_same_games(play((compiled,) * players, games), play((twin,) * players, games))


@each_pair
def test_same_action_in_every_variant(compiled: type[BotBase], twin: type[BotBase]) -> None:
    for variant, players in VARIANTS:
        assert_same_games(
            play((compiled,) * players, 25, variant), play((twin,) * players, 25, variant)
        )


@pytest.mark.parametrize("params", AGREEMENTS, ids=name_of)
def test_same_action_under_every_agreement(params: dict[str, Any]) -> None:
    for players in (2, 4):
        assert_same_games(
            play((TableTalk,) * players, 40, params=params),
            play((TableTalkPython,) * players, 40, params=params),
        )


@each_pair
def test_at_one_table_with_its_twin(compiled: type[BotBase], twin: type[BotBase]) -> None:
    seats = (twin, compiled, compiled, twin)
    assert_same_games(play((compiled,) * 4, 50), play(seats, 50))


def test_among_those_who_take_clues_literally() -> None:
    assert_same_games(
        play((TableTalk, Simple, Random), 100), play((TableTalkPython, Simple, Random), 100)
    )


@each_pair
def test_twins_tell_the_same_of_themselves(compiled: type[BotBase], twin: type[BotBase]) -> None:
    assert twin.name == f"{compiled.name}-python"
    assert parameters(twin) == parameters(compiled)
    defaults = {name: parameter.default for name, parameter in parameters(compiled).items()}
    for params in ({}, *AGREEMENTS) if defaults else ({},):
        assert twin.declare(defaults | params) == compiled.declare(defaults | params)
    assert compiled.declare(defaults) == compiled.conventions == twin.conventions
    assert twin.line() == compiled.line()
    assert twin.deterministic == compiled.deterministic
