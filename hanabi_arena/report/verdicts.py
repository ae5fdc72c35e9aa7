"""The chart of verdicts: how large a share of the games each category of the scale has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hanabi_arena.report.info import MARK_NOTE, LineUpInfo, VariantInfo
from hanabi_arena.report.measure import line_height, text_width
from hanabi_arena.report.palette import FAINT_INK, VERDICTS, ink_on
from hanabi_arena.report.results import Results
from hanabi_arena.report.sheet import EDGE, LABEL, SMALL, TINY, Heading, Rows, rows
from hanabi_arena.rules.scales import Category, categories
from hanabi_arena.stats.summary import Cell, Strikeout

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW: Final = 0.36
_TOP: Final = 0.14
_BOTTOM: Final = 0.86
_SWATCH: Final = 0.38
"""Width of a legend's colour field with the space around it, in inches."""


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

    # How many lines the legend takes depends on the width, which only the layout knows.
    width = lay_out(0.0).sheet.width - 2 * EDGE
    lines = next(
        lines
        for lines in range(1, len(entries) + 1)
        if _legend_width(entries, -(-len(entries) // lines)) <= width or lines == len(entries)
    )
    columns = -(-len(entries) // lines)
    layout = lay_out(lines * (line_height(LABEL) + 0.04) + 0.1)
    _legend(layout, entries, columns)

    for axes, count in zip(layout.panels, players, strict=True):
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])
        mine = {
            row: shares(cell, info.strikeout, ladder)
            for row, line_up in enumerate(line_ups)
            if (cell := results.cells.get((line_up.name, variant.name, count))) is not None
        }
        _bars(axes, layout, mine)
        for row in set(range(len(line_ups))) - set(mine):
            axes.text(
                0.5,
                row + 0.5,
                "not played",
                ha="center",
                va="center",
                fontsize=SMALL,
                color=FAINT_INK,
                style="italic",
            )
    return layout.figure


def _legend_width(entries: Sequence[str], columns: int) -> float:
    """Return the width of a legend in inches; every column is as wide as its widest entry."""
    return sum(
        max(text_width(entry, SMALL) for entry in entries[column::columns]) + _SWATCH
        for column in range(columns)
    )


def _legend(layout: Rows, entries: Sequence[str], columns: int) -> None:
    """Draw a legend with every category, those that no game reached included."""
    from matplotlib.patches import Rectangle

    sheet = layout.sheet
    fields = [Rectangle((0, 0), 1, 1, facecolor=colour) for colour in VERDICTS[: len(entries)]]
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


def _bars(axes: Axes, layout: Rows, mine: dict[int, list[float]]) -> None:
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgb

    boxes: list[list[tuple[float, float]]] = []
    faces: list[str] = []
    for row, parts in mine.items():
        top, bottom = row + _TOP, row + _BOTTOM
        left = 0.0
        for part, colour in zip(parts, VERDICTS, strict=False):
            right = left + part
            if part:
                boxes.append([(left, bottom), (left, top), (right, top), (right, bottom)])
                faces.append(colour)
            words = f"{part * 100:.0f}"
            if part * layout.panel_width > text_width(words, TINY) + 0.06:
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
