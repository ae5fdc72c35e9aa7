"""Find bots: installed packages, plugin folders, and `module:Class` or `path.py:Class`."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import pkgutil
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

from hanabi_arena.api.bot import Bot, BotBase, check_facts
from hanabi_arena.engine.sources import source_digest
from hanabi_arena.errors import BotError, UnknownName, UsageError

GROUP = "hanabi_arena.bots"
"""The entry-point group; an entry names a class, or a module or package that holds classes."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot by where its class is found; plain data that can be sent to another process."""

    name: str
    place: str
    """`module:Class`, or `path.py:Class` with an absolute path."""
    source: str
    """How it was found, in words."""

    def load(self) -> type[BotBase]:
        """Return the class. Raises BotError."""
        return load_place(self.place)

    def digest(self) -> str:
        """Return the digest of the source files that decide what the bot does."""
        return place_digest(self.place)

    def check_current(self) -> None:
        """Raise BotError if its source, or a helper's, has changed since it was loaded."""
        file = place_file(self.place)
        if file is not None and source_digest(file) != source_digest.__wrapped__(file):
            raise BotError(
                f"{file} or a helper of it has changed since it was loaded; start Python anew"
            )


@cache
def load_place(place: str) -> type[BotBase]:
    """Return the class at `module:Class` or `path.py:Class`; without `:Class` the only one there.

    Raises BotError if it is not there, is not a bot, or its module fails to import.
    """
    where, class_name = split_place(place)
    module = _import_file(Path(where)) if where.endswith(".py") else _import_module(where)
    if not class_name:
        classes = bot_classes(module)
        if len(classes) != 1:
            names = ", ".join(cls.__name__ for cls in classes) or "none"
            raise BotError(f"{where} holds {len(classes)} bots ({names}); say which: {where}:Class")
        check_facts(classes[0])
        return classes[0]
    found: Any = getattr(module, class_name, None)
    if found is None:
        raise UnknownName(
            "class", class_name, [cls.__name__ for cls in bot_classes(module)], f"in {where}"
        )
    if not (isinstance(found, type) and issubclass(found, BotBase)):
        raise BotError(f"{place} is not a bot; derive it from hanabi_arena.Bot")
    check_facts(found)
    return found


@cache
def load_thing(place: str) -> Any:
    """Return whatever is at `module:Name` or `path.py:Name`; paths from the current folder.

    Raises BotError if it is not there, or its module fails to import.
    """
    where, name = split_place(place)
    module = _import_file(Path(where)) if where.endswith(".py") else _import_module(where)
    found = getattr(module, name, None) if name else None
    if found is None:
        raise BotError(f"{place}: there is no {name or 'class named'} in {where}")
    return found


def split_place(place: str) -> tuple[str, str]:
    """Return module or path, and class name (may be empty), of a place."""
    if place.endswith(".py"):
        return place, ""
    where, _, class_name = place.rpartition(":")
    return (where, class_name) if where else (place, "")


@cache
def place_digest(place: str) -> str:
    """Return the digest of the source files behind a place, its class's name included."""
    cls = load_place(place)
    file = place_file(place)
    sources = source_digest(file) if file else ""
    return blake2b(f"{sources}|{cls.__qualname__}".encode(), digest_size=12).hexdigest()


def place_file(place: str) -> Path | None:
    """Return the file that the class at a place is written in, or None if there is none."""
    where, _ = split_place(place)
    if where.endswith(".py"):
        return Path(where).resolve()
    file = _module_file(sys.modules[load_place(place).__module__])
    return file.resolve() if file else None


def digest_with(digest: str, files: Iterable[Path]) -> str:
    """Return a bot's digest with that of further files; the same without any."""
    sources = "|".join(source_digest(file.resolve()) for file in files)
    if not sources:
        return digest
    return blake2b(f"{digest}|{sources}".encode(), digest_size=12).hexdigest()


def bot_classes(module: ModuleType) -> list[type[BotBase]]:
    """Return the bots that a module itself defines; names with an underscore first are left out."""
    return [
        thing
        for name, thing in vars(module).items()
        if isinstance(thing, type)
        and issubclass(thing, BotBase)
        and thing.__module__ == module.__name__
        and not name.startswith("_")
    ]


def _module_file(module: ModuleType) -> Path | None:
    path = getattr(module, "__file__", None)
    return Path(path) if path else None


def _import_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except BaseException as error:  # an author's module may raise anything
        _let_interrupts_pass(error)
        raise BotError(f"{name} cannot be imported: {_said(error)}") from error


_FOLDERS = "hanabi_arena_plugins"


@cache
def _import_file(path: Path) -> ModuleType:
    """Import a file of a plugin folder as a module of a package that stands for the folder."""
    path = path.resolve()
    if not path.is_file():
        raise BotError(f"{path} does not exist")
    package = f"{_FOLDERS}_{blake2b(str(path.parent).encode(), digest_size=6).hexdigest()}"
    if package not in sys.modules:
        folder = ModuleType(package)
        folder.__path__ = [str(path.parent)]
        sys.modules[package] = folder
    _meet_neighbours(path.parent)
    name = f"{package}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:  # an author's module may raise anything
        del sys.modules[name]
        _let_interrupts_pass(error)
        raise BotError(f"{path} cannot be imported: {_said(error)}") from error
    source_digest(path)  # of what was loaded, whatever becomes of the file
    return module


_plugin_folders: list[str] = []


