"""An independent test reaches the same verdicts: the likelihood ratio of the whole multinomial.

The generalised sequential probability ratio test compares how likely the differences are at most
under a law with one mean and under a law with the other, where a law is any on −25..25 (Van den
Bergh, "The generalized sequential probability ratio test", as chess engines are tested by).
"""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from hanabi_arena.stats.evidence import PRESETS, Bounds, PairedTest
from tests.stats.populations import law
from tests.stats.simulation import LARGEST, generator

CELLS = np.arange(-LARGEST, LARGEST + 1.0)
# What a cell holds that nothing fell into.
EMPTY = 1e-3
EVERY = 16
BAR = math.log(0.95 / 0.05)


def most_likely(shares: np.ndarray, mean: float) -> np.ndarray:
    """Return the law with this mean under which the observed shares are likeliest."""
    apart = CELLS - mean
    low, high = -1 / apart.max(), -1 / apart.min()
    margin = 1e-9 * (high - low)
    by = brentq(lambda by: np.sum(shares * apart / (1 + by * apart)), low + margin, high - margin)
    return shares / (1 + by * apart)


def log_ratio(counts: np.ndarray, bounds: Bounds) -> float:
    filled = np.where(counts > 0, counts, EMPTY)
    shares = filled / filled.sum()
    low, high = most_likely(shares, bounds.low), most_likely(shares, bounds.high)
    return float(filled.sum() * np.sum(shares * np.log(high / low)))


def oracle(values: np.ndarray, bounds: Bounds) -> tuple[str | None, int]:
    """Return the oracle's verdict and its games."""
    counts = np.zeros(len(CELLS))
    for start in range(0, len(values), EVERY):
        counts += np.bincount(
            (values[start : start + EVERY] + LARGEST).astype(int), minlength=len(CELLS)
        )
        ratio = log_ratio(counts, bounds)
        if abs(ratio) >= BAR:
            return ("high" if ratio > 0 else "low"), start + EVERY
    return None, len(values)


def test_the_most_likely_law_has_the_mean_it_should_and_no_likelier_neighbour() -> None:
    counts = np.bincount(
        (law("related", 0.1).draw(generator("law"), 500) + LARGEST).astype(int),
        minlength=len(CELLS),
    )
    filled = np.where(counts > 0, counts, EMPTY)
    shares = filled / filled.sum()
    found = most_likely(shares, 0.25)
    assert found.sum() == pytest.approx(1, abs=1e-9)
    assert found @ CELLS == pytest.approx(0.25, abs=1e-9)
    # Move a little of it, keeping sum and mean: two cells up, one cell down twice as much.
    for middle in (24, 25, 26):
        for by in (-1e-4, 1e-4):
            other = found.copy()
            other[[middle - 1, middle, middle + 1]] += by * np.array([1, -2, 1])
            assert shares @ np.log(other) < shares @ np.log(found)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["clone", "related", "unrelated", "rare disaster"])
def test_the_oracle_agrees(name: str, preset: str) -> None:
    bounds, runs = PRESETS[preset], 20
    agreed, lengths = 0, np.zeros(2)
    for mean in (bounds.low, bounds.high):
        random, population = generator("oracle", name, mean), law(name, mean)
        for _ in range(runs):
            values = population.draw(random, 6_000)
            test = PairedTest(bounds, LARGEST)
            test.feed(values)
            verdict, games = oracle(values, bounds)
            agreed += test.verdict == verdict
            lengths += test.games, games
    assert agreed >= 0.9 * 2 * runs
    assert 0.75 < lengths[0] / lengths[1] < 1.33
