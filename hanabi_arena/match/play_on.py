"""Take a game over: bots play on from a turn of it, once or over cards dealt again.

The actions before that turn are taken as they were. The bots are asked at their turns and observe
everything, so that their memory is what it would be, but are not obeyed until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from hanabi_arena.engine.stream import start_plain, step_plain, stream_key, word_plain
from hanabi_arena.errors import UsageError
from hanabi_arena.match.mixed import Limits, MixedTable
from hanabi_arena.match.replay import GameRecord, Outcome
from hanabi_arena.match.seats import Seating, Workspace

EXCHANGES: Final = 40
"""Exchanges of two cards, for each card that is dealt again."""


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
    seat: int | None = None,
    limits: Limits | None = None,
) -> Iterator[PlayedOn]:
    """Yield the games that bots play on before a turn, counted from 1.

    Without `games` it is one game, with the deck as it was; with it so many, in each of which the
    cards that are still in the deck then, which nobody has seen, are dealt again; with `seat` those
    that this seat has not seen, its own hand among them. Raises UsageError for a turn that the game
    does not come to.
    """
    told = record.actions[: turn - 1]
    _check_turn(record, turn)
    table = MixedTable(Workspace(seating), limits or Limits())
    table.told = told
    for game in range(1 if games is None else games):
        deck = record.deck if games is None else redealt(record, turn, seating.seed, game, seat)
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


def redealt(
    record: GameRecord, turn: int, seed: int | str, game: int, seat: int | None = None
) -> tuple[int, ...]:
    """Return the deck with the cards that nobody has seen before a turn in another order.

    With `seat` the cards that this seat has not seen: those of its own hand too, such that each is
    one that the clues leave open. Every such order is as likely as the others: it comes from many
    exchanges of two cards, of which those that the clues forbid are not made.
    """
    table = record.played(turn - 1).table
    places = list(range(len(record.deck) - int(table.deck_count), len(record.deck)))
    fits = dict.fromkeys(places, -1)
    if seat is not None:
        for slot in range(int(table.hand_count[seat])):
            fits[int(table.order[seat, slot])] = int(table.possible[seat, slot])
    places = list(fits)
    deck = list(record.deck)
    low, high = stream_key(seed, record.rules.deal_key(record.players), "redeal")
    state = start_plain(low, high, game)
    for _ in range(EXCHANGES * len(places)):
        state, first = _below(state, len(places))
        state, second = _below(state, len(places))
        one, other = places[first], places[second]
        if fits[one] >> deck[other] & 1 and fits[other] >> deck[one] & 1:
            deck[one], deck[other] = deck[other], deck[one]
    return tuple(deck)


def _below(state: int, bound: int) -> tuple[int, int]:
    """Return the next state of a stream and a number below a bound, as `draw_from` draws it."""
    state = step_plain(state)
    while (product := word_plain(state) * bound) & 0xFFFFFFFF < (1 << 32) % bound:
        state = step_plain(state)
    return state, product >> 32
