"""What paired games say about two bots: a test that may be looked at after every game.

Both bots play the same deals. One observation is the difference of their scores in one deal, the
new bot's minus the old one's: it removes what the deal did to both. Where several player counts
are compared, one observation has a difference at each count, a row of numbers, and what is tested
is their mean over all counts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from hanabi_arena.errors import UsageError
from hanabi_arena.stats.betting import Array, Wealth
from hanabi_arena.stats.intervals import LEVEL, mean_interval

Values: TypeAlias = Sequence[float] | npt.NDArray[np.floating] | npt.NDArray[np.integer]
"""Numbers in the order of the games, whole or not."""

Rows: TypeAlias = Values | Sequence[Sequence[float]]
"""Numbers in the order of the games, or rows of them: a row an observation."""

Side: TypeAlias = Literal["high", "low"]
"""What a test decided: "high", the mean is above the lower bound; "low", it is below the upper."""

_PRIOR_SQUARES: Final = 8.0
"""What the variance of a difference is taken for before the first game."""
_REVISE_AFTER: Final = 8
_REVISE_AFTER_PART: Final = 4
"""Stakes are chosen anew after 8 games, or after a quarter of the games so far."""
_LARGEST_LOG: Final = 700.0
"""A wealth is shown up to e to this power; beyond, it would overflow."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The two mean differences that a test tells apart, in points a game; `low` < `high`.

    "high" is decided against every mean of at most `low`, "low" against every mean of at least
    `high`. Between the two either verdict is right. Raises `UsageError` unless low < high.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise UsageError(
                f"bounds [{self.low}, {self.high}]: the first must be less than the second, "
                "both in points a game, for example [0, 0.25]"
            )

    @property
    def width(self) -> float:
        """How far the bounds are apart: half the width takes four times the games."""
        return self.high - self.low


PRESETS: Final[Mapping[str, Bounds]] = MappingProxyType(
    {"gain": Bounds(0.0, 0.25), "non-regression": Bounds(-0.25, 0.0)}
)
"""Bounds by name. "gain": is it better, by a quarter point? "non-regression": is it as good?"""


