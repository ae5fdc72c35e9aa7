"""The canonical encoding: what a seat sees, as the vector of zeros and ones that agents learn from.

Its sections: the others' hands, the board, the discard pile, the last action, what is publicly
known of every card. See Bard et al. (2020), and the environment's own canonical encoder.
"""

from __future__ import annotations

from hanabi_arena.api.actions import ClueRank, ClueSuit, Discard, Play
from hanabi_arena.api.view import Turn, View
from hanabi_arena.interop.learning_environment.game import Game
from hanabi_arena.rules.cards import RANKS

_COPIES = (3, 2, 2, 2, 1)


def sections(game: Game) -> dict[str, int]:
    """Return the length of each section, in order."""
    cards = game.colours * RANKS
    return {
        "hands": (game.players - 1) * game.hand_size * cards + game.players,
        "board": game.cards - game.players * game.hand_size + cards + game.tokens + game.lives,
        "discards": game.cards,
        "last action": 2 * game.players + 4 + game.colours + RANKS + 2 * game.hand_size + cards + 2,
        "knowledge": game.players * game.hand_size * (cards + game.colours + RANKS),
    }


def length(game: Game) -> int:
    """Return the length of the vector."""
    return sum(sections(game).values())


def encode(game: Game, view: View) -> list[int]:
    """Return the vector of what the view's seat sees."""
    vector = [0] * length(game)
    at = _hands(game, view, vector)
    at = _board(game, view, vector, at)
    at = _discards(game, view, vector, at)
    at = _last_action(game, view, vector, at)
    _knowledge(game, view, vector, at)
    return vector


def _hands(game: Game, view: View, vector: list[int]) -> int:
    cards, at = game.colours * RANKS, 0
    for seat in view.others:
        for slot, card in enumerate(view.hands[seat]):
            if card.identity is not None:
                vector[at + slot * cards + card.identity.index] = 1
        at += game.hand_size * cards
    for offset, seat in enumerate((view.seat, *view.others)):
        vector[at + offset] = int(len(view.hands[seat]) < game.hand_size)
    return at + game.players


def _board(game: Game, view: View, vector: list[int], at: int) -> int:
    at = _level(vector, at, view.deck_count, game.cards - game.players * game.hand_size)
    for height in view.stacks:
        if height:
            vector[at + height - 1] = 1
        at += RANKS
    at = _level(vector, at, int(view.clue_tokens), game.tokens)
    return _level(vector, at, game.lives - view.strikes, game.lives)


def _level(vector: list[int], at: int, count: int, most: int) -> int:
    """Write a number as so many ones; return where the next thing goes."""
    vector[at : at + count] = [1] * count
    return at + most


def _discards(game: Game, view: View, vector: list[int], at: int) -> int:
    for card, count in view.discards.items():
        place = at + card.suit * sum(_COPIES) + sum(_COPIES[: card.rank - 1])
        vector[place : place + count] = [1] * count
    return at + game.cards


def _last_action(game: Game, view: View, vector: list[int], at: int) -> int:
    end = at + sections(game)["last action"]
    if not view.turn:
        return end
    turn = view.history[-1]
    actor = (turn.seat - view.seat) % game.players
    kinds = (Play, Discard, ClueSuit, ClueRank)
    vector[at + actor] = 1
    at += game.players
    vector[at + kinds.index(type(turn.action))] = 1
    at += len(kinds)
    target, colour, rank = at, at + game.players, at + game.players + game.colours
    outcome = rank + RANKS
    position = outcome + game.hand_size
    card = position + game.hand_size
    match turn.action:
        case ClueSuit(seat, suit):
            vector[target + (seat - view.seat) % game.players] = 1
            vector[colour + suit] = 1
        case ClueRank(seat, value):
            vector[target + (seat - view.seat) % game.players] = 1
            vector[rank + value - 1] = 1
        case Play(slot, _) | Discard(slot):
            vector[position + slot] = 1
    for slot in turn.touched:
        vector[outcome + slot] = 1
    if turn.card is not None:
        vector[card + turn.card.index] = 1
    if isinstance(turn.action, Play):
        vector[end - 2] = int(turn.placed)
        vector[end - 1] = int(gives_token(game, turn))
    return end


def gives_token(game: Game, turn: Turn) -> bool:
    """Return whether a play or discard gave a clue token back."""
    if turn.card is None or turn.tokens_before >= game.tokens:
        return False
    return isinstance(turn.action, Discard) or (turn.placed and turn.card.rank == RANKS)


def _knowledge(game: Game, view: View, vector: list[int], at: int) -> None:
    cards = game.colours * RANKS
    width = cards + game.colours + RANKS
    for seat in (view.seat, *view.others):
        for slot, card in enumerate(view.hands[seat]):
            here = at + slot * width
            for identity in card.possible:
                vector[here + identity.index] = 1
            for suit in card.suit_clues:
                vector[here + cards + suit] = 1
            for rank in card.rank_clues:
                vector[here + cards + game.colours + rank - 1] = 1
        at += game.hand_size * width
