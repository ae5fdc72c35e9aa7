"""What a bot believes of its own cards, if it can tell."""

from __future__ import annotations

from dataclasses import dataclass

from hanabi_arena.rules.cards import CardSet

STATUSES = ("", "clued", "finessed", "chop-moved", "trash")
"""What a card is taken for: nothing special; touched by a clue; called to be played blind; kept
though no clue touched it; of no use."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What a bot believes of a card of its own."""

    possible: CardSet
    """What the clues leave open."""
    inferred: CardSet
    """What the conventions make of it: a part of `possible`, unless somebody broke them."""
    status: str
    """One of STATUSES."""
