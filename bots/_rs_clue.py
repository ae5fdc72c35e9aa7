"""How the Referential Sieve reads a clue: it speaks of the cards beside those that it touches."""

from __future__ import annotations

from hanabi_arena.kernels import Table, is_in, kernel

from ._rs_state import (
    CALLED_DISCARD,
    CALLED_PLAY,
    KEPT,
    NOTHING,
    PLAY,
    TRASH,
    World,
    reach_of,
    settle,
    slots_known,
)
from ._rs_switches import (
    FILL_IN,
    LOADED_PLAY,
    LOCK,
    RECLUE,
    REFERENTIAL_DISCARD,
    REFERENTIAL_PLAY,
    STALL,
    TRASH_PUSH,
)


@kernel
def touch_hand(table: Table, world: World, target: int, touch: int, touched: int) -> int:
    """Note what a clue says by itself; return the mask of the slots that it touches first.

    A card that was called to be discarded and is touched has been taken back.
    """
    fresh = 0
    for slot in range(table.hand_count[target]):
        place = table.order[target, slot]
        if is_in(slot, touched):
            if world.touched[place] == 0:
                fresh |= 1 << slot
            world.touched[place] = 1
            world.could[place] &= touch
            if world.call[place] == CALLED_DISCARD:
                world.call[place] = NOTHING
        else:
            world.could[place] &= ~touch
    return fresh


@kernel
def call_play(table: Table, world: World, target: int, slot: int) -> None:
    """Call a card to be played: it is playable, or will be when its turn comes."""
    place = table.order[target, slot]
    world.calls += 1
    world.should[place] = world.could[place] & reach_of(table, world, world.calls)
    world.call[place] = CALLED_PLAY
    world.since[place] = world.calls


@kernel
def beside(table: Table, world: World, target: int, open_slots: int, fresh: int, step: int) -> int:
    """Return the slot that a clue calls: the next in a direction from the first of the new ones.

    `step` is 1 for the left (newer), -1 for the right. The card at that end of the hand comes last
    among the new ones, and what is beside it is at the other end. Cards that nobody can mean, since
    they are not playable for sure or called already, are passed over. -1 if nothing is left.
    """
    held = table.hand_count[target]
    end = -1
    focus = -1
    for place in range(held):
        slot = held - 1 - place if step > 0 else place
        if is_in(slot, open_slots):
            if end < 0:
                end = slot
            if is_in(slot, fresh) and (focus < 0 or focus == end):
                focus = slot
    reach = reach_of(table, world, world.calls + 1)
    for ahead in range(1, held + 1):
        slot = (focus + step * ahead + 2 * held) % held
        place = table.order[target, slot]
        if is_in(slot, open_slots) and world.call[place] in (NOTHING, KEPT):
            if world.known[target, slot] != TRASH and world.could[place] & reach != 0:
                return slot
    return -1


@kernel
def call_discard(
    table: Table, world: World, conv: int, target: int, fresh: int, full: bool
) -> None:
    """Call the card on the right of the newest new one to be discarded; if there is none, lock."""
    focus = 5
    while not is_in(focus, fresh):
        focus -= 1
    for ahead in range(1, focus + 1):
        place = table.order[target, focus - ahead]
        if world.touched[place] == 0 and world.call[place] in (NOTHING, KEPT):
            world.used |= REFERENTIAL_DISCARD
            if conv & REFERENTIAL_DISCARD != 0:
                world.calls += 1
                world.call[place] = CALLED_DISCARD
                world.since[place] = world.calls
            return
    if full and conv & STALL != 0:
        world.used |= STALL
        return
    world.used |= LOCK
    if conv & LOCK != 0:
        for slot in range(table.hand_count[target]):
            place = table.order[target, slot]
            if world.call[place] == NOTHING:
                world.call[place] = KEPT


@kernel
def read_clue(
    table: Table,
    world: World,
    conv: int,
    target: int,
    touch: int,
    touched: int,
    by_rank: bool,
    full: bool,
    speaking: bool,
) -> None:
    """Read a clue in a world that knows nothing of it yet.

    `touch` holds the identities that the clue touches, `touched` the slots; `full` says that its
    giver could not discard; `speaking` that giver and target agree on these conventions.
    """
    world.used = 0
    plays = slots_known(table, world, target, PLAY, PLAY)
    safe = slots_known(table, world, target, PLAY, TRASH)
    open_slots = 0
    for slot in range(table.hand_count[target]):
        if world.touched[table.order[target, slot]] == 0:
            open_slots |= 1 << slot
        if is_in(slot, touched) and world.call[table.order[target, slot]] == CALLED_DISCARD:
            safe &= ~(1 << slot)
    fresh = touch_hand(table, world, target, touch, touched)
    settle(table, world, conv)
    if not speaking:
        return
    plays_now = slots_known(table, world, target, PLAY, PLAY)
    trash_now = slots_known(table, world, target, TRASH, TRASH)
    told = (plays_now | trash_now) & ~safe
    if not by_rank:
        told &= ~fresh
    if fresh == 0 or (conv & FILL_IN != 0 and fresh & ~trash_now != 0):
        if plays & ~plays_now != 0 or told != 0:
            world.used |= FILL_IN
            return
    slot = -1
    if fresh == 0:
        if full or touched == 0:
            world.used |= STALL
            return
        newest = 5
        while not is_in(newest, touched):
            newest -= 1
        world.used |= RECLUE
        if conv & RECLUE != 0 and world.could[table.order[target, newest]] & table.playable != 0:
            slot = newest
    elif fresh & ~trash_now == 0 and conv & TRASH_PUSH != 0:
        world.used |= TRASH_PUSH
        slot = beside(table, world, target, open_slots, fresh, 1)
    elif not by_rank:
        world.used |= REFERENTIAL_PLAY
        if conv & REFERENTIAL_PLAY != 0:
            slot = beside(table, world, target, open_slots, fresh, 1)
    elif safe != 0 and conv & LOADED_PLAY != 0:
        world.used |= LOADED_PLAY
        if not full:
            slot = beside(table, world, target, open_slots, fresh, -1)
    else:
        call_discard(table, world, conv, target, fresh, full)
    if slot >= 0:
        call_play(table, world, target, slot)
    settle(table, world, conv)
