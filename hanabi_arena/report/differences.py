"""The differences between the bots of a league, as a table and in words."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from hanabi_arena.report import text
from hanabi_arena.report.info import VariantInfo
from hanabi_arena.report.results import Results
from hanabi_arena.stats.pairwise import Difference

MOST_ROWS: Final = 15
"""More pairs of bots than this are shown only when asked for."""
_MOST_NAMED: Final = 6
"""More pairs that may be luck than this are counted, not named."""
_HOW: Final = "same deals, 95%, Holm's correction for"


@dataclass(frozen=True, slots=True)
class DifferenceTable:
    """How much more each bot scored than each weaker one: a row a pair, a cell a player count."""

    folded: bool
    """Whether it is shown only when asked for."""
    summary: str
    """Which differences are more than luck, in a sentence."""
    rows: list[list[str]]
    """The names of a pair, then a cell for each player count of the run."""


def table_of(results: Results, variant: VariantInfo) -> DifferenceTable | None:
    """Return the table of a variant; None where no two ranked bots have played the same deals."""
    found = results.differences.get(variant.name, ())
    cells: dict[tuple[str, str], dict[int, str]] = {}
    for one in found:
        cells.setdefault((one.first, one.second), {})[one.players] = _cell(one)
    if not cells:
        return None
    rows = [
        [f"{first} − {second}", *(by_count.get(count, "–") for count in results.info.players)]
        for (first, second), by_count in cells.items()
    ]
    return DifferenceTable(len(rows) > MOST_ROWS, in_words(found, found), rows)


def _cell(one: Difference) -> str:
    value = f"{one.mean:+.2f}".replace("-", "−")
    if value in {"+0.00", "−0.00"}:
        value = "0.00"
    words = f"{value} {text.margin(one.half)}".strip()
    return words if one.sure else f"({words})"


def note(results: Results, variant: VariantInfo, shown: Collection[str]) -> str:
    """Say which differences between shown bots are more than luck; empty where none is known."""
    found = results.differences.get(variant.name, ())
    return in_words([one for one in found if {one.first, one.second} <= set(shown)], found)


def in_words(found: Sequence[Difference], corrected_for: Sequence[Difference]) -> str:
    """Say in a sentence which differences are more than luck; empty where none is known.

    `corrected_for` are all comparisons of the variant.
    """
    tested = _tested(found)
    if not tested:
        return ""
    luck: dict[tuple[str, str], list[int]] = {}
    for one in tested:
        if not one.sure:
            luck.setdefault((one.first, one.second), []).append(one.players)
    how = f"{_HOW} {text.counted(len(_tested(corrected_for)), 'comparison')}"
    unsure = sum(len(counts) for counts in luck.values())
    if not luck:
        which = (
            "Every difference between bots in self-play is"
            if len(tested) > 1
            else "The difference is"
        )
        return f"{which} more than luck ({how})."
    if unsure == len(tested):
        which = (
            "No difference between bots in self-play is surely"
            if unsure > 1
            else "The difference may not be"
        )
        return f"{which} more than luck ({how})."
    if len(luck) > _MOST_NAMED:
        return (
            f"Of {text.number(len(tested))} differences between bots in self-play "
            f"{text.number(unsure)} may be luck ({how}); "
            "the table in report.md has them in parentheses."
        )
    pairs = "; ".join(
        f"{first} – {second} at {text.players(counts)}" for (first, second), counts in luck.items()
    )
    return f"Differences between bots in self-play are more than luck ({how}), but for {pairs}."


def _tested(found: Sequence[Difference]) -> list[Difference]:
    return [one for one in found if not math.isnan(one.chance)]
