"""Every combination of variants and switches that the rules allow."""

from __future__ import annotations

from itertools import product
from typing import Any

SIXTH_SUITS: tuple[dict[str, Any], ...] = (
    {},
    {"avalanche": True},
    {"avalanche": True, "copies": "full"},
    {"rainbow": True},
    {"rainbow": True, "copies": "full"},
)
SWITCHES = (
    "bouquet_final",
    "choreography",
    "empty_clues",
    "half_tokens",
    "discard_at_max",
    "deck_plays",
)
COMBINATIONS = [
    sixth | dict(zip(SWITCHES, on, strict=True))
    for sixth in SIXTH_SUITS
    for on in product((False, True), repeat=len(SWITCHES))
]
"""Settings' keyword arguments; the sizes are those of the base game."""
