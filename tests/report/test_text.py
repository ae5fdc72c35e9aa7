"""How figures and names are written."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_arena.report import text
from hanabi_arena.report.measure import text_width, wrap, wrap_name


@pytest.mark.parametrize(
    ("mean", "half", "expected"),
    [
        (22.514, 0.0312, "22.51 ±.03"),
        (0.0, 0.0, "0.00 ±.00"),
        (-0.556, 0.41, "−0.56 ±.41"),
        (24.9999, 0.0001, "25.00 ±.00"),
        (12.0, 0.996, "12.00 ±1.0"),
        (12.0, 1.204, "12.00 ±1.2"),
        (12.5, 158.83, "12.50 ±159"),
        (12.5, 9.96, "12.50 ±10"),
        (17.0, math.nan, "17.00"),
        (math.nan, math.nan, "–"),
    ],
)
def test_means(mean: float, half: float, expected: str) -> None:
    assert text.mean_with_margin(mean, half) == expected


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (0.0, "0%"),
        (0.0001, "<1%"),
        (0.005, "<1%"),
        (0.0051, "1%"),
        (0.12, "12%"),
        (0.9951, ">99%"),
        (0.99999, ">99%"),
        (1.0, "100%"),
    ],
)
def test_shares_are_never_rounded_to_none_or_all(share: float, expected: str) -> None:
    assert text.percent(share) == expected


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([0.95, 0.12, 0.5], "12–95%"),
        ([0.12, 0.121], "12%"),
        ([0.0, 0.001], "<1%"),
        ([0.0, 0.03], "0–3%"),
        ([0.001, 0.03], "≤3%"),
        ([0.98, 0.999], "≥98%"),
        ([0.999, 1.0], ">99%"),
        ([0.001, 0.999], "<1–>99%"),
        ([0.0, 1.0], "0–100%"),
        ([], "–"),
    ],
)
def test_ranges(shares: list[float], expected: str) -> None:
    assert text.percent_range(shares) == expected


def test_words() -> None:
    assert text.players([5, 2, 3, 4]) == "2–5 players"
    assert text.players([3]) == "3 players"
    assert text.players([2, 3]) == "2 and 3 players"
    assert text.players([2, 4, 5]) == "2, 4 and 5 players"
    assert text.listing(["a"]) == "a"
    assert text.listing(["a", "b", "c"]) == "a, b and c"
    assert text.counted(1, "bot") == "1 bot"
    assert text.counted(72_000, "game") == "72,000 games"


def test_names_break_where_their_parts_meet() -> None:
    guest, host = "a-bot-whose-name-is-30-letters", "CamelCaseStrategyWith30Letters"
    assert wrap_name("simple", 2.0, 9.5) == "simple"
    assert wrap_name(f"{guest}+{host}", 2.55, 9.5) == f"{guest}+\n{host}"
    assert wrap_name("talk:discard=oldest,keep=fives", 1.2, 9.5).split("\n") == [
        "talk:discard=",
        "oldest,keep=",
        "fives",
    ]


@given(st.text("abcWi+-_:,= ", min_size=1, max_size=120), st.floats(0.6, 3.0))
def test_broken_names_fit_and_lose_nothing_but_what_an_ellipsis_says(
    name: str, width: float
) -> None:
    lines = wrap_name(name, width, 9.5).split("\n")
    assert len(lines) <= 3
    assert all(text_width(line.rstrip(), 9.5) <= width for line in lines)
    joined = "".join(lines).replace(" ", "")
    if joined.endswith("…"):
        assert name.replace(" ", "").startswith(joined[:-1])
    else:
        assert joined == name.replace(" ", "")


def test_sentences_break_at_spaces() -> None:
    sentence = "One guest (row) among copies of a host (column), the guest in each seat in turn."
    lines = wrap(sentence, 2.0, 9.5).split("\n")
    assert len(lines) > 1
    assert " ".join(lines) == sentence
    assert all(text_width(line, 9.5) <= 2.0 for line in lines)
