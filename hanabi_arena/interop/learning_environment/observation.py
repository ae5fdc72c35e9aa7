"""What a seat sees, as the learning environment tells it: dictionaries, and its own kind of object.

observation(view)["observed_hands"][1]      # the next player's cards
observation(view)["pyhanabi"].last_moves()  # what happened since one's own last turn
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanabi_arena.api.actions import ClueRank, ClueSuit
from hanabi_arena.api.view import HandCard, Turn, View
from hanabi_arena.interop.learning_environment.encoding import encode, gives_token
from hanabi_arena.interop.learning_environment.game import COLOURS, Game
from hanabi_arena.interop.learning_environment.objects import (
    HanabiCard,
    HanabiCardKnowledge,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
)
from hanabi_arena.rules.cards import RANKS, Card

_UNSEEN = HanabiCard(-1, -1)


def observation(view: View, game: Game | None = None, *, vectorized: bool = True) -> dict[str, Any]:
    """Return the dictionary that its agents are given; `vectorized` can be left out.

    Raises RulesError for a variant that the learning environment does not have.
    """
    game = game or Game.of(view.rules, view.players)
    seen = HanabiObservation(view, game)
    moves = seen.legal_numbers()
    found: dict[str, Any] = {
        "current_player": view.on_turn,
        "current_player_offset": seen.cur_player_offset(),
        "life_tokens": seen.life_tokens(),
        "information_tokens": seen.information_tokens(),
        "num_players": game.players,
        "deck_size": view.deck_count,
        "fireworks": dict(zip(COLOURS, view.stacks, strict=False)),
        "legal_moves": [game.move_dict(move) for move in moves],
        "legal_moves_as_int": moves,
        "observed_hands": [[card.to_dict() for card in hand] for hand in seen.observed_hands()],
        "discard_pile": [card.to_dict() for card in seen.discard_pile()],
        "card_knowledge": [[card.to_dict() for card in hand] for hand in seen.card_knowledge()],
    }
    if vectorized:
        found["vectorized"] = encode(game, view)
    found["pyhanabi"] = seen
    return found


class HanabiObservation:
    """What a seat sees, with the methods of the environment's own observations.

    Players count from the seat that looks.
    """

    def __init__(self, view: View, game: Game) -> None:
        self._view = view
        self._game = game

    def cur_player_offset(self) -> int:
        """Return who is on turn."""
        return (self._view.on_turn - self._view.seat) % self._game.players

    def num_players(self) -> int:
        """Return how many players there are."""
        return self._game.players

    def observed_hands(self) -> list[list[HanabiCard]]:
        """Return every hand, one's own first and unseen."""
        return [[_card(one.identity) for one in hand] for hand in self._hands()]

    def card_knowledge(self) -> list[list[HanabiCardKnowledge]]:
        """Return what the clues have told of every card."""
        return [[_knowledge(one, self._game) for one in hand] for hand in self._hands()]

    def _hands(self) -> Iterator[tuple[HandCard, ...]]:
        view = self._view
        return (view.hands[seat] for seat in (view.seat, *view.others))

    def discard_pile(self) -> list[HanabiCard]:
        """Return the discard pile in its order."""
        turns = self._view.history
        return [_card(turn.card) for turn in turns if turn.card is not None and not turn.placed]

    def fireworks(self) -> list[int]:
        """Return the height of each stack."""
        return list(self._view.stacks)

    def deck_size(self) -> int:
        """Return how many cards the deck has left."""
        return self._view.deck_count

    def information_tokens(self) -> int:
        """Return the clue tokens that are left."""
        return int(self._view.clue_tokens)

    def life_tokens(self) -> int:
        """Return how many strikes are left."""
        return self._game.lives - self._view.strikes

    def legal_numbers(self) -> list[int]:
        """Return the numbers of the legal moves; none if another seat is on turn."""
        view, game = self._view, self._game
        return sorted(game.move_of(action, view.seat) for action in view.legal_actions)

    def legal_moves(self) -> list[HanabiMove]:
        """Return the legal moves; none if another seat is on turn."""
        return [_move(self._game.move_dict(number)) for number in self.legal_numbers()]

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Return whether a card is next on its stack."""
        stacks = self._view.stacks
        return 0 <= color < len(stacks) and rank == stacks[color]

    def last_moves(self) -> list[HanabiHistoryItem]:
        """Return the moves since one's own last one, that one included, the latest first."""
        found: list[HanabiHistoryItem] = []
        view = self._view
        for turn, newly, drawn in reversed(list(_told(view))):
            offset = (turn.seat - view.seat) % self._game.players
            if drawn is not None:
                found.append(self._deal(offset, drawn))
            found.append(self._item(turn, offset, newly))
            if offset == 0:
                break
        return found

    def _deal(self, offset: int, drawn: int) -> HanabiHistoryItem:
        seen = _UNSEEN
        if offset:
            hand = self._view.hands[(self._view.seat + offset) % self._game.players]
            seen = next((_card(one.identity) for one in hand if one.order == drawn), _UNSEEN)
        move = HanabiMove(HanabiMoveType.DEAL, _color=seen.color(), _rank=seen.rank())
        return HanabiHistoryItem(move, _deal_to_player=offset)

    def _item(self, turn: Turn, offset: int, newly: tuple[int, ...]) -> HanabiHistoryItem:
        game = self._game
        move = _move(game.move_dict(game.move_of(turn.action, turn.seat)))
        card = _card(turn.card)
        return HanabiHistoryItem(
            move,
            offset,
            turn.placed,
            gives_token(game, turn),
            card.color(),
            card.rank(),
            turn.touched,
            newly,
        )

    def __str__(self) -> str:
        fireworks = "".join(
            f"{COLOURS[suit]}{height} " for suit, height in enumerate(self.fireworks())
        )
        hands, between = [], "-----\n"
        pairs = zip(self.observed_hands(), self.card_knowledge(), strict=True)
        for offset, (cards, known) in enumerate(pairs):
            lines = ["Cur player\n"] if offset == self.cur_player_offset() else []
            lines += [f"{card} || {one}\n" for card, one in zip(cards, known, strict=True)]
            hands.append("".join(lines))
        lines = [
            f"Life tokens: {self.life_tokens()}",
            f"Info tokens: {self.information_tokens()}",
            f"Fireworks: {fireworks}",
            "Hands:",
            f"{between.join(hands)}Deck size: {self.deck_size()}",
            f"Discards:{''.join(f' {card}' for card in self.discard_pile())}",
        ]
        return "\n".join(lines)

    __repr__ = __str__