class PairedTest:
    """A sequential test of the mean difference that holds at whatever game one stops.

    Two wealths start at 1 and bet on each difference before it is seen: `wealth_high` that the
    mean is above `bounds.low`, `wealth_low` that it is below `bounds.high`. Where the bet is
    wrong, wealth is not expected to grow, whatever the law of the differences: the chance that it
    ever reaches 1/α is at most α (Ville's inequality). The first to reach its bar decides, and
    the verdict stays; what comes later is ignored.

    Stakes are those at which the wealth would grow fastest if differences went on as they were so
    far, around the mean at the other bound, or around their own if that is clearly beyond it. The
    method is Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting"
    (JRSS B 2024); docs/verdicts.md has the error rates and the lengths.

    An observation may be a row of several differences, one at each player count. The test then is
    one of their mean over all counts. Each is bet on with the same stake, chosen before the row:
    if deals at different counts are independent, what is expected of the product of the gains is
    the product of what is expected of each, which is at most the power of their mean.

    Args:
        bounds: the mean differences to tell apart.
        largest: the largest maximum score among the games compared, which bounds a difference: 25
            for five suits, 30 for six.
        alpha: the most that "high" may be wrong where the mean is at most `bounds.low`.
        beta: the most that "low" may be wrong where the mean is at least `bounds.high`.

    Raises `UsageError` for error rates outside (0, 0.5), or bounds that no game can reach.
    """

    def __init__(
        self, bounds: Bounds, largest: float, alpha: float = 0.05, beta: float = 0.05
    ) -> None:
        check_rate("alpha", alpha)
        check_rate("beta", beta)
        check_largest(largest)
        if bounds.low <= -largest or bounds.high >= largest:
            raise UsageError(
                f"bounds [{bounds.low}, {bounds.high}]: both must be between {-largest:g} and "
                f"{largest:g}, the differences that a game can make"
            )
        self.bounds, self.largest = bounds, float(largest)
        self.alpha, self.beta = alpha, beta
        self.games = 0
        """How many observations were used: with a verdict, those up to it."""
        self.verdict: Side | None = None
        self._high = Wealth(bounds.low, -self.largest)
        # The lower side bets on the same values with their signs turned.
        self._low = Wealth(-bounds.high, -self.largest)
        self._bar_high, self._bar_low = -math.log(alpha), -math.log(beta)
        self._sum = self._squares = 0.0
        self._seen: dict[float, int] = {}
        self._width = 0
        self._revise_at = 0

    @property
    def wealth_high(self) -> float:
        """Evidence for a mean above `bounds.low`; "high" at 1/`alpha`."""
        return math.exp(min(self._high.log, _LARGEST_LOG))

    @property
    def wealth_low(self) -> float:
        """Evidence for a mean below `bounds.high`; "low" at 1/`beta`."""
        return math.exp(min(self._low.log, _LARGEST_LOG))

    @property
    def mean(self) -> float:
        """The mean of the differences that were used; NaN before the first."""
        return self._sum / self._values if self.games else math.nan

    @property
    def _values(self) -> int:
        return self.games * self._width

    def feed(self, differences: Rows) -> None:
        """Take the next differences, in the order of the games' numbers.

        Args:
            differences: a number an observation, or rows of as many each time, a row an
                observation; what stands in a row must come from independent deals.

        However they are split over calls, the outcome is the same to the last bit. Raises
        `UsageError`, and takes none of them, if one is no number or beyond ±`largest`.
        """
        taken = check_rows(differences, self.largest)
        if len(taken) and taken.shape[1] != (self._width or taken.shape[1]):
            raise UsageError(
                f"rows of {taken.shape[1]} differences: those before had {self._width}"
            )
        for row in taken.tolist():
            if self.verdict is not None:
                return
            self._width = len(row)
            self._take(row)

    def _take(self, row: list[float]) -> None:
        if self.games == self._revise_at:
            self._revise()
        for difference in row:
            self._high.take(difference)
            self._low.take(-difference)
            self._sum += difference
            self._squares += difference * difference
            self._seen[difference] = self._seen.get(difference, 0) + 1
        self.games += 1
        beyond_high = self._high.log - self._bar_high
        beyond_low = self._low.log - self._bar_low
        if max(beyond_high, beyond_low) >= 0:
            self.verdict = "high" if beyond_high > beyond_low else "low"

    def _revise(self) -> None:
        """Choose the stakes on the next games, from the games before them alone."""
        # At fixed games, not at calls: the outcome must not depend on how games are split.
        self._revise_at = self.games + max(_REVISE_AFTER, self.games // _REVISE_AFTER_PART)
        weight = self._values + 1
        mean = self._sum / weight
        variance = (_PRIOR_SQUARES + self._squares) / weight - mean * mean
        values, counts = self._tally()
        spread = math.sqrt(_PRIOR_SQUARES)
        centred = np.concatenate((values - mean, [-spread, spread]))
        weights = np.concatenate((counts, [0.5, 0.5]))
        # Far from the bounds, a stake for a mean at the bound would be too timid by far.
        doubt = math.sqrt(variance / weight)
        width = self.bounds.width
        self._high.revise(centred, weights, max(width, mean - self.bounds.low - doubt))
        self._low.revise(-centred, weights, max(width, self.bounds.high - mean - doubt))

    def _tally(self) -> tuple[Array, Array]:
        """Return the differences that were used, each once, and how often they came."""
        size = len(self._seen)
        return (
            np.fromiter(self._seen.keys(), np.float64, size),
            np.fromiter(self._seen.values(), np.float64, size),
        )

    def expected_games_left(self) -> float | None:
        """Guess how many more games a verdict takes, if they go on as they did.

        0 once decided. None while there is no telling: before the second game, or while neither
        wealth grows.
        """
        if self.verdict is not None:
            return 0.0
        if self.games < 2:
            return None
        values, counts = self._tally()
        guesses = [
            (bar - wealth.log) / (growth * self._width)
            for wealth, bar, sign in (
                (self._high, self._bar_high, 1),
                (self._low, self._bar_low, -1),
            )
            if (growth := wealth.growth(sign * values, counts)) > 0
        ]
        return min(guesses, default=None)


def paired_interval(differences: Values, level: float = LEVEL) -> tuple[float, float]:
    """Return the t interval for the mean difference, as (low, high); NaN with fewer than two games.

    It describes one sample of a size fixed beforehand; whoever looks again and again wants
    `hanabi_arena.stats.sequence.ConfidenceSequence`. Where all differences are equal its width is
    zero, which says nothing about games yet to be played.
    """
    taken = check_differences(differences, math.inf)
    games = len(taken)
    if games < 2:
        return mean_interval(math.nan, math.nan, games, level)
    # Shifted first, so that equal differences have exactly no spread.
    shifted = taken - taken[0]
    se = float(shifted.std(ddof=1)) / math.sqrt(games)
    return mean_interval(float(taken[0]) + float(shifted.mean()), se, games, level)


def pairing_saved(a: Values, b: Values) -> float:
    """Return the share of the variance that playing the same deals saved, at most 1.

    1 − Var(b − a) / (Var a + Var b): 0.7 means that separate deals would have taken over three
    times the games; below 0, that the pairing did harm. NaN with fewer than two games, or where
    neither score ever varied. Raises `UsageError` unless both are equally long.
    """
    first, second = check_differences(a, math.inf), check_differences(b, math.inf)
    if len(first) != len(second):
        raise UsageError(
            f"{len(first)} scores against {len(second)}: paired games have one of each"
        )
    if len(first) < 2:
        return math.nan
    apart = float(first.var(ddof=1) + second.var(ddof=1))
    return 1.0 - float((second - first).var(ddof=1)) / apart if apart > 0 else math.nan


def check_rate(name: str, rate: float) -> None:
    """Raise `UsageError` unless an error rate is between 0 and 0.5."""
    if not 0 < rate < 0.5:
        raise UsageError(f"{name} {rate}: an error rate must be between 0 and 0.5, such as 0.05")


def check_largest(largest: float) -> None:
    """Raise `UsageError` unless the largest maximum score is a number above 0."""
    if not (math.isfinite(largest) and largest > 0):
        raise UsageError(
            f"largest score {largest}: it must be the maximum of the games compared, such as 25"
        )


def check_differences(differences: Values, largest: float) -> npt.NDArray[np.float64]:
    """Return differences as an array; raise `UsageError` if one is no number or beyond ±largest."""
    taken = np.asarray(differences, dtype=np.float64)
    if taken.ndim != 1:
        raise UsageError(f"differences of shape {taken.shape}: they must be one list of numbers")
    return check_rows(taken, largest)[:, 0]


def check_rows(differences: Rows, largest: float) -> Array:
    """Return differences as rows; those of a list of numbers have one each. Errors as above."""
    try:
        taken = np.asarray(differences, dtype=np.float64)
    except ValueError:
        raise UsageError("differences in rows must be as many in each row") from None
    if taken.ndim == 1:
        taken = taken[:, np.newaxis]
    if taken.ndim != 2 or not taken.shape[1]:
        raise UsageError(
            f"differences of shape {taken.shape}: they must be one list of numbers, or rows"
        )
    wrong = np.flatnonzero(~(np.isfinite(taken) & (np.abs(taken) <= largest)).all(axis=1))
    if len(wrong):
        first = int(wrong[0])
        limit = "a finite number" if math.isinf(largest) else f"from {-largest:g} to {largest:g}"
        what = " ".join(f"{value:g}" for value in taken[first])
        raise UsageError(f"difference {first} of {len(taken)} is {what}: it must be {limit}")
    return taken
