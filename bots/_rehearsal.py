"""Try moves: play on in one's head, everybody by the policy, in deals that may be.

What others read out of a move is arithmetic, whatever it was made for: a clue and a discard of a
useless card have their numbers, a play has none. Only one thing is concluded from a choice: whoever
discards and could have given a clue tells that nobody needs one. Where somebody does, no discard is
tried; so all that everybody concludes stays true, and all seats may try moves.
"""

from __future__ import annotations

import math
from typing import Protocol

from hanabi_arena.kernels import (
    DISCARD,
    EVENT,
    PILE,
    TABLE,
    Event,
    Pile,
    Row,
    Table,
    can_clue,
    can_discard,
    copy_into,
    discard,
    is_in,
    is_subset,
    kernel,
    kind_of,
    reachable_score,
    score_zero,
    size_of,
    slot_of,
    take_turn,
    target_of,
)

from ._alphabet import find_symbols
from ._copies import copies_in, count_out, unseen_copies
from ._foresight_policy import Notes, clue_to_give, decide, discard_to_make
from ._hats import hat, keep, note_clue, take_up, take_up_before, useless_slots
from ._literal import play_known
from ._worlds import FIELDS as WORLD_FIELDS
from ._worlds import Worlds, draw_world
from .information import look_at_others, look_at_own, someone_needs_clue

MOST_MOVES = 13
"""The policy's move, a play and a discard of each card, and a clue are 14; one is the policy's."""

BATCH = 8
"""Worlds after which moves that look worse are given up."""

LEAST_ODDS = 30
"""Percent: cards that are less likely to be playable are not tried."""

SURE = 2.0
"""Standard errors by which a move must look better than the policy's."""


class Rehearsal(Notes, Worlds, Protocol):
    """What a seat remembers, with room for a game in its head."""

    ahead: Table  #: the table in the head
    pile: Pile  #: its deck
    happens: Event
    kept: Row  #: what everybody knows now, while it changes in the head
    kept_one: int
    kept_two: int
    kept_three: int
    hidden: Row  #: scratch: the hand of the seat on turn
    moves: Row  #: the moves that are tried, the policy's first
    gain: Row  #: by move: the sum of what it gains over the policy's
    square: Row  #: the sum of the squares
    tried: Row  #: 1 while it is tried


FIELDS = (
    *WORLD_FIELDS,
    ("told", "i8", (6, 6)),
    ("foreseen", "i8"),
    ("ahead", TABLE),
    ("pile", PILE),
    ("happens", EVENT),
    ("kept", "i8", (60,)),
    ("kept_one", "i8"),
    ("kept_two", "i8"),
    ("kept_three", "i8"),
    ("hidden", "i8", (6,)),
    ("moves", "i8", (MOST_MOVES,)),
    ("gain", "i8", (MOST_MOVES,)),
    ("square", "i8", (MOST_MOVES,)),
    ("tried", "i8", (MOST_MOVES,)),
)
"""Fields of the memory record."""


@kernel
def set_aside(notes: Rehearsal) -> None:
    """Note what everybody knows now."""
    for place in range(60):
        notes.kept[place] = notes.excluded[place]
    notes.kept_one = notes.one
    notes.kept_two = notes.two
    notes.kept_three = notes.three


@kernel
def bring_back(notes: Rehearsal) -> None:
    """Go back to what everybody knows now."""
    for place in range(60):
        notes.excluded[place] = notes.kept[place]
    notes.one = notes.kept_one
    notes.two = notes.kept_two
    notes.three = notes.kept_three


@kernel
def take_in_foreseen(table: Table, notes: Rehearsal, event: Event) -> None:
    """Have everybody take in the clue whose message was worked out when it was chosen."""
    for seat in range(table.players):
        if seat != event.seat:
            for slot in range(table.hand_count[seat]):
                notes.asked[slot] = notes.told[seat, slot]
            keep(table, notes, seat)
    note_clue(table, notes, target_of(event.action))


@kernel
def take_in(table: Table, notes: Rehearsal, event: Event) -> None:
    """Have everybody take in an action; all hands are seen, so that no message need be read."""
    target = target_of(event.action)
    notes.content = 0
    number = 1
    if target >= 0:
        number = find_symbols(table, notes, event.seat)
    elif kind_of(event.action) == DISCARD:
        notes.content = 1 if event.tokens_before >= table.clue_cost else 0
        useless = useless_slots(notes, table.dead, take_up_before(table, notes, event))
        if is_in(slot_of(event.action), useless):
            number = size_of(useless)
    if number > 1 or notes.content != 0:
        for seat in range(table.players):
            if seat != event.seat:
                hat(table, notes, seat, number)
                keep(table, notes, seat)
    if target >= 0:
        note_clue(table, notes, target)
    else:
        count_out(notes, event.card)


@kernel
def hide_hand(table: Table, notes: Rehearsal, seat: int) -> None:
    """Hide a seat's hand from it, until `show_hand`."""
    table.viewer = seat
    for slot in range(table.hand_count[seat]):
        notes.hidden[slot] = table.hands[seat, slot]
        table.hands[seat, slot] = -1


@kernel
def show_hand(table: Table, notes: Rehearsal, seat: int) -> None:
    """Put back the hand that was hidden."""
    for slot in range(table.hand_count[seat]):
        table.hands[seat, slot] = notes.hidden[slot]


