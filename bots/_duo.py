"""What `duo` adds to `smart`: silence about a playable card, clues that save, and late stalling."""

from __future__ import annotations

from hanabi_arena.kernels import (
    Event,
    Table,
    broken_rule,
    clue_touch,
    is_in,
    is_subset,
    kernel,
    next_seat,
    size_of,
)

from ._holmes import Beliefs, after_clue, believed, is_warning, narrow, promised_slots
from ._holmes_moves import slots_touched
from ._manners import clue_from_bit, speaks

CLUES = 11
"""Bits that a clue can have in a set of clues."""
SAVED = 100
"""What it is worth that a card is known to be kept, or to be dead."""


@kernel
def read_no_clue(table: Table, notes: Beliefs, event: Event) -> None:
    """Learn from a discard while there was a token: a playable card would have been clued.

    The newest card that may be playable can always be promised, so that it is not. An older one
    might be hidden behind it.
    """
    last_round = table.turns_left >= 0 and event.drew == 0
    if event.tokens_before < table.clue_cost or last_round:
        return
    if is_subset(notes.sets[event.order], table.playable):
        return  # a known play: that discard says something else
    seat = next_seat(table, event.seat)
    if not (speaks(table, seat) and speaks(table, event.seat)):
        return
    for slot in range(table.hand_count[seat] - 1, -1, -1):
        read = believed(table, notes, seat, slot)
        if read & table.playable != 0:
            if not is_subset(read, table.playable):
                narrow(table, notes, seat, slot, ~table.playable)
            return


@kernel
def worth_of(table: Table, notes: Beliefs, seat: int, clue: int) -> int:
    """Return what a clue tells: 100 for each card known to be kept or dead, 1 for each identity.

    -1 if the clue would promise what is not playable, or would be a warning.
    """
    touch = clue_touch(table, clue)
    touched = slots_touched(table, seat, touch)
    promised = 0
    if speaks(table, seat):
        if is_warning(table, notes, clue, seat, touched):
            return -1
        promised = promised_slots(table, notes, seat, touched, touch)
    worth = 0
    for slot in range(table.hand_count[seat]):
        if is_in(slot, promised) and not is_in(table.hands[seat, slot], table.playable):
            return -1
        before = believed(table, notes, seat, slot)
        after = after_clue(table, notes, seat, slot, touched, promised, touch)
        worth += size_of(before) - size_of(after)
        if before != after and (is_subset(after, table.dead) or is_subset(after, table.critical)):
            worth += SAVED
    return worth


@kernel
def saves_cards(table: Table, notes: Beliefs, seat: int) -> bool:
    """Return whether a hand has a last copy or a dead card that is not known to be one."""
    for slot in range(table.hand_count[seat]):
        card = table.hands[seat, slot]
        read = believed(table, notes, seat, slot)
        if is_in(card, table.dead) and not is_subset(read, table.dead):
            return True
        if is_in(card, table.critical) and not is_subset(read, table.critical):
            return True
    return False


@kernel
def harmless_clue(table: Table, notes: Beliefs, least: int) -> int:
    """Return the clue to the next seat that is worth most, and at least so much; -1 if none is."""
    seat = next_seat(table, table.seat)
    best = -1
    if least >= SAVED and not saves_cards(table, notes, seat):
        return best
    for bit in range(CLUES):
        clue = clue_from_bit(seat, bit)
        if broken_rule(table, clue) == 0:
            worth = worth_of(table, notes, seat, clue)
            if worth >= least:
                least = worth + 1
                best = clue
    return best
