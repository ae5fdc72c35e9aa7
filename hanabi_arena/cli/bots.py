"""`arena bots`: the bots there are, and one of them in detail."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import INTERRUPTED, print_json, print_table, say
from hanabi_arena.cli.league_options import plugins_option
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from hanabi_arena.api.bot import BotBase
    from hanabi_arena.api.registry import BotSpec, Registry


@click.command(short_help="List the bots, or show one in detail.")
@click.argument("name", required=False)
@plugins_option
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
@click.option("--table", is_flag=True, help="Write the table of how strong they are.")
@click.option(
    "--from", "runs", multiple=True, type=click.Path(path_type=Path), help="With --table: a run."
)
@click.option(
    "--into",
    "page",
    type=click.Path(path_type=Path),
    help="With --table: the page; README.md by default.",
)
def bots(
    name: str | None,
    plugins: tuple[Path, ...],
    as_json: bool,
    table: bool,
    runs: tuple[Path, ...],
    page: Path | None,
) -> None:
    """List the bots that can be named, or show NAME: what it takes, plays, and declares.

    Found are the bots of installed packages, of the folder ./bots, and of --plugins; NAME may also
    be a place, `bots/mine.py:MyBot` or `module:Class`.

    With --table, write how strong they are into README.md: from the recorded runs that --from
    names, or from those of configs/strength*.yaml, after playing what is missing of these.
    """
    if table:
        if name or as_json or plugins:
            raise UsageError("--table goes with --from and --into only: its bots are those of runs")
        raise SystemExit(_write_table(page or Path("README.md"), runs))
    if runs or page:
        raise UsageError("--from and --into go with --table only")
    from hanabi_arena.api.registry import Registry
    from hanabi_arena.league.plan import parse_bot

    folders = [*plugins, *([Path("bots")] if Path("bots").is_dir() else [])]
    registry = Registry(tuple(dict.fromkeys(folder.resolve() for folder in folders)))
    specs = [registry.find(parse_bot(name)[0])] if name else list(registry.bots.values())
    for note in registry.notes:
        say(f"note: {note}")
    if as_json:
        print_json([describe(spec) for spec in specs])
    elif name:
        _show(specs[0])
    else:
        _table(registry)


def describe(spec: BotSpec) -> dict[str, Any]:
    """Return what is known of a bot as plain data."""
    from hanabi_arena.api.bot import parameters

    bot = spec.load()
    return {
        "name": spec.name,
        "line": bot.line(),
        "kind": kind_of(bot),
        "players": sorted(bot.players),
        "refuses": dict(bot.refuses),
        "deterministic": bot.deterministic,
        "suit_blind": bot.suit_blind,
        "conventions": list(bot.conventions),
        "sees_own_hand": bot.sees_own_hand,
        "reference": bot.reference,
        "parameters": {
            name: {"type": one.kind, "default": one.default, "doc": one.doc}
            for name, one in parameters(bot).items()
        },
        "place": spec.place,
        "found": spec.source,
        "digest": spec.digest(),
    }


def kind_of(bot: type[BotBase]) -> str:
    """Return whether a bot is compiled or plain Python."""
    from hanabi_arena.api.compiled import CompiledBot

    return "compiled" if issubclass(bot, CompiledBot) else "python"


def _players(counts: list[int]) -> str:
    if counts == list(range(counts[0], counts[-1] + 1)) and len(counts) > 2:
        return f"{counts[0]}–{counts[-1]}"
    return ", ".join(map(str, counts))


def _table(registry: Registry) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("bot", "players", "kind", "parameters", ""):
        table.add_column(column, no_wrap=column in ("bot", "players", "kind"))
    for spec in registry.bots.values():
        facts = describe(spec)
        mark = " (sees its own hand)" if facts["sees_own_hand"] else ""
        table.add_row(
            spec.name,
            _players(facts["players"]),
            facts["kind"],
            ", ".join(facts["parameters"]) or "–",
            facts["line"] + mark,
        )
    print_table(table)


def _show(spec: BotSpec) -> None:
    facts = describe(spec)
    bot = spec.load()
    click.echo(f"{spec.name}: {inspect.getdoc(bot) or 'no description'}\n")
    refused = "; ".join(f"not {switch}: {reason}" for switch, reason in bot.refuses.items())
    rows = [
        ("kind", facts["kind"]),
        ("players", _players(facts["players"])),
        ("variants", refused or "all"),
        ("random", "no" if facts["deterministic"] else "yes, from its seat's own stream"),
        ("suits", "all alike to it" if facts["suit_blind"] else "not all alike to it"),
        ("declares", "; ".join(facts["conventions"]) or "nothing"),
        ("reference", facts["reference"] or "none"),
        ("found", f"{facts['found']}, {facts['place']}"),
        ("digest", facts["digest"]),
    ]
    if facts["sees_own_hand"]:
        rows.insert(1, ("capability", "sees its own hand; never ranked among fair bots"))
    for key, value in rows:
        click.echo(f"{key:12}{value}")
    if not facts["parameters"]:
        click.echo("parameters  none")
        return
    click.echo("\nparameters")
    for name, one in facts["parameters"].items():
        click.echo(f"  {name}: {one['type']} = {one['default']}")
        if one["doc"]:
            click.echo(f"      {one['doc']}")
    first = next(iter(facts["parameters"]))
    default = facts["parameters"][first]["default"]
    click.echo(f"\nSet one: arena run --bots '{spec.name}:{first}={str(default).lower()}'")


def _write_table(page: Path, runs: tuple[Path, ...]) -> int:
    """Write the table of strength from recorded runs, or from the shipped leagues' own."""
    from hanabi_arena.cli.run import play_missing
    from hanabi_arena.report.recorded import read_recorded
    from hanabi_arena.report.strength import find_place, strength_page, write_table

    find_place(page)  # before hours of games, not after
    code = 0
    if not runs:
        leagues = sorted(Path("configs").glob("strength*.yaml"))
        if not leagues:
            raise UsageError(
                "no configs/strength.yaml here: go where it is, or name recorded runs with --from"
            )
        played = [play_missing(league) for league in leagues]
        runs = tuple(folder for folder, _ in played)
        code = max(code for _, code in played)
        if code == INTERRUPTED:
            return code
    changed = write_table(page, strength_page([read_recorded(folder) for folder in runs]))
    made_from = ", ".join(map(str, runs))
    say(f"{page}: {'the table of' if changed else 'already has the table of'} {made_from}")
    return code
