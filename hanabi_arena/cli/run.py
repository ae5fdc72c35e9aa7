"""`arena run`: play a league, or go on with one."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import (
    BOT_FAILED,
    INTERRUPTED,
    is_terminal,
    print_json,
    results,
    say,
    split_words,
    whole_numbers,
)
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from hanabi_arena.league.plan import Plan
    from hanabi_arena.league.run import Outcome, Runner
    from hanabi_arena.league.store import Store
    from hanabi_arena.report.recorded import Recorded

Positive = click.IntRange(min=1)


@click.command(short_help="Play a league from a file, or bots named here.")
@click.argument("config", required=False, type=click.Path(path_type=Path))
@click.option("--bots", "bot_list", metavar="A,B", help="Bots to play, instead of a file.")
@click.option("--players", metavar="2,3", help="Player counts; 2-5 by default.")
@click.option("--variants", metavar="V,W", help="Variants; base by default.")
@click.option("--line-ups", metavar="L,M", help="self-play (default), pairs, or both.")
@click.option("--games", type=Positive, help="Deals of each line-up, variant and player count.")
@click.option("--seed", help="Seed of the deals.")
@click.option("--strikeout", type=click.Choice(["zero", "kept"]), help="The third strike's score.")
@click.option("--jobs", type=Positive, help="Worker processes; one a core by default.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder; results/NAME by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.option("--fresh", is_flag=True, help="Move what the folder holds aside; start anew.")
@click.option("--no-charts", is_flag=True, help="Draw no charts at the end.")
@click.option("--part-size", type=Positive, help="Games that are stored at once.")
@click.option("--line-up", metavar="L", help="With --game: the line-up.")
@click.option("--variant", metavar="V", help="With --game: the variant.")
@click.option("--game", type=click.IntRange(min=0), help="Play this one game here, with traceback.")
@click.option("--plugins", multiple=True, type=click.Path(path_type=Path), help="Folder of bots.")
def run(config: Path | None, **options: Any) -> None:
    """Play a league: CONFIG, or the bots of --bots.

    Games that are already recorded are not played again; an interrupted run goes on. The folder
    then holds the games, summary.csv, report.md and the charts.
    """
    plan = make_plan(config, options)
    for note in plan.notes:
        say(f"note: {note}")
    if options["game"] is not None:
        from hanabi_arena.cli.onegame import play_one

        play_one(plan, options)
        return
    folder = options["out"] or Path("results") / plan.league.name
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    raise SystemExit(_run(plan, folder, options))


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def make_plan(config: Path | None, options: dict[str, Any]) -> Plan:
    """Return the plan of a file, or of options that stand for one. Raises UsageError."""
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
        document = Document(
            Path("the options"), _from_options(options) | changes | {"rules": strikeout}, {}
        )
        return plan_league(check_league(document), document, folders)
    for name in ("bot_list", "players", "variants", "line_ups"):
        if options[name] is not None and not (name == "players" and options["game"] is not None):
            shown = name.replace("bot_list", "bots").replace("_", "-")
            raise UsageError(f"--{shown} goes without a configuration file; change {config}")
    league, document = read_league(config)
    changes["rules"] = league.rules | strikeout
    return plan_league(league.model_copy(update=changes), document, folders)


def _from_options(options: dict[str, Any]) -> dict[str, Any]:
    if not options["bot_list"]:
        raise UsageError(
            "nothing to play: name a configuration file (arena run configs/league.yaml) "
            "or bots (arena run --bots simple,random)"
        )
    league: dict[str, Any] = {"name": "run", "bots": split_words(options["bot_list"])}
    if options["players"]:
        league["players"] = whole_numbers(options["players"], "player counts")
    if options["variants"]:
        league["variants"] = split_words(options["variants"])
    if options["line_ups"]:
        league["line-ups"] = split_words(options["line_ups"])
    return league


def _run(plan: Plan, folder: Path, options: dict[str, Any]) -> int:
    from hanabi_arena.league.manifest import check_same, manifest, merged
    from hanabi_arena.league.run import Runner
    from hanabi_arena.league.store import Store, read_run

    started = time.perf_counter()
    say(_headline(plan), *plan.skipped)
    with Store(folder) as store:
        if options["fresh"]:
            aside = store.set_aside()
            if aside:
                say(f"moved what {folder} held to {aside}")
        new = manifest(plan)
        if (folder / "run.json").exists():
            old = read_run(folder)
            check_same(old, new, folder)
            new = merged(old, new)
        elif (folder / "games").exists():
            raise UsageError(f"{folder} holds games but no run.json; use --fresh or --out")
        store.write_json("run.json", new)
        runner = Runner(plan, store, options["jobs"], options["part_size"])
        missing = runner.missing()
        total = len(plan.cells) * plan.games
        try:
            outcome = _play(runner, total, missing)
            recorded = _finish(folder, runner, options)
        except KeyboardInterrupt:
            return _interrupted(store, runner, total)
    if not missing:
        say(f"finished before: all {total:,} games are in {folder}; nothing was played")
    return _tell(recorded, outcome, folder, time.perf_counter() - started, options)


def _headline(plan: Plan) -> str:
    league = plan.league
    counts = sorted({cell.players for cell in plan.cells})
    players = (
        f"{counts[0]}–{counts[-1]}"
        if len(counts) > 1 and counts == list(range(counts[0], counts[-1] + 1))
        else ", ".join(map(str, counts))
    )
    pieces = (
        league.name,
        _many(len(plan.entries), "bot"),
        _many(len(plan.line_ups), "line-up"),
        _many(len(plan.variants), "variant"),
        f"{players} players",
        f"{plan.games:,} deals each",
    )
    return " · ".join(pieces)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _play(runner: Runner, total: int, missing: int) -> Outcome:
    from hanabi_arena.cli.progress import Bar, Quiet

    if not missing:
        return runner.outcome
    with (Bar if is_terminal() else Quiet)(total, total - missing) as shown:
        return runner.run(shown.show)


def _interrupted(store: Store, runner: Runner, total: int) -> int:
    from hanabi_arena.report.recorded import add_timing

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not cut this short
    add_timing(store.folder, runner.outcome.seconds)
    done = total - runner.missing() + runner.outcome.played
    say(f"stopped after {done:,} of {total:,} games; go on with: {_command(('--fresh',))}")
    return INTERRUPTED


_SWITCHES = ("--fresh", "--json", "--no-charts")
_WITH_A_VALUE = ("--players", "--line-up", "--variant", "--jobs", "--part-size", "--out")


def _command(switches: tuple[str, ...], with_a_value: tuple[str, ...] = ()) -> str:
    """Return the command that was given, without some of its switches and options."""
    words = []
    given = iter(sys.argv[1:])
    for word in given:
        if word in with_a_value:
            next(given, None)
        elif word not in switches and not word.startswith(tuple(f"{one}=" for one in with_a_value)):
            words.append(word)
    return shlex.join(["arena", *words])


def _finish(folder: Path, runner: Runner, options: dict[str, Any]) -> Recorded:
    from hanabi_arena.report.recorded import add_timing, read_recorded, write_summary
    from hanabi_arena.report.writer import write_report

    add_timing(folder, runner.outcome.seconds)
    runner.outcome.seconds.clear()
    recorded = read_recorded(folder)
    write_summary(recorded)
    if not options["no_charts"]:
        write_report(folder, recorded.info, recorded.games)
    return recorded


def _tell(
    recorded: Recorded, outcome: Outcome, folder: Path, seconds: float, options: dict[str, Any]
) -> int:
    from hanabi_arena.report.recorded import json_rows
    from hanabi_arena.report.tables import print_tables

    if options["as_json"]:
        print_json(json_rows(recorded))
    else:
        print_tables(results(), recorded.summary, recorded.info)
    made = ("summary.csv",) if options["no_charts"] else ("report.md", "charts/")
    say(f"{folder}/: {' · '.join((*made, 'games/'))} · {seconds:.1f} s")
    if outcome.program_restarts:
        times = _many(outcome.program_restarts, "time")
        say(f"programs were started again {times} after a fault")
    faults = int(recorded.summary["faults"].sum())
    if faults:
        _tell_faults(recorded, folder, faults)
        return BOT_FAILED
    return 0


def _tell_faults(recorded: Recorded, folder: Path, faults: int) -> None:
    games = recorded.games
    faulted = games[games["fault_seat"] >= 0].sort_values(
        ["line_up", "variant", "players", "game"], kind="stable"
    )
    say(f"{faults:,} {'game' if faults == 1 else 'games'} ended by a fault of a bot:")
    rows: Iterable[Any] = faulted.head(3).itertuples()
    for row in rows:
        bots = str(row.seats).split("+")
        bot = bots[int(row.fault_seat)] if int(row.fault_seat) < len(bots) else row.line_up
        say(
            f"  {bot} (seat {row.fault_seat}) {row.fault}",
            f"    {_command(_SWITCHES, _WITH_A_VALUE)} --line-up {shlex.quote(str(row.line_up))} "
            f"--variant {shlex.quote(str(row.variant))} --players {row.players} --game {row.game}",
        )
    if faults > 3:
        say(f"  … and {faults - 3:,} more; report.md counts them, every game's record has its own")
