"""Follow a game from a seat's observations alone, so that a bot can be shown what it saw.

The engine keeps the table. Cards that the seat does not see are stand-ins: a card drawn by it is
any card, and before a clue reaches its hand each of its cards becomes one that the clue touches, or
does not, as it was told. What clues leave open is then right, and nothing else looks at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hanabi_arena.api.actions import ClueRank, ClueSuit, Discard, Play, action_words
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.api.view import Turn, View, turn_of
from hanabi_arena.engine.kernel import data_of, new_record
from hanabi_arena.engine.legal import BROKEN_RULES
from hanabi_arena.engine.table import EVENT, PILE, new_table
from hanabi_arena.engine.turn import deal, take_turn
from hanabi_arena.errors import UsageError
from hanabi_arena.interop.learning_environment.game import Game
from hanabi_arena.match.look import view_of
from hanabi_arena.rules.cards import RANKS

_ANY = 0
_DEAL = "DEAL"


class Followed:
    """A game as one seat has seen it so far."""

    def __init__(self, game: Game, seat: int, first: int, hands: Sequence[Sequence[int]]) -> None:
        """Begin with the deal: the cards of every seat, -1 for those that are not seen."""
        self.game, self.seat = game, seat
        self.rules = game.rules(first)
        self.history: list[Turn] = []
        self.table: Any = new_table(self.rules, game.players)
        self._pile = new_record(PILE)
        self._event = new_record(EVENT)
        dealt = [max(card, _ANY) for hand in hands for card in hand]
        self._pile.cards[: len(dealt)] = dealt
        deal(self.table, self._pile)

    def view(self, declared: Sequence[tuple[str, ...]], random: SeatRandom) -> View:
        """Return what the seat sees now."""
        return view_of(self.table, self.seat, self.rules, self.history, declared, random)

    def take(self, item: Any, drawn: int) -> Turn:
        """Take note of a move, and of the card drawn after it; -1 for one that is not seen.

        Raises UsageError for a move that does not follow on what was seen before.
        """
        actor = (self.seat + item.player()) % self.game.players
        action = self.game.read_move(item.move().to_dict(), actor)
        hands = self.table.hands
        match action:
            case Play(slot, _) | Discard(slot) if actor == self.seat:
                hands[actor, slot] = item.color() * RANKS + item.rank()
            case ClueSuit(target, suit) if target == self.seat:
                self._pretend(item, self.rules.suit_clues[suit].touch)
            case ClueRank(target, rank) if target == self.seat:
                self._pretend(item, self.rules.rank_clues[rank - 1])
        self._pile.cards[int(self._pile.next)] = max(drawn, _ANY)
        rule = take_turn(self.table, self._pile, action.code, self._event)
        if rule or actor != int(self._event.seat):
            words = BROKEN_RULES[rule] if rule else "it is not on turn"
            raise UsageError(
                f"observations: turn {len(self.history) + 1}, seat {actor}: "
                f"{action_words(action.code)} does not follow on the ones before: {words}"
            )
        turn = turn_of(data_of(self._event))
        self.history.append(turn)
        return turn

    def _pretend(self, item: Any, touch: int) -> None:
        """Put cards into the seat's own hand that a clue touches as it did."""
        everything = (1 << self.rules.max_score) - 1
        touched = set(item.card_info_revealed())
        for slot in range(int(self.table.hand_count[self.seat])):
            possible = touch if slot in touched else everything & ~touch
            self.table.hands[self.seat, slot] = (possible & -possible).bit_length() - 1


def moves_of(observation: dict[str, Any]) -> list[tuple[Any, int]]:
    """Return the moves that an observation tells of, the oldest first, with the card drawn after.

    Moves are since the seat's own last one, that one included. -1 stands for a card not seen, or
    for none.
    """
    found: list[tuple[Any, int]] = []
    drawn = -1
    for item in observation["pyhanabi"].last_moves():  # the latest first
        move = item.move()
        if move.type().name == _DEAL:
            drawn = move.color() * RANKS + move.rank() if move.color() >= 0 else -1
        else:
            found.append((item, drawn))
            drawn = -1
    found.reverse()
    return found


def dealt_hands(observation: dict[str, Any], game: Game, seat: int) -> list[list[int]]:
    """Return the hands as dealt, by seats, from an observation before the seat's first own move."""
    hands = [[_number(card) for card in hand] for hand in _in_numbers(observation)]
    for item in observation["pyhanabi"].last_moves():  # the latest first: undone one by one
        move = item.move()
        match move.type().name:
            case "DEAL":
                hands[item.deal_to_player()].pop()
            case "PLAY" | "DISCARD":
                card = item.color() * RANKS + item.rank()
                hands[item.player()].insert(move.card_index(), card)
    return [hands[(one - seat) % game.players] for one in range(game.players)]


def _in_numbers(observation: dict[str, Any]) -> Iterator[list[Any]]:
    return iter(observation["pyhanabi"].observed_hands())


def _number(card: Any) -> int:
    return int(card.color() * RANKS + card.rank()) if card.valid() else -1
