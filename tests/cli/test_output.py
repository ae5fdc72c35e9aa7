"""Results go to standard output, everything else to standard error, whatever is at their ends."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.support import arena, command, environment, shared_folder

KEYS = [
    "lineup",
    "variant",
    "players",
    "games",
    "mean_zero",
    "mean_kept",
    "se_zero",
    "se_kept",
    "median",
    "perfect_rate",
    "strikeout_rate",
    "max_score",
    "faults",
    "turns_mean",
    "seconds",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a run has been played and finished."""

    def make(folder: Path) -> None:
        done = arena(*AGAIN, "--no-charts", "--jobs", "1", "--json", cwd=folder)
        (folder / "printed.json").write_text(done.out, encoding="utf-8")
        (folder / "said.txt").write_text(done.err, encoding="utf-8")

    return shared_folder(tmp_path_factory, "output", make)


AGAIN = ["run", "--bots", "random,simple", "--players", "2", "--games", "10", "--seed", "3"]


def test_json_has_exactly_these_keys(folder: Path) -> None:
    rows = json.loads((folder / "printed.json").read_text(encoding="utf-8"))
    assert [list(row) for row in rows] == [KEYS, KEYS]
    assert [(row["lineup"], row["variant"], row["players"]) for row in rows] == [
        ("random", "base", 2),
        ("simple", "base", 2),
    ]
    said = (folder / "said.txt").read_text(encoding="utf-8")
    assert "2 bots · 2 line-ups · 1 variant · 2 players · 10 deals each" in said
    assert "results/run/" in said


def test_without_json_there_is_a_table(folder: Path) -> None:
    done = arena(*AGAIN, "--no-charts", cwd=folder)
    lines = done.out.splitlines()
    assert any(line.startswith("base ") for line in lines)
    assert any(line.startswith("simple ") and "±" in line for line in lines)
    assert "nothing was played" in done.err
    assert "nothing" not in done.out
    assert "\x1b" not in done.out + done.err


def test_progress_is_for_terminals_alone(folder: Path) -> None:
    said = (folder / "said.txt").read_text(encoding="utf-8")
    assert "\r" not in said
    assert "games/s" not in said
    assert "\x1b" not in said
    assert len(said.splitlines()) <= 3


ODD = {
    "narrow": {"COLUMNS": "20"},
    "dumb": {"TERM": "dumb"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin": {"PYTHONIOENCODING": "latin-1:strict"},
    "plain": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "colourless": {"NO_COLOR": "1", "FORCE_COLOR": "1", "LINES": "3"},
}


@pytest.mark.parametrize(
    ("odd", "words"),
    [
        *((odd, ["bots"]) for odd in ODD),
        ("ascii", ["bots", "--json"]),
        ("ascii", [*AGAIN, "--no-charts"]),
        ("plain", [*AGAIN, "--no-charts"]),
    ],
)
def test_odd_terminals_get_something_to_read(folder: Path, odd: str, words: list[str]) -> None:
    done = subprocess.run(
        command(*words),
        cwd=folder,
        env=environment(**ODD[odd]),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"simple" in done.stdout
    if "--json" in words:
        assert {bot["name"] for bot in json.loads(done.stdout)} >= {"random", "simple"}


@pytest.mark.parametrize(
    "words",
    [
        ["bots"],
        ["bots", "--json"],
        ["variants"],
        ["replay", "show", "results/run", "--all"],
        ["replay", "export", "results/run"],
        [*AGAIN, "--no-charts"],
        ["--help"],
    ],
    ids=" ".join,
)
def test_a_reader_that_goes_away_is_no_error(folder: Path, words: list[str]) -> None:
    process = subprocess.Popen(
        command(*words),
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()  # as `| head -0` does
        said = process.stderr.read()
    assert b"Traceback" not in said
    assert b"BrokenPipe" not in said


def test_bench_as_json(tmp_path: Path) -> None:
    few = ["--seconds", "0.05", "--repeats", "1", "--json"]
    done = arena("bench", "--bots", "random,random-python", "--players", "2-3", *few, cwd=tmp_path)
    rows = json.loads(done.out)
    assert [(row["bot"], row["players"]) for row in rows] == [
        ("random", 2),
        ("random", 3),
        ("random-python", 2),
        ("random-python", 3),
    ]
    for row in rows:
        assert list(row) == [
            "bot",
            "variant",
            "players",
            "games",
            "games_per_second",
            "turns_per_second",
            "turns_per_game",
            "spread",
        ]
        assert row["variant"] == "base"
        assert row["games"] > 0
        assert 0 < row["games_per_second"] < row["turns_per_second"]
        assert 5 < row["turns_per_game"] < 50
        assert row["spread"] == 0
    assert done.err == ""


def test_bench_as_a_table(tmp_path: Path) -> None:
    few = ["--seconds", "0.05", "--repeats", "1"]
    done = arena("bench", "--bots", "random", "--players", "2", *few, cwd=tmp_path)
    head, line = (" ".join(line.split()) for line in done.out.splitlines())
    assert head == "bot players games/s turns/s turns a game"
    assert line.startswith("random 2 ")
    unknown = arena("bench", "--bots", "smiple", "--players", "2", *few, cwd=tmp_path, code=2)
    assert 'no bot "smiple". Did you mean "simple"?' in unknown.err
