"""What the rules of a rule list know of a card: what it can be, and how likely it is in a set."""

from __future__ import annotations

from typing import Any, Protocol

from hanabi_arena.kernels import (
    Event,
    Grid,
    Table,
    is_subset,
    kernel,
    lowest_of,
    size_of,
    slot_of,
)

RANK_ONES = 0b00001_00001_00001_00001_00001_00001
"""The mask of all 1s; shifted by a rank less one, that of all cards of the rank."""


class Notes(Protocol):
    """What a seat notes.

    The number of copies of an identity that it does not see on its turn is the identity's bit in
    `ones`, plus twice its bit in `twos`.
    """

    ones: int
    twos: int
    at: Grid  #: by seat and place in its hand, the slot of the card there; -1 for none
    random: Any


@kernel
def lay_out(table: Table, notes: Notes) -> None:
    """Note the dealt hands, each from the first place on."""
    for seat in range(table.players):
        for place in range(6):
            notes.at[seat, place] = place if place < table.hand_count[seat] else -1


@kernel
def note_gap(table: Table, notes: Notes, event: Event, by_age: bool) -> None:
    """Note a card that left a hand, and the one drawn: in the gap, or `by_age` in the last place.

    Without a draw there stays a gap, or `by_age` the last place empties.
    """
    gone = slot_of(event.action)
    if gone < 0:
        return
    seat = event.seat
    drawn = table.hand_count[seat] - 1 if event.drew != 0 else -1
    if by_age:
        if event.drew == 0:
            notes.at[seat, table.hand_count[seat]] = -1
        return
    for place in range(6):
        slot = notes.at[seat, place]
        if slot == gone:
            notes.at[seat, place] = drawn
        elif slot > gone:
            notes.at[seat, place] = slot - 1


@kernel
def note_unseen(table: Table, notes: Notes) -> None:
    """Note how many copies of each identity one does not see."""
    ones = 0
    twos = 0
    for identity in range(table.suits * 5):
        left = table.copies[identity] - table.discards[identity]
        left -= table.stacks[identity // 5] > identity % 5
        ones |= (left & 1) << identity
        twos |= (left >> 1) << identity
    for seat in range(table.players):
        if seat != table.seat:
            for slot in range(table.hand_count[seat]):
                bit = 1 << table.hands[seat, slot]
                twos ^= bit & ~ones  # a borrow from the upper bit
                ones ^= bit
    notes.ones = ones
    notes.twos = twos


@kernel
def open_to(table: Table, notes: Notes, slot: int) -> int:
    """Return the mask of what a card of one's own can be."""
    return table.possible[table.seat, slot] & (notes.ones | notes.twos)


@kernel
def chance(table: Table, notes: Notes, slot: int, goal: int) -> float:
    """Return the probability that a card of one's own is in a set, by the unseen copies."""
    possible = table.possible[table.seat, slot]
    every = size_of(possible & notes.ones) + 2 * size_of(possible & notes.twos)
    if every == 0:
        return 0.0
    within = possible & goal
    return (size_of(within & notes.ones) + 2 * size_of(within & notes.twos)) / every


@kernel
def likeliest(table: Table, notes: Notes, goal: int, least: float) -> int:
    """Return the slot likeliest in a set, the last of equals; -1 if none reaches `least`."""
    best = -1
    for place in range(table.hand_size):
        slot = notes.at[table.seat, place]
        if slot < 0:
            continue
        odds = chance(table, notes, slot, goal)
        if odds >= least:
            best = slot
            least = odds
    return best


@kernel
def single_rank(mask: int) -> int:
    """Return the rank that all identities of a set share; -1 if they have several, or are none."""
    if mask == 0:
        return -1
    rank = lowest_of(mask) % 5
    return rank + 1 if is_subset(mask, RANK_ONES << rank) else -1
