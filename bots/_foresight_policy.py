"""What a seat of Foresight does that does not try its moves: Information's rules, with more care.

What is said, and when others may conclude something from silence, is as in Information.
"""

from __future__ import annotations

from typing import Protocol

from hanabi_arena.kernels import (
    Grid,
    Table,
    can_clue,
    can_discard,
    discard,
    is_in,
    is_subset,
    kernel,
    lowest_of,
    next_seat,
    play,
    size_of,
)

from ._alphabet import best_clue, find_symbols
from ._clues import any_clue
from ._copies import copies_in, unseen_copies
from ._hats import hat, hat_sum, knows_playable, take_up, useless_slots
from ._literal import play_known
from .information import Notes as Public
from .information import (
    likely_play,
    look_at_others,
    look_at_own,
    nth_slot,
    safe_guess,
    someone_can_play,
    someone_needs_clue,
    spare_discards,
)

SAFE, UNSURE, LOST = range(3)
"""What happens if the next seat finds no token: nothing, a discard, the loss of a last copy."""


class Notes(Public, Protocol):
    """What a seat remembers, as far as the policy uses it."""

    told: Grid  #: scratch: what each other hand's cards can be once the clue is taken in
    foreseen: int  #: 1 if `told` holds what the chosen clue tells


@kernel
def play_worth(table: Table, notes: Notes, mask: int, one: int, two: int, three: int) -> int:
    """Return how good a play is: low ranks, cards whose next somebody holds, no twins elsewhere."""
    worth = 0
    left = mask
    while left != 0:
        card = lowest_of(left)
        bit = left & -left
        left ^= bit
        following = bit << 1 if card % 5 < 4 else 0
        holders = 1
        waiting = 0
        for seat in range(table.players):
            if table.deck_count > 0:
                holders += notes.held_by[seat] >> card & 1
            waiting |= notes.held_by[seat] & following
        value = (9 - card % 5) * 3 + (10 if waiting != 0 else 0)
        worth += copies_in(bit, one, two, three) * value * 20 // holders
    return worth * 1000 // copies_in(mask, one, two, three)


@kernel
def sure_play(table: Table, notes: Notes, one: int, two: int, three: int) -> int:
    """Return the slot of the best card that is surely playable; or -1."""
    best = -1
    most = -1
    for slot in range(table.hand_count[table.seat]):
        mask = notes.asked[slot]
        if is_subset(mask, table.playable):
            worth = play_worth(table, notes, mask, one, two, three)
            if worth > most:
                most = worth
                best = slot
    return best


@kernel
def seen_elsewhere(table: Table, notes: Notes) -> int:
    """Return the mask of the identities that others hold."""
    seen = 0
    for seat in range(table.players):
        seen |= notes.held_by[seat]
    return seen


@kernel
def spare_worth(table: Table, mask: int, seen: int, one: int, two: int, three: int) -> int:
    """Return how well one can do without a card; negative where a last copy may be lost.

    The weights were found by trying others, on other deals than those of the published averages.
    """
    useless, spare, step, dread = 30, 10, 1, 10
    if table.players == 2:  # half of the cards are in one's own hand and the deck
        useless, spare, step, dread = 18, 12, 2, 3
    live = mask & ~table.dead
    worth = useless * copies_in(mask & (table.dead | seen), one, two, three)
    worth += spare * copies_in(live & ~seen & ~table.critical, one, two, three)
    for rank in range(5):
        cards = live & table.rank_touch[rank]
        worth += step * (rank + 1) * copies_in(cards, one, two, three)
        worth -= dread * (4 - rank) * copies_in(cards & table.critical, one, two, three)
    if table.bouquet_final != 0:
        worth += 1000 * copies_in(mask & ~table.critical, one, two, three)
    return worth * 1000 // max(copies_in(mask, one, two, three), 1)


@kernel
def least_loss(
    table: Table, notes: Notes, held: int, seen: int, one: int, two: int, three: int
) -> int:
    """Return the slot of the card, in the hand asked about, that one can best do without."""
    best = 0
    most = -(1 << 60)
    for slot in range(held):
        worth = spare_worth(table, notes.asked[slot], seen, one, two, three)
        if worth > most:
            most = worth
            best = slot
    return best


@kernel
def clue_to_give(table: Table, notes: Notes) -> int:
    """Return the clue that tells all others the answers about their hands; note what they learn."""
    notes.content = 0
    notes.foreseen = 0
    number = find_symbols(table, notes, table.seat)
    if number > 0:
        message = 0
        seat = table.seat
        for _ in range(1, table.players):
            seat = next_seat(table, seat)
            message += hat(table, notes, seat, number)
            for slot in range(table.hand_count[seat]):
                notes.told[seat, slot] = notes.asked[slot]
        message %= number
        seat = next_seat(table, table.seat)
        while message >= notes.symbols[seat]:
            message -= notes.symbols[seat]
            seat = next_seat(table, seat)
        for slot in range(table.hand_count[seat]):
            notes.asked[slot] = notes.told[seat, slot]
        clue = best_clue(table, notes, seat, message)
        if clue >= 0:
            notes.foreseen = 1
            return clue
    return any_clue(table)


