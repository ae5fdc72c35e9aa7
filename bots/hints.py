"""Hints: a clue always means "all these can be played now", and nothing else is ever said."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanabi_arena.kernels import (
    CompiledBot,
    Event,
    Table,
    can_clue,
    can_discard,
    discard,
    is_in,
    is_subset,
    kernel,
    next_seat,
    play,
    target_of,
)

from ._manners import clue_from_bit, is_stalling, play_known, speaks, stall
from ._promises import (
    EVERYTHING,
    Promises,
    known_rank,
    most_counted,
    new_facts,
    one_more,
)
from ._refusals import ODD_RANKS


@kernel
def playing(table: Table, notes: Promises, seat: int, slot: int) -> int:
    """Return what a card can be if it is known to be playable; else 0."""
    promised = table.possible[seat, slot] & notes.promised[table.order[seat, slot]]
    return promised if is_subset(promised, table.playable) else 0


@kernel
def lowest_playable(table: Table, notes: Promises) -> int:
    """Return the slot of one's own playable card of the lowest known rank, unknown last; or -1."""
    best = -1
    best_rank = 7
    for slot in range(table.hand_count[table.seat]):
        if playing(table, notes, table.seat, slot) != 0:
            rank = known_rank(table, table.seat, slot)
            if rank < best_rank:
                best = slot
                best_rank = rank
    return best


@kernel
def new_promises(table: Table, notes: Promises, seat: int) -> int:
    """Return count * 16 + bit for the clue that promises a seat most cards; 0 if none is true.

    A clue may touch playable cards only, and counts those that the seat does not know to be so.
    """
    if not speaks(table, seat):
        return new_facts(table, seat)
    false = once = twice = thrice = often = 0
    for slot in range(table.hand_count[seat]):
        card = table.hands[seat, slot]
        clues = table.touched_by[card]
        if not is_in(card, table.playable):
            false |= clues
            clues = 0
        elif playing(table, notes, seat, slot) != 0:
            clues = 0
        once, twice, thrice, often = one_more(clues, once, twice, thrice, often)
    return most_counted(~false, once, twice, thrice, often)


@kernel
def promising_clue(table: Table, notes: Promises) -> int:
    """Return the clue that promises most cards, the next seat's first; -1 if none is true."""
    best = 15
    clue = -1
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        found = new_promises(table, notes, seat)
        if found >> 4 > best >> 4:
            best = found
            clue = clue_from_bit(seat, found & 15)
    return clue


class Hints(CompiledBot):
    """Clues only what is playable now, plays what it was clued, else discards its oldest card.

    With no true clue to give and all tokens there, it clues the rank of the oldest card of the seat
    before: that one clue means nothing.
    """

    reference = "SimpleBot of Quuxplusone's Hanabi programs (2013-2019)"
    refuses = ODD_RANKS
    conventions = (
        "clue: play all touched",
        "rank of the oldest card of the seat before, when all tokens are there: nothing",
    )
    observes = "clues"
    memory = (("promised", np.int32, (60,)),)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Promises, event: Event, params: Any) -> None:
        """Note what a clue promises: each touched card is one of those that are playable now."""
        if event.touched == 0 or is_stalling(table, event):
            return
        seat = target_of(event.action)
        agreed = speaks(table, seat) and speaks(table, event.seat)
        for slot in range(table.hand_count[seat]):
            if is_in(slot, event.touched):
                place = table.order[seat, slot]
                if agreed:
                    memory.promised[place] = table.playable
                elif memory.promised[place] == 0:
                    memory.promised[place] = EVERYTHING

    @staticmethod
    @kernel
    def act(table: Table, memory: Promises, params: Any) -> int:
        """Play what was promised, promise what is playable, discard the oldest card."""
        slot = lowest_playable(table, memory)
        if slot >= 0:
            return play_known(table, slot, playing(table, memory, table.seat, slot))
        if can_clue(table):
            clue = promising_clue(table, memory)
            if clue >= 0:
                return clue
        if can_discard(table) and table.hand_count[table.seat] > 0:
            return discard(0)
        clue = stall(table)
        return clue if clue >= 0 else play(0)
