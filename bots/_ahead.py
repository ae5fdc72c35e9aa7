"""Play a game on in one's head: a deal that may be, and everybody following the same policy."""

from __future__ import annotations

import math
from typing import Any, Protocol

from hanabi_arena.engine.table import EVENT, PILE, TABLE
from hanabi_arena.engine.turn import take_turn
from hanabi_arena.match.calls import copy_into
from hanabi_arena.kernels import (
    DISCARD,
    Event,
    Row,
    Table,
    draw_below,
    is_in,
    is_subset,
    kernel,
    kind_of,
    size_of,
    slot_of,
    target_of,
    unseen_counts,
)

from ._alphabet import find_symbols
from ._copies import copies_in, count_out
from ._hats import hat, keep, note_clue, public_mask, take_up_before, useless_slots
from .information import look_at_others, look_at_own, someone_needs_clue
from ._well_informed_policy import clue_to_give, decide, discard_to_make
from ._copies import unseen_copies
from hanabi_arena.kernels import can_clue, can_discard, play, lowest_of, discard, reachable_score

FIELDS = (
    ("ahead", TABLE),
    ("pile", PILE),
    ("happens", EVENT),
    ("kept_excluded", "i8", (60,)),
    ("kept_one", "i8"),
    ("kept_two", "i8"),
    ("kept_three", "i8"),
    ("counts", "i8", (30,)),
    ("own", "i8", (6,)),
    ("guess", "i8", (6,)),
    ("guess_hidden", "i8", (6,)),
    ("deck", "i8", (60,)),
    ("moves", "i8", (16,)),
    ("total", "f8", (16,)),
    ("square", "f8", (16,)),
    ("value", "f8", (16,)),
    ("alive", "i8", (16,)),
    ("told", "i8", (6, 6)),
    ("foreseen", "i8"),
)


@kernel
def take_in(table, notes, event):
    """Have everybody take in an action, all hands being seen."""
    actor = event.seat
    target = target_of(event.action)
    if notes.foreseen != 0:
        for seat in range(table.players):
            if seat != actor:
                for slot in range(table.hand_count[seat]):
                    mask = notes.told[seat, slot]
                    if mask != 0:
                        notes.excluded[table.order[seat, slot]] |= notes.one & ~mask
        note_clue(table, notes, target)
        return
    notes.content = 0
    number = 1
    if target >= 0:
        number = find_symbols(table, notes, actor)
    elif kind_of(event.action) == DISCARD:
        notes.content = 1 if event.tokens_before >= table.clue_cost else 0
        useless = useless_slots(notes, table.dead, take_up_before(table, notes, event))
        if is_in(slot_of(event.action), useless):
            number = size_of(useless)
    if number > 1 or notes.content != 0:
        for seat in range(table.players):
            if seat != actor:
                hat(table, notes, seat, number)
                keep(table, notes, seat)
    if target >= 0:
        note_clue(table, notes, target)
    else:
        count_out(notes, event.card)


@kernel
def remember(notes):
    for place in range(60):
        notes.kept_excluded[place] = notes.excluded[place]
    notes.kept_one = notes.one
    notes.kept_two = notes.two
    notes.kept_three = notes.three


@kernel
def recall(notes):
    for place in range(60):
        notes.excluded[place] = notes.kept_excluded[place]
    notes.one = notes.kept_one
    notes.two = notes.kept_two
    notes.three = notes.kept_three


@kernel
def draw_from_mask(notes, mask):
    total = 0
    left = mask
    while left != 0:
        total += notes.counts[lowest_of(left)]
        left &= left - 1
    if total == 0:
        return -1
    pick = draw_below(notes, total)
    left = mask
    while True:
        card = lowest_of(left)
        pick -= notes.counts[card]
        if pick < 0:
            notes.counts[card] -= 1
            return card
        left &= left - 1


@kernel
def guess_world(table, notes):
    """Draw one's own hand, and the deck, from what one does not see; return whether it worked."""
    held = table.hand_count[table.seat]
    good = False
    attempt = 0
    while not good and attempt < 8:
        attempt += 1
        unseen_counts(table, notes.counts)
        done = 0
        good = True
        while done != (1 << held) - 1:
            # the card with the fewest possibilities first
            slot = -1
            least = 1000
            for other in range(held):
                if not is_in(other, done):
                    size = size_of(notes.own[other])
                    if size < least:
                        least = size
                        slot = other
            card = draw_from_mask(notes, notes.own[slot])
            if card < 0:
                good = False
                break
            notes.guess[slot] = card
            done |= 1 << slot
    if not good:
        return False
    place = 0
    for card in range(table.suits * 5):
        for _ in range(notes.counts[card]):
            notes.deck[place] = card
            place += 1
    for last in range(place - 1, 0, -1):
        other = draw_below(notes, last + 1)
        card = notes.deck[last]
        notes.deck[last] = notes.deck[other]
        notes.deck[other] = card
    return place == table.deck_count


