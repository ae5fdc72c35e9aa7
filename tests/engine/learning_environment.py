"""The learning environment's games, played fast and written down as the engine numbers things.

Its Python layer makes an object for every answer; here its C functions are called directly, the
whole state is read as the text that it prints, and the legal moves as one truth value a move.
Card 0 of a hand is the oldest there too; seats of clues count from the player on turn; its fourth
and fifth colours are named W and B.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

COLOURS = "RYGWB"
ENDS = {0: "stopped", 1: "strikes", 2: "deck", 3: "complete"}


@dataclass(frozen=True)
class Size:
    """What can be set there, and how many games of it are played."""

    players: int
    games: int
    colours: int = 5
    hand: int = 0
    tokens: int = 8
    lives: int = 3
    careful: bool = False
    any_starts: bool = False

    @property
    def hand_size(self) -> int:
        return self.hand or (5 if self.players <= 3 else 4)

    def params(self, seed: int) -> dict[str, Any]:
        return {
            "players": self.players,
            "colors": self.colours,
            "ranks": 5,
            "hand_size": self.hand_size,
            "max_information_tokens": self.tokens,
            "max_life_tokens": self.lives,
            "random_start_player": self.any_starts,
            "seed": seed,
        }


@dataclass
class Position:
    """A state: the seat on turn, which actions are legal, and the state as printed."""

    seat: int
    legal: list[int]
    text: str


@dataclass
class Played:
    """A finished game: cards in the order of the deals, actions, the states before and after."""

    cards: list[tuple[int, int]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    end: str = ""
    score: int = 0


class Environment:
    """One game size of the learning environment."""

    def __init__(self, size: Size, seed: int) -> None:
        from hanabi_learning_environment import pyhanabi

        self.size = size
        self.lib, self.ffi = pyhanabi.lib, pyhanabi.ffi
        self.game = pyhanabi.HanabiGame(size.params(seed))
        self.random = random.Random(seed)
        self.card = self.ffi.new("pyhanabi_card_t*")
        self.item = self.ffi.new("pyhanabi_history_item_t*")
        self.move = self.ffi.new("pyhanabi_move_t*")
        self.moves = [dict(self._moves(seat)) for seat in range(size.players)]

    def _moves(self, seat: int) -> Iterator[tuple[int, Any]]:
        """Yield the engine's number of each action that there is for a seat, and its move here."""
        lib, size = self.lib, self.size
        for slot in range(size.hand_size):
            yield slot, self._new(lib.GetPlayMove, slot)
        for slot in range(size.hand_size):
            yield 6 + slot, self._new(lib.GetDiscardMove, slot)
        others = sorted((seat + offset) % size.players for offset in range(1, size.players))
        for other in others:
            for colour in range(size.colours):
                offset = (other - seat) % size.players
                move = self._new(lib.GetRevealColorMove, offset, colour)
                yield 12 + other * 6 + colour, move
        for other in others:
            for rank in range(5):
                offset = (other - seat) % size.players
                move = self._new(lib.GetRevealRankMove, offset, rank)
                yield 48 + other * 5 + rank, move

    def _new(self, function: Any, *args: int) -> Any:
        move = self.ffi.new("pyhanabi_move_t*")
        assert function(*args, move)
        return move

    def play(self) -> Played:
        """Play a game at random and return all of it."""
        lib = self.lib
        played = Played()
        state = self.ffi.new("pyhanabi_state_t*")
        lib.NewState(self.game.c_game, state)
        try:
            self._deal(state)
            while not (status := lib.StateEndOfGameStatus(state)):
                seat = lib.StateCurPlayer(state)
                legal = [
                    code for code, move in self.moves[seat].items() if lib.MoveIsLegal(state, move)
                ]
                played.positions.append(Position(seat, legal, self._text(state)))
                action = self._choose(state, seat, legal)
                played.actions.append(action)
                lib.StateApplyMove(state, self.moves[seat][action])
                self._deal(state)
            played.positions.append(Position(-1, [], self._text(state)))
            played.end, played.score = ENDS[status], lib.StateScore(state)
            played.cards = list(self._dealt(state))
        finally:
            lib.DeleteState(state)
        return played

    def _choose(self, state: Any, seat: int, legal: Sequence[int]) -> int:
        """Any legal action; a careful player never misplays, so that the deck runs out."""
        if not self.size.careful:
            return self.random.choice(legal)
        plays = [code for code in legal if code < 6 and self._is_playable(state, seat, code)]
        if plays and self.random.random() < 0.8:
            return self.random.choice(plays)
        return self.random.choice([code for code in legal if code >= 6] or legal)

    def _is_playable(self, state: Any, seat: int, slot: int) -> bool:
        self.lib.StateGetHandCard(state, seat, slot, self.card)
        return bool(self.lib.CardPlayableOnFireworks(state, self.card.color, self.card.rank))

    def _deal(self, state: Any) -> None:
        while self.lib.StateCurPlayer(state) < 0:
            self.lib.StateDealRandomCard(state)

    def _text(self, state: Any) -> str:
        text = self.lib.StateToString(state)
        try:
            return bytes(self.ffi.string(text)).decode()
        finally:
            self.lib.DeleteString(text)

    def _dealt(self, state: Any) -> Iterator[tuple[int, int]]:
        """Yield the cards of the chance moves, in order."""
        lib, item, move = self.lib, self.item, self.move
        for index in range(lib.StateLenMoveHistory(state)):
            lib.StateGetMoveHistory(state, index, item)
            lib.HistoryItemMove(item, move)
            if lib.HistoryItemPlayer(item) < 0:
                yield lib.MoveColor(move), lib.MoveRank(move)
            lib.DeleteMove(move)
            lib.DeleteHistoryItem(item)
