"""What a Python bot sees when it is on turn: everything on the table but its own hand.

A view never changes and can be kept. What it shows is read from a copy of the table's record, the
same that a compiled bot is handed, when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np

from hanabi_arena.api.actions import ACTIONS, Action, ClueRank, ClueSuit
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.engine.address import legal_actions_in
from hanabi_arena.engine.codes import CODES
from hanabi_arena.engine.kernel import record_of
from hanabi_arena.engine.table import EVENT, TABLE
from hanabi_arena.rules.cards import CARDS, RANKS, Card, CardSet
from hanabi_arena.rules.variant import MAX_HAND, Rules


def _place(field: str) -> int:
    return int(TABLE.fields[field][1])  # type: ignore[index]  # the record has fields


_HANDS, _ORDER, _COUNTS = _place("hands"), _place("order"), _place("hand_count")
_STACKS, _DISCARDS, _COPIES = _place("stacks"), _place("discards"), _place("copies")
_POSSIBLE, _DRAWN, _CLUED = (_place("possible") // 4, _place("drawn") // 2, _place("clued") // 2)
_TURN = _place("turn") // 2
_EVENT_FIELDS = EVENT.names or ()


class HandCard:
    """A card in somebody's hand, as one seat sees it.

    `slot` counts from the oldest card, `order` is its place in the deck as it was shuffled (it
    names the card for as long as the game lasts), `drawn` the turn in which it was drawn, and
    `identity` the card itself, None in one's own hand.
    """

    __slots__ = ("_clued", "_possible", "drawn", "identity", "order", "slot")

    def __init__(
        self, slot: int, identity: Card | None, possible: int, clued: int, order: int, drawn: int
    ) -> None:
        self.slot = slot
        self.identity = identity
        self._possible = possible
        self._clued = clued
        self.order = order
        self.drawn = drawn

    @property
    def possible(self) -> CardSet:
        """The identities that the clues leave open; public, what did not match included."""
        return CardSet.of_mask(self._possible)

    @property
    def clued(self) -> bool:
        """Whether a clue has ever touched it."""
        return self._clued != 0

    @property
    def suit_clues(self) -> tuple[int, ...]:
        """The suits of the clues that touched it."""
        return tuple(suit for suit in range(6) if self._clued >> suit & 1)

    @property
    def rank_clues(self) -> tuple[int, ...]:
        """The ranks of the clues that touched it."""
        return tuple(rank for rank in range(1, 6) if self._clued >> 5 + rank & 1)

    @property
    def suit(self) -> int | None:
        """The suit, if the clues leave only one."""
        suits = {card.suit for card in self.possible}
        return suits.pop() if len(suits) == 1 else None

    @property
    def rank(self) -> int | None:
        """The rank, if the clues leave only one."""
        ranks = {card.rank for card in self.possible}
        return ranks.pop() if len(ranks) == 1 else None

    def __repr__(self) -> str:
        shown = "xx" if self.identity is None else repr(self.identity)
        return f"<slot {self.slot}: {shown}, possible {self.possible}>"


@dataclass(frozen=True, slots=True)
class Turn:
    """An action that was taken, as everybody saw it.

    `card` is what a play or discard revealed, `order` that card's place in the deck, `placed`
    whether it went onto its stack, `touched` the slots that a clue touched, `drew` whether a card
    was drawn, `stack_before` the height of the card's stack and `tokens_before` the clue tokens.
    """

    turn: int
    seat: int
    action: Action
    card: Card | None
    order: int | None
    placed: bool
    touched: tuple[int, ...]
    drew: bool
    stack_before: int
    tokens_before: int


def turn_of(event: Any) -> Turn:
    """Return what an EVENT record tells."""
    turn, action, touched, seat, card, order, placed, drew, stack, tokens = (
        int(event[name]) for name in _EVENT_FIELDS
    )
    return Turn(
        turn,
        seat,
        ACTIONS[action],
        None if card < 0 else CARDS[card],
        None if order < 0 else order,
        placed != 0,
        tuple(slot for slot in range(MAX_HAND) if touched >> slot & 1),
        drew != 0,
        stack,
        tokens,
    )


class History(Sequence[Turn]):
    """The turns taken so far, the first one first."""

    __slots__ = ("_end", "_events")

    def __init__(self, events: list[Any], end: int | None = None) -> None:
        self._events = events
        self._end = len(events) if end is None else end

    @overload
    def __getitem__(self, index: int) -> Turn: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Turn, ...]: ...
    def __getitem__(self, index: int | slice) -> Turn | tuple[Turn, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(self._end)))
        at = index + self._end if index < 0 else index
        if not 0 <= at < self._end:
            raise IndexError(f"no turn {index}; {self._end} have been taken")
        event = self._events[at]
        if not isinstance(event, Turn):
            event = self._events[at] = turn_of(np.frombuffer(event, EVENT)[0])
        return event

    def __len__(self) -> int:
        return self._end

    def __iter__(self) -> Iterator[Turn]:
        return (self[at] for at in range(self._end))


class View:
    """The table as the seat on turn sees it.

    Seats count from 0, slots from the oldest card. Sets of identities are CardSets, so a card is
    surely playable when `card.possible <= view.playable`.
    """

    def __init__(
        self,
        raw: bytes,
        seat: int,
        rules: Rules,
        declared: tuple[tuple[str, ...], ...],
        random: SeatRandom,
        events: list[Any],
    ) -> None:
        self._raw = raw
        self.seat: int = seat
        """The seat that looks."""
        self.rules: Rules = rules
        """The variant that is played."""
        self.declared: tuple[tuple[str, ...], ...] = declared
        """For each seat, the conventions that it declared before the deal."""
        self.random: SeatRandom = random
        """The seat's own random stream."""
        self._events = events
        self._length = len(events)

    def _number(self, field: str) -> int:
        return self._raw[_place(field)]

    @cached_property
    def _words(self) -> memoryview:
        return memoryview(self._raw).cast("i")

    @cached_property
    def _halves(self) -> memoryview:
        return memoryview(self._raw).cast("h")

    @property
    def turn(self) -> int:
        """How many actions have been taken."""
        return int(self._halves[_TURN])

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.declared)

    @property
    def on_turn(self) -> int:
        """The seat on turn."""
        return self._number("seat")

    @property
    def over(self) -> bool:
        """Whether the game has ended; only `observe` ever sees it so."""
        return self._number("end") != 0

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats, in the order in which they will be on turn."""
        players = len(self.declared)
        return tuple((self.seat + ahead) % players for ahead in range(1, players))

    @property
    def clue_tokens(self) -> int | float:
        """The clue tokens that are left; a half one counts 0.5 where the variant has such."""
        tokens, cost = self._number("clue_tokens"), self._number("clue_cost")
        return tokens if cost == 1 else tokens / cost

    @property
    def can_clue(self) -> bool:
        """Whether a clue can be paid for."""
        return self._number("clue_tokens") >= self._number("clue_cost")

    @property
    def can_discard(self) -> bool:
        """Whether the tokens allow a discard."""
        return self._number("clue_tokens") < self._number("max_tokens") or bool(
            self._number("discard_at_max")
        )

    @property
    def strikes(self) -> int:
        """How many strikes have been made."""
        return self._number("strikes")

    @property
    def max_strikes(self) -> int:
        """The strike that loses the game."""
        return self._number("max_strikes")

    @property
    def deck_count(self) -> int:
        """How many cards the deck has left."""
        return self._number("deck_count")

    @property
    def turns_left(self) -> int | None:
        """Turns until the game ends, this one included; None while the deck lasts."""
        left = self._number("turns_left")
        return None if left == 255 else left

    @property
    def score(self) -> int:
        """The sum of the stacks."""
        return self._number("score")

    @property
    def max_score(self) -> int:
        """The score of the complete display."""
        return self.rules.max_score

    @property
    def stacks(self) -> tuple[int, ...]:
        """The highest rank played of each suit."""
        return tuple(self._raw[_STACKS : _STACKS + len(self.rules.suits)])

    @property
    def playable(self) -> CardSet:
        """The identities that are next on their stacks."""
        return CardSet.of_mask(self._words[_place("playable") // 4])

    @property
    def critical(self) -> CardSet:
        """The identities still needed of which one copy is left, from the public cards."""
        return CardSet.of_mask(self._words[_place("critical") // 4])

    @property
    def dead(self) -> CardSet:
        """The identities that can never be played any more, from the public cards."""
        return CardSet.of_mask(self._words[_place("dead") // 4])

    @cached_property
    def hands(self) -> tuple[tuple[HandCard, ...], ...]:
        """Every seat's hand, oldest card first; one's own with the identities hidden."""
        raw, words, halves = self._raw, self._words, self._halves
        hands = []
        for seat in range(len(self.declared)):
            cards = []
            for slot in range(raw[_COUNTS + seat]):
                at = seat * MAX_HAND + slot
                identity = raw[_HANDS + at]
                cards.append(
                    HandCard(
                        slot,
                        CARDS[identity] if identity < 128 else None,
                        words[_POSSIBLE + at],
                        halves[_CLUED + at],
                        raw[_ORDER + at],
                        halves[_DRAWN + at],
                    )
                )
            hands.append(tuple(cards))
        return tuple(hands)

    @property
    def hand(self) -> tuple[HandCard, ...]:
        """One's own hand."""
        return self.hands[self.seat]

    def newest(self, seat: int) -> Card | None:
        """Return the newest card of a hand; None in one's own, and in an empty one."""
        count = self._raw[_COUNTS + seat]
        identity = self._raw[_HANDS + seat * MAX_HAND + count - 1] if count else 255
        return CARDS[identity] if identity < 128 else None

    @cached_property
    def discards(self) -> Mapping[Card, int]:
        """How many copies of each identity are in the discard pile; those with none left out."""
        return {
            CARDS[index]: count
            for index, count in enumerate(self._raw[_DISCARDS : _DISCARDS + len(CARDS)])
            if count
        }

    @cached_property
    def unseen(self) -> Mapping[Card, int]:
        """How many copies of each identity this seat does not see: its own hand and the deck."""
        left = list(self._raw[_COPIES : _COPIES + len(CARDS)])
        for index, count in enumerate(self._raw[_DISCARDS : _DISCARDS + len(CARDS)]):
            left[index] -= count
        for suit, stack in enumerate(self.stacks):
            for rank in range(stack):
                left[suit * RANKS + rank] -= 1
        for hand in self.hands:
            for card in hand:
                if card.identity is not None:
                    left[card.identity.index] -= 1
        return {CARDS[index]: left[index] for index in range(self.rules.max_score)}

    @cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action: plays, discards, clues of suits, clues of ranks, announced plays.

        There are none while another seat is on turn.
        """
        if self._number("seat") != self.seat:
            return ()
        out = np.empty(CODES, np.int16)
        count = legal_actions_in(self._raw, out)
        return tuple(map(ACTIONS.__getitem__, out[:count].tolist()))

    def touched(self, clue: ClueSuit | ClueRank) -> tuple[int, ...]:
        """Return the slots of the seat's hand that a clue would touch."""
        if isinstance(clue, ClueSuit):
            mask = self.rules.suit_clues[clue.suit].touch
        else:
            mask = self.rules.rank_clues[clue.rank - 1]
        hand = self.hands[clue.seat]
        return tuple(card.slot for card in hand if card.identity and mask & card.identity.bit)

    @property
    def history(self) -> History:
        """The turns taken so far."""
        return History(self._events, self._length)

    @property
    def table(self) -> Any:
        """A copy of the table's record, as compiled bots take it; one's own hand is hidden."""
        return record_of(np.frombuffer(bytearray(self._raw), TABLE))
