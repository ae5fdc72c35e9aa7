"""A position of a game in plain Python: all hands, what the clues say, what each seat sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hanabi_arena.engine.kernel import data_of

Hands = tuple[tuple[int, ...], ...]
"""A number a card, by seat and slot; slot 0 is the oldest."""

RANKS = 5
FIVES = 0b10000_10000_10000_10000_10000_10000
ONES = 0b00001_00001_00001_00001_00001_00001


@dataclass(slots=True)
class Position:
    """The table before a turn. Sets of identities are masks, as in the engine."""

    seat: int
    """The seat on turn."""
    hands: Hands
    order: Hands
    """Each card's place in the deck, its name for as long as the game lasts."""
    possible: Hands
    """What the clues leave open, by everybody's knowledge."""
    clued: Hands
    """The clues that touched a card, as a mask; 0 for none."""
    stacks: tuple[int, ...]
    discards: tuple[int, ...]
    copies: tuple[int, ...]
    playable: int
    critical: int
    dead: int
    tokens: float
    """Clue tokens; a clue costs one."""
    most_tokens: float
    deck: int
    last_round: bool
    strikes: int
    pace: int
    touched_by: tuple[int, ...]
    """For each identity the mask of the clues that touch it: suits from bit 0, ranks from bit 6."""
    _unseen: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    def next_of(self, seat: int) -> int:
        """Return the seat after a seat."""
        return (seat + 1) % len(self.hands)

    def slot_of(self, seat: int, order: int) -> int:
        """Return the slot of a card in a hand; -1 if it is not there."""
        held = self.order[seat]
        return held.index(order) if order in held else -1

    def unseen(self, seat: int) -> int:
        """Return the mask of the identities of which a seat does not see every copy."""
        return self._counted(seat)[0]

    def _counted(self, seat: int) -> tuple[int, int]:
        """Return what a seat does not see every copy of, and what its own known cards use up."""
        known = self._unseen.get(seat)
        if known is None:
            left = [copies - gone for copies, gone in zip(self.copies, self.discards, strict=True)]
            for suit, height in enumerate(self.stacks):
                for rank in range(height):
                    left[suit * RANKS + rank] -= 1
            for other, hand in enumerate(self.hands):
                if other != seat:
                    for card in hand:
                        left[card] -= 1
            unseen = sum(1 << card for card, count in enumerate(left) if count > 0)
            held = 0
            for possible in self.possible[seat]:
                could = possible & unseen
                if could.bit_count() == 1:
                    card = could.bit_length() - 1
                    left[card] -= 1
                    held |= could if left[card] <= 0 else 0
            known = (unseen, held)
            self._unseen[seat] = known
        return known

    def view(self, seat: int, slot: int) -> int:
        """Return what the holder can work out literally.

        From the clues, the cards that it sees, and those of its own that it knows.
        """
        unseen, held = self._counted(seat)
        could = self.possible[seat][slot] & unseen
        return could if could.bit_count() == 1 else could & ~held

    def promised(self, seat: int, slot: int) -> int:
        """Return what good touch adds for a clued card: it is no trash, and no touched card's twin.

        Where nothing is left of it, it is what the holder knows literally.
        """
        view = self.view(seat, slot)
        if not self.clued[seat][slot]:
            return view
        twins = 0
        for other, hand in enumerate(self.hands):
            for place, card in enumerate(hand):
                if not self.clued[other][place] or (other, place) == (seat, slot):
                    continue
                if other != seat or self.view(seat, place).bit_count() == 1:
                    twins |= 1 << card
        return view & ~self.dead & ~twins or view & ~self.dead or view

    def is_useless(self, seat: int, slot: int) -> bool:
        """Return whether a card really is of no use: dead, or its twin is clued elsewhere."""
        card = self.hands[seat][slot]
        return bool(self.dead >> card & 1) or self.has_clued_twin(seat, slot)

    def has_clued_twin(self, seat: int, slot: int) -> bool:
        """Return whether a clue has touched another copy of a card, in any hand."""
        card = self.hands[seat][slot]
        return any(
            other_card == card and self.clued[other][place] and (other, place) != (seat, slot)
            for other, hand in enumerate(self.hands)
            for place, other_card in enumerate(hand)
        )

    def copies_seen(self, seat: int, slot: int, giver: int) -> int:
        """Return how many other copies of a card the giver of a clue sees in others' hands."""
        card = self.hands[seat][slot]
        return sum(
            (other, place) != (seat, slot) and other_card == card
            for other, hand in enumerate(self.hands)
            if other != giver
            for place, other_card in enumerate(hand)
        )


def position_of(table: Any) -> Position:
    """Return the position of the engine's table."""
    data = data_of(table)
    players = int(data["players"])
    counts = data["hand_count"].tolist()
    identities = int(data["suits"]) * RANKS
    cost = int(data["clue_cost"])

    def cut(name: str) -> Hands:
        rows = data[name].tolist()
        return tuple(tuple(rows[seat][: counts[seat]]) for seat in range(players))

    score, deck = int(data["score"]), int(data["deck_count"])
    return Position(
        int(data["seat"]),
        cut("hands"),
        cut("order"),
        cut("possible"),
        cut("clued"),
        tuple(data["stacks"].tolist()[: int(data["suits"])]),
        tuple(data["discards"].tolist()[:identities]),
        tuple(data["copies"].tolist()[:identities]),
        int(data["playable"]),
        int(data["critical"]),
        int(data["dead"]),
        int(data["clue_tokens"]) / cost,
        int(data["max_tokens"]) / cost,
        deck,
        int(data["turns_left"]) >= 0,
        int(data["strikes"]),
        score + deck + players - int(data["max_score"]),
        tuple(data["touched_by"].tolist()[:identities]),
    )
