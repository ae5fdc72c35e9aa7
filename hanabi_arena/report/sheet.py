"""The sheet that a chart is drawn on: measured in inches, laid out by hand, saved to the byte.

Charts have many small panels. Panels with an axis object a row would take seconds to draw, so a
sheet has one panel a player count, and its rows share it: row i lies between y = i and y = i + 1,
the first one on top.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from hanabi_arena.report.measure import FONT, line_height, text_width, wrap, wrap_name
from hanabi_arena.report.palette import FAINT_INK, GRID, INK, RULE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE: Final = 14.0
LABEL: Final = 9.5
SMALL: Final = 8.5
TINY: Final = 8.0
"""Sizes of text, in points."""

EDGE: Final = 0.2
"""White border around a sheet, in inches."""

LABEL_WIDTH: Final = 2.55
"""The most that names beside rows may take, in inches."""

_GAP: Final = 0.28
_DPI: Final = 150
_PANEL_WIDTH: Final = {1: 4.6, 2: 3.3, 3: 2.6, 4: 2.1}
_NARROWEST: Final = 6.6
"""Sheets are no narrower than this, so that their titles fit."""

STYLE: Final[dict[str, Any]] = {
    "font.family": FONT,
    "font.size": LABEL,
    "text.color": INK,
    # A dollar sign in a bot's name is a dollar sign.
    "text.parse_math": False,
    "axes.edgecolor": RULE,
    "axes.linewidth": 0.8,
    "xtick.color": RULE,
    "xtick.labelcolor": FAINT_INK,
    "xtick.labelsize": SMALL,
    "xtick.major.size": 3.5,
    "xtick.major.width": 0.8,
    "xtick.major.pad": 2.5,
    "legend.frameon": False,
    "path.simplify": False,
    "svg.fonttype": "path",
    # Names of parts in an SVG are random without it.
    "svg.hashsalt": "hanabi-arena",
}


@contextmanager
def drawing() -> Iterator[None]:
    """Draw in the style of our charts, whatever the user's own settings are; then restore them."""
    from matplotlib import style

    with style.context(STYLE, after_reset=True):
        yield


def rendered(figure: Figure) -> dict[str, bytes]:
    """Return a figure as the bytes of a file, by suffix ("png", "svg"); the same every time."""
    files = {}
    for suffix, metadata in (("png", {"Software": None}), ("svg", {"Date": None, "Creator": None})):
        file = io.BytesIO()
        figure.savefig(file, format=suffix, dpi=_DPI, metadata=metadata)
        files[suffix] = file.getvalue()
    return files


@dataclass(frozen=True, slots=True)
class Heading:
    """The words around a chart."""

    title: str
    subtitle: str
    notes: tuple[str, ...] = ()


class Sheet:
    """A figure whose parts are placed in inches from its top left corner.

    It is filled from the top: `y` is where the next part goes. The height is known only at the
    end, so parts are recorded first and `figure` places them all.
    """

    def __init__(self, width: float, height: float) -> None:
        """Make an empty sheet of a size in inches."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.width, self.height = width, height
        self.figure = Figure(figsize=(width, height), facecolor="white")
        FigureCanvasAgg(self.figure)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Return a panel without ticks or frame."""
        axes = self.figure.add_axes(
            (
                left / self.width,
                1 - (top + height) / self.height,
                width / self.width,
                height / self.height,
            )
        )
        for side in ("left", "right", "top"):
            axes.spines[side].set_visible(False)
        axes.set_yticks([])
        return axes

    def text(self, x: float, y: float, text: str, size: float = LABEL, **how: Any) -> None:
        """Write a text; unless `how` says otherwise, (x, y) is its top left corner."""
        how = {"ha": "left", "va": "top", "linespacing": 1.2, **how}
        self.figure.text(x / self.width, 1 - y / self.height, text, fontsize=size, **how)


@dataclass(frozen=True, slots=True)
class Rows:
    """A sheet of rows: a panel a player count, all with the same rows."""

    sheet: Sheet
    panels: tuple[Axes, ...]
    panel_width: float
    row_height: float
    legend_top: float
    """Where the space for a legend begins, in inches from the top."""
    left: float
    """Where the first panel begins, in inches from the left."""

    @property
    def figure(self) -> Figure:
        """The figure to save."""
        return self.sheet.figure


