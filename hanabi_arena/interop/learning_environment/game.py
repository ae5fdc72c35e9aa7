"""Games as DeepMind's Hanabi Learning Environment sees them: its sizes, and its numbers of moves.

Colours are numbered as our suits are, and named R, Y, G, W, B. Ranks count from 0. Players are
named by their offset from whoever acts. Slot 0 is the oldest card there, too. See Bard et al., "The
Hanabi Challenge: A New Frontier for AI Research", Artificial Intelligence 280 (2020).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hanabi_arena.api.actions import Action, ClueRank, ClueSuit, Discard, Play
from hanabi_arena.errors import RulesError
from hanabi_arena.rules.cards import RANKS
from hanabi_arena.rules.variant import Rules, Settings

COLOURS = "RYGWB"
PLAYERS = range(2, 6)
CARD_KNOWLEDGE = 1
"""Its observation type that shows what is publicly known of cards."""

REFUSED = {
    "avalanche": "the learning environment has at most five suits, all alike",
    "rainbow": "the learning environment has at most five suits, all alike",
    "copies": "the learning environment has at most five suits, all alike",
    "bouquet-final": "the learning environment's games end when the deck does",
    "choreography": "the learning environment knows no announcements",
    "empty-clues": "the learning environment's clues touch a card",
    "half-tokens": "the learning environment knows no half tokens",
    "discard-at-max": "the learning environment forbids discards with all tokens",
    "deck-plays": "the learning environment knows no plays from the deck",
}
"""The switches that it cannot play, with the reason."""

NAMED = {
    "Hanabi-Full": "base",
    "Hanabi-Full-CardKnowledge": "base",
    "Hanabi-Small": "small",
    "Hanabi-Very-Small": "very-small",
}
"""Its names for games, and ours for the variants."""


def why_not(rules: Rules, players: int) -> str:
    """Return why the learning environment cannot play a variant, or nothing if it can."""
    if players not in PLAYERS:
        return "the learning environment has 2 to 5 players"
    for switch in rules.settings.changes():
        if switch in REFUSED:
            return REFUSED[switch]
    if len(rules.suits) > len(COLOURS):
        return REFUSED["avalanche"]
    return ""


@dataclass(frozen=True)
class Game:
    """One size of its games: the numbers that its encoding and its moves depend on."""

    players: int
    colours: int
    hand_size: int
    tokens: int
    lives: int

    @classmethod
    def of(cls, rules: Rules, players: int) -> Game:
        """Return the size of a variant's games. Raises RulesError where there is no such."""
        if reason := why_not(rules, players):
            raise RulesError(f"{rules.name}: {reason}")
        chosen = rules.settings
        size = rules.hand_size(players)
        return cls(players, len(rules.suits), size, chosen.clue_tokens, chosen.strikes)

    @classmethod
    def of_config(cls, config: dict[str, Any]) -> Game:
        """Return the size that its configuration describes; what is missing is as in its base game.

        Raises RulesError for what this engine does not play.
        """
        players = int(config.get("players", config.get("num_players", 2)))
        if int(config.get("ranks", RANKS)) != RANKS:
            raise RulesError(f"ranks: {config['ranks']}; only games with {RANKS} are played here")
        size = int(config.get("hand_size", 5 if players < 4 else 4))
        tokens, lives = config.get("max_information_tokens", 8), config.get("max_life_tokens", 3)
        return cls(players, int(config.get("colors", 5)), size, int(tokens), int(lives))

    def rules(self, first_seat: int = 0) -> Rules:
        """Return the rules of games of this size. Raises RulesError."""
        usual = 5 if self.players < 4 else 4
        settings = Settings(
            suits=self.colours,
            hand_size=0 if self.hand_size == usual else self.hand_size,
            clue_tokens=self.tokens,
            strikes=self.lives,
            first_seat=first_seat,
        )
        return Rules("learning-environment", settings, "as the learning environment plays it")

    def config(self, seed: int, *, any_starts: bool = False) -> dict[str, Any]:
        """Return its configuration of such a game, as its agents are made with."""
        return {
            "players": self.players,
            "num_players": self.players,
            "colors": self.colours,
            "ranks": RANKS,
            "hand_size": self.hand_size,
            "max_information_tokens": self.tokens,
            "max_life_tokens": self.lives,
            "observation_type": CARD_KNOWLEDGE,
            "seed": seed,
            "random_start_player": any_starts,
        }

    @property
    def moves(self) -> int:
        """How many moves there are, legal or not."""
        return 2 * self.hand_size + (self.players - 1) * (self.colours + RANKS)

    @cached_property
    def cards(self) -> int:
        """How many cards there are."""
        return 10 * self.colours

    def move_of(self, action: Action, seat: int) -> int:
        """Return its number of an action that a seat takes."""
        size, others = self.hand_size, self.players - 1
        match action:
            case Discard(slot):
                return slot
            case Play(slot, None):
                return size + slot
            case ClueSuit(target, suit):
                return 2 * size + ((target - seat) % self.players - 1) * self.colours + suit
            case ClueRank(target, rank):
                ahead = (target - seat) % self.players - 1
                return 2 * size + others * self.colours + ahead * RANKS + rank - 1
            case _:
                raise RulesError(f"{action!r} is no action of the learning environment")

    def action_of(self, move: int, seat: int) -> Action:
        """Return the action that a move's number means for a seat. Raises RulesError."""
        size, others = self.hand_size, self.players - 1
        if not 0 <= move < self.moves:
            raise RulesError(f"there is no move {move}; from 0 to {self.moves - 1}")
        if move < size:
            return Discard(move)
        if move < 2 * size:
            return Play(move - size)
        move -= 2 * size
        if move < others * self.colours:
            ahead, suit = divmod(move, self.colours)
            return ClueSuit((seat + ahead + 1) % self.players, suit)
        ahead, rank = divmod(move - others * self.colours, RANKS)
        return ClueRank((seat + ahead + 1) % self.players, rank + 1)

    def move_dict(self, move: int) -> dict[str, Any]:
        """Return a move as the dictionary that its observations list and its agents return."""
        action = self.action_of(move, 0)
        match action:
            case Play(slot, _):
                return {"action_type": "PLAY", "card_index": slot}
            case Discard(slot):
                return {"action_type": "DISCARD", "card_index": slot}
            case ClueSuit(target, suit):
                colour = COLOURS[suit]
                return {"action_type": "REVEAL_COLOR", "target_offset": target, "color": colour}
            case ClueRank(target, rank):
                return {"action_type": "REVEAL_RANK", "target_offset": target, "rank": rank - 1}
        raise AssertionError(action)

    def read_move(self, move: Any, seat: int) -> Action:
        """Return the action that an agent means: a dictionary, or a move's number.

        Raises RulesError for anything else.
        """
        if isinstance(move, dict):
            return self._read_dict(move, seat)
        try:
            number = int(move)
        except (TypeError, ValueError):
            raise RulesError(f"{move!r} is no move: neither a dictionary nor a number") from None
        return self.action_of(number, seat)

    def _read_dict(self, move: dict[str, Any], seat: int) -> Action:
        try:
            match move.get("action_type"):
                case "PLAY":
                    return Play(int(move["card_index"]))
                case "DISCARD":
                    return Discard(int(move["card_index"]))
                case "REVEAL_COLOR":
                    target = (seat + int(move["target_offset"])) % self.players
                    return ClueSuit(target, COLOURS.index(move["color"]))
                case "REVEAL_RANK":
                    target = (seat + int(move["target_offset"])) % self.players
                    return ClueRank(target, int(move["rank"]) + 1)
        except (KeyError, TypeError, ValueError):
            pass
        raise RulesError(f"{move!r} is no move of the learning environment")
