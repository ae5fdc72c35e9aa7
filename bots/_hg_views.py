"""Bookkeeping: what follows for all cards from what is known of some, and what will be played."""

from __future__ import annotations

from hanabi_arena.kernels import Table, is_in, is_subset, kernel, lowest_of

from ._hg_state import (
    CHOP_MOVED,
    CLUED,
    DOUBTED,
    FINESSED,
    FOCUSED,
    RESET,
    SAVED,
    TRASH,
    Notes,
    World,
    has,
    is_one,
    mark,
    seen,
    unmark,
)
from ._hg_switches import GOOD_TOUCH, INFORMATION_LOCK, SARCASTIC_DISCARD


@kernel
def promised_useful(conv: int, world: World, place: int) -> bool:
    """Return whether good touch speaks of a card: it is no trash, and no other one's twin."""
    return (
        conv & GOOD_TOUCH != 0
        and has(world, place, CLUED | FINESSED)
        and not has(world, place, TRASH | DOUBTED)
    )


@kernel
def played_mask(table: Table) -> int:
    """Return the mask of the identities that are on the stacks.

    A touched card is none of these; but it may have lost its use since it was touched.
    """
    mask = 0
    for suit in range(table.suits):
        mask |= ((1 << table.stacks[suit]) - 1) << suit * 5
    return mask


@kernel
def fall_back(table: Table, world: World, conv: int, place: int) -> int:
    """Return what is left to believe of a card when what it should be has become impossible."""
    could = world.could[place]
    locked = world.lock[place] & could & ~played_mask(table)
    if conv & INFORMATION_LOCK != 0 and locked != 0:
        return locked
    unmark(world, place, FINESSED)
    mark(world, place, RESET)
    world.lock[place] = 0
    wanted = could & ~played_mask(table)
    if conv & GOOD_TOUCH != 0 and has(world, place, CLUED) and wanted != 0:
        return could if has(world, place, TRASH | DOUBTED) else wanted
    return could


