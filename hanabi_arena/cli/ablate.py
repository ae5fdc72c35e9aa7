"""`arena ablate`: what is each convention of a set worth?"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import BOT_FAILED, print_json, print_table, say, whole_numbers
from hanabi_arena.cli.league_options import (
    deals_options,
    plugins_option,
    run_options,
)
from hanabi_arena.cli.playing import play_into
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from hanabi_arena.report.recorded import Recorded
    from hanabi_arena.stats.ablation import Worth


@click.command(short_help="What each convention of a set is worth, in points.")
@click.argument("config", type=click.Path(path_type=Path))
@click.option("--players", metavar="2,3", help="Player counts, instead of the file's.")
@deals_options("arm")
@click.option("--until", is_flag=True, help="End each arm when its sign is decided.")
@click.option(
    "--bound",
    type=click.FloatRange(min=0, min_open=True),
    default=0.05,
    help="With --until: effects smaller than this may go either way; 0.05.",
)
@run_options("everything")
@plugins_option
def ablate(config: Path, **options: Any) -> None:
    """Play a set of conventions with and without each of them, all on the same deals.

    CONFIG names the set and the kinds of arms: docs/ablation.md. The folder then holds the games,
    ablation.md, ablation.csv, worth.csv and the charts; the same command goes on with a run that
    stopped.
    """
    from hanabi_arena.conventions.ablation_file import read_ablation
    from hanabi_arena.conventions.arms import Arms, plan_ablation
    from hanabi_arena.report.ablation import tables, write_ablation
    from hanabi_arena.stats.ablation import as_json
    from hanabi_arena.stats.ablation_run import ArmsRunner

    for folder in options["plugins"]:
        if not folder.is_dir():
            raise UsageError(f"--plugins {folder}: no such folder")
    ablation = read_ablation(config, _changes(options))
    arms = Arms(ablation)
    plan = plan_ablation(ablation, arms, tuple(options["plugins"]), options["strikeout"])
    folder = options["out"] or Path("results") / plan.league.name
    bound = options["bound"] if options["until"] else None
    found: list[Worth] = []

    def finish(recorded: Recorded) -> None:
        found.extend(_answers(recorded, arms, bound))
        write_ablation(recorded, found, charts=not options["no_charts"])

    runner = None if bound is None else partial(ArmsRunner, arms=arms.arms, bound=bound)
    played = play_into(plan, folder, options, finish, runner)
    if options["as_json"]:
        print_json(as_json(found))
    else:
        for table, line in tables(found):
            print_table(table)
            click.echo(f"{line}\n")
    charts = "" if options["no_charts"] else " · charts/"
    say(f"{folder}/: ablation.md · worth.csv{charts} · games/ · {played.seconds:.1f} s")
    faults = int(played.recorded.summary["faults"].sum())
    if faults:
        say(f"{faults:,} games ended by a fault of a bot: arena report {folder} lists them")
        raise SystemExit(BOT_FAILED)


def _changes(options: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of the file that options replace."""
    changes = {key: options[key] for key in ("games", "seed") if options[key] is not None}
    if isinstance(changes.get("seed"), str) and changes["seed"].lstrip("-").isdecimal():
        changes["seed"] = int(changes["seed"])
    if options["players"]:
        changes["players"] = whole_numbers(options["players"], "player counts")
    return changes


def _answers(recorded: Recorded, arms: Any, bound: float | None) -> list[Worth]:
    from hanabi_arena.league.manifest import rules_of
    from hanabi_arena.league.store import cell_slug, read_games
    from hanabi_arena.report.recorded import asked_for
    from hanabi_arena.stats.ablation import GAMES_COLUMNS, Deck, find_worth

    folder, manifest = recorded.folder, recorded.manifest
    parts = [
        path
        for cell in manifest["cells"]
        for path in sorted((folder / "games" / cell_slug(*cell)).glob("*.parquet"))
    ]
    games = asked_for(read_games(folder, GAMES_COLUMNS, parts), manifest)
    decks = {}
    for rules in map(rules_of, manifest["variants"]):
        for players in manifest["players"]:
            if (rules.name, players) in {(cell[1], cell[2]) for cell in manifest["cells"]}:
                left = rules.cards - players * rules.hand_size(players)
                decks[rules.name, players] = Deck(left, rules.max_score)
    return find_worth(games, arms.arms, strikeout=recorded.info.strikeout, decks=decks, bound=bound)
