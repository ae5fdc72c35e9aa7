"""A bot in any language: a program that is spoken to by its standard input and output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanabi_arena import ProgramBot


class Process(ProgramBot):
    """A program in any language: JSON lines over its standard input and output.

    docs/protocol.md has the messages, and `arena audit --protocol COMMAND` checks a program. Each
    seat has a process of its own, which is used for one game after the other.
    """

    command: str | list[str] = ""
    """The program and its arguments: one text as for a shell, or a list of words."""
    options: dict[str, Any] = {}  # noqa: RUF012  # a parameter: every game gets its own
    """What the program is told in hello; the arena does not look at it."""
    declares: list[str] = []  # noqa: RUF012  # the same
    """The conventions that the program declares to the table before the deal."""
    start_seconds: float = 20.0
    """How long it may take to answer hello."""
    move_seconds: float = 10.0
    """How long it may take for a move; the league's own limit holds as well."""
    memory_mb: int = 2048
    """How much memory it may use, in MB; 0 for any amount."""

    @classmethod
    def declare(cls, params: Mapping[str, Any]) -> tuple[str, ...]:
        """Return what the parameter says."""
        return tuple(params["declares"])