@kernel
def play_on(table: Table, notes: Rehearsal, move: int) -> int:
    """Return the score that a move leads to in the deal drawn last, if all follow the policy."""
    ahead = notes.ahead
    pile = notes.pile
    event = notes.happens
    copy_into(ahead, table)
    for slot in range(table.hand_count[table.seat]):
        ahead.hands[table.seat, slot] = notes.guess[slot]
    pile.next = table.cards - table.deck_count
    for place in range(table.deck_count):
        pile.cards[pile.next + place] = notes.deck[place]
    bring_back(notes)
    notes.foreseen = 0
    while take_turn(ahead, pile, move, event) == 0 and ahead.end == 0:
        if notes.foreseen != 0:
            take_in_foreseen(ahead, notes, event)
        else:
            take_in(ahead, notes, event)
        hide_hand(ahead, notes, ahead.seat)
        move = decide(ahead, notes)
        show_hand(ahead, notes, ahead.seat)
    return score_zero(ahead)


@kernel
def add_move(notes: Rehearsal, count: int, move: int) -> int:
    """Add a move to those that are tried, if it is not the policy's; return how many there are."""
    if move == notes.moves[0] or count == MOST_MOVES:
        return count
    notes.moves[count] = move
    return count + 1


@kernel
def add_discards(table: Table, notes: Rehearsal, count: int, one: int, two: int, three: int) -> int:
    """Add the discards that say nothing wrong; return how many moves there are."""
    held = take_up(table, notes, table.seat)
    silent = useless_slots(notes, table.dead, held)
    if size_of(silent) > 1:  # only one of these is what the others' hands make it say
        count = add_move(notes, count, discard_to_make(table, notes, one, two, three))
    else:
        silent = 0
    look_at_own(table, notes, one)
    dead = 0
    for slot in range(held):
        if not is_in(slot, silent):
            if is_subset(notes.asked[slot], table.dead):
                dead += 1
            if dead < 2 or not is_subset(notes.asked[slot], table.dead):
                count = add_move(notes, count, discard(slot))
    return count


@kernel
def list_moves(table: Table, notes: Rehearsal, policy: int) -> int:
    """List the moves to try, the policy's first; return how many."""
    one, two, three = unseen_copies(table, notes)
    held = look_at_own(table, notes, one)
    look_at_others(table, notes)
    notes.moves[0] = policy
    count = 1
    for slot in range(held):
        mask = notes.asked[slot]
        ready = copies_in(mask & table.playable, one, two, three)
        if ready > 0 and ready * 100 >= LEAST_ODDS * copies_in(mask, one, two, three):
            count = add_move(notes, count, play_known(table, slot, mask))
    if can_discard(table) and not (can_clue(table) and someone_needs_clue(table, notes)):
        count = add_discards(table, notes, count, one, two, three)
    if can_clue(table):
        clue = clue_to_give(table, notes)
        if clue >= 0:
            count = add_move(notes, count, clue)
    return count


@kernel
def seems_better(notes: Rehearsal, move: int, worlds: int, errors: float) -> float:
    """Return the mean gain of a move after so many worlds, with so many standard errors added."""
    mean = notes.gain[move] / worlds
    variance = max(notes.square[move] / worlds - mean * mean, 0.01)
    return mean + errors * math.sqrt(variance / worlds)


@kernel
def try_moves(table: Table, notes: Rehearsal, count: int, worlds: int) -> int:
    """Try the listed moves in so many worlds; return the one to make."""
    for move in range(count):
        notes.gain[move] = 0
        notes.square[move] = 0
        notes.tried[move] = 1
    left = count - 1
    world = 0
    while world < worlds and left > 0:
        if not draw_world(table, notes):
            return notes.moves[0]
        policy = play_on(table, notes, notes.moves[0])
        for move in range(1, count):
            if notes.tried[move] != 0:
                gain = play_on(table, notes, notes.moves[move]) - policy
                notes.gain[move] += gain
                notes.square[move] += gain * gain
        world += 1
        if world % BATCH == 0:
            for move in range(1, count):
                if notes.tried[move] != 0 and seems_better(notes, move, world, 1.0) < 0:
                    notes.tried[move] = 0
                    left -= 1
    best = 0
    most = 0.0
    for move in range(1, count):
        if notes.tried[move] != 0:
            least = seems_better(notes, move, world, -SURE)
            if least > most:
                most = least
                best = move
    return notes.moves[best]


@kernel
def improve(table: Table, notes: Rehearsal, policy: int, worlds: int) -> int:
    """Return the policy's move, or one that does clearly better over deals that may be.

    If in a few of them the policy makes all points that can be had still, there is nothing to try.
    """
    one, _, _ = unseen_copies(table, notes)
    for slot in range(look_at_own(table, notes, one)):
        notes.own[slot] = notes.asked[slot]
    set_aside(notes)
    move = policy
    goal = reachable_score(table)
    perfect = True
    for _ in range(max(worlds // BATCH, 1)):
        perfect = perfect and draw_world(table, notes) and play_on(table, notes, policy) >= goal
    if not perfect:
        bring_back(notes)
        count = list_moves(table, notes, policy)
        move = try_moves(table, notes, count, worlds)
    bring_back(notes)
    return move


__all__ = ["FIELDS", "Rehearsal", "improve"]
