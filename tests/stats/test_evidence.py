"""The paired test: its rules, its edges, and what it refuses."""

import copy
import math

import numpy as np
import pytest

from hanabi_arena.errors import UsageError
from hanabi_arena.stats.evidence import (
    PRESETS,
    Bounds,
    PairedTest,
    paired_interval,
    pairing_saved,
)
from tests.stats.populations import law

GAIN = PRESETS["gain"]


def differences(games: int, mean: float = 0.0, seed: int = 1) -> np.ndarray:
    values = np.random.default_rng(seed).normal(mean, 2, games)
    return np.clip(np.round(values), -25, 25)


def state(test: PairedTest) -> tuple[object, ...]:
    return test.games, test.verdict, test.wealth_high, test.wealth_low


def test_a_gain_is_accepted_and_no_gain_is_refused() -> None:
    better, worse = PairedTest(GAIN, 25), PairedTest(GAIN, 25)
    better.feed(differences(5_000, 0.6))
    worse.feed(differences(5_000, -0.4))
    assert (better.verdict, worse.verdict) == ("high", "low")
    assert better.wealth_high >= 20 > better.wealth_low
    assert worse.wealth_low >= 20 > worse.wealth_high


@pytest.mark.parametrize("size", [1, 7, 64, 1_000])
def test_the_outcome_does_not_depend_on_how_games_are_split(size: int) -> None:
    values = differences(3_000, 0.1)
    whole, split = PairedTest(GAIN, 25), PairedTest(GAIN, 25)
    whole.feed(values)
    for start in range(0, len(values), size):
        split.feed(values[start : start + size])
    assert state(whole) == state(split)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["unrelated", "rare disaster"])
def test_a_bet_that_is_wrong_is_a_fair_game_at_every_step(name: str, preset: str) -> None:
    # What the error rates rest on, exactly: with the mean at a bound, the wealth that bets against
    # it is worth as much after the next game, in the mean over all that may come, as before.
    bounds = PRESETS[preset]
    for games in (0, 1, 7, 8, 9, 40, 133):
        past = differences(games, 0.1, seed=games)
        before = PairedTest(bounds, 25, alpha=1e-9, beta=1e-9)
        before.feed(past)
        for mean, wealth in ((bounds.low, "wealth_high"), (bounds.high, "wealth_low")):
            population = law(name, mean)
            worth = 0.0
            for value, share in zip(population.values, population.shares, strict=True):
                after = PairedTest(bounds, 25, alpha=1e-9, beta=1e-9)
                after.feed([*past, value])
                worth += share * getattr(after, wealth)
            assert worth == pytest.approx(getattr(before, wealth), rel=1e-9)


def test_a_verdict_stays_and_later_games_are_ignored() -> None:
    test = PairedTest(GAIN, 25)
    test.feed([1] * 2_000)
    decided = state(test)
    assert test.verdict == "high"
    assert test.games < 2_000
    test.feed([-25] * 2_000)
    assert state(test) == decided
    assert test.expected_games_left() == 0


def test_rows_of_one_are_numbers() -> None:
    values = differences(800, 0.1)
    numbers, rows = PairedTest(GAIN, 25), PairedTest(GAIN, 25)
    numbers.feed(values)
    rows.feed(values[:, np.newaxis])
    assert state(numbers) == state(rows)


def test_a_row_counts_as_one_game_and_is_never_cut() -> None:
    test, values = PairedTest(GAIN, 25), differences(4_000, 0.6).reshape(1_000, 4)
    test.feed(values)
    assert test.verdict == "high"
    assert test.mean == pytest.approx(values[: test.games].mean())
    # Four differences each: some 400 numbers, a quarter of the games.
    assert 20 < test.games < 200
    # Whatever the order within rows.
    turned = PairedTest(GAIN, 25)
    turned.feed(values[:, ::-1])
    assert (turned.games, turned.verdict) == (test.games, "high")
    assert turned.wealth_high == pytest.approx(test.wealth_high)
    with pytest.raises(UsageError, match="rows of 3 differences: those before had 4"):
        turned.feed([[1.0, 2.0, 3.0]])


@pytest.mark.parametrize("means", [(0.0, 0.0), (-0.5, 0.5), (2.0, -2.0)])
def test_a_row_is_no_more_than_a_fair_game_whatever_the_means_in_it(
    means: tuple[float, float],
) -> None:
    one, other = (law("unrelated", mean) for mean in means)
    before = PairedTest(GAIN, 25, alpha=1e-9)
    before.feed(differences(60, 0.3).reshape(30, 2))
    worth = 0.0
    for first, share in zip(one.values, one.shares, strict=True):
        for second, chance in zip(other.values, other.shares, strict=True):
            after = copy.deepcopy(before)
            after.feed([[first, second]])
            worth += share * chance * after.wealth_high
    assert worth <= before.wealth_high * (1 + 1e-9)
    # The closer the means, the less is lost.
    assert worth == pytest.approx(before.wealth_high, rel=1e-9 if means == (0, 0) else 0.02)


