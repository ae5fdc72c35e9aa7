"""Games with chosen cards, for tests that need a certain situation."""

from __future__ import annotations

from typing import Any

from hanabi_arena.api.actions import Action
from hanabi_arena.api.view import Turn
from hanabi_arena.match.replay import Replay
from hanabi_arena.rules import Rules, find_variant


def identities(rules: Rules, cards: str) -> list[int]:
    """Return the identities of cards as people write them: `r1 b3 m5`."""
    names = [rules.card_name(card) for card in range(rules.max_score)]
    return [names.index(card) for card in cards.split()]


def stacked_deck(rules: Rules, top: str, bottom: str = "") -> list[int]:
    """Return a deck with these cards on top, these at the bottom, and all others between."""
    first, last = identities(rules, top), identities(rules, bottom)
    middle = [
        card
        for card in range(rules.max_score)
        for _ in range(_copies(rules, card) - (first + last).count(card))
    ]
    return first + middle + last


def _copies(rules: Rules, card: int) -> int:
    return rules.suits[card // 5].copies[card % 5]


class Game(Replay):
    """A game from a stacked deck, taken forward with actions as people write them."""

    def __init__(
        self, variant: str, players: int, top: str = "", bottom: str = "", **keys: Any
    ) -> None:
        extra = {key.replace("_", "-"): value for key, value in keys.items()}
        rules = find_variant(variant, extra)
        super().__init__(rules, players, stacked_deck(rules, top, bottom))

    def do(self, *actions: Action) -> Turn:
        """Take actions, and return what was seen of the last one."""
        for action in actions:
            turn = self.act(action.code)
        return turn

    def objection(self, action: Action) -> str:
        """Return the rule that an action would break; nothing if it is legal."""
        return self.broken_rule(action.code)

    def hand(self, seat: int) -> str:
        count = int(self.table.hand_count[seat])
        return " ".join(self.rules.card_name(int(card)) for card in self.table.hands[seat][:count])

    def cards(self, field: str) -> set[str]:
        """Return the names of the cards in one of the table's sets."""
        mask = int(getattr(self.table, field))
        return {
            self.rules.card_name(card) for card in range(self.rules.max_score) if mask >> card & 1
        }

    @property
    def end(self) -> str:
        return self.outcome().end

    @property
    def scores(self) -> tuple[int, int]:
        """Both scores, strikeout zero first."""
        outcome = self.outcome()
        return outcome.score_zero, outcome.score_kept
