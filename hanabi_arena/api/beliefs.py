"""What a bot takes its own cards for, where it can say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hanabi_arena.rules.cards import CardSet

STATUSES: Final = (
    "called-to-play",
    "finessed",
    "saved",
    "chop-moved",
    "called-to-discard",
    "trash",
)
"""What a convention can make of a card, beside what it can be."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What a bot takes a card of its own for.

    `inferred` is what its conventions leave open, None where they say no more than the clues;
    `status` one of STATUSES, or nothing; `note` what a person would write on the card.
    """

    inferred: CardSet | None = None
    status: str = ""
    note: str = ""
