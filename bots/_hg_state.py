"""What a follower of conventions remembers: for each card what it can be, should be, and its state.

A seat keeps one such record, `now`, through its own eyes: what it sees of others' hands decides
which finesse it believes in. To weigh a clue it reads the clue in a second one, `trial`, through
the eyes of every seat that would read it. Cards are named by their place in the deck.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from hanabi_arena.kernels import Grid, Row, Table, kernel, lowest_of

# States of a card; bits.
CLUED, FINESSED, CHOP_MOVED, TRASH, FOCUSED, RESET, DOUBTED = (1 << bit for bit in range(7))
SAVED = CLUED | FINESSED | CHOP_MOVED
"""What keeps a card off the chop."""

# Steps that lead to a clued card.
KNOWN_PLAY, PROMPTED, BLIND, LAYER, BLUFF = range(5)

WAITS = 12
STEPS = 5

WORLD = np.dtype(
    [
        ("could", np.int32, (60,)),
        ("should", np.int32, (60,)),
        ("lock", np.int32, (60,)),
        ("old", np.int32, (60,)),
        ("state", np.int16, (60,)),
        ("since", np.int16, (60,)),
        ("by", np.int8, (60,)),
        ("hypo", np.int8, (6,)),
        ("reach", np.int32),
        ("coming", np.int32),
        ("own_plays", np.int32),
        ("used", np.int64),
        ("eyes", np.int8),
        ("early", np.int8),
        ("last_chop", np.int8),
        ("turn", np.int16),
        ("barred", np.int8),
        ("also", np.int8),
        ("twos", np.int8),
        ("longest", np.int8),
        ("deepest", np.int8),
        ("reading", np.int8),
        ("focus", np.int8),
        ("fresh", np.int16),
        ("wait_on", np.int8, (WAITS,)),
        ("wait_giver", np.int8, (WAITS,)),
        ("wait_target", np.int8, (WAITS,)),
        ("wait_focus", np.int8, (WAITS,)),
        ("wait_card", np.int8, (WAITS,)),
        ("wait_turn", np.int16, (WAITS,)),
        ("wait_steps", np.int8, (WAITS,)),
        ("wait_at", np.int8, (WAITS,)),
        ("wait_kind", np.int8, (WAITS, STEPS)),
        ("wait_seat", np.int8, (WAITS, STEPS)),
        ("wait_place", np.int8, (WAITS, STEPS)),
        ("wait_need", np.int8, (WAITS, STEPS)),
        ("steps", np.int8),
        ("blind", np.int8),
        ("step_kind", np.int8, (STEPS,)),
        ("step_seat", np.int8, (STEPS,)),
        ("step_place", np.int8, (STEPS,)),
        ("step_need", np.int8, (STEPS,)),
    ],
    align=True,
)


class World(Protocol):
    """The fields of WORLD, as kernels see them."""

    could: Row  #: by place in the deck: what the clues leave open, with public counting
    should: Row  #: what the conventions say it is; a part of `could` unless somebody slipped
    lock: Row  #: what a clue promised it to be, 0 for nothing
    old: Row  #: what it should have been before a finesse called it
    state: Row  #: its state
    since: Row  #: the turn in which it was first touched or called
    by: Row  #: the seat that first touched it
    hypo: Row  #: by suit: the stack after all plays that are known
    reach: int  #: mask: playable now, or after known plays
    coming: int  #: mask: next on the stacks after all known plays
    own_plays: int  #: what the known plays of `eyes` whose identity it does not know may be
    used: int  #: conventions that the last reading rests on, as bits
    eyes: int  #: the seat through whose eyes this is
    early: int  #: 1 until the first card is discarded from chop
    last_chop: int  #: the identity discarded from chop in the turn before, -1 if none was
    also: int  #: the seat that is looked at last for a connection, though it does not see its hand
    barred: int  #: mask of the seats that have shown not to be called
    twos: int  #: settings of the conventions
    longest: int
    deepest: int
    turn: int  #: the turn of the action that is being read
    reading: int  #: how the last clue was read
    focus: int  #: place of the last clue's focus
    fresh: int  #: mask of the slots that the last clue touched for the first time
    wait_on: Row  #: waiting connections: 1 while it may come true, 2 if it does for sure
    wait_giver: Row
    wait_target: Row
    wait_focus: Row
    wait_card: Row  #: what the focus is if the steps come true
    wait_turn: Row
    wait_steps: Row
    wait_at: Row  #: the step that is due
    wait_kind: Grid
    wait_seat: Grid
    wait_place: Grid
    wait_need: Grid
    steps: int  #: the connection that was found last
    blind: int
    step_kind: Row
    step_seat: Row
    step_place: Row
    step_need: Row


MEMORY = (
    ("now", WORLD),
    ("trial", WORLD),
    ("guess", np.int32, (6, 6)),
    ("gone", np.int32, (6,)),
    ("held", np.int32, (6,)),
    ("named", np.int32, (6,)),
    ("worth", np.float32, (72,)),
    ("talk", np.int32),
)


class Notes(Protocol):
    """A seat's memory: its world, a world to try clues in, and scratch for its turn."""

    now: World
    trial: World
    guess: Grid  #: by seat and slot: what the holder takes its card for, as far as one can tell
    gone: Row  #: by seat: mask of the identities of which it sees every copy
    held: Row  #: by seat: mask of the identities that are touched in its hand
    named: Row  #: by seat: those of them that it knows itself
    worth: Any  #: by seat and number of a clue: what it is worth
    talk: int  #: what it declared itself


