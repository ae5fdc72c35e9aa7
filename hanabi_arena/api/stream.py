"""A seat's own random stream, for Python bots: the numbers that the compiled twin draws."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

from hanabi_arena.engine.stream import step_plain, word_plain

T = TypeVar("T")


class SeatRandom:
    """Random numbers of one seat in one game; the same seed, game and seat give the same ones."""

    __slots__ = ("state",)
    state: int
    """Where the stream is; 64 bits."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, bound: int) -> int:
        """Return a uniform integer from 0 to `bound` - 1; `bound` is at most 2**31."""
        if not 0 < bound <= 1 << 31:
            raise ValueError(f"bound {bound} is not from 1 to 2**31")
        self.state = step_plain(self.state)
        product = word_plain(self.state) * bound
        if product & 0xFFFFFFFF < bound:
            least = 0x100000000 % bound
            while product & 0xFFFFFFFF < least:
                self.state = step_plain(self.state)
                product = word_plain(self.state) * bound
        return product >> 32

    def unit(self) -> float:
        """Return a uniform number from 0 up to 1, with 32 random bits."""
        self.state = step_plain(self.state)
        return word_plain(self.state) / 4294967296.0

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each as likely as the others."""
        if not items:
            raise ValueError("there is nothing to choose from")
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle a list in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