def _meet_neighbours(folder: Path) -> None:
    """Let a file of a folder import its neighbours: as `from . import x`, or as plain `import x`.

    Two folders may have a neighbour of the same name. So this folder goes before the other plugin
    folders, and what these have under the names of its own files is forgotten.
    """
    here = str(folder)
    others = [other for other in _plugin_folders if other != here]
    for path in folder.iterdir():
        module = sys.modules.get(path.stem)
        file = _module_file(module) if module else None
        if file and any(file.is_relative_to(other) for other in others):
            for name in [one for one in sys.modules if f"{one}.".startswith(f"{path.stem}.")]:
                del sys.modules[name]
    places = [sys.path.index(other) for other in others if other in sys.path]
    if here in sys.path and places and sys.path.index(here) > min(places):
        sys.path.remove(here)
    if here not in sys.path:
        sys.path.insert(min(places, default=len(sys.path)), here)
    if here not in _plugin_folders:
        _plugin_folders.append(here)


def _let_interrupts_pass(error: BaseException) -> None:
    if isinstance(error, KeyboardInterrupt):
        raise error


def _said(error: BaseException) -> str:
    line = ""
    if isinstance(error, SyntaxError) and error.lineno:
        line = f" (line {error.lineno})"
    else:
        for frame, number in traceback.walk_tb(error.__traceback__):
            file = frame.f_code.co_filename
            if file != __file__ and "importlib" not in file:
                line = f" ({Path(file).name}, line {number})"
    return f"{type(error).__name__}: {error}{line}"


class Registry:
    """The bots that can be named: installed ones, and those of plugin folders.

    Where a folder and an installed package both have a bot of one name, the folder wins, and
    `notes` says so, unless both are the same by digest. A module that cannot be imported is left
    out, with a line in `notes`.
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self.folders = tuple(folders)
        self.notes: list[str] = []
        self._found: dict[str, BotSpec] | None = None

    @property
    def bots(self) -> Mapping[str, BotSpec]:
        """Every bot by name, in alphabetical order."""
        if self._found is None:
            found: dict[str, BotSpec] = {}
            for spec in (*self._installed(), *self.in_folders()):
                self._add(found, spec)
            self._found = dict(sorted(found.items()))
        return self._found

    def find(self, name: str, where: Path | None = None) -> BotSpec:
        """Return the bot with this name, or at this place; paths are relative to `where`.

        Raises UnknownName or BotError.
        """
        if name.endswith(".py") or ":" in name:
            place, class_name = split_place(name)
            if place.endswith(".py"):
                place = str((where or Path()).joinpath(place).resolve())
            full = f"{place}:{class_name}" if class_name else place
            cls = load_place(full)
            return BotSpec(cls.name, f"{place}:{cls.__qualname__}", "named by its place")
        if name not in self.bots:
            broken = [note for note in self.notes if note.startswith("left out")]
            hint = "; ".join(["arena bots lists all", *broken])
            raise UnknownName("bot", name, self.bots, hint)
        return self.bots[name]

    def _add(self, found: dict[str, BotSpec], spec: BotSpec) -> None:
        other = found.get(spec.name)
        if other is not None:
            if other.digest() == spec.digest():
                return
            self.notes.append(f'bot "{spec.name}": {spec.source} takes the place of {other.source}')
        found[spec.name] = spec

    def _installed(self) -> Iterator[BotSpec]:
        for entry in sorted(importlib.metadata.entry_points(group=GROUP), key=lambda one: one.name):
            source = f"package {entry.dist.name}" if entry.dist else f"entry point {entry.name}"
            try:
                if entry.attr:
                    place = f"{entry.module}:{entry.attr}"
                    yield BotSpec(load_place(place).name, place, source)
                else:
                    yield from self._in_package(entry.module, source)
            except UsageError as error:
                self.notes.append(f"left out: {error}")

    def _in_package(self, name: str, source: str) -> Iterator[BotSpec]:
        package = _import_module(name)
        modules = [name]
        if hasattr(package, "__path__"):
            modules += [
                f"{name}.{info.name}"
                for info in pkgutil.iter_modules(package.__path__)
                if not info.name.startswith(("_", "test_"))
            ]
        for module_name in modules:
            try:
                for cls in bot_classes(_import_module(module_name)):
                    check_facts(cls)
                    yield BotSpec(cls.name, f"{module_name}:{cls.__qualname__}", source)
            except BotError as error:
                self.notes.append(f"left out: {error}")

    def in_folders(self) -> Iterator[BotSpec]:
        """Yield the bots of the plugin folders alone; what cannot be imported goes to `notes`."""
        for folder in self.folders:
            if not folder.is_dir():
                raise BotError(f"plugin folder {folder} does not exist")
            for path in sorted(folder.resolve().glob("*.py")):
                if path.stem.startswith(("_", "test_")) or path.stem == "conftest":
                    continue
                if _is_shipped(path):
                    continue
                try:
                    for cls in bot_classes(_import_file(path)):
                        check_facts(cls)
                        yield BotSpec(cls.name, f"{path}:{cls.__qualname__}", f"folder {folder}")
                except BotError as error:
                    self.notes.append(f"left out: {error}")


@cache
def _shipped_files() -> frozenset[Path]:
    spec = importlib.util.find_spec("hanabi_arena_bots")
    folders = list(spec.submodule_search_locations or []) if spec else []
    return frozenset(path.resolve() for folder in folders for path in Path(folder).glob("*.py"))


def _is_shipped(path: Path) -> bool:
    """Return whether a file of a folder is itself what is installed (an editable installation)."""
    return path.resolve() in _shipped_files()


__all__ = [
    "GROUP",
    "Bot",
    "BotSpec",
    "Registry",
    "bot_classes",
    "digest_with",
    "load_place",
    "load_thing",
]
