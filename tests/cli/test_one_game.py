"""`arena run … --game I` plays one game here, and shows what its bots do."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from hanabi_arena.match.transcript import parse_transcript
from tests.league.bots.wild import ABOVE
from tests.support import (
    BOTS,
    arena,
    command,
    environment,
    recorded,
    shared_folder,
    write_league,
)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league in which some games end by a fault, and what its run said."""

    def make(folder: Path) -> None:
        write_league(
            folder / "the league.yaml",
            name="faulty",
            seed=5,
            games=4,
            players=[2],
            bots=[
                "random",
                f"{BOTS / 'hostile.py'}:Raises",
                {"bot": f"{BOTS / 'wild.py'}:Wild", "params": {"how": ABOVE}},
            ],
        )
        words = ["--jobs", "1", "--no-charts", "--out", "results of it"]
        done = arena("run", "the league.yaml", *words, cwd=folder, code=4)
        (folder / "said.txt").write_text(done.err, encoding="utf-8")

    return shared_folder(tmp_path_factory, "one-game", make)


def printed_command(faulty: Path) -> list[str]:
    lines = (faulty / "said.txt").read_text(encoding="utf-8").splitlines()
    first = next(line for line in lines if "--game" in line)
    words = shlex.split(first)
    assert words[:3] == ["arena", "run", "the league.yaml"]
    return words[1:]


def run_one(folder: Path, *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        command("run", *words),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_command_that_a_fault_comes_with_reproduces_it(faulty: Path) -> None:
    words = printed_command(faulty)
    place = words.index("--line-up")
    line_up, game = words[place + 1], int(words[words.index("--game") + 1])
    games = recorded(faulty / "results of it")
    (row,) = (
        one
        for _, one in games.iterrows()
        if (one["line_up"], one["game"]) == (line_up, game) and one["fault_seat"] >= 0
    )
    code, out, err = run_one(faulty, *words[1:])
    assert code == 4
    assert row["fault"] in err
    assert parse_transcript(out.rstrip("\n") + "\n").actions == row["actions"]


def test_a_raising_bot_is_shown_with_its_traceback(faulty: Path) -> None:
    games = recorded(faulty / "results of it")
    raised = games[(games["line_up"] == "raises") & (games["fault_seat"] >= 0)]
    game = str(raised["game"].iloc[0])
    code, out, err = run_one(faulty, "the league.yaml", "--line-up", "raises", "--game", game)
    assert code == 4
    assert "Traceback (most recent call last):" in err
    assert f'File "{BOTS / "hostile.py"}", line ' in err
    assert "ValueError: boo\nand more" in err
    seat = raised["fault_seat"].iloc[0]
    assert "fault of raises: raised ValueError: boo and more (hostile.py, line " in err
    assert f"fault of seat {seat} after " in out


def test_a_compiled_fault_is_told(faulty: Path) -> None:
    games = recorded(faulty / "results of it")
    name = f"wild:how={ABOVE}"
    game = games[(games["line_up"] == name) & (games["fault_seat"] >= 0)]["game"].iloc[0]
    code, _, err = run_one(faulty, "the league.yaml", "--line-up", name, "--game", str(game))
    assert code == 4
    assert f"fault of {name}: illegal action number 115: there is no such action" in err


def test_a_game_without_a_fault_is_shown_too(faulty: Path) -> None:
    code, out, err = run_one(faulty, "the league.yaml", "--game", "3", "--players", "2")
    assert code == 0
    record = parse_transcript(out.rstrip("\n") + "\n")
    games = recorded(faulty / "results of it")
    (row,) = (one for _, one in games.iterrows() if (one["line_up"], one["game"]) == ("random", 3))
    assert record.actions == row["actions"]
    assert "random · base · 2 players · game 3" in err


def test_what_a_bot_prints_is_shown(tmp_path: Path) -> None:
    words = ["--bots", f"{BOTS / 'hostile.py'}:PrintsAndWatches", "--players", "2", "--game", "0"]
    code, out, _ = run_one(tmp_path, *words)
    assert code == 0
    assert re.search(r"^turn 0\nturn 1\n", out, re.MULTILINE)
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--line-up", "smiple"], 'no line-up "smiple". Did you mean "simple"?'),
        (["--variant", "bsae"], 'no variant here "bsae". Did you mean "base"?'),
    ],
)
def test_a_game_that_is_not_there(tmp_path: Path, words: list[str], message: str) -> None:
    done = arena("run", "--bots", "simple", "--game", "0", *words, cwd=tmp_path, code=2)
    assert message in done.err


def test_a_player_count_that_is_not_played(faulty: Path) -> None:
    words = ["--players", "5", "--game", "0"]
    done = arena("run", "the league.yaml", *words, cwd=faulty, code=2)
    assert "does not play base at 5 players here" in done.err
