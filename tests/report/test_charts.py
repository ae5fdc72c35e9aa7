"""Charts: what is on them, that nothing overlaps or is cut, that they are the same every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from hanabi_arena.report import LineUpInfo, ReportInfo, distribution, heatmap, means, verdicts
from hanabi_arena.report.charts import charts, variant_slugs
from hanabi_arena.report.figures import Figure as Reached
from hanabi_arena.report.palette import BOTS, VERDICTS, bot_colours
from hanabi_arena.report.results import Results, results_of
from hanabi_arena.report.sheet import drawing, rendered, score_ticks
from hanabi_arena.rules.scales import categories
from tests.report.leagues import (
    AVALANCHE,
    BASE,
    BOUQUET,
    LONG_NAMES,
    SMALL,
    league,
    pairs,
    played,
    rows_of,
    self_play,
)


@pytest.fixture(autouse=True)
def style() -> Iterator[None]:
    with drawing():
        yield


def big_league() -> tuple[ReportInfo, pd.DataFrame]:
    """Twelve long names, mixed line-ups, an unranked bot, cells that nobody played."""
    mixed = (
        LineUpInfo("random+simple", "one-among", "random", "simple", ("random", "simple")),
        LineUpInfo(
            f"{LONG_NAMES[0]}+{LONG_NAMES[6]}",
            "one-among",
            LONG_NAMES[0],
            LONG_NAMES[6],
            (LONG_NAMES[0], LONG_NAMES[6]),
        ),
        LineUpInfo("simple,random,simple", "seats", bots=("simple", "random", "simple")),
    )
    info = league(
        self_play(*LONG_NAMES, unranked=("oracle",)) + mixed,
        (BASE, AVALANCHE),
        (2, 3, 4, 5),
        unranked_bots=("oracle",),
    )
    return info, played(info, missing=[("w", "base", 4), ("oracle", "base", 5)])


def few_pairs() -> tuple[ReportInfo, pd.DataFrame]:
    bots = ("random", "simple", "table-talk")
    info = league(self_play(*bots) + pairs(*bots), (BASE, SMALL), (2, 3, 4))
    return info, played(info, missing=[("random+simple", "base", 3)])


def many_pairs() -> tuple[ReportInfo, pd.DataFrame]:
    info = league(
        self_play(*LONG_NAMES, unranked=("oracle",)) + pairs(*LONG_NAMES, unranked=("oracle",)),
        (BASE,),
        (2, 5),
        unranked_bots=("oracle",),
    )
    return info, played(info, games=8, missing=[("oracle+random", "base", 5)])


def one_bot() -> tuple[ReportInfo, pd.DataFrame]:
    info = league(self_play("simple"), (BASE, SMALL), (2, 3, 4, 5, 6))
    return info, played(info)


def one_game() -> tuple[ReportInfo, pd.DataFrame]:
    info = league(self_play("simple"), players=(2,), games=1)
    return info, rows_of(info.line_ups[0], BASE, 2, [17])


def two_games() -> tuple[ReportInfo, pd.DataFrame]:
    """Intervals that are wider than the axis."""
    info = league(self_play("simple", "w"), (BASE, AVALANCHE), (2, 3, 4, 5, 6), games=2)
    games = played(info, games=2)
    return info, games.assign(score_zero=games["game"] * 25, score_kept=games["game"] * 25)


def all_zero() -> tuple[ReportInfo, pd.DataFrame]:
    info = league(self_play("random", "simple"), (BASE, AVALANCHE))
    return info, played(info).assign(score_zero=0, score_kept=0, end="strikes")


def all_or_nothing() -> tuple[ReportInfo, pd.DataFrame]:
    info = league(self_play("simple", "smart"), (BOUQUET,), (2, 3, 4))
    games = played(info)
    return info, games.assign(score_zero=(games["score_zero"] > 18) * 30)


LEAGUES = [big_league, few_pairs, one_bot, one_game, two_games, all_zero, all_or_nothing]


def figures(info: ReportInfo, games: pd.DataFrame) -> Iterator[tuple[str, Figure]]:
    results = results_of(games, info)
    for variant in info.variants:
        rows = results.charted(variant, pairs=False)
        yield f"distribution {variant.name}", distribution.draw(results, variant, rows)
        rows = results.charted(variant, pairs=True)
        yield f"means {variant.name}", means.draw(results, variant, rows)
        if variant.verdicts:
            yield f"verdicts {variant.name}", verdicts.draw(results, variant, rows)
        if heatmap.has_pairs(results, variant):
            yield f"pairs {variant.name}", heatmap.draw(results, variant)


def text_boxes(figure: Figure) -> tuple[list[str], np.ndarray]:
    """All texts of a figure as drawn, with their boxes (left, bottom, right, top) in pixels."""
    canvas: Any = figure.canvas
    canvas.draw()
    texts = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]
    boxes = [text.get_window_extent(canvas.get_renderer()).extents for text in texts]
    return [text.get_text() for text in texts], np.array(boxes)


def assert_readable(what: str, figure: Figure) -> None:
    """No text leaves the sheet, none overlaps another one."""
    words, boxes = text_boxes(figure)
    width, height = figure.bbox.width, figure.bbox.height
    margin = 2
    inside = (boxes[:, :2] >= margin).all(1)
    inside &= (boxes[:, 2] <= width - margin) & (boxes[:, 3] <= height - margin)
    assert inside.all(), (what, [words[i] for i in np.flatnonzero(~inside)])
    # Boxes have a little air around the letters: half a pixel in common is none.
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    shared = (high - low > 0.5).all(2)
    np.fill_diagonal(shared, False)
    assert not shared.any(), (what, [(words[i], words[j]) for i, j in np.argwhere(shared)[:5]])


@pytest.mark.parametrize("make", [*LEAGUES, many_pairs], ids=lambda make: make.__name__)
def test_no_text_overlaps_or_leaves_the_sheet(
    make: Callable[[], tuple[ReportInfo, pd.DataFrame]],
) -> None:
    for what, figure in figures(*make()):
        assert_readable(what, figure)


def test_the_readability_check_sees_an_overlap_and_a_cut_text() -> None:
    _, figure = next(iter(figures(*one_game())))
    figure.text(0.5, 0.5, "one")
    figure.text(0.5, 0.5, "two")
    with pytest.raises(AssertionError, match="one"):
        assert_readable("overlap", figure)
    _, figure = next(iter(figures(*one_game())))
    figure.text(0.99, 0.9, "cut at the edge")
    with pytest.raises(AssertionError, match="cut at the edge"):
        assert_readable("cut", figure)


def test_names_of_rows_stand_left_of_the_panels() -> None:
    info, games = few_pairs()
    one = replace(info, variants=(BASE,))
    names = {line_up.label for line_up in info.line_ups} | set(info.bots)
    for what, figure in figures(one, games):
        words, boxes = text_boxes(figure)
        first = min(axes.get_window_extent().x0 for axes in figure.axes)
        found = [
            (word, box[2])
            for word, box in zip(words, boxes, strict=True)
            if word.replace("\n", "") in names and box[0] < first
        ]
        assert found, what
        assert all(right < first for _, right in found), what


# ---------------------------------------------------------------- distribution


def results(info: ReportInfo, games: pd.DataFrame) -> Results:
    return results_of(games, info)


@pytest.mark.parametrize("variant", [BASE, AVALANCHE, SMALL], ids=lambda v: v.name)
def test_the_axis_of_scores_ends_at_the_variants_maximum(variant: object) -> None:
    info = league(self_play("simple", "random"), (variant,), (2, 3, 4, 5))  # type: ignore[arg-type]
    done = results(info, played(info).assign(score_zero=1))
    chosen = info.variants[0]
    figure = distribution.draw(done, chosen, info.line_ups)
    for axes in figure.axes:
        assert axes.get_xlim() == (-0.5, chosen.max_score + 0.5)
        ticks = axes.get_xticks().tolist()
        assert (ticks[0], ticks[-1]) == (0, chosen.max_score)
    for axes in means.draw(done, chosen, info.line_ups).axes:
        assert axes.get_xlim() == (0, chosen.max_score)
        assert axes.get_xticks()[-1] == chosen.max_score


def bars(figure: Figure, panel: int) -> dict[tuple[int, int], float]:
    """The heights of the bars of a panel by row and score, as shares of a row's scale."""
    collection = next(c for c in figure.axes[panel].collections if isinstance(c, PolyCollection))
    found = {}
    for path in collection.get_paths():
        x, y = np.asarray(path.vertices).T
        row = int(y.min())
        found[row, round((x.min() + x.max()) / 2)] = float(y.max() - y.min()) / 0.58
    return found