@kernel
def play_out(table, notes, params, move):
    """Return the score after a move, and everybody's play by the policy after it."""
    ahead = notes.ahead
    copy_into(ahead, table)
    me = table.seat
    for slot in range(table.hand_count[me]):
        ahead.hands[me, slot] = notes.guess[slot]
    for place in range(table.deck_count):
        notes.pile.cards[place] = notes.deck[place]
    # what is drawn gets the places in the deck that are next
    notes.pile.next = 0
    recall(notes)
    first = table.cards - table.deck_count
    for place in range(table.deck_count):
        notes.pile.cards[first + place] = notes.deck[place]
    notes.pile.next = first
    event = notes.happens
    notes.foreseen = 0
    while True:
        if take_turn(ahead, notes.pile, move, event) != 0:
            return -1.0
        if ahead.end != 0:
            break
        take_in(ahead, notes, event)
        seat = ahead.seat
        held = ahead.hand_count[seat]
        ahead.viewer = seat
        for slot in range(held):
            notes.guess_hidden[slot] = ahead.hands[seat, slot]
            ahead.hands[seat, slot] = -1
        move = decide(ahead, notes, params)
        for slot in range(held):
            ahead.hands[seat, slot] = notes.guess_hidden[slot]
    if ahead.strikes >= ahead.max_strikes:
        return 0.0
    return float(ahead.score)


@kernel
def list_moves(table, notes, params, base):
    """List what one may do so that what others read out of it is true; the policy's move first."""
    notes.moves[0] = base
    count = 1
    one, two, three = unseen_copies(table, notes)
    held = look_at_own(table, notes, one)
    look_at_others(table, notes)
    for slot in range(held):
        mask = notes.asked[slot]
        odds = copies_in(mask & table.playable, one, two, three) * 100
        total = copies_in(mask, one, two, three)
        if odds >= params.least_odds * total and odds > 0:
            move = play(slot)
            if move != base and count < 16:
                notes.moves[count] = move
                count += 1
    clues = can_clue(table)
    if clues:
        clue = clue_to_give(table, notes)
        if clue >= 0 and clue != base and count < 16:
            notes.moves[count] = clue
            count += 1
    if can_discard(table) and not (clues and someone_needs_clue(table, notes)):
        dead = table.dead
        for slot in range(held):
            notes.asked[slot] = public_mask(table, notes, table.seat, slot)
        useless = useless_slots(notes, dead, held)
        coded = -1
        if size_of(useless) > 1:
            coded = slot_of(discard_to_make(table, notes, params, one, two, three))
        tried_dead = False
        look_at_own(table, notes, one)
        for slot in range(held):
            if coded >= 0 and is_in(slot, useless) and slot != coded:
                continue
            trash = is_subset(notes.asked[slot], dead)
            if trash and coded < 0:
                if tried_dead:
                    continue
                tried_dead = True
            move = discard(slot)
            if move != base and count < 16:
                notes.moves[count] = move
                count += 1
    return count


@kernel
def improve(table, notes, params, base, worlds):
    """Return the move that does best, on average over what may be, if the policy follows."""
    remember(notes)
    one, two, three = unseen_copies(table, notes)
    held = look_at_own(table, notes, one)
    for slot in range(held):
        notes.own[slot] = notes.asked[slot]
    best = reachable_score(table)
    failed = 0
    for _ in range(params.first):
        if not guess_world(table, notes):
            recall(notes)
            return base
        if play_out(table, notes, params, base) < best:
            failed += 1
            break
    recall(notes)
    if failed == 0:
        return base
    count = list_moves(table, notes, params, base)
    if count == 1:
        return base
    for place in range(count):
        notes.total[place] = 0.0
        notes.square[place] = 0.0
        notes.alive[place] = 1
    alive = count - 1
    world = 0
    while world < worlds and alive > 0:
        world += 1
        if not guess_world(table, notes):
            recall(notes)
            return base
        value = play_out(table, notes, params, base)
        for place in range(1, count):
            if notes.alive[place] != 0:
                apart = play_out(table, notes, params, notes.moves[place]) - value
                notes.total[place] += apart
                notes.square[place] += apart * apart
        if world % 8 == 0:
            for place in range(1, count):
                if notes.alive[place] != 0:
                    mean = notes.total[place] / world
                    error = math.sqrt(max(notes.square[place] / world - mean * mean, 0.01) / world)
                    if mean + params.drop * error < 0:
                        notes.alive[place] = 0
                        alive -= 1
    recall(notes)
    best_move = base
    most = 0.0
    for place in range(1, count):
        if notes.alive[place] != 0:
            mean = notes.total[place] / world
            error = math.sqrt(max(notes.square[place] / world - mean * mean, 0.01) / world)
            worth = mean - params.doubt * error
            if worth > most:
                most = worth
                best_move = notes.moves[place]
    return best_move
