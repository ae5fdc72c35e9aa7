"""Writes the report of a run into its folder."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from hanabi_arena.league.files import write_whole
from hanabi_arena.report.info import ReportInfo

if TYPE_CHECKING:
    import pandas as pd


def write_report(
    folder: Path, info: ReportInfo, games: pd.DataFrame, diagnosed: pd.DataFrame | None = None
) -> list[Path]:
    """Write `report.md` and the charts, in PNG and SVG, below `folder`; return their paths.

    `games` has a row a game, with the columns `line_up`, `variant`, `players`, `game`, `seats`,
    `score_zero`, `score_kept`, `end`, `turns`, `fault_seat` and `fault`, in any order of rows:
    the same games give the same files, to the byte. Charts of an earlier report that are no
    longer made are removed. `diagnosed` is what `summarise_diagnoses` made of the games; without it
    the report does not say where points were lost. Raises `RunError` for a score that its variant
    cannot have.
    """
    # Matplotlib takes half a second to import.
    from hanabi_arena.report.charts import charts
    from hanabi_arena.report.page import write_page
    from hanabi_arena.report.results import results_of

    results = results_of(games, info, diagnosed)
    below = folder / "charts"
    below.mkdir(parents=True, exist_ok=True)
    paths = []
    drawn = []
    for chart in charts(results):
        for suffix, content in chart.files.items():
            path = below / f"{chart.name}.{suffix}"
            write_whole(path, content)
            paths.append(path)
        chart.files.clear()
        drawn.append(chart)
    _remove_others(below, paths)
    page = folder / "report.md"
    write_whole(page, write_page(results, games, drawn))
    return [*paths, page]


def _remove_others(below: Path, written: Collection[Path]) -> None:
    """Remove the charts of an earlier report, so that none is out of date."""
    from hanabi_arena.report.charts import KINDS

    for path in sorted(below.iterdir()):
        ours = path.suffix in {".png", ".svg"} and path.name.startswith(
            tuple(f"{k}-" for k in KINDS)
        )
        if (ours and path not in written) or path.name.endswith(".partial"):
            path.unlink()