def test_bars_are_the_shares_of_games() -> None:
    info = league(self_play("simple", "random"), players=(2,))
    first, second = info.line_ups
    games = pd.concat(
        [
            rows_of(first, BASE, 2, [10, 10, 11, 25]),
            rows_of(second, BASE, 2, [0, 3, 3, 3, 4, 4, 5, 5]),
        ]
    )
    done = results(info, games)
    figure = distribution.draw(done, BASE, info.line_ups)
    top = distribution.ceiling([cell.zero / cell.games for cell in done.cells.values()])
    assert top == 0.3
    assert bars(figure, 0) == pytest.approx(
        {
            (0, 10): 1.0,
            (0, 11): 0.25 / top,
            (0, 25): 0.25 / top,
            (1, 0): 0.125 / top,
            (1, 3): 1.0,
            (1, 4): 0.25 / top,
            (1, 5): 0.25 / top,
        }
    )
    words, _ = text_boxes(figure)
    # Both cut bars tell their share, and the means stand below.
    assert {"50%", "38%", "14.00", "3.38"} <= set(words)


@pytest.mark.parametrize(
    ("shares", "top"),
    [
        ([[1.0, 0.0, 0.0]], 1.0),
        ([[0.98, 0.02, 0.0]], 0.2),
        ([[0.5, 0.5]], 0.5),
        ([[0.99, 0.01], [0.4, 0.35, 0.25]], 0.4),
        ([[0.06, 0.05] + [0.05] * 17 + [0.04]], 0.05),
    ],
)
def test_at_most_one_bar_of_a_distribution_is_cut(shares: list[list[float]], top: float) -> None:
    arrays = [np.array(share) for share in shares]
    assert distribution.ceiling(arrays) == top
    assert all((share > top).sum() <= 1 for share in arrays)


