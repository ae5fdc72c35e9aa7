"""`arena check`: let a bot take scenarios, or make one from a recorded game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import BAD, INTERRUPTED, print_json, print_table, say
from hanabi_arena.cli.league_options import plugins_option
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from hanabi_arena.conventions.trial import Result


@click.command(short_help="Which conventions a bot follows, by scenarios.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--bot", "bot_name", metavar="B", help="The bot, as in `arena run --bots`.")
@click.option("--tag", "tags", multiple=True, metavar="T=V", help="Only these: convention=finesse.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of results as JSON.")
@plugins_option
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    help="Make a scenario from a game of this run.",
)
@click.option("--turn", type=click.IntRange(min=1), help="With --from: the turn to ask at, from 1.")
@click.option(
    "--game", type=click.IntRange(min=0), default=0, help="With --from: the game's number; 0."
)
@click.option("--line-up", help="With --from: the line-up.")
@click.option("--variant", help="With --from: the variant.")
@click.option("--players", type=int, help="With --from: the player count.")
@click.option("--out", type=click.Path(path_type=Path), help="With --from: the file to write.")
def check(paths: tuple[Path, ...], bot_name: str | None, **options: Any) -> None:
    """Let a bot take the scenarios in PATHS: files, or folders of them.

    A path that is not there may name scenarios that come with the package: `h-group/finesse`, the
    family `h-group`, or `shipped`, all of them.

    Each is taken as written, with other hidden cards, with suits exchanged and with seats moved on.
    Exit code 1 if one failed. With --from, a scenario is made from a recorded game instead.
    """
    if options["source"] is not None:
        _make(paths, options)
        return
    if not paths or not bot_name:
        raise UsageError(
            "name scenarios and a bot: arena check h-group/finesse --bot smart "
            "(or make a scenario: arena check --from results/run --turn 12)"
        )
    raise SystemExit(_take(paths, bot_name, options))


def _take(paths: tuple[Path, ...], bot_name: str, options: dict[str, Any]) -> int:
    from hanabi_arena.conventions.scenario_file import read_scenarios, scenario_files
    from hanabi_arena.conventions.shipped import with_shipped
    from hanabi_arena.conventions.trial import find_bot, try_scenario
    from hanabi_arena.conventions.verdict import chosen

    folders = [folder.resolve() for folder in options["plugins"]]
    if Path("bots").is_dir():
        folders.append(Path("bots").resolve())
    bot, params = find_bot(bot_name, folders)
    scenarios = [
        one for path in scenario_files(with_shipped(paths)) for one in read_scenarios(path)
    ]
    wanted = chosen(scenarios, options["tags"])
    if not wanted:
        raise UsageError(f"none of {len(scenarios)} scenarios has {' and '.join(options['tags'])}")
    results: list[Result] = []
    try:
        for scenario in wanted:
            results.append(try_scenario(scenario, bot, params))  # noqa: PERF401  # kept if stopped
    except KeyboardInterrupt:  # a bot that hangs is not stopped, but found
        scenario = wanted[len(results)]
        say(
            f"stopped after {len(results)} of {len(wanted)} scenarios, while {bot.name} took "
            f"{scenario.name} · {scenario.path}, line {scenario.line}"
        )
        return INTERRUPTED
    if options["as_json"]:
        print_json([result.as_json() for result in results])
    else:
        _print(results, bot.name)
    return BAD if any(result.status == "failed" for result in results) else 0


def _print(results: Sequence[Result], bot: str) -> None:
    from rich.table import Table
    from rich.text import Text

    from hanabi_arena.conventions.verdict import by_convention, failure_text, totals

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("convention", overflow="fold")
    for heading in ("level", "read", "speak", "skipped", "beliefs not asked"):
        table.add_column(heading, justify="right", no_wrap=True)
    family = None
    for (of, level, convention), count in by_convention(results).items():
        if of != family and of:
            table.add_row(Text(of, style="bold"))
        family = of
        table.add_row(
            Text(f"  {convention}" if of else convention),
            str(level or ""),
            *(f"{passed}/{taken}" if taken else "" for passed, taken in (count.read, count.speak)),
            str(count.skipped or ""),
            str(count.beliefs_skipped or ""),
        )
    print_table(table)
    for result in results:
        if result.status == "failed":
            click.echo(f"\n{failure_text(result)}")
    passed, failed, skipped = totals(results)
    click.echo(f"\n{bot}: {passed} passed, {failed} failed, {skipped} skipped")


def _make(paths: tuple[Path, ...], options: dict[str, Any]) -> None:
    from hanabi_arena.conventions.from_game import scenario_text
    from hanabi_arena.league.files import write_whole
    from hanabi_arena.league.games import RecordedRun

    if paths:
        raise UsageError(f"{paths[0]}: --from makes a scenario, and takes none")
    if options["turn"] is None:
        raise UsageError("--from needs --turn: the turn to ask at, from 1")
    run = RecordedRun.open(options["source"])
    cell = run.find_cell(options["line_up"], options["variant"], options["players"])
    record = run.game(cell, options["game"])
    text = scenario_text(record, options["turn"], f"{options['source']}, game {options['game']}")
    if options["out"] is None:
        sys.stdout.write(text)
        return
    if options["out"].exists():
        raise UsageError(f"{options['out']} exists; scenarios are not overwritten")
    options["out"].parent.mkdir(parents=True, exist_ok=True)
    write_whole(options["out"], text)
    say(
        f"wrote {options['out']}: say there what should happen, then take it: "
        f"arena check {options['out']} --bot NAME"
    )