@kernel
def discard_to_make(table: Table, notes: Notes, one: int, two: int, three: int) -> int:
    """Return the discard: one that says something, else a useless card, else the least loss."""
    notes.content = 0
    held = take_up(table, notes, table.seat)
    useless = useless_slots(notes, table.dead, held)
    number = size_of(useless)
    if number > 1:
        notes.content = 1 if can_clue(table) else 0
        return discard(nth_slot(useless, hat_sum(table, notes, number)))
    useless = useless_slots(notes, table.dead, look_at_own(table, notes, one))
    if useless != 0:
        return discard(lowest_of(useless))
    return discard(least_loss(table, notes, held, seen_elsewhere(table, notes), one, two, three))


@kernel
def risks(table: Table, notes: Notes, percent: int, one: int, two: int, three: int) -> bool:
    """Return whether the best discard is a last copy with more than so much chance."""
    held = table.hand_count[table.seat]
    slot = least_loss(table, notes, held, seen_elsewhere(table, notes), one, two, three)
    mask = notes.asked[slot]
    lost = copies_in(mask & table.critical, one, two, three)
    return lost * 100 > percent * copies_in(mask, one, two, three)


@kernel
def wants_to_clue(table: Table, notes: Notes, spare: int, one: int, two: int, three: int) -> bool:
    """Return whether a clue is better than a discard; the clue is affordable."""
    if table.clue_tokens == table.max_tokens or someone_needs_clue(table, notes):
        return True
    useless = useless_slots(notes, table.dead, table.hand_count[table.seat])
    if spare >= 0 and useless != 0:
        return False
    if someone_can_play(table, notes) or table.clue_tokens * 2 > table.max_tokens:
        return True
    if table.players > 2:
        return risks(table, notes, 0, one, two, three)
    # With one partner only, each clue says less.
    return table.clue_tokens > table.clue_cost and risks(table, notes, 20, one, two, three)


@kernel
def plight(table: Table, notes: Notes) -> int:
    """Return what happens if the next seat, for all that is public, finds no token."""
    seat = next_seat(table, table.seat)
    if knows_playable(table, notes, seat):
        return SAFE
    notes.content = 0
    held = take_up(table, notes, seat)
    if held == 0 or useless_slots(notes, table.dead, held) != 0:
        return SAFE
    slot = least_loss(table, notes, held, 0, notes.one, notes.two, notes.three)
    return LOST if is_in(table.hands[seat, slot], table.critical) else UNSURE


@kernel
def should_help(table: Table, notes: Notes, spare: int, one: int, two: int, three: int) -> bool:
    """Return whether to make a token for the next seat, by a discard, before one's own play."""
    if can_clue(table) or not can_discard(table) or table.turns_left >= 0:
        return False
    need = plight(table, notes)
    held = look_at_own(table, notes, one)
    if need == SAFE or (need == UNSURE and table.players != 3) or table.players == 2:
        return False
    seen = seen_elsewhere(table, notes)
    free = useless_slots(notes, table.dead, held) != 0
    if not free:
        slot = least_loss(table, notes, held, seen, one, two, three)
        free = is_subset(notes.asked[slot], table.dead | seen)
    return spare >= 0 and free


@kernel
def last_chance(table: Table, notes: Notes, one: int, two: int, three: int) -> int:
    """Return the slot of a card that may be playable, in a last turn that has no better use; or -1.

    A strike costs nothing then, but for the one that loses the game.
    """
    if table.turns_left < 0 or table.strikes + 1 >= table.max_strikes:
        return -1
    if can_clue(table) and someone_needs_clue(table, notes):
        return -1
    slot = likely_play(table, notes, one, one, two, three)
    return slot if slot >= 0 and notes.asked[slot] & table.playable != 0 else -1


@kernel
def decide(table: Table, notes: Notes) -> int:
    """Return the action: play what is sure, or likely and safe; then clue or discard."""
    notes.foreseen = 0
    one, two, three = unseen_copies(table, notes)
    look_at_own(table, notes, one)
    look_at_others(table, notes)
    slot = sure_play(table, notes, one, two, three)
    spare = spare_discards(table)
    if slot < 0 and spare >= 0:
        slot = safe_guess(table, notes, one, two, three)
    if slot >= 0 and should_help(table, notes, spare, one, two, three):
        return discard_to_make(table, notes, one, two, three)
    if slot < 0:
        slot = last_chance(table, notes, one, two, three)
    if slot >= 0:
        return play_known(table, slot, notes.asked[slot])
    discards = can_discard(table) and table.hand_count[table.seat] > 0
    clues = can_clue(table)
    if clues and not (discards and not wants_to_clue(table, notes, spare, one, two, three)):
        clue = clue_to_give(table, notes)
        if clue >= 0:
            return clue
    if discards:
        return discard_to_make(table, notes, one, two, three)
    look_at_own(table, notes, one)
    return play(max(likely_play(table, notes, one, one, two, three), 0))


__all__ = ["Notes", "clue_to_give", "decide", "discard_to_make"]
