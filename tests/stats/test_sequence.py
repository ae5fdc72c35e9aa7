"""The interval that may be looked at after every game."""

import math

import numpy as np
import pytest

from hanabi_arena.errors import UsageError
from hanabi_arena.stats.evidence import paired_interval
from hanabi_arena.stats.sequence import ConfidenceSequence


def differences(games: int, seed: int = 1) -> np.ndarray:
    return np.round(np.random.default_rng(seed).normal(0.2, 2, games))


def test_nothing_is_known_without_games() -> None:
    sequence = ConfidenceSequence(30)
    assert sequence.interval() == (-30, 30)
    sequence.feed([])
    assert (sequence.games, sequence.interval()) == (0, (-30, 30))


def test_it_narrows_and_never_widens() -> None:
    sequence, values = ConfidenceSequence(25), differences(3_000)
    before = sequence.interval()
    for start in range(0, 3_000, 100):
        sequence.feed(values[start : start + 100])
        now = sequence.interval()
        assert before[0] <= now[0] < now[1] <= before[1]
        before = now
    fixed = paired_interval(values)
    # Wider than what may be looked at but once, but not by much.
    assert 1 < (now[1] - now[0]) / (fixed[1] - fixed[0]) < 2.2


def test_it_does_not_depend_on_how_games_are_split() -> None:
    whole, split = ConfidenceSequence(25), ConfidenceSequence(25)
    values = differences(1_000)
    whole.feed(values)
    for start in range(0, 1_000, 7):
        split.feed(values[start : start + 7])
        split.interval()
    assert whole.interval() == split.interval()
    assert split.games == 1_000


def test_it_is_what_every_single_mean_says_for_itself() -> None:
    # Word for word from the definition, a mean at a time, and without a search.
    values, alpha = differences(120, seed=4), 0.05
    sequence = ConfidenceSequence(25)
    sequence.feed(values)
    low, high = sequence.interval()
    kept = []
    for mean in np.linspace(-4, 4, 321):
        m, total, squares = (mean + 25) / 50, 0.5, 0.25
        above = below = 1.0
        out = False
        variance = 0.25
        for game, value in enumerate(values, 1):
            unit = (value + 25) / 50
            edge = math.sqrt(2 * variance * math.log(2 / alpha) / game)
            stake = edge / (variance + edge * edge)
            above *= 1 + min(stake, 0.98 / m) * (unit - m)
            below *= 1 - min(stake, 0.98 / (1 - m)) * (unit - m)
            out = out or max(above, below) / 2 >= 1 / alpha
            total += unit
            squares += (unit - total / (game + 1)) ** 2
            variance = squares / (game + 1)
        if not out:
            kept.append(mean)
    assert len(kept) > 20
    assert low == pytest.approx(kept[0], abs=8 / 320)
    assert high == pytest.approx(kept[-1], abs=8 / 320)
    assert low <= kept[0] <= kept[-1] <= high


def test_an_interval_of_rows_is_one_of_their_mean_and_narrower_early_on() -> None:
    values = differences(1_200).reshape(300, 4)
    rows, means, ones = (ConfidenceSequence(25) for _ in range(3))
    rows.feed(values[:100])
    rows.feed(values[100:])
    means.feed(values.mean(axis=1))
    ones.feed(values[:, :1])
    low, high = rows.interval()
    assert rows.games == 300
    assert low < values.mean() < high
    assert high - low < 0.6 * (means.interval()[1] - means.interval()[0])
    plain = ConfidenceSequence(25)
    plain.feed(values[:, 0])
    assert ones.interval() == plain.interval()
    with pytest.raises(UsageError, match="rows of 1 differences: those before had 4"):
        rows.feed([1.0])


def test_mirrored_games_have_the_mirrored_interval() -> None:
    here, there = ConfidenceSequence(25), ConfidenceSequence(25)
    here.feed(differences(500))
    there.feed(-differences(500))
    low, high = there.interval()
    assert here.interval() == pytest.approx((-high, -low), abs=1e-9)


@pytest.mark.parametrize("value", [-25, 25, 0])
def test_games_that_are_all_alike(value: int) -> None:
    sequence = ConfidenceSequence(25)
    sequence.feed([value] * 1_000)
    low, high = sequence.interval()
    assert -25 <= low <= value <= high <= 25
    assert high - low < 0.5


def test_games_that_break_off_leave_a_point_at_worst() -> None:
    sequence = ConfidenceSequence(25)
    sequence.feed([10] * 2_000 + [-10] * 20_000)
    low, high = sequence.interval()
    assert -10 <= low == high <= 10


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UsageError, match="from -25 to 25"):
        ConfidenceSequence(25).feed([26])
    with pytest.raises(UsageError, match="largest score"):
        ConfidenceSequence(math.nan)
    with pytest.raises(UsageError, match="alpha"):
        ConfidenceSequence(25, alpha=0.7)
