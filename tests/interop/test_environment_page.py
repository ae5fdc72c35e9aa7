"""docs/learning-environment.md tells of everything that there is."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from hanabi_arena.api.bot import parameters
from hanabi_arena.interop.learning_environment import observation
from hanabi_arena_bots.hle import Hle
from tests.docs.pages import keys, rows, words
from tests.docs.story import seen_view

PAGE = "learning-environment.md"
EXAMPLES = Path(__file__).parents[2] / "examples"


def defaults(heading: str) -> dict[str, str]:
    return {row[0].strip("`"): row[1].strip("`") for row in rows(PAGE, heading) if "`" in row[0]}


def test_every_parameter_is_explained() -> None:
    table, found = defaults("Its agents here"), parameters(Hle)
    assert set(table) == set(found)
    for name, parameter in found.items():
        shown: Any = "" if table[name] == "needed" else yaml.safe_load(table[name])
        assert shown == parameter.default, name


def test_every_key_of_an_observation_is_explained() -> None:
    assert set(keys(PAGE, "What an agent is told")) == set(observation(seen_view()))


def test_every_option_of_the_environment_is_explained() -> None:
    module = pytest.importorskip("hanabi_arena.interop.pettingzoo")
    table = defaults("PettingZoo")
    found = inspect.signature(module.HanabiEnv).parameters
    assert list(table) == list(found)
    for name, one in found.items():
        assert table[name] == ("none" if one.default is None else str(one.default)), name
    assert {"action_mask", "observation"} <= words(PAGE)


def test_the_example_plays() -> None:
    if not os.environ.get("HANABI_ARENA_REQUIRE_HLE"):
        pytest.importorskip("hanabi_learning_environment", reason="make learning-environment")
    words_ = [sys.executable, str(EXAMPLES / "in_rl_env.py"), "simple", "3", "2"]
    done = subprocess.run(words_, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.startswith("simple, 3 players, 2 games: mean score ")
