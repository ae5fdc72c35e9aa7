"""A run that is stopped, or killed, goes on where it was, and leaves nobody behind."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from pandas.testing import assert_frame_equal

from hanabi_arena.cli import main
from tests.support import (
    BOTS,
    TABLES,
    arena,
    children_of,
    files_of,
    living,
    recorded,
    shared_folder,
    started,
    wait_for,
    write_league,
)

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="it looks at processes in /proc"
)

CELLS = 2 * 2 * 2
GAMES = 500
WORDS = ("run", "league.yaml", "--jobs", "2", "--part-size", "25")


def folder_with_league(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    write_league(
        folder / "league.yaml",
        name="long",
        games=GAMES,
        players=[2, 3],
        bots=["random-python", "random"],
        line_ups=["self-play", "pairs"],
    )
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run's folder as it is when nobody stops it."""

    def make(folder: Path) -> None:
        arena("run", "league.yaml", cwd=folder_with_league(folder))

    return shared_folder(tmp_path_factory, "interrupts", make) / "results" / "long"


def parts_in(run: Path) -> list[Path]:
    return list(run.glob("games/*/*/*/*.parquet"))


def test_killed_it_goes_on_and_ends_the_same(tmp_path: Path, whole: Path) -> None:
    folder = folder_with_league(tmp_path / "killed")
    run = folder / "results" / "long"
    with started(*WORDS, cwd=folder) as process:
        assert wait_for(lambda: len(parts_in(run)) >= 3, 60)
        children = children_of(process.pid)
        assert len(children) >= 2
        process.kill()
    assert wait_for(lambda: not living(children), 3)
    # What is there can be read, and is part of the whole.
    games = recorded(run)
    assert 75 <= len(games) < CELLS * GAMES
    assert not (run / "summary.csv").exists()
    done = arena(*WORDS, cwd=folder)
    assert "nothing was played" not in done.err
    assert_frame_equal(recorded(run), recorded(whole))
    assert files_of(run, *TABLES) == files_of(whole, *TABLES)
    assert any(name.endswith(".png") for name in files_of(run, *TABLES))
    assert not (run / ".work").exists()


def test_an_interrupt_ends_it_at_once_with_the_line_that_resumes(
    tmp_path: Path, whole: Path
) -> None:
    folder = folder_with_league(tmp_path / "stopped")
    run = folder / "results" / "long"
    with started(*WORDS, "--fresh", cwd=folder) as process:
        assert wait_for(lambda: len(parts_in(run)) >= 2, 60)
        # Nobody else gets into the folder meanwhile.
        words = [str(folder / "league.yaml"), "--out", str(run)]
        second = CliRunner().invoke(main, ["run", *words])
        assert second.exit_code == 2
        assert f"{run}: another run is using this folder; wait for it, or choose" in second.stderr
        children = children_of(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        before = time.monotonic()
        out, err = process.communicate(timeout=30)
        assert time.monotonic() - before < 2
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    line = err.splitlines()[-1]
    told = re.fullmatch(r"stopped after ([\d,]+) of 4,000 games; go on with: (.*)", line)
    assert told
    assert int(told[1].replace(",", "")) == len(recorded(run))
    assert shlex.split(told[2]) == ["arena", *WORDS]
    assert wait_for(lambda: not living(children), 3)
    games = recorded(run)
    keys = ["line_up", "variant", "players", "game"]
    wanted = recorded(whole).merge(games[keys], on=keys)
    assert_frame_equal(games, wanted)
    assert (run / "timing.csv").exists()


@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_bot_that_hangs_does_not_keep_it(tmp_path: Path, how: str) -> None:
    """Not even one in C, which never lets the interpreter look at anything."""
    run = tmp_path / "run"
    write_league(
        tmp_path / "league.yaml",
        games=8,  # the sixth one hangs
        players=[2],
        bots=[f"{BOTS / 'hostile.py'}:{name}" for name in ("Calm", "LoopsInC")],
        limits={"move-seconds": 60.0},
    )
    with started(
        "run", "league.yaml", "--jobs", "2", "--no-charts", "--out", str(run), cwd=tmp_path
    ) as process:
        assert wait_for(lambda: bool(parts_in(run)), 60)
        time.sleep(0.7)
        assert process.poll() is None
        children = children_of(process.pid)
        assert len(children) >= 2
        process.send_signal(getattr(signal, how))
        before = time.monotonic()
        process.wait(timeout=30)
        assert time.monotonic() - before < 2
        assert process.returncode == (-9 if how == "SIGKILL" else 130)
    assert wait_for(lambda: not living(children), 3)
