"""The public record of `holmes` and `smart`: what each card can be, as all who speak alike know.

Each seat keeps the same record: for every card in every hand a set of identities, narrowed by what
clues say, by what the conventions make of them, and by counting out the cards that are revealed or
identified. A card is known to be playable, a last copy or dead if all its identities are.

The two bots read differently:

| | `holmes` | `smart` |
|---|---|---|
| a clue promises | all touched cards that may be playable | if it makes no play known: the newest |
| cards that a clue misses | nothing is learnt | they are not what it touches |
| the next discard | the oldest | the likeliest to be dead |
| a warning that may only pass the time | is a warning | only passes the time |

`duo` reads as `smart` does, but weighs the next discard: by copies, and last copies against it.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from hanabi_arena.kernels import (
    CLUE_RANK,
    Event,
    Row,
    Table,
    can_clue,
    clue_touch,
    is_in,
    is_subset,
    kernel,
    kind_of,
    next_seat,
    size_of,
    target_of,
)

from ._manners import is_stalling, speaks


class Beliefs(Protocol):
    """What a seat remembers: the public record, and `mine`, for its own turn only."""

    sets: Row  #: by a card's place in the deck: mask of what it can be
    one: int  #: mask of the identities of which one copy at least is not revealed
    two: int  #: of which two at least are not
    three: int  #: of which three are not
    critical: int  #: the last copies, as they were before the action that is being read
    due: int  #: place in the deck of what the next seat would discard; -1 if it needs no warning
    smart: int  #: 0 if the record is kept as `holmes` keeps it, 1 if as `smart` does, 2 if as `duo`
    mine: Row  #: by slot: mask of what one's own card can be, with all that one sees counted out


BELIEFS = (
    ("sets", np.int32, (60,)),
    ("one", np.int32),
    ("two", np.int32),
    ("three", np.int32),
    ("critical", np.int32),
    ("due", np.int32),
    ("smart", np.int32),
    ("mine", np.int32, (6,)),
)
"""The fields of that memory, the public ones first."""


@kernel
def start_record(table: Table, notes: Beliefs) -> None:
    """Start a record in which nothing is known."""
    everything = (1 << table.suits * 5) - 1
    for place in range(table.cards):
        notes.sets[place] = everything
    for identity in range(table.suits * 5):
        bit = 1 << identity
        notes.one |= bit
        if table.copies[identity] > 1:
            notes.two |= bit
        if table.copies[identity] > 2:
            notes.three |= bit
    look_ahead(table, notes)


@kernel
def believed(table: Table, notes: Beliefs, seat: int, slot: int) -> int:
    """Return what a card can be, by the record."""
    return notes.sets[table.order[seat, slot]]


@kernel
def narrow(table: Table, notes: Beliefs, seat: int, slot: int, goal: int) -> None:
    """Note that a card belongs to a set, if the record leaves that possible."""
    place = table.order[seat, slot]
    if notes.sets[place] & goal != 0:
        notes.sets[place] &= goal


@kernel
def may_be(mask: int, goal: int) -> bool:
    """Return whether a card with this set may belong to another set and may not."""
    return mask & goal != 0 and mask & ~goal != 0


@kernel
def is_identified(mask: int) -> bool:
    """Return whether a set has one identity only."""
    return mask & mask - 1 == 0


@kernel
def reveal(notes: Beliefs, card: int) -> None:
    """Count a card that was played or discarded."""
    bit = 1 << card
    if notes.three & bit:
        notes.three &= ~bit
    elif notes.two & bit:
        notes.two &= ~bit
    else:
        notes.one &= ~bit


@kernel
def settle(table: Table, notes: Beliefs) -> None:
    """Count out, from the cards that are not identified, those that are, until nothing changes."""
    changed = True
    while changed:
        changed = False
        one = notes.one
        two = notes.two
        three = notes.three
        for seat in range(table.players):
            for slot in range(table.hand_count[seat]):
                card = believed(table, notes, seat, slot)
                if is_identified(card):
                    one &= ~(card & ~two)
                    two &= ~(card & ~three)
                    three &= ~card
        for seat in range(table.players):
            for slot in range(table.hand_count[seat]):
                place = table.order[seat, slot]
                before = notes.sets[place]
                if is_identified(before) or is_subset(before, one):
                    continue
                after = before & one
                if after == 0:  # somebody broke a promise: what the clues say is left
                    after = table.possible[seat, slot] & one
                if after != 0:
                    notes.sets[place] = after
                    changed |= is_identified(after)


@kernel
def copies_left(notes: Beliefs, mask: int) -> int:
    """Return how many copies of the identities in a set are not revealed."""
    return size_of(mask & notes.one) + size_of(mask & notes.two) + size_of(mask & notes.three)


@kernel
def next_discard(table: Table, notes: Beliefs, seat: int) -> int:
    """Return the slot of the card that a seat would discard; -1 if it is going to do better.

    It is, if it knows of a play or of a dead card. What it knows to be a last copy it keeps.
    """
    found = -1
    most = 0
    size = 1
    for slot in range(table.hand_count[seat]):
        read = believed(table, notes, seat, slot)
        if is_subset(read, table.playable) or is_subset(read, table.dead):
            return -1
        if is_subset(read, table.critical):
            continue
        gain = size_of(read & table.dead) if notes.smart != 0 else 0
        total = size_of(read)
        if notes.smart == 2:
            gain = 5 * copies_left(notes, read & table.dead)
            gain -= 4 * copies_left(notes, read & table.critical)
            total = max(copies_left(notes, read), 1)
        if found < 0 or gain * size > most * total:
            found = slot
            most = gain
            size = total
    return found


@kernel
def look_ahead(table: Table, notes: Beliefs) -> None:
    """Note what the seat after the one on turn would discard, if that one could warn it."""
    notes.due = -1
    notes.critical = table.critical
    seat = next_seat(table, table.seat)
    if table.turns_left >= 0 or not can_clue(table):
        return
    if speaks(table, table.seat) and speaks(table, seat):
        slot = next_discard(table, notes, seat)
        if slot >= 0:
            notes.due = table.order[seat, slot]


@kernel
def due_slot(table: Table, notes: Beliefs, seat: int) -> int:
    """Return the slot of a seat's card that was noted as its next discard; -1 if none was."""
    if notes.due >= 0:
        for slot in range(table.hand_count[seat]):
            if table.order[seat, slot] == notes.due:
                return slot
    return -1


