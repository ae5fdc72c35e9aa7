"""Compiled bots that misbehave, and one that reads what others declare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanabi_arena.kernels import CompiledBot, Table, draw_below, draw_unit, kernel, play

CALM, RAISES, BELOW, ABOVE, HUGE, LOOPS = range(6)


class Wild(CompiledBot):
    """Plays its oldest card; in a third of its games it misbehaves at its second turn."""

    deterministic = False

    how: int = CALM
    """In which way."""

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        if table.turn == 2 + table.seat and draw_below(memory, 3) == 0:
            if params.how == RAISES:
                raise ValueError("wild")
            if params.how == BELOW:
                return -1
            if params.how == ABOVE:
                return 115
            if params.how == HUGE:
                return 10**12
            if params.how == LOOPS:
                while draw_unit(memory) >= 0.0:
                    memory.random += 1
        return play(0)


class Declares(CompiledBot):
    """Plays its oldest card while its neighbour declares what it declares itself."""

    secret: int = 1
    """Part of the declaration."""

    @classmethod
    def declare(cls, params: Mapping[str, Any]) -> tuple[str, ...]:
        return ("plays the oldest", f"secret {params['secret']}")

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        same = table.declared[0] == table.declared[1]
        return play(0) if same and table.declared[0] != 0 else 1000
