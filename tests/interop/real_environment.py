"""Random games of the real learning environment, and the same games in our engine, side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hanabi_arena.api.view import View
from hanabi_arena.interop.learning_environment import Game
from hanabi_arena.match.look import view_of
from hanabi_arena.match.replay import Replay
from hanabi_arena.rules.variant import Rules


@dataclass(frozen=True)
class Size:
    """A size of game, and how many are played."""

    game: Game
    games: int
    careful: bool = False
    any_starts: bool = False


SIZES = {
    **{f"base-{n}": Size(Game(n, 5, 5 if n < 4 else 4, 8, 3), 60) for n in range(2, 6)},
    **{
        f"base-careful-{n}": Size(Game(n, 5, 5 if n < 4 else 4, 8, 3), 12, careful=True)
        for n in range(2, 6)
    },
    **{f"small-{n}": Size(Game(n, 2, 2, 3, 1), 300) for n in range(2, 6)},
    **{f"small-careful-{n}": Size(Game(n, 2, 2, 3, 1), 20, careful=True) for n in range(2, 6)},
    **{f"very-small-{n}": Size(Game(n, 1, 2, 3, 1), 300) for n in range(2, 6)},
    **{f"very-small-careful-{n}": Size(Game(n, 1, 2, 3, 1), 30, careful=True) for n in range(2, 6)},
    "any-starts": Size(Game(4, 5, 4, 8, 3), 40, any_starts=True),
    "other-numbers": Size(Game(3, 3, 3, 5, 9), 40),
    "one-token": Size(Game(2, 4, 4, 1, 7), 40),
}


@dataclass
class Played:
    """A finished game: moves, the cards in the order of the deals, and what was observed.

    `observed` has, for each position, the seat that looked and its dictionary.
    """

    first: int
    moves: list[int] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    observed: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    score: int = 0


class Real:
    """The real environment, played at random."""

    def __init__(self, size: Size, seed: int) -> None:
        from hanabi_learning_environment import rl_env

        self.size = size
        self.env = rl_env.HanabiEnv(size.game.config(seed, any_starts=size.any_starts))
        self.random = random.Random(seed)

    def play(self) -> Played:
        """Play a game; at every position somebody looks, and it is not always who is on turn."""
        env = self.env
        env.state = env.game.new_initial_state()
        self._deal()
        played = Played(env.state.cur_player())
        while not env.state.is_terminal():
            seat = env.state.cur_player()
            if self.random.random() < 0.3:
                seat = self.random.randrange(self.size.game.players)
            observation = env.state.observation(seat)
            seen = env._extract_dict_from_backend(seat, observation)
            played.observed.append((seat, seen))
            move = self._choose()
            played.moves.append(env.game.get_move_uid(move))
            env.state.apply_move(move)
            self._deal()
        for item in env.state.move_history():
            if item.player() < 0:
                played.cards.append(item.move().color() * 5 + item.move().rank())
        played.score = env.state.score()
        return played

    def _deal(self) -> None:
        while self.env.state.cur_player() < 0:
            self.env.state.deal_random_card()

    def _choose(self) -> Any:
        moves = self.env.state.legal_moves()
        if self.size.careful:
            state = self.env.state
            hand = state.player_hands()[state.cur_player()]
            playable = [
                state.card_playable_on_fireworks(card.color(), card.rank()) for card in hand
            ]
            plays = [move for move in moves if move.type() == 1]
            sure = [move for move in plays if playable[move.card_index()]]
            if sure and self.random.random() < 0.8:
                return self.random.choice(sure)
            moves = [move for move in moves if move.type() != 1] or moves
        return self.random.choice(moves)


def full_deck(rules: Rules, dealt: list[int]) -> list[int]:
    """Return the deck: the cards that were dealt, then those that nobody ever saw."""
    deck = list(dealt)
    for card, count in enumerate(count for suit in rules.suits for count in suit.copies):
        deck += [card] * (count - dealt.count(card))
    return deck


def views(size: Size, played: Played) -> Iterator[tuple[View, dict[str, Any]]]:
    """Play the game in our engine; yield what each one who looked sees here, and saw there."""
    rules = size.game.rules(played.first)
    game = Replay(rules, size.game.players, full_deck(rules, played.cards))
    for move, (seat, seen) in zip(played.moves, played.observed, strict=True):
        yield view_of(game.table, seat, rules, game.history), seen
        game.act(size.game.action_of(move, int(game.table.seat)).code)
    assert game.outcome().score_zero == played.score
    assert game.over
