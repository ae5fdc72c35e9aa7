"""Seat bots at a table: what the game loops need of each seat, and the record they work on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeGuard

import numpy as np

from hanabi_arena.api.bot import BotBase, checked_params, declarations
from hanabi_arena.api.compiled import CompiledBot, CompiledKernel, compile_bot, functions_of
from hanabi_arena.engine.address import plain_handle
from hanabi_arena.engine.kernel import PLAIN, PlainArray, PlainRecord, data_of, fast_record_of
from hanabi_arena.engine.stream import stream_key
from hanabi_arena.engine.table import (
    EVENT,
    MAX_CARDS,
    PILE,
    SEATS,
    TABLE,
    declaration_code,
    new_table,
)
from hanabi_arena.match.loop import (
    ACT,
    ACT_READS,
    COLUMNS,
    JOURNAL,
    MEMORY,
    OBSERVE,
    OBSERVE_READS,
    ONLY_CLUES,
    PARAMS,
    SEES_OWN_HAND,
    START,
)
from hanabi_arena.match.site_seeds import site_decks, site_seed
from hanabi_arena.rules.variant import Rules


@dataclass(frozen=True)
class Seating:
    """Who sits at the table: the rules, and for each seat a bot's class and its parameters."""

    rules: Rules
    bots: tuple[type[BotBase], ...]
    params: tuple[Mapping[str, Any], ...]
    seed: int | str
    declared: tuple[tuple[str, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        declared = tuple(
            declarations(bot, checked_params(bot, params))
            for bot, params in zip(self.bots, self.params, strict=True)
        )
        object.__setattr__(self, "declared", declared)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.bots)

    @property
    def compiled(self) -> bool:
        """Whether every seat is compiled, so that the compiled loop can play."""
        return all(issubclass(bot, CompiledBot) for bot in self.bots)


class Workspace:
    """The memory that games at one table are played in; it is used again for every game."""

    def __init__(self, seating: Seating, journal: np.ndarray[Any, Any] | None = None) -> None:
        self.seating = seating
        self.cause: BaseException | None = None
        """What a compiled bot raised last."""
        players = seating.players
        self.table_array = np.zeros(1, TABLE)
        self.event_array = np.zeros(1, EVENT)
        self.table = fast_record_of(self.table_array)
        self.table_array[0] = data_of(new_table(seating.rules, players))
        for seat, declared in enumerate(seating.declared):
            self.table_array["declared"][0, seat] = declaration_code("; ".join(declared))
        self.event = fast_record_of(self.event_array)
        self.copy = fast_record_of(np.zeros(1, TABLE))
        self.pile_array = np.zeros(1, PILE)
        self.pile = fast_record_of(self.pile_array)
        self.event_copy = fast_record_of(np.zeros(1, EVENT))
        self.journal_array = np.zeros(1, JOURNAL) if journal is None else journal
        self.journal = fast_record_of(self.journal_array)
        self.keys = _keys(seating)
        self._no_decks = _array(np.zeros((0, MAX_CARDS), np.int8))
        self.seats = np.full((SEATS, COLUMNS), -1, np.int64)
        sizes = [_words(bot.memory_dtype()) for bot in seating.bots if _is_compiled(bot)]
        self.memory = _array(np.zeros((SEATS, max(sizes, default=1)), np.uint64))
        given = [
            bot.params_record(params) if _is_compiled(bot) else np.zeros(1, np.int64)
            for bot, params in zip(seating.bots, seating.params, strict=True)
        ]
        width = max(_words(record.dtype) for record in given)
        self.given = _array(np.zeros((SEATS, width), np.uint64))
        self.params = _array(np.zeros((SEATS, width), np.uint64))
        for seat, record in enumerate(given):
            self.given[seat].view(np.uint8)[: record.dtype.itemsize] = record.view(np.uint8)
        for seat, bot in enumerate(seating.bots):
            self.seats[seat, SEES_OWN_HAND] = int(bot.sees_own_hand)
            self.seats[seat, ONLY_CLUES] = int(bot.observes == "clues")
            self.seats[seat, ACT_READS] = self.seats[seat, OBSERVE_READS] = 0
            if _is_compiled(bot):
                self._seat(seat, bot)
        self.seats = _array(self.seats)

    @cached_property
    def addresses(self) -> tuple[int, int, int]:
        """The addresses of the table, the deck and the event (handles with compilation off)."""
        if PLAIN:
            table, pile, event = map(plain_handle, (self.table, self.pile, self.event))
            return table, pile, event
        arrays = self.table_array, self.pile_array, self.event_array
        table, pile, event = (array.ctypes.data for array in arrays)
        return table, pile, event

    def _seat(self, seat: int, bot: type[CompiledBot]) -> None:
        row = self.seats[seat]
        if PLAIN:
            memory = self.memory[seat].view(np.ndarray).view(np.uint8)
            params = self.params[seat].view(np.ndarray).view(np.uint8)
            row[MEMORY] = plain_handle(_plain_record(memory, bot.memory_dtype()))
            row[PARAMS] = plain_handle(_plain_record(params, bot.params_dtype()))
            kernels = {
                name: CompiledKernel(plain_handle(one), only_reads=False)
                for name, one in functions_of(bot).items()
            }
        else:
            row[MEMORY] = self.memory[seat].ctypes.data
            row[PARAMS] = self.params[seat].ctypes.data
            kernels = compile_bot(bot)
        for name, column in (("act", ACT), ("start", START), ("observe", OBSERVE)):
            if name in kernels:
                row[column] = kernels[name].address
        row[ACT_READS] = int(kernels["act"].only_reads)
        row[OBSERVE_READS] = int("observe" in kernels and kernels["observe"].only_reads)

    def decks(self, games: Sequence[int]) -> Any:
        """Return the decks of games, a row each; no rows where the deal's key makes them."""
        seating = self.seating
        seed = site_seed(seating.seed)
        if seed is None:
            return self._no_decks
        return _array(site_decks(seating.rules, seating.players, seed, games))

    def deck(self, cards: Sequence[int]) -> Any:
        """Return a deck of one's own as an array of one row."""
        row = np.zeros((1, MAX_CARDS), np.int8)
        row[0, : len(cards)] = cards
        return _array(row)

    def records(self) -> tuple[Any, ...]:
        """Return the records in the order in which the loop takes them."""
        return self.table, self.copy, self.pile, self.event, self.event_copy, self.journal


def _is_compiled(bot: type[BotBase]) -> TypeGuard[type[CompiledBot]]:
    return issubclass(bot, CompiledBot)


def _words(dtype: np.dtype[Any]) -> int:
    return (dtype.itemsize + 7) // 8


def _keys(seating: Seating) -> Any:
    purposes: Sequence[str] = ["deal", *(f"seat {seat}" for seat in range(SEATS))]
    game = seating.rules.deal_key(seating.players)
    keys = [stream_key(seating.seed, game, purpose) for purpose in purposes]
    return _array(np.array(keys, np.uint64))


def _array(array: np.ndarray[Any, Any]) -> Any:
    return array.view(PlainArray) if PLAIN else array


def _plain_record(data: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> Any:
    return PlainRecord(data[: dtype.itemsize].view(dtype)[0])
