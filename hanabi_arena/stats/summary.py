"""Summaries of recorded games: a row per line-up, variant and player count.

Everything is computed from whole numbers (how often each score was reached, sums of turns), so
a summary is the same to the last bit whatever order the games come in and however many workers
played them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from hanabi_arena.errors import RunError, UnknownName

if TYPE_CHECKING:
    import pandas as pd

Strikeout: TypeAlias = Literal["zero", "kept"]
"""What a game lost by its third strike scores: nothing, or the points made so far."""

Counts: TypeAlias = npt.NDArray[np.int64]
"""How many games reached each score: entry s counts the games with s points."""

COLUMNS: Final = (
    "lineup",
    "variant",
    "players",
    "games",
    "mean_zero",
    "mean_kept",
    "se_zero",
    "se_kept",
    "median",
    "perfect_rate",
    "strikeout_rate",
    "max_score",
    "faults",
    "turns_mean",
)
"""The columns of a summary, in order; `summarise` says what they mean."""

_INTEGERS: Final = ("players", "games", "max_score", "faults")
_TEXTS: Final = ("lineup", "variant")


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """The games of one line-up in one variant at one player count, counted."""

    line_up: str
    variant: str
    players: int
    zero: Counts
    """Games per score 0..maximum where a strikeout scores nothing."""
    kept: Counts
    """Games per score 0..maximum where a strikeout keeps its points."""
    strikeouts: int
    faults: int
    turns: int
    """Turns of all games together."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.zero.sum())

    @property
    def max_score(self) -> int:
        """The highest score that the variant allows."""
        return len(self.zero) - 1

    def scores(self, strikeout: Strikeout) -> Counts:
        """Return the games per score under one of the two readings of the third strike."""
        return self.zero if strikeout == "zero" else self.kept


def mean_and_se(counts: Counts) -> tuple[float, float]:
    """Return mean and standard error (sample standard deviation / √n) of counted scores.

    Of no game, both are NaN; of one game, the standard error is.
    """
    tally = [(score, int(count)) for score, count in enumerate(counts)]
    games = sum(count for _, count in tally)
    if games == 0:
        return math.nan, math.nan
    total = sum(score * count for score, count in tally)
    if games == 1:
        return float(total), math.nan
    squares = sum(score * score * count for score, count in tally)
    # n Σx² − (Σx)² = n (n−1) s², in whole numbers of any size: no rounding before the division.
    spread = games * squares - total * total
    return total / games, math.sqrt(spread / (games * games * (games - 1)))


