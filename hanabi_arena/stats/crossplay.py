"""Who understands whom: every bot with every other, on the same deals.

At n players a guest sits among n - 1 copies of a host, in each seat in turn. All estimates are
means over deals, so that what several pairs have in common (the deals) is taken into account.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from hanabi_arena.stats.intervals import half_width
from hanabi_arena.stats.summary import Strikeout

if TYPE_CHECKING:
    import pandas as pd

Scores = npt.NDArray[np.float64]
"""A score a deal; NaN where the deal was not played."""

Pair = tuple[str, str]
"""Guest and host."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals with its 95% interval; NaN ends with fewer than two deals."""

    mean: float
    low: float
    high: float
    games: int

    @classmethod
    def of(cls, scores: Scores) -> Estimate:
        """Estimate a mean from a value a deal; deals that were not played are left out."""
        played = scores[~np.isnan(scores)]
        count = len(played)
        if count == 0:
            return cls(math.nan, math.nan, math.nan, 0)
        mean = float(played.mean())
        se = float(played.std(ddof=1)) / math.sqrt(count) if count > 1 else math.nan
        half = half_width(se, count)
        return cls(mean, mean - half, mean + half, count)


@dataclass(frozen=True, slots=True)
class Partner:
    """A bot as a partner: with its like, as a guest, as a host."""

    bot: str
    ranked: bool
    """False for a bot that sees its own hand."""
    self_play: Estimate
    as_guest: Estimate
    """Mean over hosts of its tables as a guest: what it makes of strangers."""
    as_host: Estimate
    """Mean over guests of its tables as the host: what strangers make of it."""
    gap: Estimate
    """Self-play less the mean of both, deal by deal: what its points owe to its own conventions."""
    worst: str
    """The partner with the lowest mean of both tables; empty without any."""
    worst_mean: float


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """How much it matters that the guest, and not the host, takes the first turn."""

    guest: str
    host: str
    first: float
    """Mean where the guest begins."""
    later: float
    """Mean where it does not."""
    effect: Estimate
    """Their difference. At two players both seatings of a deal are played, and it is paired."""


@dataclass(frozen=True)
class CrossPlay:
    """All pairs in one variant at one player count."""

    variant: str
    players: int
    bots: tuple[str, ...]
    """Those that played with their like here, neighbours next to each other."""
    matrix: Mapping[Pair, Estimate]
    """Means by guest and host; self-play is the diagonal."""
    self_play: Estimate
    """Mean of the diagonal; like the next two, over ranked bots alone."""
    cross_play: Estimate
    """Mean of all other fields."""
    gap: Estimate
    """Their difference, deal by deal."""
    partners: tuple[Partner, ...]
    """The bots, the best guest first, unranked ones last."""
    seat_effects: tuple[SeatEffect, ...]
    """The largest effect first."""


def cross_play(
    games: pd.DataFrame,
    pairs: Mapping[str, Pair],
    *,
    strikeout: Strikeout,
    unranked: Collection[str] = (),
) -> list[CrossPlay]:
    """Say who understands whom, for each variant and player count of some games.

    Args:
        games: a row a game: `line_up`, `variant`, `players`, `game`, `score_zero`, `score_kept`.
            The guest of a line-up sits in seat (game mod players), the first seat begins.
        pairs: guest and host of each line-up; the same bot twice for self-play.
        strikeout: which of the two scores to read.
        unranked: bots that see their own hand.
    """
    frame = games[["line_up", "variant", "players", "game", f"score_{strikeout}"]]
    found = []
    for key, mine in frame.groupby(["variant", "players"], sort=False, observed=True):
        variant, players = cast("tuple[str, int]", key)
        scores = _by_deal(mine, pairs, f"score_{strikeout}")
        if scores:
            found.append(_cross_play(variant, int(players), scores, frozenset(unranked)))
    return found


