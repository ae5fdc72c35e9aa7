"""What a follower of the Referential Sieve remembers: a model of the table that is public.

It rests on what every seat sees alike: clues, plays, discards. So all seats that agree keep the
same one, and who weighs a clue reads it in a copy, exactly as its receiver will. Cards are named by
their place in the deck; a hand's newest card is on its left, in the highest slot.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from hanabi_arena.kernels import Grid, Row, Table, is_subset, kernel

from ._rs_switches import GOOD_TOUCH

NOTHING, CALLED_PLAY, CALLED_DISCARD, KEPT = range(4)
"""What a card has been called to."""
UNKNOWN, PLAY, TRASH = range(3)
"""What everybody knows of a card: nothing, that it can be played, that it can go."""

WORLD = np.dtype(
    [
        ("could", np.int32, (60,)),
        ("should", np.int32, (60,)),
        ("since", np.int16, (60,)),
        ("call", np.int8, (60,)),
        ("touched", np.int8, (60,)),
        ("read", np.int32, (6, 6)),
        ("known", np.int8, (6, 6)),
        ("used", np.int32),
        ("calls", np.int16),
        ("chops", np.int8),
        ("worth", np.float32, (1,)),
    ],
    align=True,
)


class World(Protocol):
    """The fields of WORLD, as kernels see them."""

    could: Row  #: by place in the deck: what the clues leave open
    should: Row  #: what a call to play promised it to be
    since: Row  #: the number of the call: who called first plays first
    call: Row  #: what it has been called to
    touched: Row  #: 1 once a clue has touched it
    read: Grid  #: by seat and slot: what everybody takes the card for
    known: Grid  #: by seat and slot: UNKNOWN, PLAY or TRASH
    used: int  #: the conventions that the last reading rests on, as bits
    calls: int  #: how many calls there have been
    chops: int  #: 1 if it is agreed what is discarded for want of better
    worth: Any  #: what the best clue is worth


MEMORY = np.dtype([("now", WORLD), ("trial", WORLD), ("talk", np.int32)], align=True)


class Notes(Protocol):
    """A seat's memory."""

    now: World
    trial: World
    talk: int  #: what it declared itself


@kernel
def start_world(table: Table, world: World) -> None:
    """Start with nothing known."""
    for place in range(table.cards):
        world.could[place] = (1 << table.suits * 5) - 1


@kernel
def copy_world(table: Table, into: World, out_of: World) -> None:
    """Copy what is known of the cards in hand."""
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            place = table.order[seat, slot]
            into.could[place] = out_of.could[place]
            into.should[place] = out_of.should[place]
            into.since[place] = out_of.since[place]
            into.call[place] = out_of.call[place]
            into.touched[place] = out_of.touched[place]
            into.read[seat, slot] = out_of.read[seat, slot]
            into.known[seat, slot] = out_of.known[seat, slot]
    into.used = out_of.used
    into.calls = out_of.calls
    into.chops = out_of.chops


@kernel
def is_one(mask: int) -> bool:
    """Return whether a set has exactly one identity."""
    return mask != 0 and mask & mask - 1 == 0


@kernel
def next_ranks(table: Table, cards: int) -> int:
    """Return the cards that come next after these, each on its own stack."""
    fives = 0
    for suit in range(table.suits):
        fives |= 1 << suit * 5 + 4
    return (cards & ~fives) << 1


