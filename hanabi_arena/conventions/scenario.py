"""A scenario: a position with its history, and what is expected of which seat.

Slots are counted as the community does: slot 1 is the newest card. Seats have names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from hanabi_arena.conventions.sentences import Pattern, Sentence, TouchedBy
from hanabi_arena.rules.cards import CardSet
from hanabi_arena.rules.variant import Rules

Provenance: TypeAlias = Literal["documented", "reviewed", "synthetic"]
"""Where an expectation comes from: a published text, a reviewed game, or our own reasoning."""

Side: TypeAlias = Literal["reads", "speaks"]
"""Which side of a convention is asked: who is told something, or who has something to tell."""

NAMES: Final = ("alice", "bob", "cathy", "donald", "emily", "frank")

TAGS: Final = ("family", "convention", "level", "provenance", "side", "source")
"""What scenarios can be chosen by."""


@dataclass(frozen=True, slots=True)
class BeliefWanted:
    """What a seat should take a card for: `within` a set, `exactly` it, or `without` it."""

    kind: Literal["within", "exactly", "without"]
    cards: CardSet

    def holds(self, inferred: CardSet) -> bool:
        """Return whether a belief is as wanted."""
        if self.kind == "within":
            return bool(inferred) and inferred <= self.cards
        if self.kind == "exactly":
            return inferred == self.cards
        return inferred.isdisjoint(self.cards)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is expected of a seat after the last action."""

    seat: int
    allowed: tuple[Pattern, ...] = ()
    """Any of these, if there are any."""
    forbidden: tuple[Pattern, ...] = ()
    beliefs: Mapping[int, BeliefWanted] = field(default_factory=dict)
    """By slot."""
    status: Mapping[int, str] = field(default_factory=dict)
    """By slot; a word of `api.beliefs.STATUSES`, or `none`."""

    @property
    def asks_to_act(self) -> bool:
        """Whether an action is asked for."""
        return bool(self.allowed or self.forbidden)


@dataclass(frozen=True, slots=True)
class Preset:
    """A state that no history led to: a bot that reads history cannot know how it came about."""

    stacks: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    """Identities, each as often as it lies there."""
    tokens: int | None = None
    """Whole clue tokens."""
    strikes: int = 0
    clues: tuple[TouchedBy, ...] = ()
    """Clues given before."""
    turn: int | None = None
    """How many actions have been taken; a number in the middle of the game unless given."""


@dataclass(frozen=True)
class Scenario:
    """A position with its history, and what is expected."""

    name: str
    path: Path
    line: int
    rules: Rules
    names: tuple[str, ...]
    """The seats' names, in turn order from seat 0."""
    hands: tuple[tuple[int | None, ...], ...]
    """Identities as dealt, the oldest card first; None for a card that nobody needs to know."""
    first_seat: int
    actions: tuple[Sentence, ...]
    expected: tuple[Expectation, ...]
    family: str = ""
    convention: str = ""
    level: int | None = None
    provenance: Provenance = "synthetic"
    side: Side = "reads"
    source: str = ""
    set: str = ""
    """The convention set under which it holds, for a bot that takes one."""
    preset: Preset | None = None
    permute_suits: bool = True
    rotate_seats: bool = True

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    def tag(self, name: str) -> str:
        """Return one of TAGS as text."""
        value = getattr(self, name)
        return "" if value is None else str(value)
