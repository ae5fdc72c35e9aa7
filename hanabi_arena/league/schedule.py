"""Cut what is missing of a plan into parts, lazily."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hanabi_arena.league.plan import Cell, Plan

COMPILED_PART = 4000
PYTHON_PART = 100
MOST_PARTS = 500
"""A part is what a killed run loses at most; more of them than this cost more than they save."""


@dataclass(frozen=True, slots=True)
class Part:
    """A range of games of a cell, to be played by one worker in one go."""

    cell: int
    """The place of the cell in the plan."""
    first: int
    count: int

    @property
    def end(self) -> int:
        """The game after the last one."""
        return self.first + self.count

    def split_at(self, game: int) -> tuple[Part | None, Part | None]:
        """Return what lies before a game and what lies behind it, without the game."""
        before = replace(self, count=game - self.first) if game > self.first else None
        behind = replace(self, first=game + 1, count=self.end - game - 1)
        return before, behind if behind.count else None


def missing_ranges(recorded: Sequence[tuple[int, int]], games: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges (first, count) below `games` that the recorded ones leave out."""
    at = 0
    for first, count in sorted(recorded):
        if first > at:
            yield at, min(first, games) - at
        at = max(at, first + count)
        if at >= games:
            return
    yield at, games - at


def cut(cell: int, ranges: Iterator[tuple[int, int]], size: int) -> Iterator[Part]:
    """Yield parts of at most `size` games, cut at multiples of it."""
    for first, count in ranges:
        at, end = first, first + count
        while at < end:
            stop = min(end, (at // size + 1) * size)
            yield Part(cell, at, stop - at)
            at = stop


def part_size(plan: Plan, cell: Cell, wanted: int | None) -> int:
    """Return how many games a part of a cell has."""
    if wanted is not None:
        return wanted
    usual = COMPILED_PART if plan.is_compiled(cell.line_up) else PYTHON_PART
    return max(usual, plan.games // MOST_PARTS)
