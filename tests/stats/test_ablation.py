"""What a convention is worth: the sign, the interval, what changed beside the score."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest

from hanabi_arena.report.ablation import cells
from hanabi_arena.report.forest import COSTS, GAINS, UNSURE, axis_reach, colour
from hanabi_arena.stats.ablation import (
    GAMES_COLUMNS,
    Arm,
    Deck,
    Worth,
    as_json,
    find_worth,
    up_to_verdict,
)
from hanabi_arena.stats.pairwise import holm

DECKS = {("base", 2): Deck(40, 25), ("base", 3): Deck(35, 25)}


def frame(
    scores: Mapping[str, Any], players: int = 2, **more: Mapping[str, Sequence[object]]
) -> pd.DataFrame:
    """Return records: games without clues of twenty turns, no strikes, all actions alike."""
    rows = []
    for line_up, values in scores.items():
        for game, score in enumerate(values):
            row: dict[str, object] = {
                "line_up": line_up,
                "variant": "base",
                "players": players,
                "game": game,
                "score_zero": 0,
                "score_kept": score,
                "turns": 20,
                "strikes": 0,
                "clues": 0,
                "critical_losses": 0,
                "actions": b"\x00",
            }
            row |= {name: values[line_up][game] for name, values in more.items()}
            rows.append(row)
    return pd.DataFrame(rows, columns=list(GAMES_COLUMNS))


def without(name: str = "finesse") -> Arm:
    less = f"without-{name}"
    return Arm(f"without {name}", "without", name, (("full", 1.0), (less, -1.0)), (("full", less),))


def worth_of(games: pd.DataFrame, *arms: Arm, bound: float | None = None) -> list[Worth]:
    return find_worth(games, arms or (without(),), strikeout="kept", decks=DECKS, bound=bound)


def test_a_convention_that_gains_points_has_a_positive_effect() -> None:
    (worth,) = worth_of(frame({"full": [20, 22, 24], "without-finesse": [19, 22, 22]}))
    assert worth.effect.mean == 1.0
    assert worth.effect.low < 1 < worth.effect.high
    assert (worth.best_game, worth.worst_game) == (2, 1)


def test_what_changed_beside_the_score_has_the_same_sign() -> None:
    names = ("full", "without-finesse")
    games = frame(
        {"full": [20, 20], "without-finesse": [18, 20]},
        strikes={names[0]: [1, 0], names[1]: [0, 0]},
        clues={names[0]: [9, 9], names[1]: [8, 6]},
        critical_losses={names[0]: [0, 0], names[1]: [1, 0]},
        turns={names[0]: [29, 29], names[1]: [38, 26]},
        actions={names[0]: [b"ab", b"cd"], names[1]: [b"ab", b"ce"]},
    )
    (worth,) = worth_of(games)
    assert worth.changed_share == 0.5
    assert worth.changes == {
        "strikes": 0.5,
        "clues": 2.0,
        "critical_losses": -0.5,
        # 20 cards of 40 are left of both in the first game but for ten, and two points more.
        "pace": ((20 + 20) - (18 + 10) + (20 + 20) - (20 + 20)) / 2,
    }


def test_only_deals_that_all_line_ups_played_count() -> None:
    games = frame({"full": [20, 22, 24], "without-finesse": [19]})
    (worth,) = worth_of(games)
    assert (worth.effect.mean, worth.effect.games) == (1.0, 1)
    assert math.isnan(worth.effect.low)
    assert not worth.sure
    assert not worth_of(games, without("prompt"))


def test_an_interaction_is_what_one_is_worth_with_the_other_less_without_it() -> None:
    arm = Arm(
        "a x b",
        "pair",
        "a + b",
        (("full", 1.0), ("no-a", -1.0), ("no-b", -1.0), ("neither", 1.0)),
        (("full", "neither"),),
    )
    scores = {"full": [20, 21], "no-a": [18, 20], "no-b": [17, 17], "neither": [17, 16]}
    (worth,) = worth_of(frame(scores), arm)
    assert worth.effect.mean == (((20 - 18) - (17 - 17)) + ((21 - 20) - (17 - 16))) / 2
    assert arm.span(25) == 50


def test_holm_counts_every_arm_and_player_count_of_a_variant() -> None:
    rng = np.random.default_rng(1)
    base = rng.integers(15, 25, 200)
    scores = {"full": base + rng.integers(0, 2, 200)} | {
        f"without-{name}": base - rng.integers(0, 2, 200) * (name == "a") for name in "abc"
    }
    arms = [without(name) for name in "abc"]
    (alone,) = worth_of(frame(scores), arms[2])
    together = worth_of(frame(scores), *arms)
    counts: list[pd.DataFrame] = [frame(scores), frame(scores, players=3)]
    two_counts = worth_of(pd.concat(counts), *arms)
    assert alone.chance <= together[2].chance <= two_counts[2].chance
    assert [worth.players for worth in two_counts] == [2, 2, 2, 3, 3, 3]
    assert holm([0.01, 0.04, math.nan, 0.03])[:2] == [0.03, 0.06]


def test_equals_are_not_sure_and_a_gain_is() -> None:
    same = {"full": [20] * 50, "without-finesse": [20] * 50}
    (nothing,) = worth_of(frame(same))
    assert (nothing.effect.mean, nothing.chance, nothing.sure) == (0.0, 1.0, False)
    assert colour(nothing) == UNSURE
    (gain,) = worth_of(frame({"full": [20, 21] * 25, "without-finesse": [18, 20] * 25}))
    assert gain.sure
    assert colour(gain) == GAINS
    assert cells(gain)[0] == "+1.50*"
    (cost,) = worth_of(frame({"full": [18, 20] * 25, "without-finesse": [20, 21] * 25}))
    assert colour(cost) == COSTS
    assert cells(cost)[0] == "−1.50*"


def test_a_sequential_test_ends_an_arm_at_its_verdict() -> None:
    apart = np.array([1.0, 2.0, 1.0, 0.0] * 200)
    counted, verdict = up_to_verdict(apart, 0.05, 25)
    assert verdict == "high"
    assert len(counted) < len(apart)
    later = apart.copy()
    later[len(counted) :] = -20
    assert up_to_verdict(later, 0.05, 25)[1] == "high", "what comes later is ignored"
    later[3] = np.nan
    assert len(up_to_verdict(later, 0.05, 25)[0]) == 3, "a gap ends what counts"
    assert up_to_verdict(-apart, 0.05, 25)[1] == "low"
    scores = {"full": 20 + apart.astype(int), "without-finesse": np.full(len(apart), 20)}
    (worth,) = worth_of(frame(scores), bound=0.05)
    assert (worth.effect.games, worth.verdict) == (len(counted), "high")
    assert cells(worth)[0].endswith(" ↑")
    assert worth.effect.high - worth.effect.low > 1, "an interval that holds at any time"


def test_json_has_every_answer() -> None:
    (row,) = as_json(worth_of(frame({"full": [20], "without-finesse": [19]})))
    assert (row["effect"], row["low"], row["games"], row["kind"]) == (1.0, None, 1, "without")


@pytest.mark.parametrize("far", [3.0, 40.0])
def test_few_far_effects_do_not_squeeze_the_others(far: float) -> None:
    rng = np.random.default_rng(2)
    full = rng.integers(15, 20, 400)
    scores = {"full": full} | {f"without-{n}": full + rng.integers(-1, 2, 400) for n in "abcd"}
    scores["without-e"] = full - int(far)
    found = worth_of(frame(scores), *(without(name) for name in "abcde"))
    assert axis_reach(found) < max(far, 1.0)
