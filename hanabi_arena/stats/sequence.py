"""An interval for the mean difference that holds whenever one looks."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from hanabi_arena.errors import UsageError
from hanabi_arena.stats.betting import STAKE, Array
from hanabi_arena.stats.evidence import Rows, check_largest, check_rate, check_rows

_HALVINGS: Final = 48
"""Steps of the search for an end: they leave an error below 10⁻¹² points."""


class ConfidenceSequence:
    """A confidence interval for the mean difference that is valid at every game at once.

    With probability at least 1 − alpha the interval holds the true mean after every game, so one
    may look whenever one likes and stop because of what one sees. It is the hedged capital
    sequence of Waudby-Smith and Ramdas (JRSS B 2024, section 4): for each mean m, one wealth bets
    that the true mean is above m and one that it is below; m is out for good once either has
    reached 2/alpha.

    Args:
        largest: the largest maximum score among the games compared, which bounds a difference.
        alpha: how often the interval may miss the mean at any time.

    Raises `UsageError` for an alpha outside (0, 0.5).
    """

    def __init__(self, largest: float, alpha: float = 0.05) -> None:
        check_rate("alpha", alpha)
        check_largest(largest)
        self.largest, self.alpha = float(largest), alpha
        self._parts: list[Array] = []
        self._known: tuple[float, float] | None = None

    @property
    def games(self) -> int:
        """How many observations were fed."""
        return sum(len(part) for part in self._parts)

    def feed(self, differences: Rows) -> None:
        """Take the next differences, in the order of the games' numbers.

        They may be rows of as many each time, as `PairedTest.feed` takes them; the interval is one
        for the mean of a row. Raises `UsageError`, and takes none of them, if one is no number or
        beyond ±`largest`.
        """
        taken = check_rows(differences, self.largest)
        if len(taken):
            if self._parts and taken.shape[1] != self._parts[0].shape[1]:
                raise UsageError(
                    f"rows of {taken.shape[1]} differences: those before had "
                    f"{self._parts[0].shape[1]}"
                )
            self._parts.append(taken.copy())
            self._known = None

    def interval(self) -> tuple[float, float]:
        """Return (low, high) in points a game; (−largest, largest) while nothing is known.

        It never widens. Where nothing is left, which has a probability below alpha, it is the
        point between the two ends.
        """
        if self._known is None:
            self._known = self._interval()
        return self._known

    def _interval(self) -> tuple[float, float]:
        if not self._parts:
            return -self.largest, self.largest
        # On a scale of 0..1, where the upper end is the lower end of the mirrored values.
        unit = (np.concatenate(self._parts) / self.largest + 1) / 2
        stakes = self._stakes(unit)
        bar = math.log(2 / self.alpha)
        low = (2 * _lower_end(unit, stakes, bar) - 1) * self.largest
        high = (1 - 2 * _lower_end(1 - unit, stakes, bar)) * self.largest
        if low > high:
            low = high = (low + high) / 2
        return low, high

    def _stakes(self, unit: Array) -> Array:
        """Return the stake on each game, from the games before it alone.

        It is the best one if the mean is as far from m as an interval's end should be by then. It
        falls a little more slowly than in the paper, for a narrower interval up to some 10⁴ games.
        """
        count = unit.shape[1] * np.arange(1, len(unit) + 1)
        # Half a game in the middle, and a variance of 1/4, stand before the first.
        mean = (0.5 + np.cumsum(unit.sum(axis=1))) / (count + 1)
        squares = ((unit - mean[:, np.newaxis]) ** 2).sum(axis=1)
        variance = (0.25 + np.cumsum(squares)) / (count + 1)
        before: Array = np.concatenate(([0.25], variance[:-1]))
        edge: Array = np.sqrt(2 * before * math.log(2 / self.alpha) / count)
        return edge / (before + edge * edge)


def _lower_end(unit: Array, stakes: Array, bar: float) -> float:
    """Return the largest mean, within rounding, that a bet on a higher one has ruled out; or 0.

    Every factor of the wealth falls with m, and so does the most that it ever was.
    """

    def ruled_out(m: float) -> bool:
        taken = np.minimum(stakes, STAKE / m)[:, np.newaxis]
        growth = np.log1p(taken * (unit - m)).sum(axis=1)
        return float(np.cumsum(growth).max()) >= bar

    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if ruled_out(middle):
            low = middle
        else:
            high = middle
    return low
