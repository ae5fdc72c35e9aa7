"""How figures are written, the same in tables, pages and charts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise


def number(value: int) -> str:
    """Write a whole number with thousands separators: 72,000."""
    return f"{value:,}"


def mean(value: float) -> str:
    """Write a mean, of scores or of differences: 22.51, −0.56."""
    return "–" if math.isnan(value) else f"{value:.2f}".replace("-", "−")


def margin(half: float) -> str:
    """Write half the width of an interval: ±.03, ±1.2, ±14; nothing where it is unknown."""
    if math.isnan(half):
        return ""
    if half >= 9.95:
        return f"±{half:.0f}"
    if half >= 0.995:
        return f"±{half:.1f}"
    return f"±{half:.2f}".replace("±0.", "±.")


def mean_with_margin(value: float, half: float) -> str:
    """Write a mean with its interval: 22.51 ±.03."""
    return f"{mean(value)} {margin(half)}".strip()


def percent(share: float) -> str:
    """Write a share: 12%. Only none at all is 0% and only all is 100%; between, <1% and >99%."""
    return f"{_percents(share)}%"


def percent_range(shares: Iterable[float]) -> str:
    """Write the range of several shares: 12–95%, or 12% where both ends read the same.

    An end of <1% or >99% is written shorter: ≤5% for "<1–5%", ≥98% for "98–>99%".
    """
    given = sorted(shares)
    if not given:
        return "–"
    low, high = _percents(given[0]), _percents(given[-1])
    if low == high or (low, high) == ("0", "<1"):
        return f"{high}%"
    if (low, high) == (">99", "100"):
        return f"{low}%"
    if low == "<1" and high != ">99":
        return f"≤{high}%"
    if high == ">99" and low != "<1":
        return f"≥{low}%"
    return f"{low}–{high}%"


def _percents(share: float) -> str:
    rounded = f"{share * 100:.0f}"
    if rounded == "0" and share > 0:
        return "<1"
    if rounded == "100" and share < 1:
        return ">99"
    return rounded


def players(counts: Sequence[int]) -> str:
    """Write player counts: "3 players", "2–5 players", "2, 4 and 5 players"."""
    ordered = sorted(set(counts))
    if len(ordered) > 2 and all(b - a == 1 for a, b in pairwise(ordered)):
        return f"{ordered[0]}–{ordered[-1]} players"
    return f"{listing([str(count) for count in ordered])} players"


def listing(words: Sequence[str]) -> str:
    """Write a list as a sentence has it: "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(count: int, noun: str, plural: str = "") -> str:
    """Write a count with its noun: "1 bot", "6 bots"."""
    return f"{number(count)} {noun if count == 1 else plural or noun + 's'}"
