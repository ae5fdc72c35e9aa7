"""Play the line-ups of an ablation only until every arm's sign is decided."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from heapq import merge
from typing import Any

import numpy as np

from hanabi_arena.league.plan import Plan
from hanabi_arena.league.run import Runner
from hanabi_arena.league.schedule import Part, cut, missing_ranges
from hanabi_arena.league.store import Store, cell_slug, read_games
from hanabi_arena.stats.ablation import Arm, Numbers, Stratum, new_test
from hanabi_arena.stats.evidence import PairedTest
from hanabi_arena.stats.summary import Strikeout

PART = 250
"""Deals of one cell that a worker plays in one go: few, since a verdict may come soon."""


class Question:
    """An arm in one stratum: its test, fed in the order of the deals."""

    def __init__(self, arm: Arm, test: PairedTest, scores: Sequence[Numbers]) -> None:
        self.arm = arm
        self.test = test
        self._scores = scores
        self._fed = 0

    def feed(self) -> None:
        """Feed the test with the deals that all line-ups have played by now."""
        total = np.zeros(len(self._scores[0]) - self._fed)
        for (_, weight), scores in zip(self.arm.weights, self._scores, strict=True):
            total += weight * scores[self._fed :]
        gaps = np.flatnonzero(np.isnan(total))
        ready = total[: int(gaps[0])] if len(gaps) else total
        self.test.feed(ready)
        self._fed += len(ready)

    @property
    def done(self) -> bool:
        """Whether it is decided, or all deals were played."""
        return self.test.verdict is not None or self._fed == len(self._scores[0])


class ArmsRunner(Runner):
    """Plays a plan's cells side by side, each for as long as an undecided arm needs it."""

    def __init__(
        self,
        plan: Plan,
        store: Store,
        jobs: int | None,
        part_games: int | None,
        *,
        arms: Sequence[Arm],
        bound: float,
    ) -> None:
        """Take the plan, and the arms with the bound of their tests. Raises UsageError."""
        super().__init__(plan, store, jobs, part_games or PART)
        self._strikeout: Strikeout = "zero" if plan.strikeout == "zero" else "kept"
        self._scores: dict[tuple[str, str, int], Numbers] = {
            cell.key: np.full(plan.games, np.nan) for cell in plan.cells
        }
        self._questions: dict[Stratum, list[Question]] = {}
        for cell in plan.cells:
            variant, players = stratum = cell.rules.name, cell.players
            if stratum in self._questions:
                continue
            self._questions[stratum] = [
                Question(
                    arm,
                    new_test(bound, arm.span(cell.rules.max_score)),
                    [self._scores[name, variant, players] for name in arm.line_ups],
                )
                for arm in arms
                if all((name, variant, players) in self._scores for name in arm.line_ups)
            ]
        for cell, ranges in zip(plan.cells, self.recorded, strict=True):
            if ranges:
                parts = (store.games / cell_slug(*cell.key)).glob("*.parquet")
                self._take(cell.key, read_games(store.folder, self._wanted, parts))
        for questions in self._questions.values():
            for question in questions:
                question.feed()

    @property
    def _wanted(self) -> list[str]:
        return ["game", f"score_{self._strikeout}"]

    def parts(self) -> Iterator[Part]:
        """Yield the missing games that are still needed, the first deals of all cells first."""
        size = self.part_games or PART
        in_turn = merge(
            *(
                cut(index, missing_ranges(self.recorded[index], self.plan.games), size)
                for index in range(len(self.plan.cells))
            ),
            key=lambda part: (part.first, part.cell),
        )
        for part in in_turn:
            if self._is_needed(*self.plan.cells[part.cell].key):
                yield part

    def _is_needed(self, line_up: str, variant: str, players: int) -> bool:
        return any(
            not question.done and line_up in question.arm.line_ups
            for question in self._questions[variant, players]
        )

    def stored(self, part: Part, content: bytes) -> None:
        """Feed the tests with a part's scores."""
        import pyarrow.parquet as pq

        line_up, variant, players = self.plan.cells[part.cell].key
        frame = pq.read_table(io.BytesIO(content), columns=self._wanted).to_pandas()
        self._take((line_up, variant, players), frame)
        for question in self._questions[variant, players]:
            if line_up in question.arm.line_ups:
                question.feed()

    def _take(self, key: tuple[str, str, int], frame: Any) -> None:
        games = frame["game"].to_numpy(np.int64)
        inside = games < self.plan.games
        self._scores[key][games[inside]] = frame[self._wanted[1]].to_numpy(np.float64)[inside]

    def enough(self) -> bool:
        """Return whether every arm is decided."""
        return all(
            question.done for questions in self._questions.values() for question in questions
        )
