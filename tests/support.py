"""What the tests of the API, of leagues and of the command line share."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
import yaml
from filelock import FileLock

from hanabi_arena.api.bot import BotBase
from hanabi_arena.league.config import read_league
from hanabi_arena.league.plan import Plan, plan_league
from hanabi_arena.match.batch import Games
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant

TESTS = Path(__file__).resolve().parent
BOTS = TESTS / "league" / "bots"
"""Bots that misbehave, in files that stay where they are, so that they are compiled once."""

ARENA = Path(sys.executable).with_name("arena")


@dataclass(frozen=True)
class Done:
    """A command that has ended: its exit code, and what it printed."""

    code: int
    out: str
    err: str


def command(*words: str | Path) -> list[str]:
    """Return the command line of `arena WORDS`, as a user's shell runs it."""
    return [str(ARENA), *map(str, words)]


def environment(**more: str) -> dict[str, str]:
    """Return the environment for a command: a wide terminal's, and no test runner's."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    return {**own, "COLUMNS": "200", **more}


def arena(
    *words: str | Path, cwd: Path, code: int | None = 0, timeout: float = 300, **more: str
) -> Done:
    """Run `arena WORDS` in a folder; unless it is None, its exit code must be `code`.

    Further keywords are set in its environment. It never ends in a traceback.
    """
    ended = subprocess.run(
        command(*words),
        cwd=cwd,
        env=environment(**more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=timeout,
        check=False,
    )
    done = Done(ended.returncode, ended.stdout, ended.stderr)
    assert "Traceback" not in done.err, done.err
    if code is not None:
        assert done.code == code, f"exit code {done.code}, not {code}:\n{done.out}\n{done.err}"
    return done


@contextmanager
def started(*words: str, cwd: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a command in a session of its own, as a terminal does, and see it ended."""
    process = subprocess.Popen(
        command(*words),
        cwd=cwd,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def shared_folder(
    factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]
) -> Path:
    """Return a folder that `make` fills once, however many processes share the tests."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder = base / f"shared-{name}"
    with FileLock(base / f"shared-{name}.lock"):
        if not folder.with_suffix(".made").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            folder.with_suffix(".made").touch()
    return folder


def write_league(path: Path, **keys: Any) -> Path:
    """Write a league file; the keys are those of the format, with underscores for hyphens."""
    league = {key.replace("_", "-"): value for key, value in keys.items()}
    path.write_text(yaml.safe_dump(league, sort_keys=False), encoding="utf-8")
    return path


def plan_of(path: Path) -> Plan:
    """Return the plan of a league file."""
    league, document = read_league(path)
    return plan_league(league, document)


def recorded(folder: Path) -> pd.DataFrame:
    """Return every game that a run's folder records, in order; actions as tuples of numbers.

    It reads the Parquet files as a stranger would.
    """
    parts = [pq.read_table(path).to_pandas() for path in sorted(folder.rglob("games/**/*.parquet"))]
    games = pd.concat([part.astype({"line_up": str, "variant": str}) for part in parts])
    games = games.sort_values(["line_up", "variant", "players", "game"], ignore_index=True)
    for name in ("seats", "end", "fault"):
        games[name] = games[name].astype(str)
    if "actions" in games:
        games["actions"] = [tuple(actions) for actions in games["actions"]]
    return pd.DataFrame(games)


def files_of(folder: Path, *names: str) -> dict[str, bytes]:
    """Return the content of files of a folder by name; a folder's name stands for all in it."""
    found: dict[str, bytes] = {}
    for name in names:
        path = folder / name
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        found |= {str(one.relative_to(folder)): one.read_bytes() for one in inside if one.is_file()}
    return found


TABLES = ("summary.csv", "report.md", "charts")
"""What is made from a run's record, the same to the byte for the same games."""


def play(
    *bots: type[BotBase],
    games: int,
    variant: str = "base",
    params: Sequence[Mapping[str, Any]] = (),
    seed: int | str = 1,
) -> Games:
    """Play games in this process with these bots in their seats."""
    given = tuple(params) or ({},) * len(bots)
    return play_batch(Seating(find_variant(variant), bots, given, seed), 0, games)


def actions_of(games: Games) -> list[tuple[int, ...]]:
    """Return the actions of each game."""
    ends = games.results["turns"].astype(int).cumsum()
    return [
        tuple(games.actions[end - turns : end].tolist())
        for end, turns in zip(ends, games.results["turns"].astype(int), strict=True)
    ]


def children_of(pid: int) -> set[int]:
    """Return the processes that a process has started, and those that they have."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        parents[int(stat.parent.name)] = int(words[1])
    found: set[int] = set()
    while more := {one for one, parent in parents.items() if parent in found | {pid}} - found:
        found |= more
    return found


def living(pids: set[int]) -> set[int]:
    """Return which of some processes are still there and not just waiting to be collected."""
    alive = set()
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
        except OSError:
            continue
        if state.split()[0] not in "ZX":
            alive.add(pid)
    return alive


def wait_for(what: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so, at most so long; return whether it is."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