def test_no_games_and_one_game_decide_nothing() -> None:
    test = PairedTest(GAIN, 25)
    test.feed([])
    assert state(test) == (0, None, 1.0, 1.0)
    assert math.isnan(test.mean)
    test.feed([25])
    assert (test.games, test.verdict) == (1, None)
    assert test.expected_games_left() is None


def test_bots_that_always_tie_are_no_better_and_no_worse() -> None:
    gain, same = PairedTest(GAIN, 25), PairedTest(PRESETS["non-regression"], 25)
    gain.feed(np.zeros(1_000))
    same.feed(np.zeros(1_000))
    assert (gain.verdict, same.verdict) == ("low", "high")


@pytest.mark.parametrize("largest", [15, 25, 30, 50])
@pytest.mark.parametrize("bounds", PRESETS.values())
def test_no_difference_that_a_game_can_make_ruins_a_wealth(bounds: Bounds, largest: int) -> None:
    for values in ([largest] * 40, [-largest] * 40, [largest, -largest] * 40):
        test = PairedTest(bounds, largest)
        test.feed(values)
        assert test.wealth_high > 0
        assert test.wealth_low > 0
        assert math.isfinite(test.wealth_high + test.wealth_low)


def test_no_wealth_overflows() -> None:
    test = PairedTest(GAIN, 25, alpha=1e-300, beta=1e-300)
    test.feed([25] * 2_000)
    assert math.isfinite(test.wealth_high)
    assert test.verdict == "high"


def test_the_games_left_are_guessed() -> None:
    test = PairedTest(GAIN, 25)
    values = differences(4_000, 0.0, seed=5)
    test.feed(values[:100])
    left = test.expected_games_left()
    assert test.verdict is None
    assert left is not None
    test.feed(values[100:])
    assert 0.3 < (100 + left) / test.games < 3


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0, 26], "difference 1 of 2 is 26: it must be from -25 to 25"),
        ([-25.5], "from -25 to 25"),
        ([math.nan], "is nan"),
        ([math.inf], "is inf"),
        ([[[1.0]]], "one list of numbers, or rows"),
        ([[]], "one list of numbers, or rows"),
        ([[1.0, 2.0], [3.0]], "as many in each row"),
        ([[0, 1], [-30, 2]], "difference 1 of 2 is -30 2: it must be from -25 to 25"),
    ],
)
def test_a_difference_that_cannot_be_is_refused(values: list[float], message: str) -> None:
    test = PairedTest(GAIN, 25)
    with pytest.raises(UsageError, match=message):
        test.feed(values)
    assert state(test) == (0, None, 1.0, 1.0)


@pytest.mark.parametrize("rate", [0, -0.1, 0.5, 1, math.nan])
def test_an_error_rate_that_promises_nothing_is_refused(rate: float) -> None:
    with pytest.raises(UsageError, match="alpha"):
        PairedTest(GAIN, 25, alpha=rate)
    with pytest.raises(UsageError, match="beta"):
        PairedTest(GAIN, 25, beta=rate)


@pytest.mark.parametrize("ends", [(0, 0), (0.25, 0), (math.nan, 1), (0, math.inf)])
def test_bounds_are_two_numbers_in_order(ends: tuple[float, float]) -> None:
    with pytest.raises(UsageError, match="must be less than the second"):
        Bounds(*ends)


@pytest.mark.parametrize("bounds", [Bounds(-25, 0), Bounds(0, 25), Bounds(30, 31)])
def test_bounds_that_no_game_reaches_are_refused(bounds: Bounds) -> None:
    with pytest.raises(UsageError, match="between -25 and 25"):
        PairedTest(bounds, 25)


@pytest.mark.parametrize("largest", [0, -1, math.nan, math.inf])
def test_the_largest_score_is_a_number_above_zero(largest: float) -> None:
    with pytest.raises(UsageError, match="largest score"):
        PairedTest(GAIN, largest)


def test_the_interval_is_the_t_interval() -> None:
    from scipy.stats import ttest_1samp

    values = differences(200, 0.3)
    low, high = paired_interval(values, 0.9)
    expected = ttest_1samp(values, 0).confidence_interval(0.9)
    assert (low, high) == pytest.approx((expected.low, expected.high), rel=1e-12)


def test_the_interval_of_few_or_equal_differences() -> None:
    assert all(math.isnan(end) for values in ([], [3.0]) for end in paired_interval(values))
    assert paired_interval([0.1] * 3) == (0.1, 0.1)


def test_how_much_pairing_saved() -> None:
    random = np.random.default_rng(3)
    deal, a, b = random.normal(size=(3, 20_000))
    assert pairing_saved(a, b) == pytest.approx(0, abs=0.03)
    assert pairing_saved(deal + a, deal + b) == pytest.approx(0.5, abs=0.03)
    assert pairing_saved(deal, deal) == 1
    assert pairing_saved(deal, -deal) == pytest.approx(-1)
    assert math.isnan(pairing_saved([1.0], [2.0]))
    assert math.isnan(pairing_saved([1.0, 1.0], [2.0, 2.0]))
    with pytest.raises(UsageError, match="2 scores against 1"):
        pairing_saved([1.0, 2.0], [1.0])
