"""Files that nobody ever sees half of."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from hanabi_arena.errors import RunError


def write_whole(path: Path, content: str | bytes, partial: Path | None = None) -> None:
    """Write a file so that a reader sees the old one or the new one, nothing between.

    It is written as `partial` first, a hidden file beside it by default, of which nothing stays.
    Raises RunError, which names the file, where it cannot be written.
    """
    if partial is None:
        partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(partial, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise RunError(
            f"{path}: cannot be written: {reason}; what was written before is kept"
        ) from None
