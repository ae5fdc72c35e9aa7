"""What decides how a bot plays beside its own file: helpers, and the data that lies there."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from hanabi_arena.api.registry import BotSpec, place_file, split_place
from hanabi_arena.engine.sources import closure
from hanabi_arena.errors import UsageError

_MOST_DATA = 500


def check_own_modules(text: str, spec: BotSpec, then: Path, root: Path) -> None:
    """Raise UsageError where a bot of the past might get modules of today.

    `then` is its repository as it was, `root` as it is. A module that is imported by its installed
    name is that of today. One that is imported as a neighbour, but only while the bot plays, may
    be that of the other side, which is loaded into the same process.
    """
    file = place_file(spec.place)
    for used in closure(file) if file else ():
        if not used.is_relative_to(then) and used.is_relative_to(root):
            raise UsageError(
                f'"{text}" imports {used.relative_to(root)} by its installed name, and '
                "so would get it as it now is; import it relatively: from . import …"
            )
        for name in _late_neighbours(used) if used.is_relative_to(then) else ():
            raise UsageError(
                f'"{text}": {used.relative_to(then)} imports {name} within a function, where it '
                "might get that of another revision; import it at the top, or relatively"
            )


def _late_neighbours(file: Path) -> Iterator[str]:
    """Yield the neighbours of a file that it imports by plain names within functions."""
    if file.suffix != ".py":
        return
    for node in ast.walk(ast.parse(file.read_bytes())):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for inner in ast.walk(node):
            names: list[str] = []
            if isinstance(inner, ast.Import):
                names = [alias.name for alias in inner.names]
            elif isinstance(inner, ast.ImportFrom) and not inner.level:
                names = [str(inner.module)]
            for name in names:
                top = file.parent / name.partition(".")[0]
                if top.with_suffix(".py").is_file() or (top / "__init__.py").is_file():
                    yield name


def whole_digest(spec: BotSpec) -> str:
    """Return the digest of a bot's source, its helpers, and the data beside it."""
    return f"{spec.digest()}|{data_digest(spec)}"


def data_digest(spec: BotSpec) -> str:
    """Return the digest of what lies beside a bot's file and is no Python: weights, tables."""
    file = place_file(spec.place)
    named = split_place(spec.place)[0].endswith(".py")
    if file is None or not (named or (file.parent / "__init__.py").is_file()):
        return ""
    digest = blake2b(digest_size=12)
    for count, path in enumerate(sorted(_data_files(file.parent))):
        if count == _MOST_DATA:
            break
        digest.update(path.relative_to(file.parent).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


_NO_DATA = {".py", ".pyc", ".pyo", ".pyi", ".nbi", ".nbc", ".md", ".rst"}
_NO_DATA_FOLDERS = {"results", "tests", "docs", "build", "dist"}


def _data_files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for here, folders, names in os.walk(folder):
        folders[:] = [
            name
            for name in folders
            if not name.startswith((".", "__")) and name not in _NO_DATA_FOLDERS
        ]
        paths = [Path(here, name) for name in names if not name.startswith(".")]
        found += [path for path in paths if path.suffix not in _NO_DATA]
    return found
