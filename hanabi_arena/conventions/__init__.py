"""Conventions: the catalogue, sets that a table agrees on, scenarios that any bot can take.

A bot that follows sets reads them with `load_set`, and keeps them as bits by the catalogue's order.
"""

from hanabi_arena.conventions.catalogue import (
    Convention,
    Family,
    Setting,
    families,
    find_convention,
    find_family,
)
from hanabi_arena.conventions.sets import ConventionSet, load_set, shipped_sets

__all__ = [
    "Convention",
    "ConventionSet",
    "Family",
    "Setting",
    "families",
    "find_convention",
    "find_family",
    "load_set",
    "shipped_sets",
]
