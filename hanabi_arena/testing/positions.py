"""Ask a bot again: with other hidden cards, with suits that changed places, as a copy of itself."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy, deepcopy
from itertools import combinations
from typing import Any

import numpy as np

from hanabi_arena.api.actions import Action, ClueRank, ClueSuit
from hanabi_arena.api.bot import Bot
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.api.view import Turn, View
from hanabi_arena.engine.codes import (
    ANNOUNCE,
    CLUE_SUIT,
    announce,
    clue_suit,
    kind_of,
    slot_of,
    target_of,
    value_of,
)
from hanabi_arena.engine.kernel import data_of
from hanabi_arena.engine.stream import start_plain, stream_key
from hanabi_arena.engine.table import HIDDEN, TABLE, declaration_code
from hanabi_arena.match.replay import GameRecord, Replay
from hanabi_arena.rules.cards import RANKS
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
        asked = _Asked(self, deck)
        for code in actions:
            if asked.on_turn:
                asked.act()
            asked.see(asked.game.act(code))
        return asked.act()

    def answers(self, deck: Sequence[int], actions: Sequence[int]) -> list[tuple[int, Action]]:
        """Return what the bot would do at each of its turns of a game, with the turn's number."""
        asked, found = _Asked(self, deck), []
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
        asked, found = _Asked(self, deck), []
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

    def __init__(self, watched: Watched, deck: Sequence[int]) -> None:
        self.watched = watched
        self.game = Replay(watched.rules, watched.players, deck)
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


def swap_suits(rules: Rules, chance: random.Random) -> tuple[int, ...] | None:
    """Return for each suit the one that takes its place; None where that changes the game.

    Suits that the game can tell apart (by their copies, or by what touches them) stay. None as well
    where a card is touched by several suit clues: then clues say the same of it, and whoever gives
    one has to choose by something.
    """
    suits = range(len(rules.suits))
    order = list(suits)
    for alike in {suit.copies for suit in rules.suits}:
        places = [suit for suit in suits if rules.suits[suit].copies == alike]
        places = [suit for suit in places if suit < len(rules.suit_clues)]
        for place, suit in zip(places, chance.sample(places, len(places)), strict=True):
            order[place] = suit
    touch = [clue.touch for clue in rules.suit_clues]
    same = all(swapped_set(mask, order) == touch[order[clue]] for clue, mask in enumerate(touch))
    same &= all(swapped_set(mask, order) == mask for mask in rules.rank_clues)
    same &= all((one & other) == 0 for one, other in combinations(touch, 2))
    return tuple(order) if same and order != [*suits] else None


def swapped_card(card: int, order: Sequence[int]) -> int:
    """Return the identity that takes a card's place when suits change places."""
    return order[card // RANKS] * RANKS + card % RANKS


def swapped_set(mask: int, order: Sequence[int]) -> int:
    """Return a set of identities as a mask after suits changed places."""
    cards = (card for card in range(len(order) * RANKS) if mask >> card & 1)
    return sum(1 << swapped_card(card, order) for card in cards)


def swapped_action(code: int, order: Sequence[int]) -> int:
    """Return the number of an action after suits changed places."""
    kind, value = kind_of(code), value_of(code)
    if kind == CLUE_SUIT:
        return int(clue_suit(target_of(code), order[value]))
    if kind == ANNOUNCE:
        return int(announce(slot_of(code), order[value]))
    return code


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
