"""Play a batch of games at one table, compiled or not, and return their records."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from hanabi_arena.api.actions import action_words
from hanabi_arena.engine.kernel import PLAIN, PlainArray, record_of
from hanabi_arena.engine.legal import BROKEN_RULES
from hanabi_arena.engine.table import MAX_TURNS
from hanabi_arena.match.loop import RESULT, close_game, play_games
from hanabi_arena.match.seats import Workspace

_play_games: Any = play_games  # it takes the workspace's records as they come

FAULT = 100
"""`end` of a game that a fault ended."""

SLICE_SECONDS = 0.1
FIRST_SLICE = 1
"""A call of the compiled loop returns after about so long, for an interrupt does not get through
before; slices grow from one game until one takes that long."""


@dataclass(frozen=True)
class Games:
    """Finished games: a RESULT each, their actions one behind the other, and faults in words."""

    results: np.ndarray[Any, Any]
    actions: np.ndarray[Any, Any]
    faults: dict[int, str]

    @classmethod
    def join(cls, parts: list[Games]) -> Games:
        """Return the games of several batches as one."""
        if not parts:
            return cls(np.zeros(0, RESULT), np.zeros(0, np.uint8), {})
        return cls(
            np.concatenate([part.results for part in parts]),
            np.concatenate([part.actions for part in parts]),
            {game: text for part in parts for game, text in part.faults.items()},
        )


def play_compiled(work: Workspace, first: int, count: int, stride: int = 1) -> Games:
    """Play games among compiled bots; one that raises or acts illegally loses its game."""
    parts = []
    size = FIRST_SLICE
    while count:
        before = time.perf_counter()
        part = _play_slice(work, first, min(size, count), stride)
        if time.perf_counter() - before < SLICE_SECONDS / 2:
            size *= 2
        parts.append(part)
        first += len(part.results) * stride
        count -= len(part.results)
    return Games.join(parts)


def _play_slice(work: Workspace, first: int, count: int, stride: int) -> Games:
    results = np.zeros(count, RESULT)
    actions = np.zeros(count * MAX_TURNS, np.uint8)
    rows: Any = results.view(np.recarray)
    bytes_: Any = actions
    if PLAIN:
        rows, bytes_ = results.view(PlainArray), actions.view(PlainArray)
    faults: dict[int, str] = {}
    try:
        filled = _play_games(
            first,
            count,
            stride,
            work.keys,
            *work.records(),
            work.seats,
            work.memory,
            work.params,
            work.given,
            rows,
            bytes_,
        )
        done = count
    except Exception as error:  # whatever a bot raises is its fault
        game = int(work.journal_array["game"][0])
        done = (game - first) // stride + 1
        close_fault(work, results, done - 1, int(work.journal_array["seat"][0]))
        faults[game] = f"raised {type(error).__name__}: {error}"
        work.cause = error
        turns = int(work.journal_array["turn"][0])
        filled = int(results["turns"][: done - 1].sum())
        actions[filled : filled + turns] = work.journal_array["actions"][0, :turns]
        filled += turns
    results = results[:done]
    for row in np.flatnonzero((results["fault_seat"] >= 0) & (results["fault_rule"] > 0)):
        rule = BROKEN_RULES[results["fault_rule"][row]]
        faults[int(results["game"][row])] = (
            f"illegal {action_words(int(results['fault_action'][row]))}: {rule}"
        )
    mark_faults(results)
    return Games(results, actions[:filled], faults)


def close_fault(work: Workspace, results: np.ndarray[Any, Any], row: int, seat: int) -> None:
    """Fill in the result of a game that ends in the middle by a seat's fault."""
    close_game(work.table, work.journal, record_of(results[row : row + 1]))
    results["fault_seat"][row] = seat


def mark_faults(results: np.ndarray[Any, Any]) -> None:
    """Give faulted games their end and their scores of zero."""
    faulted = results["fault_seat"] >= 0
    results["end"][faulted] = FAULT
    results["score_zero"][faulted] = 0
    results["score_kept"][faulted] = 0
