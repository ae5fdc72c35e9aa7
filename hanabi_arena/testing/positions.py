"""Ask a bot again with other hidden cards: it must not be able to tell the difference."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from hanabi_arena.api.actions import Action
from hanabi_arena.api.bot import Bot
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.api.view import View
from hanabi_arena.engine.kernel import data_of
from hanabi_arena.engine.stream import start_plain, stream_key
from hanabi_arena.engine.table import HIDDEN, TABLE, declaration_code
from hanabi_arena.match.replay import GameRecord, Replay
from hanabi_arena.rules.variant import Rules


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
        game = Replay(self.rules, self.players, deck)
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
        return bot.act(self._view(game, stream, events))

    def _view(self, game: Replay, stream: SeatRandom, events: list[Any]) -> View:
        array = np.zeros(1, TABLE)
        array[0] = data_of(game.table)
        array["viewer"] = self.seat
        for seat, declared in enumerate(self.declared):
            array["declared"][0, seat] = declaration_code("; ".join(declared))
        if not self.bot.sees_own_hand:
            array["hands"][0, self.seat] = HIDDEN
        return View(array.tobytes(), self.seat, self.rules, self.declared, stream, events)


def refill(record: GameRecord, turns: int, seat: int, chance: random.Random) -> list[int] | None:
    """Return another deck that this seat could not tell from the real one after so many turns.

    The cards of its hand and of the rest of the deck change places, so that every card in hand
    still fits what the clues said. None if chance finds no other such deck.
    """
    game = record.replay()
    for code in record.actions[:turns]:
        game.act(code)
    table = game.table
    held = int(table.hand_count[seat])
    own = [int(table.order[seat, slot]) for slot in range(held)]
    possible = [int(table.possible[seat, slot]) for slot in range(held)]
    deck = list(record.deck)
    undealt = list(range(len(deck) - int(table.deck_count), len(deck)))
    pool = [deck[place] for place in (*own, *undealt)]
    for _ in range(50):
        chance.shuffle(pool)
        left = list(pool)
        chosen: list[int] = []
        for mask in possible:
            fits = next((card for card in left if mask >> card & 1), None)
            if fits is None:
                break
            left.remove(fits)
            chosen.append(fits)
        else:
            other = list(deck)
            for place, card in zip((*own, *undealt), (*chosen, *left), strict=True):
                other[place] = card
            if other != deck:
                return other
    return None
