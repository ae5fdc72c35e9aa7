"""Value: clues promise plays as in `hints`, and a rank clue on the next discard says "keep it"."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from hanabi_arena.kernels import (
    CLUE_RANK,
    CompiledBot,
    Event,
    Row,
    Table,
    can_clue,
    can_discard,
    clue_rank,
    clue_touch,
    discard,
    is_in,
    is_subset,
    kernel,
    kind_of,
    next_seat,
    play,
    rank_of,
    target_of,
)

from ._manners import FIRST_RANK_CLUE, clue_from_bit, is_stalling, play_known, speaks, stall
from ._promises import (
    EVERYTHING,
    known_rank,
    most_counted,
    new_facts,
    one_more,
)
from ._refusals import ODD_RANKS


class Notes(Protocol):
    """What a seat remembers, by a card's place in the deck."""

    promised: Row  #: what it was promised to be, 0 if nothing
    excluded: Row  #: what the clues that touched it rule out
    kept: int  #: mask of the places whose cards were warned of


@kernel
def reading(table: Table, notes: Notes, seat: int, slot: int) -> int:
    """Return what the clues that touched a card leave; those that missed it do not count."""
    return (1 << table.suits * 5) - 1 & ~notes.excluded[table.order[seat, slot]]


@kernel
def playing(table: Table, notes: Notes, seat: int, slot: int) -> int:
    """Return what a card can be if it is known to be playable, by clues or by a promise; else 0."""
    read = reading(table, notes, seat, slot)
    if is_subset(read, table.playable):
        return read
    promised = read & notes.promised[table.order[seat, slot]]
    return promised if is_subset(promised, table.playable) else 0


@kernel
def next_discard(table: Table, notes: Notes, seat: int) -> int:
    """Return the slot of the card that a seat would discard: known dead, else oldest; or -1.

    Known plays stay, and so do the cards that it was warned of.
    """
    oldest = -1
    for slot in range(table.hand_count[seat]):
        read = reading(table, notes, seat, slot)
        if is_subset(read, table.dead):
            return slot
        if (
            oldest < 0
            and playing(table, notes, seat, slot) == 0
            and not is_in(table.order[seat, slot], notes.kept)
        ):
            oldest = slot
    return oldest


@kernel
def warned_slot(table: Table, notes: Notes, event: Event) -> int:
    """Return the slot that a clue warns of, by what was known before it; -1 if it does not."""
    seat = target_of(event.action)
    if kind_of(event.action) != CLUE_RANK or next_seat(table, event.seat) != seat:
        return -1
    slot = next_discard(table, notes, seat)
    if slot < 0 or not is_in(slot, event.touched):
        return -1
    touch = clue_touch(table, event.action)
    return slot if reading(table, notes, seat, slot) & touch & table.critical != 0 else -1


@kernel
def warning_clues(table: Table, notes: Notes, seat: int) -> int:
    """Return the set of the clues that the next seat would take as a warning: one rank, or none."""
    slot = next_discard(table, notes, seat)
    if slot < 0:
        return 0
    card = table.hands[seat, slot]
    touch = table.rank_touch[rank_of(card) - 1]
    if reading(table, notes, seat, slot) & touch & table.critical == 0:
        return 0
    return table.touched_by[card] >> FIRST_RANK_CLUE << FIRST_RANK_CLUE


@kernel
def new_promises(table: Table, notes: Notes, seat: int) -> int:
    """Return count * 16 + bit for the clue that promises a seat most cards; 0 if none is true.

    It counts the playable cards that the seat does not know to be playable. It may not touch a card
    that is not playable, unless the seat knows that of it already.
    """
    if not speaks(table, seat):
        return new_facts(table, seat)
    false = once = twice = thrice = often = 0
    for slot in range(table.hand_count[seat]):
        card = table.hands[seat, slot]
        clues = table.touched_by[card]
        read = reading(table, notes, seat, slot)
        if not is_in(card, table.playable):
            if read & table.playable != 0:
                false |= clues
            clues = 0
        elif playing(table, notes, seat, slot) != 0:
            clues = 0
        once, twice, thrice, often = one_more(clues, once, twice, thrice, often)
    if once != 0 and seat == next_seat(table, table.seat):
        false |= warning_clues(table, notes, seat)
    return most_counted(~false, once, twice, thrice, often)


