"""A wealth that bets on a mean being higher than claimed, and grows only where it is."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

STAKE: Final = 0.98
"""The largest share of the wealth that one value may lose: one that loses all never recovers."""
_STEPS: Final = 8
_NEAR: Final = 1e-4


class Wealth:
    """What became of 1 that was staked, value after value, on a mean above `claim`.

    Each value multiplies it by 1 + stake · (value − claim). Where the mean is at most `claim`, it
    is not expected to grow at any value, whatever the stakes are, as long as a stake does not know
    the value that it is staked on: so the chance that it ever reaches 1/α is at most α (Ville).

    Args:
        claim: the mean that is bet against.
        least: the least value that there can be, less than `claim`.
    """

    def __init__(self, claim: float, least: float) -> None:
        self.claim = claim
        self.log = 0.0
        """The logarithm of the wealth."""
        self.stake = 0.0
        self._most = STAKE / (claim - least)
        self._least = least - claim

    def take(self, value: float) -> None:
        """Win or lose what is staked on a value."""
        self.log += math.log1p(self.stake * (value - self.claim))

    def revise(self, centred: Array, weights: Array, edge: float) -> None:
        """Choose the stake at which the wealth would grow fastest.

        Values are taken to be like earlier ones, given by their distances from their mean and how
        often they came, and to have a mean that is `edge` above the claim.
        """
        gains = np.maximum(centred + edge, self._least)
        stake = self.stake
        for _ in range(_STEPS):
            # Newton's method: the growth Σ w ln(1 + stake · gain) is concave in the stake.
            slopes = gains / (1 + stake * gains)
            weighted = weights * slopes
            step = float(weighted.sum()) / float((weighted * slopes).sum())
            before, stake = stake, min(max(stake + step, 0.0), self._most)
            if abs(stake - before) <= _NEAR * stake:
                break
        self.stake = stake

    def growth(self, values: Array, weights: Array) -> float:
        """Return by how much a value adds to the logarithm, in the mean over values like these."""
        gains = np.log1p(self.stake * (values - self.claim))
        return float((weights * gains).sum() / weights.sum())
