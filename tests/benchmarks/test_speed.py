"""What speed and memory are promised, measured: `make bench-check`, on an idle machine.

In an ordinary run of the tests only the measuring itself is checked, and what takes long is left
out: a time on a busy machine says nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hanabi_arena.league.bench import measure

FLOORS = [
    # bot, players, games a second, turns a second (0: nothing is promised)
    ("random", 2, 0, 8_000_000),
    ("random", 5, 0, 8_000_000),
    ("simple", 2, 200_000, 0),
    ("simple", 5, 180_000, 0),
    ("random-python", 2, 5_000, 0),
    ("simple-python", 2, 500, 0),
]


@pytest.fixture
def timed(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--benchmark-enable"))


@pytest.fixture
def idle_machine(timed: bool) -> None:
    if not timed:
        pytest.skip("a measurement for an idle machine: make bench-check")


@pytest.mark.parametrize(("bot", "players", "games", "turns"), FLOORS)
def test_a_bot_plays_fast_enough(
    bot: str, players: int, games: int, turns: int, timed: bool
) -> None:
    row = measure(bot, "base", players, 1.0 if timed else 0.05, 5 if timed else 1)
    assert row["games_per_second"] > 0
    if timed:
        print(row)
        assert row["games_per_second"] >= games
        assert row["turns_per_second"] >= turns


def arena(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from hanabi_arena.cli import main; main()", *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=True,
    )


def seconds_of(*words: str, cwd: Path) -> float:
    before = time.perf_counter()
    arena(*words, cwd=cwd)
    return time.perf_counter() - before


def test_help_starts_at_once(timed: bool, tmp_path: Path) -> None:
    best = min(seconds_of("--help", cwd=tmp_path) for _ in range(5 if timed else 1))
    assert best < (0.3 if timed else 30)


@pytest.mark.usefixtures("idle_machine")
def test_two_workers_play_almost_twice_as_fast(tmp_path: Path) -> None:
    playing = []
    for jobs in (1, 2):
        words = ("run", "--bots", "simple", "--players", "2", "--games", "3000000", "--no-charts")
        more = ("--jobs", str(jobs), "--out", str(tmp_path / str(jobs)), "--part-size", "20000")
        whole = seconds_of(*words, *more, cwd=tmp_path)
        # A finished run plays nothing: it starts, reads the records, and sums them up.
        rest = seconds_of(*words, *more, cwd=tmp_path)
        playing.append(whole - rest)
    one, two = playing
    print(f"one worker {one:.2f} s, two {two:.2f} s: {one / two:.2f} times")
    assert one / two >= 1.8


def tree_memory(pid: int) -> int:
    """Return the bytes that a process and its descendants hold, shared pages counted once.

    That is the sum of their proportional set sizes (Linux only). The sum of their resident sizes
    would count the compiler's library once for each worker.
    """
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))

    def all_of(root: int) -> Iterator[int]:
        yield root
        for child in children.get(root, []):
            yield from all_of(child)

    total = 0
    for one in all_of(pid):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return total


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="memory is read from /proc")
@pytest.mark.usefixtures("idle_machine")
def test_a_million_games_need_little_memory(tmp_path: Path) -> None:
    words = ["run", "--bots", "simple", "--players", "2", "--games", "1000000", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from hanabi_arena.cli import main; main()", *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    peak = 0
    while process.poll() is None:
        peak = max(peak, tree_memory(process.pid))
        time.sleep(0.05)
    assert process.stdout is not None
    rows: list[dict[str, Any]] = json.loads(process.stdout.read())
    process.stdout.close()
    assert process.returncode == 0
    assert rows[0]["games"] == 1_000_000
    print(f"peak {peak / 1e6:.0f} MB")
    assert peak < 600e6
