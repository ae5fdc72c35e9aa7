"""Kernels that let a test look at everything the engine can say of a position, in one call each."""

from __future__ import annotations

from typing import Any

from hanabi_arena.engine.copying import copy_into
from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.knowledge import (
    pace,
    possible_after_counting,
    reachable_score,
    unseen_counts,
    unseen_mask,
    visible_count,
)
from hanabi_arena.engine.legal import broken_rule, legal_actions
from hanabi_arena.match.loop import hide_hand


@kernel
def broken_rules(table: Any, out: Any) -> None:
    """Write the number of the rule that each action would break, for the codes 0 to 114."""
    for action in range(115):
        out[action] = broken_rule(table, action)


@kernel
def legal_list(table: Any, out: Any) -> int:
    """Write the legal actions as a bot on turn is told them: its own hand is hidden."""
    return legal_actions(table, out)


@kernel
def knowledge_of(table: Any, copy: Any, seat: int, out: Any) -> None:
    """Write what a seat, on turn or not, can work out.

    30 unseen counts, 30 visible counts, the mask of the unseen, reachable score, pace, and from 63
    what each card of its hand can be after counting, 0 where there is none.
    """
    copy_into(copy, table)
    hide_hand(copy, seat)
    copy.seat = seat
    unseen_counts(copy, out[:30])
    for identity in range(30):
        out[30 + identity] = visible_count(copy, identity)
    mask = unseen_mask(copy)
    out[60] = mask
    out[61] = reachable_score(copy)
    out[62] = pace(copy)
    for slot in range(6):
        out[63 + slot] = possible_after_counting(copy, slot, mask)
