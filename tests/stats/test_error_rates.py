"""Verdicts are wrong as seldom as they promise, on differences that bots really make.

Small here, large by `make calibrate`, which writes the table of docs/verdicts.md.
"""

import numpy as np
import pytest
from scipy.stats import binom

from hanabi_arena.stats.evidence import PRESETS
from tests.stats.populations import NAMES, law
from tests.stats.simulation import LARGEST, generator, misses, simulate, simulate_rows

RUNS = 150
# The most wrong verdicts of 150 that a rate of 5% makes, but for one simulation in 10,000.
MOST = int(binom.ppf(1 - 1e-4, RUNS, 0.05))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", NAMES)
def test_a_verdict_is_seldom_wrong(name: str, preset: str) -> None:
    bounds = PRESETS[preset]
    none, real = (simulate(name, mean, bounds, RUNS) for mean in (bounds.low, bounds.high))
    assert none.high <= MOST, "false better"
    assert real.low <= MOST, "false no better"
    # Nor is that so because it never decides.
    assert none.low >= 0.9 * RUNS
    assert real.high >= 0.9 * RUNS


@pytest.mark.parametrize("name", ["clone", "unrelated", "rare disaster"])
def test_a_verdict_over_several_player_counts_is_seldom_wrong(name: str) -> None:
    bounds = PRESETS["gain"]
    none, real = (simulate_rows(name, mean, bounds, RUNS) for mean in (bounds.low, bounds.high))
    assert none.high <= MOST
    assert real.low <= MOST
    # A row of four tells as much as four games of one count.
    assert none.games < 0.5 * simulate(name, bounds.low, bounds, RUNS).games


@pytest.mark.parametrize(("name", "most"), [("clone", 400), ("unrelated", 550)])
def test_a_verdict_takes_as_few_games_as_promised(name: str, most: int) -> None:
    assert simulate(name, 0, PRESETS["gain"], 400, seed=2).games <= most


def test_the_simulation_catches_a_test_that_breaks_its_promise() -> None:
    # What people do: look at the t interval now and then, and stop once it is above zero.
    random, population, wrong = generator("peeking"), law("unrelated", 0), 0
    for _ in range(RUNS):
        values = population.draw(random, 2_000)
        games = np.arange(1, len(values) + 1)
        mean = np.cumsum(values) / games
        error = np.sqrt((np.cumsum(values**2) / games - mean**2) / games)
        wrong += bool(np.any((mean > 1.645 * error)[19::10]))
    assert wrong > 3 * MOST


@pytest.mark.parametrize("name", NAMES)
def test_the_sequence_seldom_loses_the_mean(name: str) -> None:
    assert misses(name, 0.1, 600, 150) <= binom.ppf(1 - 1e-4, 150, 0.05)


@pytest.mark.parametrize("name", NAMES)
def test_populations_have_the_mean_that_they_should(name: str) -> None:
    for mean in (-0.25, 0, 0.25):
        population = law(name, mean)
        assert population.mean == pytest.approx(mean, abs=1e-9)
        assert population.shares.sum() == pytest.approx(1)
        assert np.abs(population.values).max() <= LARGEST
        assert population.mirrored().mean == pytest.approx(-mean, abs=1e-9)


def test_populations_are_as_wide_as_their_names_say() -> None:
    deviations = {name: law(name, 0).deviation for name in NAMES}
    assert 0.9 < deviations["clone"] < 1.1
    assert 1.9 < deviations["unrelated"] < 2.2
    assert deviations["rare disaster"] > 2.4
    assert law("clone", 0).ties > 0.5
    assert law("unrelated", 0).ties < 0.3
