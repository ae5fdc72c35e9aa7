"""Intervals for a mean and for a share, as the tables and charts show them."""

from __future__ import annotations

import math
from functools import lru_cache

LEVEL = 0.95
"""How often an interval holds the true value, unless a caller asks otherwise."""


@lru_cache(maxsize=1024)
def _t_quantile(probability: float, freedom: int) -> float:
    # scipy.special loads in a fraction of the time of scipy.stats and has the same quantiles.
    from scipy.special import stdtrit

    return float(stdtrit(freedom, probability))


@lru_cache(maxsize=64)
def _normal_quantile(probability: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(probability))


def half_width(se: float, games: int, level: float = LEVEL) -> float:
    """Return half the width of the t interval for a mean with standard error `se`.

    NaN with fewer than two games: nothing is known about the spread then.
    """
    _check(level)
    if games < 2:
        return math.nan
    return _t_quantile((1 + level) / 2, games - 1) * se


def mean_interval(mean: float, se: float, games: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the t interval for a mean, as (low, high); both NaN with fewer than two games.

    It is not cut at the ends of the scale. Where all games scored the same its width is zero,
    which says nothing about games yet to be played.
    """
    half = half_width(se, games, level)
    return mean - half, mean + half


def share_interval(successes: int, games: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the Wilson interval for a share, as (low, high) within 0..1.

    With no games it is (0, 1). Raises `ValueError` unless 0 <= successes <= games.
    """
    _check(level)
    if not 0 <= successes <= games:
        raise ValueError(f"{successes} successes in {games} games: it must be from 0 to {games}")
    if games == 0:
        return 0.0, 1.0
    z = _normal_quantile((1 + level) / 2)
    share, weight = successes / games, z * z / games
    centre = share + weight / 2
    half = z * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    # The ends are exact at 0 and 1, where rounding would leave a crumb.
    low = 0.0 if successes == 0 else (centre - half) / (1 + weight)
    high = 1.0 if successes == games else (centre + half) / (1 + weight)
    return low, high


def _check(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"level {level}: it must be between 0 and 1")
