"""Keep what bots print out of the way, and stop one that floods."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class OutputLimit(BaseException):
    """A bot printed more than it may; a BaseException, so that `except Exception` lets it pass."""


class CappedSink(io.TextIOBase):
    """Swallows text, and raises OutputLimit once there is too much of it.

    Text of other threads than the one that made it is swallowed and not counted: a bot of an
    earlier game may have left one behind.
    """

    def __init__(self, limit: int) -> None:
        self.left = self.limit = limit
        self.thread = threading.get_ident()

    @property
    def complaint(self) -> str:
        """What to say when there is too much."""
        return f"printed more than {self.limit:,} characters in a game"

    def writable(self) -> bool:
        """Return true: anything can be written."""
        return True

    def write(self, text: str) -> int:
        """Count the text and forget it."""
        if threading.get_ident() == self.thread:
            self.left -= len(text)
            if self.left < 0:
                raise OutputLimit(self.complaint)
        return len(text)

    def close(self) -> None:
        """Stay open: others at the table print, too."""


@contextmanager
def capped_output(limit: int) -> Iterator[CappedSink | None]:
    """Swallow what is printed inside, up to a limit; a negative limit lets everything through."""
    if limit < 0:
        yield None
        return
    before = sys.stdout, sys.stderr
    sink = CappedSink(limit)
    sys.stdout = sys.stderr = sink
    try:
        yield sink
    finally:
        sys.stdout, sys.stderr = before
