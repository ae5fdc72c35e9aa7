"""Scenario files in pytest: a test for each, with the bot that is named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hanabi_arena.conventions.shipped import shipped_scenarios
from tests.support import environment

FILE = shipped_scenarios()["h-group"]["play-clue"]

BOT = """
from hanabi_arena import Bot, Discard, Play


class Eager(Bot):
    '''Plays its newest card.'''

    slot: int = 0

    def act(self, view):
        return Play(len(view.hand) - 1 - self.slot)
"""


def run(folder: Path, *words: str) -> tuple[int, str]:
    """Run pytest in a folder with our plugin alone; return its exit code and output."""
    environ = environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", NO_COLOR="1")
    command = [sys.executable, "-m", "pytest", "-p", "hanabi_arena.pytest_plugin", "-rs", "-v"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", *words],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def counts(output: str) -> dict[str, int]:
    """Return what pytest's last line counts."""
    *_, last = output.strip().splitlines()
    return {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", last)}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "eager.py").write_text(BOT, encoding="utf-8")
    (tmp_path / "clues.scenario.yaml").write_text(FILE.read_text("utf-8"), encoding="utf-8")
    return tmp_path


def test_a_named_bot_takes_every_scenario(project: Path) -> None:
    code, output = run(project, "--arena-bot", "eager")
    told = counts(output)
    assert code == 1, output
    assert told["failed"] >= 1
    assert told["passed"] >= 1
    assert "expected" in output
    assert "discards" in output, "the position is shown"
    assert "eager.py" not in output, "how it was asked is not"
    assert "Traceback" not in output
    code, output = run(project, "--arena-bot", "eager", "-m", "not arena")
    assert counts(output)["deselected"] == told["failed"] + told["passed"] + told.get("skipped", 0)


def test_the_configuration_may_name_several(project: Path) -> None:
    text = "[pytest]\narena_bot =\n    eager\n    eager:slot=1\n"
    (project / "pytest.ini").write_text(text, encoding="utf-8")
    _, output = run(project)
    assert "[eager]" in output
    assert "[eager:slot=1]" in output
    told = counts(output)
    _, once = run(project, "--arena-bot", "eager")
    assert sum(told.values()) == 2 * sum(counts(once).values())


def test_without_a_bot_they_are_skipped_with_the_reason(project: Path) -> None:
    code, output = run(project)
    assert code == 0
    assert set(counts(output)) == {"skipped"}
    assert "no bot was named to take it: --arena-bot" in output


@pytest.mark.parametrize(
    ("words", "content", "message"),
    [
        (("--arena-bot", "eagre"), None, 'no bot "eagre". Did you mean "eager"'),
        (("--arena-bot", "eager:slto=1"), None, 'no parameter "slto"'),
        (("--arena-bot", "eager"), "- name: half\n", "clues.scenario.yaml, line 1"),
        ((), "[", "clues.scenario.yaml"),
    ],
)
def test_mistakes_are_told_in_our_words(
    project: Path, words: tuple[str, ...], content: str | None, message: str
) -> None:
    if content is not None:
        (project / "clues.scenario.yaml").write_text(content, encoding="utf-8")
    code, output = run(project, *words)
    assert code == 2, output
    assert message in output
    assert "Traceback" not in output
    assert f"{os.sep}hanabi_arena{os.sep}" not in output
