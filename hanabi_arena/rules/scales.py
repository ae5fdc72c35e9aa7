"""The verdict scales: the words that the rule texts have for a score.

A scale is data: its categories from worst to best, each with the score from which it holds.
A report shows the share of games in each category, also in those that no game reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from hanabi_arena.errors import RulesError, UnknownName

ScaleName: TypeAlias = Literal["federation", "usage"]
"""The scales that exist."""

DEFAULT_SCALE: Final[ScaleName] = "federation"

_FEWEST_SUITS: Final = 5
_MOST_SUITS: Final = 6
_RANKS: Final = 5


@dataclass(frozen=True, slots=True)
class Category:
    """One verdict of a scale: scores from `low` to `high`, both included."""

    name: str
    low: int
    high: int
    note: str = ""
    """What the rule text adds to the name ("booed by the crowd")."""

    @property
    def scores(self) -> str:
        """The scores as a reader writes them: "6–10", or "25" for a single one."""
        return f"{self.low}" if self.low == self.high else f"{self.low}–{self.high}"


# (from which score, name, note); a category ends where the next one begins.
_FEDERATION: Final = (
    (0, "horrible", "booed by the crowd"),
    (6, "mediocre", "a little applause"),
    (11, "honourable", "soon forgotten"),
    (16, "excellent", "delights the crowd"),
    (21, "extraordinary", "engraved in memory"),
    (25, "legendary", ""),
)
_USAGE: Final = (
    (0, "disastrous", ""),
    (5, "unnamed", ""),
    (10, "honourable", ""),
    (15, "good", ""),
    (20, "excellent", ""),
    (25, "legendary", ""),
)
_LADDERS: Final[dict[tuple[str, int], tuple[tuple[int, str, str], ...]]] = {
    ("federation", 5): _FEDERATION,
    ("federation", 6): (*_FEDERATION, (30, "divine", "")),
    ("usage", 5): _USAGE,
    ("usage", 6): _USAGE,
}


def scale_names() -> tuple[ScaleName, ...]:
    """Return the names of all scales, the default one first."""
    return get_args(ScaleName)


def has_verdicts(suits: int, *, bouquet_final: bool = False) -> bool:
    """Say whether the scales apply at all.

    They do with five or six suits, and never for the bouquet final, which is all or nothing.
    """
    return _FEWEST_SUITS <= suits <= _MOST_SUITS and not bouquet_final


def categories(scale: str, suits: int) -> tuple[Category, ...]:
    """Return the categories of a scale from worst to best; none where no verdict applies.

    Together they cover every score from 0 to the maximum exactly once. Raises `UnknownName` for
    a scale that does not exist.
    """
    if scale not in scale_names():
        raise UnknownName("verdict scale", scale, scale_names())
    if not has_verdicts(suits):
        return ()
    ladder = _LADDERS[scale, suits]
    ends = [low - 1 for low, _, _ in ladder[1:]] + [suits * _RANKS]
    return tuple(
        Category(name, low, high, note)
        for (low, name, note), high in zip(ladder, ends, strict=True)
    )


def verdict(scale: str, score: int, suits: int) -> str | None:
    """Return the name of the category that `score` falls into, or None with no scale to use.

    Raises `UnknownName` for a scale that does not exist and `RulesError` for a score that this
    many suits cannot give.
    """
    if not 0 <= score <= suits * _RANKS:
        raise RulesError(
            f"a score of {score} with {suits} suits: it must be from 0 to {suits * _RANKS}"
        )
    for category in categories(scale, suits):
        if score <= category.high:
            return category.name
    return None
