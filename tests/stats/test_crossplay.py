"""Who understands whom: means, gaps, partners, seats."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from hanabi_arena.report.crossplay import is_clear
from hanabi_arena.stats.crossplay import CrossPlay, Estimate, cross_play, neighbours
from tests.support import arena, write_league

SCORES = {
    ("a", "a"): [20, 22, 24, 22],
    ("b", "b"): [10, 12, 14, 12],
    ("c", "c"): [25, 25, 25, 25],
    ("a", "b"): [9, 7, 9, 7],
    ("b", "a"): [5, 11, 5, 11],
    ("a", "c"): [21, 21, 21, 21],
    ("c", "a"): [19, 19, 19, 19],
    ("b", "c"): [1, 1, 1, 1],
    ("c", "b"): [3, 3, 3, 3],
}


def found(
    scores: Mapping[tuple[str, str], list[int]] = SCORES, players: int = 2, **more: object
) -> CrossPlay:
    games = pd.DataFrame(
        [
            (f"{guest}+{host}", "base", players, game, score, 0)
            for (guest, host), values in scores.items()
            for game, score in enumerate(values)
        ],
        columns=["line_up", "variant", "players", "game", "score_kept", "score_zero"],
    )
    pairs = {f"{guest}+{host}": (guest, host) for guest, host in scores}
    (one,) = cross_play(games, pairs, strikeout="kept", **more)  # type: ignore[arg-type]
    return one


def test_the_matrix_has_the_mean_of_every_pair() -> None:
    one = found()
    assert {pair: estimate.mean for pair, estimate in one.matrix.items()} == {
        pair: sum(values) / 4 for pair, values in SCORES.items()
    }
    assert one.matrix["a", "a"].games == 4
    assert one.matrix["a", "a"].low < 22 < one.matrix["a", "a"].high


def test_the_gap_is_taken_deal_by_deal() -> None:
    one = found()
    assert one.self_play.mean == pytest.approx((22 + 12 + 25) / 3)
    assert one.cross_play.mean == pytest.approx((8 + 8 + 21 + 19 + 1 + 3) / 6)
    assert one.gap.mean == pytest.approx(one.self_play.mean - one.cross_play.mean)
    alone = np.mean([SCORES[pair] for pair in SCORES if pair[0] == pair[1]], axis=0)
    across = np.mean([SCORES[pair] for pair in SCORES if pair[0] != pair[1]], axis=0)
    wanted = Estimate.of(alone - across)
    assert (one.gap.low, one.gap.high) == (wanted.low, wanted.high)


def test_partners_are_ranked_as_guests() -> None:
    one = found()
    assert [partner.bot for partner in one.partners] == ["a", "c", "b"]
    best = one.partners[0]
    assert best.as_guest.mean == (8 + 21) / 2
    assert best.as_host.mean == (8 + 19) / 2
    assert best.gap.mean == pytest.approx(22 - (8 + 8 + 21 + 19) / 4)
    assert (best.worst, best.worst_mean) == ("b", 8)


def test_a_bot_that_sees_its_hand_is_left_out_of_means_and_comes_last() -> None:
    one = found(unranked=("c",))
    assert one.self_play.mean == 17
    assert one.cross_play.mean == 8
    assert [(partner.bot, partner.ranked) for partner in one.partners] == [
        ("a", True),
        ("b", True),
        ("c", False),
    ]
    assert one.partners[0].as_guest.mean == 8, "its tables with c do not count"
    assert one.partners[2].worst == "b"


def test_two_players_swap_seats_on_every_deal() -> None:
    one = found()
    effects = {(effect.guest, effect.host): effect for effect in one.seat_effects}
    assert set(effects) == {("a", "b"), ("a", "c"), ("b", "c")}
    effect = effects["a", "b"]
    # a begins in deals 0 and 2 of a+b, and in deals 1 and 3 of b+a.
    assert effect.first == (9 + 11 + 9 + 11) / 4
    assert effect.later == (5 + 7 + 5 + 7) / 4
    assert (effect.effect.mean, effect.effect.low) == (4, 4)


def test_more_players_compare_different_deals() -> None:
    scores = {
        ("a", "a"): [1, 1, 1, 1, 1, 1],
        ("b", "b"): [1, 1, 1, 1, 1, 1],
        ("a", "b"): [9, 1, 2, 11, 3, 2],
    }
    one = found(scores, players=3)
    (effect,) = one.seat_effects
    assert (effect.first, effect.later) == (10, 2)
    assert effect.effect.mean == 8
    assert effect.effect.low < 8 < effect.effect.high


def test_pairs_without_their_self_play_are_left_out() -> None:
    scores = {("a", "a"): [1, 2], ("a", "b"): [3, 4]}
    one = found(scores)
    assert one.bots == ("a",)
    assert math.isnan(one.cross_play.mean)
    assert one.partners[0].worst == ""


def test_neighbours_lose_least_together() -> None:
    bots = ("w", "x", "y", "z")
    means = {(one, other): 5.0 for one in bots for other in bots}
    means |= {(bot, bot): 20.0 for bot in bots} | {("w", "w"): 22.0}
    means |= {("w", "y"): 19.0, ("y", "w"): 19.0, ("x", "z"): 18.0, ("z", "x"): 18.0}
    order = neighbours(bots, means)
    assert abs(order.index("w") - order.index("y")) == 1
    assert abs(order.index("x") - order.index("z")) == 1
    assert order[0] in ("w", "y")
    assert neighbours(("b", "a"), {}) == ("b", "a")


def test_one_deal_has_no_interval() -> None:
    one = Estimate.of(np.array([7.0]))
    assert (one.mean, one.games) == (7.0, 1)
    assert math.isnan(one.low)
    assert math.isnan(Estimate.of(np.array([])).mean)


def test_among_many_only_large_effects_are_clear() -> None:
    assert is_clear(Estimate(1.1, 0.1, 2.1, 50), 1)
    assert not is_clear(Estimate(1.1, 0.1, 2.1, 50), 100)
    assert is_clear(Estimate(3.0, 2.0, 4.0, 50), 100)
    assert not is_clear(Estimate(1.0, math.nan, math.nan, 1), 1)


def test_the_command_writes_pages_and_json(tmp_path: Path) -> None:
    league = write_league(
        tmp_path / "who.yaml", bots=["simple", "random"], games=40, players=[2, 3], seed=5
    )
    done = arena("crossplay", league, "--json", "--out", "run", cwd=tmp_path)
    rows = json.loads(done.out)
    assert [(row["variant"], row["players"]) for row in rows] == [("base", 2), ("base", 3)]
    table = pd.read_csv(tmp_path / "run" / "crossplay.csv")
    summary = pd.read_csv(tmp_path / "run" / "summary.csv").set_index(["lineup", "players"])
    for row in rows:
        assert {(one["guest"], one["host"]) for one in row["matrix"]} == {
            (guest, host) for guest in ("simple", "random") for host in ("simple", "random")
        }
        for one in row["matrix"]:
            name = one["guest"] if one["guest"] == one["host"] else f"{one['guest']}+{one['host']}"
            assert one["mean"] == pytest.approx(summary.mean_zero[name, row["players"]])
    assert len(table) == 8
    page = (tmp_path / "run" / "crossplay.md").read_text()
    assert "charts/crossplay-base.png" in page
    again = arena("crossplay", league, "--out", "run", cwd=tmp_path)
    assert "nothing was played" in again.err
    assert "base, 2 players" in again.out
    assert (tmp_path / "run" / "crossplay.md").read_text() == page


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ({"bots": ["simple", "random"], "line_ups": ["pairs"]}, "line 4, line-ups: who sits where"),
        ({"bots": ["simple"]}, "pairs of bots need at least two of them"),
        ({"bots": ["simple", "smpart"]}, 'no bot "smpart"'),
    ],
)
def test_mistakes_are_named(tmp_path: Path, keys: dict[str, object], complaint: str) -> None:
    league = write_league(tmp_path / "who.yaml", **keys)
    done = arena("crossplay", league, cwd=tmp_path, code=2)
    assert complaint in done.err


def test_something_has_to_be_named(tmp_path: Path) -> None:
    done = arena("crossplay", cwd=tmp_path, code=2)
    assert "arena crossplay --bots simple,random" in done.err
