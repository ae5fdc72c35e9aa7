"""The chart of pairs: a guest a row, a host a column, a panel a player count."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from hanabi_arena.report import text
from hanabi_arena.report.figures import Figure
from hanabi_arena.report.info import MARK, MARK_NOTE, VariantInfo
from hanabi_arena.report.measure import line_height, text_width, wrap, wrap_name
from hanabi_arena.report.palette import EMPTY, FAINT_INK, ink_on
from hanabi_arena.report.results import Results
from hanabi_arena.report.sheet import (
    EDGE,
    LABEL,
    LABEL_WIDTH,
    SMALL,
    TINY,
    TITLE,
    Sheet,
    block_height,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

_COLOURS: Final = "YlGnBu"
"""Goes from light to dark, so that it reads in grey and with every kind of colour blindness."""
_CELL_HEIGHT: Final = 0.44
_GAP: Final = 0.35
_WIDE: Final = 11.5
"""Panels go below one another rather than make a sheet wider than this, in inches."""
_WIDEST: Final = 18.0
"""For two panels side by side it may be as wide as this, lest it becomes a tower."""
_CORNER: Final = "guest ↓  host →"

_Share = TypeVar("_Share", float, "np.ndarray[Any, Any]")


def has_pairs(results: Results, variant: VariantInfo) -> bool:
    """Say whether any pair of a guest and a host played in a variant."""
    pairs = {line_up.name for line_up in results.info.line_ups if line_up.kind == "pairs"}
    return any(name == variant.name and who in pairs for who, name, _ in results.cells)


@dataclass(frozen=True, slots=True)
class _Field:
    figure: Figure
    unranked: bool
    self_play: bool


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where everything goes, in inches."""

    columns: int
    """Panels side by side."""
    cell: float
    """Width of a field."""
    side: float
    """Width of the names of guests."""
    head: float
    """Height of the names of hosts."""


