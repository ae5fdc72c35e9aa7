"""What happens in a worker process: bots are loaded from plain specs, parts are played.

A worker keeps a small file up to date that tells the parent which part, game, turn and seat it is
at; so the parent can name the bot that hangs or that takes the process down.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hanabi_arena.api.compiled import CompiledBot, compile_bot, mark_compiled
from hanabi_arena.api.program_bot import restarts
from hanabi_arena.api.registry import load_place
from hanabi_arena.league.plan import Cell
from hanabi_arena.league.records import part_bytes
from hanabi_arena.match.batch import Games
from hanabi_arena.match.loop import JOURNAL
from hanabi_arena.match.mixed import STARTING, Limits
from hanabi_arena.match.play import Player, warm_up
from hanabi_arena.match.seats import Seating

STATUS = np.dtype([("ticket", np.int64), ("journal", JOURNAL)], align=True)
IDLE = -1
"""Value of the journal's game while there is nothing to play; STARTING is the other such one."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """A seat's bot as plain data."""

    place: str
    params: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Task:
    """A part as plain data: everything a worker needs to play it."""

    ticket: int
    cell: Cell
    seatings: tuple[tuple[SeatSpec, ...], ...]
    """The seating of game `i` is the one at `i` modulo their number."""
    seed: int | str
    first: int
    count: int
    limits: Limits
    keep_actions: bool


@dataclass(frozen=True)
class Played:
    """A part that was played: its file's content, how many faults, the processor time it took."""

    content: bytes
    faults: int
    seconds: float
    restarts: int = 0
    """How many programs were started again after a fault."""


_status: np.ndarray[Any, Any] | None = None
_home = "."


def start_worker(folder: str, parent: int) -> None:
    """Set a new worker up: its status file, no output, no interrupts, an end if orphaned."""
    global _status, _home  # noqa: PLW0603  # a process is one worker, and its status is its own
    _home = os.getcwd()
    tidy_up()
    _end_with_parent()
    threading.Thread(target=_end_when_orphaned, args=(parent,), daemon=True).start()
    _silence()
    path = Path(folder) / f"worker-{os.getpid()}"
    fresh = np.zeros(1, STATUS)
    fresh["ticket"], fresh["journal"]["game"] = IDLE, IDLE
    path.with_suffix(".new").write_bytes(fresh.tobytes())
    os.replace(path.with_suffix(".new"), path)
    _status = np.memmap(path, STATUS, mode="r+", shape=(1,)).view(np.ndarray)


_DEPTH = sys.getrecursionlimit()
_SILENT = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGALRM", "SIGVTALRM", "SIGPROF")
    if hasattr(signal, name)
]
_CLOCKS = [
    getattr(signal, name)
    for name in ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")
    if hasattr(signal, name)
]


def tidy_up() -> None:
    """Undo what a bot may have done to the process, so that no later game is hit by it.

    No clock goes off, no signal interrupts a game, and paths are relative to the same folder.
    """
    for clock in _CLOCKS:
        signal.setitimer(clock, 0)
    for number in _SILENT:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_IGN)
    if sys.getrecursionlimit() != _DEPTH:
        sys.setrecursionlimit(_DEPTH)
    with contextlib.suppress(OSError):  # the folder may be gone
        os.chdir(_home)


def _end_with_parent() -> None:
    # A bot that never lets go of the interpreter's lock keeps a thread from looking; Linux does not
    # need one.
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def _end_when_orphaned(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _silence() -> None:
    # Whatever a bot writes to the descriptors themselves must not reach the run's output.
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # for the process's life


@contextmanager
def _ticket(number: int) -> Iterator[np.ndarray[Any, Any] | None]:
    if _status is None:
        yield None
        return
    journal = _status["journal"]
    journal["game"] = STARTING
    _status["ticket"] = number
    try:
        yield journal
    finally:
        _status["ticket"] = IDLE
        journal["game"] = IDLE


_players: dict[str, Player] = {}


def _player(task: Task, seats: tuple[SeatSpec, ...], journal: Any) -> Player:
    key = repr((task.cell.rules.name, task.cell.rules.settings, seats, task.seed, task.limits))
    player = _players.get(key)
    if player is None:
        if len(_players) >= 16:
            _players.clear()
        seating = Seating(
            task.cell.rules,
            tuple(load_place(seat.place) for seat in seats),
            tuple(dict(seat.params) for seat in seats),
            task.seed,
        )
        player = _players[key] = Player(seating, journal, task.limits)
        if player.mixed is not None and _status is not None:
            player.mixed.tidy_up = tidy_up
    return player


def play_task(task: Task) -> Played:
    """Play a part; faults of bots are results, nothing that a bot does is raised."""
    with _ticket(task.ticket) as journal:
        before, restarted = time.process_time(), restarts()
        turns = len(task.seatings)
        players = [_player(task, seats, journal) for seats in task.seatings]
        parts = []
        for turn, player in enumerate(players):
            first = task.first + (turn - task.first) % turns
            count = len(range(first, task.first + task.count, turns))
            if count:
                parts.append(player.play(first, count, turns))
        games = parts[0] if len(parts) == 1 else _in_order(Games.join(parts))
        if journal is not None:
            journal["game"] = STARTING  # no bot is being asked any more
        content = part_bytes(task.cell, games, task.keep_actions)
        seconds = time.process_time() - before
        return Played(content, len(games.faults), seconds, restarts() - restarted)


def _in_order(games: Games) -> Games:
    """Return games of several seatings in the order of their numbers, their actions too."""
    order = np.argsort(games.results["game"], kind="stable")
    lengths = games.results["turns"].astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    wanted = lengths[order]
    ends = np.cumsum(wanted)
    # For every byte of the new order: where it lies in the old one.
    shift = np.repeat(starts[order] - np.concatenate([[0], ends[:-1]]), wanted)
    actions = games.actions[np.arange(ends[-1] if len(ends) else 0) + shift]
    return Games(games.results[order], actions, games.faults)


def compile_task(place: str) -> float:
    """Compile a bot, or the game loops for an empty place; return the seconds it took."""
    before = time.perf_counter()
    if place:
        bot = load_place(place)
        if issubclass(bot, CompiledBot):
            compile_bot(bot)
            mark_compiled(bot)
    else:
        warm_up()
    return time.perf_counter() - before
