"""The results of a run, counted once and read by every table and chart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hanabi_arena.report.figures import Figure, Key, figures_of
from hanabi_arena.report.info import LineUpInfo, ReportInfo, VariantInfo
from hanabi_arena.stats.summary import Cell, count_cells, frame_of

if TYPE_CHECKING:
    import pandas as pd

MOST_PAIRS_AS_ROWS: Final = 12
"""More line-ups of the kind `pairs` than this are charted as heat maps alone."""


@dataclass(frozen=True, slots=True)
class Results:
    """A run's information, its counted games and its figures."""

    info: ReportInfo
    cells: Mapping[Key, Cell]
    figures: Mapping[Key, Figure]

    def players(self, variant: VariantInfo) -> tuple[int, ...]:
        """Return the player counts at which anything was played in a variant."""
        found = {players for _, name, players in self.cells if name == variant.name}
        return tuple(count for count in self.info.players if count in found)

    def charted(self, variant: VariantInfo, *, pairs: bool) -> tuple[LineUpInfo, ...]:
        """Return the line-ups that are rows of a variant's charts: those that played in it.

        Line-ups of the kind `pairs` are rows only if asked for and if they are few.
        """
        few = sum(line_up.kind == "pairs" for line_up in self.info.line_ups) <= MOST_PAIRS_AS_ROWS
        played = {line_up for line_up, name, _ in self.cells if name == variant.name}
        return tuple(
            line_up
            for line_up in self.info.ordered
            if line_up.name in played and (line_up.kind != "pairs" or (pairs and few))
        )

    def games(self, variant: VariantInfo | None = None) -> int:
        """Return how many games were played, in one variant or in all."""
        return sum(
            cell.games
            for cell in self.cells.values()
            if variant is None or cell.variant == variant.name
        )


def results_of(games: pd.DataFrame, info: ReportInfo) -> Results:
    """Count the games of a run. Errors are those of `count_cells`."""
    cells = count_cells(
        games,
        info.max_scores,
        line_ups=[line_up.name for line_up in info.line_ups],
        variants=[variant.name for variant in info.variants],
    )
    return Results(
        info,
        {(cell.line_up, cell.variant, cell.players): cell for cell in cells},
        figures_of(frame_of(cells, info.strikeout), info),
    )
