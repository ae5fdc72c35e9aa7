"""Sets of conventions: YAML files that name a family and what of it is agreed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from hanabi_arena.conventions.catalogue import Family, families, find_family
from hanabi_arena.errors import ConfigError, UnknownName, did_you_mean
from hanabi_arena.league.document import Document, Where

KEYS = ("family", "line", "extends", "with", "without")
SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class ConventionSet:
    """What a table agrees on: some conventions of a family, with their settings."""

    name: str
    family: str
    line: str
    conventions: Mapping[str, Mapping[str, int]]
    """By name, in the order of the catalogue: the value of each of its settings."""
    extends: str = ""
    """The name of the set that it builds on, or nothing."""
    files: tuple[Path, ...] = field(default=(), compare=False)
    """The files that it was read from: its own, then those that it builds on."""

    @property
    def mask(self) -> int:
        """The conventions as bits: bit `i` for number `i` of the family."""
        known = find_family(self.family).conventions
        return sum(1 << known[name].number for name in self.conventions)

    def setting(self, convention: str, name: str) -> int:
        """Return the value of a setting: the default where the convention is not in the set."""
        given = self.conventions.get(convention, {})
        if name in given:
            return given[name]
        found = find_family(self.family).conventions[convention].setting(name)
        if found is None:
            raise KeyError(f"{convention} has no setting {name}")
        return found.default

    def without(self, names: Iterable[str]) -> ConventionSet:
        """Return the set less some conventions. Raises UnknownName for one that is not in it."""
        kept = dict(self.conventions)
        for name in names:
            if name not in kept:
                raise UnknownName("convention", name, kept, f"in the set {self.name}")
            del kept[name]
        return replace(self, conventions=kept)

    def plus(self, names: Iterable[str]) -> ConventionSet:
        """Return the set with more conventions of its family, as by default. Raises UnknownName."""
        family = find_family(self.family)
        more = dict(self.conventions)
        for name in names:
            if name not in family.conventions:
                raise UnknownName("convention", name, family.conventions, f"in {self.family}")
            more.setdefault(name, _defaults(family, name))
        return replace(self, conventions=_in_order(family, more))

    def missing(self) -> list[tuple[str, str]]:
        """Return (convention, what it needs and is not there) for each gap."""
        known = find_family(self.family).conventions
        return [
            (name, need)
            for name in self.conventions
            for need in known[name].needs
            if need not in self.conventions
        ]

    def declaration(self) -> tuple[str, ...]:
        """Return what the table is told before the deal: the family, each convention, settings."""
        told = []
        for name, given in self.conventions.items():
            values = ", ".join(f"{setting} {value}" for setting, value in given.items())
            told.append(f"{name} ({values})" if values else name)
        return (self.family, *told)


@cache
def shipped_sets() -> dict[str, Path]:
    """Return the files of the sets that come with the package, by name."""
    folder = Path(str(files("hanabi_arena_configs"))) / "conventions"
    return {path.stem: path for path in sorted(folder.glob("*.yaml"), key=_natural)}


def _natural(path: Path) -> tuple[str, int]:
    head = path.stem.rstrip("0123456789")
    return head, int(path.stem[len(head) :] or 0)


def load_set(name: str, where: Path | None = None) -> ConventionSet:
    """Return a set by its name, or from a YAML file; a path is relative to `where`.

    Raises UnknownName for a name that is none, ConfigError for a file with a mistake: the message
    names file, line and key, and what is allowed.
    """
    if name.endswith(SUFFIXES):
        return _read((where or Path()) / name, ())
    return _read(_shipped(name), ())


def _shipped(name: str) -> Path:
    known = shipped_sets()
    if name not in known:
        raise UnknownName("set of conventions", name, known, "or the path of a .yaml file")
    return known[name]


def _read(path: Path, above: tuple[Path, ...]) -> ConventionSet:
    document = Document.read(path)
    keys = document.value
    if not isinstance(keys, Mapping):
        raise document.error((), f"a set is a mapping with the keys {', '.join(KEYS)}")
    for key in keys:
        if key not in KEYS:
            near = did_you_mean(str(key), KEYS)
            raise document.error((key,), f"no such key.{near} Allowed: {', '.join(KEYS)}")
    base = _base(document, keys, (*above, path.resolve()))
    family = _family_of(document, keys, base)
    found = dict(base.conventions) if base else {}
    _take_out(document, keys.get("without") or [], family, found)
    _put_in(document, keys.get("with") or {}, family, found)
    line = keys.get("line", "")
    if not isinstance(line, str):
        raise document.error(("line",), f"{line!r} is no text")
    result = ConventionSet(
        path.stem,
        family.name,
        line,
        _in_order(family, found),
        base.name if base else "",
        (path.resolve(), *(base.files if base else ())),
    )
    for name, need in result.missing():
        place: Where = ("with", name) if name in (keys.get("with") or {}) else ("without",)
        raise document.error(place, f"{name} needs {need}, which the set lacks")
    return result


def _base(
    document: Document, keys: Mapping[str, Any], seen: tuple[Path, ...]
) -> ConventionSet | None:
    name = keys.get("extends")
    if name is None:
        return None
    if not isinstance(name, str):
        raise document.error(("extends",), f"{name!r} is no name of a set, and no path")
    try:
        path = document.path.parent / name if name.endswith(SUFFIXES) else _shipped(name)
    except UnknownName as error:
        raise document.error(("extends",), str(error)) from None
    if path.resolve() in seen:
        raise document.error(("extends",), f"{name} builds on this set itself")
    if not path.is_file():
        raise document.error(("extends",), f"{path}: no such file")
    return _read(path, seen)


def _family_of(document: Document, keys: Mapping[str, Any], base: ConventionSet | None) -> Family:
    name = keys.get("family", base.family if base else None)
    if name is None:
        known = ", ".join(families())
        raise document.error((), f"a set names its family, or one that it extends; known: {known}")
    try:
        family = find_family(str(name))
    except UnknownName as error:
        raise document.error(("family",), str(error)) from None
    if base and family.name != base.family:
        raise document.error(
            ("family",), f"{family.name}, but it extends a set of the family {base.family}"
        )
    return family


def _take_out(document: Document, names: Any, family: Family, found: dict[str, Any]) -> None:
    if not isinstance(names, list):
        raise document.error(("without",), "a list of conventions is wanted: [five-stall]")
    for place, name in enumerate(names):
        _check_name(document, ("without", place), name, family)
        if name not in found:
            raise document.error(("without", place), f"{name} is not in the set that it extends")
        del found[name]


def _put_in(document: Document, entries: Any, family: Family, found: dict[str, Any]) -> None:
    if isinstance(entries, list):
        for place, name in enumerate(entries):
            _check_name(document, ("with", place), name, family)
            found[name] = _defaults(family, name)
        return
    if not isinstance(entries, Mapping):
        raise document.error(("with",), "conventions are a list, or a mapping to their settings")
    for name, given in entries.items():
        _check_name(document, ("with", name), name, family)
        values = _defaults(family, name) | dict(found.get(name, {}))
        if given is not None and not isinstance(given, Mapping):
            raise document.error(("with", name), f"{given!r} is no mapping of settings")
        for setting, value in (given or {}).items():
            values[setting] = _checked(document, ("with", name, setting), family, value)
        found[name] = values


def _check_name(document: Document, where: Where, name: Any, family: Family) -> None:
    if name not in family.conventions:
        near = did_you_mean(str(name), family.conventions)
        known = ", ".join(family.conventions)
        raise document.error(
            where, f'no convention "{name}" in {family.name}.{near} Allowed: {known}'
        )


def _checked(document: Document, where: Where, family: Family, value: Any) -> int:
    convention = family.conventions[str(where[1])]
    setting = convention.setting(str(where[2]))
    if setting is None:
        known = [one.name for one in convention.settings]
        near = did_you_mean(str(where[2]), known)
        allowed = ", ".join(known) or "it has none"
        raise document.error(
            where, f"{convention.name} has no such setting.{near} Allowed: {allowed}"
        )
    if type(value) is not int or not setting.least <= value <= setting.most:
        raise document.error(
            where,
            f"{value!r} is not allowed: a whole number from {setting.least} to {setting.most}",
        )
    return value


def _defaults(family: Family, name: str) -> dict[str, int]:
    return {one.name: one.default for one in family.conventions[name].settings}


def _in_order(family: Family, found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in family.conventions if name in found}


__all__ = ["ConfigError", "ConventionSet", "load_set", "shipped_sets"]
