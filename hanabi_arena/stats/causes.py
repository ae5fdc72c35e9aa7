"""Why points are lost; `docs/diagnostics.md` defines each."""

from __future__ import annotations

from typing import Final

CAUSES: Final = ("strikeout", "discards", "misplays", "time", "faults")
"""Where points are lost; together they make up the maximum less the score, in every game."""
