"""Play two sides on the same deals until the test knows, and keep what was played.

The games go to a run's folder like any league's. The test is fed in the order of the deals'
numbers, whatever order workers finish in, and what lies beyond the verdict is ignored; so verdict
and deals are the same for any number of workers, part size, and after any stop.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from heapq import merge
from itertools import count as numbers
from typing import Any

import numpy as np
import numpy.typing as npt

from hanabi_arena.comparison.question import Question
from hanabi_arena.errors import RunError
from hanabi_arena.league.plan import Plan
from hanabi_arena.league.pool import Culprit, Pool
from hanabi_arena.league.run import Runner
from hanabi_arena.league.schedule import MOST_PARTS, Part, cut, missing_ranges
from hanabi_arena.league.store import Store, cell_slug, read_games
from hanabi_arena.league.worker import Played, Task, play_task

Scores = npt.NDArray[np.int64]

UNKNOWN = -1
COMPILED_PART, PYTHON_PART = 250, 25
"""Deals of one cell that a worker plays in one go: few, since a verdict may come soon."""
_MOST_LOOKS = 600
"""The course of the evidence is kept at so many places at most."""


@dataclass(frozen=True)
class Look:
    """Where the test stood after so many deals."""

    games: int
    evidence_high: float
    evidence_low: float


@dataclass
class Column:
    """The scores of one side in one stratum, by deal; `ready` deals from the first are known."""

    scores: Scores = field(default_factory=lambda: np.full(256, UNKNOWN, np.int64))
    faults: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The seat and what it did, by deal."""
    ready: int = 0

    def put(self, games: npt.NDArray[np.int64], scores: Scores) -> None:
        """Take the scores of some deals."""
        if not len(games):
            return
        end = int(games.max()) + 1
        if end > len(self.scores):
            longer = np.full(max(end, 2 * len(self.scores)), UNKNOWN, np.int64)
            longer[: len(self.scores)] = self.scores
            self.scores = longer
        self.scores[games] = scores
        rest = np.flatnonzero(self.scores[self.ready :] == UNKNOWN)
        self.ready = self.ready + int(rest[0]) if len(rest) else len(self.scores)


