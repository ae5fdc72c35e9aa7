"""Tables of who follows which convention."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hanabi_arena.report import text

if TYPE_CHECKING:
    from rich.table import Table

    from hanabi_arena.conventions.conformity.profile import Profile, Tally


def profile_table(profile: Profile) -> Table:
    """Return a table with a row a rule."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    title = f"{profile.set_name}, {text.counted(profile.games, 'game')}"
    table.add_column(Text(title), no_wrap=True)
    for heading in ("kept", "95%", "of"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("to blame", no_wrap=True)
    table.add_column("the rule", overflow="fold")
    for tally in profile.tallies:
        rule = tally.rule
        cells = (rule.name, rate_text(tally), interval_text(tally), str(tally.opportunities))
        style = "" if tally.opportunities else "dim"
        table.add_row(*map(Text, (*cells, rule.role, rule.line)), style=style)
    return table


def rate_text(tally: Tally) -> str:
    """Write a rate: 99.3%; only a rule that was always kept has 100%."""
    if math.isnan(tally.rate):
        return "–"
    rounded = f"{tally.rate * 100:.1f}%"
    if rounded == "100.0%":
        return "100%" if tally.kept == tally.opportunities else ">99.9%"
    return rounded


def interval_text(tally: Tally) -> str:
    """Write the interval of a rate: 97–100%."""
    return text.percent_range(tally.interval) if tally.opportunities else ""


def bots_table(profile: Profile, bots: Sequence[str]) -> Table:
    """Return a table of the rates of each bot, a column each."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("kept by")
    for bot in bots:
        table.add_column(Text(bot), justify="right", overflow="fold")
    for tally in profile.tallies:
        shares = [tally.by_bot.get(bot, (0, 0)) for bot in bots]
        cells = [
            f"{kept / count * 100:.1f}% of {count}" if count else "–" for count, kept in shares
        ]
        table.add_row(tally.rule.name, *map(Text, cells))
    return table


def example_lines(profile: Profile, commands: Sequence[str], most: int) -> Iterator[str]:
    """Yield the worst examples of each rule, each with the command that shows it."""
    for tally in profile.tallies:
        for example in tally.examples[:most]:
            case = example.case
            yield f"{tally.rule.name}: turn {case.turn + 1}, seat {case.seat} {case.note}"
            yield f"  {commands[example.game]} --turn {case.turn + 1}"
