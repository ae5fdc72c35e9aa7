"""What a convention is worth: weighted sums of what several line-ups score in the same deals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
import numpy.typing as npt

from hanabi_arena.stats.crossplay import Estimate
from hanabi_arena.stats.evidence import Bounds, PairedTest, Side
from hanabi_arena.stats.intervals import LEVEL
from hanabi_arena.stats.pairwise import chance_of_equals, holm
from hanabi_arena.stats.sequence import ConfidenceSequence
from hanabi_arena.stats.summary import Strikeout

if TYPE_CHECKING:
    import pandas as pd

Numbers = npt.NDArray[np.float64]
"""A number a deal; NaN where the deal was not played."""

Stratum = tuple[str, int]
"""Variant and player count."""

CHANGES: Final = ("strikes", "clues", "critical_losses", "pace")
"""What is counted beside the score; `pace` is that after the last turn."""

GAMES_COLUMNS: Final = (
    *("line_up", "variant", "players", "game", "score_zero", "score_kept", "turns", "strikes"),
    *("clues", "critical_losses", "actions"),
)
"""What of the games' records is read."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A question: how much more do some line-ups score than others?"""

    name: str
    kind: str
    convention: str
    """What it is about; `a + b` for two."""
    weights: tuple[tuple[str, float], ...]
    """Line-ups with the convention have positive weights, those without it negative ones."""
    apart: tuple[tuple[str, str], ...]
    """Pairs of line-ups whose actions are compared."""
    also: tuple[str, ...] = ()
    """Conventions that are switched together with it, as they need it."""

    @property
    def line_ups(self) -> tuple[str, ...]:
        """The line-ups that it needs."""
        return tuple(name for name, _ in self.weights)

    def span(self, max_score: int) -> float:
        """Return the most that its effect can be in one deal."""
        return max_score * sum(abs(weight) for _, weight in self.weights) / 2


@dataclass(frozen=True, slots=True)
class Deck:
    """What a stratum's rules say of time: cards in the deck after the deal, and the maximum."""

    left: int
    max_score: int


@dataclass(frozen=True, slots=True)
class Worth:
    """The answer to an arm's question in one variant at one player count."""

    arm: Arm
    variant: str
    players: int
    effect: Estimate
    """With the convention less without it, in points a game: positive if it gains points."""
    chance: float
    """How likely no effect is to look as large, by Holm's correction over all arms and player
    counts of the variant; NaN with fewer than two deals, or where a sequential test decides."""
    changed_share: float
    """The share of deals in which a single action differs."""
    changes: Mapping[str, float]
    """Means a game, with less without, by the names in `CHANGES`."""
    verdict: Side | None
    """What the sequential test says: "high", it is above the lower bound; "low", below the upper
    one; None if it was not asked or does not know."""
    best_game: int
    """The deal with the largest effect."""
    worst_game: int
    """The deal with the least."""

    @property
    def sure(self) -> bool:
        """Whether the effect is more than luck."""
        if math.isnan(self.chance):  # the interval holds at any time, or there is none
            return self.effect.low > 0 or self.effect.high < 0
        return self.chance <= 1 - LEVEL


@dataclass(frozen=True)
class Columns:
    """The games of a line-up in a stratum, by deal."""

    score: Numbers
    counts: Mapping[str, Numbers]
    actions: npt.NDArray[np.object_]


def find_worth(
    games: pd.DataFrame,
    arms: Sequence[Arm],
    *,
    strikeout: Strikeout,
    decks: Mapping[Stratum, Deck],
    bound: float | None = None,
) -> list[Worth]:
    """Answer the arms' questions, for each variant and player count of some games.

    Args:
        games: a row a game, with `GAMES_COLUMNS`, in any order.
        arms: an arm without a deal that all its line-ups played is left out.
        strikeout: which score is compared.
        decks: of each variant and player count.
        bound: if given, deals count up to the verdict of a sequential test between minus and plus
            this, and intervals hold at any time (they are wider).
    """
    found: list[Worth] = []
    for key, mine in games.groupby(["variant", "players"], sort=False, observed=True):
        variant, players = cast("tuple[str, int]", key)
        stratum = str(variant), int(players)
        columns = _columns(mine, strikeout, decks[stratum])
        for arm in arms:
            if all(name in columns for name in arm.line_ups):
                worth = _worth(arm, stratum, columns, decks[stratum], bound)
                if worth.effect.games:
                    found.append(worth)
    return _corrected(found)


