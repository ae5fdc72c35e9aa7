"""Variants of hanab.live that several bots refuse, for the same reason."""

from __future__ import annotations

from typing import Final

ODD_RANKS: Final = {
    "odd-rank-clues": "it counts on a clue of its rank touching every card, and no other one"
}
