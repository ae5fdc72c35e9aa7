"""Search: tries its actions in worlds that fit all it knows, played on as `duo` would."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from hanabi_arena.kernels import (
    DISCARD,
    PLAY,
    CompiledBot,
    Event,
    Table,
    broken_rule,
    can_clue,
    can_discard,
    clue_rank,
    clue_suit,
    copy_into,
    discard,
    is_in,
    kernel,
    kind_of,
    next_seat,
    play,
    score_kept,
    score_zero,
    take_turn,
)

from ._manners import play_known
from ._search_worlds import FIELDS, MOST_MOVES, MOST_WORLDS, find_worlds, remember, duo_act
from .duo import Duo

duo_start = Duo.start
duo_observe = Duo.observe


@kernel
def enter_world(table: Table, memory: Any, number: int) -> None:
    """Lay out the table and the deck of a world."""
    me = table.seat
    copy_into(memory.world, table)
    copy_into(memory.ahead, memory.notes)
    for slot in range(table.hand_count[me]):
        memory.world.hands[me, slot] = memory.worlds[number, table.order[me, slot]]
    for place in range(table.cards - table.deck_count, table.cards):
        memory.pile.cards[place] = memory.worlds[number, place]
    memory.pile.next = table.cards - table.deck_count


@kernel
def false_cards(table: Table, notes: Any, seat: int) -> int:
    """Return how many cards of a hand are not what the public record says."""
    count = 0
    for slot in range(table.hand_count[seat]):
        if not is_in(table.hands[seat, slot], notes.sets[table.order[seat, slot]]):
            count += 1
    return count


@kernel
def play_out(table: Table, memory: Any, number: int, action: int, honest: int, zero: int) -> int:
    """Return the score that an action leads to in a world if both play on as `duo` does.

    -1 if the partner would take it for something that is not true.
    """
    enter_world(table, memory, number)
    world = memory.world
    partner = next_seat(table, table.seat)
    before = false_cards(world, memory.ahead, partner)
    world.viewer = partner
    take_turn(world, memory.pile, action, memory.event)
    duo_observe(world, memory.ahead, memory.event, memory.manner)
    if honest != 0 or kind_of(action) == DISCARD:
        if false_cards(world, memory.ahead, partner) > before:
            return -1
    while world.end == 0:
        answer = duo_act(world, memory.ahead, memory.manner)
        take_turn(world, memory.pile, answer, memory.event)
        duo_observe(world, memory.ahead, memory.event, memory.manner)
    return score_zero(world) if zero != 0 else score_kept(world)


@kernel
def add_move(table: Table, memory: Any, count: int, action: int) -> int:
    """Add an action to those that are tried, if it is legal and not there yet."""
    if action == memory.moves[0] or count >= MOST_MOVES or broken_rule(table, action) != 0:
        return count
    memory.moves[count] = action
    memory.alive[count] = 1
    return count + 1


@kernel
def list_moves(table: Table, memory: Any, usual: int) -> int:
    """List the actions to try, the usual one first; return their number."""
    me = table.seat
    memory.moves[0] = usual
    memory.alive[0] = 1
    count = 1
    for slot in range(table.hand_count[me]):
        mask = memory.masks[slot] & table.playable
        if mask != 0:
            count = add_move(table, memory, count, play_known(table, slot, mask))
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
def lead(memory: Any, move: int, other: int, worlds: int) -> tuple[float, float]:
    """Return by how much a move is better than another one in the same worlds, and the error."""
    total = 0
    squares = 0
    for number in range(worlds):
        gap = memory.scores[move, number] - memory.scores[other, number]
        total += gap
        squares += gap * gap
    mean = total / worlds
    spread = max(squares / worlds - mean * mean, 0.0) + 0.25 / worlds
    return mean, (spread / worlds) ** 0.5


@kernel
def choose(table: Table, memory: Any, usual: int, params: Any) -> int:
    """Return the action that does best in the worlds that were found."""
    moves = list_moves(table, memory, usual)
    best = 0
    number = 0
    left = moves
    while number < memory.found and left > 1:
        for move in range(moves):
            if memory.alive[move] != 0:
                action = memory.moves[move]
                score = play_out(table, memory, number, action, params.honest, params.zero)
                if score < 0 and move > 0:
                    memory.alive[move] = 0
                    left -= 1
                    if move == best:
                        best = 0
                    continue
                memory.scores[move, number] = score
        number += 1
        if (number % 8 == 0 or number == 4) and number >= params.least:
            best = 0
            most = params.bonus
            for move in range(1, moves):
                if memory.alive[move] != 0:
                    mean, _ = lead(memory, move, 0, number)
                    if mean > most:
                        most = mean
                        best = move
            for move in range(moves):
                if memory.alive[move] != 0 and move != best:
                    mean, error = lead(memory, best, move, number)
                    if move == 0:
                        mean -= params.bonus
                    if best == 0:
                        mean += params.bonus
                    if mean > params.prune * error:
                        memory.alive[move] = 0
                        left -= 1
    return best


class Search(CompiledBot):
    """Smart, but one seat tries every action in worlds that fit, and takes the best one."""

    players = (2,)
    deterministic = False
    conventions = Duo.conventions
    memory = FIELDS

    seats: Literal["first", "second", "both"] = "first"
    """Which seats search; the other plays as `duo`."""
    worlds: int = 128
    """Worlds in which an action is tried at most."""
    least: int = 16
    """Worlds before an action may be given up."""
    tries: int = 40
    """Worlds that may be refused for each that is kept, before it makes do with fewer."""
    honest: int = 0
    """Whether it never acts so that the partner would believe what is not true."""
    zero: int = 0
    """Whether a strikeout counts as zero points."""
    bonus: float = 0.05
    """Points by which another action must be better than `duo`'s."""
    prune: float = 2.0
    """Standard errors."""
    trust: float = 0.0
    """How likely the partner is to act otherwise than `duo` would."""

    @staticmethod
    @kernel
    def start(table: Table, memory: Any, params: Any) -> None:
        """Start the public record."""
        memory.manner.mystery = 1
        memory.manner.silence = 1
        memory.manner.saving = 4
        memory.manner.stalling = 2
        duo_start(table, memory.notes, memory.manner)
        if table.seat != table.viewer:
            remember(table, memory)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Any, event: Event, params: Any) -> None:
        """Keep the public record, and what the partner did."""
        if event.order >= 0:
            memory.known[event.order] = event.card
        duo_observe(table, memory.notes, event, memory.manner)
        if event.seat != table.viewer:
            memory.past[memory.turns % 64].action = event.action
            memory.turns += 1
        if table.seat != table.viewer:
            remember(table, memory)

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        """Search, if this seat does."""
        usual = duo_act(table, memory.notes, memory.manner)
        me = table.seat
        if params.seats != 2 and params.seats != me:
            return usual
        other = next_seat(table, me)
        if table.declared[other] != table.declared[me]:
            return usual
        wanted = min(params.worlds, MOST_WORLDS)
        find_worlds(table, memory, wanted, params.tries, params.trust)
        if memory.found == 0:
            return usual
        return memory.moves[choose(table, memory, usual, params)]
