"""How many points the shipped bots make: exactly, for a fixed block of deals."""

from __future__ import annotations

from typing import Any

import pytest

from hanabi_arena.api.bot import BotBase
from hanabi_arena.api.registry import Registry
from hanabi_arena.engine.table import ENDS
from hanabi_arena_bots.random_bot import Random
from hanabi_arena_bots.simple import Simple
from hanabi_arena_bots.table_talk import TableTalk
from tests.bots.tables import name_of, play
from tests.bots.test_twins import PAIRS

DEALS = 1000
STRUCK_OUT = ENDS.index("strikes")
COUNTS = (2, 3, 4, 5)

# The points of all deals together, kept on the third strike, at 2, 3, 4 and 5 players or at those
# of them that the bot plays. Another sum means other play (or other deals): if that was wanted, the
# new one goes here, and the change into the changelog.
POINTS: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("simple", {}, (16605, 15428, 14550, 12901)),
    ("table-talk", {}, (21184, 20628, 20854, 19486)),
    ("table-talk", {"discard": "newest"}, (20967, 20545, 20736, 19478)),
    ("table-talk", {"promise": "newest"}, (22042, 22026, 21738, 20319)),
    ("table-talk", {"keep_fives": False}, (20872, 20303, 20567, 19535)),
    ("table-talk", {"warn_first": False}, (20944, 20585, 20816, 19528)),
    ("blind", {}, (1250, 1292, 1242, 1285)),
    ("hints", {}, (16965, 18625, 19307, 18562)),
    ("value", {}, (19756, 19386, 19411, 17816)),
    ("holmes", {}, (20732, 20880, 20422, 18515)),
    ("smart", {}, (23085, 23303, 22463, 20755)),
    ("rules", {"list": "van-den-bergh"}, (13699, 17710, 17168, 16333)),
    ("information", {}, (22527, 24814, 24921, 24926)),
    ("cox-recommendation", {}, (22419,)),
    ("cox-information", {}, (24710,)),
    ("hat-instructions", {}, (24791, 24757)),
    ("oracle", {"look_ahead": 0}, (24935, 24974, 24974, 24960)),
    ("oracle", {"look_ahead": 1}, (24939, 24983, 24981, 24963)),
    ("oracle", {}, (24944, 24991, 24986, 24969)),
    ("oracle", {"look_ahead": 4}, (24945, 24988, 24989, 24977)),
]

RECKLESS = {"blind", "holmes", "smart"}
"""The bots that are struck out now and then; no other one ever is."""

IN_THEIR_OWN_TESTS = {"conventions", "duo", "foresight", "search"}
"""The bots whose sums stand in `test_NAME.py`: for fewer deals, since they are slow, or for two."""

GUESTS = {"hle", "process"}
"""They seat somebody else's program, and play as that does."""

BY_CHANCE = {
    "random": "test_random_is_weak_in_the_usual_way",
    "rules": "test_published_means in test_rules.py",
}
"""The bots that draw random numbers, and what holds how strong they are."""


def found(name: str) -> type[BotBase]:
    return Registry().find(name).load()


@pytest.mark.parametrize(
    ("bot", "params", "points"), POINTS, ids=[f"{row[0]} {name_of(row[1])}" for row in POINTS]
)
def test_points_and_no_strikeout(bot: str, params: dict[str, Any], points: tuple[int, ...]) -> None:
    kind = found(bot)
    sums = []
    for players in (count for count in COUNTS if count in kind.players):
        results = play((kind,) * players, DEALS, params=params).results
        sums.append(int(results["score_kept"].sum()))
        if bot not in RECKLESS:
            assert not (results["end"] == STRUCK_OUT).any(), players
            assert (results["score_zero"] == results["score_kept"]).all(), players
        if kind.sees_own_hand:
            assert not results["strikes"].any(), players
    assert tuple(sums) == points


def test_every_shipped_bot_has_its_strength_held() -> None:
    shipped = [
        spec for spec in Registry().bots.values() if spec.place.startswith("hanabi_arena_bots.")
    ]
    twins = {f"{compiled.name}-python" for compiled, _ in PAIRS}  # test_twins.py: the same games
    exact = {name: points for name, params, points in POINTS if not params}
    for spec in shipped:
        if spec.name in twins | IN_THEIR_OWN_TESTS | GUESTS:
            continue
        bot = spec.load()
        if bot.deterministic:
            assert spec.name in exact, f"{spec.name}: add its points"
            assert len(exact[spec.name]) == sum(count in bot.players for count in COUNTS)
        else:
            assert spec.name in BY_CHANCE, f"{spec.name}: hold its mean by an interval"
    assert {*exact, *BY_CHANCE, *twins, *IN_THEIR_OWN_TESTS, *GUESTS} == {
        spec.name for spec in shipped
    }


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
