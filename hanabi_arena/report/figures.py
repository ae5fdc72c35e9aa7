"""The figures of a summary, looked up by line-up, variant and player count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from hanabi_arena.report.info import LineUpInfo, ReportInfo
from hanabi_arena.stats.intervals import half_width

if TYPE_CHECKING:
    import pandas as pd

Key: TypeAlias = tuple[str, str, int]
"""Line-up, variant, players."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The figures of one line-up in one variant at one player count."""

    games: int
    mean: float
    half: float
    """Half the width of the mean's 95% interval; NaN for one game."""
    perfect: float
    strikeouts: float
    faults: int


def figures_of(summary: pd.DataFrame, info: ReportInfo) -> dict[Key, Figure]:
    """Index a summary, with the means under the reading of the third strike that `info` names."""
    names = ["lineup", "variant", "players", "games", "perfect_rate", "strikeout_rate", "faults"]
    columns = [*names, f"mean_{info.strikeout}", f"se_{info.strikeout}"]
    lists = (summary[name].tolist() for name in columns)
    return {
        (line_up, variant, players): Figure(
            games, mean, half_width(se, games), perfect, strikeouts, faults
        )
        for line_up, variant, players, games, perfect, strikeouts, faults, mean, se in zip(
            *lists, strict=True
        )
    }


def row_of(
    figures: Mapping[Key, Figure], line_up: LineUpInfo, variant: str, players: tuple[int, ...]
) -> dict[int, Figure]:
    """Return what a line-up reached in a variant, by player count; missing counts are left out."""
    found = {count: figures.get((line_up.name, variant, count)) for count in players}
    return {count: figure for count, figure in found.items() if figure is not None}


def best_of(
    figures: Mapping[Key, Figure], info: ReportInfo, variant: str, players: int
) -> frozenset[str]:
    """Return the ranked line-ups with the highest mean of a column; none where all have the same.

    Unranked line-ups are never among them.
    """
    means = {
        line_up.name: figure.mean
        for line_up in info.line_ups
        if not line_up.unranked
        and (figure := figures.get((line_up.name, variant, players))) is not None
    }
    if len(set(means.values())) < 2:
        return frozenset()
    top = max(means.values())
    return frozenset(name for name, value in means.items() if value == top)