def draw(results: Results, variant: VariantInfo, order: Sequence[str] = ()) -> Drawing:
    """Draw the mean scores of all pairs in a variant, from 0 to its maximum.

    Self-play, where it was played, is the diagonal. A field that was not played is empty. `order`
    is that of the bots; without it they come as in the league, those that see their own hand last.
    """
    info = results.info
    bots = list(order) or _bots(results)
    fields = {count: _fields(results, variant, bots, count) for count in results.players(variant)}
    fields = {count: found for count, found in fields.items() if found}
    labels = [info.bot_label(bot) for bot in bots]
    plan = _plan(labels, len(fields))
    rows = -(-len(fields) // plan.columns)

    side = len(bots) * plan.cell
    tall = len(bots) * _CELL_HEIGHT
    width = 2 * EDGE + plan.side + plan.columns * side + (plan.columns - 1) * _GAP
    width = max(width, 7.0)
    room = width - 2 * EDGE
    title = wrap(f"{variant.name}: mean score of pairs", room, TITLE, bold=True)
    subtitle = wrap(
        "One guest (row) among copies of a host (column), the guest in each seat in turn, "
        f"with 95% intervals; {info.score_rule}."
        + (" Bots that lose little by playing together are neighbours." if order else ""),
        room,
        LABEL,
    )
    notes = [wrap(note, room, SMALL) for note in _notes(fields, labels)]
    below_title = EDGE + block_height(title, TITLE) + 0.06
    top = below_title + block_height(subtitle, LABEL) + 0.2
    panel_height = line_height(LABEL) + 0.08 + plan.head + tall
    bottom = top + rows * panel_height + (rows - 1) * _GAP
    scale_top = bottom + 0.22
    notes_top = scale_top + 0.42
    height = notes_top + sum(block_height(note, SMALL) + 0.03 for note in notes) + EDGE

    sheet = Sheet(width, height)
    sheet.text(EDGE, EDGE, title, TITLE, fontweight="bold")
    sheet.text(EDGE, below_title, subtitle, color=FAINT_INK)
    y = notes_top
    for note in notes:
        sheet.text(EDGE, y, note, SMALL, color=FAINT_INK)
        y += block_height(note, SMALL) + 0.03
    for index, (count, found) in enumerate(fields.items()):
        row, column = divmod(index, plan.columns)
        left = EDGE + plan.side + column * (side + _GAP)
        y = top + row * (panel_height + _GAP)
        sheet.text(left, y, f"{count} players", fontweight="bold")
        y += line_height(LABEL) + 0.08 + plan.head
        _names(sheet, labels, plan, left, y, guests=column == 0)
        _panel(sheet.axes(left, y, side, tall), found, len(bots), variant.max_score, plan)
    _scale(sheet, EDGE + plan.side, scale_top, variant.max_score)
    return sheet.figure


def _bots(results: Results) -> list[str]:
    """Return the bots of all pairs, those that see their own hand last."""
    info = results.info
    seen = {
        bot
        for line_up in info.line_ups
        if line_up.kind == "pairs"
        for bot in (line_up.guest, line_up.host)
    }
    return sorted((bot for bot in info.bots if bot in seen), key=info.unranked_bots.__contains__)


def _fields(
    results: Results, variant: VariantInfo, bots: Sequence[str], players: int
) -> dict[tuple[int, int], _Field]:
    """Return what stands in each field, by row (guest) and column (host)."""
    place = {bot: index for index, bot in enumerate(bots)}
    found = {}
    for line_up in results.info.line_ups:
        guest, host = line_up.guest, line_up.host
        if line_up.kind == "self-play":
            guest = host = line_up.most
        elif line_up.kind != "pairs":
            continue
        figure = results.figures.get((line_up.name, variant.name, players))
        if figure is not None and guest in place and host in place:
            found[place[guest], place[host]] = _Field(
                figure, line_up.unranked, line_up.kind == "self-play"
            )
    return found


def _plan(labels: Sequence[str], panels: int) -> _Plan:
    """Choose the size of fields and how many panels stand side by side."""
    cell = max(text_width("24.99 †", SMALL, bold=True), text_width("±10.00", TINY)) + 0.1
    names = [wrap_name(label, LABEL_WIDTH, LABEL) for label in labels]
    lines = [line for name in names for line in name.split("\n")]
    widest = max(text_width(line, LABEL) for line in lines) + 0.12
    flat = all(text_width(label, LABEL) <= cell - 0.06 for label in labels)
    head = line_height(LABEL) + 0.08 if flat else widest
    side = max(widest, text_width(_CORNER, SMALL) + 0.12)

    def fitting(width: float) -> int:
        return int((width - 2 * EDGE - side + _GAP) / (len(labels) * cell + _GAP))

    columns = max(1, fitting(_WIDE), min(2, fitting(_WIDEST)))
    rows = -(-panels // columns)
    return _Plan(columns=-(-panels // rows), cell=cell, side=side, head=head)


def _names(
    sheet: Sheet, labels: Sequence[str], plan: _Plan, left: float, top: float, *, guests: bool
) -> None:
    """Write the hosts over a panel, upright if they do not fit, and the guests beside it."""
    upright = plan.head > line_height(LABEL) + 0.1
    for index, label in enumerate(labels):
        x = left + (index + 0.5) * plan.cell
        name = wrap_name(label, LABEL_WIDTH, LABEL) if upright else label
        if upright:
            sheet.text(x, top - 0.07, name, ha="center", va="bottom", rotation=90)
        else:
            sheet.text(x, top - 0.1, name, ha="center", va="baseline")
        if guests:
            name = wrap_name(label, LABEL_WIDTH, LABEL)
            y = top + (index + 0.5) * _CELL_HEIGHT
            sheet.text(left - 0.1, y, name, ha="right", va="center")
    if guests:
        sheet.text(left - 0.1, top - 0.07, _CORNER, SMALL, ha="right", va="bottom", color=FAINT_INK)


def _panel(
    axes: Axes, fields: dict[tuple[int, int], _Field], size: int, max_score: int, plan: _Plan
) -> None:
    from matplotlib import colormaps
    from matplotlib.collections import PolyCollection

    axes.set_xlim(0, size)
    axes.set_ylim(size, 0)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    shades = colormaps[_COLOURS]
    boxes, faces = [], []
    for row in range(size):
        for column in range(size):
            boxes.append(_box(row, column))
            field = fields.get((row, column))
            if field is None:
                faces.append((*_rgb(EMPTY), 1.0))
                axes.text(
                    column + 0.5,
                    row + 0.5,
                    "–",
                    ha="center",
                    va="center",
                    fontsize=SMALL,
                    color=FAINT_INK,
                )
                continue
            shade = shades(_depth(field.figure.mean / max_score))
            faces.append(shade)
            ink = ink_on(*shade[:3])
            mean = text.mean(field.figure.mean) + (f" {MARK}" if field.unranked else "")
            margin = "" if math.isnan(field.figure.half) else text.margin(field.figure.half)
            axes.text(
                column + 0.5,
                row + (0.35 if margin else 0.5),
                mean,
                ha="center",
                va="center",
                fontsize=SMALL,
                color=ink,
                fontweight="bold" if field.self_play else "normal",
            )
            if margin:
                axes.text(
                    column + 0.5,
                    row + 0.71,
                    margin,
                    ha="center",
                    va="center",
                    fontsize=TINY - 1,
                    color=ink,
                )
    axes.add_collection(
        PolyCollection(boxes, facecolors=faces, edgecolors="white", linewidths=1.0),
        autolim=False,
    )


def _box(row: int, column: int) -> list[tuple[float, float]]:
    return [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]


def _rgb(colour: str) -> tuple[float, float, float]:
    from matplotlib.colors import to_rgb

    return to_rgb(colour)


def _depth(share: _Share) -> _Share:
    """Return how dark a share of the maximum is.

    Most pairs make more than half of the points: these differ by more than they would on an even
    scale, and on their lighter ground figures are easier to read.
    """
    return share**2


def _scale(sheet: Sheet, left: float, top: float, max_score: int) -> None:
    """Draw what colour means what score, from 0 to the maximum."""
    axes = sheet.axes(left, top, 2.4, 0.14)
    axes.imshow(
        _depth(np.linspace(0, 1, 256))[None, :],
        cmap=_COLOURS,
        vmin=0.0,
        vmax=1.0,
        aspect="auto",
        extent=(0.0, float(max_score), 0.0, 1.0),
    )
    axes.set_yticks([])
    axes.set_xticks(sorted({0, round(0.6 * max_score), round(0.8 * max_score), max_score}))
    axes.spines["bottom"].set_visible(False)
    sheet.text(left + 2.4 + 0.2, top + 0.07, "mean score", SMALL, va="center", color=FAINT_INK)


def _notes(
    fields: dict[int, dict[tuple[int, int], _Field]], labels: Sequence[str]
) -> tuple[str, ...]:
    every = [field for found in fields.values() for field in found.values()]
    empty = any(len(found) < len(labels) ** 2 for found in fields.values())
    notes = (
        ("Bold, on the diagonal: self-play.", any(field.self_play for field in every)),
        ("– not played", empty),
        (MARK_NOTE, any(field.unranked for field in every)),
    )
    return tuple(note for note, needed in notes if needed)
