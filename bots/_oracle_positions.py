"""Positions as the oracle thinks of them: sets of identities that can be played on from."""

from __future__ import annotations

from typing import Any, Protocol

from hanabi_arena.kernels import Grid, Row, Table, is_in, kernel, lowest_of, next_seat

NOW, AHEAD = 0, 1
"""The rows of a record of positions: the one on the table, and the one that is played out."""

SHOW, DECK, THROW, NOTHING = 30, 31, 32, 62
"""Moves are numbers: an identity (play it), SHOW (give a clue), DECK (play the deck's last card),
THROW + an identity (discard it), or NOTHING, where no move is legal. A set of them is a mask."""

FIRSTS = 0b00001_00001_00001_00001_00001_00001
"""The mask of all 1s."""
FIVES = FIRSTS << 4
DECK_ACTION = 114
MOST_AHEAD = 4
"""Cards left in the deck from which all its orders may be tried: 24."""


class Positions(Protocol):
    """Two positions as sets of identities, and what is known of the deck."""

    low: Grid  #: by position and seat, how many copies of each identity the hand holds, in two bits
    high: Grid
    playable: Row  #: as in the table, by position
    dead: Row  #: what can never be played any more
    critical: Row
    left_low: Row  #: copies not in the discard pile, in two bits
    left_high: Row
    tokens: Row
    deck: Row
    turns: Row  #: turns left, -1 while the deck lasts
    score: Row
    strikes: Row
    seat: Row
    pool: Row  #: the cards of the deck
    order: Row  #: the cards of the deck in the order that is tried
    safe: int  #: whether it is known that the policy loses nothing any more
    random: Any


@kernel
def lost_cards(table: Table) -> int:
    """Return the identities that are still to be played, but have no copy left."""
    lost = 0
    for identity in range(table.suits * 5):
        if table.discards[identity] == table.copies[identity]:
            lost |= 1 << identity
    return lost & ~table.dead


@kernel
def take_up(notes: Positions, at: int, seat: int, identity: int) -> None:
    """Add a card to a hand."""
    bit = 1 << identity
    notes.high[at, seat] |= notes.low[at, seat] & bit
    notes.low[at, seat] ^= bit


@kernel
def put_down(notes: Positions, at: int, seat: int, identity: int) -> None:
    """Take a card out of a hand."""
    bit = 1 << identity
    notes.high[at, seat] ^= bit & ~notes.low[at, seat]
    notes.low[at, seat] ^= bit


@kernel
def look(table: Table, notes: Positions) -> None:
    """Note the position on the table."""
    for seat in range(table.players):
        low = 0
        high = 0
        for slot in range(table.hand_count[seat]):
            bit = 1 << table.hands[seat, slot]
            high |= low & bit
            low ^= bit
        notes.low[NOW, seat] = low
        notes.high[NOW, seat] = high
    lost = lost_cards(table) if table.lost_criticals > 0 else 0
    notes.playable[NOW] = table.playable & ~lost
    notes.dead[NOW] = table.dead | lost
    notes.critical[NOW] = table.critical
    notes.tokens[NOW] = table.clue_tokens
    notes.deck[NOW] = table.deck_count
    notes.turns[NOW] = table.turns_left
    notes.score[NOW] = table.score
    notes.strikes[NOW] = table.strikes
    notes.seat[NOW] = table.seat