@kernel
def settle(table: Table, world: World, conv: int) -> None:
    """Count out what is accounted for, and what good touch excludes, until nothing changes."""
    one = 0
    two = 0
    three = 0
    for identity in range(table.suits * 5):
        left = table.copies[identity] - table.discards[identity]
        left -= table.stacks[identity // 5] > identity % 5
        bit = 1 << identity
        one |= bit if left > 0 else 0
        two |= bit if left > 1 else 0
        three |= bit if left > 2 else 0
    played = played_mask(table)
    for _ in range(3):
        changed = False
        still_one = one
        still_two = two
        still_three = three
        named = 0
        twins = 0
        for seat in range(table.players):
            for slot in range(table.hand_count[seat]):
                place = table.order[seat, slot]
                could = world.could[place]
                if is_one(could):
                    still_one &= ~(could & ~still_two)
                    still_two &= ~(could & ~still_three)
                    still_three &= ~could
                if has(world, place, CLUED | FINESSED) and is_one(world.should[place]):
                    twins |= named & world.should[place]
                    named |= world.should[place]
        for seat in range(table.players):
            for slot in range(table.hand_count[seat]):
                place = table.order[seat, slot]
                could = world.could[place]
                if not is_one(could) and could & still_one != 0 and could & ~still_one != 0:
                    could &= still_one
                    world.could[place] = could
                    changed = True
                before = world.should[place]
                after = before & could
                if promised_useful(conv, world, place):
                    after &= ~(played | (0 if is_one(before) else named))
                    if is_one(before) and before & twins and not is_one(could):
                        if not has(world, place, FOCUSED | FINESSED):
                            mark(world, place, DOUBTED)
                            after = could
                if after == 0:
                    after = fall_back(table, world, conv, place)
                if after != before:
                    world.should[place] = after
                    changed = True
        if not changed:
            return


@kernel
def plan(table: Table, world: World, giver: int) -> None:
    """Work out how far the stacks will have grown when all that is known to be playable is played.

    Through `eyes`: what others are about to play counts as what it is. Only the giver of a clue
    that is about to be read (-1 for none) counts on its own cards for what they should be.
    """
    for suit in range(table.suits):
        world.hypo[suit] = table.stacks[suit]
    reach = table.playable
    coming = table.playable
    own = 0
    counted = 0
    changed = True
    while changed:
        changed = False
        for seat in range(table.players):
            for slot in range(table.hand_count[seat]):
                bit = 1 << seat * 6 + slot
                place = table.order[seat, slot]
                should = world.should[place]
                if counted & bit or not is_subset(should, reach):
                    continue
                if not has(world, place, SAVED) and not is_subset(world.could[place], reach):
                    continue
                if has(world, place, CHOP_MOVED) and not has(world, place, CLUED | FINESSED):
                    if not is_subset(world.could[place], reach):
                        continue
                counted |= bit
                changed = True
                identity = seen(table, world, seat, slot)
                if seat == giver:
                    identity = lowest_of(should) if is_one(should) else -1
                if identity < 0:
                    own |= should if seat == world.eyes else 0
                elif is_in(identity, coming & should):
                    suit = identity // 5
                    world.hypo[suit] += 1
                    coming &= ~(1 << identity)
                    if identity % 5 < 4 and not is_in(identity + 1, table.dead):
                        coming |= 1 << identity + 1
                        reach |= 1 << identity + 1
    world.reach = reach
    world.coming = coming
    world.own_plays = own


@kernel
def look(table: Table, notes: Notes, conv: int) -> None:
    """Work out what every holder takes its cards for, with all that it sees counted out."""
    world = notes.now
    for seat in range(table.players):
        held = 0
        named = 0
        for slot in range(table.hand_count[seat]):
            place = table.order[seat, slot]
            if has(world, place, CLUED | FINESSED):
                identity = seen(table, world, seat, slot)
                held |= 1 << identity if identity >= 0 else 0
                named |= world.should[place] if is_one(world.should[place]) else 0
        notes.held[seat] = held
        notes.named[seat] = named
    for seat in range(table.players):
        once = 0
        twice = 0
        thrice = 0
        for other in range(table.players):
            if other == seat:
                continue
            for slot in range(table.hand_count[other]):
                identity = seen(table, world, other, slot)
                if identity >= 0:
                    bit = 1 << identity
                    thrice |= twice & bit
                    twice |= once & bit
                    once |= bit
        gone = 0
        for identity in range(table.suits * 5):
            left = table.copies[identity] - table.discards[identity]
            left -= table.stacks[identity // 5] > identity % 5
            count = (once >> identity & 1) + (twice >> identity & 1) + (thrice >> identity & 1)
            gone |= (1 << identity) if left <= count else 0
        notes.gone[seat] = gone
        look_at_hand(table, notes, conv, seat)


@kernel
def held_elsewhere(table: Table, notes: Notes, seat: int, place: int) -> int:
    """Return the identities that who touched a card knew to be touched in other hands.

    It did not know its own ones but by what was said of them.
    """
    mask = 0
    for other in range(table.players):
        if other != seat:
            giver = other == notes.now.by[place]
            mask |= notes.named[other] if giver else notes.held[other]
    return mask


@kernel
def look_at_hand(table: Table, notes: Notes, conv: int, seat: int) -> None:
    """Fill in what a holder takes the cards of one hand for."""
    world = notes.now
    for slot in range(table.hand_count[seat]):
        place = table.order[seat, slot]
        should = world.should[place]
        guess = should & ~notes.gone[seat]
        if promised_useful(conv, world, place):
            wanted = guess & ~held_elsewhere(table, notes, seat, place)
            if wanted != 0:
                guess = wanted
        if guess == 0:
            could = world.could[place] & ~notes.gone[seat]
            guess = could if could != 0 else world.could[place]
        notes.guess[seat, slot] = guess


@kernel
def sure_play_slot(table: Table, notes: Notes, seat: int) -> int:
    """Return the slot of a card that its holder knows to be playable; -1 if there is none."""
    for slot in range(table.hand_count[seat]):
        if is_subset(notes.guess[seat, slot], table.playable):
            return slot
    return -1


@kernel
def is_useless(table: Table, notes: Notes, conv: int, seat: int, slot: int) -> bool:
    """Return whether a holder knows that its card is not needed: dead, or touched elsewhere."""
    view = notes.guess[seat, slot]
    if is_subset(view, table.dead) or has(notes.now, table.order[seat, slot], TRASH):
        return True
    if not is_one(view) or conv & SARCASTIC_DISCARD == 0:
        return False
    held = 0
    for other in range(table.players):
        held |= notes.held[other] if other != seat else 0
    return is_subset(view, held)


@kernel
def is_loaded(table: Table, notes: Notes, conv: int, seat: int) -> bool:
    """Return whether a seat has something to do without a clue: a sure play, or known trash."""
    for slot in range(table.hand_count[seat]):
        if is_subset(notes.guess[seat, slot], table.playable):
            return True
        if is_useless(table, notes, conv, seat, slot):
            return True
    return False


@kernel
def lowest_identity(mask: int) -> int:
    """Return the lowest identity of a set, -1 of an empty one."""
    return lowest_of(mask) if mask != 0 else -1
