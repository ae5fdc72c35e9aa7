"""The Referential Sieve for one seat: what it starts with, and how it reads what happens."""

from __future__ import annotations

from hanabi_arena.kernels import CLUE_RANK, Event, Table, clue_touch, kernel, kind_of, target_of

from ._rs_clue import read_clue
from ._rs_state import Notes, settle, start_world
from ._rs_switches import CHOP, Agreement


@kernel
def rs_start(table: Table, notes: Notes, params: Agreement) -> None:
    """Start with nothing known."""
    notes.talk = table.declared[table.viewer]
    start_world(table, notes.now)
    notes.now.chops = 1 if params.reads & CHOP != 0 else 0
    settle(table, notes.now, params.reads)


@kernel
def rs_observe(table: Table, notes: Notes, event: Event, params: Agreement) -> None:
    """Read a clue, and work out what everybody knows after any action."""
    target = target_of(event.action)
    if target < 0:
        settle(table, notes.now, params.reads)
        return
    speaking = table.declared[event.seat] == notes.talk and table.declared[target] == notes.talk
    read_clue(
        table,
        notes.now,
        params.reads,
        target,
        clue_touch(table, event.action),
        event.touched,
        kind_of(event.action) == CLUE_RANK,
        event.tokens_before >= table.max_tokens and table.discard_at_max == 0,
        speaking,
    )
