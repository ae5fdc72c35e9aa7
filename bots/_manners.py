"""What all bots of the Holmes family share: who speaks alike, and a clue that passes the time."""

from __future__ import annotations

from hanabi_arena.kernels import (
    CLUE_RANK,
    Event,
    Table,
    announce,
    can_clue,
    clue_rank,
    clue_suit,
    kernel,
    kind_of,
    play,
    rank_of,
    single_suit,
    target_of,
)

FIRST_RANK_CLUE = 6
"""Sets of clues hold suits from bit 0, ranks from this bit."""


@kernel
def speaks(table: Table, seat: int) -> bool:
    """Return whether a seat declares the conventions that one declares oneself."""
    return table.declared[seat] == table.declared[table.viewer]


@kernel
def seat_before(table: Table, seat: int) -> int:
    """Return the nearest seat before a seat that holds cards; the seat itself if none does."""
    for _ in range(1, table.players):
        seat = seat - 1 if seat > 0 else table.players - 1
        if table.hand_count[seat] > 0:
            break
    return seat


@kernel
def must_stall(table: Table, seat: int, tokens: int) -> bool:
    """Return whether a seat can do no more than clue or play, with so many tokens there."""
    if table.hand_count[seat] == 0:
        return True
    return tokens == table.max_tokens and table.discard_at_max == 0


@kernel
def is_stalling(table: Table, event: Event) -> bool:
    """Return whether a clue only passes the time: the rank of the oldest card of the seat before.

    `table` is the one after the clue; no hand has changed.
    """
    return (
        kind_of(event.action) == CLUE_RANK
        and event.touched & 1 != 0
        and must_stall(table, event.seat, event.tokens_before)
        and target_of(event.action) == seat_before(table, event.seat)
    )


@kernel
def stall(table: Table) -> int:
    """Return the clue that passes the time, any clue if there are no cards; -1 if none is legal."""
    if not can_clue(table):
        return -1
    seat = seat_before(table, table.seat)
    if seat != table.seat and table.hand_count[seat] > 0:
        return clue_rank(seat, rank_of(table.hands[seat, 0]))
    if table.empty_clues != 0:
        return clue_rank((table.seat + 1) % table.players, 1)
    return -1


@kernel
def play_known(table: Table, slot: int, possible: int) -> int:
    """Play a card that can be one of `possible`; in choreography announce its suit if known."""
    if table.choreography != 0:
        suit = single_suit(possible)
        if suit >= 0:
            return announce(slot, suit)
    return play(slot)


@kernel
def clue_from_bit(seat: int, bit: int) -> int:
    """Return the clue to a seat that a bit in a set of clues stands for."""
    if bit < FIRST_RANK_CLUE:
        return clue_suit(seat, bit)
    return clue_rank(seat, bit - FIRST_RANK_CLUE + 1)
