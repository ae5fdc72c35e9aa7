"""The chart of a comparison says what the comparison says."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from matplotlib.figure import Figure

import hanabi_arena as arena
from hanabi_arena.comparison.outcome import Comparison
from hanabi_arena.report.comparison import COLOUR_A, COLOUR_B, TIED, bars, draw
from hanabi_arena.report.sheet import drawing
from tests.report.drawn import text_boxes


@pytest.fixture(scope="module")
def found() -> Comparison:
    return arena.compare("table-talk", "table-talk:discard=newest", players=[2, 3])


def drawn(found: Comparison) -> Figure:
    with drawing():
        return draw(found)


@pytest.mark.parametrize("strata", [1, 2, 3, 4])
@pytest.mark.parametrize("reach", [0, 1, 7, 25, 100])
def test_bars_count_every_deal_once_and_part_the_signs(strata: int, reach: int) -> None:
    random = np.random.default_rng(reach)
    differences = random.integers(-reach, reach + 1, 500) / strata
    middles, shares, width = bars(differences, strata)
    assert shares.sum() == pytest.approx(1)
    assert len(middles) <= 41
    assert len(middles) % 2 == 1
    assert middles[len(middles) // 2] == 0
    counts = [(np.abs(differences - middle) < width / 2 - 1e-9).sum() + 0.0 for middle in middles]
    assert (shares * 500).tolist() == pytest.approx(counts)


def test_the_bars_are_those_of_the_deals(found: Comparison) -> None:
    figure = drawn(found)
    panel = figure.axes[0]
    heights = {
        round(bar.get_x() + bar.get_width() / 2, 6): bar.get_height()  # type: ignore[attr-defined]  # bars are rectangles
        for bar in panel.patches
    }
    for difference in np.unique(found.differences):
        share = (found.differences == difference).mean()
        assert heights[round(float(difference), 6)] == pytest.approx(share)


def test_the_evidence_runs_to_its_end(found: Comparison) -> None:
    panel = drawn(found).axes[1]
    ends = {
        line.get_color(): (line.get_xdata()[-1], line.get_ydata()[-1])  # type: ignore[index]  # they are arrays
        for line in panel.lines
        if len(line.get_xdata()) > 2  # type: ignore[arg-type]  # they are arrays
    }
    total = found.total
    assert ends[COLOUR_B] == (found.games, pytest.approx(max(total.evidence_better, 0.01)))
    assert ends[COLOUR_A] == (found.games, pytest.approx(max(total.evidence_no_better, 0.01)))


def test_words_lie_on_the_sheet_and_apart() -> None:
    long = "table-talk:discard=newest,keep_fives=false,promise=newest,warn_first=false"
    for a, b, more in (
        ("table-talk", long, {"players": [2, 3, 4, 5]}),
        ("random", "simple", {"players": 2}),
        ("simple", "simple-python", {"players": 2, "games": 2}),
        ("random", "simple", {"players": 2, "games": 1}),
        ("random", "simple", {"players": 2, "alpha": 0.001, "beta": 0.2, "games": 50}),
    ):
        figure = drawn(arena.compare(a, b, **more))
        width, height = figure.canvas.get_width_height()
        words, boxes = text_boxes(figure)
        for word, (left, bottom, right, top) in zip(words, boxes.tolist(), strict=True):
            assert left >= 0, word
            assert bottom >= 0, word
            assert right <= width, word
            assert top <= height, word
        for one, other in combinations(range(len(words)), 2):
            apart = (
                boxes[one][2] <= boxes[other][0]
                or boxes[other][2] <= boxes[one][0]
                or boxes[one][3] <= boxes[other][1] + 1
                or boxes[other][3] <= boxes[one][1] + 1
            )
            assert apart, (words[one], words[other])


def test_ties_are_grey(found: Comparison) -> None:
    from matplotlib.colors import to_hex

    colours = {
        round(bar.get_x() + bar.get_width() / 2, 6): to_hex(bar.get_facecolor())  # type: ignore[attr-defined]  # bars are rectangles
        for bar in drawn(found).axes[0].patches
    }
    assert colours[0] == TIED.lower()
    assert colours[0.5] == COLOUR_B.lower()
    assert colours[-0.5] == COLOUR_A.lower()