def _card(card: Card | None) -> HanabiCard:
    return _UNSEEN if card is None else HanabiCard(card.suit, card.rank - 1)


def _knowledge(card: HandCard, game: Game) -> HanabiCardKnowledge:
    suits = {one.suit for one in card.possible}
    ranks = {one.rank for one in card.possible}
    return HanabiCardKnowledge(
        next(iter(card.suit_clues), None),
        next((rank - 1 for rank in card.rank_clues), None),
        tuple(suit in suits for suit in range(game.colours)),
        tuple(rank + 1 in ranks for rank in range(RANKS)),
    )


def _move(move: dict[str, Any]) -> HanabiMove:
    colour = move.get("color")
    return HanabiMove(
        HanabiMoveType[move["action_type"]],
        move.get("card_index", -1),
        move.get("target_offset", -1),
        -1 if colour is None else COLOURS.index(colour),
        move.get("rank", -1),
    )


def _told(view: View) -> Iterator[tuple[Turn, tuple[int, ...], int | None]]:
    """Yield every turn with the slots that a clue told something new of, and the card drawn.

    Cards are named by their place in the deck as it was shuffled.
    """
    size = view.rules.hand_size(view.players)
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(view.players)]
    drawn = view.players * size
    told: set[tuple[int, type, int]] = set()
    for turn in view.history:
        match turn.action:
            case ClueSuit(target, value) | ClueRank(target, value):
                kind = type(turn.action)
                keys = {slot: (hands[target][slot], kind, value) for slot in turn.touched}
                newly = tuple(slot for slot, key in keys.items() if key not in told)
                told.update(keys.values())
                yield turn, newly, None
            case action:
                del hands[turn.seat][action.slot]  # type: ignore[union-attr]  # plays and discards
                if turn.drew:
                    hands[turn.seat].append(drawn)
                    drawn += 1
                yield turn, (), drawn - 1 if turn.drew else None
