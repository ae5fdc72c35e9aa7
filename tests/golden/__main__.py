"""Write the golden transcripts anew: `python -m tests.golden`, from the repository's root.

Only after a deliberate change of the rules or of the transcript's form; look at what git says has
changed. A game is the first one, by seed, that ends as its name says.
"""

from __future__ import annotations

from pathlib import Path

from hanabi_arena.match.replay import GameRecord
from hanabi_arena.match.transcript import transcript
from hanabi_arena.rules import find_variant
from tests.engine.compare import recorded

FOLDER = Path(__file__).parent

THREE_ENDS = ("complete", "deck", "strikes")
BOUQUET_ENDS = ("complete", "critical", "strikes")
WAYS = {
    "complete": "builder",
    "deck": "no_strikes",
    "strikes": "by_kind",
    "critical": "mixture",
    "no-action": "lopsided",
}
"""The way of playing that comes to an end most easily; see tests/engine/policies.py."""

VARIANTS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    "base": ((3, 2, 4, 5, 6), (*THREE_ENDS, "deck", "complete")),
    "avalanche": ((4, 3, 2), THREE_ENDS),
    "rainbow": ((5, 2, 3), THREE_ENDS),
    "bouquet-final": ((3, 2, 4, 3), (*BOUQUET_ENDS, "no-action")),
    "choreography": ((2, 4, 5), THREE_ENDS),
    "empty-clues": ((3, 5, 2), THREE_ENDS),
    "six-suits": ((4, 3, 2), THREE_ENDS),
    "four-suits": ((2, 4, 3), THREE_ENDS),
    "three-suits": ((3, 2, 6), THREE_ENDS),
    "clue-starved": ((4, 5, 2), THREE_ENDS),
    "small": ((2, 3, 5), THREE_ENDS),
    "very-small": ((2, 3, 5), THREE_ENDS),
    "avalanche+copies=full": ((3, 5, 4), THREE_ENDS),
    "rainbow+copies=full": ((2, 3, 5), THREE_ENDS),
    "rainbow+empty-clues": ((4, 2, 3), THREE_ENDS),
    "rainbow+bouquet-final": ((4, 3, 2), BOUQUET_ENDS),
    "avalanche+bouquet-final+choreography": ((3, 4, 2), BOUQUET_ENDS),
    "bouquet-final+empty-clues": ((2, 5, 3), BOUQUET_ENDS),
    "deck-plays": ((2, 3, 4), THREE_ENDS),
    "discard-at-max+half-tokens": ((2, 3, 4), THREE_ENDS),
    "small+bouquet-final": ((4, 3, 2), ("no-action", "critical", "complete")),
    "base+first-seat=2": ((3, 4, 5), THREE_ENDS),
    "avalanche+extra-cards=1+clue-tokens=4": ((2, 3, 4), THREE_ENDS),
}
"""For each variant the player counts and the ends of its games."""


def is_wanted(record: GameRecord, end: str) -> bool:
    """Return whether a game ends so; under deck-plays it also has to show such a play."""
    if record.outcome().end != end:
        return False
    return end == "strikes" or not record.rules.settings.deck_plays or 114 in record.actions


def write() -> None:
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for variant, (counts, ends) in VARIANTS.items():
        rules = find_variant(variant)
        for players, end in zip(counts, ends, strict=True):
            for seed in range(500):
                record = recorded(rules, players, WAYS[end], seed)
                if is_wanted(record, end):
                    break
            else:
                raise SystemExit(f"{variant}: no game of {players} players ends by {end}")
            name = f"{variant.replace('=', '-')}.{players}-players.{end}.txt"
            (FOLDER / name).write_text(transcript(record), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
