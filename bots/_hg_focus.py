"""Where conventions point in a hand: chop, focus, finesse position, prompt."""

from __future__ import annotations

from hanabi_arena.kernels import Table, is_in, kernel

from ._hg_state import (
    CHOP_MOVED,
    CLUED,
    FINESSED,
    SAVED,
    WAITS,
    World,
    has,
    is_one,
)
from ._hg_switches import CHOP, FOCUS


@kernel
def chop_slot(table: Table, world: World, conv: int, seat: int) -> int:
    """Return the slot of the chop, the oldest card that nothing saves; -1 if all are saved."""
    if conv & CHOP == 0:
        return -1
    for slot in range(table.hand_count[seat]):
        if not has(world, table.order[seat, slot], SAVED):
            return slot
    return -1


@kernel
def fresh_slots(table: Table, world: World, seat: int, touched: int) -> int:
    """Return the mask of the touched slots that no clue has touched before."""
    fresh = 0
    for slot in range(table.hand_count[seat]):
        if is_in(slot, touched) and not has(world, table.order[seat, slot], CLUED):
            fresh |= 1 << slot
    return fresh


@kernel
def newest_of(mask: int) -> int:
    """Return the newest slot of a set of slots; -1 if it is empty."""
    for slot in range(5, -1, -1):
        if is_in(slot, mask):
            return slot
    return -1


@kernel
def focus_slot(table: Table, world: World, conv: int, seat: int, touched: int) -> int:
    """Return the slot that a clue speaks of.

    Of new cards the chop, else the newest; of old ones a chop-moved card first, else the newest.
    Without the convention it is the newest of the new ones.
    """
    fresh = fresh_slots(table, world, seat, touched)
    if fresh == 0:
        return newest_of(touched)
    if conv & FOCUS == 0:
        return newest_of(fresh)
    chop = chop_slot(table, world, conv, seat)
    if chop >= 0 and is_in(chop, fresh):
        return chop
    plain = 0
    for slot in range(table.hand_count[seat]):
        if is_in(slot, fresh) and not has(world, table.order[seat, slot], CHOP_MOVED):
            plain |= 1 << slot
    if plain == 0:
        for slot in range(table.hand_count[seat]):
            if is_in(slot, fresh):
                return slot
    return newest_of(plain)


@kernel
def in_steps(world: World, place: int) -> bool:
    """Return whether the connection that is being looked for makes use of a card already."""
    for step in range(world.steps):
        if world.step_place[step] == place:
            return True
    return False


@kernel
def is_awaited(world: World, place: int) -> bool:
    """Return whether a connection that an earlier clue made waits for this card."""
    for wait in range(WAITS):
        if world.wait_on[wait] != 0 and world.wait_turn[wait] != world.turn:
            for step in range(world.wait_at[wait], world.wait_steps[wait]):
                if world.wait_place[wait, step] == place:
                    return True
    return False


@kernel
def finesse_slot(table: Table, world: World, seat: int, queue: bool, turn: int) -> int:
    """Return the slot of the finesse position, the newest card that no clue has touched; or -1.

    Only cards that were there in a turn count. Those that a finesse has called already are passed
    over if finesses queue; else there is none.
    """
    for slot in range(table.hand_count[seat] - 1, -1, -1):
        place = table.order[seat, slot]
        if has(world, place, CLUED) or in_steps(world, place) or table.drawn[seat, slot] > turn:
            continue
        if has(world, place, FINESSED) or is_awaited(world, place):
            if not queue:
                return -1
            continue
        return slot
    return -1


@kernel
def prompt_slot(table: Table, world: World, seat: int, card: int, spared: int) -> int:
    """Return the slot of the newest clued card that may be a card; -1 if there is none.

    `spared` is the mask of the slots that the clue itself touched for the first time.
    """
    for slot in range(table.hand_count[seat] - 1, -1, -1):
        place = table.order[seat, slot]
        if not has(world, place, CLUED) or is_in(slot, spared) or in_steps(world, place):
            continue
        should = world.should[place]
        if is_in(card, should) and not is_one(should) and not is_awaited(world, place):
            return slot
    return -1
