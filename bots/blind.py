"""Blind play: a floor with a known mean, one and a quarter points at any table."""

from __future__ import annotations

from typing import Any

from hanabi_arena.kernels import CompiledBot, Table, kernel, play

from ._manners import stall


class Blind(CompiledBot):
    """Plays its oldest card, turn after turn, and looks at nothing."""

    suit_blind = True
    reference = "BlindBot of Quuxplusone's Hanabi programs (2013-2019)"

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        """Play the oldest card; without one, give any clue."""
        return play(0) if table.hand_count[table.seat] > 0 else stall(table)
