"""`arena crossplay`: let every bot play with every other, and say who understands whom."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import BOT_FAILED, print_json, print_table, say
from hanabi_arena.cli.league_options import (
    bots_options,
    deals_options,
    plugins_option,
    run_options,
)
from hanabi_arena.cli.playing import play_into
from hanabi_arena.cli.run import make_plan

if TYPE_CHECKING:
    from hanabi_arena.report.recorded import Recorded
    from hanabi_arena.stats.crossplay import CrossPlay

LINE_UPS = ["self-play", "pairs"]


@click.command(short_help="Who understands whom: every bot with every other.")
@click.argument("config", required=False, type=click.Path(path_type=Path))
@bots_options
@deals_options("pair")
@run_options("everything")
@plugins_option
def crossplay(config: Path | None, **options: Any) -> None:
    """Seat every bot of a league as a guest among copies of every other one.

    CONFIG is a league file without line-ups. The folder then holds the games, summary.csv,
    crossplay.csv, crossplay.md and the charts; the same command goes on with a run that stopped.
    """
    from hanabi_arena.report.crossplay import tables, write_crossplay
    from hanabi_arena.stats import crossplay as stats

    plan = make_plan(config, {**options, "line_ups": None, "game": None}, line_ups=LINE_UPS)
    folder = options["out"] or Path("results") / plan.league.name
    found: list[CrossPlay] = []

    def finish(recorded: Recorded) -> None:
        pairs = {
            line_up.name: (line_up.guest, line_up.host)
            if line_up.kind == "pairs"
            else (line_up.most, line_up.most)
            for line_up in recorded.info.line_ups
            if line_up.kind in LINE_UPS
        }
        found.extend(
            stats.cross_play(
                recorded.games,
                pairs,
                strikeout=recorded.info.strikeout,
                unranked=recorded.info.unranked_bots,
            )
        )
        write_crossplay(recorded, found, charts=not options["no_charts"])

    played = play_into(plan, folder, options, finish)
    if options["as_json"]:
        print_json(stats.as_json(found))
    else:
        for table, line in tables(found, played.recorded.info):
            print_table(table)
            click.echo(f"{line}\n")
    charts = "" if options["no_charts"] else " · charts/"
    say(f"{folder}/: crossplay.md · crossplay.csv{charts} · games/ · {played.seconds:.1f} s")
    faults = int(played.recorded.summary["faults"].sum())
    if faults:
        say(f"{faults:,} games ended by a fault of a bot: arena report {folder} lists them")
        raise SystemExit(BOT_FAILED)
