"""A bot at one seat of a game whose actions are all given: it is asked, but not obeyed."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from typing import Any, NamedTuple

import numpy as np

from hanabi_arena.api.actions import Action, ClueRank, ClueSuit
from hanabi_arena.api.beliefs import Belief, checked_beliefs
from hanabi_arena.api.bot import Bot
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.api.view import Turn, View
from hanabi_arena.engine.kernel import data_of
from hanabi_arena.engine.stream import start_plain, stream_key
from hanabi_arena.engine.table import HIDDEN, TABLE, declaration_code
from hanabi_arena.errors import IllegalAction
from hanabi_arena.match.blame import action_code, shown
from hanabi_arena.match.replay import Replay
from hanabi_arena.rules.variant import Rules


class Answer(NamedTuple):
    """What a bot said at the end: its action if it was on turn, and its beliefs if it has any."""

    action: Action | None
    beliefs: Sequence[Belief] | None


class Watched:
    """A bot at one seat of a game whose actions are all given; it is asked, but not obeyed."""

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
        """Return what the bot would do after these actions, if the deck were this one.

        The bot is asked at each of its turns, as in a real game, so that its memory is what it
        would be; its answers before the last one do not matter.
        """
        action = self.lead(Replay(self.rules, self.players, deck), actions).action
        assert action is not None, "the seat is on turn"
        return action

    def lead(self, game: Replay, actions: Sequence[int]) -> Answer:
        """Lead the bot through a game from where it is, and ask it at the end.

        Raises IllegalAction for a last answer that the rules forbid, BotError for beliefs that
        are none.
        """
        asked = _Asked(self, game)
        for code in actions:
            if asked.on_turn:
                asked.act()
            asked.see(game.act(code))
        # What it believes is asked first: acting may change its mind.
        beliefs = asked.beliefs()
        if not asked.on_turn or game.over:
            return Answer(None, beliefs)
        action = asked.act()
        rule = game.broken_rule(action_code(action))
        if rule:
            raise IllegalAction(f"illegal {shown(action)}: {rule}")
        return Answer(action, beliefs)

    def answers(self, deck: Sequence[int], actions: Sequence[int]) -> list[tuple[int, Action]]:
        """Return what the bot would do at each of its turns of a game, with the turn's number."""
        asked, found = _Asked(self, Replay(self.rules, self.players, deck)), []
        for turn, code in enumerate(actions):
            if asked.on_turn:
                found.append((turn, asked.act()))
            asked.see(asked.game.act(code))
        return found

    def copy_answers(
        self, deck: Sequence[int], actions: Sequence[int], copied: int
    ) -> list[tuple[int, Action, Action]]:
        """Return what the bot and a copy of it would do after turn `copied`, when it was made.

        The two are asked in turns, and each sees everything. Raises TypeError if the bot holds
        what cannot be copied.
        """
        asked, found = _Asked(self, Replay(self.rules, self.players, deck)), []
        twin: _Asked | None = None
        for turn, code in enumerate(actions):
            if turn == copied:
                twin = asked.copy()
            if asked.on_turn:
                answer = asked.act()
                if twin is not None:
                    found.append((turn, answer, twin.act()))
            seen = asked.game.act(code)
            for one in (asked, twin):
                if one is not None:
                    one.see(seen)
        return found

    def view(self, game: Replay, stream: SeatRandom, events: list[Any]) -> View:
        """Return what the seat sees of a game."""
        array = np.zeros(1, TABLE)
        array[0] = data_of(game.table)
        array["viewer"] = self.seat
        for seat, declared in enumerate(self.declared):
            array["declared"][0, seat] = declaration_code("; ".join(declared))
        if not self.bot.sees_own_hand:
            array["hands"][0, self.seat] = HIDDEN
        return View(array.tobytes(), self.seat, self.rules, self.declared, stream, events)


class _Asked:
    """An instance of the bot with its stream, in a game that is carried out beside it."""

    def __init__(self, watched: Watched, game: Replay) -> None:
        self.watched = watched
        self.game = game
        self.events: list[Any] = []
        self.stream = SeatRandom(watched.first_state)
        self.bot = watched.bot()
        self.bot.start(self._view())

    @property
    def on_turn(self) -> bool:
        """Whether it is the bot's turn."""
        return int(self.game.table.seat) == self.watched.seat

    def act(self) -> Action:
        """Ask what it would do now."""
        return self.bot.act(self._view())

    def beliefs(self) -> Sequence[Belief] | None:
        """Ask what it takes its cards for."""
        cards = int(self.game.table.hand_count[self.watched.seat])
        return checked_beliefs(self.bot.beliefs(self._view()), cards)

    def see(self, turn: Turn) -> None:
        """Show it what everybody saw of a turn."""
        self.events.append(turn)
        if self.bot.observes == "actions" or isinstance(turn.action, ClueSuit | ClueRank):
            self.bot.observe(self._view(), turn)

    def copy(self) -> _Asked:
        """Return a copy of the bot and its stream, in the same game."""
        twin = copy(self)
        # In one go: a bot may have kept its stream, which then is the copy's.
        twin.bot, twin.stream = deepcopy((self.bot, self.stream))
        twin.events = list(self.events)
        return twin

    def _view(self) -> View:
        return self.watched.view(self.game, self.stream, self.events)
