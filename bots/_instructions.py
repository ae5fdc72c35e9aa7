"""Instructions by hat guessing, and who knows what of them.

An instruction is a number: 0 to clue, 1 + slot to play, 1 + hand size + slot to discard. A clue
covers all seats that wait for none already; those that do, act before them. The seats that a clue
covers are its block. All but the block's first seat get the standard instruction, which everybody
who sees the hand can work out: from the last seat to the first, so that nobody is told to play what
a later seat of the block plays. What the first seat is told is up to the giver.

A seat reads its own instruction on its turn: it knows those of the later seats of its block, and
those of the earlier ones by what they did. Who was told to play, plays. Who was not, was told what
`unless_playing` says, whatever it did then; so it is free to clue rather than discard, or to
discard where it cannot clue. Only the block's first seat has to do exactly what it was told.
"""

from __future__ import annotations

from typing import Protocol

from hanabi_arena.kernels import (
    DISCARD,
    Event,
    Row,
    Table,
    is_in,
    kernel,
    kind_of,
    rank_of,
    slot_of,
    target_of,
)

from ._alphabet import FIELDS as ALPHABET_FIELDS
from ._alphabet import Alphabet
from ._hats import FIELDS as HAT_FIELDS

CLUES = 8
HIGHER_RANKS = 0b11110_11110_11110_11110_11110_11110


class Instructions(Alphabet, Protocol):
    """What a seat keeps of clues that wait to be followed."""

    talking: int  #: 1 where every seat has declared the same
    clues: int  #: how many clues there have been
    block: Row  #: by seat: the number of the clue that covers it, 0 if it waits for none
    message: Row  #: by a clue's number: the sum of the instructions
    modulus: Row  #: by a clue's number: how many messages there were
    front: int  #: the number of the clue whose block is acting
    first: int  #: the first seat of that block
    told: Row  #: by seat: what it is told; if it acts before oneself: what unless it plays
    rest: int  #: the message without what is known of it; on one's turn, one's own instruction
    meant: Row  #: by seat: what one has told it oneself

    playable: int  #: scratch: mask of the identities that instructions take for playable
    played: int  #: scratch: mask of those that they take for played


FIELDS = (
    *HAT_FIELDS,
    *ALPHABET_FIELDS,
    ("talking", "i8"),
    ("clues", "i8"),
    ("block", "i8", (6,)),
    ("message", "i8", (CLUES,)),
    ("modulus", "i8", (CLUES,)),
    ("front", "i8"),
    ("first", "i8"),
    ("told", "i8", (6,)),
    ("rest", "i8"),
    ("meant", "i8", (6,)),
    ("playable", "i8"),
    ("played", "i8"),
)
"""Fields of the memory record."""


@kernel
def seat_after(table: Table, seat: int, turns: int) -> int:
    """Return the seat that is on turn so many turns after another."""
    return (seat + turns) % table.players


@kernel
def look_at_table(table: Table, notes: Instructions) -> None:
    """Make the stacks as they are those that instructions refer to."""
    notes.playable = table.playable
    notes.played = 0
    for suit in range(table.suits):
        notes.played |= (1 << table.stacks[suit]) - 1 << suit * 5


@kernel
def foresee_play(notes: Instructions, card: int) -> None:
    """Take a play of a playable card into account."""
    bit = 1 << card
    notes.played |= bit
    notes.playable = notes.playable & ~bit | bit << 1 & HIGHER_RANKS


@kernel
def playing_slot(table: Table, notes: Instructions, seat: int, modulus: int, claimed: int) -> int:
    """Return the slot of the lowest playable card that nobody claims; or -1."""
    best = -1
    best_rank = 6
    for slot in range(table.hand_count[seat]):
        card = table.hands[seat, slot]
        if is_in(card, notes.playable & ~claimed) and slot + 1 < modulus:
            if rank_of(card) < best_rank:
                best_rank = rank_of(card)
                best = slot
    return best


