"""Which source files decide what a kernel or a bot does, and their digest.

A digest names the folder of compiled code, so that no stale kernel can ever be run, and it is the
identity of a bot in a recorded run. It covers the file itself, every module of the same author
that it imports (also inside functions), and the rules and the engine of this package.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
ENGINE_FOLDERS = ("rules", "engine")


@cache
def engine_files() -> tuple[Path, ...]:
    """Return the files that hold the rules of play, sorted."""
    found = [
        path
        for folder in ENGINE_FOLDERS
        for path in (PACKAGE / folder).iterdir()
        if path.suffix in (".py", ".yaml")
    ]
    found += [PACKAGE / "match" / name for name in ("calls.py", "loop.py")]
    return tuple(sorted(found))


@cache
def engine_digest() -> str:
    """Return the digest of the rules of play: another engine, another digest."""
    return _digest(engine_files(), PACKAGE)


@cache
def play_digest() -> str:
    """Return the digest of everything of this package that decides how games are played.

    Beside the engine that is what bots are handed and the loops that ask them.
    """
    files = [path for folder in ("api", "match") for path in (PACKAGE / folder).glob("*.py")]
    return _digest(tuple(sorted({*engine_files(), *files})), PACKAGE)


@cache
def source_digest(path: Path) -> str:
    """Return the digest of a source file together with all of its author's modules it imports."""
    files = closure(path)
    return _digest(files, path.parent)


def _digest(files: tuple[Path, ...], root: Path) -> str:
    digest = blake2b(digest_size=12)
    for file in files:
        digest.update(file.name.encode())
        digest.update(b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def closure(path: Path) -> tuple[Path, ...]:
    """Return the file and, transitively, every file of the same author that it imports, sorted.

    Left out are this package (the engine has a digest of its own), the standard library, and
    installed packages other than the one that the file belongs to.
    """
    found: set[Path] = set()
    waiting = [path.resolve()]
    while waiting:
        file = waiting.pop()
        if file in found or not file.is_file():
            continue
        found.add(file)
        waiting.extend(_imported(file))
    return tuple(sorted(found))


def _imported(file: Path) -> Iterator[Path]:
    if file.suffix != ".py":
        return
    try:
        tree = ast.parse(file.read_bytes())
    except SyntaxError:
        return  # loading the file reports it with its line
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _files_of(alias.name, file)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                base = file.parents[node.level - 1]
                base = base.joinpath(*(node.module or "").split("."))
                yield from _as_module(base)
                for alias in node.names:
                    yield from _as_module(base / alias.name)
            else:
                yield from _files_of(node.module or "", file)
                for alias in node.names:
                    yield from _files_of(f"{node.module}.{alias.name}", file)


def _as_module(base: Path) -> Iterator[Path]:
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            yield path


def _files_of(module: str, importer: Path) -> Iterator[Path]:
    top, *rest = module.split(".")
    if top == "hanabi_arena" or top in sys.stdlib_module_names or not top:
        return
    # A neighbour in a plugin folder; what another folder has under its name is of no account.
    if any(_as_module(importer.parent / top)):
        for depth in range(len(rest) + 1):
            yield from _as_module(importer.parent.joinpath(top, *rest[:depth]))
        return
    root = _package_root(importer)
    for folder in _package_folders(top):
        if folder == root or not _is_installed(folder):
            yield from _as_module(folder.joinpath(*rest))
            # The packages on the way down run too.
            for depth in range(len(rest)):
                yield from _as_module(folder.joinpath(*rest[:depth], "__init__"))


def _package_root(file: Path) -> Path:
    folder = file.parent
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder


@cache
def _package_folders(top: str) -> tuple[Path, ...]:
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return ()
    if spec is None:
        return ()
    if spec.submodule_search_locations:
        return tuple(Path(folder).resolve() for folder in spec.submodule_search_locations)
    if spec.origin and spec.origin.endswith(".py"):
        origin = Path(spec.origin).resolve()
        return (origin.with_suffix(""),)
    return ()


def _is_installed(folder: Path) -> bool:
    installed = {sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib")}
    return any(folder.is_relative_to(Path(path).resolve()) for path in installed if path)
