"""Nothing on a chart overlaps or is cut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from hanabi_arena.report import ReportInfo
from tests.report.drawn import (
    all_or_nothing,
    all_zero,
    big_league,
    few_pairs,
    figures,
    many_pairs,
    one_bot,
    one_game,
    text_boxes,
    two_games,
)
from tests.report.leagues import (
    BASE,
)

LEAGUES = [big_league, few_pairs, one_bot, one_game, two_games, all_zero, all_or_nothing]


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
