"""Leagues whose charts are hard to lay out, and what their figures hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.text import Text

from hanabi_arena.report import (
    LineUpInfo,
    ReportInfo,
    distribution,
    heatmap,
    losses,
    means,
    verdicts,
)
from hanabi_arena.report.results import Results, results_of
from hanabi_arena.stats.summary import mean_and_se
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


def results(info: ReportInfo, games: pd.DataFrame) -> Results:
    return results_of(games, info)


def figures(info: ReportInfo, games: pd.DataFrame) -> Iterator[tuple[str, Figure]]:
    results = results_of(games, info)
    for variant in info.variants:
        rows = results.charted(variant, pairs=False)
        yield f"distribution {variant.name}", distribution.draw(results, variant, rows)
        rows = results.charted(variant, pairs=True)
        yield f"means {variant.name}", means.draw(results, variant, rows)
        if variant.verdicts:
            yield f"verdicts {variant.name}", verdicts.draw(results, variant, rows)
        lost = invented_losses(results)
        yield f"losses {variant.name}", losses.draw(results, lost, variant, rows)
        if heatmap.has_pairs(results, variant):
            yield f"pairs {variant.name}", heatmap.draw(results, variant)


def invented_losses(results: Results) -> dict[tuple[str, str, int], list[float]]:
    """What each cell is short of its maximum, shared among the causes in one way or another."""
    found = {}
    for place, (key, cell) in enumerate(results.cells.items()):
        mean, _ = mean_and_se(cell.scores(results.info.strikeout))
        weights = np.roll([5.0, 3, 2, 1, 0], place)
        found[key] = (weights * (cell.max_score - mean) / weights.sum()).tolist()
    return found


def text_boxes(figure: Figure) -> tuple[list[str], np.ndarray]:
    """All texts of a figure as drawn, with their boxes (left, bottom, right, top) in pixels."""
    canvas: Any = figure.canvas
    canvas.draw()
    texts = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]
    boxes = [text.get_window_extent(canvas.get_renderer()).extents for text in texts]
    return [text.get_text() for text in texts], np.array(boxes)
