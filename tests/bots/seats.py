"""Two seats of a compiled bot in a game whose actions are given: their views and memories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from hanabi_arena.engine.kernel import data_of, new_record, record_of
from hanabi_arena.engine.table import EVENT, HIDDEN, TABLE, declaration_code
from hanabi_arena.match.ask import event_of
from hanabi_arena.match.batch import Games
from hanabi_arena.match.replay import Replay, deal_deck
from hanabi_arena.rules.variant import Rules
from tests.bots.tables import SEED


class Seats:
    """A game of two; `act` carries out an action and lets both seats observe it."""

    def __init__(
        self, bot: Any, rules: Rules, game: int, params: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        self.bot = bot
        self.deck = tuple(deal_deck(rules, 2, SEED, game))
        self.game = Replay(rules, 2, self.deck)
        self.params = record_of(bot.params_record(params))
        self.code = declaration_code("; ".join(bot.conventions))
        self.memories = [new_record(bot.memory_dtype()) for _ in range(2)]
        for seat, memory in enumerate(self.memories):
            memory.random = np.uint64(game + 1)
            self.bot.start(self.view(seat), memory, self.params)

    @staticmethod
    def games(played: Games) -> Iterator[tuple[int, list[int]]]:
        """Yield the number and the actions of each game."""
        ends = np.cumsum(played.results["turns"])
        for row, end in zip(played.results, ends, strict=True):
            yield int(row["game"]), played.actions[end - row["turns"] : end].tolist()

    def view(self, seat: int) -> Any:
        """Return a seat's copy of the table."""
        array = np.zeros(1, TABLE)
        array[0] = data_of(self.game.table)
        array["viewer"] = seat
        array["declared"][0, :2] = self.code
        array["hands"][0, seat] = HIDDEN
        return record_of(array)

    def act(self, action: int) -> None:
        """Carry out an action."""
        event = event_of(self.game.act(action))
        for seat, memory in enumerate(self.memories):
            self.bot.observe(self.view(seat), memory, event, self.params)

    def held(self) -> list[int]:
        """Return the places in the deck of all cards in hand."""
        table = self.game.table
        return [
            int(table.order[seat, slot])
            for seat in range(2)
            for slot in range(int(table.hand_count[seat]))
        ]

    @staticmethod
    def event_of_discard() -> Any:
        """Return the event of a discard of a card that nobody knew, by seat 0 in its first turn."""
        event = new_record(EVENT)
        event.action, event.card, event.order = 6, 4, 0
        event.drew, event.tokens_before = 1, 7
        return event
