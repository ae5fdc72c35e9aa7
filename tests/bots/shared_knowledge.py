"""Play games and watch what seats remember: what they must agree on, at every turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.engine.codes import kind_of
from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.turn import deal, shuffle, take_turn
from hanabi_arena.match.calls import call_act, call_observe, call_start
from hanabi_arena.match.loop import (
    ACT,
    DEAL_KEY,
    MEMORY,
    OBSERVE,
    PARAMS,
    SEES_OWN_HAND,
    START,
    refresh_seats,
    show,
)
from hanabi_arena.match.seats import Seating, Workspace
from hanabi_arena.rules import Rules, find_variant

SEED = 2026

AGREED, APART, WRONG, MISREAD, ILLEGAL = range(5)
WORDS = (
    "",
    "seats differ in what all of them should know",
    "a card is taken for what it is not",
    "a seat reads another instruction than it was given",
    "an illegal action",
)
"""What may be found."""

EXCLUDED, BLOCK, REST, MODULUS, MEANT = range(5)
"""Fields that the checks read, by their places in the memory; -1 where a bot has none."""


@kernel
def is_apart(table: Any, memory: Any, public: Any) -> bool:
    """Return whether a public word of some seat's memory differs from the first seat's."""
    for seat in range(1, table.players):
        for place in range(public.shape[0]):
            if memory[seat, public[place]] != memory[0, public[place]]:
                return True
    return False


@kernel
def is_wrong(table: Any, memory: Any, excluded: int) -> bool:
    """Return whether everybody believes of a card that it is not what it is."""
    if excluded < 0:
        return False
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            mask = np.int64(memory[0, excluded + table.order[seat, slot]])
            if mask >> table.hands[seat, slot] & 1:
                return True
    return False


@kernel
def is_misread(table: Any, memory: Any, at: Any, givers: Any) -> bool:
    """Return whether the seat on turn reads an instruction that its giver did not give."""
    seat = table.seat
    if at[BLOCK] < 0:
        return False
    number = np.int64(memory[seat, at[BLOCK] + seat])
    if number == 0:
        return False
    rest = np.int64(memory[seat, at[REST]])
    told = rest % np.int64(memory[seat, at[MODULUS] + number])
    return bool(told != np.int64(memory[givers[number], at[MEANT] + seat]))


@kernel
def note_giver(table: Any, memory: Any, at: Any, givers: Any, giver: int) -> None:
    """Note who gave the clue that covers the seat before the giver: the last one it may cover."""
    if at[BLOCK] >= 0:
        last = (giver + table.players - 1) % table.players
        givers[np.int64(memory[0, at[BLOCK] + last])] = giver


@kernel
def watch_games(
    games: int,
    keys: Any,
    table: Any,
    copy: Any,
    pile: Any,
    event: Any,
    seats: Any,
    memory: Any,
    params: Any,
    given: Any,
    public: Any,
    at: Any,
    givers: Any,
) -> tuple[int, int, int]:
    """Play games; return what was found first, in which game, after which turn."""
    for game in range(games):
        shuffle(table, pile, keys[DEAL_KEY, 0], keys[DEAL_KEY, 1], game)
        deal(table, pile)
        refresh_seats(table, memory, params, given, keys, game)
        for seat in range(table.players):
            show(table, copy, seat, seats[seat, SEES_OWN_HAND])
            call_start(seats[seat, START], copy, seats[seat, MEMORY], seats[seat, PARAMS])
        while table.end == 0:
            actor = table.seat
            if is_misread(table, memory, at, givers):
                return MISREAD, game, table.turn
            show(table, copy, actor, seats[actor, SEES_OWN_HAND])
            action = call_act(seats[actor, ACT], copy, seats[actor, MEMORY], seats[actor, PARAMS])
            if take_turn(table, pile, action, event) != 0:
                return ILLEGAL, game, table.turn
            for seat in range(table.players):
                show(table, copy, seat, seats[seat, SEES_OWN_HAND])
                call_observe(
                    seats[seat, OBSERVE], copy, seats[seat, MEMORY], event, seats[seat, PARAMS]
                )
            if is_apart(table, memory, public):
                return APART, game, table.turn
            if is_wrong(table, memory, at[EXCLUDED]):
                return WRONG, game, table.turn
            if 2 <= kind_of(action) <= 3:
                note_giver(table, memory, at, givers, actor)
    return AGREED, games, 0


def assert_same_knowledge(
    bot: type[CompiledBot],
    rules: Rules,
    players: int,
    games: int,
    public: Sequence[str],
    params: Mapping[str, Any] | None = None,
) -> None:
    """Fail unless all seats derive the same from every action, and nothing that is not so.

    `public` names the fields of the memory that everybody must agree on; all are of 8 bytes. Where
    there are such fields, two things are checked besides: what cards are known not to be, from
    `excluded`, by their places in the deck; and that a seat's instruction, from `block`, `rest` and
    `modulus`, is the one that its giver `meant`.
    """
    work = Workspace(Seating(rules, (bot,) * players, (params or {},) * players, SEED))
    fields: Any = bot.memory_dtype().fields
    words: list[int] = []
    for name in public:
        kind, offset = fields[name][:2]
        words += range(offset // 8, (offset + kind.itemsize) // 8)
    checked = ("excluded", "block", "rest", "modulus", "meant")
    at = [fields[name][1] // 8 if name in fields else -1 for name in checked]
    found, game, turn = watch_games(
        games,
        work.keys,
        work.table,
        work.copy,
        work.pile,
        work.event,
        work.seats,
        work.memory,
        work.params,
        work.given,
        np.array(words),
        np.array(at),
        np.zeros(8, np.int64),
    )
    where = f"{bot.name}, {rules.name}, {players} players, game {game}, after turn {turn}"
    assert found == AGREED, f"{where}: {WORDS[found]}"


def accepted(bot: type[CompiledBot], variants: Sequence[str]) -> Iterator[tuple[Rules, int]]:
    """Yield every variant and player count, of these, that a bot plays."""
    for name in variants:
        rules = find_variant(name)
        for players in sorted(bot.players):
            if rules.fits(players) and not bot.why_not(rules, players):
                yield rules, players
