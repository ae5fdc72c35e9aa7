"""Every mistake in a league file is told in one line: where, what, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hanabi_arena.cli import main
from tests.support import plan_of

BOT = "from hanabi_arena import Bot, Play\n\nclass Mine(Bot):\n    level: int = 3\n"

# Pieces of a block: the league file, then lines that the message holds.
BLOCKS = (Path(__file__).parent / "mistakes.txt").read_text(encoding="utf-8").split("\n\n")
MISTAKES = [block for block in BLOCKS if not block.startswith("#")]


def said(*words: str) -> str:
    """Return the one line that `arena run` refuses with."""
    result = CliRunner().invoke(main, ["run", *words])
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: ")
    return line.removeprefix("error: ")


@pytest.mark.parametrize("block", MISTAKES, ids=[block.split("\n=>")[0] for block in MISTAKES])
def test_a_mistake_is_told_in_one_line(tmp_path: Path, block: str) -> None:
    text, *pieces = block.strip().split("\n=> ")
    assert pieces
    (tmp_path / "mine.py").write_text(BOT, encoding="utf-8")
    path = tmp_path / "c.yaml"
    path.write_text(text, encoding="utf-8")
    line = said(str(path))
    assert line.startswith(str(path))
    for piece in pieces:
        assert piece in line
    assert len(line) < len(str(tmp_path)) * 2 + 600


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a league file is a mapping with at least the key bots"),
        ("# nothing\n", "a league file is a mapping with at least the key bots"),
        ("bots: " + "[" * 300, "this is no YAML"),
        ("bots: " + "[" * 5000, "nested too deeply"),
        ("bots: [simple]\n\x00", "this is no YAML: unacceptable character #x0000"),
        ("bots: [simple]\nseed: " + "x" * 5000 + ": 1", "this is no YAML: mapping values are not"),
    ],
    ids=["empty", "comment", "deep", "deeper", "zero", "long"],
)
def test_strange_texts_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(text, encoding="utf-8")
    line = said(str(path))
    assert line.startswith(str(path))
    assert message in line


def test_aliases_that_multiply_are_refused_at_once(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for level in range(1, 15):
        again = ", ".join([f"*a{level - 1}"] * 9)
        lines.append(f"a{level}: &a{level} [{again}]")
    path = tmp_path / "bomb.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert "more than 100,000 values" in said(str(path))
    merged = ["a0: &a0 {x: 1}"]
    merged += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 8)}]}}" for n in range(1, 9)]
    path.write_text("\n".join(merged), encoding="utf-8")
    assert "more than 100,000 values" in said(str(path))


def test_what_is_no_text_file_is_refused(tmp_path: Path) -> None:
    missing = tmp_path / "missing.yaml"
    assert said(str(missing)) == f"{missing}: no such file"
    assert said(str(tmp_path)).startswith(f"{tmp_path}: cannot be read: ")
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(bytes(range(256)))
    assert (
        said(str(binary)) == f"{binary}: cannot be read: it is no text in UTF-8, from byte 128 on"
    )
    inside = binary / "x.yaml"
    assert said(str(inside)).startswith(f"{inside}: cannot be read: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "nothing to play: name a configuration file"),
        (["--bots", "smiple"], 'the options, bots[0]: no bot "smiple". Did you mean "simple"?'),
        (["--bots", "simple", "--variants", "bsae"], 'variants[0]: no variant "bsae". Did you'),
        (["--bots", "simple", "--players", "7"], "players[0]: 7 is not allowed"),
        (["--bots", "simple", "--players", "2,2"], "players[1]: 2 stands here twice"),
        (["--bots", "simple", "--line-ups", "par"], "line-ups[0]: 'par' is not allowed. Did you"),
        (["--bots", "simple,simple"], 'a bot is already called "simple"'),
        (["--bots", "table-talk:discard=x"], "parameter discard: 'x' is not allowed"),
        (["--bots", "simple", "--plugins", "nowhere"], "--plugins nowhere: no such folder"),
    ],
)
def test_a_mistake_in_the_options_is_told_in_one_line(words: list[str], message: str) -> None:
    assert message in said(*words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "0 is not in the range x>=1"),
        (["--games", "many"], "'many' is not a valid integer"),
        (["--jobs", "0"], "0 is not in the range x>=1"),
        (["--players", "two"], "player counts are written 2,3 or 2-5"),
        (["--players", "5-2"], "player counts from 5 to 2"),
        (["--players", "2-99999999999"], "player counts from 2 to 99999999999"),
        (["--gamse", "3"], "No such option '--gamse'"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(words: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["run", "--bots", "simple", *words])
    assert result.exit_code == 2
    assert message in result.stderr


def test_what_a_file_says_the_options_may_not_say_again(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    path.write_text("bots: [simple]", encoding="utf-8")
    for option, value in (("bots", "random"), ("players", "2"), ("variants", "base")):
        line = said(str(path), f"--{option}", value)
        assert line == f"--{option} goes without a configuration file; change {path}"


def test_dates_and_numbers_in_names_are_texts(tmp_path: Path) -> None:
    """YAML would read some names as dates; nothing here is one."""
    path = tmp_path / "c.yaml"
    path.write_text("name: 2026-02-30\nbots: [simple]\nseed: 2026-01-01", encoding="utf-8")
    plan = plan_of(path)
    assert (plan.league.name, plan.league.seed) == ("2026-02-30", "2026-01-01")
