"""The catalogue of single conventions: what each says, what it needs, what can be set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from hanabi_arena.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that a convention may be given, from `least` to `most`."""

    name: str
    default: int
    least: int
    most: int
    line: str


@dataclass(frozen=True, slots=True)
class Convention:
    """A single convention, which a player may follow or not."""

    name: str
    family: str
    number: int
    """Its place in the family, from 0: its bit in a mask."""
    level: int
    line: str
    definition: str
    needs: tuple[str, ...]
    """Names of those that it makes no sense without."""
    settings: tuple[Setting, ...]

    def setting(self, name: str) -> Setting | None:
        """Return one of its settings by name, or None."""
        return next((one for one in self.settings if one.name == name), None)


@dataclass(frozen=True, slots=True)
class Family:
    """Conventions that belong together and speak of the same things."""

    name: str
    line: str
    source: str
    conventions: Mapping[str, Convention]
    """By name, in the order of their numbers."""


@cache
def families() -> dict[str, Family]:
    """Return the families by name, in the order of the catalogue file."""
    import yaml

    text = files("hanabi_arena.conventions").joinpath("catalogue.yaml").read_text(encoding="utf-8")
    return {name: _family(name, entry) for name, entry in yaml.safe_load(text).items()}


def find_family(name: str) -> Family:
    """Return a family by its name. Raises UnknownName."""
    if name not in families():
        raise UnknownName("family of conventions", name, families())
    return families()[name]


def find_convention(name: str, family: str = "") -> Convention:
    """Return a convention by its name, of one family or of any. Raises UnknownName."""
    searched = [find_family(family)] if family else list(families().values())
    for one in searched:
        if name in one.conventions:
            return one.conventions[name]
    known = [known for one in searched for known in one.conventions]
    raise UnknownName("convention", name, known, f"in {family}" if family else "")


def _family(name: str, entry: Mapping[str, Any]) -> Family:
    conventions = {
        one: _convention(name, number, one, keys)
        for number, (one, keys) in enumerate(entry["conventions"].items())
    }
    return Family(name, entry["line"], entry.get("source", ""), conventions)


def _convention(family: str, number: int, name: str, keys: Mapping[str, Any]) -> Convention:
    settings = tuple(
        Setting(setting, one["default"], one["least"], one["most"], one["line"])
        for setting, one in keys.get("parameters", {}).items()
    )
    return Convention(
        name,
        family,
        number,
        keys["level"],
        keys["line"],
        keys["definition"],
        tuple(keys.get("needs", ())),
        settings,
    )
