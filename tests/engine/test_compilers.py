"""Compiled, with compilation off, and with bounds checked, the engine plays the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.play_digest import VARIANTS, digest_of

ROOT = Path(__file__).parents[2]
SWITCHES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")


@pytest.fixture(scope="module")
def here() -> list[str]:
    """What this process plays, which is compiled unless the tests are run otherwise."""
    return [f"{variant} {digest_of(variant, players)}" for variant, players in VARIANTS.items()]


@pytest.mark.parametrize(
    ("switch", "way"),
    [(None, "compiled"), ("NUMBA_DISABLE_JIT", "plain"), ("NUMBA_BOUNDSCHECK", "compiled")],
)
def test_plays_the_same_games(switch: str | None, way: str, here: list[str]) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in SWITCHES}
    if switch:
        environment[switch] = "1"
    ran = subprocess.run(
        # A number that overflows is a warning, and here an error.
        [sys.executable, "-W", "error", "-m", "tests.engine.play_digest"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == [way, *here]
