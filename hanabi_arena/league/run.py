"""Play what a plan asks for and the store does not have yet."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace

import numpy as np

from hanabi_arena.api.compiled import is_compiled
from hanabi_arena.engine.kernel import record_of
from hanabi_arena.errors import BotError
from hanabi_arena.league.plan import Cell, Plan
from hanabi_arena.league.pool import Culprit, Pool
from hanabi_arena.league.records import part_bytes
from hanabi_arena.league.schedule import Part, cut, missing_ranges, part_size
from hanabi_arena.league.store import Store
from hanabi_arena.league.worker import Played, SeatSpec, Task, compile_task
from hanabi_arena.match.batch import Games, mark_faults
from hanabi_arena.match.loop import RESULT, count_kinds
from hanabi_arena.match.mixed import Limits
from hanabi_arena.match.play import is_warm


@dataclass
class Progress:
    """How far a run is; handed to whoever shows it."""

    total: int
    done: int = 0
    played: int = 0
    faults: int = 0
    compiling: tuple[str, ...] = ()
    stage: str = "starting"


Show = Callable[[Progress], None]


@dataclass
class Outcome:
    """What a run did."""

    played: int = 0
    faults: int = 0
    restarts: int = 0
    program_restarts: int = 0
    seconds: dict[tuple[str, str, int], float] = field(default_factory=dict)


class Runner:
    """Plays a plan's missing games in worker processes and stores them."""

    def __init__(
        self, plan: Plan, store: Store, jobs: int | None = None, part_games: int | None = None
    ) -> None:
        self.plan = plan
        self.store = store
        self.jobs = jobs or os.cpu_count() or 1
        self.part_games = part_games
        keys = plan.league.limits
        self.limits = Limits(keys.move_seconds, keys.game_seconds, keys.output_bytes)
        self.recorded = [self.store.recorded(cell) for cell in plan.cells]
        self.outcome = Outcome()
        self._ticket = 0
        self._parts: dict[int, Part] = {}

    def missing(self) -> int:
        """Return how many games were not recorded when the run began."""
        return sum(
            count
            for ranges in self.recorded
            for _, count in missing_ranges(ranges, self.plan.games)
            if count > 0
        )

    def parts(self) -> Iterator[Part]:
        """Yield the missing games in parts, the cells taking turns in the plan's order."""
        for index, cell in enumerate(self.plan.cells):
            size = part_size(self.plan, cell, self.part_games)
            yield from cut(index, missing_ranges(self.recorded[index], self.plan.games), size)

    def run(self, show: Show) -> Outcome:
        """Play everything that is missing. A KeyboardInterrupt ends the workers and passes on."""
        missing = self.missing()
        total = len(self.plan.cells) * self.plan.games
        progress = Progress(total, total - missing)
        if not missing or self.enough():
            return self.outcome
        pool = self.make_pool()
        try:
            self._compile(pool, progress, show)
            progress.stage = "playing"
            show(progress)
            self._play(pool, progress, show)
        finally:
            pool.close()
            self.outcome.restarts = pool.restarts
        return self.outcome

    def make_pool(self) -> Pool:
        """Return what plays the parts."""
        return Pool(self.jobs, self.store.work, self.limits.move_seconds, self.limits.game_seconds)

    def enough(self) -> bool:
        """Return whether to stop although games are missing; a run that asks a question may."""
        return False

    def stored(self, part: Part, content: bytes) -> None:
        """Take note of a part that was just stored; its games are in the Parquet file `content`."""

    def _compile(self, pool: Pool, progress: Progress, show: Show) -> None:
        waiting: dict[str, str] = {}  # names by place
        if not is_warm():
            waiting[""] = "the game loops"
        needed = {name for cell in self.plan.cells for name in cell.line_up.members}
        for name, entry in self.plan.entries.items():
            place = entry.spec.place
            if name in needed and not is_compiled(entry.bot) and place not in waiting:
                # Two sources of one bot are told apart by their names in the league.
                shown = entry.spec.name
                waiting[place] = name if shown in waiting.values() else shown
        futures = {pool.call(compile_task, place): name for place, name in waiting.items()}
        while futures:
            progress.stage = "compiling"
            progress.compiling = tuple(futures.values())
            show(progress)
            for future in [future for future in futures if future.done()]:
                name = futures.pop(future)
                try:
                    future.result()
                except BrokenProcessPool:
                    raise BotError(f"{name}: compiling it ended the process") from None
            time.sleep(0.05)
        progress.compiling = ()

    def _play(self, pool: Pool, progress: Progress, show: Show) -> None:
        fresh = self.parts()
        again: deque[Part] = deque()
        suspects: deque[Part] = deque()
        while not self.enough():
            # Parts that were lost together are played one at a time: then a death names its game.
            room = 1 if suspects else 2 * self.jobs
            while pool.waiting < room:
                part = suspects.popleft() if suspects else None
                part = part or (again.popleft() if again else None) or next(fresh, None)
                if part is None:
                    break
                pool.submit(self._task(part))
                if room == 1:
                    break
            if not pool.waiting:
                return
            for task, result in pool.results():
                part = self._parts.pop(task.ticket)
                match result:
                    case Played():
                        self._store(part, result)
                        progress.done += part.count
                        progress.played += part.count
                        progress.faults += result.faults
                    case Culprit():
                        before, behind = part.split_at(result.game)
                        self._store(
                            replace(part, first=result.game, count=1), self._blame(part, result)
                        )
                        progress.done += 1
                        progress.played += 1
                        progress.faults += 1
                        again.extend(piece for piece in (before, behind) if piece)
                    case None:
                        suspects.append(part)
            show(progress)

    def _task(self, part: Part) -> Task:
        cell = self.plan.cells[part.cell]
        self._ticket += 1
        self._parts[self._ticket] = part
        rotations = cell.line_up.rotations(cell.players)
        seatings = tuple(self._seats(cell, turn) for turn in range(rotations))
        return Task(
            self._ticket,
            cell,
            seatings,
            self.plan.league.seed,
            part.first,
            part.count,
            self.limits,
            self.plan.league.record_actions,
        )

    def _seats(self, cell: Cell, game: int) -> tuple[SeatSpec, ...]:
        entries = self.plan.entries
        names = cell.line_up.seating(cell.players, game)
        return tuple(SeatSpec(entries[name].spec.place, entries[name].given) for name in names)

    def _store(self, part: Part, played: Played) -> None:
        cell = self.plan.cells[part.cell]
        self.store.write_part(cell, part.first, part.count, played.content)
        self.stored(part, played.content)
        self.outcome.played += part.count
        self.outcome.faults += played.faults
        self.outcome.program_restarts += played.restarts
        seconds = self.outcome.seconds
        seconds[cell.key] = seconds.get(cell.key, 0.0) + played.seconds

    def _blame(self, part: Part, culprit: Culprit) -> Played:
        """Return the record of a game that never came back."""
        results = np.zeros(1, RESULT)
        actions = np.frombuffer(culprit.actions, np.uint8)
        results["game"] = culprit.game
        results["fault_seat"] = culprit.seat
        results["turns"] = len(actions)
        count_kinds(actions, record_of(results), len(actions))
        mark_faults(results)
        games = Games(results, actions, {culprit.game: culprit.text})
        keep = self.plan.league.record_actions
        return Played(part_bytes(self.plan.cells[part.cell], games, keep), 1, 0.0)
