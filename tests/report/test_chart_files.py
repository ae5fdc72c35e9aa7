"""The files of charts: the same every time, named plainly."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hanabi_arena.report.charts import charts, variant_slugs
from hanabi_arena.report.sheet import rendered
from tests.report.drawn import (
    few_pairs,
    figures,
    one_game,
    results,
)
from tests.report.leagues import (
    BASE,
    SMALL,
    league,
    played,
    self_play,
)


def test_two_renderings_are_the_same_to_the_byte_whatever_the_row_order() -> None:
    info, games = few_pairs()
    shuffled = games.sample(frac=1, random_state=3).reset_index(drop=True)
    shuffled = shuffled.astype({"line_up": "category", "variant": "category", "end": "category"})
    one = {chart.name: chart.files for chart in charts(results(info, games))}
    two = {chart.name: chart.files for chart in charts(results(info, shuffled))}
    assert list(one) == [
        "distribution-base",
        "means-base",
        "verdicts-base",
        "pairs-base",
        "distribution-one-suit",
        "means-one-suit",
        "pairs-one-suit",
    ]
    assert one == two


def test_files_hold_neither_date_nor_version() -> None:
    _, figure = next(iter(figures(*one_game())))
    files = rendered(figure)
    assert files["png"].startswith(b"\x89PNG")
    assert b"Software" not in files["png"]
    svg = files["svg"].decode()
    assert "<dc:date>" not in svg
    assert "Matplotlib" not in svg


def test_a_users_own_matplotlib_settings_change_nothing_and_are_kept(tmp_path: Path) -> None:
    import matplotlib as mpl

    info, games = one_game()
    plain = [chart.files for chart in charts(results(info, games))]
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "black", "xtick.direction": "in"}):
        assert [chart.files for chart in charts(results(info, games))] == plain
        assert mpl.rcParams["font.size"] == 30


def test_more_rows_than_a_sheet_holds_go_on_in_a_second_one() -> None:
    info = league(self_play(*(f"bot-{i:02}" for i in range(41))), (SMALL,), players=(2,))
    names = [chart.name for chart in charts(results(info, played(info, games=3)))]
    assert names == [
        "distribution-one-suit",
        "distribution-one-suit-2",
        "means-one-suit",
        "means-one-suit-2",
    ]


def test_file_names_are_plain_and_never_clash() -> None:
    odd = [replace(BASE, name=name) for name in ("Black (6 Suits)", "black 6 suits", "花", "a+b")]
    assert variant_slugs(league(self_play("simple"), odd)) == {
        "Black (6 Suits)": "black-6-suits",
        "black 6 suits": "black-6-suits-2",
        "花": "variant",
        "a+b": "a-b",
    }
