"""Conventions: plays by an agreed set of conventions, each of which can be switched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hanabi_arena.kernels import (
    CompiledBot,
    Event,
    Table,
    kernel,
    target_of,
)

from ._hg_act import choose
from ._hg_clue import SAVE, read_clue
from ._hg_events import follow_waits, read_discard
from ._hg_moves import read_order
from ._hg_state import MEMORY, Notes, start_world
from ._hg_switches import Agreement
from ._hg_views import plan, settle


DEFAULT = {
    "critical": 2.0,
    "two": 0.8,
    "coming": 0.5,
    "later": 0.6,
    "trust": 0.3,
    "playing": 2.8,
    "token": 0.3,
    "early": 0.3,
    "price": 0.3,
    "scarce": 0.2,
    "twin": 1.5,
    "urgent": 1.4,
    "pace": 1.0,
    "late": 1.5,
    "odds": 0.3,
    "touch": 0.15,
    "last": 0.1,
    "news": 0.004,
    "link": 0.1,
    "delay": 0.3,
    "fixing": 2.0,
}


class Conventions(CompiledBot):
    """Follows a set of conventions."""

    memory = MEMORY
    param_fields = (("reads", np.int64), ("model", np.int64), ("gives", np.int64), ("style", np.float64, (24,)))

    mask: int = (1 << 33) - 1
    style: str = ""

    @classmethod
    def encode(cls, params: Mapping[str, Any]) -> Mapping[str, Any]:
        m = params["mask"]
        style = np.zeros(24)
        given = dict(DEFAULT)
        for part in filter(None, params["style"].split(",")):
            k, v = part.split("=")
            assert k in given, k
            given[k] = float(v)
        style[: len(given)] = list(given.values())
        return {"reads": m, "model": m, "gives": m, "style": style}

    @staticmethod
    @kernel
    def start(table: Table, memory: Notes, params: Agreement) -> None:
        """Start with nothing known."""
        memory.talk = table.declared[table.viewer]
        start_world(table, memory.now, table.viewer)
        plan(table, memory.now, -1)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Notes, event: Event, params: Agreement) -> None:
        """Read an action."""
        now = memory.now
        conv = params.reads
        urgent = False
        now.turn = event.turn
        if event.card < 0 and event.order < 0:
            giver = event.seat
            target = target_of(event.action)
            plan(table, now, giver)
            speaking = (
                table.declared[giver] == memory.talk and table.declared[target] == memory.talk
            )
            read_clue(
                table,
                now,
                conv,
                giver,
                target,
                event.action,
                event.touched,
                event.tokens_before,
                speaking,
            )
            urgent = now.reading == SAVE
            now.last_chop = -1
        else:
            read_order(table, now, conv, event)
            read_discard(table, now, conv, event)
        settle(table, now, conv)
        plan(table, now, -1)
        follow_waits(table, now, conv, event, urgent)
        settle(table, now, conv)
        plan(table, now, -1)

    @staticmethod
    @kernel
    def act(table: Table, memory: Notes, params: Agreement) -> int:
        """Act."""
        return choose(table, memory, params)


