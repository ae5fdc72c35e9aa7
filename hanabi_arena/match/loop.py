"""Play a batch of games among compiled bots."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanabi_arena.engine.codes import CLUE_RANK, CLUE_SUIT, DISCARD, kind_of
from hanabi_arena.engine.copying import copy_into
from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.stream import start
from hanabi_arena.engine.table import HIDDEN
from hanabi_arena.engine.turn import deal, score_kept, score_zero, shuffle, take_turn
from hanabi_arena.match.calls import call_act, call_observe, call_start

ACT, START, OBSERVE, MEMORY, PARAMS, SEES_OWN_HAND = range(6)
"""Columns of the seats' addresses; START and OBSERVE are -1 where a bot has none."""

DEAL_KEY = 0
SEAT_KEY = 1
"""Rows of the keys: the deal's, then one for each seat."""

JOURNAL = np.dtype(
    [
        ("game", np.int64),
        ("turn", np.int32),
        ("seat", np.int32),
        ("actions", np.uint8, (256,)),
    ],
    align=True,
)
"""Where the loop is: the game, the turn, the seat that is being asked, the actions so far.
It is written before a bot is called, so that it still tells which seat a crash or a hang is due to.
"""

RESULT = np.dtype(
    [
        ("game", np.int64),
        ("fault_action", np.int64),
        ("turns", np.int16),
        ("clues", np.int16),
        ("discards", np.int16),
        ("score_zero", np.int8),
        ("score_kept", np.int8),
        ("end", np.int8),
        ("strikes", np.int8),
        ("lost_criticals", np.int8),
        ("fault_seat", np.int8),
        ("fault_rule", np.int8),
    ],
    align=True,
)
"""A finished game. `fault_seat` is -1 without a fault; `fault_rule` and `fault_action` tell of an
illegal action."""


@kernel
def hide_hand(table: Any, seat: int) -> None:
    """Blank a seat's own hand in its copy of the table."""
    for slot in range(6):
        table.hands[seat, slot] = HIDDEN


@kernel
def show(table: Any, copy: Any, seat: int, sees_own_hand: int) -> None:
    """Make the copy of the table that a seat is handed."""
    copy_into(copy, table)
    copy.viewer = seat
    if sees_own_hand == 0:
        hide_hand(copy, seat)


@kernel
def refresh_seats(table: Any, memory: Any, params: Any, given: Any, keys: Any, game: int) -> None:
    """Give every seat fresh memory, its random stream for the game, and its parameters anew."""
    for seat in range(table.players):
        for word in range(memory.shape[1]):
            memory[seat, word] = 0
        for word in range(params.shape[1]):
            params[seat, word] = given[seat, word]
        memory[seat, 0] = start(keys[SEAT_KEY + seat, 0], keys[SEAT_KEY + seat, 1], game)


@kernel
def count_kinds(actions: Any, result: Any, turns: int) -> None:
    """Count the clues and the discards among the actions of a game."""
    clues = 0
    discards = 0
    for turn in range(turns):
        kind = kind_of(actions[turn])
        clues += CLUE_SUIT <= kind <= CLUE_RANK
        discards += kind == DISCARD
    result.clues = clues
    result.discards = discards


@kernel
def close_game(table: Any, journal: Any, result: Any) -> None:
    """Fill in the result of the game that the journal tells of."""
    result.game = journal.game
    result.turns = table.turn
    result.score_zero = score_zero(table)
    result.score_kept = score_kept(table)
    result.end = table.end
    result.strikes = table.strikes
    result.lost_criticals = table.lost_criticals
    count_kinds(journal.actions, result, table.turn)


@kernel
def play_games(
    first: int,
    count: int,
    stride: int,
    keys: Any,
    table: Any,
    copy: Any,
    pile: Any,
    event: Any,
    event_copy: Any,
    journal: Any,
    seats: Any,
    memory: Any,
    params: Any,
    given: Any,
    results: Any,
    actions: Any,
) -> int:
    """Play `count` games, `stride` apart from `first` on; return how long their actions are.

    `results` gets a RESULT a game; `actions` the actions of all games, one behind the other. An
    exception in a bot leaves the loop; the journal tells where it was.
    """
    filled = 0
    for index in range(count):
        game = first + index * stride
        journal.game = game
        journal.turn = 0
        result = results[index]
        result.fault_seat = -1
        shuffle(table, pile, keys[DEAL_KEY, 0], keys[DEAL_KEY, 1], game)
        deal(table, pile)
        refresh_seats(table, memory, params, given, keys, game)
        for seat in range(table.players):
            if seats[seat, START] >= 0:
                journal.seat = seat
                show(table, copy, seat, seats[seat, SEES_OWN_HAND])
                call_start(seats[seat, START], copy, seats[seat, MEMORY], seats[seat, PARAMS])
        while table.end == 0:
            seat = table.seat
            journal.seat = seat
            show(table, copy, seat, seats[seat, SEES_OWN_HAND])
            action = call_act(seats[seat, ACT], copy, seats[seat, MEMORY], seats[seat, PARAMS])
            rule = take_turn(table, pile, action, event)
            if rule != 0:
                result.fault_seat = seat
                result.fault_rule = rule
                result.fault_action = action
                break
            journal.actions[journal.turn] = action
            journal.turn += 1
            for watcher in range(table.players):
                if seats[watcher, OBSERVE] >= 0:
                    journal.seat = watcher
                    show(table, copy, watcher, seats[watcher, SEES_OWN_HAND])
                    copy_into(event_copy, event)
                    call_observe(
                        seats[watcher, OBSERVE],
                        copy,
                        seats[watcher, MEMORY],
                        event_copy,
                        seats[watcher, PARAMS],
                    )
        close_game(table, journal, result)
        for turn in range(table.turn):
            actions[filled] = journal.actions[turn]
            filled += 1
    return filled


__all__ = [
    "ACT",
    "DEAL_KEY",
    "JOURNAL",
    "MEMORY",
    "OBSERVE",
    "PARAMS",
    "RESULT",
    "SEAT_KEY",
    "SEES_OWN_HAND",
    "START",
    "close_game",
    "hide_hand",
    "play_games",
    "refresh_seats",
    "show",
]
