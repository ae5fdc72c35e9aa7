"""Take a game over: bots play on from a turn of it, once or over cards dealt again.

The actions before that turn are taken as they were. The bots are asked at their turns and observe
everything, so that their memory is what it would be, but are not obeyed until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hanabi_arena.engine.kernel import PLAIN, new_record
from hanabi_arena.engine.stream import stream_key
from hanabi_arena.engine.table import PILE, new_table
from hanabi_arena.engine.turn import shuffle
from hanabi_arena.errors import UsageError
from hanabi_arena.match.mixed import Limits, MixedTable
from hanabi_arena.match.replay import GameRecord, Outcome
from hanabi_arena.match.seats import Seating, Workspace


@dataclass(frozen=True)
class PlayedOn:
    """A game that bots played on, and the fault that ended it, in words."""

    record: GameRecord
    outcome: Outcome
    fault: str = ""


def play_on(
    record: GameRecord,
    turn: int,
    seating: Seating,
    names: tuple[str, ...],
    games: int | None = None,
    limits: Limits | None = None,
) -> Iterator[PlayedOn]:
    """Yield the games that bots play on before a turn, counted from 1.

    Without `games` it is one game, with the deck as it was; with it so many, in each of which the
    cards that are still in the deck then, which nobody has seen, are dealt again. Raises UsageError
    for a turn that the game does not come to.
    """
    told = record.actions[: turn - 1]
    _check_turn(record, turn)
    table = MixedTable(Workspace(seating), limits or Limits())
    table.told = told
    for game in range(1 if games is None else games):
        deck = record.deck if games is None else redealt(record, turn, seating.seed, game)
        table.deck = table.work.deck(deck)
        fault = table.play(game)
        yield _played_on(replace(record, deck=deck), table, names, game, fault)


def _check_turn(record: GameRecord, turn: int) -> None:
    last = len(record.actions) + (not record.played().over)
    if not 1 <= turn <= last:
        raise UsageError(f"turn {turn}: bots can take the game over before turns 1 to {last}")


def _played_on(
    record: GameRecord, table: MixedTable, names: tuple[str, ...], game: int, fault: str
) -> PlayedOn:
    actions = table.work.journal_array["actions"][0, : table.turn]
    record = replace(
        record,
        actions=tuple(int(code) for code in actions),
        bots=names,
        game=game,
        fault_seat=table.seat if fault else None,
    )
    return PlayedOn(record, record.outcome(), fault)


def redealt(record: GameRecord, turn: int, seed: int | str, game: int) -> tuple[int, ...]:
    """Return the deck with the cards that nobody has seen before a turn in another order."""
    seen = len(record.deck) - int(record.played(turn - 1).table.deck_count)
    rest = record.deck[seen:]
    table, pile = new_table(record.rules, record.players), new_record(PILE)
    for card in range(len(table.copies)):
        table.copies[card] = rest.count(card)
    low, high = stream_key(seed, record.rules.deal_key(record.players), "redeal")
    words: tuple[Any, Any] = (low, high) if PLAIN else (np.uint64(low), np.uint64(high))
    shuffle(table, pile, *words, game)
    return (*record.deck[:seen], *(int(card) for card in pile.cards[: len(rest)]))
