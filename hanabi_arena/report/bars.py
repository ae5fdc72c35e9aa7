"""Bars made of parts, a row a line-up, and the legend that names the parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hanabi_arena.report.measure import line_height, text_width
from hanabi_arena.report.palette import FAINT_INK, ink_on
from hanabi_arena.report.sheet import EDGE, LABEL, SMALL, TINY, Rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TOP: Final = 0.14
_BOTTOM: Final = 0.86
_SWATCH: Final = 0.38
"""Width of a legend's colour field with the space around it, in inches."""


def with_legend(
    lay_out: Callable[[float], Rows], entries: Sequence[str], colours: Sequence[str]
) -> Rows:
    """Lay out a sheet with a legend in as few lines as it needs.

    `lay_out` makes the sheet for a legend of a height in inches.
    """
    # How many lines the legend takes depends on the width, which only the layout knows.
    width = lay_out(0.0).sheet.width - 2 * EDGE
    lines = next(
        lines
        for lines in range(1, len(entries) + 1)
        if _legend_width(entries, -(-len(entries) // lines)) <= width or lines == len(entries)
    )
    layout = lay_out(lines * (line_height(LABEL) + 0.04) + 0.1)
    _legend(layout, entries, colours, -(-len(entries) // lines))
    return layout


def not_played(axes: Axes, middle: float, missing: Iterable[int]) -> None:
    """Say in some rows that nothing was played."""
    for row in missing:
        axes.text(
            middle,
            row + 0.5,
            "not played",
            ha="center",
            va="center",
            fontsize=SMALL,
            color=FAINT_INK,
            style="italic",
        )


def stack_bars(
    axes: Axes,
    layout: Rows,
    mine: Mapping[int, Sequence[float]],
    colours: Sequence[str],
    worded: Callable[[float], str],
    scale: float = 1.0,
) -> None:
    """Draw a bar a row, made of parts one behind the other, each with its figure where it fits.

    Args:
        axes: the panel.
        layout: the sheet that it is on.
        mine: the parts by row.
        colours: of the parts.
        worded: how a part's figure is written.
        scale: the length of the panel in the unit of the parts.
    """
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgb

    boxes: list[list[tuple[float, float]]] = []
    faces: list[str] = []
    for row, parts in mine.items():
        top, bottom = row + _TOP, row + _BOTTOM
        left = 0.0
        for part, colour in zip(parts, colours, strict=False):
            right = left + part
            if part:
                boxes.append([(left, bottom), (left, top), (right, top), (right, bottom)])
                faces.append(colour)
            words = worded(part)
            if part / scale * layout.panel_width > text_width(words, TINY) + 0.06:
                axes.text(
                    (left + right) / 2,
                    row + 0.5,
                    words,
                    ha="center",
                    va="center_baseline",
                    fontsize=TINY,
                    color=ink_on(*to_rgb(colour)),
                )
            left = right
    axes.add_collection(
        PolyCollection(boxes, facecolors=faces, edgecolors="white", linewidths=0.6, zorder=2),
        autolim=False,
    )


def _legend_width(entries: Sequence[str], columns: int) -> float:
    """Return the width of a legend in inches; every column is as wide as its widest entry."""
    return sum(
        max(text_width(entry, SMALL) for entry in entries[column::columns]) + _SWATCH
        for column in range(columns)
    )


def _legend(layout: Rows, entries: Sequence[str], colours: Sequence[str], columns: int) -> None:
    """Draw a legend with every part, those that no row has included."""
    from matplotlib.patches import Rectangle

    sheet = layout.sheet
    fields = [Rectangle((0, 0), 1, 1, facecolor=colour) for colour in colours[: len(entries)]]
    sheet.figure.legend(
        # Entries run along lines, matplotlib's own along columns.
        [fields[place] for place in _by_column(len(entries), columns)],
        [entries[place] for place in _by_column(len(entries), columns)],
        loc="upper left",
        bbox_to_anchor=(EDGE / sheet.width, 1 - layout.legend_top / sheet.height),
        ncols=columns,
        fontsize=SMALL,
        borderaxespad=0,
        borderpad=0,
        handlelength=1.2,
        handleheight=1.0,
        handletextpad=0.5,
        columnspacing=1.4,
        labelspacing=0.5,
    )


def _by_column(count: int, columns: int) -> list[int]:
    """Return the places of entries read along lines, in the order that fills column by column."""
    return [place for column in range(columns) for place in range(column, count, columns)]
