"""A bot in a process of its own, in Python without hanabi-arena; docs/protocol.md explains it.

It keeps the table in mind by what it is told of each action, and plays what it knows for sure.
"""

import json
import sys

RANKS = 5


class Card:
    """A card in a hand: what it is, if that can be seen, and what the clues leave open."""

    def __init__(self, face, everything):
        self.face = face  # [suit, rank], or None
        self.possible = set(everything)
        self.rank_told = False


class Table:
    """What is known of the game."""

    def __init__(self, hello, start):
        rules = hello["rules"]
        self.seat, self.players = hello["seat"], hello["players"]
        self.suit_touch, self.rank_touch = rules["touch"]["suit"], rules["touch"]["rank"]
        self.everything = {
            (suit, rank) for suit in range(rules["suits"]) for rank in range(1, RANKS + 1)
        }
        self.stacks = [0] * rules["suits"]
        self.hands = [[Card(face, self.everything) for face in hand] for hand in start["hands"]]

    def note(self, event):
        """Take note of an action."""
        action = event["action"]
        if action["type"] == "clue-suit":
            self.narrow(event, lambda card: card[0] in self.suit_touch[action["value"]])
        elif action["type"] == "clue-rank":
            self.narrow(event, lambda card: card[1] in self.rank_touch[action["value"] - 1])
        else:
            if event["placed"]:
                self.stacks[event["card"][0]] = event["card"][1]
            hand = self.hands[event["seat"]]
            if not action.get("deck"):
                del hand[action["slot"]]
            if event["drew"]:
                hand.append(Card(event["drawn"], self.everything))

    def narrow(self, event, touches):
        """Learn from a clue, also of the cards that it did not touch."""
        for slot, card in enumerate(self.hands[event["action"]["target"]]):
            touched = slot in event["touched"]
            card.possible = {one for one in card.possible if touches(one) == touched}
            if touched and event["action"]["type"] == "clue-rank":
                card.rank_told = True

    def choose(self, legal):
        """Play a sure card, tell of a playable one, or discard the oldest."""
        playable = {(suit, height + 1) for suit, height in enumerate(self.stacks)}
        for slot, card in enumerate(self.hands[self.seat]):
            if card.possible and card.possible <= playable:
                return {"type": "play", "slot": slot}
        for ahead in range(1, self.players):
            target = (self.seat + ahead) % self.players
            for card in self.hands[target]:
                if tuple(card.face) in playable and not card.possible <= playable:
                    suit, rank = card.face
                    clue = {"type": "clue-rank", "target": target, "value": rank}
                    if card.rank_told:
                        clue = {"type": "clue-suit", "target": target, "value": suit}
                    if clue in legal:
                        return clue
        if {"type": "discard", "slot": 0} in legal:
            return {"type": "discard", "slot": 0}
        clues = [action for action in legal if action["type"] == "clue-rank"]
        return (clues or legal)[0]


def main():
    """Answer every message that has a number, one line each, until there is no more."""
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        reply = {"id": message.get("id")}
        if kind == "hello":
            hello = message
            reply |= {"protocol": 1, "name": "literal", "wants": ["events", "legal"]}
        elif kind == "start":
            table = Table(hello, message)
        elif kind == "event":
            table.note(message)
        elif kind == "act":
            reply["action"] = table.choose(message["legal"])
        elif kind == "beliefs":
            reply["beliefs"] = None
        elif kind == "bye":
            return
        if reply["id"] is not None:
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
