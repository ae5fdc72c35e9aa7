"""The scenarios that come with the package, and what bots are known to do wrong in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from hanabi_arena.api.bot import BotBase
from hanabi_arena.conventions.scenario import Scenario
from hanabi_arena.conventions.scenario_file import read_scenarios
from hanabi_arena.conventions.sets import shipped_sets
from hanabi_arena.conventions.shipped import shipped_scenarios
from hanabi_arena_bots.conventions import Conventions
from hanabi_arena_bots.table_talk import TableTalk

FILES: Final = [path for one in shipped_scenarios().values() for path in one.values()]

SPEAKERS: Final[dict[str, type[BotBase]]] = {
    "h-group": Conventions,
    "table-talk": TableTalk,
    **({"referential-sieve": Conventions} if "referential-sieve" in shipped_sets() else {}),
}
"""The bot that speaks a family."""

KNOWN: Final[dict[str, str]] = {}
"""Scenarios, by name, that the bot of their family fails, and why."""


@cache
def scenarios(path: Path) -> tuple[Scenario, ...]:
    """Return a file's scenarios, read once."""
    return tuple(read_scenarios(path))


def label(path: Path) -> str:
    """Return a file's name in a test's: `h-group/finesse`."""
    return f"{path.parent.name}/{path.name.partition('.')[0]}"