@kernel
def lose(notes: Positions, at: int, identity: int) -> None:
    """Put a card on the discard pile."""
    bit = 1 << identity
    notes.left_high[at] ^= bit & ~notes.left_low[at]
    notes.left_low[at] ^= bit
    if notes.dead[at] & bit:
        return
    if (notes.left_low[at] | notes.left_high[at]) & bit == 0:
        ended = (1 << identity // 5 * 5 + 5) - bit
        notes.dead[at] |= ended
        notes.playable[at] &= ~ended
        notes.critical[at] &= ~ended
    elif notes.left_high[at] & bit == 0:
        notes.critical[at] |= bit


@kernel
def gain(table: Table, notes: Positions, at: int, tokens: int) -> None:
    """Take tokens back, as far as there are any."""
    notes.tokens[at] = min(notes.tokens[at] + tokens, table.max_tokens)


@kernel
def place(table: Table, notes: Positions, at: int, identity: int) -> None:
    """Put a playable card on its stack."""
    bit = 1 << identity
    notes.score[at] += 1
    notes.dead[at] |= bit
    notes.critical[at] &= ~bit
    notes.playable[at] = notes.playable[at] & ~bit | (bit & ~FIVES) << 1 & ~notes.dead[at]
    gain(table, notes, at, table.choreography + (identity % 5 == 4))


@kernel
def carry_out(table: Table, notes: Positions, at: int, move: int, drawn: int) -> int:
    """Carry out a move; return how many cards of the deck are gone, `drawn` of them before."""
    seat = notes.seat[at]
    if move == SHOW:
        notes.tokens[at] -= table.clue_cost
    else:
        if move == DECK:
            identity = notes.order[drawn]
            drawn += 1
            notes.deck[at] -= 1
        else:
            identity = move & 31
            put_down(notes, at, seat, identity)
        if move >= THROW:
            gain(table, notes, at, 1)
            lose(notes, at, identity)
        elif is_in(identity, notes.playable[at]):
            place(table, notes, at, identity)
        else:
            notes.strikes[at] += 1
            lose(notes, at, identity)
        if move != DECK and notes.deck[at] > 0:
            take_up(notes, at, seat, notes.order[drawn])
            drawn += 1
            notes.deck[at] -= 1
    if notes.turns[at] > 0:
        notes.turns[at] -= 1
    elif notes.turns[at] < 0 and notes.deck[at] == 0 and table.bouquet_final == 0:
        notes.turns[at] = table.players
    notes.seat[at] = next_seat(table, seat)
    return drawn


@kernel
def start_over(table: Table, notes: Positions) -> None:
    """Go back from the position that was played out to the one on the table."""
    for seat in range(table.players):
        notes.low[AHEAD, seat] = notes.low[NOW, seat]
        notes.high[AHEAD, seat] = notes.high[NOW, seat]
    notes.playable[AHEAD] = notes.playable[NOW]
    notes.dead[AHEAD] = notes.dead[NOW]
    notes.critical[AHEAD] = notes.critical[NOW]
    notes.left_low[AHEAD] = notes.left_low[NOW]
    notes.left_high[AHEAD] = notes.left_high[NOW]
    notes.tokens[AHEAD] = notes.tokens[NOW]
    notes.deck[AHEAD] = notes.deck[NOW]
    notes.turns[AHEAD] = notes.turns[NOW]
    notes.score[AHEAD] = notes.score[NOW]
    notes.strikes[AHEAD] = notes.strikes[NOW]
    notes.seat[AHEAD] = notes.seat[NOW]


@kernel
def count_deck(table: Table, notes: Positions) -> None:
    """Note which cards are left in the deck, and how many copies are not in the discard pile."""
    low = 0
    high = 0
    for identity in range(table.suits * 5):
        left = table.copies[identity] - table.discards[identity]
        low |= (left & 1) << identity
        high |= (left >> 1) << identity
    notes.left_low[NOW] = low
    notes.left_high[NOW] = high
    for suit in range(table.suits):
        for rank in range(table.stacks[suit]):
            bit = 1 << suit * 5 + rank
            high ^= bit & ~low  # a borrow from the upper bit
            low ^= bit
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            bit = 1 << table.hands[seat, slot]
            high ^= bit & ~low
            low ^= bit
    count = 0
    while low | high != 0:
        bit = low | high
        bit &= -bit
        notes.pool[count] = lowest_of(bit)
        count += 1
        high ^= bit & ~low
        low ^= bit


@kernel
def arrange(notes: Positions, number: int) -> None:
    """Lay out the cards of the deck in one of their orders, by its number."""
    count = notes.deck[NOW]
    for place in range(count):
        notes.order[place] = notes.pool[place]
    for place in range(count):
        left = count - place
        other = place + number % left
        number //= left
        card = notes.order[place]
        notes.order[place] = notes.order[other]
        notes.order[other] = card
