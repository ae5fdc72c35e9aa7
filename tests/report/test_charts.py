"""What is on the charts."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from hanabi_arena.report import distribution, heatmap, losses, means, verdicts
from hanabi_arena.report.figures import Figure as Reached
from hanabi_arena.report.palette import VERDICTS
from hanabi_arena.report.sheet import score_ticks
from hanabi_arena.rules.scales import categories
from hanabi_arena.stats.causes import CAUSE_WORDS, CAUSES
from tests.report.drawn import (
    few_pairs,
    many_pairs,
    one_game,
    results,
    text_boxes,
)
from tests.report.leagues import (
    AVALANCHE,
    BASE,
    SMALL,
    league,
    pairs,
    played,
    rows_of,
    self_play,
)

# ---------------------------------------------------------------- distribution


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


# ---------------------------------------------------------------- lost points


def test_the_bars_of_lost_points_are_as_long_as_what_is_lost() -> None:
    info = league(self_play("simple", "random"), players=(2, 3))
    done = results(info, played(info))
    lost = {key: [1.0, 0.0, 2.5, float(place), 0.0] for place, key in enumerate(done.cells)}
    figure = losses.draw(done, lost, BASE, info.line_ups)
    for panel, players in zip(figure.axes, (2, 3), strict=True):
        bars = next(c for c in panel.collections if isinstance(c, PolyCollection))
        boxes = [np.asarray(path.vertices) for path in bars.get_paths()]
        for row, line_up in enumerate(info.line_ups):
            total = sum(lost[line_up.name, "base", players])
            ends = [box[:, 0].max() for box in boxes if int(box[:, 1].min()) == row]
            assert max(ends) == pytest.approx(total)
            assert f"{total:.1f}" in [text.get_text() for text in panel.texts]
        assert panel.get_xlim() == (0, 10)
    words = [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    assert set(words) == {CAUSE_WORDS[cause] for cause in CAUSES if cause != "faults"}


def test_faults_are_in_the_legend_where_there_are_any() -> None:
    info = league(self_play("simple"), players=(2,))
    done = results(info, played(info))
    figure = losses.draw(done, {("simple", "base", 2): [0, 0, 0, 0, 25.0]}, BASE, info.line_ups)
    words = [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    assert CAUSE_WORDS["faults"] in words
    assert figure.axes[0].get_xlim() == (0, 25)


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
