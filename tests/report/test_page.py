"""report.md and the files around it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from hanabi_arena.errors import RunError
from hanabi_arena.report import ReportInfo, write_report
from hanabi_arena.report.markdown import plain
from hanabi_arena.report.page import faults_of, write_page
from hanabi_arena.report.results import results_of
from tests.report.leagues import (
    AVALANCHE,
    BASE,
    BOUQUET,
    SMALL,
    league,
    pairs,
    played,
    rows_of,
    self_play,
)

Contents = dict[str, bytes]


def contents(folder: Path) -> Contents:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def page(info: ReportInfo, games: pd.DataFrame) -> str:
    return write_page(results_of(games, info), games, [])


def test_the_same_games_give_the_same_files_and_links_that_hold(tmp_path: Path) -> None:
    info = league(self_play("simple", "random"), (SMALL,), (2,), versions={"numpy": "2", "a": "1"})
    games = played(info)
    paths = write_report(tmp_path / "one", info, games)
    write_report(tmp_path / "two", info, games.sample(frac=1, random_state=5))
    one = contents(tmp_path / "one")
    assert one == contents(tmp_path / "two")
    assert sorted(path.relative_to(tmp_path / "one").as_posix() for path in paths) == sorted(one)
    links = re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", one["report.md"].decode())
    linked = {link for pair in links for link in pair if link}
    assert linked == set(one) - {"report.md"}
    assert b"\r" not in one["report.md"]


def test_a_new_report_leaves_no_chart_of_an_old_one_and_no_other_file_behind(
    tmp_path: Path,
) -> None:
    both = league(self_play("simple"), (SMALL, replace(SMALL, name="two-suits")), (2,))
    write_report(tmp_path, both, played(both))
    (tmp_path / "charts" / "mine.png").write_bytes(b"mine")
    (tmp_path / "charts" / ".means-one-suit.png.partial").write_bytes(b"half")
    one = replace(both, variants=both.variants[:1])
    write_report(tmp_path, one, played(both))
    assert sorted(contents(tmp_path)) == [
        "charts/distribution-one-suit.png",
        "charts/distribution-one-suit.svg",
        "charts/means-one-suit.png",
        "charts/means-one-suit.svg",
        "charts/mine.png",
        "report.md",
    ]


def test_an_impossible_score_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    info = league(self_play("simple"), (SMALL,), (2,))
    with pytest.raises(RunError, match="from 0 to 5"):
        write_report(tmp_path, info, played(info).assign(score_zero=6))
    assert contents(tmp_path) == {}


def test_the_page_says_what_was_played() -> None:
    info = league(self_play("simple", "smart"), (BASE, AVALANCHE), (2, 3, 4), games=40)
    words = page(info, played(info))
    assert words.startswith("# league\n\n2 bots in 2 line-ups played base and avalanche at 2–4 ")
    assert "40 deals for each line-up, variant and player count, 480 games in all, seed 2026" in (
        words
    )
    assert "## base\n\nThe game of the rule text. The maximum is 25.\n" in words
    assert "Here a strikeout scores 0; `summary.csv` has both readings" in words
    assert "Faults" not in words
    assert "Not played" not in words
    assert "†" not in words
    assert "\n\n\n" not in words


def test_the_table_has_means_margins_and_ranges() -> None:
    info = league(
        self_play("oracle", "smart", "simple", unranked=("oracle",)), unranked_bots=("oracle",)
    )
    oracle, smart, simple = info.line_ups
    games = pd.concat(
        [
            rows_of(oracle, BASE, 2, [25, 25]),
            rows_of(smart, BASE, 2, [25, 20, 25, 20]),
            rows_of(smart, BASE, 3, [24]),
            rows_of(simple, BASE, 2, [11, 11], end="strikes"),
        ]
    )
    table = [line for line in page(info, games).splitlines() if line.startswith("|")]
    assert table == [
        "| mean score ± 95% | 2 | 3 | perfect | struck out |",
        "|:--|--:|--:|--:|--:|",
        "| smart | **22.50 ±4.6** | 24.00 | 0–50% | 0% |",
        "| simple | 0.00 ±.00 | – | 0% | 100% |",
        "| oracle † | 25.00 ±.00 | – | 100% | 0% |",
        "| mean difference ± 95% | 2 | 3 |",
        "|:--|--:|--:|",
        "| smart − simple | (+22.50 ±32) | – |",
    ]


def test_many_pairs_are_folded_below_the_other_line_ups() -> None:
    four, five = ("a", "b", "c", "d"), ("a", "b", "c", "d", "e")
    few = league(self_play(*four) + pairs(*four), (SMALL,), (2,))
    assert "<details>" not in page(few, played(few, games=4))
    many = league(self_play(*five) + pairs(*five), (SMALL,), (2,))
    words = page(many, played(many, games=4))
    folded = words[words.index("<details>") : words.index("</details>")]
    assert "Pairs, as guest+host: 20 line-ups" in folded
    assert len(re.findall(r"^\| \w\+\w \|", folded, re.MULTILINE)) == 20
    assert not re.search(r"^\| \w \|", folded, re.MULTILINE)


def test_skipped_line_ups_and_versions_are_listed() -> None:
    info = league(
        self_play("simple"),
        (SMALL,),
        (2,),
        skipped=("smart cannot play one-suit | at 2 players", "pairs: only one bot"),
        versions={"numpy": "2.4.6", "hanabi-arena": "0.1.0"},
    )
    words = page(info, played(info))
    assert "## Not played\n\n- smart cannot play one-suit \\| at 2 players\n- pairs: only" in words
    assert words.endswith("Made with hanabi-arena 0.1.0, numpy 2.4.6.\n")


def test_verdicts_are_explained_only_where_they_apply() -> None:
    with_verdicts = league(self_play("simple"), (BASE, AVALANCHE, BOUQUET), (2,), scale="usage")
    words = page(with_verdicts, played(with_verdicts))
    assert "Verdicts with 5 suits (usage scale): 0–4 disastrous" in words
    assert "25–30 legendary" in words
    without = league(self_play("simple"), (BOUQUET, SMALL), (2,))
    assert "Verdicts" not in page(without, played(without))


def test_a_variant_without_games_says_so(tmp_path: Path) -> None:
    info = league(self_play("simple"), (SMALL, BASE), (2,))
    games = played(replace(info, variants=(SMALL,)))
    paths = write_report(tmp_path, info, games)
    assert not any("base" in path.name for path in paths)
    assert "The maximum is 25.\n\nNothing was played in this variant.\n" in (
        tmp_path / "report.md"
    ).read_text(encoding="utf-8")


def test_no_games_at_all_still_give_a_page(tmp_path: Path) -> None:
    info = league(self_play("simple"), (SMALL,), (2,), skipped=("simple plays at 3 players only",))
    paths = write_report(tmp_path, info, played(info)[:0])
    assert [path.name for path in paths] == ["report.md"]


def faulty(info: ReportInfo, seat: int, what: str, games: list[int], players: int) -> pd.DataFrame:
    rows = rows_of(info.line_ups[0], SMALL, players, [0] * len(games), end="fault")
    return rows.assign(game=games, fault_seat=seat, fault=what, seats="+".join("abcde"[:players]))


@pytest.mark.parametrize("change", [lambda g: g, lambda g: g[::-1].astype({"fault": "category"})])
def test_faults_are_counted_by_kind(change: Callable[[pd.DataFrame], pd.DataFrame]) -> None:
    info = league(self_play("a"), (SMALL,), (2, 3))
    games = pd.concat(
        [
            played(info, games=5),
            faulty(info, 1, "ValueError: slot 7\n | of 5", [9, 4, 12], 2),
            faulty(info, 0, "took 3.2 s", [8], 3),
            faulty(info, 2, "x" * 500, [1, 3], 3),
        ]
    )
    found = faults_of(change(games))
    assert [(fault.bot, fault.players, fault.games, fault.first) for fault in found] == [
        ("b", 2, 3, 4),
        ("c", 3, 2, 1),
        ("a", 3, 1, 8),
    ]
    assert found[0].what == "ValueError: slot 7 | of 5"
    assert len(found[1].what) == 160
    words = page(info, change(games))
    assert "6 games ended because a bot raised an error" in words
    assert "| b | a | one-suit | 2 | ValueError: slot 7 \\| of 5 | 3 | 4 |" in words


def test_a_long_list_of_faults_is_cut_and_says_what_is_left() -> None:
    info = league(self_play("a"), (SMALL,), (2,))
    games = pd.concat([faulty(info, 0, f"fault {i:02}", [i, i + 100], 2) for i in range(23)])
    words = page(info, games)
    assert words.count("| fault ") == 20
    assert "And 6 games in 3 other kinds." in words


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("table-talk", "table-talk"),
        ("my_bot", "my_bot"),
        ("_private_", "\\_private\\_"),
        ("a|b*c`d", "a\\|b\\*c\\`d"),
        ("<1%", "\\<1%"),
        ("[x](y) ~$", "\\[x\\](y) \\~\\$"),
        ("# a\nb", "\\# a b"),
    ],
)
def test_names_show_in_markdown_as_they_are(words: str, expected: str) -> None:
    assert plain(words) == expected


def test_importing_the_report_loads_nothing_heavy() -> None:
    code = (
        "import sys, hanabi_arena.report;"
        "print([m for m in ('matplotlib', 'pandas', 'scipy', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