def test_a_cell_that_nobody_played_says_so() -> None:
    info = league(self_play("simple", "random"), players=(2, 3))
    done = results(info, played(info, missing=[("random", "base", 3)]))
    for draw in (distribution.draw, means.draw, verdicts.draw):
        words, _ = text_boxes(draw(done, BASE, info.line_ups))
        assert words.count("not played") == 1


def test_the_strikeout_rule_decides_which_scores_are_drawn() -> None:
    info = league(self_play("simple"), players=(2,))
    games = rows_of(info.line_ups[0], BASE, 2, [12, 12, 13], end="strikes")
    zero = distribution.draw(results(info, games), BASE, info.line_ups)
    kept_info = replace(info, strikeout="kept")
    kept = distribution.draw(results(kept_info, games), BASE, info.line_ups)
    assert set(bars(zero, 0)) == {(0, 0)}
    assert set(bars(kept, 0)) == {(0, 12), (0, 13)}


# ---------------------------------------------------------------- means


def test_intervals_are_drawn_around_the_means() -> None:
    info = league(self_play("simple"), players=(2,))
    done = results(info, rows_of(info.line_ups[0], BASE, 2, [3, 9, 12, 4]))
    axes = means.draw(done, BASE, info.line_ups).axes[0]
    dots = next(c for c in axes.collections if isinstance(c, PathCollection))
    assert np.asarray(dots.get_offsets())[0, 0] == 7.0
    figure = done.figures["simple", "base", 2]
    ends = [
        segment[:, 0].tolist()
        for collection in axes.collections
        if isinstance(collection, LineCollection)
        for segment in map(np.asarray, collection.get_segments())
    ]
    assert any(pair == pytest.approx([7 - figure.half, 7 + figure.half]) for pair in ends)


def test_the_axis_of_means_begins_above_zero_only_where_all_are_high() -> None:
    def figure(mean: float, half: float) -> Reached:
        return Reached(10, mean, half, 0.0, 0.0, 0)

    assert means.axis_start([figure(23.0, 0.2), figure(21.0, 0.3)], 25) == 20
    assert means.axis_start([figure(23.0, 0.2), figure(20.4, 0.2)], 25) == 15
    assert means.axis_start([figure(23.0, 0.2), figure(3.0, 0.2)], 25) == 0
    assert means.axis_start([figure(24.0, float("nan"))], 25) == 20
    assert means.axis_start([figure(4.0, 0.1)], 5) == 0


