"""The oracle's policy: what a seat does that sees every hand, without trying what follows."""

from __future__ import annotations

from hanabi_arena.kernels import Table, is_in, kernel, lowest_of, next_seat, size_of

from ._oracle_positions import FIRSTS, FIVES, NOTHING, SHOW, THROW, Positions


@kernel
def lowest_ranked(mask: int) -> int:
    """Return a card of the lowest rank in a set that is not empty."""
    firsts = FIRSTS
    while mask & firsts == 0:
        firsts <<= 1
    return lowest_of(mask & firsts)


@kernel
def best_play(ready: int, others: int) -> int:
    """Return which playable card to play.

    First those that nobody else could play, then those whose next card somebody else holds, then
    those of the lowest rank.
    """
    if ready & (ready - 1) == 0:
        return lowest_of(ready)
    mine_alone = ready & ~others
    if mine_alone != 0:
        ready = mine_alone
    opening = ready & others >> 1 & ~FIVES
    if opening != 0:
        ready = opening
    return lowest_ranked(ready)


@kernel
def loss(notes: Positions, at: int, identity: int, free: int) -> int:
    """Return how bad it is to lose a card: 0 dead, 1 held twice, then risks, then points."""
    if is_in(identity, free):
        return 0 if is_in(identity, notes.dead[at]) else 1
    live = 0b11111 << identity // 5 * 5 & ~notes.dead[at]
    below = live & (1 << identity) - 1
    if is_in(identity, notes.critical[at]):
        return 1000 * size_of(live & ~below)
    # Its twin is still in the deck, and has the more time the later it is needed.
    return 100 - 2 * (identity % 5) - size_of(below)


@kernel
def least_loss(notes: Positions, at: int, hand: int, free: int) -> int:
    """Return the card of a hand that is best to lose, as loss * 32 + identity."""
    least = 1 << 30
    while hand != 0:
        identity = lowest_of(hand)
        least = min(least, loss(notes, at, identity, free) * 32 + identity)
        hand &= hand - 1
    return least


@kernel
def lighter_discards(table: Table, notes: Positions, at: int, shared: int) -> bool:
    """Return whether somebody who holds fewer useful cards can discard too, and cannot play."""
    live = ~notes.dead[at]
    mover = notes.seat[at]
    load = size_of((notes.low[at, mover] | notes.high[at, mover]) & live)
    for seat in range(table.players):
        twice = notes.high[at, seat]
        hand = notes.low[at, seat] | twice
        if size_of(hand & live) < load and hand & notes.playable[at] == 0:
            if hand & (notes.dead[at] | shared) | twice:
                return True
    return False


@kernel
def others_lose_less(table: Table, notes: Positions, at: int, shared: int, least: int) -> bool:
    """Return whether somebody whose turn comes while tokens last loses less by a discard."""
    seat = notes.seat[at]
    for _ in range(min(table.players - 1, notes.tokens[at] // table.clue_cost)):
        seat = next_seat(table, seat)
        twice = notes.high[at, seat]
        hand = notes.low[at, seat] | twice
        free = hand & (notes.dead[at] | shared) | twice
        if least_loss(notes, at, hand, free) >> 5 < least >> 5:
            return True
    return False


@kernel
def spare_discards(table: Table, notes: Positions, at: int) -> int:
    """Return how many discards the deck allows before a card too many is left unplayed."""
    if table.bouquet_final != 0:
        return 100  # the deck's end is not the game's
    needed = size_of(((1 << table.suits * 5) - 1) & ~notes.dead[at])
    return notes.deck[at] + table.players - needed


@kernel
def can_pay(table: Table, notes: Positions, at: int) -> bool:
    """Return whether the tokens allow a clue."""
    return notes.tokens[at] >= table.clue_cost


@kernel
def can_gain(table: Table, notes: Positions, at: int) -> bool:
    """Return whether the tokens allow a discard."""
    return notes.tokens[at] < table.max_tokens or table.discard_at_max != 0


@kernel
def decide(table: Table, notes: Positions, at: int) -> int:
    """Return the move of the seat on turn."""
    seat = notes.seat[at]
    twice = notes.high[at, seat]
    mine = notes.low[at, seat] | twice
    held = 0
    shared = 0  # held by two seats or more
    for other in range(table.players):
        hand = notes.low[at, other] | notes.high[at, other]
        shared |= held & hand
        held |= hand
    others = shared | held & ~mine
    ready = mine & notes.playable[at]
    if ready != 0:
        return best_play(ready, others)
    can_show = can_pay(table, notes, at) and (others != 0 or table.empty_clues != 0)
    can_throw = can_gain(table, notes, at)
    if can_show and (not can_throw or mine == 0 or notes.turns[at] >= 0):
        return SHOW
    if mine == 0:
        return NOTHING
    stuck = held & notes.playable[at] == 0
    free = mine & (notes.dead[at] | shared) | twice
    if can_throw and free != 0:
        # The last discards are kept for seats that cannot pass: in the end not all can play.
        if stuck or not can_show or spare_discards(table, notes, at) >= table.players:
            full = notes.tokens[at] + 1 >= table.max_tokens
            if can_show and full and lighter_discards(table, notes, at, shared):
                return SHOW
            worst = mine & notes.dead[at]
            if worst == 0:
                worst = twice
            return THROW + lowest_of(worst if worst != 0 else free)
    elif can_throw and (stuck or not can_show):
        least = least_loss(notes, at, mine, free)
        if can_show and others_lose_less(table, notes, at, shared, least):
            return SHOW
        return THROW + (least & 31)
    if can_show:
        return SHOW
    return least_loss(notes, at, mine, free) & 31  # nothing but a misplay is legal
