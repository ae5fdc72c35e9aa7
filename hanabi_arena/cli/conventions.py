"""`arena conventions`: families of conventions, sets of them, and one explained."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from hanabi_arena.cli.common import print_json, print_table

if TYPE_CHECKING:
    from hanabi_arena.conventions.explained import Explained
    from hanabi_arena.conventions.sets import ConventionSet

WIDTH = 88
INDENT = 12


@click.command(short_help="List conventions and sets of them, or explain one.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def conventions(name: str | None, as_json: bool) -> None:
    """List families of conventions and sets of them; or explain NAME, with an example.

    NAME may be the path of a set of your own, a .yaml file.
    """
    from hanabi_arena.conventions.explained import Explained, explain
    from hanabi_arena.conventions.sets import ConventionSet

    if name is None:
        if as_json:
            print_json(_everything())
        else:
            _list_all()
        return
    found = explain(name)
    if isinstance(found, Explained):
        if as_json:
            print_json(found.as_json())
        else:
            _show_convention(found)
    elif isinstance(found, ConventionSet):
        if as_json:
            print_json(_set_as_json(found))
        else:
            _show_set(found, name)
    elif as_json:
        print_json(_family_as_json(name))
    else:
        _list_family(name)


def _everything() -> dict[str, Any]:
    from hanabi_arena.conventions.explained import family_names
    from hanabi_arena.conventions.sets import load_set, shipped_sets

    return {
        "families": [_family_as_json(family) for family in family_names()],
        "sets": [_set_as_json(load_set(name)) for name in shipped_sets()],
    }


def _family_as_json(family: str) -> dict[str, Any]:
    from hanabi_arena.conventions.catalogue import families
    from hanabi_arena.conventions.explained import conventions_of

    known = families().get(family)
    return {
        "kind": "family",
        "name": family,
        "line": known.line if known else None,
        "source": known.source if known else None,
        "conventions": [
            {"name": name, "level": one.level if one else None, "line": one.line if one else None}
            for name, one in conventions_of(family).items()
        ],
    }


def _set_as_json(one: ConventionSet) -> dict[str, Any]:
    return {
        "kind": "set",
        "name": one.name,
        "family": one.family,
        "line": one.line,
        "extends": one.extends or None,
        "conventions": {name: dict(given) for name, given in one.conventions.items()},
    }


def _list_all() -> None:
    from rich.table import Table

    from hanabi_arena.conventions.explained import family_names
    from hanabi_arena.conventions.sets import load_set, shipped_sets

    for family in family_names():
        _list_family(family)
        click.echo()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("set", no_wrap=True)
    table.add_column("family", no_wrap=True)
    table.add_column("conventions", justify="right")
    table.add_column("")
    for name in shipped_sets():
        one = load_set(name)
        table.add_row(name, one.family, str(len(one.conventions)), one.line)
    print_table(table)
    click.echo("\nOne explained: arena conventions finesse")


def _list_family(family: str) -> None:
    from rich.table import Table

    from hanabi_arena.conventions.catalogue import families
    from hanabi_arena.conventions.explained import conventions_of

    known = families().get(family)
    click.echo(f"{family}: {known.line if known else 'known by its scenarios'}")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("level", justify="right", no_wrap=True)
    table.add_column("convention", no_wrap=True)
    table.add_column("")
    for name, one in conventions_of(family).items():
        table.add_row(str(one.level) if one else "", name, one.line if one else "")
    print_table(table)


def _show_set(one: ConventionSet, named: str) -> None:
    from rich.table import Table

    from hanabi_arena.conventions.catalogue import find_family

    builds = f", builds on {one.extends}" if one.extends else ""
    click.echo(f"{one.name}: {one.line}")
    click.echo(f"a set of the family {one.family}{builds}\n")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("level", justify="right", no_wrap=True)
    table.add_column("convention", no_wrap=True)
    table.add_column("settings")
    table.add_column("")
    for name, given in one.conventions.items():
        known = find_family(one.family).conventions[name]
        settings = ", ".join(f"{setting} {value}" for setting, value in given.items())
        table.add_row(str(known.level), name, settings, known.line)
    print_table(table)
    click.echo(f"\nPlay by it: arena run --bots 'conventions:set={named}'")


def _show_convention(one: Explained) -> None:
    from hanabi_arena.conventions.explained import example, namesakes

    entry = one.entry
    click.echo(f"{one.name}: {entry.line if entry else 'known by its scenarios'}")
    click.echo(f"{one.family}{f', level {entry.level}' if entry else ''}\n")
    if entry:
        click.echo(textwrap.fill(entry.definition, WIDTH) + "\n")
        _row("needs", [", ".join(entry.needs) or "nothing"])
        _row(
            "settings",
            [f"{s.name} {s.default} ({s.least} to {s.most}): {s.line}" for s in entry.settings],
        )
    _row("needed by", [", ".join(one.needed_by)] if one.needed_by else [])
    _row("in sets", [", ".join(one.sets)] if one.sets else [])
    _row("see also", namesakes(one.family, one.name))
    _row("worth", [worth.words for worth in one.worth])
    if not one.scenarios:
        return
    reads = sum(scenario.side == "reads" for scenario in one.scenarios)
    _row("scenarios", [f"{reads} of who reads it, {len(one.scenarios) - reads} of who speaks it"])
    _row("", [f"{scenario.name} ({scenario.provenance})" for scenario in one.scenarios])
    click.echo(" " * INDENT + f"in {one.file}")
    click.echo(f"\nfor example: {one.scenarios[0].name}\n{example(one.scenarios[0])}")
    click.echo(f"\nTake them: arena check {one.family}/{one.name} --bot conventions")


def _row(key: str, lines: Iterable[str]) -> None:
    for number, line in enumerate(lines):
        head = (key if number == 0 else "").ljust(INDENT)
        click.echo(
            textwrap.fill(head + line, WIDTH, subsequent_indent=" " * INDENT)
            if line.strip()
            else head.rstrip()
        )