class Evidence:
    """The scores of both sides so far, and the test that is fed with their differences."""

    def __init__(self, question: Question) -> None:
        self.question = question
        strata = len(question.strata)
        self.columns = [(Column(), Column()) for _ in range(strata)]
        self.test = question.new_test()
        self.looks = [Look(0, 1.0, 1.0)]
        self.fed = 0
        self._step = max(1, question.games // _MOST_LOOKS)

    def take_known(self, stratum: int, scores: Scores) -> None:
        """Take the old side's scores in a stratum from a record."""
        self.columns[stratum][0].put(np.arange(len(scores)), scores)

    def rows(self, first: int, end: int) -> npt.NDArray[np.float64]:
        """Return what the test is fed with for a range of deals: a row of differences a deal.

        What stands in a row comes from independent deals, and its mean is that of `differences`.
        """
        apart = np.stack([b.scores[first:end] - a.scores[first:end] for a, b in self.columns])
        groups = self.question.independent
        return np.stack([apart[group].sum(axis=0) / len(group) for group in groups], axis=1)

    def differences(self, first: int, end: int) -> npt.NDArray[np.float64]:
        """Return, for a range of deals, the mean over the strata of B's score minus A's."""
        total = sum(
            (b.scores[first:end] - a.scores[first:end] for a, b in self.columns),
            start=np.zeros(end - first, np.int64),
        )
        return np.asarray(total / len(self.columns), np.float64)

    @property
    def ready(self) -> int:
        """How many deals, from the first, are known of both sides everywhere."""
        least = min(column.ready for pair in self.columns for column in pair)
        return min(least, self.question.games)

    def feed(self) -> None:
        """Feed the test with what has become known, looking at it at fixed places."""
        ready = self.ready
        while self.fed < ready and not self.decided:
            end = min(ready, (self.fed // self._step + 1) * self._step)
            self.test.feed(self.rows(self.fed, end))
            self.fed = end
            if end % self._step == 0 or end == self.question.games or self.decided:
                wealth = self.test.wealth_high, self.test.wealth_low
                self.looks.append(Look(self.test.games, *wealth))

    @property
    def decided(self) -> bool:
        """Whether the test has a verdict."""
        return self.test.verdict is not None

    @property
    def done(self) -> bool:
        """Whether nothing more needs to be played."""
        if self.question.fixed:
            return self.ready >= self.question.games
        return self.decided or self.ready >= self.question.games

    @property
    def games(self) -> int:
        """How many deals count: those up to the verdict, or all of a fixed number."""
        return self.ready if self.question.fixed else self.test.games


class PairedRunner(Runner):
    """Plays a plan whose cells are the strata of a question, all cells side by side."""

    def __init__(
        self,
        plan: Plan,
        store: Store,
        evidence: Evidence,
        columns: Mapping[tuple[str, str, int], Column],
        jobs: int | None = None,
        part_games: int | None = None,
    ) -> None:
        """Take the plan; `columns` says where the scores of each cell go."""
        super().__init__(plan, store, jobs, part_games)
        self.evidence = evidence
        self.columns = columns
        for cell, ranges in zip(plan.cells, self.recorded, strict=True):
            if ranges:
                folder = store.games / cell_slug(*cell.key)
                self._read(
                    cell.key, read_games(store.folder, self._wanted, folder.glob("*.parquet"))
                )
        evidence.feed()

    @property
    def _wanted(self) -> list[str]:
        return ["game", f"score_{self.evidence.question.strikeout}", "fault_seat", "fault"]

    def parts(self) -> Iterator[Part]:
        """Yield the missing games in parts, the first deals of all cells first."""
        yield from merge(
            *(
                cut(index, missing_ranges(self.recorded[index], self.plan.games), self._size(index))
                for index in range(len(self.plan.cells))
            ),
            key=lambda part: (part.first, part.cell),
        )

    def _size(self, index: int) -> int:
        if self.part_games is not None:
            return self.part_games
        compiled = self.plan.is_compiled(self.plan.cells[index].line_up)
        return max(COMPILED_PART if compiled else PYTHON_PART, self.plan.games // MOST_PARTS)

    def stored(self, part: Part, content: bytes) -> None:
        """Feed the test with a part's scores."""
        import pyarrow.parquet as pq

        frame = pq.read_table(io.BytesIO(content), columns=self._wanted).to_pandas()
        self._read(self.plan.cells[part.cell].key, frame)
        self.evidence.feed()

    def _read(self, key: tuple[str, str, int], frame: Any) -> None:
        column = self.columns[key]
        games = frame["game"].to_numpy().astype(np.int64)
        seats = frame["fault_seat"].to_numpy()
        for row in np.flatnonzero(seats >= 0).tolist():
            column.faults[int(games[row])] = int(seats[row]), str(frame["fault"].iloc[row])
        column.put(games, frame[self._wanted[1]].to_numpy().astype(np.int64))

    def enough(self) -> bool:
        """Return whether the test knows."""
        return self.evidence.done


class LocalPool(Pool):
    """Plays parts in this process: for a notebook or a test that asks for few games."""

    def submit(self, task: Task) -> None:
        """Queue a part."""
        self._tasks[next(self._numbers)] = task

    def call(self, function: Any, *args: Any) -> Future[Any]:
        """Run something else here."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def results(self) -> Iterator[tuple[Task, Played | Culprit | None]]:
        """Play the part that has waited longest."""
        if self._tasks:
            task = self._tasks.pop(next(iter(self._tasks)))
            yield task, play_task(task)

    def close(self) -> None:
        """Forget what is queued."""
        self._tasks.clear()

    _numbers = numbers()


class LocalRunner(PairedRunner):
    """The same in this process."""

    def make_pool(self) -> Pool:
        """Return what plays the parts."""
        return LocalPool(1, self.store.work, self.limits.move_seconds, self.limits.game_seconds)


def check_finished(evidence: Evidence) -> None:
    """Raise RunError if a run ended before the test knew."""
    if not evidence.done:
        raise RunError(f"only {evidence.ready} deals were played; run it again to go on")
