"""What a follower of the Referential Sieve does on its turn: the best of plays, discards, clues."""

from __future__ import annotations

from typing import Any, Protocol

from hanabi_arena.kernels import (
    Table,
    announce,
    can_clue,
    can_discard,
    clue_rank,
    clue_suit,
    clue_touch,
    discard,
    is_in,
    is_subset,
    kernel,
    lowest_of,
    next_seat,
    play,
    single_suit,
    unseen_mask,
    visible_count,
)

from ._rs_clue import read_clue
from ._rs_state import (
    CALLED_DISCARD,
    CALLED_PLAY,
    KEPT,
    TRASH,
    Notes,
    chop_of,
    copy_world,
    is_one,
)
from ._rs_value import (
    Weights,
    loss_of,
    outlook,
    pace_cost,
    packed_stacks,
    token_worth,
)


class Style(Protocol):
    """The parameters of its choice."""

    model: int
    gives: int
    sieve: Weights
    sieve_more: Weights


@kernel
def own_read(table: Table, notes: Notes, slot: int, unseen: int) -> int:
    """Return what a card of one's own is, by what everybody knows and what one sees oneself."""
    read = notes.now.read[table.seat, slot] & unseen
    if read == 0:
        read = table.possible[table.seat, slot] & unseen
    return read


@kernel
def odds_of(table: Table, read: int, goal: int) -> float:
    """Return how likely a card that may be any of `read` belongs to `goal`, by copies unseen."""
    good = 0
    every = 0
    for identity in range(table.suits * 5):
        if read >> identity & 1:
            left = table.copies[identity] - visible_count(table, identity)
            every += left
            if goal >> identity & 1:
                good += left
    return good / every if every > 0 else 0.0


@kernel
def expected_loss(table: Table, weights: Weights, read: int) -> float:
    """Return what one loses on average by discarding a card that may be any of `read`."""
    lost = 0.0
    every = 0
    for identity in range(table.suits * 5):
        if read >> identity & 1:
            left = table.copies[identity] - visible_count(table, identity)
            if left > 0:
                every += left
                lost += left * loss_of(table, weights, identity, False)
    return lost / every if every > 0 else 0.0


@kernel
def clue_value(
    table: Table,
    notes: Notes,
    style: Style,
    weights: Weights,
    seat: int,
    value: int,
    tokens: int,
) -> float:
    """Return the outlook once a clue has been given: suits first, then ranks; -1000 for none."""
    by_rank = value >= table.suit_clues
    if by_rank:
        action = clue_rank(seat, value - table.suit_clues + 1)
    else:
        action = clue_suit(seat, value)
    touch = clue_touch(table, action)
    touched = 0
    for slot in range(table.hand_count[seat]):
        if is_in(table.hands[seat, slot], touch):
            touched |= 1 << slot
    if touched == 0:
        return -1000.0
    copy_world(table, notes.trial, notes.now)
    speaking = table.declared[seat] == notes.talk
    full = table.clue_tokens >= table.max_tokens and table.discard_at_max == 0
    read_clue(table, notes.trial, style.model, seat, touch, touched, by_rank, full, speaking)
    if notes.trial.used & ~style.gives != 0:
        return -1000.0
    return outlook(table, notes.trial, weights, packed_stacks(table), tokens - 1)


@kernel
def best_clue(
    table: Table, notes: Notes, style: Style, weights: Weights, tokens: int, out: Any
) -> int:
    """Return the clue with the best outlook, and write that into `out`; -1 if there is none."""
    best = -1
    most = -999.0
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        for value in range(table.suit_clues + 5):
            worth = clue_value(table, notes, style, weights, seat, value, tokens)
            if worth > most:
                most = worth
                if value < table.suit_clues:
                    best = clue_suit(seat, value)
                else:
                    best = clue_rank(seat, value - table.suit_clues + 1)
    out[0] = most
    return best


@kernel
def play_value(
    table: Table, notes: Notes, weights: Weights, slot: int, unseen: int, tokens: int
) -> float:
    """Return the outlook of playing a card, with what the play itself brings."""
    read = own_read(table, notes, slot, unseen)
    stacks = packed_stacks(table)
    called = notes.now.call[table.order[table.seat, slot]] == CALLED_PLAY
    odds = odds_of(table, read, table.playable)
    if called and odds > 0.0:
        odds = 1.0
        read &= table.playable
    value = odds * weights.own
    if is_one(read) and odds > 0.0:
        card = lowest_of(read)
        stacks += 1 << 3 * (card // 5)
        value -= 0.02 * (card % 5)
        if card % 5 == 4 and tokens < table.max_tokens // table.clue_cost:
            value += token_worth(table, weights, tokens)
    if odds < 1.0:
        last = table.strikes + 1 >= table.max_strikes
        missed = weights.last_strike if last else weights.strike
        if table.turns_left >= 0 and not last:
            missed = 0.0
        value -= (1.0 - odds) * (missed + expected_loss(table, weights, read & ~table.playable))
    value += outlook(table, notes.now, weights, stacks, tokens)
    if called:
        value -= 0.001 * notes.now.since[table.order[table.seat, slot]]
    return value


@kernel
def discard_value(table: Table, notes: Notes, weights: Weights, slot: int, unseen: int) -> float:
    """Return what the discard of a card brings, less what is lost with it."""
    read = own_read(table, notes, slot, unseen)
    place = table.order[table.seat, slot]
    if is_subset(read, table.dead):
        lost = -weights.trash
    elif notes.now.known[table.seat, slot] == TRASH:
        lost = -weights.trash + 0.02
        if is_subset(read, table.critical):
            lost = expected_loss(table, weights, read)
    else:
        lost = expected_loss(table, weights, read)
        if slot != chop_of(table, notes.now, table.seat):
            lost += weights.kept if notes.now.call[place] == KEPT else weights.sieved
    if notes.now.call[place] == CALLED_DISCARD:
        lost -= 0.01
    return -lost - pace_cost(table, weights)


@kernel
def choose(table: Table, notes: Notes, style: Style) -> int:
    """Return the action with the best outlook."""
    weights = style.sieve if table.players == 2 else style.sieve_more
    unseen = unseen_mask(table)
    tokens = table.clue_tokens // table.clue_cost
    most = -2000.0
    best = -1
    for slot in range(table.hand_count[table.seat]):
        read = own_read(table, notes, slot, unseen)
        if read & table.playable != 0 or table.hand_count[table.seat] == 1:
            value = play_value(table, notes, weights, slot, unseen, tokens)
            if value > most:
                most = value
                suit = single_suit(read)
                announced = table.choreography != 0 and suit >= 0
                best = announce(slot, suit) if announced else play(slot)
    if can_discard(table) and table.hand_count[table.seat] > 0:
        stacks = packed_stacks(table)
        after = outlook(table, notes.now, weights, stacks, tokens + 1)
        after += token_worth(table, weights, tokens)
        for slot in range(table.hand_count[table.seat]):
            value = after + discard_value(table, notes, weights, slot, unseen)
            if value > most:
                most = value
                best = discard(slot)
    if can_clue(table):
        out = notes.trial.worth
        clue = best_clue(table, notes, style, weights, tokens, out)
        value = out[0] - token_worth(table, weights, tokens - 1)
        if clue >= 0 and (value > most or best < 0):
            best = clue
        elif best < 0 and table.empty_clues != 0:
            best = clue_rank(next_seat(table, table.seat), 1)
    if best < 0:
        best = play(0)
    return best
