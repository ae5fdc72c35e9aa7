"""What a position is worth in the Referential Sieve: what the others will make of it."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from hanabi_arena.kernels import Table, is_in, is_subset, kernel, next_seat, pace, rank_of

from ._rs_state import (
    CALLED_DISCARD,
    CALLED_PLAY,
    TRASH,
    World,
    chop_of,
    is_one,
    next_trash,
)

WEIGHTS = {
    "play": 1.12,
    "later": 0.687,
    "own": 1.0,
    "strike": 8.0,
    "last_strike": 19.4,
    "token": 0.4,
    "scarce": 0.36,
    "critical": 1.07,
    "above": 0.4,
    "useful": 0.32,
    "twin": 0.0476,
    "risk": 1.03,
    "trash": 0.32,
    "lock": 0.6,
    "touch": 0.15,
    "bad": 0.448,
    "named": 0.0655,
    "pace": 0.557,
    "distance": 0.72,
    "sieved": 0.383,
    "kept": 1.4,
}
"""At two players, in points: see `Weights`. Found by search over deals that nothing else uses."""

WEIGHTS_MORE = {
    "play": 0.895,
    "later": 0.49,
    "own": 2.12,
    "strike": 7.0,
    "last_strike": 12.0,
    "token": 0.4,
    "scarce": 0.36,
    "critical": 1.07,
    "above": 0.4,
    "useful": 0.32,
    "twin": 0.069,
    "risk": 0.7,
    "trash": 0.124,
    "lock": 0.6,
    "touch": 0.136,
    "bad": 0.416,
    "named": 0.061,
    "pace": 1.4,
    "distance": 0.84,
    "sieved": 0.4,
    "kept": 1.5,
}
"""The same at more players."""

WEIGHTS_TYPE = np.dtype([(name, np.float64) for name in WEIGHTS], align=True)


class Weights(Protocol):
    """What things are worth, in points."""

    play: float  #: a card that somebody else plays next
    later: float  #: one that somebody else can play after that
    own: float  #: a card that one plays oneself
    strike: float  #: a misplay
    last_strike: float  #: the misplay that ends the game
    token: float  #: a clue token
    scarce: float  #: how much more the last tokens are worth
    critical: float  #: the loss of a last copy, for the card itself
    above: float  #: and for each card that it would have led to
    useful: float  #: the loss of a card that is needed, but is there once more
    twin: float  #: the same where the other one is seen
    risk: float  #: how likely a player discards the chop rather than clues
    trash: float  #: a card of no use that its holder may discard
    lock: float  #: somebody else who can't but clue
    touch: float  #: a clued card that is of use
    bad: float  #: what is lost by a clued card that is of no use
    named: float  #: a useful card of which everybody knows what it is
    pace: float  #: a discard when there is none to spare
    distance: float  #: what the seats further on count, each as part of the one before
    sieved: float  #: what it takes to discard one's own card that is not the chop
    kept: float  #: the same for one that one has been told to keep


@kernel
def suit_of_stack(stacks: int, suit: int) -> int:
    """Return the height of a stack in a row of stacks, three bits each."""
    return stacks >> 3 * suit & 7


@kernel
def packed_stacks(table: Table) -> int:
    """Return the stacks, three bits each."""
    stacks = 0
    for suit in range(table.suits):
        stacks |= table.stacks[suit] << 3 * suit
    return stacks


@kernel
def next_on(table: Table, stacks: int) -> int:
    """Return the mask of the cards that are next on such stacks."""
    cards = 0
    for suit in range(table.suits):
        height = suit_of_stack(stacks, suit)
        if height < 5:
            cards |= 1 << suit * 5 + height
    return cards


@kernel
def count_seen(table: Table, card: int) -> int:
    """Return how many copies of a card are seen in hands."""
    count = 0
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            count += table.hands[seat, slot] == card
    return count


@kernel
def loss_of(table: Table, weights: Weights, card: int, held: bool) -> float:
    """Return what is lost with a card; `held` says that it is one of those that are seen."""
    if is_in(card, table.dead):
        return 0.0
    rank = rank_of(card)
    if is_in(card, table.critical):
        return weights.critical * (1.0 + weights.above * (5 - rank))
    if count_seen(table, card) > held:
        return weights.twin
    lost = weights.useful * (1.0 + 0.15 * (4 - rank))
    return lost * 1.3 if is_in(card, table.playable) else lost


@kernel
def token_worth(table: Table, weights: Weights, tokens: int) -> float:
    """Return what one more token is worth where there are so many, counted in clues."""
    if table.turns_left >= 0:
        return weights.token * 0.2
    return weights.token * (1.0 + weights.scarce * max(0, 3 - tokens) / 3.0)


@kernel
def pace_cost(table: Table, weights: Weights) -> float:
    """Return what a discard costs because the deck gets shorter."""
    if table.turns_left >= 0:
        return 0.0
    spare = pace(table)
    if spare <= 0:
        return weights.pace * 2.0
    return weights.pace / (1.0 + spare) if spare < 4 else 0.0


@kernel
def promised_next(table: Table, world: World, seat: int, done: int, playable: int) -> int:
    """Return the slot that a seat will play next, other than those done; -1 for none."""
    best = -1
    least = 1 << 30
    for slot in range(table.hand_count[seat]):
        if is_in(slot, done):
            continue
        place = table.order[seat, slot]
        read = world.read[seat, slot]
        called = world.call[place] == CALLED_PLAY
        if not (is_subset(read, playable) or (called and read & playable != 0)):
            continue
        rank = 9
        for identity in range(table.suits * 5):
            if read >> identity & 1:
                rank = min(rank, identity % 5)
        order = world.since[place] if called else 1000 + rank
        if order <= least:
            least = order
            best = slot
    return best


@kernel
def idle(table: Table, world: World, weights: Weights, seat: int, tokens: int) -> float:
    """Return what comes of a seat that knows no card to play."""
    slot = next_trash(table, world, seat)
    gain = token_worth(table, weights, tokens) - pace_cost(table, weights)
    if tokens >= table.max_tokens // table.clue_cost:
        return 0.0 if slot >= 0 else -weights.lock * 0.3
    if slot >= 0:
        return gain - loss_of(table, weights, table.hands[seat, slot], True)
    slot = chop_of(table, world, seat)
    if slot < 0 and world.chops == 0:
        return 0.0
    if slot < 0:
        return -weights.lock * (1.0 if tokens > 0 else 2.5)
    risk = weights.risk if tokens > 0 else 1.0
    return risk * (gain - loss_of(table, weights, table.hands[seat, slot], True))


@kernel
def outlook(table: Table, world: World, weights: Weights, stacks: int, tokens: int) -> float:
    """Return what the other seats will make of a position, with these stacks and tokens."""
    total = 0.0
    share = 1.0
    seat = table.seat
    touched = 0
    for ahead in range(1, table.players):
        if table.turns_left >= 0 and ahead >= table.turns_left:
            break
        seat = next_seat(table, seat)
        value = 0.0
        done = 0
        while True:
            slot = promised_next(table, world, seat, done, next_on(table, stacks))
            if slot < 0:
                break
            card = table.hands[seat, slot]
            suit = card // 5
            if suit_of_stack(stacks, suit) == card % 5:
                stacks += 1 << 3 * suit
                if done == 0:
                    value += weights.play
                elif table.turns_left < 0:
                    value += weights.later
            else:
                last = table.strikes + 1 >= table.max_strikes
                value -= weights.last_strike if last else weights.strike
                value -= loss_of(table, weights, card, True)
            done |= 1 << slot
        if done == 0:
            value += idle(table, world, weights, seat, tokens)
        for slot in range(table.hand_count[seat]):
            place = table.order[seat, slot]
            card = table.hands[seat, slot]
            useless = is_in(card, table.dead) or is_in(card, touched)
            if world.known[seat, slot] == TRASH:
                if useless:
                    value += weights.trash
                elif world.call[place] == CALLED_DISCARD or not is_in(card, table.dead):
                    lost = loss_of(table, weights, card, True)
                    value += weights.trash if lost < 0.1 else -lost
            elif world.touched[place] != 0 or world.call[place] == CALLED_PLAY:
                value += -weights.bad if useless else weights.touch
                if is_one(world.read[seat, slot]) and not useless:
                    value += weights.named
                touched |= 1 << card
        total += share * value
        share *= weights.distance
    return total