@pytest.mark.parametrize(
    ("low", "high", "width", "expected"),
    [
        (0, 25, 2.1, [0, 5, 10, 15, 20, 25]),
        (0, 25, 6.0, [0, 5, 10, 15, 20, 25]),
        (0, 30, 2.1, [0, 5, 10, 15, 20, 25, 30]),
        (0, 5, 2.1, [0, 1, 2, 3, 4, 5]),
        (20, 25, 2.1, [20, 21, 22, 23, 24, 25]),
        (15, 30, 1.9, [15, 20, 25, 30]),
        (0, 13, 2.1, [0, 2, 4, 6, 8, 10, 13]),
        (0, 11, 1.9, [0, 2, 4, 6, 8, 11]),
    ],
)
def test_ticks_hold_both_ends_and_do_not_crowd(
    low: int, high: int, width: float, expected: list[int]
) -> None:
    ticks = score_ticks(low, high, width)
    assert ticks == expected
    assert all((b - a) / (high - low) * width >= 0.18 for a, b in pairwise(ticks))


# ---------------------------------------------------------------- verdicts


@pytest.mark.parametrize("scale", ["federation", "usage"])
@pytest.mark.parametrize("variant", [BASE, AVALANCHE], ids=lambda v: v.name)
def test_the_legend_has_every_category_in_order_also_the_empty_ones(
    scale: str, variant: object
) -> None:
    info = league(self_play("simple"), (variant,), (2, 3, 4, 5), scale=scale)  # type: ignore[arg-type]
    chosen = info.variants[0]
    done = results(info, played(info).assign(score_zero=12))
    legend = verdicts.draw(done, chosen, info.line_ups).legends[0]
    entries = [text.get_text() for text in legend.get_texts()]
    ladder = categories(scale, chosen.suits)
    assert entries == [f"{category.name} {category.scores}" for category in ladder]
    colours = [to_hex(patch.get_facecolor()).upper() for patch in legend.get_patches()]
    assert colours == list(VERDICTS[: len(ladder)])


def test_a_legend_of_several_lines_reads_along_the_lines() -> None:
    figure = verdicts.draw(results(*one_game()), BASE, one_game()[0].line_ups)
    words, boxes = text_boxes(figure)
    names = [category.name for category in categories("federation", 5)]
    places = {
        word.split()[0]: (-round(box[3]), box[0])
        for word, box in zip(words, boxes, strict=True)
        if word.split()[0] in names
    }
    assert len({line for line, _ in places.values()}) > 1
    assert sorted(places, key=places.__getitem__) == names


def test_verdict_shares_are_those_of_the_scores() -> None:
    info = league(self_play("simple"), players=(2,))
    scores = [0, 5, 6, 10, 16, 24, 25, 25]
    done = results(info, rows_of(info.line_ups[0], BASE, 2, scores))
    cell = done.cells["simple", "base", 2]
    shares = verdicts.shares(cell, "zero", categories("federation", 5))
    assert shares == [2 / 8, 2 / 8, 0, 1 / 8, 1 / 8, 2 / 8]
    axes = verdicts.draw(done, BASE, info.line_ups).axes[0]
    boxes = next(c for c in axes.collections if isinstance(c, PolyCollection)).get_paths()
    widths = [float(np.ptp(np.asarray(path.vertices)[:, 0])) for path in boxes]
    assert widths == pytest.approx([share for share in shares if share])
    assert axes.get_xlim() == (0, 1)


# ---------------------------------------------------------------- pairs


def test_the_heat_map_has_guests_as_rows_and_hosts_as_columns() -> None:
    bots = ("random", "simple")
    info = league(self_play(*bots) + pairs(*bots), players=(3,))
    score = {"random": 1, "simple": 2, "random+simple": 3, "simple+random": 4}
    games = pd.concat([rows_of(u, BASE, 3, [score[u.name]] * 2) for u in info.line_ups])
    figure = heatmap.draw(results(info, games), BASE)
    words, boxes = text_boxes(figure)
    centre = {
        word: ((box[0] + box[2]) / 2, -(box[1] + box[3]) / 2)
        for word, box in zip(words, boxes, strict=True)
        if word in {"1.00", "2.00", "3.00", "4.00"}
    }
    assert centre["1.00"][0] == pytest.approx(centre["4.00"][0], abs=1)  # host random
    assert centre["3.00"][0] == pytest.approx(centre["2.00"][0], abs=1)  # host simple
    assert centre["1.00"][0] < centre["3.00"][0]
    assert centre["1.00"][1] == pytest.approx(centre["3.00"][1], abs=1)  # guest random
    assert centre["4.00"][1] == pytest.approx(centre["2.00"][1], abs=1)  # guest simple
    assert centre["1.00"][1] < centre["4.00"][1]


