"""The chart of how often each score was reached: a row a line-up, a panel a player count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from hanabi_arena.report import text
from hanabi_arena.report.info import MARK_NOTE, LineUpInfo, VariantInfo
from hanabi_arena.report.measure import text_width
from hanabi_arena.report.palette import (
    FAINT_INK,
    GRID,
    INK,
    RULE,
    bot_colours,
    line_up_colours,
)
from hanabi_arena.report.results import Results
from hanabi_arena.report.sheet import SMALL, TINY, Heading, Rows, rows, score_ticks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Shares = npt.NDArray[np.float64]

_ROW: Final = 0.74
# Where things lie in a row, as parts of its height from its top.
_CEILING: Final = 0.18
_FLOOR: Final = 0.76
_BAR: Final = 0.84
_NICE: Final = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0)


def draw(results: Results, variant: VariantInfo, line_ups: Sequence[LineUpInfo]) -> Figure:
    """Draw the share of games per score, from 0 to the variant's maximum, of some line-ups.

    All rows and panels have one scale. So that one tall bar does not flatten all others, the
    scale ends where at most one bar of each row and panel is cut; its share is written over it.
    """
    info = results.info
    players = results.players(variant)
    shares = {
        (row, count): cell.scores(info.strikeout) / cell.games
        for row, line_up in enumerate(line_ups)
        for count in players
        if (cell := results.cells.get((line_up.name, variant.name, count))) is not None
    }
    top = ceiling(list(shares.values()))
    cut = any(_is_cut(float(share.max()), top) for share in shares.values())
    heading = Heading(
        f"{variant.name}: how often each score was reached",
        f"Share of games per score; {info.score_rule}. The triangle marks the mean. "
        f"The top of every row is {text.percent(top)}"
        + ("; a higher bar is cut, with its share above it." if cut else "."),
        _notes(line_ups),
    )
    layout = rows(
        heading,
        [line_up.label for line_up in line_ups],
        players,
        row_height=_ROW,
        ranked=sum(not line_up.unranked for line_up in line_ups),
        axis_title="score",
        right=text_width("100%", TINY) + 0.08,
    )
    colours = bot_colours(info.bots)
    for axes, count in zip(layout.panels, players, strict=True):
        _frame(axes, layout, variant.max_score, len(line_ups))
        mine = {row: shares[row, count] for row in range(len(line_ups)) if (row, count) in shares}
        pairs = {row: line_up_colours(line_ups[row], colours) for row in mine}
        _bars(axes, mine, pairs, top, variant.max_score)
        means = {row: results.figures[line_ups[row].name, variant.name, count].mean for row in mine}
        _means(axes, layout, means, pairs, variant.max_score)
        for row in set(range(len(line_ups))) - set(mine):
            axes.text(
                variant.max_score / 2,
                row + _FLOOR - 0.06,
                "not played",
                ha="center",
                va="bottom",
                fontsize=SMALL,
                color=FAINT_INK,
                style="italic",
            )
    for row in range(len(line_ups)):
        layout.panels[-1].text(
            1.0,
            row + _CEILING,
            f" {text.percent(top)}",
            fontsize=TINY,
            color=FAINT_INK,
            va="center",
            transform=layout.panels[-1].get_yaxis_transform(),
        )
    return layout.figure


def ceiling(shares: Sequence[Shares]) -> float:
    """Return the share at which the scale of bars ends.

    It lets the second highest bar of every distribution stand whole, and is never below a fifth
    of the highest bar of all. Where no distribution has a second bar, nothing is cut.
    """
    highest = max(float(share.max()) for share in shares)
    second = max(float(np.sort(share)[-2]) if len(share) > 1 else 0.0 for share in shares)
    wanted = max(second, highest / 5) if second else highest
    return next(nice for nice in _NICE if nice >= wanted - 1e-12)


def _is_cut(share: float, top: float) -> bool:
    # What reads the same as the top in whole percents differs from it by less than a pixel.
    return share >= top + 0.005


def _notes(line_ups: Sequence[LineUpInfo]) -> tuple[str, ...]:
    mixed = "Mixed line-ups: bars in the colour of the bot in most seats, mean in the other's."
    return tuple(
        note
        for note, needed in (
            (mixed, any(line_up.most != line_up.other for line_up in line_ups)),
            (MARK_NOTE, any(line_up.unranked for line_up in line_ups)),
        )
        if needed
    )


def _frame(axes: Axes, layout: Rows, max_score: int, count: int) -> None:
    """Draw the axis from 0 to the maximum, its grid, and floor and ceiling of every row."""
    from matplotlib.collections import LineCollection

    axes.set_xlim(-0.5, max_score + 0.5)
    ticks = score_ticks(0, max_score, layout.panel_width)
    axes.set_xticks(ticks)
    spans = [(row + _CEILING, row + _FLOOR) for row in range(count)]
    axes.add_collection(
        LineCollection(
            [[(tick, low), (tick, high)] for tick in ticks for low, high in spans],
            colors=GRID,
            linewidths=0.8,
            zorder=0.7,
        ),
        autolim=False,
    )
    axes.add_collection(
        LineCollection(
            [[(-0.5, low), (max_score + 0.5, low)] for low, _ in spans],
            colors=RULE,
            linewidths=0.8,
            linestyles=[(0, (1, 2))],
            zorder=0.7,
        ),
        autolim=False,
    )
    # A short tick at every score: those that no game reached keep their place.
    axes.add_collection(
        LineCollection(
            [
                [(score, high), (score, high + 0.03)]
                for score in range(max_score + 1)
                for _, high in spans
            ],
            colors=RULE,
            linewidths=0.6,
            zorder=0.7,
        ),
        autolim=False,
    )


def _bars(
    axes: Axes,
    shares: dict[int, Shares],
    colours: dict[int, tuple[str, str]],
    top: float,
    max_score: int,
) -> None:
    from matplotlib.collections import LineCollection, PolyCollection

    height = _FLOOR - _CEILING
    boxes: list[list[tuple[float, float]]] = []
    faces: list[str] = []
    notches: list[list[tuple[float, float]]] = []
    for row, share in shares.items():
        floor = row + _FLOOR
        for score in np.flatnonzero(share).tolist():
            left, right = score - _BAR / 2, score + _BAR / 2
            y = floor - min(float(share[score]) / top, 1.0) * height
            boxes.append([(left, floor), (left, y), (right, y), (right, floor)])
            faces.append(colours[row][0])
            if _is_cut(float(share[score]), top):
                notch = row + _CEILING + 0.2 * height
                notches.append([(left - 0.1, notch + 0.03), (right + 0.1, notch - 0.03)])
                _over(
                    axes, score, row + _CEILING - 0.02, text.percent(float(share[score])), max_score
                )
    axes.add_collection(
        PolyCollection(boxes, facecolors=faces, linewidths=0, zorder=2), autolim=False
    )
    axes.add_collection(
        LineCollection(notches, colors="white", linewidths=1.6, zorder=3), autolim=False
    )
    axes.add_collection(
        LineCollection(
            [[(-0.5, row + _FLOOR), (max_score + 0.5, row + _FLOOR)] for row in shares],
            colors=[colours[row][1] for row in shares],
            linewidths=1.0,
            zorder=2.5,
        ),
        autolim=False,
    )


def _over(axes: Axes, score: int, y: float, words: str, max_score: int) -> None:
    """Write over a bar, not beyond the ends of the axis."""
    side = "left" if score < 0.1 * max_score else "right" if score > 0.9 * max_score else "center"
    x = {"left": -0.5, "right": max_score + 0.5}.get(side, score)
    axes.text(x, y, words, ha=side, va="bottom", fontsize=TINY, color=INK)


def _means(
    axes: Axes,
    layout: Rows,
    means: dict[int, float],
    colours: dict[int, tuple[str, str]],
    max_score: int,
) -> None:
    """Mark the means below the floor, with the figure on the side where there is room."""
    from matplotlib.collections import PolyCollection

    per_inch = (max_score + 1) / layout.panel_width
    wide, tall = 0.05 * per_inch, 0.1 / layout.row_height
    marks = []
    for row, mean in means.items():
        tip = row + _FLOOR + 0.02
        marks.append([(mean, tip), (mean - wide, tip + tall), (mean + wide, tip + tall)])
        left = mean > max_score / 2
        axes.text(
            mean + (-1 if left else 1) * 1.5 * wide,
            tip + 0.6 * tall,
            text.mean(mean),
            ha="right" if left else "left",
            va="center",
            fontsize=TINY,
            color=INK,
        )
    axes.add_collection(
        PolyCollection(
            marks,
            facecolors=[colours[row][1] for row in means],
            linewidths=0,
            zorder=3,
            clip_on=False,
        ),
        autolim=False,
    )
