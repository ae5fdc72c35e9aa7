"""A second implementation of the rules, in plain Python and as naive as it can be.

It is written from the rules as people read them and shares nothing with the engine but the names of
the switches. What a card can be is worked out anew from the whole history every time; legal actions
come from trying them all. The engine is held against it turn by turn.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from hanabi_arena.rules import Settings

Card = tuple[int, int]
"""Suit from 0, rank from 1."""

Action = tuple[str, int, int]
"""("play", slot, 0), ("discard", slot, 0), ("announce", slot, suit), ("deck", 0, 0),
("suit", target, suit), ("rank", target, rank)"""

OVER = "the game is over"
NO_CARD = "there is no card in that slot"
ALL_TOKENS = "a discard is impossible while all clue tokens are available"
NO_TOKEN = "a clue costs a token, and none is left"
ONESELF = "a clue goes to a teammate, never to oneself"
NO_SEAT = "there is no such seat"
NO_VALUE = "this value cannot be clued in this variant"
NO_MATCH = "a clue must match at least one card"
NO_CHOREOGRAPHY = "a suit is announced only in the choreography variant"
NO_SUIT = "there is no such suit to announce"
NO_DECK_PLAY = (
    "the deck's last card may be played unseen only under deck-plays, with one card left in it"
)


@dataclass
class Held:
    """A card in hand: what it is, its place in the deck, how many actions came before it."""

    card: Card
    place: int
    drawn: int


@dataclass
class Clue:
    """A clue that was given: to whom, what, and the places in the deck of all cards it met."""

    kind: str
    value: int
    met: dict[int, bool]


@dataclass
class Seen:
    """What everybody saw of an action."""

    turn: int
    seat: int
    action: Action
    card: Card | None = None
    place: int | None = None
    placed: bool = False
    touched: tuple[int, ...] = ()
    drew: bool = False
    stack_before: int = 0
    tokens_before: Fraction = Fraction(0)


@dataclass
class Reference:
    """A game in progress."""

    settings: Settings
    players: int
    deck: list[Card]
    hands: list[list[Held]] = field(default_factory=list)
    next_place: int = 0
    stacks: list[int] = field(default_factory=list)
    discards: Counter[Card] = field(default_factory=Counter)
    tokens: Fraction = Fraction(0)
    strikes: int = 0
    turns: int = 0
    seat: int = 0
    over_after: int | None = None
    end: str = "going-on"
    lost_criticals: int = 0
    clues: list[Clue] = field(default_factory=list)

    def __post_init__(self) -> None:
        chosen = self.settings
        self.sixth = chosen.avalanche or chosen.rainbow
        self.suits = chosen.suits + (1 if self.sixth else 0)
        self.max_score = 5 * self.suits
        self.copies: dict[Card, int] = {}
        for suit in range(self.suits):
            for rank in range(1, 6):
                copies = 3 if rank == 1 else 1 if rank == 5 else 2
                if self.sixth and suit == self.suits - 1 and chosen.copies == "box":
                    copies = 1
                self.copies[suit, rank] = copies
        usual = 5 if self.players <= 3 else 4 if self.players <= 5 else 3
        self.hand_size = (chosen.hand_size or usual) + chosen.extra_cards

        self.seat = chosen.first_seat
        self.tokens = Fraction(chosen.clue_tokens)
        self.stacks = [0] * self.suits
        for _ in range(self.players):
            hand = []
            for _ in range(self.hand_size):
                hand.append(Held(self.deck[self.next_place], self.next_place, 0))
                self.next_place += 1
            self.hands.append(hand)
        if self.deck_left == 0 and not chosen.bouquet_final:
            self.over_after = self.players

    @property
    def deck_left(self) -> int:
        return len(self.deck) - self.next_place

    # What a clue touches, and what clues tell.

    def can_be_clued(self, suit: int) -> bool:
        if self.settings.rainbow and suit == self.suits - 1:
            return False
        return suit < self.suits

    def touches(self, kind: str, value: int, card: Card) -> bool:
        suit, rank = card
        if kind == "rank":
            return rank == value
        return suit == value or (self.settings.rainbow and suit == self.suits - 1)

    def possible(self, held: Held) -> set[Card]:
        left = set(self.copies)
        for clue in self.clues:
            if held.place in clue.met:
                met = clue.met[held.place]
                left = {card for card in left if self.touches(clue.kind, clue.value, card) == met}
        return left

    def touched_by(self, held: Held) -> set[tuple[str, int]]:
        return {(clue.kind, clue.value) for clue in self.clues if clue.met.get(held.place, False)}

    # What stacks and discards tell of a card.

    def gone(self, card: Card) -> bool:
        return self.discards[card] == self.copies[card]

    def playable(self, card: Card) -> bool:
        return card[1] == self.stacks[card[0]] + 1

    def dead(self, card: Card) -> bool:
        suit, rank = card
        if rank <= self.stacks[suit]:
            return True
        return any(self.gone((suit, lower)) for lower in range(self.stacks[suit] + 1, rank))

    def critical(self, card: Card) -> bool:
        return not self.dead(card) and self.discards[card] == self.copies[card] - 1

    def reachable(self) -> int:
        total = 0
        for suit in range(self.suits):
            rank = self.stacks[suit]
            while rank < 5 and not self.gone((suit, rank + 1)):
                rank += 1
            total += rank
        return total

    def unseen(self, seat: int, card: Card) -> int:
        seen = self.discards[card] + (card[1] <= self.stacks[card[0]])
        for other, hand in enumerate(self.hands):
            if other != seat:
                seen += sum(held.card == card for held in hand)
        return self.copies[card] - seen

    # Which actions are legal.

    def objections(self, action: Action) -> set[str]:
        """Return every rule that the action would break."""
        kind, first, second = action
        found = set()
        if self.end != "going-on":
            found.add(OVER)
        if kind in ("play", "discard", "announce") and first >= len(self.hands[self.seat]):
            found.add(NO_CARD)
        full = self.tokens == self.settings.clue_tokens
        if kind == "discard" and full and not self.settings.discard_at_max:
            found.add(ALL_TOKENS)
        if kind == "announce":
            if not self.settings.choreography:
                found.add(NO_CHOREOGRAPHY)
            if second >= self.suits:
                found.add(NO_SUIT)
        if kind == "deck" and not (self.settings.deck_plays and self.deck_left == 1):
            found.add(NO_DECK_PLAY)
        if kind in ("suit", "rank"):
            found |= self.clue_objections(kind, first, second)
        return found

    def clue_objections(self, kind: str, target: int, value: int) -> set[str]:
        found = set()
        if self.tokens < 1:
            found.add(NO_TOKEN)
        if target == self.seat:
            found.add(ONESELF)
        if kind == "suit" and not self.can_be_clued(value):
            found.add(NO_VALUE)
        if target >= self.players:
            found.add(NO_SEAT)
        elif not (
            self.settings.empty_clues
            or any(self.touches(kind, value, held.card) for held in self.hands[target])
        ):
            found.add(NO_MATCH)
        return found

    def legal(self) -> list[Action]:
        return [action for action in ALL_ACTIONS if not self.objections(action)]

    # A turn.

    def act(self, action: Action) -> Seen:
        assert not self.objections(action)
        kind, first, second = action
        seen = Seen(self.turns, self.seat, action, tokens_before=self.tokens)
        lost_critical = False
        had_deck = self.deck_left > 0
        if kind in ("suit", "rank"):
            self.tokens -= 1
            met = {held.place: self.touches(kind, second, held.card) for held in self.hands[first]}
            self.clues.append(Clue(kind, second, met))
            seen.touched = tuple(slot for slot, touched in enumerate(met.values()) if touched)
        else:
            held = self.take(kind, first)
            seen.card, seen.place = held.card, held.place
            seen.stack_before = self.stacks[held.card[0]]
            right = kind != "discard" and self.playable(held.card)
            if kind == "announce" and held.card[0] != second:
                right = False
            if right:
                seen.placed = True
                self.stacks[held.card[0]] += 1
                if held.card[1] == 5:
                    self.return_token()
                if kind == "announce":
                    self.return_token()
            else:
                lost_critical = self.critical(held.card)
                self.lost_criticals += lost_critical
                self.discards[held.card] += 1
                if kind == "discard":
                    self.return_token()
                else:
                    self.strikes += 1
            if kind != "deck" and self.deck_left:
                card = self.deck[self.next_place]
                self.hands[self.seat].append(Held(card, self.next_place, self.turns + 1))
                self.next_place += 1
                seen.drew = True
        self.turns += 1
        self.seat = (self.seat + 1) % self.players
        if had_deck and self.deck_left == 0 and not self.settings.bouquet_final:
            self.over_after = self.turns + self.players
        self.end = self.ending(lost_critical)
        return seen

    def take(self, kind: str, slot: int) -> Held:
        if kind == "deck":
            self.next_place += 1
            return Held(self.deck[self.next_place - 1], self.next_place - 1, 0)
        return self.hands[self.seat].pop(slot)

    def return_token(self) -> None:
        worth = Fraction(1, 2) if self.settings.half_tokens else Fraction(1)
        self.tokens = min(self.tokens + worth, Fraction(self.settings.clue_tokens))

    def ending(self, lost_critical: bool) -> str:
        if self.strikes >= self.settings.strikes:
            return "strikes"
        if sum(self.stacks) == self.max_score:
            return "complete"
        if self.settings.bouquet_final and lost_critical:
            return "critical"
        if self.over_after == self.turns:
            return "deck"
        if all(self.objections(action) for action in ALL_ACTIONS):
            return "no-action"
        return "going-on"

    # Scores.

    @property
    def score_kept(self) -> int:
        if self.settings.bouquet_final and self.end != "complete":
            return 0
        return sum(self.stacks)

    @property
    def score_zero(self) -> int:
        return 0 if self.end == "strikes" else self.score_kept


ALL_ACTIONS: list[Action] = [
    *(("play", slot, 0) for slot in range(6)),
    *(("discard", slot, 0) for slot in range(6)),
    *(("suit", target, suit) for target in range(6) for suit in range(6)),
    *(("rank", target, rank) for target in range(6) for rank in range(1, 6)),
    *(("announce", slot, suit) for slot in range(6) for suit in range(6)),
    ("deck", 0, 0),
]
"""Every action that there could be, in the order of the engine's numbers."""
