"""Another program's engine, written from docs/game-format.md alone.

It reads nothing but a game's object, and knows no variant by name.
"""

from __future__ import annotations

from collections import Counter
from typing import Any


class Stranger:
    """Plays a game of the format, and tells how it ended."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.rules, self.game = game["rules"], game
        size, players = self.rules["hand_size"], game["players"]
        deck = [tuple(card) for card in game["deck"]]
        self.hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
        self.deck = deck[players * size :]
        self.stacks = [0] * self.rules["suits"]
        self.discards: Counter[tuple[int, ...]] = Counter()
        self.tokens = float(self.rules["clue_tokens"])
        self.strikes = 0
        self.left = None if self.deck else players
        if self.rules["bouquet_final"]:
            self.left = None
        self.end = "stopped"

    def play(self) -> tuple[str, int, int]:
        """Return the end and both scores."""
        seat = self.game["first_seat"]
        for action in self.game["actions"]:
            assert self.end == "stopped"
            assert action["seat"] == seat
            seat = (seat + 1) % self.game["players"]
            self.turn(action, seat)
        end = self.end if self.game["fault_seat"] is None else "fault"
        score = sum(self.stacks)
        if end == "fault" or (self.rules["bouquet_final"] and end != "complete"):
            score = 0
        return end, 0 if end == "strikes" else score, score

    def turn(self, action: dict[str, Any], following: int) -> None:
        lost_critical = False
        had_deck = bool(self.deck)
        if action["type"].startswith("clue"):
            self.tokens -= 1
        else:
            lost_critical = self.card(action)
        if self.left is not None:
            self.left -= 1
        elif had_deck and not self.deck and not self.rules["bouquet_final"]:
            self.left = self.game["players"]
        if self.strikes == self.rules["strikes"]:
            self.end = "strikes"
        elif all(stack == 5 for stack in self.stacks):
            self.end = "complete"
        elif lost_critical and self.rules["bouquet_final"]:
            self.end = "critical"
        elif self.left == 0:
            self.end = "deck"
        elif not self.hands[following] and not self.can_clue(following):
            self.end = "no-action"

    def card(self, action: dict[str, Any]) -> bool:
        """Play or discard, draw, and return whether a critical card was lost."""
        hand = self.hands[action["seat"]]
        card = self.deck.pop(0) if action.get("deck") else hand.pop(action["slot"])
        suit, rank = card
        lost_critical = False
        right = action["type"] == "play" and self.stacks[suit] == rank - 1
        if right and action.get("announce", suit) == suit:
            self.stacks[suit] += 1
            self.give_back((rank == 5) + ("announce" in action))
        else:
            needed = rank > self.stacks[suit] and all(
                self.left_of((suit, lower)) for lower in range(self.stacks[suit] + 1, rank)
            )
            lost_critical = needed and self.left_of(card) == 1
            self.discards[card] += 1
            if action["type"] == "play":
                self.strikes += 1
            else:
                self.give_back(1)
        if self.deck and not action.get("deck"):
            hand.append(self.deck.pop(0))
        return lost_critical

    def left_of(self, card: tuple[int, ...]) -> int:
        copies: int = self.rules["copies"][card[0]][card[1] - 1]
        return copies - self.discards[card]

    def give_back(self, tokens: float) -> None:
        worth = tokens / 2 if self.rules["half_tokens"] else tokens
        self.tokens = min(self.tokens + worth, self.rules["clue_tokens"])

    def can_clue(self, seat: int) -> bool:
        others = [hand for other, hand in enumerate(self.hands) if other != seat]
        return self.tokens >= 1 and (self.rules["empty_clues"] or any(others))
