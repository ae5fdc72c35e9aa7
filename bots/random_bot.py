"""Uniformly random play: the floor under every other bot, and a partner that means nothing."""

from __future__ import annotations

from typing import Any

from hanabi_arena.kernels import CompiledBot, Table, draw_legal_action, kernel


class Random(CompiledBot):
    """Takes any legal action, each as likely as the others."""

    deterministic = False

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        """Draw one of the legal actions."""
        return draw_legal_action(table, memory)
