"""A bot at one seat of a game whose actions are all given: it is asked, but not obeyed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from hanabi_arena.api.actions import Action
from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.bot import Bot
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.api.view import View
from hanabi_arena.engine.kernel import data_of
from hanabi_arena.engine.stream import start_plain, stream_key
from hanabi_arena.engine.table import HIDDEN, TABLE, declaration_code
from hanabi_arena.match.replay import Replay
from hanabi_arena.rules.variant import Rules


class Answer(NamedTuple):
    """What a bot said at the end: its action if it was on turn, and its beliefs if it has any."""

    action: Action | None
    beliefs: Sequence[Belief] | None


class Watched:
    """A seat's bot, made anew for every game that it is led through."""

    def __init__(
        self,
        bot: type[Bot],
        rules: Rules,
        players: int,
        seat: int,
        seed: int | str,
        game: int,
        declared: tuple[tuple[str, ...], ...],
    ) -> None:
        self.bot, self.rules, self.players, self.seat = bot, rules, players, seat
        self.declared = declared
        low, high = stream_key(seed, rules.deal_key(players), f"seat {seat}")
        self.first_state = start_plain(low, high, game)

    def answer(self, deck: Sequence[int], actions: Sequence[int]) -> Action:
        """Return what the bot would do after these actions, if the deck were this one."""
        action = self.lead(Replay(self.rules, self.players, deck), actions).action
        assert action is not None, "the seat is on turn"
        return action

    def lead(self, game: Replay, actions: Sequence[int]) -> Answer:
        """Lead the bot through a game from where it is, and ask it at the end.

        The bot is asked at each of its turns, as in a real game, so that its memory is what it
        would be; its answers before the last one do not matter.
        """
        events: list[Any] = []
        stream = SeatRandom(self.first_state)
        bot = self.bot()
        bot.start(self._view(game, stream, events))
        for code in actions:
            if int(game.table.seat) == self.seat:
                bot.act(self._view(game, stream, events))
            turn = game.act(code)
            events.append(turn)
            bot.observe(self._view(game, stream, events), turn)
        # What it believes is asked first: acting may change its mind.
        beliefs = bot.beliefs(self._view(game, stream, events))
        on_turn = int(game.table.seat) == self.seat and not game.over
        action = bot.act(self._view(game, stream, events)) if on_turn else None
        return Answer(action, beliefs)

    def _view(self, game: Replay, stream: SeatRandom, events: list[Any]) -> View:
        array = np.zeros(1, TABLE)
        array[0] = data_of(game.table)
        array["viewer"] = self.seat
        for seat, declared in enumerate(self.declared):
            array["declared"][0, seat] = declaration_code("; ".join(declared))
        if not self.bot.sees_own_hand:
            array["hands"][0, self.seat] = HIDDEN
        return View(array.tobytes(), self.seat, self.rules, self.declared, stream, events)