def _by_deal(frame: pd.DataFrame, pairs: Mapping[str, Pair], column: str) -> dict[Pair, Scores]:
    """Return the scores of each pair by deal; of bots alone that played with their like."""
    size = int(frame["game"].max()) + 1
    scores: dict[Pair, Scores] = {}
    for line_up, mine in frame.groupby("line_up", sort=False, observed=True):
        if str(line_up) in pairs:
            by_deal = np.full(size, np.nan)
            by_deal[mine["game"].to_numpy(np.int64)] = mine[column].to_numpy(np.float64)
            scores[pairs[str(line_up)]] = by_deal
    alone = {guest for guest, host in scores if guest == host}
    return {pair: values for pair, values in scores.items() if alone.issuperset(pair)}


def _cross_play(
    variant: str, players: int, scores: Mapping[Pair, Scores], unranked: frozenset[str]
) -> CrossPlay:
    bots = tuple(dict.fromkeys(guest for guest, host in scores if guest == host))
    fair = [pair for pair in scores if unranked.isdisjoint(pair)]
    alone = _mean(scores[pair] for pair in fair if pair[0] == pair[1])
    across = _mean(scores[pair] for pair in fair if pair[0] != pair[1])
    partners = [_partner(bot, scores, unranked) for bot in bots]
    effects = [
        _seat_effect(pair, players, scores)
        for pair in scores
        # Of two players the one line-up says what the other says.
        if pair[0] != pair[1] and (players > 2 or pair[0] < pair[1] or pair[::-1] not in scores)
    ]
    return CrossPlay(
        variant,
        players,
        neighbours(bots, {pair: float(np.nanmean(values)) for pair, values in scores.items()}),
        {pair: Estimate.of(values) for pair, values in scores.items()},
        Estimate.of(alone),
        Estimate.of(across),
        Estimate.of(alone - across if len(alone) == len(across) else np.zeros(0)),
        tuple(sorted(partners, key=lambda one: (not one.ranked, -_low_if_nan(one.as_guest.mean)))),
        tuple(sorted(effects, key=lambda one: -abs(_low_if_nan(one.effect.mean)))),
    )


