"""The chart of verdicts: how large a share of the games each category of the scale has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hanabi_arena.report.bars import not_played, stack_bars, with_legend
from hanabi_arena.report.info import MARK_NOTE, LineUpInfo, VariantInfo
from hanabi_arena.report.palette import VERDICTS
from hanabi_arena.report.results import Results
from hanabi_arena.report.sheet import Heading, Rows, rows
from hanabi_arena.rules.scales import Category, categories
from hanabi_arena.stats.summary import Cell, Strikeout

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ROW: Final = 0.36


def shares(cell: Cell, strikeout: Strikeout, ladder: Sequence[Category]) -> list[float]:
    """Return the share of a cell's games in each category, in the order of the categories."""
    scores = cell.scores(strikeout)
    return [int(scores[category.low : category.high + 1].sum()) / cell.games for category in ladder]


def draw(results: Results, variant: VariantInfo, line_ups: Sequence[LineUpInfo]) -> Figure:
    """Draw the share of games in each verdict, of some line-ups, in a variant that has verdicts."""
    info = results.info
    players = results.players(variant)
    ladder = categories(info.scale, variant.suits)
    entries = [f"{category.name} {category.scores}" for category in ladder]
    heading = Heading(
        f"{variant.name}: verdicts",
        f"Share of games in each verdict of the {info.scale} scale; {info.score_rule}.",
        (MARK_NOTE,) if any(line_up.unranked for line_up in line_ups) else (),
    )
    labels = [line_up.label for line_up in line_ups]
    ranked = sum(not line_up.unranked for line_up in line_ups)

    def lay_out(legend_height: float) -> Rows:
        return rows(
            heading,
            labels,
            players,
            row_height=_ROW,
            ranked=ranked,
            legend_height=legend_height,
            axis_title="% of games",
        )

    layout = with_legend(lay_out, entries, VERDICTS)

    for axes, count in zip(layout.panels, players, strict=True):
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])
        mine = {
            row: shares(cell, info.strikeout, ladder)
            for row, line_up in enumerate(line_ups)
            if (cell := results.cells.get((line_up.name, variant.name, count))) is not None
        }
        stack_bars(axes, layout, mine, VERDICTS, lambda part: f"{part * 100:.0f}")
        not_played(axes, 0.5, set(range(len(line_ups))) - set(mine))
    return layout.figure