@kernel
def spare_slot(table: Table, notes: Instructions, seat: int, modulus: int) -> int:
    """Return the slot of a card that is played already, held twice, or claimed; or -1.

    For a seat that is not told to play, so that all its playable cards are claimed.
    """
    size = table.hand_size
    held = table.hand_count[seat]
    most = min(held, modulus - 1 - size)  # the slots of which it can be told
    for slot in range(most):
        if is_in(table.hands[seat, slot], notes.played):
            return slot
    for slot in range(most):
        for other in range(held):
            if other != slot and table.hands[seat, other] == table.hands[seat, slot]:
                return slot
    for slot in range(most):
        if is_in(table.hands[seat, slot], notes.playable):
            return slot
    return -1


@kernel
def unless_playing(table: Table, notes: Instructions, seat: int, modulus: int) -> int:
    """Return the standard instruction of a seat that is not told to play."""
    slot = spare_slot(table, notes, seat, modulus)
    return 0 if slot < 0 else 1 + table.hand_size + slot


@kernel
def standard(table: Table, notes: Instructions, seat: int, modulus: int, claimed: int) -> int:
    """Return the standard instruction of a seat, if later seats claim these identities."""
    slot = playing_slot(table, notes, seat, modulus, claimed)
    return slot + 1 if slot >= 0 else unless_playing(table, notes, seat, modulus)


@kernel
def claim(table: Table, seat: int, told: int) -> int:
    """Return the identity, as a mask, that a seat is told to play; 0 if it is not."""
    if 0 < told <= table.hand_size:
        return 1 << table.hands[seat, told - 1]
    return 0


@kernel
def read_block(table: Table, notes: Instructions, first: int) -> int:
    """Note what the seats of a block are told, as far as one can see it; return the rest.

    The rest of the message is one's own instruction and those of earlier seats. Who is in no block
    that acts now sees all.
    """
    number = notes.block[first]
    modulus = notes.modulus[number]
    rest = notes.message[number]
    count = 0
    while count < table.players and notes.block[seat_after(table, first, count)] == number:
        count += 1
    claimed = 0
    seen = True
    for place in range(count - 1, 0, -1):
        seat = seat_after(table, first, place)
        if seat == table.viewer:
            seen = False
        elif seen:
            notes.told[seat] = standard(table, notes, seat, modulus, claimed)
            rest -= notes.told[seat]
            claimed |= claim(table, seat, notes.told[seat])
        else:
            notes.told[seat] = unless_playing(table, notes, seat, modulus)
    if seen and first != table.viewer:
        notes.told[first] = rest % modulus
    return rest


@kernel
def done_instruction(table: Table, notes: Instructions, event: Event) -> int:
    """Return what a seat that acted before oneself in one's own block had been told."""
    if target_of(event.action) < 0 and kind_of(event.action) != DISCARD:
        return slot_of(event.action) + 1
    if event.seat != notes.first:
        return notes.told[event.seat]
    if target_of(event.action) >= 0 or notes.modulus[notes.front] <= 1 + table.hand_size:
        return 0  # with so few messages, nobody is ever told to discard
    return 1 + table.hand_size + slot_of(event.action)


@kernel
def follow(table: Table, notes: Instructions, event: Event, message: int, modulus: int) -> None:
    """Take note of an action; of a clue, with its message."""
    actor = event.seat
    me = table.viewer
    if notes.block[actor] != 0:
        if actor != me and notes.block[me] == notes.block[actor]:
            notes.rest -= done_instruction(table, notes, event)
        notes.block[actor] = 0
    if target_of(event.action) >= 0:
        notes.clues += 1
        number = notes.clues % (CLUES - 1) + 1
        notes.message[number] = message
        notes.modulus[number] = modulus
        for seat in range(table.players):
            if seat != actor and notes.block[seat] == 0:
                notes.block[seat] = number
    first = table.seat
    if notes.block[first] != notes.front:
        notes.front = notes.block[first]
        if notes.front != 0:
            notes.first = first
            look_at_table(table, notes)
            notes.rest = read_block(table, notes, first)
