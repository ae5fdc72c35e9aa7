"""Clues that only pass the time, and clues that put something right."""

from __future__ import annotations

from hanabi_arena.kernels import CLUE_RANK, Table, is_in, is_subset, kernel, kind_of, value_of

from ._hg_state import CLUED, FINESSED, SAVED, World, has
from ._hg_switches import DOUBLE_DISCARD_AVOIDANCE, FIVE_STALL, FIX_CLUE, STALL_SEVERITY


@kernel
def is_fix(
    table: Table, world: World, conv: int, target: int, touched: int, touch: int, fresh: int
) -> bool:
    """Return whether a clue shows an old card not to be what it was taken for.

    Only if it touches nothing new. `world` is the one before the clue.
    """
    if conv & FIX_CLUE == 0 or fresh != 0:
        return False
    for slot in range(table.hand_count[target]):
        place = table.order[target, slot]
        if not has(world, place, CLUED | FINESSED):
            continue
        mask = touch if is_in(slot, touched) else ~touch
        should = world.should[place]
        if should & mask == 0 and should & ~table.dead != 0:
            return True
        could = world.could[place]
        if is_subset(could & mask, table.dead) and not is_subset(could, table.dead):
            return True
    return False


@kernel
def is_locked(table: Table, world: World, seat: int) -> bool:
    """Return whether every card of a hand is saved, and none is known to be playable or trash."""
    for slot in range(table.hand_count[seat]):
        place = table.order[seat, slot]
        if not has(world, place, SAVED):
            return False
        should = world.should[place]
        if is_subset(should, table.playable) or is_subset(should, table.dead):
            return False
    return True


@kernel
def severity(table: Table, world: World, conv: int, giver: int, tokens: int) -> int:
    """Return how hard pressed the giver is: 4 all tokens there, 3 locked, 2 DDA, 1 early, or 0."""
    if conv & STALL_SEVERITY != 0:
        if tokens == table.max_tokens and table.turn > 1:
            return 4
        if is_locked(table, world, giver):
            return 3
    if conv & DOUBLE_DISCARD_AVOIDANCE != 0 and world.last_chop >= 0:
        return 2
    return 1 if world.early != 0 else 0


@kernel
def is_stall(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    target: int,
    clue: int,
    fresh: int,
    focus: int,
    chop: int,
    tokens: int,
) -> bool:
    """Return whether a clue only passes the time: a 5 Stall, or what a pressed giver says."""
    place = table.order[target, focus]
    if world.should[place] & world.coming != 0 and is_subset(world.should[place], world.coming):
        return False
    hard = severity(table, world, conv, giver, tokens)
    if hard == 0 or focus == chop:
        return False
    if conv & FIVE_STALL != 0 and kind_of(clue) == CLUE_RANK and value_of(clue) == 5:
        if fresh != 0 and world.should[place] & world.coming == 0:
            world.used |= FIVE_STALL
            return True
    if hard >= 3 and fresh == 0:
        world.used |= STALL_SEVERITY
        return world.should[place] & world.coming == 0
    return False
