"""Uniformly random play."""

from __future__ import annotations

import numpy as np

from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.legal import legal_actions
from hanabi_arena.engine.stream import draw_below


class Random(CompiledBot):
    """Takes any legal action, each as likely as the others."""

    deterministic = False
    memory = (("legal", np.int16, (115,)),)

    @staticmethod
    @kernel
    def act(table, memory, params):
        return memory.legal[draw_below(memory, legal_actions(table, memory.legal))]
