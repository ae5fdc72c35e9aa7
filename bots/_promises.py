"""What clues promised, for the bots to which a clue says "play these": masks by place in the deck.

A promised card is one of the identities that were playable when the clue was given. It is known to
be playable as long as all of them are that the clues leave possible.
"""

from __future__ import annotations

from typing import Protocol

from hanabi_arena.kernels import (
    Row,
    Table,
    is_in,
    is_subset,
    kernel,
    lowest_of,
)

from ._manners import FIRST_RANK_CLUE


class Promises(Protocol):
    """What a seat remembers of the clues."""

    promised: Row  #: by place in the deck: what a card was promised to be, 0 if nothing


EVERYTHING = -1
"""The promise of a clue from or to somebody who only means what it says."""

Counts = tuple[int, int, int, int]


@kernel
def known_rank(table: Table, seat: int, slot: int) -> int:
    """Return the rank that a clue told of a card; 6 if none did."""
    ranks = table.clued[seat, slot] >> FIRST_RANK_CLUE
    return lowest_of(ranks) + 1 if ranks != 0 else 6


@kernel
def one_more(clues: int, once: int, twice: int, thrice: int, often: int) -> Counts:
    """Return four sets of clues, counted once, twice, thrice and more often, after one more card.

    `clues` are the clues that the card counts for. Each set holds those that follow.
    """
    return (
        once | clues,
        twice | once & clues,
        thrice | twice & clues,
        often | thrice & clues,
    )


@kernel
def most_counted(allowed: int, once: int, twice: int, thrice: int, often: int) -> int:
    """Return count * 16 + bit for the allowed clue with most counts, the first of equals; or 0."""
    count = 4
    clues = often & allowed
    if clues == 0:
        count = 3
        clues = thrice & allowed
    if clues == 0:
        count = 2
        clues = twice & allowed
    if clues == 0:
        count = 1
        clues = once & allowed
    return count * 16 + lowest_of(clues) if clues != 0 else 0


@kernel
def new_facts(table: Table, seat: int) -> int:
    """Return count * 16 + bit for the clue that says most of a seat's playable cards; or 0.

    For who takes clues literally: it counts those not known to be playable that it newly touches.
    """
    once = twice = thrice = often = 0
    for slot in range(table.hand_count[seat]):
        card = table.hands[seat, slot]
        clues = 0
        if is_in(card, table.playable) and not is_subset(
            table.possible[seat, slot], table.playable
        ):
            clues = table.touched_by[card] & ~table.clued[seat, slot]
        once, twice, thrice, often = one_more(clues, once, twice, thrice, often)
    return most_counted(-1, once, twice, thrice, often)
