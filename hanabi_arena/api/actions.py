"""What a player can do in a turn, as small frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from hanabi_arena.errors import IllegalAction


@dataclass(frozen=True, slots=True)
class Play:
    """Play the card in a slot (0 is the oldest); `announce` names its suit in choreography."""

    slot: int
    announce: int | None = None

    @property
    def code(self) -> int:
        """The engine's number of the action; see engine/codes.py."""
        if self.announce is None:
            return _within(self.slot, 6, "slot")
        return 78 + _within(self.slot, 6, "slot") * 6 + _within(self.announce, 6, "announce")


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the card in a slot (0 is the oldest)."""

    slot: int

    @property
    def code(self) -> int:
        """The engine's number of the action."""
        return 6 + _within(self.slot, 6, "slot")


@dataclass(frozen=True, slots=True)
class ClueSuit:
    """Point at every card of a suit (from 0) in a teammate's hand."""

    seat: int
    suit: int

    @property
    def code(self) -> int:
        """The engine's number of the action."""
        return 12 + _within(self.seat, 6, "seat") * 6 + _within(self.suit, 6, "suit")


@dataclass(frozen=True, slots=True)
class ClueRank:
    """Point at every card of a rank (1 to 5) in a teammate's hand."""

    seat: int
    rank: int

    @property
    def code(self) -> int:
        """The engine's number of the action."""
        return 47 + _within(self.seat, 6, "seat") * 5 + _within(self.rank, 6, "rank", 1)


@dataclass(frozen=True, slots=True)
class PlayDeck:
    """Play the deck's last card unseen; only under the switch deck-plays."""

    @property
    def code(self) -> int:
        """The engine's number of the action."""
        return 114


Action: TypeAlias = Play | Discard | ClueSuit | ClueRank | PlayDeck
"""Any of the actions."""


_INTEGERS = frozenset(np.dtype(code).type for code in np.typecodes["AllInteger"])


def _within(value: Any, end: int, what: str, first: int = 0) -> int:
    # A number outside the code's range would name another action; the rules never allow it. What
    # only resembles an integer (True, or a class that answers comparisons its own way) is none.
    if type(value) is not int:
        if type(value) not in _INTEGERS:
            raise IllegalAction(f"{what} {value!r} is no whole number")
        value = int(value)
    if first <= value < end:
        return int(value)
    raise IllegalAction(f"{what} {value} does not exist; from {first} to {end - 1}")


def _all_actions() -> tuple[Action, ...]:
    plays: list[Action] = [Play(slot) for slot in range(6)]
    discards: list[Action] = [Discard(slot) for slot in range(6)]
    suits: list[Action] = [ClueSuit(seat, suit) for seat in range(6) for suit in range(6)]
    ranks: list[Action] = [ClueRank(seat, rank) for seat in range(6) for rank in range(1, 6)]
    announced: list[Action] = [Play(slot, suit) for slot in range(6) for suit in range(6)]
    return (*plays, *discards, *suits, *ranks, *announced, PlayDeck())


ACTIONS: tuple[Action, ...] = _all_actions()
"""Every action, by its number."""


def action_words(code: int) -> str:
    """Return an action's number as a bot's author would write it, or the number itself."""
    return repr(ACTIONS[code]) if 0 <= code < len(ACTIONS) else f"action number {code}"
