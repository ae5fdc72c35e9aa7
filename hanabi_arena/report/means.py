"""The chart of mean scores with their intervals: a row a line-up, a panel a player count."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hanabi_arena.report import differences, text
from hanabi_arena.report.bars import not_played
from hanabi_arena.report.figures import Figure
from hanabi_arena.report.info import MARK_NOTE, LineUpInfo, VariantInfo
from hanabi_arena.report.measure import text_width
from hanabi_arena.report.palette import (
    GRID,
    INK,
    bot_colours,
    line_up_colours,
)
from hanabi_arena.report.results import Results
from hanabi_arena.report.sheet import SMALL, Heading, Rows, rows, score_ticks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

_ROW: Final = 0.44
# Where things lie in a row, as parts of its height from its top.
_WORDS: Final = 0.3
_DOT: Final = 0.7


def draw(results: Results, variant: VariantInfo, line_ups: Sequence[LineUpInfo]) -> Drawing:
    """Draw the mean scores of some line-ups, with 95% t intervals, up to the variant's maximum.

    The axis begins at 0, or above it where every mean is high.
    """
    info = results.info
    players = results.players(variant)
    figures = {
        (row, count): figure
        for row, line_up in enumerate(line_ups)
        for count in players
        if (figure := results.figures.get((line_up.name, variant.name, count))) is not None
    }
    low = axis_start(list(figures.values()), variant.max_score)
    sure = differences.note(results, variant, {line_up.name for line_up in line_ups})
    single = any(figure.games == 1 for figure in figures.values())
    notes = (
        ("Where no line shows, the interval is narrower than the dot.", not single),
        ("A single game has no interval.", single),
        (f"The axes begin at {low}.", low > 0),
        (
            "Mixed line-ups: dot in the colour of the bot in most seats, ring in the other's.",
            any(line_up.most != line_up.other for line_up in line_ups),
        ),
        (sure, bool(sure)),
        (MARK_NOTE, any(line_up.unranked for line_up in line_ups)),
    )
    heading = Heading(
        f"{variant.name}: mean score",
        f"With 95% intervals, up to the maximum of {variant.max_score}; {info.score_rule}.",
        tuple(note for note, needed in notes if needed),
    )
    layout = rows(
        heading,
        [line_up.label for line_up in line_ups],
        players,
        row_height=_ROW,
        ranked=sum(not line_up.unranked for line_up in line_ups),
        axis_title="mean score",
    )
    colours = bot_colours(info.bots)
    for axes, count in zip(layout.panels, players, strict=True):
        mine = {row: figures[row, count] for row in range(len(line_ups)) if (row, count) in figures}
        _frame(axes, layout, low, variant.max_score, len(line_ups))
        _dots(axes, mine, {row: line_up_colours(line_ups[row], colours) for row in mine})
        _words(axes, layout, mine, low, variant.max_score)
        not_played(axes, (low + variant.max_score) / 2, set(range(len(line_ups))) - set(mine))
    return layout.figure


def axis_start(figures: Sequence[Figure], max_score: int) -> int:
    """Return where the axis begins: at 0, or at a multiple of five in its upper half.

    It leaves all intervals on the axis, and room below the lowest.
    """
    lowest = min(
        figure.mean - (0.0 if math.isnan(figure.half) else figure.half) for figure in figures
    )
    start = 5 * math.floor((lowest - 0.5) / 5)
    return start if start >= max_score / 2 else 0


def _frame(axes: Axes, layout: Rows, low: int, max_score: int, count: int) -> None:
    from matplotlib.collections import LineCollection

    axes.set_xlim(low, max_score)
    ticks = score_ticks(low, max_score, layout.panel_width)
    axes.set_xticks(ticks)
    axes.add_collection(
        LineCollection(
            [[(tick, 0), (tick, count)] for tick in ticks], colors=GRID, linewidths=0.8, zorder=0.5
        ),
        autolim=False,
    )


def _dots(
    axes: Axes, figures: Mapping[int, Figure], colours: Mapping[int, tuple[str, str]]
) -> None:
    from matplotlib.collections import LineCollection

    spread = {row: figure for row, figure in figures.items() if not math.isnan(figure.half)}
    axes.add_collection(
        LineCollection(
            [
                [(figure.mean - figure.half, row + _DOT), (figure.mean + figure.half, row + _DOT)]
                for row, figure in spread.items()
            ],
            colors=[colours[row][0] for row in spread],
            linewidths=2.0,
            zorder=2,
        ),
        autolim=False,
    )
    axes.scatter(
        [figure.mean for figure in figures.values()],
        [row + _DOT for row in figures],
        s=22,
        c=[colours[row][0] for row in figures],
        edgecolors=[colours[row][1] for row in figures],
        linewidths=1.4,
        zorder=3,
        clip_on=False,
    )


def _words(
    axes: Axes, layout: Rows, figures: Mapping[int, Figure], low: int, max_score: int
) -> None:
    """Write every mean over its dot, moved inwards where it would leave the panel."""
    per_inch = (max_score - low) / layout.panel_width
    for row, figure in figures.items():
        words = text.mean_with_margin(figure.mean, figure.half)
        half = text_width(words, SMALL) / 2 * per_inch
        x = min(max(figure.mean, low + half), max_score - half)
        axes.text(x, row + _WORDS, words, ha="center", va="center", fontsize=SMALL, color=INK)
