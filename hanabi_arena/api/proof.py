"""What the compiler proves of a bot's kernels: that they only read what they are handed.

A seat is handed a copy of the table, so that what it writes reaches nobody. For a light bot these
copies cost more than its thoughts. LLVM infers of each argument of a function whether anything is
ever written through it, by the function or by what it calls, and whether its address is kept. Where
it has inferred that neither is so, the bot may be shown the table itself, its own hand covered.
That is not the author's promise: where the compiler cannot tell, there is a copy.

Numba's cache keeps machine code only, so what was inferred is noted in a file beside it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from hanabi_arena.engine.kernel import cache_folder

_HEAD = 2
"""A function's result and its exception come before its arguments."""

_NOT_WRITTEN = {b"readonly", b"readnone"}
_NOT_KEPT = {b"nocapture", b"captures(none)"}
"""Attributes as LLVM writes them; `captures(none)` is what newer versions call `nocapture`."""


def only_reads(function: Any, signature: Any, places: Sequence[int]) -> bool:
    """Return whether a kernel, compiled for a signature, provably only reads these arguments.

    `places` are those of arguments that are records. False wherever it cannot be told.
    """
    compiled = function.overloads[signature.args]
    note = _note(function, signature)
    try:
        code = compiled.library.get_function(compiled.fndesc.llvm_func_name)
    except (AttributeError, NameError):  # it came from the cache
        try:
            found = note.read_text(encoding="ascii").split() if note else []
        except (OSError, ValueError):
            found = []
    else:
        found = [str(place) for place in _read_only(code, len(signature.args))]
        if note:
            _write(note, " ".join(found))
    return all(str(place) in found for place in places)


def _read_only(code: Any, arguments: int) -> list[int]:
    """Return the places of the arguments that LLVM says are neither written through nor kept."""
    given = [set(one.attributes) for one in code.arguments]
    if len(given) != _HEAD + arguments:  # some argument is not passed as a single pointer
        return []
    return [
        place
        for place, attributes in enumerate(given[_HEAD:])
        if attributes & _NOT_WRITTEN and attributes & _NOT_KEPT
    ]


def _note(function: Any, signature: Any) -> Path | None:
    """Return the file for what was inferred of a kernel; None if the kernel itself is not kept."""
    plain = function.py_func
    file = Path(plain.__code__.co_filename)
    if not file.is_file():
        return None
    # One kernel can be compiled for several bots, whose memories have other fields.
    form = blake2b(str(signature).encode(), digest_size=8).hexdigest()
    return cache_folder(file, plain.__module__) / f"{plain.__qualname__}.{form}.only-reads"


def _write(note: Path, text: str) -> None:
    partial = note.with_name(f"{note.name}.{os.getpid()}")
    partial.write_text(text, encoding="ascii")
    os.replace(partial, note)
