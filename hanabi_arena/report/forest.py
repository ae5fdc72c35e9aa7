"""The forest plot of an ablation: a row an arm, a panel a player count, an effect with interval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hanabi_arena.report.bars import not_played
from hanabi_arena.report.measure import text_width
from hanabi_arena.report.palette import BOTS, FAINT_INK, GRID, INK
from hanabi_arena.report.sheet import SMALL, Heading, Rows, rows
from hanabi_arena.stats.ablation import Worth

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GAINS: Final = BOTS[0]
COSTS: Final = BOTS[1]
UNSURE: Final = "#9A9A9A"
"""Colours of effects that are more than luck, above and below zero, and of all others."""

_ROW: Final = 0.42
_WORDS: Final = 0.28
_DOT: Final = 0.7
_CUT: Final = 4.0
"""The axis ends at so many times the typical effect at the latest; beyond stands an arrow."""
_LEAST: Final = 0.25


def draw(heading: Heading, found: Sequence[Worth]) -> Figure:
    """Draw effects, the largest mean over the player counts on top."""
    arms = ordered(found)
    labels = {worth.arm.name: worth.arm.convention for worth in found}
    players = sorted({worth.players for worth in found})
    layout = rows(
        heading,
        [labels[arm] for arm in arms],
        players,
        row_height=_ROW,
        ranked=len(arms),
        axis_title="points a game",
    )
    reach = axis_reach(found)
    by_place = {(worth.arm.name, worth.players): worth for worth in found}
    for axes, count in zip(layout.panels, players, strict=True):
        mine = {
            row: by_place[arm, count] for row, arm in enumerate(arms) if (arm, count) in by_place
        }
        _frame(axes, reach, len(arms))
        _marks(axes, mine, reach)
        _words(axes, layout, mine, reach)
        not_played(axes, 0.0, set(range(len(arms))) - set(mine))
    return layout.figure


def ordered(found: Sequence[Worth]) -> list[str]:
    """Return the arms by their mean effect over the player counts, the largest first."""
    sums: dict[str, list[float]] = {}
    for worth in found:
        sums.setdefault(worth.arm.name, []).append(worth.effect.mean)
    if all(worth.arm.kind == "level" for worth in found):
        return list(sums)
    return sorted(sums, key=lambda arm: -sum(sums[arm]) / len(sums[arm]))


def axis_reach(found: Sequence[Worth]) -> float:
    """Return where the axis ends on either side: with all intervals, unless few are far out."""
    ends = [
        max(abs(end) for end in (worth.effect.low, worth.effect.high) if not math.isnan(end))
        for worth in found
        if not math.isnan(worth.effect.low)
    ]
    far = max([*ends, *(abs(worth.effect.mean) for worth in found), _LEAST])
    typical = sorted(ends)[len(ends) // 2] if ends else far
    return 1.06 * min(far, max(_CUT * typical, _LEAST))


def _frame(axes: Axes, reach: float, count: int) -> None:
    from matplotlib.collections import LineCollection
    from matplotlib.ticker import MaxNLocator

    axes.set_xlim(-reach, reach)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10], symmetric=True))
    axes.xaxis.set_major_formatter(lambda value, _: tick(value))
    axes.add_collection(
        LineCollection([[(0, 0), (0, count)]], colors=FAINT_INK, linewidths=0.8, zorder=0.7),
        autolim=False,
    )
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)


def colour(worth: Worth) -> str:
    """Return the colour of an effect: above zero, below, or not known."""
    if not worth.sure:
        return UNSURE
    return GAINS if worth.effect.mean > 0 else COSTS


def _marks(axes: Axes, mine: Mapping[int, Worth], reach: float) -> None:
    from matplotlib.collections import LineCollection

    known = {row: one for row, one in mine.items() if not math.isnan(one.effect.low)}
    axes.add_collection(
        LineCollection(
            [
                [
                    (max(one.effect.low, -reach), row + _DOT),
                    (min(one.effect.high, reach), row + _DOT),
                ]
                for row, one in known.items()
            ],
            colors=[colour(one) for one in known.values()],
            linewidths=2.0,
            zorder=2,
        ),
        autolim=False,
    )
    for row, one in mine.items():
        beyond = abs(one.effect.mean) > reach
        marker = "o" if not beyond else ">" if one.effect.mean > 0 else "<"
        x = min(max(one.effect.mean, -reach), reach)
        size = 26 if beyond else 20
        axes.scatter(
            [x], [row + _DOT], s=size, c=colour(one), marker=marker, zorder=3, clip_on=False
        )


def _words(axes: Axes, layout: Rows, mine: Mapping[int, Worth], reach: float) -> None:
    """Write every effect over its dot, moved inwards where it would leave the panel."""
    per_inch = 2 * reach / layout.panel_width
    for row, one in mine.items():
        words = signed(one.effect.mean)
        half = text_width(words, SMALL) / 2 * per_inch
        x = min(max(one.effect.mean, half - reach), reach - half)
        ink = INK if one.sure else FAINT_INK
        axes.text(
            x,
            row + _WORDS,
            words,
            ha="center",
            va="center",
            fontsize=SMALL,
            color=ink,
            # Lines do not run through figures.
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )


def tick(value: float) -> str:
    """Write a difference along an axis."""
    return f"{value:+g}".replace("-", "−") if value else "0"


def signed(value: float, digits: int = 2) -> str:
    """Write a difference with its sign: +0.31, −0.05; 0.00 has none."""
    if math.isnan(value):
        return "–"
    written = f"{value:+.{digits}f}"
    return written.replace("-", "−") if float(written) else written[1:]
