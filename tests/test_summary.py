"""Summaries and intervals against naive computation and published figures."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanabi_arena.errors import RunError, UnknownName
from hanabi_arena.stats.intervals import half_width, mean_interval, share_interval
from hanabi_arena.stats.summary import (
    COLUMNS,
    Strikeout,
    as_records,
    count_cells,
    mean_and_se,
    median,
    summarise,
)

MAX = {"base": 25, "avalanche": 30}
LINE_UPS = ["zeta", "alpha"]
VARIANTS = ["base", "avalanche"]

Row = tuple[str, str, int, int, str, int]


@st.composite
def rows(draw: st.DrawFn) -> Row:
    variant = draw(st.sampled_from(VARIANTS))
    kept = draw(st.integers(0, MAX[variant]))
    end = draw(st.sampled_from(["strikes", "complete", "deck", "fault"]))
    return (
        draw(st.sampled_from(LINE_UPS)),
        variant,
        draw(st.integers(2, 5)),
        0 if end == "fault" else kept,
        end,
        draw(st.integers(1, 90)),
    )


def frame(rows: Sequence[Row]) -> pd.DataFrame:
    data = pd.DataFrame(
        rows, columns=["line_up", "variant", "players", "score_kept", "end", "turns"]
    )
    data["score_zero"] = data["score_kept"].where(data["end"] != "strikes", 0)
    return data


def summary_of(data: pd.DataFrame, strikeout: Strikeout = "zero") -> pd.DataFrame:
    return summarise(data, MAX, line_ups=LINE_UPS, variants=VARIANTS, strikeout=strikeout)


@settings(max_examples=60, deadline=None)
@given(st.lists(rows(), min_size=1, max_size=40), st.randoms(), st.sampled_from(["zero", "kept"]))
def test_row_order_and_column_types_change_nothing(
    games: list[Row], random: object, strikeout: Strikeout
) -> None:
    shuffled = list(games)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first = frame(games)
    second = frame(shuffled).astype(
        {"line_up": "category", "variant": "category", "end": "category", "score_kept": "uint8"}
    )
    one, two = summary_of(first, strikeout), summary_of(second, strikeout)
    assert one.to_csv() == two.to_csv()
    assert json.dumps(as_records(one)) == json.dumps(as_records(two))


@settings(max_examples=60, deadline=None)
@given(st.lists(rows(), min_size=1, max_size=40), st.sampled_from(["zero", "kept"]))
def test_figures_agree_with_naive_computation(games: list[Row], strikeout: Strikeout) -> None:
    data = frame(games)
    summary = summary_of(data, strikeout)
    assert summary["games"].sum() == len(games)
    for row in summary.to_dict("records"):
        mine = data[
            (data["line_up"] == row["lineup"])
            & (data["variant"] == row["variant"])
            & (data["players"] == row["players"])
        ]
        top = MAX[row["variant"]]
        chosen = mine[f"score_{strikeout}"].tolist()
        assert row["games"] == len(mine)
        assert row["median"] == statistics.median(chosen)
        assert row["perfect_rate"] == pytest.approx(chosen.count(top) / len(mine))
        assert row["strikeout_rate"] == pytest.approx((mine["end"] == "strikes").mean())
        assert row["faults"] == (mine["end"] == "fault").sum()
        assert row["max_score"] == top
        assert row["turns_mean"] == pytest.approx(mine["turns"].mean())
        for rule in ("zero", "kept"):
            scores = mine[f"score_{rule}"].tolist()
            assert row[f"mean_{rule}"] == pytest.approx(statistics.fmean(scores))
            if len(scores) == 1:
                assert math.isnan(row[f"se_{rule}"])
            else:
                expected = statistics.stdev(scores) / math.sqrt(len(scores))
                assert row[f"se_{rule}"] == pytest.approx(expected)


def test_rows_follow_the_given_orders() -> None:
    data = frame(
        [
            ("alpha", "base", 3, 5, "deck", 40),
            ("alpha", "avalanche", 2, 5, "deck", 40),
            ("zeta", "base", 5, 5, "deck", 40),
            ("zeta", "base", 2, 5, "deck", 40),
            ("stranger", "base", 2, 5, "deck", 40),
        ]
    )
    got = summary_of(data)
    assert list(got.columns) == list(COLUMNS)
    assert list(got[["lineup", "variant", "players"]].itertuples(index=False, name=None)) == [
        ("zeta", "base", 2),
        ("zeta", "base", 5),
        ("alpha", "base", 3),
        ("alpha", "avalanche", 2),
    ]


@pytest.mark.parametrize("kind", ["str", "object", "category"])
def test_games_of_other_line_ups_and_variants_are_left_out(kind: str) -> None:
    data = frame(
        [
            ("stranger", "base", 2, 5, "deck", 40),
            ("zeta", "choreography", 2, 5, "deck", 40),
            ("zeta", "base", 2, 5, "deck", 40),
        ]
    ).astype({"line_up": kind, "variant": kind})
    assert summary_of(data)["games"].tolist() == [1]
    assert len(summary_of(data[:2])) == 0


def test_one_game_has_no_standard_error_and_json_says_null() -> None:
    record = as_records(summary_of(frame([("zeta", "base", 2, 17, "strikes", 30)])))[0]
    assert record == {
        "lineup": "zeta",
        "variant": "base",
        "players": 2,
        "games": 1,
        "mean_zero": 0.0,
        "mean_kept": 17.0,
        "se_zero": None,
        "se_kept": None,
        "median": 0.0,
        "perfect_rate": 0.0,
        "strikeout_rate": 1.0,
        "max_score": 25,
        "faults": 0,
        "turns_mean": 30.0,
    }
    assert json.loads(json.dumps(record, allow_nan=False)) == record


def test_no_games_give_no_rows_but_all_columns() -> None:
    empty = summary_of(frame([]))
    assert list(empty.columns) == list(COLUMNS)
    assert len(empty) == 0
    assert as_records(empty) == []


def test_no_games_have_no_mean() -> None:
    nothing = np.zeros(26, np.int64)
    assert all(math.isnan(value) for value in (*mean_and_se(nothing), median(nothing)))


def test_large_counts_lose_no_precision() -> None:
    counts = np.zeros(26, np.int64)
    counts[24], counts[25] = 1, 4 * 10**9
    games = 4 * 10**9 + 1
    mean, se = mean_and_se(counts)
    assert 25 - mean == pytest.approx(1 / games, rel=1e-5)
    # One deviant in n: the sample variance is exactly 1/n, so the standard error 1/n.
    assert se == pytest.approx(1 / games, rel=1e-9)


def test_equal_scores_have_no_spread() -> None:
    counts = np.zeros(26, np.int64)
    counts[7] = 3
    assert mean_and_se(counts) == (7.0, 0.0)


def test_a_score_above_the_maximum_is_refused() -> None:
    bad = frame([("zeta", "base", 2, 25, "deck", 40), ("zeta", "base", 2, 26, "deck", 40)])
    with pytest.raises(RunError, match=r'"base": score_zero is 26 .* from 0 to 25'):
        summary_of(bad)


def test_a_variant_without_a_maximum_is_refused() -> None:
    with pytest.raises(UnknownName, match='Did you mean "base"'):
        count_cells(frame([]), {"base": 25}, line_ups=["zeta"], variants=["bas"])


def test_an_unknown_strikeout_rule_is_refused() -> None:
    with pytest.raises(UnknownName, match="strikeout rule"):
        summary_of(frame([]), "keep")  # type: ignore[arg-type]


def test_t_interval_as_in_the_tables() -> None:
    # Student's t at 97.5%: 2.262 with 9 degrees of freedom, 12.706 with one.
    assert half_width(1.0, 10) == pytest.approx(2.262157, abs=1e-6)
    assert half_width(2.0, 2) == pytest.approx(2 * 12.706205, abs=1e-5)
    assert half_width(1.0, 5, level=0.9) == pytest.approx(2.131847, abs=1e-6)
    assert mean_interval(20.0, 0.5, 10) == pytest.approx((20 - 1.1310786, 20 + 1.1310786))
    assert math.isnan(half_width(math.nan, 1))


@pytest.mark.parametrize("games", [2, 7, 200])
def test_t_interval_agrees_with_scipy(games: int) -> None:
    from scipy import stats

    scores = np.random.default_rng(1).integers(0, 26, games)
    mean, se = mean_and_se(np.bincount(scores, minlength=26))
    expected = stats.t.interval(0.95, games - 1, loc=scores.mean(), scale=stats.sem(scores))
    assert mean_interval(mean, se, games) == pytest.approx(expected)


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_interval_agrees_with_scipy(case: tuple[int, int]) -> None:
    from scipy.stats import binomtest

    wins, games = case
    expected = binomtest(wins, games).proportion_ci(0.95, method="wilson")
    low, high = share_interval(wins, games)
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-9)
    assert 0 <= low <= wins / games <= high <= 1


def test_wilson_interval_at_the_ends() -> None:
    assert share_interval(0, 0) == (0.0, 1.0)
    assert share_interval(0, 50)[0] == 0.0
    assert share_interval(50, 50)[1] == 1.0
    with pytest.raises(ValueError, match="51 successes in 50 games"):
        share_interval(51, 50)
    with pytest.raises(ValueError, match="level 95"):
        share_interval(5, 50, level=95)


def test_scipy_and_pandas_are_imported_late() -> None:
    code = (
        "import sys, hanabi_arena.stats.summary, hanabi_arena.stats.intervals;"
        "print([m for m in ('scipy', 'pandas', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
