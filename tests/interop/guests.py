"""Agents in the manner of the learning environment, that need nothing of its package."""

from __future__ import annotations

import random
from typing import Any


class Simple:
    """What its package's simplest agent does: play clued cards, clue playable ones, discard."""

    def __init__(self, config: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        self.most = config["max_information_tokens"]

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | None:
        if observation["current_player_offset"]:
            return None
        for slot, told in enumerate(observation["card_knowledge"][0]):
            if told["color"] is not None or told["rank"] is not None:
                return {"action_type": "PLAY", "card_index": slot}
        if observation["information_tokens"]:
            for offset in range(1, observation["num_players"]):
                known = observation["card_knowledge"][offset]
                for card, told in zip(observation["observed_hands"][offset], known, strict=True):
                    height = observation["fireworks"][card["color"]]
                    if card["rank"] == height and told["color"] is None:
                        return {
                            "action_type": "REVEAL_COLOR",
                            "color": card["color"],
                            "target_offset": offset,
                        }
        full = observation["information_tokens"] == self.most
        return {"action_type": "PLAY" if full else "DISCARD", "card_index": 0}


class Numbers:
    """Answers with a move's number, chosen at random from the vector's and the list's length."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.length: int = config["length"]

    def act(self, observation: dict[str, Any]) -> int:
        assert len(observation["vectorized"]) == self.length
        moves = observation["legal_moves_as_int"]
        return random.choice(moves) if moves else 999


class Counts:
    """Counts how often it is asked, and says so by which card it plays."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.asked = 0

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | None:
        self.asked += 1
        if observation["current_player_offset"]:
            return None
        return {"action_type": "PLAY", "card_index": self.asked % 4}


class Silent(Counts):
    """Never says anything."""

    def act(self, observation: dict[str, Any]) -> None:
        return None


class NoAgent:
    """Has no act."""
