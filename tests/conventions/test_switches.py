"""Each convention is a switch: some scenario is passed with it, and failed without it."""

from __future__ import annotations

import pytest

from hanabi_arena.conventions.catalogue import families
from hanabi_arena.conventions.scenario import Scenario
from hanabi_arena.conventions.shipped import shipped_scenarios
from hanabi_arena.conventions.trial import try_scenario
from tests.conventions.shipped import SPEAKERS, scenarios

SWITCHED = ("h-group", "referential-sieve")
"""Families whose conventions can be left out."""

SWITCHES = [
    (family, name)
    for family in families()
    if family in SWITCHED and family in SPEAKERS
    for name in families()[family].conventions
]


def tells(family: str, name: str, scenario: Scenario) -> bool:
    """Return whether a scenario is passed with a convention and failed without it."""
    bot = SPEAKERS[family]
    if try_scenario(scenario, bot, {"without": name}, count=1).status != "failed":
        return False
    return try_scenario(scenario, bot, {}, count=1).status == "passed"


@pytest.mark.parametrize(("family", "name"), SWITCHES)
def test_a_scenario_fails_when_its_convention_is_off(family: str, name: str) -> None:
    path = shipped_scenarios()[family].get(name)
    assert path is not None, "no scenario is about it"
    assert any(tells(family, name, one) for one in scenarios(path)), "none of them tells"