@kernel
def promising_clue(table: Table, notes: Notes, seats: int) -> int:
    """Return the clue to one of the next seats that promises most cards; -1 if none is true."""
    best = 15
    clue = -1
    seat = table.seat
    for _ in range(seats):
        seat = next_seat(table, seat)
        found = new_promises(table, notes, seat)
        if found >> 4 > best >> 4:
            best = found
            clue = clue_from_bit(seat, found & 15)
    return clue


@kernel
def rescue(table: Table, notes: Notes) -> int:
    """Return the clue that keeps the next seat from discarding a last copy; -1 if it would not."""
    seat = next_seat(table, table.seat)
    if table.turns_left >= 0 or not speaks(table, seat):
        return -1
    slot = next_discard(table, notes, seat)
    if slot < 0 or not is_in(table.hands[seat, slot], table.critical):
        return -1
    clue = promising_clue(table, notes, 1)
    return clue if clue >= 0 else clue_rank(seat, rank_of(table.hands[seat, slot]))


@kernel
def own_play(table: Table, notes: Notes, slot: int) -> int:
    """Return what a card of one's own can be if one knows it to be playable; else 0.

    For a card that somebody clued who means what the clue says, the clues that missed it count too.
    """
    known = playing(table, notes, table.seat, slot)
    possible = table.possible[table.seat, slot]
    literal = notes.promised[table.order[table.seat, slot]] == EVERYTHING
    return possible if known == 0 and literal and is_subset(possible, table.playable) else known


@kernel
def lowest_playable(table: Table, notes: Notes) -> int:
    """Return the slot of one's own playable card of the lowest known rank, unknown last; or -1."""
    best = -1
    best_rank = 7
    for slot in range(table.hand_count[table.seat]):
        if own_play(table, notes, slot) != 0:
            rank = known_rank(table, table.seat, slot)
            if rank < best_rank:
                best = slot
                best_rank = rank
    return best


class Value(CompiledBot):
    """Clues what is playable, and the rank of a last copy that the next seat is about to discard.

    A play clue to the next seat saves its card as well, since it then plays. With no true clue to
    give and all tokens there, it clues the rank of the oldest card of the seat before, which means
    nothing unless it is a warning.
    """

    reference = "ValueBot of Quuxplusone's Hanabi programs (2013-2019)"
    refuses = ODD_RANKS
    conventions = (
        "clue: play all touched that may be playable",
        "rank of the next seat's next discard, if it may be a last copy: keep that card",
        "rank of the oldest card of the seat before, when all tokens are there: nothing",
        "discard: known dead, else oldest",
    )
    observes = "clues"
    memory = (
        ("promised", np.int32, (60,)),
        ("excluded", np.int32, (60,)),
        ("kept", np.int64),
    )

    @staticmethod
    @kernel
    def observe(table: Table, memory: Notes, event: Event, params: Any) -> None:
        """Note what a clue tells: a warning, or that each touched card is playable now."""
        if event.touched == 0:
            return
        seat = target_of(event.action)
        touch = clue_touch(table, event.action)
        listens = speaks(table, seat) and speaks(table, event.seat)
        warned = warned_slot(table, memory, event) if listens else -1
        promising = listens and warned < 0 and not is_stalling(table, event)
        for slot in range(table.hand_count[seat]):
            if is_in(slot, event.touched):
                place = table.order[seat, slot]
                if not listens:
                    if memory.promised[place] == 0:
                        memory.promised[place] = EVERYTHING
                elif promising and reading(table, memory, seat, slot) & table.playable != 0:
                    memory.promised[place] = table.playable
                memory.excluded[place] |= ~touch
        if warned >= 0:
            memory.kept |= 1 << table.order[seat, warned]

    @staticmethod
    @kernel
    def act(table: Table, memory: Notes, params: Any) -> int:
        """Rescue, play, promise, discard: the first of these that makes sense."""
        seat = table.seat
        clues = can_clue(table)
        if clues:
            clue = rescue(table, memory)
            if clue >= 0:
                return clue
        slot = lowest_playable(table, memory)
        if slot >= 0:
            return play_known(table, slot, own_play(table, memory, slot))
        if clues:
            clue = promising_clue(table, memory, table.players - 1)
            if clue >= 0:
                return clue
        if can_discard(table) and table.hand_count[seat] > 0:
            return discard(max(next_discard(table, memory, seat), 0))
        clue = stall(table)
        return clue if clue >= 0 else play(0)
