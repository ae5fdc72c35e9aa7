"""What both bots hold to be polite."""

from __future__ import annotations

from hanabi_arena import Action, Play, View
from hanabi_arena.kernels import DISCARD, Table, is_subset, kernel, kind_of, slot_of


def may_play(view: View, action: Action) -> bool:
    """Return whether an action plays a card that is known to be playable, or none."""
    if isinstance(action, Play):
        return view.hand[action.slot].possible <= view.playable
    return True


@kernel
def may_take(table: Table, action: int) -> bool:
    """Return the same of an action's number."""
    if kind_of(action) >= DISCARD:
        return True
    return is_subset(table.possible[table.seat, slot_of(action)], table.playable)
