"""What a clue says: to play, to save, to wait, or no more than the words."""

from __future__ import annotations

from hanabi_arena.kernels import (
    CLUE_RANK,
    Table,
    clue_touch,
    is_in,
    kernel,
    kind_of,
    lowest_of,
    value_of,
)

from ._hg_connect import FIVES, call_steps, connect, wait_for
from ._hg_focus import chop_slot, focus_slot, fresh_slots
from ._hg_moves import read_chop_move, read_tempo
from ._hg_stall import is_fix, is_stall
from ._hg_state import CLUED, FINESSED, FOCUSED, TRASH, World, has, is_one, mark, unmark
from ._hg_switches import FIX_CLUE, GOOD_TOUCH, PLAY_CLUE, SAVE_CLUE
from ._hg_views import settle

LITERAL, PLAY, SAVE, STALL, FIX, MOVE, UNCLEAR = range(7)
"""How a clue was read."""

TWOS = FIVES >> 3


@kernel
def take_literally(
    table: Table, world: World, conv: int, giver: int, target: int, touched: int, touch: int
) -> None:
    """Note what a clue says of every card: that it matches, or that it does not."""
    for slot in range(table.hand_count[target]):
        place = table.order[target, slot]
        mask = touch if is_in(slot, touched) else ~touch
        world.could[place] &= mask
        world.should[place] &= mask
        if is_in(slot, touched) and conv & GOOD_TOUCH != 0 and not has(world, place, CLUED):
            if world.should[place] & ~table.dead != 0:
                world.should[place] &= ~table.dead
        if is_in(slot, touched):
            if world.state[place] & (CLUED | FINESSED) == 0:
                world.since[place] = world.turn
                world.by[place] = giver
            mark(world, place, CLUED)


@kernel
def saves(table: Table, world: World, giver: int, target: int, clue: int, base: int) -> int:
    """Return which identities a clue on the chop would save.

    By rank fives, last copies, and twos that nobody else is seen to hold; by suit other last copies
    than fives.
    """
    if kind_of(clue) != CLUE_RANK:
        return base & table.critical & ~FIVES
    kept = base & (table.critical | FIVES)
    rank = value_of(clue)
    if rank == 2 and world.twos != 0:
        twos = base & TWOS
        for seat in range(table.players):
            if seat != target and seat != world.eyes and seat != giver:
                for slot in range(table.hand_count[seat]):
                    if table.hands[seat, slot] >= 0:
                        twos &= ~(1 << table.hands[seat, slot])
        kept |= twos
    return kept & ~table.dead


@kernel
def through_others(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    target: int,
    focus: int,
    rest: int,
) -> int:
    """Return which identities others could connect to, and wait for each of them."""
    found = 0
    world.also = -1
    while rest != 0:
        card = lowest_of(rest)
        rest &= rest - 1
        if connect(table, world, conv, giver, target, card) >= 0:
            found |= 1 << card
            wait_for(table, world, giver, target, focus, card)
    return found


@kernel
def through_oneself(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    target: int,
    focus: int,
    rest: int,
) -> int:
    """As the target: return what one's own cards connect to at the least cost, and call them."""
    least = 1000
    cards = rest
    world.also = target
    while cards != 0:
        card = lowest_of(cards)
        cards &= cards - 1
        cost = connect(table, world, conv, giver, target, card)
        if 0 <= cost < min(least, 20):  # one card of one's own at most
            least = cost
    found = 0
    used = world.used
    while rest != 0 and least < 1000:
        card = lowest_of(rest)
        rest &= rest - 1
        world.used = used
        if connect(table, world, conv, giver, target, card) == least:
            wait_for(table, world, giver, target, focus, card)
            call_steps(table, world, giver, found != 0)
            found |= 1 << card
    return found


@kernel
def read_as_target(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    focus: int,
    base: int,
    direct: int,
) -> int:
    """Return what the one who is clued takes the focus for; 0 if the clue makes no sense."""
    target = world.eyes
    rest = base & ~direct & ~table.dead & ~world.reach
    used = world.used
    found = through_others(table, world, conv, giver, target, focus, rest)
    if direct != 0:
        world.used = used
        return direct | found
    if is_one(found):
        connect(table, world, conv, giver, target, lowest_of(found))
        call_steps(table, world, giver, False)
    if found != 0:
        return found
    return through_oneself(table, world, conv, giver, target, focus, rest)


