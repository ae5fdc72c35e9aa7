"""Compile functions with numba, and keep what is compiled only as long as it is current.

numba's cache on disk does not notice an edit in another file than the function's own. So each
kernel is cached in a folder whose name is a digest of all source files that it depends on, of the
versions of numba, NumPy and Python, and of the compiler's switches.

With compilation off (`NUMBA_DISABLE_JIT=1`) a kernel is the plain function; records then come as
`PlainRecord`, whose fields read as Python integers, as they read as 64-bit ones in compiled code.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

from hanabi_arena.engine.parts import called_in_parts, whole
from hanabi_arena.engine.sources import engine_digest, source_digest

F = TypeVar("F", bound=Callable[..., Any])

# Its switches are made when numba is imported, so that no type checker knows them.
_CONFIG: Any = numba.config

# A bot whose memory begins with another bot's fields shares its kernels, since the offsets are the
# same; numba still calls that experimental, in four thousand characters.
warnings.filterwarnings("ignore", message=".* has been considered a subtype of")

PLAIN: bool = bool(_CONFIG.DISABLE_JIT)
"""Whether compilation is off."""

_ARENA = __name__.partition(".")[0]

CACHE_VARIABLE = "HANABI_ARENA_CACHE"
KEEP_DAYS = 30


def kernel(function: F) -> F:
    """Compile a function on its first call, without the interpreter's lock, cached on disk."""
    if PLAIN:
        return function
    file = Path(function.__code__.co_filename)
    if not file.is_file():  # typed into an interpreter: there is no file to watch
        return cast("F", numba.njit(nogil=True)(function))
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = str(cache_folder(file, function.__module__))
    try:
        compiled = whole(function, nogil=True, cache=True)
    finally:
        _CONFIG.CACHE_DIR = before
    if function.__module__.partition(".")[0] != _ARENA:
        compiled = called_in_parts(compiled, nogil=True)
    return cast("F", _widening(compiled))


def _widening(dispatcher: Any) -> Any:
    """Have a kernel compiled once for integers of any size, instead of once for each size.

    A field of a record is an integer of 8, 16 or 32 bits; as an argument it becomes one of 64, in
    which all arithmetic is done anyway.
    """
    resolve = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(_wide, args)), {name: _wide(one) for name, one in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _wide(kind: Any) -> Any:
    types: Any = numba.types
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


@cache
def cache_root() -> Path:
    """Return the folder of all compiled code: HANABI_ARENA_CACHE, or the user's cache folder."""
    import platformdirs

    wanted = os.environ.get(CACHE_VARIABLE)
    root = Path(wanted) if wanted else Path(platformdirs.user_cache_dir("hanabi-arena")) / "kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
        probe = root / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        root = Path(tempfile.gettempdir()) / f"hanabi-arena-kernels-{_user()}"
        root.mkdir(parents=True, exist_ok=True)
    return root


def _user() -> str:
    return str(getattr(os, "getuid", lambda: "user")())


@cache
def cache_folder(file: Path, module: str) -> Path:
    """Return the folder for the kernels of a source file, as the file and its imports now are.

    `module` is the name that the file is imported under: compiled code looks its module up by name,
    and a bot's file has one name as a plugin and another one in its author's tests.
    """
    folder = cache_root() / kernel_digest(file, module)
    if folder.is_dir():
        os.utime(folder)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        _prune(cache_root())
    return folder


def kernel_digest(file: Path, module: str) -> str:
    """Return the digest of everything that decides what the kernels of a file compile to."""
    parts = (
        module,
        engine_digest(),
        source_digest(file),
        numba.__version__,
        np.__version__,
        ".".join(map(str, sys.version_info[:3])),
        f"{_CONFIG.BOUNDSCHECK} {_CONFIG.OPT} {_CONFIG.DEBUGINFO_DEFAULT}",
    )
    return blake2b("\0".join(parts).encode(), digest_size=12).hexdigest()


def _prune(root: Path) -> None:
    oldest = time.time() - KEEP_DAYS * 86_400
    for folder in root.iterdir():
        try:
            if folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # another process was faster


class PlainArray(np.ndarray[Any, Any]):
    """An array whose single elements read as Python numbers, so that nothing overflows."""

    def __getitem__(self, key: Any) -> Any:
        return _plain(super().__getitem__(key))


class PlainRecord:
    """A record whose fields read and write like those of a record in compiled code."""

    __slots__ = ("data",)
    data: Any

    def __init__(self, data: Any) -> None:
        object.__setattr__(self, "data", data)

    def __getattr__(self, name: str) -> Any:
        try:
            return _plain(self.data[name])
        except (KeyError, ValueError):
            raise AttributeError(f"the record has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self.data[name] = value


def _plain(value: Any) -> Any:
    if isinstance(value, np.void):
        return PlainRecord(value)
    if isinstance(value, np.ndarray):
        return value.view(PlainArray)
    return value.item() if isinstance(value, np.generic) else value


def record_of(array: np.ndarray[Any, Any]) -> Any:
    """Return the first record of a structured array, as kernels take it; it shares memory."""
    return PlainRecord(array[0]) if PLAIN else array.view(np.recarray)[0]


def fast_record_of(array: np.ndarray[Any, Any]) -> Any:
    """Return the first record of a structured array for kernels alone.

    A call with it costs a microsecond less: attribute access from Python, which `record_of` gives,
    goes through Python code that numba's calls meet several times.
    """
    return PlainRecord(array[0]) if PLAIN else array[0]


def new_record(dtype: np.dtype[Any]) -> Any:
    """Return a record of zeros, as kernels take it."""
    return record_of(np.zeros(1, dtype))


def data_of(record: Any) -> Any:
    """Return the NumPy record behind what kernels take."""
    return record.data if PLAIN and isinstance(record, PlainRecord) else record
