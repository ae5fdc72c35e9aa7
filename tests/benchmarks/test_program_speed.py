"""A program behind pipes plays 5,000 moves a second on one core: `make bench-check`.

What is measured is processor time, the arena's and the program's together.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

import hanabi_arena as arena
from hanabi_arena.api.program_bot import close_programs

resource = pytest.importorskip("resource", reason="this system does not tell what a child used")

ECHO = Path(__file__).parents[1] / "interop" / "echo.py"
WANTS = (["legal"], ["legal", "events"], ["legal", "view"])
PROMISED = 5_000


def seconds(whose: int) -> float:
    usage = resource.getrusage(whose)
    return float(usage.ru_utime + usage.ru_stime)


@pytest.mark.parametrize("wants", WANTS, ids="+".join)
def test_a_program_plays_fast_enough(wants: list[str], request: pytest.FixtureRequest) -> None:
    timed = bool(request.config.getoption("--benchmark-enable"))
    bot = f"process:command={shlex.join([sys.executable, '-I', '-S', str(ECHO), *wants])}"
    arena.play(bot, players=2, games=2)
    own, programs = seconds(resource.RUSAGE_SELF), seconds(resource.RUSAGE_CHILDREN)
    games = arena.play(bot, players=2, games=200 if timed else 2)
    own = seconds(resource.RUSAGE_SELF) - own
    close_programs()
    programs = seconds(resource.RUSAGE_CHILDREN) - programs
    moves = int(games["turns"].sum())
    assert moves > 100
    assert (games["fault"] == "").all()
    if timed:
        print(f"{own / moves * 1e6:.0f} µs here, {programs / moves * 1e6:.0f} µs there, a move")
        assert moves / (own + programs) >= PROMISED
