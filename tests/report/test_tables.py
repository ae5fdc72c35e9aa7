"""The table on the terminal."""

from __future__ import annotations

import io
import re

import pandas as pd
import pytest
from rich.console import Console

from hanabi_arena.report import ReportInfo, console_table, print_tables
from hanabi_arena.stats.summary import summarise
from tests.report.leagues import (
    AVALANCHE,
    BASE,
    LONG_NAMES,
    league,
    pairs,
    played,
    rows_of,
    self_play,
)


def summary(info: ReportInfo, games: pd.DataFrame) -> pd.DataFrame:
    return summarise(
        games,
        info.max_scores,
        line_ups=[line_up.name for line_up in info.line_ups],
        variants=[variant.name for variant in info.variants],
        strikeout=info.strikeout,
    )


def printed(info: ReportInfo, games: pd.DataFrame, width: int | None = None) -> str:
    file = io.StringIO()
    console = Console(file=file, width=width, force_terminal=width is not None)
    print_tables(console, summary(info, games), info)
    return file.getvalue()


def without_codes(output: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", output)


def small_league() -> tuple[ReportInfo, pd.DataFrame]:
    info = league(
        self_play("oracle", "smart", "[bold]simple", unranked=("oracle",)),
        (BASE,),
        (2, 3),
        strikeout="kept",
        unranked_bots=("oracle",),
    )
    oracle, smart, simple = info.line_ups
    games = pd.concat(
        [
            rows_of(oracle, BASE, 2, [25, 25]),
            rows_of(smart, BASE, 2, [25, 20, 25, 20]),
            rows_of(smart, BASE, 3, [24]),
            rows_of(simple, BASE, 2, [11, 11], end="strikes"),
            rows_of(simple, BASE, 3, [11, 13]),
        ]
    )
    return info, games


def test_a_pipe_gets_plain_text() -> None:
    assert printed(*small_league()).splitlines() == [
        "mean score ± 95% by player count, a strikeout keeps its points",
        "",
        "base                   2          3  perfect  struck out",
        "smart         22.50 ±4.6      24.00    0–50%          0%",
        "[bold]simple  11.00 ±.00  12.00 ±13       0%      0–100%",
        "oracle †      25.00 ±.00          –     100%          0%",
        "",
        "† a bot that sees its own hand plays here: shown for scale, never ranked",
    ]


def test_the_best_ranked_mean_of_a_column_is_bold_on_a_terminal() -> None:
    output = printed(*small_league(), width=100)
    bold = re.findall(r"\x1b\[1m\s*(\d[^\x1b]*)\x1b", output)
    assert [words.strip() for words in bold] == ["2", "3", "22.50 ±4.6", "24.00"]


def test_a_pipe_is_never_cut() -> None:
    info = league(
        self_play(*LONG_NAMES) + pairs(*LONG_NAMES[:2]), (BASE, AVALANCHE), (2, 3, 4, 5, 6)
    )
    games = played(info, games=5)
    output = printed(info, games)
    lines = output.splitlines()
    for line_up in info.line_ups:
        assert sum(line.startswith(line_up.name + " ") for line in lines) == 2
    assert "\x1b" not in output
    assert "…" not in output


@pytest.mark.parametrize("width", [40, 50, 60, 80, 100, 140])
def test_a_terminal_gets_all_means_in_its_width(width: int) -> None:
    info = league(self_play("talk-keep-fives", "random", "oracle"), (BASE, AVALANCHE), (2, 3, 4, 5))
    games = played(info)
    output = without_codes(printed(info, games, width=width))
    assert max(map(len, output.splitlines())) <= width
    frame = summary(info, games)
    for mean in frame["mean_zero"]:
        assert f"{mean:.2f}" in output
    # At the usual 80 columns nothing is left out.
    assert ("±." in output) == ("perfect" in output and width >= 80)


def test_faults_are_counted_below() -> None:
    info = league(self_play("simple"), players=(2,))
    games = pd.concat(
        [
            rows_of(info.line_ups[0], BASE, 2, [20, 21]),
            rows_of(info.line_ups[0], BASE, 2, [0], end="fault"),
        ]
    )
    assert (
        printed(info, games).splitlines()[-1] == "1 of 3 games ended in a fault; each counts as 0"
    )


def test_a_variant_without_games_says_so() -> None:
    info = league(self_play("simple"), (BASE, AVALANCHE), (2,))
    output = printed(info, played(league(self_play("simple"), (BASE,), (2,))))
    assert output.splitlines()[-1].strip() == "nothing was played"


def test_the_renderable_alone_prints_too() -> None:
    info, games = small_league()
    file = io.StringIO()
    Console(file=file, width=100).print(console_table(summary(info, games), info))
    assert "22.50 ±4.6" in file.getvalue()
