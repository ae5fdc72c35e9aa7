"""What a searching seat tries, and how it finds out which action leads to most points."""

from __future__ import annotations

from typing import Protocol

from hanabi_arena.kernels import (
    DISCARD,
    Table,
    broken_rule,
    can_clue,
    clue_rank,
    clue_suit,
    copy_into,
    discard,
    is_in,
    kernel,
    kind_of,
    next_seat,
    score_kept,
    score_zero,
    take_turn,
)

from ._holmes import Beliefs
from ._manners import play_known
from ._search_memory import MOST_MOVES, Memory
from ._search_worlds import usual_action
from .duo import Duo

FIRST_LOOK = 8
"""Worlds in which every action is tried; from then on the worse ones are given up."""
GIVE_UP = 2.0
"""By how many standard errors an action must be behind the best to be given up."""
CROWD = 128
"""Moves that compete with the best, times worlds, are no more than this: few are worth a long look.
"""
SURE = 3.0
"""By how many it must be ahead of the usual one for that to be settled."""
GRAIN = 0.25
"""Variance, in points, that is added as that of one more world: equal scores prove little."""
DECEIT = -1

start_record = Duo.start
keep_record = Duo.observe


class Settings(Protocol):
    """The parameters, as kernels see them."""

    seats: int
    worlds: int
    deck: int
    belief: int
    doubt: float
    honest: int
    bonus: float
    margin: float
    zero: int


@kernel
def enter_world(table: Table, memory: Memory, number: int) -> None:
    """Lay out the table, the deck and the record of a world."""
    me = table.seat
    copy_into(memory.world, table)
    copy_into(memory.ahead, memory.notes)
    first = table.cards - table.deck_count
    for slot in range(table.hand_count[me]):
        memory.world.hands[me, slot] = memory.worlds[number, table.order[me, slot]]
    for place in range(first, table.cards):
        memory.pile.cards[place] = memory.worlds[number, place]
    memory.pile.next = first


@kernel
def false_cards(table: Table, notes: Beliefs, seat: int) -> int:
    """Return how many cards of a hand are none of those that the record says."""
    count = 0
    for slot in range(table.hand_count[seat]):
        count += not is_in(table.hands[seat, slot], notes.sets[table.order[seat, slot]])
    return count


@kernel
def advance(memory: Memory, action: int) -> None:
    """Take a turn in the world. Both seats keep the same record: one is enough."""
    take_turn(memory.world, memory.pile, action, memory.event)
    keep_record(memory.world, memory.ahead, memory.event, memory.manner)


@kernel
def play_out(table: Table, memory: Memory, number: int, action: int, honest: int, zero: int) -> int:
    """Return the score that an action leads to in a world, if both then play as `duo`.

    DECEIT if the partner would believe something false that it must not: of any kind if one is to
    be honest, else only that its newest card is the twin of a discard. One's own record would not
    say so, and the two must stay the same.
    """
    enter_world(table, memory, number)
    partner = next_seat(table, table.seat)
    memory.world.viewer = partner
    if honest != 0 or kind_of(action) == DISCARD:
        before = false_cards(memory.world, memory.ahead, partner)
        advance(memory, action)
        if false_cards(memory.world, memory.ahead, partner) > before:
            return DECEIT
    else:
        advance(memory, action)
    while memory.world.end == 0:
        advance(memory, usual_action(memory.world, memory.ahead, memory.manner))
    return score_zero(memory.world) if zero != 0 else score_kept(memory.world)


@kernel
def add_move(table: Table, memory: Memory, count: int, action: int) -> int:
    """Add an action to those that are tried, if it is legal and not there; return their number."""
    if count == MOST_MOVES or action == memory.moves[0] or broken_rule(table, action) != 0:
        return count
    memory.moves[count] = action
    memory.alive[count] = 1
    return count + 1


@kernel
def list_moves(table: Table, memory: Memory, usual: int) -> int:
    """List the actions to try, the usual one first; return their number."""
    me = table.seat
    memory.moves[0] = usual
    memory.alive[0] = 1
    count = 1
    for slot in range(table.hand_count[me]):
        playable = memory.masks[slot] & table.playable
        if playable != 0:
            count = add_move(table, memory, count, play_known(table, slot, playable))
    for slot in range(table.hand_count[me]):
        count = add_move(table, memory, count, discard(slot))
    if can_clue(table):
        seat = next_seat(table, me)
        for suit in range(table.suit_clues):
            count = add_move(table, memory, count, clue_suit(seat, suit))
        for rank in range(1, 6):
            count = add_move(table, memory, count, clue_rank(seat, rank))
    return count


@kernel
def lead(memory: Memory, move: int, other: int, worlds: int) -> tuple[float, float]:
    """Return how many points a move is ahead of another in the same worlds, and the error."""
    total = 0
    squares = 0
    for number in range(worlds):
        gap = memory.scores[move, number] - memory.scores[other, number]
        total += gap
        squares += gap * gap
    mean = total / worlds
    variance = squares / worlds - mean * mean + GRAIN / worlds
    return mean, (variance / worlds) ** 0.5


@kernel
def leader(memory: Memory, moves: int, worlds: int, params: Settings) -> int:
    """Return the best move so far: another than the usual one only if it is surely better."""
    best = 0
    most = 0.0
    for move in range(1, moves):
        if memory.alive[move] != 0:
            ahead, error = lead(memory, move, 0, worlds)
            ahead -= params.bonus + params.margin * error
            if ahead > most:
                most = ahead
                best = move
    return best


@kernel
def furthest_behind(memory: Memory, moves: int, worlds: int, best: int) -> int:
    """Return the worst move that is left, the usual and the best one excluded."""
    worst = best
    most = -100.0
    for move in range(1, moves):
        if memory.alive[move] != 0 and move != best:
            ahead, _ = lead(memory, best, move, worlds)
            if ahead > most:
                most = ahead
                worst = move
    return worst


@kernel
def give_up_worse(memory: Memory, moves: int, worlds: int, params: Settings, best: int) -> bool:
    """Give up what is behind by more than chance explains; return whether the best is settled.

    The usual move is never given up while others compete: the best of many looks better than it is.
    """
    left = 0
    for move in range(1, moves):
        if memory.alive[move] != 0 and move != best:
            ahead, error = lead(memory, best, move, worlds)
            if best == 0:
                ahead += params.bonus
            if ahead > GIVE_UP * error:
                memory.alive[move] = 0
            else:
                left += 1
    while worlds > FIRST_LOOK and left > max(CROWD // worlds, 1):
        memory.alive[furthest_behind(memory, moves, worlds, best)] = 0
        left -= 1
    if left > 0 or best == 0:
        return left == 0
    ahead, error = lead(memory, best, 0, worlds)
    return ahead - params.bonus > SURE * error


@kernel
def best_action(table: Table, memory: Memory, usual: int, params: Settings) -> int:
    """Return the action that leads to most points in the worlds that were found."""
    moves = list_moves(table, memory, usual)
    best = 0
    for number in range(memory.found):
        for move in range(moves):
            if memory.alive[move] != 0:
                action = memory.moves[move]
                score = play_out(table, memory, number, action, params.honest, params.zero)
                memory.scores[move, number] = score
                if score == DECEIT and move != 0:
                    memory.alive[move] = 0
        worlds = number + 1
        if (worlds >= FIRST_LOOK and worlds % 8 == 0) or worlds == memory.found:
            best = leader(memory, moves, worlds, params)
            if give_up_worse(memory, moves, worlds, params, best):
                break
    return memory.moves[best]
