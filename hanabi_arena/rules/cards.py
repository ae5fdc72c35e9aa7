"""Cards, and immutable sets of card identities.

An identity is a suit and a rank. There are at most 6 x 5 of them, numbered `suit * 5 + rank - 1`,
so that a set of identities fits into the bits of one integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from typing import Any

RANKS = 5
MAX_SUITS = 6
IDENTITIES = MAX_SUITS * RANKS
LETTERS = "rygbpm"
"""Letters for suits 0 to 5 where the variant's own letters are not at hand."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """The identity of a card: `suit` from 0, `rank` from 1 to 5."""

    suit: int
    rank: int
    index: int = field(init=False, compare=False, repr=False)
    bit: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not (0 <= self.suit < MAX_SUITS and 1 <= self.rank <= RANKS):
            raise ValueError(f"no card has suit {self.suit} and rank {self.rank}")
        object.__setattr__(self, "index", self.suit * RANKS + self.rank - 1)
        object.__setattr__(self, "bit", 1 << self.index)

    def __repr__(self) -> str:
        return f"{LETTERS[self.suit]}{self.rank}"


CARDS: tuple[Card, ...] = tuple(
    Card(suit, rank) for suit in range(MAX_SUITS) for rank in range(1, RANKS + 1)
)
"""Every identity, by its number."""


class CardSet(Set[Card]):
    """An immutable set of card identities, with the operators of Python's own sets.

    `CardSet.of_mask(0b101)` and `CardSet([Card(0, 1), Card(0, 3)])` are the same set, `{r1, r3}`.
    """

    __slots__ = ("mask",)
    mask: int
    """Bit `i` is set when the identity with number `i` belongs to the set."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        mask = 0
        for card in cards:
            mask |= card.bit
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CardSet never changes")

    @classmethod
    def of_mask(cls, mask: int) -> CardSet:
        """Return the set whose identities are the bits of `mask`."""
        found = _SETS.get(mask)
        if found is None:
            found = cls.__new__(cls)
            object.__setattr__(found, "mask", mask)
            if len(_SETS) < 4096:
                _SETS[mask] = found
        return found

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield CARDS[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self.mask == other.mask
        return Set.__eq__(self, other) if isinstance(other, Set) else NotImplemented

    def __hash__(self) -> int:
        return Set._hash(self)

    def __le__(self, other: Set[Any]) -> bool:
        if isinstance(other, CardSet):
            return not self.mask & ~other.mask
        return Set.__le__(self, other)

    def __ge__(self, other: Set[Any]) -> bool:
        if isinstance(other, CardSet):
            return not other.mask & ~self.mask
        return Set.__ge__(self, other)

    def __lt__(self, other: Set[Any]) -> bool:
        return self <= other and self != other

    def __gt__(self, other: Set[Any]) -> bool:
        return self >= other and self != other

    def __and__(self, other: Iterable[Any]) -> CardSet:
        return CardSet.of_mask(self.mask & _mask(other))

    def __or__(self, other: Iterable[Any]) -> CardSet:
        return CardSet.of_mask(self.mask | _mask(other))

    def __sub__(self, other: Iterable[Any]) -> CardSet:
        return CardSet.of_mask(self.mask & ~_mask(other))

    def __xor__(self, other: Iterable[Any]) -> CardSet:
        return CardSet.of_mask(self.mask ^ _mask(other))

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Return whether no identity belongs to both."""
        return not self.mask & _mask(other)

    def __reduce__(self) -> tuple[Any, ...]:
        return CardSet.of_mask, (self.mask,)

    def __repr__(self) -> str:
        return "{" + ", ".join(map(repr, self)) + "}"


_SETS: dict[int, CardSet] = {}


def _mask(cards: Iterable[Card]) -> int:
    return cards.mask if isinstance(cards, CardSet) else CardSet(cards).mask


def mask_of_suits(suits: Iterable[int]) -> int:
    """Return the mask of all cards of these suits."""
    return sum(0b11111 << suit * RANKS for suit in set(suits))


def mask_of_ranks(ranks: Iterable[int], suits: int = MAX_SUITS) -> int:
    """Return the mask of all cards of these ranks in the first `suits` suits."""
    return sum(1 << suit * RANKS + rank - 1 for rank in set(ranks) for suit in range(suits))