@kernel
def read_as_observer(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    target: int,
    focus: int,
    card: int,
    base: int,
    direct: int,
) -> int:
    """Return what a seat that sees the focus expects the target to take it for."""
    rest = base & ~direct & ~table.dead & ~world.reach
    used = world.used
    found = through_others(table, world, conv, giver, target, focus, rest & ~(1 << card))
    world.used = used
    if is_in(card, direct):
        return direct | found
    if not is_in(card, rest):
        return direct | found
    cost = connect(table, world, conv, giver, target, card)
    if cost < 0 and direct | found == 0:
        world.also = target
        cost = connect(table, world, conv, giver, target, card)
    if cost < 0 and world.eyes != giver:
        world.also = world.eyes
        cost = connect(table, world, conv, giver, target, card)
    if cost < 0:
        return direct | found
    wait_for(table, world, giver, target, focus, card)
    call_steps(table, world, giver, False)
    # Where it takes the target's own blind play, nothing else explained the clue.
    return 1 << card if world.also == target else direct | found | 1 << card


@kernel
def read_clue(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    target: int,
    clue: int,
    touched: int,
    tokens: int,
    speaking: bool,
) -> None:
    """Read a clue through `eyes`. `plan` has been called since the last action before it.

    `table` may be the one before or after the clue; `tokens` are those before it.
    """
    touch = clue_touch(table, clue)
    world.used = 0
    world.steps = 0
    world.blind = 0
    world.reading = LITERAL
    fresh = fresh_slots(table, world, target, touched)
    world.fresh = fresh
    focus = focus_slot(table, world, conv, target, touched)
    world.focus = table.order[target, focus] if focus >= 0 else -1
    chop = chop_slot(table, world, conv, target)
    if focus < 0 or not speaking:
        take_literally(table, world, conv, giver, target, touched, touch)
        settle(table, world, conv)
        return
    place = table.order[target, focus]
    before = world.should[place]
    newer = 0
    for slot in range(focus + 1, table.hand_count[target]):
        if has(world, table.order[target, slot], CLUED):
            newer |= world.should[table.order[target, slot]]
    fix = is_fix(table, world, conv, target, touched, touch, fresh)
    moved = read_chop_move(table, world, conv, giver, target, clue, touched, fresh, focus)
    take_literally(table, world, conv, giver, target, touched, touch)
    settle(table, world, conv)
    if fix:
        world.reading = FIX
        world.used |= FIX_CLUE
        return
    if moved:
        world.reading = MOVE
        return
    if is_stall(table, world, conv, giver, target, clue, fresh, focus, chop, tokens):
        world.reading = STALL
        return
    base = world.should[place]
    if fresh == 0 and is_one(before) and before == base:
        return
    on_chop = focus == chop and is_in(focus, fresh)
    direct = 0
    if conv & SAVE_CLUE != 0 and on_chop:
        direct |= saves(table, world, giver, target, clue, base)
        world.reading = SAVE
        world.used |= SAVE_CLUE
    if conv & PLAY_CLUE != 0:
        direct |= base & world.coming
        if world.reading == LITERAL:
            world.reading = PLAY
            world.used |= PLAY_CLUE
        card = int(table.hands[target, focus]) if world.eyes != target else -1
        if card < 0:
            meant = read_as_target(table, world, conv, giver, place, base, direct)
        else:
            meant = read_as_observer(table, world, conv, giver, target, place, card, base, direct)
        direct = meant
    if direct == 0:
        world.reading = UNCLEAR
        return
    mark(world, place, FOCUSED)
    unmark(world, place, TRASH)
    world.should[place] = direct
    world.lock[place] = direct
    settle(table, world, conv)
    if fresh == 0 and world.reading == PLAY and world.blind == 0:
        if world.should[place] & newer & ~FIVES == 0:  # else a prompt would have missed it
            read_tempo(table, world, conv, target, place, before)
