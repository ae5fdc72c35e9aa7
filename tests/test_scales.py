"""The verdict scales against the words of the rule page."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hanabi_arena.errors import RulesError, UnknownName
from hanabi_arena.rules.scales import categories, has_verdicts, scale_names, verdict

FEDERATION = (
    ["horrible"] * 6
    + ["mediocre"] * 5
    + ["honourable"] * 5
    + ["excellent"] * 5
    + ["extraordinary"] * 4
    + ["legendary"]
)
USAGE = (
    ["disastrous"] * 5
    + ["unnamed"] * 5
    + ["honourable"] * 5
    + ["good"] * 5
    + ["excellent"] * 5
    + ["legendary"]
)
SIX = {
    "federation": FEDERATION + ["legendary"] * 4 + ["divine"],
    "usage": USAGE + ["legendary"] * 5,
}


@pytest.mark.parametrize(
    ("scale", "suits", "expected"),
    [
        ("federation", 5, FEDERATION),
        ("usage", 5, USAGE),
        ("federation", 6, SIX["federation"]),
        ("usage", 6, SIX["usage"]),
    ],
)
def test_every_score_has_the_verdict_of_the_rule_text(
    scale: str, suits: int, expected: list[str]
) -> None:
    assert [verdict(scale, score, suits) for score in range(5 * suits + 1)] == expected


@pytest.mark.parametrize("scale", scale_names())
@pytest.mark.parametrize("suits", [5, 6])
def test_categories_cover_every_score_once_and_in_order(scale: str, suits: int) -> None:
    ladder = categories(scale, suits)
    covered = [score for category in ladder for score in range(category.low, category.high + 1)]
    assert covered == list(range(5 * suits + 1))
    assert len({category.name for category in ladder}) == len(ladder)


def test_scores_are_written_as_a_range_or_one_number() -> None:
    assert [c.scores for c in categories("federation", 6)][-3:] == ["21–24", "25–29", "30"]


@pytest.mark.parametrize("suits", [1, 2, 3, 4])
def test_small_games_have_no_verdicts(suits: int) -> None:
    assert not has_verdicts(suits)
    assert categories("federation", suits) == ()
    assert verdict("usage", 5, suits) is None


def test_the_bouquet_final_has_no_verdicts() -> None:
    assert has_verdicts(5)
    assert has_verdicts(6)
    assert not has_verdicts(5, bouquet_final=True)
    assert not has_verdicts(6, bouquet_final=True)


@pytest.mark.parametrize(("score", "suits"), [(-1, 5), (26, 5), (31, 6), (11, 2)])
def test_an_impossible_score_is_refused(score: int, suits: int) -> None:
    with pytest.raises(RulesError, match=f"score of {score} .* 0 to {5 * suits}"):
        verdict("federation", score, suits)


def test_an_unknown_scale_offers_the_nearest() -> None:
    with pytest.raises(UnknownName, match='Did you mean "federation"'):
        categories("federaton", 5)


def test_the_module_needs_neither_numpy_nor_pandas() -> None:
    code = (
        "import sys, hanabi_arena.rules.scales;"
        "print([m for m in ('numpy', 'pandas', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
