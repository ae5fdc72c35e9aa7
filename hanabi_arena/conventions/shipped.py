"""The scenarios that come with the package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from hanabi_arena.conventions.scenario_file import SUFFIX
from hanabi_arena.errors import ConfigError, did_you_mean


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
    Raises ConfigError for a path that is neither.
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
        elif name in of_family:
            found.append(of_family[name])
        else:
            raise ConfigError(f"{path}: no such file or folder{_near(path.as_posix())}")
    return found


def _near(name: str) -> str:
    known = ["shipped", *shipped_scenarios()]
    known += [f"{family}/{one}" for family, of in shipped_scenarios().items() for one in of]
    near = did_you_mean(name, known)
    return f", and no scenarios of that name.{near}" if near else ""
