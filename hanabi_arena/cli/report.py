"""`arena report`: make a run's tables and charts again."""

from __future__ import annotations

from pathlib import Path

import click

from hanabi_arena.cli.common import print_json, results, say


@click.command(short_help="Tables and charts of a recorded run.")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--verdict-scale",
    "scale",
    type=click.Choice(["federation", "usage"]),
    help="Judge by this scale instead of the league's own.",
)
@click.option(
    "--diagnostics",
    is_flag=True,
    help="Say where the points went: diagnostics.csv and a chart of lost points.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def report(folder: Path, scale: str | None, diagnostics: bool, as_json: bool) -> None:
    """Make summary.csv, report.md and the charts of the run in FOLDER from its record."""
    from hanabi_arena.report.recorded import (
        json_rows,
        read_recorded,
        wants_diagnoses,
        write_diagnostics,
        write_summary,
    )
    from hanabi_arena.report.tables import print_tables
    from hanabi_arena.report.writer import write_report

    recorded = read_recorded(folder, scale)
    write_summary(recorded)
    wanted = diagnostics or wants_diagnoses(recorded)
    diagnosed = write_diagnostics(recorded) if wanted else None
    paths = write_report(folder, recorded.info, recorded.games, diagnosed)
    if as_json:
        print_json(json_rows(recorded))
    else:
        print_tables(results(), recorded.summary, recorded.info)
    tables = "summary.csv" + (" · diagnostics.csv" if wanted else "")
    say(f"{folder}/report.md · {len(paths) - 1} chart files in charts/ · {tables}")
