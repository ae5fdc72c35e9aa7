"""The messages of Cox and others: whom a clue goes to, and whether it names a rank or a suit.

With five players there are eight of them, and each is always possible. Values below the number of
listeners are rank clues, to the listeners in turn order; those above are suit clues. Which rank or
suit is named is the giver's choice.
"""

from __future__ import annotations

from typing import Final

from hanabi_arena.kernels import (
    CLUE_SUIT,
    Event,
    Table,
    kernel,
    kind_of,
    next_seat,
    target_of,
)
from hanabi_arena.rules import Rules

from ._clues import never_a_clue

SOURCE: Final = (
    "Christopher Cox, Jessica De Silva, Philip DeOrsey, Franklin Kenter, Troy Retter and Josh "
    "Tobin, 'How to make the perfect fireworks display: two strategies for Hanabi', Mathematics "
    "Magazine 88 (2015)"
)
REFUSES: Final = {
    "bouquet-final": "hands run empty in it, and then there are too few clues for the code",
    "odd-suit-clues": "the code counts on a clue of every suit",
    "odd-rank-clues": "the code counts on a clue of every rank",
}


def no_code(rules: Rules, players: int) -> str:
    """Return why the code does not fit a variant, or nothing."""
    size = rules.hand_size(players)
    if size > 4:
        return f"hands of {size} cards need more than eight messages"
    return never_a_clue(rules)


@kernel
def listeners(table: Table, giver: int) -> int:
    """Return how many seats a giver can give a clue to: those that still hold cards."""
    count = 0
    for seat in range(table.players):
        if seat != giver and table.hand_count[seat] > 0:
            count += 1
    return count


@kernel
def message_to(table: Table, giver: int, target: int, names_suit: bool) -> int:
    """Return the message of a clue."""
    place = 0
    seat = next_seat(table, giver)
    while seat != target:
        place += table.hand_count[seat] > 0
        seat = next_seat(table, seat)
    return place + listeners(table, giver) if names_suit else place


@kernel
def message_of(table: Table, event: Event) -> int:
    """Return the message of a clue that was given."""
    names_suit = kind_of(event.action) == CLUE_SUIT
    return message_to(table, event.seat, target_of(event.action), names_suit)


@kernel
def target_for(table: Table, giver: int, message: int) -> int:
    """Return the seat to which a clue with this message goes."""
    place = message % listeners(table, giver)
    seat = next_seat(table, giver)
    while table.hand_count[seat] == 0 or place > 0:
        if table.hand_count[seat] > 0:
            place -= 1
        seat = next_seat(table, seat)
    return seat


@kernel
def first_number(table: Table, giver: int, message: int) -> int:
    """Return the number of the first clue, as `_clues` counts, that can write this message."""
    return table.suit_clues if message < listeners(table, giver) else 0


@kernel
def last_number(table: Table, giver: int, message: int) -> int:
    """Return the number of the last clue that can write this message."""
    return first_number(table, giver, message) + (
        4 if message < listeners(table, giver) else table.suit_clues - 1
    )
