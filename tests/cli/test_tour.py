"""`arena --help` is a tour that starts at once; what is mistyped is answered."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import hanabi_arena
from hanabi_arena.cli import main
from tests.support import arena

VERBS = sorted(main.commands)
HEAVY = ("numba", "numpy", "pandas", "matplotlib", "pyarrow", "scipy", "joblib", "pydantic", "rich")


def test_the_help_names_every_verb() -> None:
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    for verb in VERBS:
        assert f"arena {verb}" in result.stdout
    assert CliRunner().invoke(main, ["-h"]).stdout == result.stdout


@pytest.mark.parametrize(
    "words", [*([verb] for verb in VERBS), ["replay", "show"], ["replay", "export"]]
)
def test_every_verb_has_help(words: list[str]) -> None:
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: ")
    lines = result.stdout.splitlines()
    assert lines[2].strip()
    assert all(len(line) <= 80 for line in lines)


def test_every_option_is_explained() -> None:
    replay: Any = main.commands["replay"]
    for command in (*main.commands.values(), *replay.commands.values()):
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, f"{command.name} --{option.name}"


def test_the_help_loads_nothing_heavy() -> None:
    """Each of these takes longer to import than `arena --help` may take in all."""
    code = (
        "import sys\n"
        "from hanabi_arena.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert "arena run configs/league.yaml" in done.stdout
    assert done.stderr.strip() == "[]"


def test_the_version() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert result.stdout.strip() == f"arena, version {hanabi_arena.__version__}"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rnu"], 'no command "rnu". Did you mean "run"? One of '),
        (["Bots"], 'no command "Bots". Did you mean "bots"?'),
        (["xyzzy"], 'no command "xyzzy". One of ablate, bench'),
        (["replay", "sohw"], 'no command "sohw". Did you mean "show"? One of export, show'),
        (["bots", "--jsno"], "--jsno"),
    ],
)
def test_a_mistyped_verb_is_answered(words: list[str], message: str) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


def test_without_a_verb_it_shows_the_tour(tmp_path: Path) -> None:
    done = arena(cwd=tmp_path, code=None)
    assert "arena run configs/league.yaml" in done.out + done.err
    assert done.code in (0, 2)
