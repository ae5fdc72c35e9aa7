"""The repository in examples/ passes its own tests, and fails them well once its bot is worse."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "my-bots"

MISUSED = """
import pytest


def test_no_such_bot(arena):
    arena.play("curteous", players=3, games=1)


def test_no_such_baseline(arena):
    arena.assert_not_weaker("courteous", than="nothing.json")


def test_an_answer_that_is_told_in_the_message_is_not_told_twice(arena):
    arena.assert_better("simple", than="courteous", players=3)


def test_what_was_played_is_shown(arena):
    arena.play("simple", players=2, games=5)
    arena.compare("simple", "random", players=2, max_games=20)
    assert False


@pytest.mark.arena(player=3)
def test_no_such_keyword(arena):
    pass
"""


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a copy as its author would, in a process of its own."""
    # On a build machine pytest shows what it shortens elsewhere.
    own = {key: value for key, value in os.environ.items() if key not in ("CI", "BUILD_NUMBER")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *options],
        cwd=folder,
        env=own,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(
        shutil.copytree(
            EXAMPLE,
            tmp_path / "my-bots",
            ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"),
        )
    )


def test_the_example_passes_its_tests(copy: Path) -> None:
    done = run(copy, "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^14 passed", done.stdout, re.MULTILINE)


def test_a_weaker_bot_fails_with_the_table_and_the_worst_deals(copy: Path) -> None:
    bot = copy / "my_bots" / "courteous.py"
    better = bot.read_text(encoding="utf-8")
    worse = better.replace(
        "return next((card.slot for card in hand if not card.clued), 0)", "return len(hand) - 1"
    )
    assert worse != better
    bot.write_text(worse, encoding="utf-8")
    (copy / "tests" / "test_misused.py").write_text(MISUSED, encoding="utf-8")
    out = run(copy, "-k", "scores or released or misused").stdout
    assert "6 failed" in out, out
    assert "1 error" in out

    # A plain assert: the games stand below.
    assert "<200 games of courteous, 3 players, base: kept 16.48 ±.19" in out
    assert "courteous · base · 3 players · 200 games · seed 1\n" in out
    assert re.search(r"worst deals\n  deal \d+: \d+ \(deck\)\n    arena run --bots courteous ", out)
    # The baseline: in the message.
    assert "E       AssertionError: courteous is not shown to be as good as courteous in" in out
    assert "weaker (evidence" in out
    assert re.search(r"E +base, 3 players +16\.\d\d +16\.\d\d +−0\.\d\d", out)
    assert re.search(r"E +worst for B\nE +deal \d+ \(base, 3 players\): \d+ → \d+\n", out)
    # Frames of ours are not shown.
    assert "hanabi_arena/testing/arena.py" not in out
    assert "contextlib" not in out

    # Misuse: one line that says what would be right.
    assert 'Failed: no bot "curteous". Did you mean "courteous"?' in out
    assert re.search(r"Failed: .*nothing\.json: no such baseline; record it: pytest", out)
    assert 'no keyword "player". Did you mean "players"?' in out
    assert out.count("A  courteous\n") == out.count("B  simple\n") == 1
    told = out[out.index("test_what_was_played_is_shown(") :]
    assert "simple · base · 2 players · 5 games · seed 1\n" in told
    assert "A  simple\nB  random\n" in told


def test_a_baseline_is_recorded_anew(copy: Path) -> None:
    file = copy / "tests" / "courteous.json"
    before = json.loads(file.read_text(encoding="utf-8"))
    done = run(copy, "-k", "released or readme", "--arena-promote", "-rs")
    assert "recorded courteous.json: 400 deals of courteous" in done.stdout
    assert "1 passed, 1 skipped" in done.stdout
    after = json.loads(file.read_text(encoding="utf-8"))
    assert (after["games"], list(after["bots"])) == (400, ["courteous"])
    assert after["seed"] != before["seed"]


def test_tests_that_play_can_be_left_out(copy: Path) -> None:
    listed = run(copy, "--collect-only", "-q", "-m", "not arena").stdout
    assert "::TestCourteous::" in listed
    assert "::test_it" not in listed


def test_the_plugin_loads_nothing_heavy() -> None:
    code = (
        "import sys, hanabi_arena.pytest_plugin;"
        "print([m for m in ('numba', 'numpy', 'pandas', 'click') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
