"""The chart of a comparison: how the deals differ, and how the evidence ran against its bars."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from hanabi_arena.comparison.outcome import Comparison
from hanabi_arena.comparison.words import bar as words_of_bar
from hanabi_arena.comparison.words import (
    claim_high,
    claim_low,
    deals,
    interval,
    percent,
    signed,
    where,
)
from hanabi_arena.report.measure import line_height, text_width, wrap
from hanabi_arena.report.palette import BOTS, FAINT_INK, GRID, INK, RULE
from hanabi_arena.report.sheet import (
    EDGE,
    LABEL,
    SMALL,
    TINY,
    TITLE,
    Sheet,
    block_height,
    drawing,
    rendered,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAME: Final = "comparison"
"""The name of its files without the suffix."""

_PANEL: Final = 3.9
_HEIGHT: Final = 2.5
_GAP: Final = 0.85
_LEFT: Final = 0.02
_RIGHT: Final = 0.3
_MOST_BARS: Final = 41
_MARK_WORDS: Final = "mean and 95% confidence sequence"
_FLOOR: Final = 1e-2
"""Evidence below it is drawn at the foot of its panel: it can fall without end."""

COLOUR_A: Final = BOTS[1]
COLOUR_B: Final = BOTS[0]
TIED: Final = "#9A9A9A"


def write_chart(found: Comparison, folder: Path) -> list[Path]:
    """Draw a comparison into `charts/comparison.png` and `.svg` below a folder; return the paths.

    The same comparison gives the same files to the byte.
    """
    below = folder / "charts"
    below.mkdir(parents=True, exist_ok=True)
    paths = []
    with drawing():
        for suffix, content in rendered(draw(found)).items():
            path = below / f"{NAME}.{suffix}"
            path.write_bytes(content)
            paths.append(path)
    return paths


def draw(found: Comparison) -> Figure:
    """Draw a comparison of which at least one deal was played."""
    width = EDGE + _LEFT + _PANEL + _GAP + _PANEL + _RIGHT + EDGE
    room = width - 2 * EDGE
    title = wrap(f"{found.b} against {found.a}: {found.verdict}", room, TITLE, bold=True)
    subtitle = wrap(
        f"After {deals(found.games)} at {where(found.question)}: {signed(found.mean_difference)} "
        f"points a game, 95% confidence sequence {interval(found.confidence_sequence)}. "
        f"Tied in {percent(found.total.tied_share)} of deals.",
        room,
        LABEL,
    )
    below_title = EDGE + block_height(title, TITLE) + 0.06
    heads = below_title + block_height(subtitle, LABEL) + 0.16
    lines = heads + line_height(LABEL) + 0.06
    top = lines + 2 * line_height(SMALL) + 0.08
    height = top + _HEIGHT + 0.5 + EDGE
    sheet = Sheet(width, height)
    sheet.text(EDGE, EDGE, title, TITLE, fontweight="bold")
    sheet.text(EDGE, below_title, subtitle, color=FAINT_INK)
    left = EDGE + _LEFT
    right = left + _PANEL + _GAP
    sheet.text(left, heads, "How the deals differ", fontweight="bold")
    sheet.text(right, heads, "How the evidence ran", fontweight="bold")
    for x, legend in ((left, _sides(found)), (right, _claims(found))):
        for row, (words, colour) in enumerate(legend):
            sheet.text(x, lines + row * line_height(SMALL), words, SMALL, color=colour)
    _differences(sheet.axes(left, top, _PANEL, _HEIGHT), found)
    _evidence(sheet.axes(right, top, _PANEL, _HEIGHT), found)
    foot = top + _HEIGHT + 0.3
    for x, words in ((left, f"{found.b} minus {found.a}, points"), (right, "deals")):
        fitted = words if text_width(words, SMALL) < _PANEL + 0.4 else "B minus A, points"
        sheet.text(x + _PANEL / 2, foot, fitted, SMALL, ha="center", color=FAINT_INK)
    return sheet.figure


def bars(
    differences: npt.NDArray[np.float64], strata: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], float]:
    """Return the middles of the bars, the share of deals in each, and their width.

    A bar is as wide as the smallest difference there can be, 1/strata, or a multiple of it where
    that gives too many. The bar around 0 is centred, so that no bar holds both signs.
    """
    steps = np.rint(differences * strata).astype(np.int64)
    reach = max(int(np.abs(steps).max()), 1)
    # An odd number of steps, so that a bar is centred on 0.
    each = 1
    while 2 * math.ceil((reach - each // 2) / each) + 1 > _MOST_BARS:
        each += 2
    places = np.sign(steps) * ((np.abs(steps) + each // 2) // each)
    most = max(int(np.abs(places).max()), 1)
    counts = np.bincount(places + most, minlength=2 * most + 1)
    middles = np.arange(-most, most + 1) * each / strata
    return middles, counts / len(differences), each / strata


def _differences(axes: Axes, found: Comparison) -> None:
    from matplotlib.ticker import MaxNLocator

    middles, shares, width = bars(found.differences, len(found.strata))
    colours = [TIED if x == 0 else COLOUR_B if x > 0 else COLOUR_A for x in middles]
    axes.bar(middles, shares, width * 0.88, color=colours, linewidth=0, zorder=2)
    edge = float(middles[-1] + width / 2)
    ends = [abs(end) for end in found.confidence_sequence]
    reach = max([edge, *(end for end in ends if end < 2 * edge)])
    axes.set_xlim(-reach, reach)
    high = float(shares.max())
    axes.set_ylim(0, high * 1.3)
    ticks = MaxNLocator(9, integer=reach > 3, symmetric=True).tick_values(-reach, reach)
    axes.set_xticks([tick for tick in ticks if abs(tick) <= reach])
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+g}".replace("-", "−") if x else "0")
    axes.axvline(0, 0, 0.92, color=RULE, linewidth=0.8, zorder=1)
    low, up = (min(max(end, -reach), reach) for end in found.confidence_sequence)
    mark = high * 1.2
    axes.plot([low, up], [mark, mark], color=INK, linewidth=1.4, solid_capstyle="butt", zorder=3)
    axes.plot([found.mean_difference], [mark], marker="o", markersize=4.5, color=INK, zorder=4)
    axes.text(0, high * 1.23, _MARK_WORDS, ha="center", va="bottom", fontsize=TINY, color=FAINT_INK)
    peak = int(shares.argmax())
    axes.text(
        float(middles[peak]),
        high * 1.01,
        percent(high),
        ha="center",
        va="bottom",
        fontsize=TINY,
        color=INK,
    )


def _sides(found: Comparison) -> list[tuple[str, str]]:
    """Return how many deals lie on each side, in words with their colours."""
    rows = []
    for sign, letter, name, colour in (
        (1, "B", found.b, COLOUR_B),
        (-1, "A", found.a, COLOUR_A),
    ):
        share = percent(float((np.sign(found.differences) == sign).mean()))
        words = f"{name} scores more in {share} of deals"
        short = f"{letter} scores more in {share} of deals"
        rows.append((words if text_width(words, SMALL) < _PANEL else short, colour))
    return rows


def _claims(found: Comparison) -> list[tuple[str, str]]:
    """Return what the evidence is for and what it came to, in words with their colours."""
    asked, total = found.question, found.total
    return [
        (f"for “{claim_high(asked)}”: {_evidence_text(total.evidence_better)}", COLOUR_B),
        (f"for “{claim_low(asked)}”: {_evidence_text(total.evidence_no_better)}", COLOUR_A),
    ]


def _evidence_text(value: float) -> str:
    return f"{value:,.1f}" if 1 <= value < 1e5 else f"{value:.2g}"


def _evidence(axes: Axes, found: Comparison) -> None:
    from matplotlib.ticker import MaxNLocator

    asked = found.question
    games = [look.games for look in found.looks]
    last = max(found.games, games[-1])
    lines = (
        ([one.evidence_high for one in found.looks], 1 / asked.alpha, COLOUR_B),
        ([one.evidence_low for one in found.looks], 1 / asked.beta, COLOUR_A),
    )
    axes.set_yscale("log")
    highest = max(2.5 * max(bar for _, bar, _ in lines), *(max(values) for values, *_ in lines))
    axes.set_ylim(_FLOOR, min(highest * 1.3, 1e6))
    axes.set_xlim(0, last)
    axes.set_yticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
    axes.set_yticks([], minor=True)
    axes.tick_params(axis="y", length=0, labelsize=SMALL, labelcolor=FAINT_INK)
    axes.grid(axis="y", color=GRID, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    ticks = MaxNLocator(6, integer=True).tick_values(0, last)
    axes.set_xticks([tick for tick in ticks if 0 <= tick <= last])
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}")
    one = asked.alpha == asked.beta
    for rate, own in ((asked.alpha, COLOUR_B), (asked.beta, COLOUR_A)):
        bar, colour = 1 / rate, INK if one else own
        axes.axhline(bar, color=colour, linewidth=1.0, linestyle=(0, (4, 2)), zorder=2)
        axes.text(
            0.0,
            bar * 1.12,
            f"  enough: {words_of_bar(rate)}",
            fontsize=TINY,
            color=colour,
            va="bottom",
            ha="left",
        )
        if one:
            break
    for values, _, colour in lines:
        shown = np.maximum(values, _FLOOR)
        axes.plot(games, shown, color=colour, linewidth=1.8, zorder=3, solid_joinstyle="round")
        axes.plot(
            games[-1:],
            shown[-1:],
            marker="o",
            markersize=4.5,
            color=colour,
            zorder=4,
            clip_on=False,
        )
