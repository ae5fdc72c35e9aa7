"""The same bot, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanabi_arena.kernels import CompiledBot, Table, kernel, legal_actions

from .manners import may_take


class QuickPolite(CompiledBot):
    """Plays what it knows to be playable, else does the first thing that is no play."""

    memory = (("legal", np.int16, (115,)),)

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        count = legal_actions(table, memory.legal)
        for index in range(count):
            if may_take(table, memory.legal[index]):
                return int(memory.legal[index])
        return int(memory.legal[0])
