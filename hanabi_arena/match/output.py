"""Keep what bots print out of the way, and stop one that floods."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class OutputLimit(BaseException):
    """A bot printed more than it may; a BaseException, so that `except Exception` lets it pass."""


class CappedSink(io.TextIOBase):
    """Swallows text, and raises OutputLimit once there is too much of it."""

    def __init__(self, limit: int) -> None:
        self.left = self.limit = limit

    def writable(self) -> bool:
        """Return true: anything can be written."""
        return True

    def write(self, text: str) -> int:
        """Count the text and forget it."""
        self.left -= len(text)
        if self.left < 0:
            raise OutputLimit(f"printed more than {self.limit:,} characters in a game")
        return len(text)


@contextmanager
def capped_output(limit: int) -> Iterator[None]:
    """Swallow what is printed inside, up to a limit; a negative limit lets everything through."""
    if limit < 0:
        yield
        return
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = CappedSink(limit)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
