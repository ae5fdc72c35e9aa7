"""Simulated comparisons: how often a verdict is wrong, and how many games it takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hanabi_arena.stats.evidence import Bounds, PairedTest
from hanabi_arena.stats.sequence import ConfidenceSequence
from tests.stats.populations import Law, law

LARGEST = 25
APART = (-1.0, 1.0, 0.5, -0.5)
CAP = 6_000
"""Games after which a test is given up: inconclusive."""


@dataclass(frozen=True)
class Outcome:
    """What became of simulated tests."""

    runs: int
    high: int
    low: int
    games: float
    """Games to a verdict, or to the cap, in the mean."""


def generator(*key: float | str) -> np.random.Generator:
    """Return the random stream of one simulation, the same at every run."""
    return np.random.default_rng(list("/".join(map(str, key)).encode()))


def simulate(name: str, mean: float, bounds: Bounds, runs: int, seed: int = 1) -> Outcome:
    """Run tests on a population with a true mean."""
    random = generator("test", name, mean, bounds.low, bounds.high, seed)
    population = law(name, mean)
    tests = [one_test(population, bounds, random) for _ in range(runs)]
    return Outcome(
        runs,
        sum(test.verdict == "high" for test in tests),
        sum(test.verdict == "low" for test in tests),
        sum(test.games for test in tests) / runs,
    )


def simulate_rows(name: str, mean: float, bounds: Bounds, runs: int, seed: int = 1) -> Outcome:
    """Run tests of four player counts at once, whose means differ by up to two points."""
    random = generator("rows", name, mean, bounds.low, bounds.high, seed)
    laws = [law(name, mean + apart) for apart in APART]
    tests = []
    for _ in range(runs):
        test = PairedTest(bounds, LARGEST)
        while test.verdict is None and test.games < CAP:
            test.feed(np.stack([one.draw(random, 60) for one in laws], axis=1))
        tests.append(test)
    return Outcome(
        runs,
        sum(test.verdict == "high" for test in tests),
        sum(test.verdict == "low" for test in tests),
        sum(test.games for test in tests) / runs,
    )


def one_test(population: Law, bounds: Bounds, random: np.random.Generator) -> PairedTest:
    test = PairedTest(bounds, LARGEST)
    while test.verdict is None and test.games < CAP:
        test.feed(population.draw(random, 250))
    return test


def misses(name: str, mean: float, games: int, runs: int, seed: int = 1) -> int:
    """Count the confidence sequences that lost the true mean at any game."""
    random = generator("sequence", name, mean, seed)
    population = law(name, mean)
    missed = 0
    for _ in range(runs):
        sequence = ConfidenceSequence(LARGEST)
        sequence.feed(population.draw(random, games))
        low, high = sequence.interval()
        # It never widens: what it lost at any game, it lacks at the end.
        missed += not low <= mean <= high
    return missed
