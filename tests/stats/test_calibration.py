"""The page about verdicts shows what `make calibrate` found, and that promises were kept."""

from __future__ import annotations

import re

import pytest
from scipy.stats import binom

from hanabi_arena.stats.evidence import PRESETS
from tests.stats import calibrate
from tests.stats.populations import NAMES

PAGE = calibrate.PAGE.read_text(encoding="utf-8")


def table(name: str) -> list[list[str]]:
    found = re.search(f"(?s)<!-- {name} -->\n(.*?)<!-- end of {name} -->", PAGE)
    assert found
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()
    ]
    assert rows
    assert len({len(row) for row in (head, *rows)}) == 1
    return rows


def test_every_population_keeps_the_promise_under_every_preset() -> None:
    rows = table("error rates")
    assert [(row[0], row[1]) for row in rows] == [(n, preset) for n in NAMES for preset in PRESETS]
    most = binom.ppf(1 - 1e-3, calibrate.RUNS, 0.05) / calibrate.RUNS
    for row in rows:
        assert float(row[2]) <= most, row
        assert float(row[3]) <= most, row


def test_every_population_keeps_the_promise_of_the_sequence() -> None:
    rows = table("populations")
    assert [row[0] for row in rows] == list(NAMES)
    most = binom.ppf(1 - 1e-3, calibrate.RUNS // 2, 0.05) / (calibrate.RUNS // 2)
    assert all(float(row[3]) <= most for row in rows)


def test_every_population_keeps_the_promise_at_several_player_counts() -> None:
    rows = table("several counts")
    assert [row[0] for row in rows] == list(NAMES)
    most = binom.ppf(1 - 1e-3, calibrate.RUNS, 0.05) / calibrate.RUNS
    for row in rows:
        assert float(row[1]) <= most, row
        assert float(row[2]) <= most, row


def test_the_presets_are_those_of_the_page() -> None:
    for name, bounds in PRESETS.items():
        low, high = (f"{end:g}".replace("-", "−") for end in (bounds.low, bounds.high))
        assert f"| `{name}` | {low} and {high} |" in PAGE


def test_tables_are_written_between_their_marks() -> None:
    page = "before\n<!-- x -->\nold\n<!-- end of x -->\nafter\n"
    rows = calibrate.table([("a", "b"), ("1", "2")])
    assert calibrate.put(page, "x", rows) == (
        "before\n<!-- x -->\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n<!-- end of x -->\nafter\n"
    )
    with pytest.raises(SystemExit, match="<!-- y -->"):
        calibrate.put(page, "y", rows)


def test_a_small_calibration_fills_the_tables() -> None:
    rates = list(calibrate.error_rates(2, 1))
    assert len(rates) == 1 + len(NAMES) * len(PRESETS)
    assert len({len(row) for row in rates}) == 1
    assert len(list(calibrate.sequences(2, 1))) == 1 + len(NAMES)
    assert len(list(calibrate.several_counts(2, 1))) == 1 + len(NAMES)
