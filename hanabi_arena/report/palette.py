"""Colours that everybody tells apart, fixed per bot and per verdict.

The first six are those of Okabe and Ito; the others were added so that any two of the twelve stay
well apart for normal sight and for the three kinds of colour blindness. Names stand beside every
mark as well, so that nothing depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hanabi_arena.report.info import LineUpInfo

BOTS: Final = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#4D4D4D",
    "#6B2106",
    "#2B1A9E",
    "#A5C396",
    "#5A2D69",
    "#874B3C",
)
"""One a bot, in the order of the bots; a thirteenth bot begins anew."""

VERDICTS: Final = (
    "#7F2704",
    "#D8640F",
    "#F9B572",
    "#E3E0DB",
    "#92C0E0",
    "#2E7EBC",
    "#08306B",
)
"""From the worst verdict to the best; a scale with six categories takes the first six."""

LOSSES: Final = ("#B2182B", "#E08214", "#8073AC", "#9ECAE1", "#4D4D4D")
"""By cause: struck out, critical card discarded, critical card misplayed, out of time, a fault."""

INK: Final = "#222222"
FAINT_INK: Final = "#5F5F5F"
RULE: Final = "#D9D9D9"
"""Lines between rows and along axes."""
GRID: Final = "#ECECEC"
EMPTY: Final = "#F1F1F1"
"""Fields that hold nothing."""


def bot_colours(bots: Sequence[str]) -> dict[str, str]:
    """Give each bot its colour, by its place in the list."""
    return {bot: BOTS[place % len(BOTS)] for place, bot in enumerate(bots)}


def line_up_colours(line_up: LineUpInfo, colours: dict[str, str]) -> tuple[str, str]:
    """Return the colours of a line-up: of the bot in most seats, and of the other one.

    Both are the same in self-play.
    """
    return colours.get(line_up.most, INK), colours.get(line_up.other, INK)


def ink_on(red: float, green: float, blue: float) -> str:
    """Return black or white, whichever reads better on a colour with parts 0..1."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (red, green, blue)
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    # Both have the same contrast at 0.179; just above, white still reads better.
    return "#000000" if luminance > 0.2 else "#FFFFFF"