def _columns(games: pd.DataFrame, strikeout: Strikeout, deck: Deck) -> dict[str, Columns]:
    size = int(games["game"].max()) + 1
    found = {}
    for line_up, mine in games.groupby("line_up", sort=False, observed=True):
        number = mine["game"].to_numpy(np.int64)

        def spread(values: Any, number: Any = number) -> Numbers:
            by_deal = np.full(size, np.nan)
            by_deal[number] = values
            return by_deal

        drawn = (mine["turns"] - mine["clues"]).to_numpy(np.int64)
        left = np.maximum(deck.left - drawn, 0)
        pace = mine["score_kept"].to_numpy(np.int64) + left + mine["players"] - deck.max_score
        counts = {name: spread(mine[name]) for name in CHANGES if name != "pace"}
        actions = np.full(size, None, object)
        actions[number] = mine["actions"].to_numpy(object)
        found[str(line_up)] = Columns(
            spread(mine[f"score_{strikeout}"]), counts | {"pace": spread(pace)}, actions
        )
    return found


def _worth(
    arm: Arm, stratum: Stratum, columns: Mapping[str, Columns], deck: Deck, bound: float | None
) -> Worth:
    apart = _weighed(arm, {name: columns[name].score for name in arm.line_ups})
    verdict: Side | None = None
    if bound is None:
        effect = Estimate.of(apart)
    else:
        apart, verdict = up_to_verdict(apart, bound, arm.span(deck.max_score))
        sequence = ConfidenceSequence(arm.span(deck.max_score))
        sequence.feed(apart)
        mean = float(apart.mean()) if len(apart) else math.nan
        effect = Estimate(mean, *sequence.interval(), len(apart))
    played = np.flatnonzero(~np.isnan(apart))
    changes = {}
    for name in CHANGES:
        counted = _weighed(arm, {one: columns[one].counts[name] for one in arm.line_ups})
        changes[name] = float(counted[played].mean()) if len(played) else math.nan
    return Worth(
        arm,
        *stratum,
        effect,
        _chance(apart[played]) if bound is None else math.nan,
        _changed(arm, columns, played),
        changes,
        verdict,
        int(played[apart[played].argmax()]) if len(played) else -1,
        int(played[apart[played].argmin()]) if len(played) else -1,
    )


def _weighed(arm: Arm, values: Mapping[str, Numbers]) -> Numbers:
    total = np.zeros(len(next(iter(values.values()))))
    for name, weight in arm.weights:
        total += weight * values[name]
    return total


def up_to_verdict(apart: Numbers, bound: float, span: float) -> tuple[Numbers, Side | None]:
    """Return what counts of an arm's effects, deal by deal, and the sequential test's verdict.

    Deals count in the order of their numbers, from the first to the verdict or to the first that
    was not played.
    """
    gaps = np.flatnonzero(np.isnan(apart))
    ready = apart[: int(gaps[0])] if len(gaps) else apart
    test = new_test(bound, span)
    test.feed(ready)
    return ready[: test.games], test.verdict


def new_test(bound: float, span: float) -> PairedTest:
    """Return the test of an effect's sign: it tells -bound from +bound. Raises UsageError."""
    return PairedTest(Bounds(-bound, bound), span)


def _chance(apart: Numbers) -> float:
    games = len(apart)
    if games < 2:
        return math.nan
    se = float(apart.std(ddof=1)) / math.sqrt(games)
    return chance_of_equals(float(apart.mean()), se, games, int(np.count_nonzero(apart)))


def _changed(arm: Arm, columns: Mapping[str, Columns], played: npt.NDArray[np.intp]) -> float:
    if not len(played):
        return math.nan
    shares = [
        np.mean(columns[one].actions[played] != columns[other].actions[played])
        for one, other in arm.apart
    ]
    return float(np.mean(shares))


def _corrected(found: Sequence[Worth]) -> list[Worth]:
    corrected = list(found)
    for variant in dict.fromkeys(worth.variant for worth in found):
        places = [place for place, worth in enumerate(found) if worth.variant == variant]
        chances = holm([found[place].chance for place in places])
        for place, chance in zip(places, chances, strict=True):
            corrected[place] = replace(found[place], chance=chance)
    return corrected


def as_json(found: Sequence[Worth]) -> list[dict[str, Any]]:
    """Return the answers as JSON can hold them: an object an arm, variant and player count."""
    return [
        {
            "arm": worth.arm.name,
            "convention": worth.arm.convention,
            "kind": worth.arm.kind,
            "players": worth.players,
            "variant": worth.variant,
            "effect": worth.effect.mean,
            "low": _number(worth.effect.low),
            "high": _number(worth.effect.high),
            "games": worth.effect.games,
            "chance": _number(worth.chance),
            "sure": worth.sure,
            "verdict": worth.verdict,
            "changed_share": worth.changed_share,
            **{f"{name}_change": worth.changes[name] for name in CHANGES},
            "also": list(worth.arm.also),
            "best_game": worth.best_game,
            "worst_game": worth.worst_game,
        }
        for worth in found
    ]


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
