"""`arena run`: play a league, or go on with one."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import (
    BOT_FAILED,
    print_json,
    results,
    say,
    split_words,
    whole_numbers,
)
from hanabi_arena.cli.league_options import (
    bots_options,
    deals_options,
    plugins_option,
    run_options,
)
from hanabi_arena.cli.playing import Played, command_without, play_into
from hanabi_arena.errors import RunError, UsageError

if TYPE_CHECKING:
    from hanabi_arena.league.plan import Plan
    from hanabi_arena.report.recorded import Recorded


@click.command(short_help="Play a league from a file, or bots named here.")
@click.argument("config", required=False, type=click.Path(path_type=Path))
@bots_options
@click.option("--line-ups", metavar="L,M", help="self-play (default), pairs, or both.")
@deals_options("line-up")
@run_options("the summary")
@click.option("--line-up", metavar="L", help="With --game: the line-up.")
@click.option("--variant", metavar="V", help="With --game: the variant.")
@click.option("--game", type=click.IntRange(min=0), help="Play this one game here, with traceback.")
@plugins_option
def run(config: Path | None, **options: Any) -> None:
    """Play a league: CONFIG, or the bots of --bots.

    Games that are already recorded are not played again; an interrupted run goes on. The folder
    then holds the games, summary.csv, report.md and the charts.
    """
    plan = make_plan(config, options)
    if options["game"] is not None:
        from hanabi_arena.cli.onegame import play_one

        for note in plan.notes:
            say(f"note: {note}")
        play_one(plan, options)
        return
    raise SystemExit(_record(plan, options)[1])


def play_missing(config: Path) -> tuple[Path, int]:
    """Play what is missing of a league, for another verb; return its folder and the exit code.

    Raises RunError where the folder holds what the league cannot go on with.
    """
    options: dict[str, Any] = run.make_context("arena run", [str(config), "--no-charts"]).params
    plan = make_plan(options.pop("config"), options)
    try:
        return _record(plan, options)
    except RunError as error:
        raise RunError(f"{error} (of arena run {shlex.quote(str(config))})") from None


def _record(plan: Plan, options: dict[str, Any]) -> tuple[Path, int]:
    folder = options["out"] or Path("results") / plan.league.name
    played = play_into(plan, folder, options, lambda recorded: _finish(recorded, options))
    return folder, _tell(played, options)


def make_plan(
    config: Path | None, options: dict[str, Any], line_ups: list[str] | None = None
) -> Plan:
    """Return the plan of a file, or of options that stand for one. Raises UsageError.

    A verb that seats the bots itself names the `line_ups`; the file must leave them out then.
    """
    from hanabi_arena.league.config import check_league, read_league
    from hanabi_arena.league.document import Document
    from hanabi_arena.league.plan import plan_league

    changes = {key: options[key] for key in ("games", "seed") if options[key] is not None}
    if isinstance(changes.get("seed"), str) and changes["seed"].lstrip("-").isdecimal():
        changes["seed"] = int(changes["seed"])
    strikeout = {"strikeout": options["strikeout"]} if options["strikeout"] else {}
    folders = tuple(options["plugins"])
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"--plugins {folder}: no such folder")
    if config is None:
        given = _from_options(options) | changes | {"rules": strikeout}
        if line_ups:
            given["line-ups"] = line_ups
        document = Document(Path("the options"), given, {})
        return plan_league(check_league(document), document, folders)
    for name in ("bot_list", "players", "variants", "line_ups"):
        if options[name] is not None and not (name == "players" and options["game"] is not None):
            shown = name.replace("bot_list", "bots").replace("_", "-")
            raise UsageError(f"--{shown} goes without a configuration file; change {config}")
    league, document = read_league(config)
    changes["rules"] = league.rules | strikeout
    if line_ups:
        if "line_ups" in league.model_fields_set:
            raise document.error(
                ("line-ups",), "who sits where is decided by this command: leave the key out"
            )
        changes["line_ups"] = line_ups
    return plan_league(league.model_copy(update=changes), document, folders)


def _from_options(options: dict[str, Any]) -> dict[str, Any]:
    verb = click.get_current_context().info_name
    if not options["bot_list"]:
        raise UsageError(
            f"nothing to play: name a configuration file (arena {verb} configs/league.yaml) "
            f"or bots (arena {verb} --bots simple,random)"
        )
    league: dict[str, Any] = {"name": verb, "bots": split_words(options["bot_list"])}
    if options["players"]:
        league["players"] = whole_numbers(options["players"], "player counts")
    if options["variants"]:
        league["variants"] = split_words(options["variants"])
    if options["line_ups"]:
        league["line-ups"] = split_words(options["line_ups"])
    return league


def _finish(recorded: Recorded, options: dict[str, Any]) -> None:
    from hanabi_arena.report.recorded import wants_diagnoses, write_diagnostics
    from hanabi_arena.report.writer import write_report

    diagnosed = write_diagnostics(recorded) if wants_diagnoses(recorded) else None
    if not options["no_charts"]:
        write_report(recorded.folder, recorded.info, recorded.games, diagnosed)


_SWITCHES = ("--fresh", "--json", "--no-charts")
_WITH_A_VALUE = ("--players", "--line-up", "--variant", "--jobs", "--part-size", "--out")


def _tell(played: Played, options: dict[str, Any]) -> int:
    from hanabi_arena.report.recorded import json_rows
    from hanabi_arena.report.tables import print_tables

    recorded = played.recorded
    if options["as_json"]:
        print_json(json_rows(recorded))
    else:
        print_tables(results(), recorded.summary, recorded.info)
    made = ("summary.csv",) if options["no_charts"] else ("report.md", "charts/")
    say(f"{played.folder}/: {' · '.join((*made, 'games/'))} · {played.seconds:.1f} s")
    restarts = played.outcome.program_restarts
    if restarts:
        times = "once" if restarts == 1 else f"{restarts:,} times"
        say(f"programs were started again {times} after a fault")
    faults = int(recorded.summary["faults"].sum())
    if faults:
        _tell_faults(recorded, faults)
        return BOT_FAILED
    return 0


def _tell_faults(recorded: Recorded, faults: int) -> None:
    games = recorded.games
    faulted = games[games["fault_seat"] >= 0].sort_values(
        ["line_up", "variant", "players", "game"], kind="stable"
    )
    say(f"{faults:,} {'game' if faults == 1 else 'games'} ended by a fault of a bot:")
    command = command_without(_SWITCHES, _WITH_A_VALUE)
    rows: Iterable[Any] = faulted.head(3).itertuples()
    for row in rows:
        bots = str(row.seats).split("+")
        bot = bots[int(row.fault_seat)] if int(row.fault_seat) < len(bots) else row.line_up
        say(
            f"  {bot} (seat {row.fault_seat}) {row.fault}",
            f"    {command} --line-up {shlex.quote(str(row.line_up))} "
            f"--variant {shlex.quote(str(row.variant))} --players {row.players} --game {row.game}",
        )
    if faults > 3:
        say(f"  … and {faults - 3:,} more; report.md counts them, every game's record has its own")