def median(counts: Counts) -> float:
    """Return the median of counted scores: the middle one, or halfway between the middle two."""
    games = int(counts.sum())
    if games == 0:
        return math.nan
    reached = np.cumsum(counts)
    low, high = np.searchsorted(reached, [(games - 1) // 2 + 1, games // 2 + 1])
    return (int(low) + int(high)) / 2


def count_cells(
    games: pd.DataFrame,
    max_scores: Mapping[str, int],
    *,
    line_ups: Sequence[str],
    variants: Sequence[str],
) -> list[Cell]:
    """Count the games of every line-up, variant and player count that has any.

    Args:
        games: a row a game, with the columns `line_up`, `variant`, `players`, `score_zero`,
            `score_kept`, `end` and `turns`.
        max_scores: the maximum of each variant in `variants`.
        line_ups: the line-ups to count, in the order wanted. Games of others are left out.
        variants: the variants to count, in the order wanted. Games of others are left out.

    Returns the cells by variant, then line-up, then player count. Raises `UnknownName` for a
    variant without a maximum, `RunError` for a score outside 0..maximum.
    """
    for variant in variants:
        if variant not in max_scores:
            raise UnknownName("maximum for variant", variant, max_scores)
    if games.empty or not line_ups or not variants:
        return []
    return list(_cells(games, max_scores, list(line_ups), list(variants)))


def _cells(
    games: pd.DataFrame, max_scores: Mapping[str, int], line_ups: list[str], variants: list[str]
) -> Iterator[Cell]:
    """Give every game the number of its cell, then count per number."""
    line_up = _codes(games["line_up"], line_ups)
    variant = _codes(games["variant"], variants)
    players = _integers(games["players"])
    wide = int(players.max()) + 1
    listed = (line_up >= 0) & (variant >= 0)
    key = ((variant * len(line_ups) + line_up) * wide + players)[listed]
    numbers = np.flatnonzero(np.bincount(key))
    size = len(numbers)
    if size == 0:
        return
    place = np.zeros(int(numbers[-1]) + 1, np.int64)
    place[numbers] = np.arange(size)
    cell = place[key]

    limits = np.array([max_scores[name] for name in variants])
    limit = limits[numbers // (len(line_ups) * wide)]
    span = int(limits.max()) + 1

    def histogram(column: str) -> Counts:
        score = _integers(games[column])[listed]
        wrong = np.flatnonzero((score < 0) | (score > limit[cell]))
        if len(wrong):
            # The smallest offender, so that the message does not depend on the row order.
            worst, where = min((int(cell[i]), int(score[i])) for i in wrong)
            name = variants[int(numbers[worst]) // (len(line_ups) * wide)]
            raise RunError(
                f'variant "{name}": {column} is {where} in a recorded game; '
                f"it must be from 0 to {max_scores[name]}"
            )
        counted = np.bincount(cell * span + score, minlength=size * span)
        return counted.astype(np.int64).reshape(size, span)

    def how_many(end: str) -> Counts:
        chosen = np.asarray(games["end"] == end, dtype=bool)[listed]
        return np.bincount(cell[chosen], minlength=size).astype(np.int64)

    zero, kept = histogram("score_zero"), histogram("score_kept")
    strikeouts, faults = how_many("strikes"), how_many("fault")
    # Sums of whole numbers below 2**53: exact in floats, in any order.
    turns = np.bincount(cell, weights=_integers(games["turns"])[listed], minlength=size)
    for index, number in enumerate(numbers.tolist()):
        rest, seats = divmod(number, wide)
        which_variant, which_line_up = divmod(rest, len(line_ups))
        end = int(limit[index]) + 1
        yield Cell(
            line_up=line_ups[which_line_up],
            variant=variants[which_variant],
            players=seats,
            zero=zero[index, :end],
            kept=kept[index, :end],
            strikeouts=int(strikeouts[index]),
            faults=int(faults[index]),
            turns=int(turns[index]),
        )


def _codes(column: pd.Series, names: list[str]) -> Counts:
    """Return the place of each row's name in `names`, -1 for a name that is not there."""
    import pandas as pd

    wanted = pd.Index(names, dtype="str")
    if isinstance(column.dtype, pd.CategoricalDtype):
        # A row with no name at all has code -1: it reads the last entry, which says "not there".
        where = np.append(wanted.get_indexer(column.dtype.categories), -1)
        return where[column.cat.codes.to_numpy()].astype(np.int64)
    return wanted.get_indexer(pd.Index(column)).astype(np.int64)


def _integers(column: pd.Series) -> Counts:
    return np.asarray(column, dtype=np.int64)


def summarise(
    games: pd.DataFrame,
    max_scores: Mapping[str, int],
    *,
    line_ups: Sequence[str],
    variants: Sequence[str],
    strikeout: Strikeout = "zero",
) -> pd.DataFrame:
    """Summarise games: a row per line-up, variant and player count that has any game.

    Arguments, order of the rows and errors are those of `count_cells`. A game that a fault ended
    has both scores 0 and counts in every figure.

    Columns:
        lineup, variant, players: which games.
        games: how many.
        mean_zero, mean_kept: mean score where a strikeout scores nothing, or keeps its points.
        se_zero, se_kept: their standard errors, sample standard deviation / √games; NaN for one
            game.
        median: of the score that `strikeout` names.
        perfect_rate: share of games with the variant's maximum, 0..1.
        strikeout_rate: share of games that ended by the third strike, 0..1.
        max_score: the variant's maximum.
        faults: games that a fault ended.
        turns_mean: mean number of turns.
    """
    if strikeout not in get_args(Strikeout):
        raise UnknownName("strikeout rule", strikeout, get_args(Strikeout))
    cells = count_cells(games, max_scores, line_ups=line_ups, variants=variants)
    return frame_of(cells, strikeout)


def frame_of(cells: Sequence[Cell], strikeout: Strikeout) -> pd.DataFrame:
    """Return the summary of counted cells, with the columns that `summarise` documents."""
    import pandas as pd

    frame = pd.DataFrame([_row(cell, strikeout) for cell in cells], columns=list(COLUMNS))
    types = {
        name: "str" if name in _TEXTS else "int64" if name in _INTEGERS else "float64"
        for name in COLUMNS
    }
    return frame.astype(types)


def _row(cell: Cell, strikeout: Strikeout) -> tuple[str | int | float, ...]:
    games = cell.games
    mean_zero, se_zero = mean_and_se(cell.zero)
    mean_kept, se_kept = mean_and_se(cell.kept)
    scores = cell.scores(strikeout)
    return (
        cell.line_up,
        cell.variant,
        cell.players,
        games,
        mean_zero,
        mean_kept,
        se_zero,
        se_kept,
        median(scores),
        int(scores[-1]) / games,
        cell.strikeouts / games,
        cell.max_score,
        cell.faults,
        cell.turns / games,
    )


def as_records(summary: pd.DataFrame) -> list[dict[str, str | int | float | None]]:
    """Return the rows of a summary as JSON can hold them: Python numbers, None where not one."""
    return [
        {
            str(name): None if isinstance(value, float) and math.isnan(value) else value
            for name, value in row.items()
        }
        for row in summary.to_dict("records")
    ]