def _low_if_nan(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def _mean(values: Iterator[Scores] | Sequence[Scores]) -> Scores:
    """Return the mean over pairs, deal by deal; deals that a pair did not play are NaN."""
    rows = list(values)
    return np.mean(rows, axis=0) if rows else np.zeros(0)


def _partner(bot: str, scores: Mapping[Pair, Scores], unranked: frozenset[str]) -> Partner:
    # A table with a bot that sees its own hand says nothing of understanding.
    others = {
        name
        for pair in scores
        if bot in pair
        for name in pair
        if name != bot and (name not in unranked or bot in unranked)
    }
    guest = {other: scores[bot, other] for other in sorted(others) if (bot, other) in scores}
    host = {other: scores[other, bot] for other in sorted(others) if (other, bot) in scores}
    both = {
        other: _mean([part[other] for part in (guest, host) if other in part])
        for other in sorted(others)
    }
    means = {other: float(np.nanmean(values)) for other, values in both.items()}
    worst = min(means, key=means.__getitem__, default="")
    across = _mean(list(both.values()))
    alone = scores[bot, bot]
    return Partner(
        bot,
        bot not in unranked,
        Estimate.of(alone),
        Estimate.of(_mean(list(guest.values()))),
        Estimate.of(_mean(list(host.values()))),
        Estimate.of(alone - across if both else np.zeros(0)),
        worst,
        means.get(worst, math.nan),
    )


def _seat_effect(pair: Pair, players: int, scores: Mapping[Pair, Scores]) -> SeatEffect:
    guest, host = pair
    values = scores[pair]
    begins = np.arange(len(values)) % players == 0
    mirrored = scores.get((host, guest)) if players == 2 else None
    if mirrored is not None:
        # The other line-up seats the same two the other way round.
        first = np.where(begins, values, mirrored)
        later = np.where(begins, mirrored, values)
        effect = Estimate.of(first - later)
    else:
        first, later = values[begins], values[~begins]
        effect = _difference(first, later)
    return SeatEffect(guest, host, _nanmean(first), _nanmean(later), effect)


def _nanmean(values: Scores) -> float:
    played = values[~np.isnan(values)]
    return float(played.mean()) if len(played) else math.nan


def _difference(first: Scores, later: Scores) -> Estimate:
    """Estimate a difference of means over different deals (Welch's interval)."""
    one, other = (values[~np.isnan(values)] for values in (first, later))
    count = len(one) + len(other)
    if min(len(one), len(other)) < 2:
        return Estimate(_nanmean(first) - _nanmean(later), math.nan, math.nan, count)
    parts = [float(values.var(ddof=1)) / len(values) for values in (one, other)]
    mean, variance = float(one.mean() - other.mean()), sum(parts)
    spread = sum(
        part * part / (len(values) - 1) for part, values in zip(parts, (one, other), strict=True)
    )
    freedom = variance * variance / spread if spread else float(count - 2)
    half = half_width(math.sqrt(variance), max(int(freedom) + 1, 2))
    return Estimate(mean, mean - half, mean + half, count)


def neighbours(bots: Sequence[str], means: Mapping[Pair, float]) -> tuple[str, ...]:
    """Order bots so that those which lose least by playing together stand next to each other.

    The distance of two bots is what they score with their like less what they score together;
    average linkage, the leaves in the optimal order (Bar-Joseph and others, 2001). A bot without a
    common table with another one is as far from it as from none.
    """
    if len(bots) < 3:
        return tuple(bots)
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
    from scipy.spatial.distance import squareform

    size = len(bots)
    apart = np.zeros((size, size))
    for row, one in enumerate(bots):
        for column, other in enumerate(bots[:row]):
            together = [means[pair] for pair in ((one, other), (other, one)) if pair in means]
            alone = (means[one, one] + means[other, other]) / 2
            distance = max(alone - sum(together) / len(together), 0.0) if together else alone
            apart[row, column] = apart[column, row] = distance
    flat = squareform(apart)
    order = leaves_list(optimal_leaf_ordering(linkage(flat, "average"), flat))
    found = [bots[int(place)] for place in order]
    # A tree may be read from either side: the stronger end comes first.
    if means[found[0], found[0]] < means[found[-1], found[-1]]:
        found.reverse()
    return tuple(found)


def as_json(found: Sequence[CrossPlay]) -> list[dict[str, Any]]:
    """Return cross-play as JSON can hold it: an object a variant and player count."""
    return [
        {
            "variant": one.variant,
            "players": one.players,
            "bots": list(one.bots),
            "matrix": [
                {"guest": guest, "host": host, **_plain(estimate)}
                for (guest, host), estimate in one.matrix.items()
            ],
            "self_play": _plain(one.self_play),
            "cross_play": _plain(one.cross_play),
            "gap": _plain(one.gap),
            "partners": [
                {
                    "bot": partner.bot,
                    "ranked": partner.ranked,
                    "self_play": _plain(partner.self_play),
                    "as_guest": _plain(partner.as_guest),
                    "as_host": _plain(partner.as_host),
                    "gap": _plain(partner.gap),
                    "worst_partner": partner.worst or None,
                    "worst_mean": _number(partner.worst_mean),
                }
                for partner in one.partners
            ],
            "seat_effects": [
                {
                    "guest": effect.guest,
                    "host": effect.host,
                    "guest_first": _number(effect.first),
                    "guest_later": _number(effect.later),
                    "effect": _plain(effect.effect),
                }
                for effect in one.seat_effects
            ],
        }
        for one in found
    ]


def _plain(estimate: Estimate) -> dict[str, float | int | None]:
    return {
        "mean": _number(estimate.mean),
        "low": _number(estimate.low),
        "high": _number(estimate.high),
        "games": estimate.games,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
