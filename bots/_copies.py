"""How many copies of each identity are left, in three masks; and odds by counting copies.

Identities have three copies at most. `one` holds those with at least one copy left, `two` those
with two or more, `three` those with three. So the copies left of all the identities in a set are
three counts of bits, and what a card can be needs no table of its own: it is a mask, and its odds
are those of the copies that are left.
"""

from __future__ import annotations

from typing import Protocol

from hanabi_arena.kernels import Table, kernel, size_of

ODDS = 1 << 40
"""Certainty. Odds are whole numbers; those of copies differ by far more than the fractions lost."""


class Copies(Protocol):
    """The copies that are neither on a stack nor in the discard pile."""

    one: int  #: mask of the identities with a copy left
    two: int  #: mask of the identities with two copies left, or more
    three: int  #: mask of the identities with three copies left


FIELDS = (("one", "i8"), ("two", "i8"), ("three", "i8"))
"""Fields of the memory record."""


@kernel
def count_all(table: Table, copies: Copies) -> None:
    """Start counting: all the cards of the game."""
    copies.one = 0
    copies.two = 0
    copies.three = 0
    for identity in range(table.suits * 5):
        bit = 1 << identity
        number = table.copies[identity]
        copies.one |= bit if number > 0 else 0
        copies.two |= bit if number > 1 else 0
        copies.three |= bit if number > 2 else 0


@kernel
def count_out(copies: Copies, identity: int) -> None:
    """Take away a copy of an identity."""
    bit = 1 << identity
    if copies.three & bit:
        copies.three &= ~bit
    elif copies.two & bit:
        copies.two &= ~bit
    else:
        copies.one &= ~bit


@kernel
def unseen_copies(table: Table, copies: Copies) -> tuple[int, int, int]:
    """Return the three masks for the copies that a seat does not see in others' hands either."""
    one = copies.one
    two = copies.two
    three = copies.three
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            card = table.hands[seat, slot]
            if card >= 0:
                bit = 1 << card
                taken = bit & three
                three ^= taken
                bit ^= taken
                taken = bit & two
                two ^= taken
                one &= ~(bit ^ taken)
    return one, two, three


@kernel
def copies_in(mask: int, one: int, two: int, three: int) -> int:
    """Return how many copies are left of all the identities in a set."""
    return size_of(mask & one) + size_of(mask & two) + size_of(mask & three)


@kernel
def odds_of(mask: int, goal: int, one: int, two: int, three: int) -> int:
    """Return how likely a card is to belong to a set, out of ODDS; 0 if it can be nothing."""
    total = copies_in(mask, one, two, three)
    if total == 0:
        return 0
    return copies_in(mask & goal, one, two, three) * ODDS // total
