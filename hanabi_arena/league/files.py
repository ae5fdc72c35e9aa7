"""Files that nobody ever sees half of."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, nothing between."""
    partial = path.with_name(f".{path.name}.partial")
    partial.write_bytes(content.encode() if isinstance(content, str) else content)
    os.replace(partial, path)
