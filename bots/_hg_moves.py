"""Chop moves: clues and plays that save the card on the chop without touching it."""

from __future__ import annotations

from hanabi_arena.kernels import (
    CLUE_RANK,
    Table,
    clue_touch,
    is_in,
    is_subset,
    kernel,
    kind_of,
    pace,
    value_of,
)

from ._hg_focus import chop_slot
from ._hg_state import CHOP_MOVED, SAVED, TRASH, World, has, mark
from ._hg_switches import FIVE_CHOP_MOVE, TRASH_CHOP_MOVE


@kernel
def move_chop(table: Table, world: World, conv: int, seat: int) -> None:
    """Save the card on a seat's chop."""
    slot = chop_slot(table, world, conv, seat)
    if slot >= 0:
        mark(world, table.order[seat, slot], CHOP_MOVED)


@kernel
def read_chop_move(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    target: int,
    clue: int,
    touched: int,
    fresh: int,
    focus: int,
) -> bool:
    """Carry out a Trash Chop Move or a 5's Chop Move; `world` is the one before the clue."""
    if fresh == 0 or pace(table) < table.players:
        return False
    touch = clue_touch(table, clue)
    if conv & TRASH_CHOP_MOVE != 0:
        place = table.order[target, focus]
        if is_in(focus, fresh) and is_subset(world.could[place] & touch, table.dead):
            world.used |= TRASH_CHOP_MOVE
            oldest = 0
            for slot in range(table.hand_count[target]):
                if is_in(slot, fresh):
                    oldest = slot
                    break
            for slot in range(table.hand_count[target]):
                other = table.order[target, slot]
                if is_in(slot, fresh):
                    mark(world, other, TRASH)
                elif slot < oldest and not has(world, other, SAVED):
                    mark(world, other, CHOP_MOVED)
            return True
    if conv & FIVE_CHOP_MOVE != 0 and world.early == 0:
        if kind_of(clue) == CLUE_RANK and value_of(clue) == 5:
            chop = chop_slot(table, world, conv, target)
            if chop < 0 or is_in(chop, touched):
                return False
            between = 0
            for slot in range(chop + 1, table.hand_count[target]):
                if is_in(slot, fresh):
                    break
                between += not has(world, table.order[target, slot], SAVED)
            if between == 0 and world.could[table.order[target, focus]] & touch & world.coming == 0:
                mark(world, table.order[target, chop], CHOP_MOVED)
                world.used |= FIVE_CHOP_MOVE
                return True
    return False


