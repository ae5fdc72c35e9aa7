"""Marks and colours: the same in every chart, and told apart by everybody."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.collections import PathCollection, PolyCollection
from matplotlib.colors import to_hex

from hanabi_arena.report import distribution, means
from hanabi_arena.report.palette import BOTS, VERDICTS, bot_colours
from tests.report.drawn import (
    figures,
    results,
    text_boxes,
)
from tests.report.leagues import (
    AVALANCHE,
    BASE,
    league,
    pairs,
    played,
    self_play,
)


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
