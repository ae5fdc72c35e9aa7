"""Worker processes, and a watch over them.

A bot may hang or take its process down. The watch reads where each worker is from the file that
the worker keeps up to date, kills one that does not move on, and names the game that was to blame;
everything else of the lost parts is played again.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from hanabi_arena.errors import RunError
from hanabi_arena.league.worker import IDLE, STATUS, Played, Task, play_task, start_worker
from hanabi_arena.match.mixed import STARTING

POLL_SECONDS = 0.1
MOST_FRUITLESS = 3
"""So many times in a row workers may end without having played anything."""
GRACE_SECONDS = 0.5
"""Python bots notice by themselves when they were too slow; the watch comes later."""


@dataclass(frozen=True)
class Culprit:
    """A game that a bot hung in, or that took the worker down: the seat, what, and its actions."""

    game: int
    seat: int
    text: str
    actions: bytes


@dataclass
class _Seen:
    """What the watch last saw of a worker, and since when."""

    place: tuple[int, int, int, int]
    move_since: float
    game_since: float


@dataclass
class Pool:
    """A number of worker processes with their status files in a folder."""

    jobs: int
    folder: Path
    move_seconds: float
    game_seconds: float
    restarts: int = 0
    _fruitless: int = 0
    _executor: Any = None
    _tasks: dict[Any, Task] = field(default_factory=dict)
    _seen: dict[int, _Seen] = field(default_factory=dict)
    _looked: float = 0.0

    def submit(self, task: Task) -> None:
        """Queue a part."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            future = self._start().submit(play_task, task)
        except BrokenProcessPool as error:  # a worker has died since results were looked at
            future = Future()
            future.set_exception(error)
        self._tasks[future] = task

    def call(self, function: Any, *args: Any) -> Future[Any]:
        """Run something else in a worker."""
        future: Future[Any] = self._start().submit(function, *args)
        return future

    @property
    def waiting(self) -> int:
        """How many parts have been queued and not yet come back."""
        return len(self._tasks)

    def results(self) -> Iterator[tuple[Task, Played | Culprit | None]]:
        """Yield what happened within the next moment: parts that are done, games that ended badly.

        With None a part comes back that was lost through no fault of its own.
        """
        if not self._tasks:
            return
        wait(list(self._tasks), timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        broken = False
        for future in [future for future in self._tasks if future.done()]:
            if future.exception() is None:
                self._fruitless = 0
                yield self._tasks.pop(future), future.result()
            elif _is_broken(future.exception()):
                broken = True
            else:
                raise future.exception() or RuntimeError("a worker failed")
        if broken:
            yield from self._after_death()
        elif time.monotonic() - self._looked >= POLL_SECONDS:
            self._looked = time.monotonic()
            if culprit := self._find_hang():
                yield from self._after_death(culprit)

    def close(self) -> None:
        """End all workers at once."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, kill_workers=True)
            self._executor = None
        for path in self.folder.glob("worker-*"):
            path.unlink(missing_ok=True)
        self._seen.clear()

    def _start(self) -> Any:
        if self._executor is None:
            from joblib.externals.loky import ProcessPoolExecutor, process_executor

            if not _can_find_children():
                process_executor.kill_process_tree = _kill_process
            self._executor = ProcessPoolExecutor(
                max_workers=self.jobs,
                initializer=start_worker,
                initargs=(str(self.folder), os.getpid()),
                env={"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"},
            )
        return self._executor

    def _status(self) -> Iterator[tuple[int, Any]]:
        for path in self.folder.glob("worker-*"):
            if path.suffix:
                continue
            try:
                data = path.read_bytes()
            except OSError:
                continue
            if len(data) == STATUS.itemsize:
                yield int(path.name.split("-")[1]), np.frombuffer(data, STATUS)[0]

    def _find_hang(self) -> tuple[int, Culprit] | None:
        now = time.monotonic()
        for pid, status in self._status():
            journal = status["journal"]
            game = int(journal["game"])
            place = (int(status["ticket"]), game, int(journal["turn"]), int(journal["seat"]))
            seen = self._seen.get(pid)
            if seen is None or seen.place[:2] != place[:2] or game in (IDLE, STARTING):
                self._seen[pid] = _Seen(place, now, now)
                continue
            if seen.place != place:
                seen.place, seen.move_since = place, now
            for since, limit, what in (
                (seen.move_since, self.move_seconds, "move"),
                (seen.game_since, self.game_seconds, "game"),
            ):
                if now - since > limit + GRACE_SECONDS:
                    text = f"took longer than {limit:g} s for a {what}, and was stopped"
                    self._kill(pid)
                    return place[0], _culprit(journal, text)
        return None

    def _kill(self, pid: int) -> None:
        with contextlib.suppress(OSError):  # it may have ended by itself
            os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def _after_death(
        self, known: tuple[int, Culprit] | None = None
    ) -> Iterator[tuple[Task, Culprit | None]]:
        """Start anew after a worker died: give every lost part back, with the game to blame.

        Without a known culprit it is whoever was playing; if several workers were, the parts are
        given back to be played one at a time, which shows who it was.
        """
        places = {
            int(status["ticket"]): status["journal"]
            for _, status in self._status()
            if status["ticket"] != IDLE
        }
        playing = {ticket: one for ticket, one in places.items() if one["game"] >= 0}
        lost = list(self._tasks.values())
        self._tasks.clear()
        self.close()
        self.restarts += 1
        tickets = {task.ticket for task in lost}
        suspects = {ticket: one for ticket, one in playing.items() if ticket in tickets}
        if known is None and len(suspects) == 1:
            ticket, journal = suspects.popitem()
            known = ticket, _culprit(journal, "ended its process")
        if known is None and not suspects:
            self._give_up_in_time([task for task in lost if task.ticket in places])
        for task in lost:
            if known is not None and task.ticket == known[0]:
                yield task, known[1]
            else:
                yield task, None

    def _give_up_in_time(self, loading: list[Task]) -> None:
        """Raise RunError if workers end again and again before they play anything."""
        self._fruitless += 1
        if self._fruitless >= MOST_FRUITLESS:
            bots = {seat.place for task in loading for seats in task.seatings for seat in seats}
            while_loading = f", while they load {', '.join(sorted(bots))}" if bots else ""
            raise RunError(f"worker processes end before they play anything{while_loading}")


def _can_find_children() -> bool:
    """Return whether loky can end a worker together with what a bot has started in it.

    For that it needs psutil, pgrep or Windows' taskkill; where it finds none, it fails to end even
    the worker. A small Debian has neither of the first two.
    """
    known = importlib.util.find_spec("psutil") or shutil.which("pgrep") or os.name == "nt"
    return bool(known)


def _kill_process(process: Any) -> None:
    with contextlib.suppress(OSError):  # it may have ended by itself
        os.kill(process.pid, signal.SIGKILL)
    process.join()


def _culprit(journal: Any, text: str) -> Culprit:
    turn = int(journal["turn"])
    actions = bytes(journal["actions"][:turn])
    return Culprit(int(journal["game"]), int(journal["seat"]), text, actions)


def _is_broken(error: BaseException | None) -> bool:
    from concurrent.futures.process import BrokenProcessPool

    return isinstance(error, BrokenProcessPool)
