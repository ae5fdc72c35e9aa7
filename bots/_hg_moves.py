"""Chop moves: clues and plays that save the card on the chop without touching it."""

from __future__ import annotations

from hanabi_arena.kernels import (
    CLUE_RANK,
    Event,
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
from ._hg_state import CHOP_MOVED, CLUED, FINESSED, SAVED, TRASH, World, has, mark
from ._hg_switches import (
    FIVE_CHOP_MOVE,
    ONES_ORDER,
    ORDER_CHOP_MOVE,
    TEMPO_CHOP_MOVE,
    TRASH_CHOP_MOVE,
)

ONES = 0b00001_00001_00001_00001_00001_00001


@kernel
def move_chop(table: Table, world: World, conv: int, seat: int) -> None:
    """Save the card on a seat's chop."""
    slot = chop_slot(table, world, conv, seat)
    if slot >= 0:
        mark(world, table.order[seat, slot], CHOP_MOVED)


@kernel
def read_tempo(table: Table, world: World, conv: int, seat: int, focus: int, before: int) -> None:
    """Carry out a Tempo Clue Chop Move: a clue on old cards that makes one card playable."""
    if conv & TEMPO_CHOP_MOVE == 0 or table.players < 3 or pace(table) < table.players:
        return
    if is_subset(before, world.reach) or not is_subset(world.should[focus], world.coming):
        return
    for slot in range(table.hand_count[seat]):
        place = table.order[seat, slot]
        if place != focus and has(world, place, CLUED) and world.should[place] & world.coming:
            if is_subset(world.should[place], world.coming):
                return  # two plays are worth a clue by themselves
    world.used |= TEMPO_CHOP_MOVE
    move_chop(table, world, conv, seat)


@kernel
def turn_of_one(table: Table, place: int) -> int:
    """Return a number that tells which of several 1s is played first: the lower.

    Drawn ones newest first, then those of the starting hand, oldest first.
    """
    if place < table.players * table.hand_size:
        return 100 + place
    return 100 - place


@kernel
def read_order(table: Table, world: World, conv: int, event: Event) -> None:
    """Carry out an Order Chop Move: 1s played out of order, once for each that was passed over."""
    should = world.should[event.order]
    if conv & ORDER_CHOP_MOVE == 0 or conv & ONES_ORDER == 0 or event.placed == 0:
        return
    if not is_subset(should, ONES) or has(world, event.order, FINESSED):
        return
    if should & should - 1 == 0 or pace(table) < table.players:
        return
    passed = 0
    for slot in range(table.hand_count[event.seat]):
        place = table.order[event.seat, slot]
        other = world.should[place]
        if not has(world, place, CLUED) or has(world, place, FINESSED):
            continue
        if is_subset(other, ONES) and other & should and other & other - 1:
            if world.since[place] == world.since[event.order]:
                passed += turn_of_one(table, place) < turn_of_one(table, event.order)
    if passed > 0 and passed < table.players:
        move_chop(table, world, conv, (event.seat + passed) % table.players)
        world.used |= ORDER_CHOP_MOVE


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
