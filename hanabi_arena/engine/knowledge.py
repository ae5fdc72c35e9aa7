"""What a seat can work out: counts of visible cards, what its own cards can still be, pace.

Every kernel here reads the copy of the table that a seat is handed, in which its own hand is
hidden; so "visible" is what that seat sees.
"""

from __future__ import annotations

from typing import Any

from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.table import Table


@kernel
def next_seat(table: Table, seat: int) -> int:
    """Return the seat that is on turn after a seat."""
    return seat + 1 if seat + 1 < table.players else 0


@kernel
def visible_count(table: Table, identity: int) -> int:
    """Return how many copies of an identity a seat sees: on stacks, discarded, in others' hands."""
    count = table.discards[identity] + (table.stacks[identity // 5] > identity % 5)
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            count += table.hands[seat, slot] == identity
    return count


@kernel
def unseen_counts(table: Table, out: Any) -> None:
    """Write into `out` (30 integers) how many copies of each identity a seat does not see."""
    for identity in range(30):
        out[identity] = table.copies[identity] - table.discards[identity]
    for suit in range(table.suits):
        for rank in range(table.stacks[suit]):
            out[suit * 5 + rank] -= 1
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            card = table.hands[seat, slot]
            if card >= 0:
                out[card] -= 1


@kernel
def unseen_mask(table: Table) -> int:
    """Return the mask of the identities of which a seat does not see every copy."""
    # Two bits a suit and rank would overflow one word; three masks hold "seen once, twice, more".
    once = 0
    twice = 0
    thrice = 0
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            card = table.hands[seat, slot]
            if card >= 0:
                bit = 1 << card
                thrice |= twice & bit
                twice |= once & bit
                once |= bit
    mask = 0
    for identity in range(table.suits * 5):
        left = table.copies[identity] - table.discards[identity]
        left -= table.stacks[identity // 5] > identity % 5
        seen = (once >> identity & 1) + (twice >> identity & 1) + (thrice >> identity & 1)
        if left > seen:
            mask |= 1 << identity
    return mask


@kernel
def possible_after_counting(table: Table, slot: int, unseen: int) -> int:
    """Return what a card of one's own can be once the cards that one sees are counted out.

    `unseen` comes from `unseen_mask`; it is the same for all of one's own slots.
    """
    return table.possible[table.seat, slot] & unseen


@kernel
def reachable_score(table: Table) -> int:
    """Return the best sum of the stacks that the discard pile still allows."""
    total = 0
    for suit in range(table.suits):
        for rank in range(5):
            identity = suit * 5 + rank
            if rank >= table.stacks[suit] and (table.copies[identity] == table.discards[identity]):
                break
            total += 1
    return total


@kernel
def pace(table: Table) -> int:
    """Return score + deck + players - maximum: the discards that a perfect game can afford."""
    return table.score + table.deck_count + table.players - table.max_score