@kernel
def gone_mask(table: Table) -> int:
    """Return the identities of which every copy has been played or discarded."""
    gone = 0
    for identity in range(table.suits * 5):
        played = table.stacks[identity // 5] > identity % 5
        if table.copies[identity] <= table.discards[identity] + played:
            gone |= 1 << identity
    return gone


@kernel
def reach_of(table: Table, world: World, before: int) -> int:
    """Return what can be played now, or once other cards that are known to be playable have been.

    Of the cards that were called to be played, those count that were called before number `before`.
    """
    reach = table.playable
    for _ in range(3):
        so_far = reach
        for seat in range(table.players):
            for slot in range(table.hand_count[seat]):
                place = table.order[seat, slot]
                read = world.read[seat, slot]
                if world.call[place] == CALLED_PLAY:
                    if world.since[place] < before:
                        reach |= next_ranks(table, read & reach)
                elif is_subset(read, reach):
                    reach |= next_ranks(table, read)
        if reach == so_far:
            break
    return reach


@kernel
def settle(table: Table, world: World, conv: int) -> None:
    """Work out what everybody knows of every card; drop the calls that can't be meant any more.

    With one strike left, nobody relies on good touch any more: a slip would end the game.
    """
    gone = gone_mask(table)
    trusting = conv & GOOD_TOUCH != 0 and table.strikes + 1 < table.max_strikes
    named = 0
    named_twice = 0
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            place = table.order[seat, slot]
            read = world.could[place] & ~gone
            if world.call[place] == CALLED_PLAY and read & world.should[place] & ~table.dead != 0:
                read &= world.should[place] & ~table.dead
            world.read[seat, slot] = read if read != 0 else world.could[place]
            if is_one(read) and (world.touched[place] != 0 or world.call[place] == CALLED_PLAY):
                named_twice |= named & read
                named |= read
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            place = table.order[seat, slot]
            read = world.read[seat, slot]
            taken = named_twice if is_one(read) else named
            called = world.call[place] == CALLED_PLAY
            kept = trusting and (world.touched[place] != 0 or called)
            if called:
                wanted = read & reach_of(table, world, world.since[place])
                if wanted & ~taken != 0:
                    wanted &= ~taken
                if wanted == 0:  # what it was called for has been played by another card
                    world.call[place] = NOTHING
                    called = False
                    read = world.could[place] & ~gone
                    read = read if read != 0 else world.could[place]
                else:
                    read = wanted
            if kept and read & ~(table.dead | taken) != 0:
                read &= ~(table.dead | taken)
            world.read[seat, slot] = read
            known = UNKNOWN
            if is_subset(read, table.dead) or (kept and is_subset(read, table.dead | taken)):
                known = TRASH
            elif is_subset(read, table.playable) or (called and read & table.playable != 0):
                known = PLAY
            elif world.call[place] == CALLED_DISCARD:
                known = TRASH
            world.known[seat, slot] = known


@kernel
def slots_known(table: Table, world: World, seat: int, least: int, most: int) -> int:
    """Return the mask of the slots of a seat that are known as `least` to `most`."""
    slots = 0
    for slot in range(table.hand_count[seat]):
        if least <= world.known[seat, slot] <= most:
            slots |= 1 << slot
    return slots


@kernel
def next_play(table: Table, world: World, seat: int) -> int:
    """Return the slot that a seat plays next by what everybody knows; -1 if there is none.

    Calls come first, in their order; then the lowest card, the newest of equals.
    """
    best = -1
    least = 1 << 30
    for slot in range(table.hand_count[seat]):
        if world.known[seat, slot] != PLAY:
            continue
        place = table.order[seat, slot]
        rank = 1000
        for identity in range(table.suits * 5):
            if world.read[seat, slot] >> identity & 1:
                rank = min(rank, identity % 5)
        order = world.since[place] if world.call[place] == CALLED_PLAY else 1000 + rank
        if order <= least:
            least = order
            best = slot
    return best


@kernel
def next_trash(table: Table, world: World, seat: int) -> int:
    """Return the slot that a seat may discard by what everybody knows, calls first; or -1."""
    best = -1
    for slot in range(table.hand_count[seat]):
        if world.known[seat, slot] == TRASH:
            if best < 0 or world.call[table.order[seat, slot]] == CALLED_DISCARD:
                best = slot
    return best


@kernel
def chop_of(table: Table, world: World, seat: int) -> int:
    """Return the slot of a hand's newest card that is neither clued nor called; -1 if none is.

    There is none either where a chop is not agreed on.
    """
    if world.chops == 0:
        return -1
    for place in range(table.hand_count[seat]):
        slot = table.hand_count[seat] - 1 - place
        card = table.order[seat, slot]
        if world.touched[card] == 0 and world.call[card] == NOTHING:
            return slot
    return -1
