"""Oracle: what is left to win when everybody sees all hands, and only the deck's order is hidden.

Nothing needs to be said, so a clue is a way to pass. A turn without a play costs a clue token, or a
discard: one of the few that the deck allows before its end comes too soon (the pace). The policy
spends them so that hands stay free for cards that are still to come. When only a few cards are left
in the deck, their identities are known by counting, if not their order: the policy is then played
out for every order, and where it would lose points every other action is tried the same way.
"""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np

from hanabi_arena.kernels import (
    CompiledBot,
    Table,
    announce,
    can_clue,
    can_play_deck,
    clue_rank,
    discard,
    kernel,
    lowest_of,
    next_seat,
    play,
    size_of,
)

from ._oracle_policy import can_gain, decide
from ._oracle_positions import (
    AHEAD,
    DECK,
    DECK_ACTION,
    MOST_AHEAD,
    NOTHING,
    NOW,
    SHOW,
    THROW,
    Positions,
    arrange,
    carry_out,
    count_deck,
    look,
    start_over,
)
from ._refusals import ODD_RANKS


class Foresight(Protocol):
    """The parameters, as kernels see them."""

    look_ahead: int


@kernel
def play_out(table: Table, notes: Positions, move: int) -> int:
    """Return the score that a move leads to if the policy follows and the deck lies as in `order`.

    Zero where the game is all or nothing, or is lost by strikes.
    """
    start_over(table, notes)
    drawn = 0
    while move != NOTHING and notes.turns[AHEAD] != 0:
        drawn = carry_out(table, notes, AHEAD, move, drawn)
        if notes.strikes[AHEAD] >= table.max_strikes:
            return 0
        if notes.score[AHEAD] == table.max_score:
            return table.max_score
        move = decide(table, notes, AHEAD)
    return 0 if table.bouquet_final != 0 else notes.score[AHEAD]


@kernel
def prospect(table: Table, notes: Positions, move: int, orders: int) -> int:
    """Return the sum of the scores that a move leads to over all orders of the deck."""
    total = 0
    for number in range(orders):
        arrange(notes, number)
        total += play_out(table, notes, move)
    return total


@kernel
def somebody_else(table: Table) -> int:
    """Return the next seat that can be given a clue; -1 if nobody holds a card."""
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        if table.hand_count[seat] > 0 or table.empty_clues != 0:
            return seat
    return -1


@kernel
def other_moves(table: Table, notes: Positions, move: int) -> int:
    """Return the set of the sensible moves but one: plays, discards, a clue, the deck's card."""
    mine = notes.low[NOW, table.seat] | notes.high[NOW, table.seat]
    moves = mine & notes.playable[NOW]
    if can_gain(table, notes, NOW):
        trash = mine & notes.dead[NOW]
        moves |= (mine & ~trash | trash & -trash) << THROW
    if can_clue(table) and somebody_else(table) >= 0:
        moves |= 1 << SHOW
    if can_play_deck(table):
        moves |= 1 << DECK
    return moves & ~(1 << move)


@kernel
def improve(table: Table, notes: Positions, move: int) -> int:
    """Return the move after which the policy does best, over all orders of the deck."""
    count_deck(table, notes)
    orders = 1
    for count in range(2, notes.deck[NOW] + 1):
        orders *= count
    most = table.max_score * orders
    if table.bouquet_final == 0:
        everything = (1 << table.suits * 5) - 1
        most = orders * (table.score + size_of(everything & ~notes.dead[NOW]))
    best = prospect(table, notes, move, orders)
    if best == most:
        notes.safe = 1  # whoever follows sees the same, and keeps to the policy
        return move
    moves = other_moves(table, notes, move)
    while moves != 0:
        other = lowest_of(moves)
        moves &= moves - 1
        total = prospect(table, notes, other, orders)
        if total > best:
            best = total
            move = other
    return move


@kernel
def slot_holding(table: Table, identity: int) -> int:
    """Return the oldest slot of one's hand with this card."""
    slot = 0
    while table.hands[table.seat, slot] != identity:
        slot += 1
    return slot


@kernel
def action_of(table: Table, move: int) -> int:
    """Return the action that a move stands for."""
    if move >= THROW:
        return discard(slot_holding(table, move - THROW))
    if move == DECK or move == NOTHING:  # all that an empty hand can do without a clue
        return DECK_ACTION
    if move == SHOW:
        seat = somebody_else(table)
        return clue_rank(seat, table.hands[seat, 0] % 5 + 1 if table.hand_count[seat] > 0 else 1)
    slot = slot_holding(table, move)
    if table.choreography != 0:
        return announce(slot, move // 5)
    return play(slot)


class Oracle(CompiledBot):
    """Sees its own hand, not the deck: plays what it can, and passes or discards with foresight.

    A seat without a playable card discards what nobody needs while the deck allows it, the seats
    with fewer useful cards first; else it passes by a clue. Near the end of the deck it tries the
    moves it has, and takes the one after which everybody's play makes most points on average.
    """

    refuses = ODD_RANKS
    sees_own_hand = True
    memory = (
        ("low", np.int32, (2, 6)),
        ("high", np.int32, (2, 6)),
        *((name, np.int32, (2,)) for name in ("playable", "dead", "critical")),
        *((name, np.int32, (2,)) for name in ("left_low", "left_high")),
        *(
            (name, np.int16, (2,))
            for name in ("tokens", "deck", "turns", "score", "strikes", "seat")
        ),
        ("pool", np.int8, (MOST_AHEAD,)),
        ("order", np.int8, (MOST_AHEAD,)),
        ("safe", np.int64),
    )

    look_ahead: Literal[0, 1, 2, 3, 4] = 2
    """Cards left in the deck from which on it tries its moves; more is stronger and slower."""

    @staticmethod
    @kernel
    def act(table: Table, memory: Positions, params: Foresight) -> int:
        """Follow the policy, or what is better near the end of the deck."""
        look(table, memory)
        move = decide(table, memory, NOW)
        if 0 < table.deck_count <= params.look_ahead and memory.safe == 0:
            move = improve(table, memory, move)
        return action_of(table, move)
