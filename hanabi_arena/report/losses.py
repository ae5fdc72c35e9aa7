"""The chart of lost points: what kept each line-up from the maximum, a bar a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hanabi_arena.report.bars import not_played, stack_bars, with_legend
from hanabi_arena.report.info import MARK_NOTE, LineUpInfo, VariantInfo
from hanabi_arena.report.measure import text_width
from hanabi_arena.report.palette import INK, LOSSES
from hanabi_arena.report.results import Losses, Results
from hanabi_arena.report.sheet import TINY, Heading, Rows, rows, score_ticks
from hanabi_arena.stats.causes import CAUSE_WORDS, CAUSES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW: Final = 0.36


def draw(
    results: Results, losses: Losses, variant: VariantInfo, line_ups: Sequence[LineUpInfo]
) -> Figure:
    """Draw the mean points that some line-ups lost in a variant, by cause."""
    info = results.info
    players = results.players(variant)
    shown = {
        (row, count): losses[line_up.name, variant.name, count]
        for row, line_up in enumerate(line_ups)
        for count in players
        if (line_up.name, variant.name, count) in losses
    }
    seen = [
        place
        for place in range(len(CAUSES))
        # Faults are rare: they have a place in the legend only where there are any.
        if CAUSES[place] != "faults" or any(parts[place] for parts in shown.values())
    ]
    colours = [LOSSES[place] for place in seen]
    end = axis_end(max((sum(parts) for parts in shown.values()), default=0.0), variant.max_score)
    heading = Heading(
        f"{variant.name}: where the points go",
        f"Mean points short of the maximum of {variant.max_score}, by cause; {info.score_rule}.",
        (
            "The figure behind a bar is its length.",
            *((MARK_NOTE,) if any(line_up.unranked for line_up in line_ups) else ()),
        ),
    )

    def lay_out(legend_height: float) -> Rows:
        return rows(
            heading,
            [line_up.label for line_up in line_ups],
            players,
            row_height=_ROW,
            ranked=sum(not line_up.unranked for line_up in line_ups),
            legend_height=legend_height,
            axis_title="points lost a game",
        )

    layout = with_legend(lay_out, [CAUSE_WORDS[CAUSES[place]] for place in seen], colours)
    for axes, count in zip(layout.panels, players, strict=True):
        axes.set_xlim(0, end)
        axes.set_xticks(score_ticks(0, end, layout.panel_width))
        mine = {
            row: [shown[row, count][place] for place in seen]
            for row in range(len(line_ups))
            if (row, count) in shown
        }
        stack_bars(axes, layout, mine, colours, lambda part: f"{part:.1f}", end)
        for row, parts in mine.items():
            _total(axes, layout, row, sum(parts), end)
        not_played(axes, end / 2, set(range(len(line_ups))) - set(mine))
    return layout.figure


def axis_end(most: float, max_score: int) -> int:
    """Return where the axis ends: a round number not below the longest bar."""
    ends = [end for end in (1, 2, 3, 5, 10, 15, 20, 25) if most <= end < max_score]
    return ends[0] if ends else max_score


def _total(axes: Axes, layout: Rows, row: int, total: float, end: int) -> None:
    """Write a bar's length behind it; a bar that fills the panel needs no figure."""
    words = f"{total:.1f}" if total >= 0.95 else f"{total:.2f}"
    start = total + 0.05 * end / layout.panel_width
    if start + text_width(words, TINY) * end / layout.panel_width <= end:
        axes.text(start, row + 0.5, words, va="center_baseline", fontsize=TINY, color=INK)