def test_the_colours_of_the_heat_map_go_from_zero_to_the_maximum() -> None:
    bots = ("random", "simple")
    info = league(pairs(*bots), players=(2,))
    first, second = info.line_ups
    games = pd.concat([rows_of(first, BASE, 2, [0, 0]), rows_of(second, BASE, 2, [25, 25])])
    figure = heatmap.draw(results(info, games), BASE)
    scale = figure.axes[-1].images[0]
    panel = next(c for c in figure.axes[0].collections if isinstance(c, PolyCollection))
    faces = np.asarray(panel.get_facecolor())
    # Fields by row: – random+simple / simple+random –
    assert faces[1] == pytest.approx(scale.cmap(0.0))
    assert faces[2] == pytest.approx(scale.cmap(1.0))
    assert figure.axes[-1].get_xlim() == (0, 25)
    assert text_boxes(figure)[0].count("–") == 2


def test_many_pairs_are_charted_as_heat_map_alone() -> None:
    few = results(*few_pairs())
    assert {line_up.kind for line_up in few.charted(BASE, pairs=True)} == {"self-play", "pairs"}
    assert {line_up.kind for line_up in few.charted(BASE, pairs=False)} == {"self-play"}
    many = results(*many_pairs())
    assert {line_up.kind for line_up in many.charted(BASE, pairs=True)} == {"self-play"}


# ---------------------------------------------------------------- marks and colours


def test_who_sees_its_own_hand_stands_last_and_is_marked_in_every_chart() -> None:
    bots = ("oracle", "simple")
    info = league(
        self_play(*bots, unranked=("oracle",)) + pairs(*bots, unranked=("oracle",)),
        unranked_bots=("oracle",),
    )
    done = results(info, played(info))
    assert [line_up.label for line_up in done.charted(BASE, pairs=True)] == [
        "simple",
        "oracle †",
        "oracle+simple †",
        "simple+oracle †",
    ]
    for _, figure in figures(info, played(info)):
        words, _ = text_boxes(figure)
        assert "oracle †" in words
        assert "oracle" not in words
        assert any("sees its own hand" in word.replace("\n", " ") for word in words)


def test_a_bot_keeps_its_colour_in_every_chart_and_variant() -> None:
    info = league(self_play("simple", "random", "smart"), (BASE, AVALANCHE), players=(2,))
    done = results(info, played(info, missing=[("simple", "avalanche", 2)]))
    expected = bot_colours(info.bots)
    assert expected == {"simple": BOTS[0], "random": BOTS[1], "smart": BOTS[2]}
    rows = done.charted(AVALANCHE, pairs=False)
    assert [line_up.name for line_up in rows] == ["random", "smart"]
    dots = next(
        c
        for c in means.draw(done, AVALANCHE, rows).axes[0].collections
        if isinstance(c, PathCollection)
    )
    assert [to_hex(c).upper() for c in np.asarray(dots.get_facecolor())] == [BOTS[1], BOTS[2]]
    shapes = [
        c
        for c in distribution.draw(done, AVALANCHE, rows).axes[0].collections
        if isinstance(c, PolyCollection)
    ]
    for shape in shapes:
        used = {to_hex(c).upper() for c in np.asarray(shape.get_facecolor())}
        assert used == {BOTS[1], BOTS[2]}


# Machado, Oliveira and Fernandes (2009), full severity, on linear RGB.
SIGHTS = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def seen(colours: tuple[str, ...], sight: str) -> np.ndarray:
    """Colours in CIELAB, as seen with a kind of sight."""
    parts = np.array([[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for c in colours])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    linear = np.clip(linear @ SIGHTS[sight].T, 0, 1)
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = linear @ to_xyz.T / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack(
        [116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1
    )


@pytest.mark.parametrize("sight", SIGHTS)
def test_everybody_tells_the_colours_apart(sight: str) -> None:
    for colours, least in ((BOTS, 15), (VERDICTS, 20)):
        lab = seen(colours, sight)
        apart = np.linalg.norm(lab[:, None] - lab[None], axis=2)
        np.fill_diagonal(apart, np.inf)
        # A difference of 2.3 is just noticeable.
        assert apart.min() > least, (sight, apart.min())


# ---------------------------------------------------------------- files


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
