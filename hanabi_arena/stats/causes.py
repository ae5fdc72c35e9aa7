"""Why points are lost; `docs/diagnostics.md` defines each."""

from __future__ import annotations

from typing import Final

CAUSES: Final = ("strikeout", "discards", "misplays", "time", "faults")
"""Where points are lost; together they make up the maximum less the score, in every game."""

CAUSE_WORDS: Final = {
    "strikeout": "struck out",
    "discards": "critical card discarded",
    "misplays": "critical card misplayed",
    "time": "out of time",
    "faults": "a bot's fault",
}
"""The causes as people read them."""
