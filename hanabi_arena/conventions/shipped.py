"""The scenarios that come with the package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from hanabi_arena.conventions.scenario_file import SUFFIX


def scenario_folder() -> Path:
    """Return the folder of the scenarios that come with the package."""
    return Path(str(files("hanabi_arena_configs"))) / "scenarios"


@cache
def shipped_scenarios() -> Mapping[str, Mapping[str, Path]]:
    """Return the files of the scenarios that come with the package: by family, by convention."""
    found: dict[str, dict[str, Path]] = {}
    for path in sorted(scenario_folder().glob(f"*/*{SUFFIX}")):
        found.setdefault(path.parent.name, {})[path.name.removesuffix(SUFFIX)] = path
    return found


def with_shipped(paths: Iterable[Path]) -> list[Path]:
    """Return paths, with files for those that are not there, but name what comes with the package.

    These are a family, `h-group`, one of its conventions, `h-group/finesse`, or `shipped`: all.
    """
    found: list[Path] = []
    for path in paths:
        family, _, name = path.as_posix().partition("/")
        of_family = shipped_scenarios().get(family, {})
        if path.exists():
            found.append(path)
        elif path.as_posix() == "shipped":
            found.append(scenario_folder())
        elif of_family and not name:
            found += of_family.values()
        else:
            found.append(of_family.get(name, path))
    return found
