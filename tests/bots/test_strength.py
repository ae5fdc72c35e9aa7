"""How many points the shipped bots make: exactly, for a fixed block of deals."""

from __future__ import annotations

from typing import Any

import pytest

from hanabi_arena.api.bot import BotBase
from hanabi_arena.engine.table import ENDS
from hanabi_arena_bots.random_bot import Random
from hanabi_arena_bots.simple import Simple
from hanabi_arena_bots.table_talk import TableTalk
from tests.bots.tables import name_of, play

DEALS = 1000
STRUCK_OUT = ENDS.index("strikes")

# The points of all deals together at 2, 3, 4 and 5 players. Another sum means other play (or other
# deals): if that was wanted, the new one goes here, and the change into the changelog.
POINTS: list[tuple[type[BotBase], dict[str, Any], tuple[int, ...]]] = [
    (Simple, {}, (16605, 15428, 14550, 12901)),
    (TableTalk, {}, (21184, 20628, 20854, 19486)),
    (TableTalk, {"discard": "newest"}, (20967, 20545, 20736, 19478)),
    (TableTalk, {"promise": "newest"}, (22042, 22026, 21738, 20319)),
    (TableTalk, {"keep_fives": False}, (20872, 20303, 20567, 19535)),
    (TableTalk, {"warn_first": False}, (20944, 20585, 20816, 19528)),
]


@pytest.mark.parametrize(
    ("bot", "params", "points"), POINTS, ids=[name_of(row[:2]) for row in POINTS]
)
def test_points_and_no_strikeout(
    bot: type[BotBase], params: dict[str, Any], points: tuple[int, ...]
) -> None:
    found = []
    for players in (2, 3, 4, 5):
        results = play((bot,) * players, DEALS, params=params).results
        found.append(int(results["score_kept"].sum()))
        assert not (results["end"] == STRUCK_OUT).any(), players
        assert (results["score_zero"] == results["score_kept"]).all(), players
    assert tuple(found) == points


def test_simple_never_strikes() -> None:
    for players in (2, 3, 4, 5):
        assert not play((Simple,) * players, DEALS).results["strikes"].any()


def test_random_is_weak_in_the_usual_way() -> None:
    # 1.25 points a game, give or take four standard errors of this many deals; hardly ever does
    # it see the deck's end.
    for players in (2, 3, 4, 5):
        results = play((Random,) * players, 4 * DEALS).results
        assert 1.17 < results["score_kept"].mean() < 1.33, players
        assert (results["end"] == STRUCK_OUT).mean() > 0.99, players


def test_talk_is_worth_nothing_to_those_who_agreed_otherwise() -> None:
    # The same bot under another agreement takes the clues literally: it costs points, not the game.
    means = []
    for other in ({}, {"promise": "newest"}):
        results = play((TableTalk, TableTalk), DEALS, params=({}, other)).results
        assert not (results["end"] == STRUCK_OUT).any(), other
        means.append(results["score_kept"].mean())
    assert means[0] > means[1] + 1
