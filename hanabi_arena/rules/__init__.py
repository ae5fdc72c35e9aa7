"""Suits, identities, sets of cards, variants as data, verdict scales. Plain Python."""

from hanabi_arena.rules.cards import CARDS, Card, CardSet
from hanabi_arena.rules.catalogue import catalogue, find_variant
from hanabi_arena.rules.variant import Rules, Settings, Suit, SuitClue

__all__ = [
    "CARDS",
    "Card",
    "CardSet",
    "Rules",
    "Settings",
    "Suit",
    "SuitClue",
    "catalogue",
    "find_variant",
]
