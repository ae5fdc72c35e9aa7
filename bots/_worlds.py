"""Deals that may be: draw one's own hand and the deck from the cards that one does not see."""

from __future__ import annotations

from typing import Any, Protocol

from hanabi_arena.kernels import (
    Row,
    Table,
    draw_below,
    is_in,
    kernel,
    lowest_of,
    size_of,
    unseen_counts,
)

TRIES = 8


class Worlds(Protocol):
    """A deal that may be, and what it is drawn from."""

    own: Row  #: by slot: what one's own card can be
    guess: Row  #: by slot: what it is in this deal
    deck: Row  #: the cards of the deck in this deal, the next one first
    counts: Row  #: scratch: how many copies of each identity are left to be dealt
    random: Any


FIELDS = (
    ("own", "i8", (6,)),
    ("guess", "i8", (6,)),
    ("deck", "i8", (60,)),
    ("counts", "i8", (30,)),
)
"""Fields of the memory record."""


@kernel
def draw_one(worlds: Worlds, mask: int) -> int:
    """Deal a card out of a set, every copy as likely as the others; -1 if none is left."""
    total = 0
    left = mask
    while left != 0:
        total += worlds.counts[lowest_of(left)]
        left &= left - 1
    if total == 0:
        return -1
    place = draw_below(worlds, total)
    card = -1
    while place >= 0:
        card = lowest_of(mask)
        mask &= mask - 1
        place -= worlds.counts[card]
    worlds.counts[card] -= 1
    return card


@kernel
def draw_hand(worlds: Worlds, held: int) -> bool:
    """Deal one's own hand, the cards that one knows most of first; return whether it came out."""
    done = 0
    for _ in range(held):
        slot = -1
        least = 31
        for other in range(held):
            size = size_of(worlds.own[other])
            if not is_in(other, done) and size < least:
                least = size
                slot = other
        card = draw_one(worlds, worlds.own[slot])
        if card < 0:
            return False
        worlds.guess[slot] = card
        done |= 1 << slot
    return True


@kernel
def draw_world(table: Table, worlds: Worlds) -> bool:
    """Draw a deal that fits all that one knows of one's hand; return whether one was found.

    `own` says what that is. Chances are right but for what the cards' masks do not tell: that two
    cards are not both the same, say.
    """
    held = table.hand_count[table.seat]
    found = False
    tries = 0
    while not found and tries < TRIES:
        tries += 1
        unseen_counts(table, worlds.counts)
        found = draw_hand(worlds, held)
    if not found:
        return False
    count = 0
    for card in range(table.suits * 5):
        for _ in range(worlds.counts[card]):
            worlds.deck[count] = card
            count += 1
    for last in range(count - 1, 0, -1):
        other = draw_below(worlds, last + 1)
        card = worlds.deck[last]
        worlds.deck[last] = worlds.deck[other]
        worlds.deck[other] = card
    return count == table.deck_count
