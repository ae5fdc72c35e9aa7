"""How wide a text will be, and where to break it, before anything is drawn."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from matplotlib.textpath import TextToPath

FONT: Final = "DejaVu Sans"
"""The font of all charts; it comes with matplotlib, so that charts are alike everywhere."""

_LEADING: Final = 1.2
_POINTS: Final = 72.0


@lru_cache(maxsize=1)
def _setter() -> TextToPath:
    from matplotlib.textpath import TextToPath

    return TextToPath()


@lru_cache(maxsize=8192)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of one line of text in inches; `size` is in points."""
    from matplotlib.font_manager import FontProperties

    font = FontProperties(family=FONT, size=size, weight="bold" if bold else "normal")
    width, _, _ = _setter().get_text_width_height_descent(text, font, ismath=False)
    # The bitmap renderer sets letters on whole pixels, which can be a little wider.
    return float(width) / _POINTS * 1.02


def line_height(size: float) -> float:
    """Return the distance between two lines in inches; `size` is in points."""
    return size * _LEADING / _POINTS


def wrap(text: str, width: float, size: float, bold: bool = False) -> str:
    """Break a sentence at its spaces so that no line is wider than `width` inches."""
    return "\n".join(_fill(re.findall(r"\S+\s*", text), width, size, bold))


def wrap_name(name: str, width: float, size: float, most_lines: int = 3) -> str:
    """Break a name so that no line is wider than `width` inches.

    It breaks behind a plus sign if that is enough, else behind other signs, else anywhere. What
    does not fit into `most_lines` ends in an ellipsis.
    """
    if text_width(name, size) <= width:
        return name
    for pattern in (r"[^+]*\+|[^+]+$", r"[^-+_:;,=/. ]*[-+_:;,=/. ]|[^-+_:;,=/. ]+$", r"."):
        pieces = re.findall(pattern, name)
        if all(text_width(piece, size) <= width for piece in pieces):
            break
    lines = _fill(pieces, width, size, bold=False)
    if len(lines) > most_lines:
        last = lines[most_lines - 1]
        while last and text_width(last + "…", size) > width:
            last = last[:-1]
        lines = [*lines[: most_lines - 1], last + "…"]
    return "\n".join(lines)


def _fill(pieces: list[str], width: float, size: float, bold: bool) -> list[str]:
    lines: list[str] = []
    for piece in pieces:
        if lines and text_width((lines[-1] + piece).rstrip(), size, bold) <= width:
            lines[-1] += piece
        else:
            lines.append(piece)
    return [line.rstrip() for line in lines]
