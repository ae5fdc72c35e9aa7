"""The results of a run, counted once and read by every table and chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, Final, TypeAlias

from hanabi_arena.report.figures import Figure, Key, figures_of, row_of
from hanabi_arena.report.info import LineUpInfo, ReportInfo, VariantInfo
from hanabi_arena.stats.causes import CAUSES
from hanabi_arena.stats.pairwise import Difference, differences
from hanabi_arena.stats.summary import Cell, Strikeout, count_cells, frame_of

if TYPE_CHECKING:
    import pandas as pd

Losses: TypeAlias = Mapping[Key, Sequence[float]]
"""The mean points lost to each cause, in the order of `CAUSES`."""

MOST_PAIRS_AS_ROWS: Final = 12
"""More line-ups of the kind `pairs` than this are charted as heat maps alone."""


@dataclass(frozen=True, slots=True)
class Results:
    """A run's information, its counted games and its figures."""

    info: ReportInfo
    cells: Mapping[Key, Cell]
    figures: Mapping[Key, Figure]
    differences: Mapping[str, Sequence[Difference]]
    """Between the ranked bots in self-play, by variant; the stronger one of a pair goes first."""
    losses: Losses = field(default_factory=dict)
    """Mean points lost, empty unless the games were diagnosed."""
    diagnosed: pd.DataFrame | None = None
    """What `summarise_diagnoses` made of the games, if it was asked."""

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


def results_of(
    games: pd.DataFrame, info: ReportInfo, diagnosed: pd.DataFrame | None = None
) -> Results:
    """Count and compare the games of a run; `diagnosed` is what `summarise_diagnoses` made of them.

    Errors are those of `count_cells`.
    """
    cells = count_cells(
        games,
        info.max_scores,
        line_ups=[line_up.name for line_up in info.line_ups],
        variants=[variant.name for variant in info.variants],
    )
    figures = figures_of(frame_of(cells, info.strikeout), info)
    return Results(
        info,
        {(cell.line_up, cell.variant, cell.players): cell for cell in cells},
        figures,
        {
            variant.name: differences(
                games, _strongest_first(info, figures, variant), variant.name, info.strikeout
            )
            for variant in info.variants
        },
        {} if diagnosed is None else losses_of(diagnosed, info.strikeout),
        diagnosed,
    )


def _strongest_first(
    info: ReportInfo, figures: Mapping[Key, Figure], variant: VariantInfo
) -> list[str]:
    """Return the ranked bots that played alone in a variant, by their mean over player counts."""
    means = {}
    for line_up in info.line_ups:
        if line_up.kind == "self-play" and not line_up.unranked:
            row = row_of(figures, line_up, variant.name, info.players)
            if row:
                means[line_up.name] = fmean(figure.mean for figure in row.values())
    return sorted(means, key=lambda name: -means[name])


def losses_of(diagnosed: pd.DataFrame, strikeout: Strikeout) -> Losses:
    """Index what `summarise_diagnoses` returns, under one reading of the third strike."""
    columns = [
        f"lost_to_{cause}" + (f"_{strikeout}" if cause == "strikeout" else "") for cause in CAUSES
    ]
    names = ("line_up", "variant", "players")
    keys = zip(*(diagnosed[name].tolist() for name in names), strict=True)
    return dict(zip(keys, diagnosed[columns].to_numpy(float).tolist(), strict=True))