def rows(
    heading: Heading,
    labels: Sequence[str],
    players: Sequence[int],
    *,
    row_height: float,
    ranked: int,
    legend_height: float = 0.0,
    axis_title: str = "",
    right: float = 0.0,
) -> Rows:
    """Lay out a sheet with a row a label and a panel a player count.

    Args:
        heading: the words around it.
        labels: the rows' names, from the top.
        players: the panels' player counts, from the left.
        row_height: the least height of a row, in inches; long names make all rows higher.
        ranked: a line goes below this many rows, where unranked ones follow.
        legend_height: space between the heading and the panels, in inches.
        axis_title: what the panels' axes show.
        right: space right of the panels, in inches.
    """
    names = [wrap_name(label, LABEL_WIDTH, LABEL) for label in labels]
    widest = max(text_width(line, LABEL) for name in names for line in name.split("\n"))
    tallest = max(name.count("\n") + 1 for name in names)
    row_height = max(row_height, tallest * line_height(LABEL) + 0.1)
    left = EDGE + widest + 0.14
    gaps = (len(players) - 1) * _GAP
    width_each = max(
        _PANEL_WIDTH.get(len(players), 1.9),
        (_NARROWEST - left - gaps - right - EDGE) / len(players),
    )
    width = left + len(players) * width_each + gaps + right + EDGE
    room = width - 2 * EDGE
    title = wrap(heading.title, room, TITLE, bold=True)
    subtitle = wrap(heading.subtitle, room, LABEL)
    notes = [wrap(note, room, SMALL) for note in heading.notes]

    below_title = EDGE + block_height(title, TITLE) + 0.06
    legend_top = below_title + block_height(subtitle, LABEL) + 0.12
    top = legend_top + legend_height + line_height(LABEL) + 0.1
    bottom = top + len(labels) * row_height
    axis_top = bottom + 0.26
    notes_top = axis_top + (line_height(SMALL) + 0.06 if axis_title else 0.06)
    height = notes_top + sum(block_height(note, SMALL) + 0.03 for note in notes) + EDGE

    sheet = Sheet(width, height)
    sheet.text(EDGE, EDGE, title, TITLE, fontweight="bold")
    sheet.text(EDGE, below_title, subtitle, color=FAINT_INK)
    for index, name in enumerate(names):
        middle = top + (index + 0.5) * row_height
        sheet.text(left - 0.14, middle, name, ha="right", va="center")
    y = notes_top
    for note in notes:
        sheet.text(EDGE, y, note, SMALL, color=FAINT_INK)
        y += block_height(note, SMALL) + 0.03

    panels = []
    for index, count in enumerate(players):
        x = left + index * (width_each + _GAP)
        axes = sheet.axes(x, top, width_each, len(labels) * row_height)
        axes.set_ylim(len(labels), 0)
        heading_y = top - 0.08
        sheet.text(x, heading_y, f"{count} players", va="bottom", fontweight="bold")
        if axis_title:
            sheet.text(
                x + width_each / 2, axis_top, axis_title, SMALL, ha="center", color=FAINT_INK
            )
        _rule_rows(axes, len(labels), ranked)
        panels.append(axes)
    return Rows(sheet, tuple(panels), width_each, row_height, legend_top, left)


def block_height(text: str, size: float) -> float:
    """Return the height of several lines of text in inches."""
    return (text.count("\n") + 1) * line_height(size)


def _rule_rows(axes: Axes, count: int, ranked: int) -> None:
    """Draw a line between rows, a darker one before those that are not ranked."""
    from matplotlib.collections import LineCollection

    inner = [row for row in range(count) if row != ranked or row == 0]
    across = axes.get_yaxis_transform()
    axes.add_collection(
        LineCollection(
            [[(0, row), (1, row)] for row in inner],
            colors=GRID,
            linewidths=0.8,
            transform=across,
            zorder=0.5,
            clip_on=False,
        ),
        autolim=False,
    )
    if 0 < ranked < count:
        axes.plot(
            [0, 1],
            [ranked, ranked],
            color=FAINT_INK,
            linewidth=0.8,
            linestyle=(0, (4, 2)),
            transform=across,
            zorder=0.6,
            clip_on=False,
        )


def score_ticks(low: int, high: int, width: float) -> list[int]:
    """Return the scores to write along an axis of a width in inches; both ends are among them."""
    room = max(1, int(width / 0.3))
    fitting = [s for s in (1, 2, 5, 10, 20, 50, 100) if (high - low) / s <= room]
    step = next((s for s in fitting if (high - low) % s == 0), fitting[0])
    ticks = [tick for tick in range(low, high, step) if tick % step == 0 or tick == low]
    if len(ticks) > 1 and high - ticks[-1] < 0.6 * step:
        ticks.pop()
    return [*ticks, high]