@kernel
def is_warning(table: Table, notes: Beliefs, clue: int, seat: int, touched: int) -> bool:
    """Return whether a clue says to keep the next discard: a rank that may make it a last copy."""
    if kind_of(clue) != CLUE_RANK:
        return False
    slot = due_slot(table, notes, seat)
    if slot < 0 or not is_in(slot, touched):
        return False
    return believed(table, notes, seat, slot) & clue_touch(table, clue) & table.critical != 0


@kernel
def promised_slots(table: Table, notes: Beliefs, seat: int, touched: int, touch: int) -> int:
    """Return the mask of the slots that a clue promises to be playable now."""
    promised = 0
    for slot in range(table.hand_count[seat]):
        before = believed(table, notes, seat, slot)
        if notes.smart == 0:
            if is_in(slot, touched) and before & table.playable != 0:
                promised |= 1 << slot
            continue
        after = before & touch if is_in(slot, touched) else before & ~touch
        if after != 0 and is_subset(after, table.playable) and may_be(before, table.playable):
            return 0  # the clue by itself makes a play known
        if is_in(slot, touched) and may_be(after, table.playable):
            promised = 1 << slot
    return promised


@kernel
def after_clue(
    table: Table, notes: Beliefs, seat: int, slot: int, touched: int, promised: int, touch: int
) -> int:
    """Return what a card can be after a clue; what it could be before if that leaves nothing."""
    before = believed(table, notes, seat, slot)
    after = before
    if is_in(slot, touched):
        after &= touch
        if is_in(slot, promised) and after & table.playable != 0:
            after &= table.playable
    elif notes.smart != 0:
        after &= ~touch
    return after if after != 0 else before


@kernel
def read_clue(table: Table, notes: Beliefs, event: Event) -> None:
    """Learn from a clue: a warning, or promises, or no more than it says."""
    seat = target_of(event.action)
    touch = clue_touch(table, event.action)
    promised = 0
    if speaks(table, seat) and speaks(table, event.seat):
        stalling = is_stalling(table, event)
        warning = is_warning(table, notes, event.action, seat, event.touched)
        if warning and not (stalling and notes.smart != 0):
            slot = due_slot(table, notes, seat)
            narrow(table, notes, seat, slot, touch & table.critical)
        elif not stalling:
            promised = promised_slots(table, notes, seat, event.touched, touch)
    for slot in range(table.hand_count[seat]):
        after = after_clue(table, notes, seat, slot, event.touched, promised, touch)
        if notes.smart != 0 and after & table.possible[seat, slot] == 0:
            after = table.possible[seat, slot]  # somebody broke a promise
        notes.sets[table.order[seat, slot]] = after
