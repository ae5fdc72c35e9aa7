"""`arena new` writes a bot that plays at once, with a test that it passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hanabi_arena.api.bot import parameters
from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.api.registry import Registry
from hanabi_arena.cli import main
from tests.support import arena, environment, recorded


def test_it_writes_a_bot_and_its_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["new", "my-careful_bot2"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("wrote bots/my_careful_bot2.py ")
    assert lines[1].startswith("wrote tests/test_my_careful_bot2.py ")
    assert lines[2] == "next: arena run --bots my-careful-bot2,simple --players 2,3 --games 500"
    assert result.stderr == ""
    spec = Registry((tmp_path / "bots",)).find("my-careful-bot2")
    bot = spec.load()
    assert bot.__name__ == "MyCarefulBot2"
    assert bot.line()
    assert list(parameters(bot)) == ["spare_tokens"]
    assert parameters(bot)["spare_tokens"].doc
    for path in (tmp_path / "bots", tmp_path / "tests"):
        (file,) = path.glob("*.py")
        text = file.read_text(encoding="utf-8")
        assert "@" not in text.replace("@staticmethod", "").replace("@kernel", "")
        assert max(map(len, text.splitlines())) <= 100


def test_both_templates_are_the_same_bot(tmp_path: Path) -> None:
    arena("new", "plain", cwd=tmp_path)
    arena("new", "quick", "--compiled", cwd=tmp_path)
    words = ["--players", "2,3", "--games", "30", "--variants", "base,rainbow", "--no-charts"]
    arena("run", "--bots", "plain,quick", *words, cwd=tmp_path)
    games = recorded(tmp_path / "results" / "run")
    plain, quick = (
        games[games["line_up"] == name].reset_index(drop=True) for name in ("plain", "quick")
    )
    assert plain["actions"].tolist() == quick["actions"].tolist()
    assert (plain["fault_seat"] == -1).all()
    assert plain["score_kept"].mean() > 8
    assert (plain["strikes"] == 0).all()


@pytest.mark.parametrize("words", [[], ["--compiled"]])
def test_a_template_passes_its_own_test(tmp_path: Path, words: list[str]) -> None:
    arena("new", "fresh", *words, "--folder", str(tmp_path), cwd=tmp_path)
    test = tmp_path / "tests" / "test_fresh.py"
    few = '    bot = BOT\n    games = 4\n    variants = ("base", "avalanche+choreography")\n'
    text = test.read_text(encoding="utf-8")
    assert text.count("    bot = BOT\n") == 1
    test.write_text(text.replace("    bot = BOT\n", few), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout
    assert "skipped" not in done.stdout
    found = Registry().find(f"{tmp_path / 'bots' / 'fresh.py'}").load()
    assert issubclass(found, CompiledBot) == bool(words)


def test_nothing_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path in (Path("bots/mine.py"), Path("tests/test_mine.py")):
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine", encoding="utf-8")
        result = CliRunner().invoke(main, ["new", "mine"])
        assert result.exit_code == 2
        assert result.stderr == f"error: {path} exists; choose another name, or remove it\n"
        assert [file.read_text(encoding="utf-8") for file in Path().rglob("*.py")] == ["mine"]
        path.unlink()


@pytest.mark.parametrize(
    "name", ["Mine", "my bot", "../mine", "mine.py", "2mine", "-mine", "", "mine-", "a--b", "é"]
)
def test_a_bad_name_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["new", "--", name])
    assert result.exit_code == 2
    assert f"error: {name!r} is no name for a bot: lower-case letters and digits" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_keyword_makes_a_file_that_can_be_imported(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["new", "class", "--folder", str(tmp_path)])
    assert result.exit_code == 0
    assert Registry().find(f"{tmp_path / 'bots' / 'class_bot.py'}").name == "class"


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = CliRunner().invoke(main, ["new", "mine", "--folder", str(tmp_path / "file")])
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: ")
    assert "file" in line
