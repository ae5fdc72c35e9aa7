"""Conventions explained: what is known of one, with an example from its first scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hanabi_arena.conventions.catalogue import Convention, Family, families
from hanabi_arena.conventions.scenario import Expectation, Scenario
from hanabi_arena.conventions.scenario_file import read_scenarios
from hanabi_arena.conventions.sets import SUFFIXES, ConventionSet, load_set, shipped_sets
from hanabi_arena.conventions.shipped import shipped_scenarios
from hanabi_arena.conventions.staging import fillings
from hanabi_arena.conventions.story import tell
from hanabi_arena.conventions.telling import belief_words, position_words
from hanabi_arena.conventions.worth import Worth, measured_worth
from hanabi_arena.errors import UnknownName


@dataclass(frozen=True)
class Explained:
    """A convention with all that is known of it."""

    family: str
    name: str
    entry: Convention | None
    """None for one that the catalogue does not list: it cannot be switched, but has scenarios."""
    sets: tuple[str, ...]
    """The sets that have it."""
    needed_by: tuple[str, ...]
    worth: tuple[Worth, ...]
    file: Path | None
    """The file of its scenarios, if there are any."""
    scenarios: tuple[Scenario, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON can hold it."""
        entry = self.entry
        return {
            "kind": "convention",
            "name": self.name,
            "family": self.family,
            "level": entry.level if entry else None,
            "line": entry.line if entry else None,
            "definition": entry.definition if entry else None,
            "needs": list(entry.needs) if entry else [],
            "needed_by": list(self.needed_by),
            "settings": [
                {"name": one.name, "default": one.default, "least": one.least, "most": one.most}
                for one in (entry.settings if entry else ())
            ],
            "sets": list(self.sets),
            "worth": [
                {
                    "players": one.players,
                    "variant": one.variant,
                    "effect": one.effect,
                    "low": one.low,
                    "high": one.high,
                    "games": one.games,
                }
                for one in self.worth
            ],
            "file": str(self.file) if self.file else None,
            "scenarios": [
                {"name": one.name, "side": one.side, "provenance": one.provenance}
                for one in self.scenarios
            ],
            "example": example(self.scenarios[0]) if self.scenarios else None,
        }


def family_names() -> list[str]:
    """Return the families that there are: the catalogue's, and those that only have scenarios."""
    return list(dict.fromkeys((*families(), *shipped_scenarios())))


def conventions_of(family: str) -> dict[str, Convention | None]:
    """Return a family's conventions by name, None for one that the catalogue does not list."""
    listed: Mapping[str, Convention] = (
        families()[family].conventions if family in families() else {}
    )
    unlisted = [one for one in shipped_scenarios().get(family, {}) if one not in listed]
    return {**listed, **dict.fromkeys(unlisted)}


def namesakes(family: str, name: str) -> list[str]:
    """Return the conventions of other families that have the same name, as `family/name`."""
    return [
        f"{one}/{name}" for one in family_names() if one != family and name in conventions_of(one)
    ]


def explain(name: str) -> Explained | ConventionSet | Family | str:
    """Return a convention, a set or a family by its name; a family without an entry by its name.

    A convention of a certain family may be named `h-group/finesse`, a set by the path of its
    .yaml file. Raises UnknownName, or ConfigError for a file with a mistake.
    """
    if name.endswith(SUFFIXES):
        return load_set(name)
    within, _, single = name.rpartition("/")
    for family in family_names():
        if within in ("", family) and single in conventions_of(family):
            return explained(family, single)
    if name in shipped_sets():
        return load_set(name)
    if name in family_names():
        return families().get(name, name)
    known = [one for family in family_names() for one in conventions_of(family)]
    raise UnknownName(
        "convention, set or family",
        name,
        [*known, *shipped_sets(), *family_names()],
        "arena conventions lists all",
    )


def explained(family: str, name: str) -> Explained:
    """Return what is known of a convention of a family. Raises ConfigError for a bad file."""
    entry = conventions_of(family)[name]
    file = shipped_scenarios().get(family, {}).get(name)
    sets = [one for one in map(load_set, shipped_sets()) if one.family == family]
    return Explained(
        family,
        name,
        entry,
        tuple(one.name for one in sets if name in one.conventions),
        tuple(other for other, one in conventions_of(family).items() if one and name in one.needs),
        tuple(measured_worth(name)),
        file,
        tuple(read_scenarios(file)) if file else (),
    )


def example(scenario: Scenario) -> str:
    """Return a scenario drawn: the position, the actions that led to it, what is expected."""
    position = position_words(next(fillings(tell(scenario), 1)))
    lines = [position, *(f"  {sentence.text}" for sentence in scenario.actions)]
    for wanted in scenario.expected:
        name = scenario.names[wanted.seat]
        lines += [f"  {name} should {words}" for words in _expectations(scenario, wanted)]
    return "\n".join(lines)


def _expectations(scenario: Scenario, wanted: Expectation) -> Iterator[str]:
    if wanted.allowed:
        yield " or ".join(pattern.text for pattern in wanted.allowed)
    if wanted.forbidden:
        yield f"not {' nor '.join(pattern.text for pattern in wanted.forbidden)}"
    for slot, belief in wanted.beliefs.items():
        yield f"take slot {slot} for {belief_words(scenario.rules, belief)}"
    for slot, status in wanted.status.items():
        yield f"have slot {slot} as {status}"
