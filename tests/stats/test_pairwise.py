"""Differences between the bots of a league, and which of them are called sure."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, ttest_rel

from hanabi_arena.stats.pairwise import differences


def league(scores: dict[str, list[int]], players: int = 2, variant: str = "base") -> pd.DataFrame:
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "line_up": name,
                    "variant": variant,
                    "players": players,
                    "game": range(len(mine)),
                    "score_zero": mine,
                    "score_kept": [score + 1 for score in mine],
                }
            )
            for name, mine in scores.items()
        ],
        ignore_index=True,
    )


def drawn(means: dict[str, float], games: int, seed: int = 1) -> dict[str, list[int]]:
    random = np.random.default_rng(seed)
    deal = random.normal(0, 2, games)
    return {
        name: np.clip(np.rint(mean + deal + random.normal(0, 2, games)), 0, 25).astype(int).tolist()
        for name, mean in means.items()
    }


def test_a_comparison_is_the_paired_t_test_and_holms_correction() -> None:
    scores = drawn({"a": 15, "b": 15.6, "c": 15.3, "d": 15}, 120)
    names = list(scores)
    found = differences(league(scores), names, "base", "zero")
    assert [(one.first, one.second) for one in found] == [
        ("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d"),
    ]  # fmt: skip
    plain = []
    for one in found:
        test = ttest_rel(scores[one.first], scores[one.second])
        interval = test.confidence_interval(0.95)
        assert one.mean == pytest.approx((interval.low + interval.high) / 2)
        assert one.half == pytest.approx((interval.high - interval.low) / 2)
        plain.append(float(test.pvalue))
    # Holm: the smallest times six, the next times five, and so on, never less than one before.
    expected, least = {}, 0.0
    for done, place in enumerate(np.argsort(plain)):
        least = max(least, min(1.0, plain[place] * (6 - done)))
        expected[int(place)] = least
    assert [one.chance for one in found] == pytest.approx([expected[i] for i in range(6)])
    assert {one.sure for one in found} == {True, False}


def test_all_player_counts_of_a_variant_are_one_family_and_other_variants_none() -> None:
    scores = drawn({"a": 15, "b": 16}, 100)
    alone = differences(league(scores), ["a", "b"], "base", "zero")
    games = pd.concat([league(scores), league(scores, 3), league(scores, 2, "avalanche")])
    both = differences(games, ["a", "b"], "base", "zero")
    assert [one.players for one in both] == [2, 3]
    assert [one.chance for one in both] == pytest.approx([2 * alone[0].chance] * 2)
    assert [one.variant for one in differences(games, ["a", "b"], "avalanche", "zero")] == [
        "avalanche"
    ]


def test_the_order_of_the_games_changes_nothing() -> None:
    games = league(drawn({"a": 10, "b": 11, "c": 10}, 50))
    shuffled = games.sample(frac=1, random_state=3).astype({"line_up": "category"})
    names = ["c", "a", "b"]
    assert differences(games, names, "base", "kept") == differences(shuffled, names, "base", "kept")


def test_only_deals_that_both_played_are_compared() -> None:
    games = league({"a": [5, 6, 7, 8], "b": [1, 1, 1, 1], "c": [9, 9, 9, 9]})
    games = games[~((games["line_up"] == "a") & (games["game"] == 0))]
    games = games[~((games["line_up"] == "b") & (games["game"] > 2))]
    games = games[(games["line_up"] != "c") | (games["game"] == 3)]
    found = {
        (one.first, one.second): one for one in differences(games, ["a", "b", "c"], "base", "zero")
    }
    assert set(found) == {("a", "b"), ("a", "c")}
    assert (found["a", "b"].games, found["a", "b"].mean) == (2, 5.5)


def test_a_single_deal_tells_nothing() -> None:
    (one,) = differences(league({"a": [25], "b": [0]}), ["a", "b"], "base", "zero")
    assert one.mean == 25
    assert math.isnan(one.half)
    assert math.isnan(one.chance)
    assert not one.sure


def test_equals_differ_by_nothing_surely_not_more_than_luck() -> None:
    (one,) = differences(league({"a": [7, 9] * 50, "b": [7, 9] * 50}), ["a", "b"], "base", "zero")
    assert (one.mean, one.half, one.chance, one.sure) == (0, 0, 1, False)


@pytest.mark.parametrize(("games", "chance"), [(2, 0.5), (3, 0.25), (6, 2**-5)])
def test_few_deals_that_differ_alike_prove_no_more_than_coins(games: int, chance: float) -> None:
    alike = league({"a": [9] * games, "b": [7] * games})
    (one,) = differences(alike, ["a", "b"], "base", "zero")
    assert (one.half, one.chance) == (0, chance)


@pytest.mark.parametrize("names", [[], ["a"], ["nobody", "a"]])
def test_nothing_to_compare_is_no_comparison(names: list[str]) -> None:
    games = league({"a": [1, 2, 3]})
    assert differences(games, names, "base", "zero") == []
    assert differences(games[:0], ["a", "b"], "base", "zero") == []


def test_among_equals_something_is_called_sure_as_seldom_as_promised() -> None:
    runs, wrong, uncorrected = 150, 0, 0
    names = list("abcde")
    for run in range(runs):
        scores = drawn(dict.fromkeys(names, 15.0), 60, seed=run + 10)
        found = differences(league(scores), names, "base", "zero")
        wrong += any(one.sure for one in found)
        uncorrected += any(abs(one.mean) > one.half for one in found)
    most = binom.ppf(1 - 1e-4, runs, 0.05)
    assert wrong <= most
    # What the correction is for: ten comparisons without it.
    assert uncorrected > most
