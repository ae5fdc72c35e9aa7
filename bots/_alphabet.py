"""Clues as symbols: what a message can be written with.

For each listener, in turn order, there are as many symbols as everybody knows that there are clues
to choose from. Symbols tell a rank clue from a suit clue, and whether the clue touches one card of
the hand, the reference slot. The message is the symbol's number among those of all listeners. With
empty clues any value may be clued at any time, so that each is a symbol of its own.
"""

from __future__ import annotations

from typing import Protocol

from hanabi_arena.kernels import (
    Event,
    Row,
    Table,
    is_in,
    is_subset,
    kernel,
    lowest_of,
    next_seat,
    rank_of,
    single_suit,
    target_of,
)

from ._clues import numbered_clue, numbered_touch, touched_slots
from ._copies import copies_in
from ._hats import Hats, public_mask

TOUCHING_RANK, TOUCHING_SUIT, MISSING, MISSING_SUIT = range(4)
"""Symbols; where there are three of them, MISSING is a clue of either kind."""


class Alphabet(Hats, Protocol):
    """What symbols there are at the moment, by the seat that a clue goes to."""

    covered: Row  #: by suit: mask of the cards that no suit clue touches without touching the suit
    symbols: Row  #: by seat: how many symbols clues to it can write
    reference: Row  #: by seat: the slot that its symbols refer to


FIELDS = (("covered", "i8", (6,)), ("symbols", "i8", (6,)), ("reference", "i8", (6,)))
"""Fields of the memory record, besides those of the hats."""


@kernel
def find_covered(table: Table, memory: Alphabet) -> None:
    """Find which suits no suit clue can touch without touching a suit as well."""
    for suit in range(table.suits):
        covered = 0
        clues = table.touched_by[suit * 5] & 0b111111
        for other in range(table.suits):
            if is_subset(table.touched_by[other * 5] & 0b111111, clues):
                covered |= 0b11111 << other * 5
        memory.covered[suit] = covered


@kernel
def reference_slot(table: Table, memory: Alphabet, seat: int) -> int:
    """Return the slot that clues point out: the first one of those with most left to learn."""
    best = 0
    most = -1
    for slot in range(table.hand_count[seat]):
        mask = public_mask(table, memory, seat, slot)
        unknown = 0
        if mask & (mask - 1) != 0 and not is_subset(mask, table.dead):
            rank = rank_of(lowest_of(mask))
            unknown = 1
            unknown += single_suit(mask) < 0
            unknown += not is_subset(mask, table.rank_touch[rank - 1])
        if unknown > most:
            most = unknown
            best = slot
    return best


@kernel
def all_may_be_in(table: Table, memory: Alphabet, seat: int, goal: int) -> bool:
    """Return whether for all that is public every card of a hand may belong to a set."""
    for slot in range(table.hand_count[seat]):
        if public_mask(table, memory, seat, slot) & goal == 0:
            return False
    return True


@kernel
def may_lack_symbol(table: Table, memory: Alphabet, seat: int, mask: int) -> bool:
    """Return whether it may be that all rank clues, or all suit clues, touch the reference slot.

    `mask` is what everybody knows of the card in that slot.
    """
    for rank in range(5):
        if all_may_be_in(table, memory, seat, table.rank_touch[rank]):
            return True
    for suit in range(table.suits):
        if mask & 0b11111 << suit * 5 and all_may_be_in(table, memory, seat, memory.covered[suit]):
            return True
    return False


@kernel
def may_lack_miss(table: Table, memory: Alphabet, seat: int, mask: int) -> bool:
    """Return whether it may be that every possible clue touches the reference slot."""
    held = table.hand_count[seat]
    if held > 3 and table.suit_clues == table.suits:
        return False  # such a hand would hold one identity only, and no identity has more copies
    while mask != 0:
        card = lowest_of(mask)
        mask &= mask - 1
        alike = memory.covered[card // 5] & table.rank_touch[card % 5]
        enough = copies_in(alike, memory.one, memory.two, memory.three) >= held
        if enough and all_may_be_in(table, memory, seat, alike):
            return True
    return False


@kernel
def find_symbols(table: Table, memory: Alphabet, giver: int) -> int:
    """Find the symbols that everybody knows the giver to have; return how many in all."""
    total = 0
    for seat in range(table.players):
        number = 0
        if seat != giver and table.hand_count[seat] > 0:
            if table.empty_clues != 0:
                number = table.suit_clues + 5
            else:
                slot = reference_slot(table, memory, seat)
                mask = public_mask(table, memory, seat, slot)
                memory.reference[seat] = slot
                number = 4
                if may_lack_symbol(table, memory, seat, mask):
                    number = 2 if may_lack_miss(table, memory, seat, mask) else 3
        memory.symbols[seat] = number
        total += number
    return total


@kernel
def symbol_of(table: Table, memory: Alphabet, seat: int, number: int, touched: int) -> int:
    """Return the symbol of a clue, by its number and the slots that it touches."""
    if table.empty_clues != 0:
        return number
    names_suit = number < table.suit_clues
    if is_in(memory.reference[seat], touched):
        return TOUCHING_SUIT if names_suit else TOUCHING_RANK
    return MISSING_SUIT if names_suit and memory.symbols[seat] == 4 else MISSING


@kernel
def message_of(table: Table, memory: Alphabet, event: Event) -> int:
    """Return the message of a clue; `find_symbols` has been called for its giver."""
    target = target_of(event.action)
    before = 0
    seat = next_seat(table, event.seat)
    while seat != target:
        before += memory.symbols[seat]
        seat = next_seat(table, seat)
    number = 0
    while numbered_clue(table, target, number) != event.action:
        number += 1
    return before + symbol_of(table, memory, target, number, event.touched)


@kernel
def gain(table: Table, memory: Alphabet, seat: int, touch: int, touched: int) -> float:
    """Return how much a clue narrows down the hand that is asked about.

    The product, over the cards of which something is left to learn, of how many times fewer copies
    they can be afterwards, and of two for each card that is settled.
    """
    product = 1.0
    for slot in range(table.hand_count[seat]):
        mask = memory.asked[slot]
        if mask & (mask - 1) == 0 or is_subset(mask, table.dead):
            continue
        after = mask & touch if is_in(slot, touched) else mask & ~touch
        before_copies = copies_in(mask, memory.one, memory.two, memory.three)
        after_copies = copies_in(after, memory.one, memory.two, memory.three)
        if after_copies > 0:
            product *= before_copies / after_copies
            if after & (after - 1) == 0 or is_subset(after, table.dead):
                product *= 2.0
    return product


@kernel
def best_clue(table: Table, memory: Alphabet, seat: int, symbol: int) -> int:
    """Return the clue to a seat that has this symbol and tells most besides; -1 without one.

    `asked` holds what everybody will know of the hand.
    """
    best = -1
    most = 0.0
    for number in range(table.suit_clues + 5):
        touch = numbered_touch(table, number)
        touched = touched_slots(table, seat, touch)
        if touched == 0 and table.empty_clues == 0:
            continue
        if symbol_of(table, memory, seat, number, touched) == symbol:
            told = gain(table, memory, seat, touch, touched)
            if told > most:
                most = told
                best = numbered_clue(table, seat, number)
    return best
