"""Differences between the bots of a league, deal by deal, and which of them are more than luck."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hanabi_arena.stats.intervals import LEVEL, half_width
from hanabi_arena.stats.summary import Strikeout

if TYPE_CHECKING:
    import pandas as pd

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more one line-up scored than another in the deals that both played."""

    first: str
    second: str
    variant: str
    players: int
    games: int
    """Deals that both played."""
    mean: float
    """Mean of the first one's score minus the second one's."""
    half: float
    """Half the width of its 95% interval, of this pair alone; NaN with fewer than two deals."""
    chance: float
    """How likely equals are to differ as much in any comparison of the variant, by Holm's
    correction; NaN with fewer than two deals."""

    @property
    def sure(self) -> bool:
        """Whether it is more than luck; in 5% of the variants at most, any is wrongly so."""
        return self.chance <= 1 - LEVEL


def differences(
    games: pd.DataFrame,
    line_ups: Sequence[str],
    variant: str,
    strikeout: Strikeout,
) -> list[Difference]:
    """Compare all line-ups with each other in a variant, at every player count.

    Args:
        games: a row a game, with the columns `line_up`, `variant`, `players`, `game`,
            `score_zero` and `score_kept`, in any order.
        line_ups: those to compare; of two, the earlier is the first of a pair.
        variant: the games' variant. Games of others are left out.
        strikeout: which score is compared.

    Returns a comparison for each pair and player count with any deal that both played, by pair,
    then player count. Each is a paired t test, all of them together are one family for Holm's
    correction. It is a verdict on a number of deals fixed beforehand: whoever goes on until
    something is sure will find something (see `hanabi_arena.stats.evidence`).
    """
    score = f"score_{strikeout}"
    mine = games.loc[games["variant"] == variant, ["line_up", "players", "game", score]]
    scores: dict[tuple[str, int], tuple[Whole, Whole]] = {}
    counts = sorted(mine["players"].unique().tolist())
    for line_up in line_ups:
        played = mine.loc[mine["line_up"] == line_up]
        for players in counts:
            rows = played.loc[played["players"] == players].sort_values("game")
            if len(rows):
                number = rows["game"].to_numpy(np.int64)
                scores[line_up, players] = number, rows[score].to_numpy(np.int64)
    return _corrected(
        _compared(first, second, variant, players, *pair)
        for first, second in combinations(line_ups, 2)
        for players in counts
        if (first, players) in scores and (second, players) in scores
        if len((pair := _shared(scores[first, players], scores[second, players]))[0])
    )


def _shared(first: tuple[Whole, Whole], second: tuple[Whole, Whole]) -> tuple[Whole, Whole]:
    """Return the scores of both in the deals that both played."""
    if np.array_equal(first[0], second[0]):
        return first[1], second[1]
    _, mine, theirs = np.intersect1d(first[0], second[0], assume_unique=True, return_indices=True)
    return first[1][mine], second[1][theirs]


def _compared(
    first: str, second: str, variant: str, players: int, mine: Whole, theirs: Whole
) -> Difference:
    apart = mine - theirs
    games = len(apart)
    # In whole numbers up to the division, so that the order of the games changes no digit.
    total, squares = int(apart.sum()), int(apart @ apart)
    mean = total / games
    if games < 2:
        return Difference(first, second, variant, players, games, mean, math.nan, math.nan)
    se = math.sqrt((games * squares - total * total) / (games * games * (games - 1)))
    chance = chance_of_equals(mean, se, games, int(np.count_nonzero(apart)))
    return Difference(first, second, variant, players, games, mean, half_width(se, games), chance)


def chance_of_equals(mean: float, se: float, games: int, unequal: int) -> float:
    """Return how likely equals are to differ by as much, either way.

    Args:
        mean: of the differences, deal by deal.
        se: its standard error.
        games: how many deals, at least two.
        unequal: in how many of them the scores differ.
    """
    from scipy.special import stdtr

    if unequal == 0:
        return 1.0
    # A few deals that all differ alike have no spread, and would prove anything. Coins that fell
    # the same way in all of them are the most that such deals can prove.
    coins = 2.0 ** (1 - unequal)
    return max(coins, 2 * float(stdtr(games - 1, -abs(mean) / se))) if se > 0 else coins


def _corrected(found: Iterable[Difference]) -> list[Difference]:
    """Multiply each chance by the number of comparisons that are no surer (Holm 1979)."""
    all_of_them = list(found)
    chances = holm([one.chance for one in all_of_them])
    return [replace(one, chance=chance) for one, chance in zip(all_of_them, chances, strict=True)]


def holm(chances: Sequence[float]) -> list[float]:
    """Return chances corrected for how many there are (Holm 1979); NaN stays, and counts not."""
    corrected = list(chances)
    tested = sorted(
        (chance, place) for place, chance in enumerate(chances) if not math.isnan(chance)
    )
    least = 0.0
    for done, (chance, place) in enumerate(tested):
        least = max(least, min(1.0, (len(tested) - done) * chance))
        corrected[place] = least
    return corrected
