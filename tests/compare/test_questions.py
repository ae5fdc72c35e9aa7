"""What can be asked, how a verdict is called, and what is refused."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import hanabi_arena as arena
from hanabi_arena.comparison.paired import Evidence
from hanabi_arena.comparison.question import Question, Stratum, parse_bounds
from hanabi_arena.errors import ArenaError, UsageError
from hanabi_arena.match.replay import deal_deck
from hanabi_arena.rules.catalogue import find_variant
from hanabi_arena.stats.evidence import Bounds
from hanabi_arena.stats.summary import Strikeout


def question(games: int = 100, fixed: bool = False, **more: Any) -> Question:
    return Question((Stratum(find_variant("base"), 2),), games=games, fixed=fixed, **more)


def differences(a: str, b: str, players: tuple[int, ...], games: int, **how: Any) -> Any:
    """Return the differences as a stranger would find them: a row a deal."""
    column = f"score_{how.pop('strikeout', 'kept')}"
    parts = [
        arena.play(b, players=count, games=games, **how)[column].astype(int)
        - arena.play(a, players=count, games=games, **how)[column].astype(int)
        for count in players
    ]
    return np.stack(parts, axis=1)


@pytest.mark.parametrize(
    ("bounds", "high", "low"),
    [
        ("gain", "better", "no better"),
        ("non-regression", "not weaker", "weaker"),
        ("-0.1,0.1", "not weaker", "no better"),
        ("0.5, 1", "better", "no better"),
        ("[-2,-1]", "not weaker", "weaker"),
    ],
)
def test_the_bounds_say_what_a_verdict_is_called(bounds: str, high: str, low: str) -> None:
    asked = question(bounds=parse_bounds(bounds))
    assert (asked.word("high"), asked.word("low"), asked.word(None)) == (high, low, "inconclusive")


def test_the_largest_maximum_bounds_a_difference() -> None:
    found = arena.compare("random", "simple", players=2, variants=["base", "avalanche"])
    assert found.question.largest == 30
    assert [one.rules.name for one, _ in found.strata] == ["base", "avalanche"]
    assert arena.compare("random", "simple", players=2, variants="small").question.largest < 25


def test_both_readings_of_the_third_strike() -> None:
    for strikeout in get_args(Strikeout):
        found = arena.compare("random", "simple", 2, games=30, strikeout=strikeout)
        wanted = differences("random", "simple", (2,), 30, strikeout=strikeout)
        assert found.differences.tolist() == wanted[:, 0].tolist()


def test_without_player_counts_it_is_those_that_both_play() -> None:
    found = arena.compare("random", "simple", max_games=5)
    assert [one.players for one, _ in found.strata] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"b": "simpel"}, 'no bot "simpel". Did you mean "simple"'),
        ({"b": None}, "random with what?"),
        ({"bounds": "gian"}, 'no bounds "gian". Did you mean "gain"'),
        ({"bounds": (0.25, 0)}, "bounds [0.25, 0.0]: the first must be less than the second"),
        ({"bounds": "1,2,3"}, "two numbers"),
        ({"bounds": "a,b"}, "two numbers"),
        ({"bounds": (0, 26)}, "between -25 and 25"),
        ({"alpha": 0.5}, "alpha 0.5: an error rate must be between 0 and 0.5"),
        ({"beta": 0}, "beta 0: an error rate must be between 0 and 0.5"),
        ({"alpha": float("nan")}, "alpha nan"),
        ({"games": 0}, "0 games"),
        ({"max_games": -1}, "-1 games"),
        ({"players": 7}, "7 players"),
        ({"players": [2, 2]}, "the player count 2 is named twice"),
        ({"variants": ["base", "base"]}, "the variant base is named twice"),
        ({"variants": "rainbwo"}, "rainbwo"),
        ({"strikeout": "nil"}, 'no strikeout rule "nil"'),
        ({"jobs": 0}, "jobs: 0"),
        ({"move_seconds": 0}, "move-seconds: 0 is not above 0"),
        ({"game_seconds": float("nan")}, "game-seconds: nan is not above 0"),
        ({"plugins": ["nowhere"]}, "nowhere: no such folder"),
    ],
)
def test_what_cannot_be_asked_is_refused(changes: dict[str, Any], message: str) -> None:
    asked: dict[str, Any] = {"a": "random", "b": "simple", "players": 2} | changes
    with pytest.raises(ArenaError) as refused:
        arena.compare(**asked)
    assert message in str(refused.value)


def test_a_player_count_that_one_does_not_play_is_refused(here: Path) -> None:
    (here / "two.py").write_text(
        "from hanabi_arena import Bot, Play\n\n\nclass Two(Bot):\n    players = frozenset({2})\n\n"
        "    def act(self, view):\n        return Play(0)\n",
        encoding="utf-8",
    )
    with pytest.raises(UsageError, match="plays with 2 players only"):
        arena.compare("random", "two.py", players=[2, 3])
    found = arena.compare("random", "two.py", max_games=3)
    assert [one.players for one, _ in found.strata] == [2]


def test_bounds_can_be_given_in_several_ways() -> None:
    assert parse_bounds("gain") == parse_bounds("0,0.25") == parse_bounds([0, 0.25])
    assert parse_bounds(Bounds(0, 1)) == Bounds(0, 1)


@pytest.mark.parametrize(
    ("cells", "groups"),
    [
        ([("base", 2)], [[0]]),
        ([("base", 2), ("base", 3)], [[0], [1]]),
        (
            [("base", 2), ("base", 3), ("choreography", 2), ("choreography", 3)],
            [[0, 2], [1, 3]],
        ),
        (
            [(name, n) for name in ("base", "choreography", "avalanche") for n in (2, 3)],
            [[0, 2, 4], [1, 3, 5]],
        ),
        ([("base", 2), ("avalanche", 2)], [[0], [1]]),
        ([("base", 2), ("base", 3), ("choreography", 2)], [[0, 1, 2]]),
    ],
)
def test_only_what_shares_no_deal_is_bet_on_apart(
    cells: list[tuple[str, int]], groups: list[list[int]]
) -> None:
    strata = tuple(Stratum(find_variant(name), players) for name, players in cells)
    asked = Question(strata, games=50)
    assert asked.independent == groups
    decks = [
        {deal_deck(strata[place].rules, strata[place].players, 1, 0) for place in group}
        for group in groups
    ]
    for one, other in combinations(decks, 2):
        assert not one & other
    evidence = Evidence(asked)
    random = np.random.default_rng(3)
    for pair in evidence.columns:
        for column in pair:
            column.put(np.arange(50), random.integers(0, 26, 50))
    rows = evidence.rows(10, 40)
    assert rows.shape == (30, len(groups))
    assert rows.mean(axis=1) == pytest.approx(evidence.differences(10, 40))