@kernel
def start_world(table: Table, world: World, eyes: int) -> None:
    """Start with nothing known."""
    everything = (1 << table.suits * 5) - 1
    for place in range(table.cards):
        world.could[place] = everything
        world.should[place] = everything
    world.eyes = eyes
    world.early = 1
    world.last_chop = -1


@kernel
def copy_world(table: Table, into: World, out_of: World) -> None:
    """Copy what is known of the cards in hand, and the connections that are waited for."""
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            place = table.order[seat, slot]
            into.could[place] = out_of.could[place]
            into.should[place] = out_of.should[place]
            into.lock[place] = out_of.lock[place]
            into.old[place] = out_of.old[place]
            into.state[place] = out_of.state[place]
            into.since[place] = out_of.since[place]
            into.by[place] = out_of.by[place]
    into.twos = out_of.twos
    into.longest = out_of.longest
    into.deepest = out_of.deepest
    into.early = out_of.early
    into.last_chop = out_of.last_chop
    for wait in range(WAITS):
        into.wait_on[wait] = out_of.wait_on[wait]
        if out_of.wait_on[wait] != 0:
            into.wait_giver[wait] = out_of.wait_giver[wait]
            into.wait_target[wait] = out_of.wait_target[wait]
            into.wait_focus[wait] = out_of.wait_focus[wait]
            into.wait_card[wait] = out_of.wait_card[wait]
            into.wait_turn[wait] = out_of.wait_turn[wait]
            into.wait_steps[wait] = out_of.wait_steps[wait]
            into.wait_at[wait] = out_of.wait_at[wait]
            for step in range(out_of.wait_steps[wait]):
                into.wait_kind[wait, step] = out_of.wait_kind[wait, step]
                into.wait_seat[wait, step] = out_of.wait_seat[wait, step]
                into.wait_place[wait, step] = out_of.wait_place[wait, step]
                into.wait_need[wait, step] = out_of.wait_need[wait, step]


@kernel
def is_one(mask: int) -> bool:
    """Return whether a set has exactly one identity."""
    return mask != 0 and mask & mask - 1 == 0


@kernel
def seen(table: Table, world: World, seat: int, slot: int) -> int:
    """Return a card if `eyes` sees it, or knows it by what it should be; else -1."""
    if seat != world.eyes and table.hands[seat, slot] >= 0:
        return table.hands[seat, slot]
    should = world.should[table.order[seat, slot]]
    return lowest_of(should) if is_one(should) else -1


@kernel
def slot_of_place(table: Table, seat: int, place: int) -> int:
    """Return the slot in which a seat holds a card; -1 if it does not."""
    for slot in range(table.hand_count[seat]):
        if table.order[seat, slot] == place:
            return slot
    return -1


@kernel
def has(world: World, place: int, flag: int) -> bool:
    """Return whether a card is in one of these states."""
    return world.state[place] & flag != 0


@kernel
def mark(world: World, place: int, flag: int) -> None:
    """Put a card into a state."""
    world.state[place] |= flag


@kernel
def unmark(world: World, place: int, flag: int) -> None:
    """Take a card out of a state."""
    world.state[place] &= ~flag


@kernel
def turns_until(table: Table, seat: int, other: int) -> int:
    """Return how many turns after `seat` the turn of `other` comes: 1 for the next seat."""
    distance = other - seat
    return distance if distance > 0 else distance + table.players
