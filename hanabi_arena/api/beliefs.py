"""What a bot takes its own cards for, where it can say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hanabi_arena.errors import BotError, did_you_mean
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


def checked_beliefs(told: object, cards: int) -> tuple[Belief, ...] | None:
    """Return what a bot told of its cards, oldest first; None if it tells nothing.

    Raises BotError where that is no Belief for each card.
    """
    if told is None:
        return None
    if not isinstance(told, list | tuple) or len(told) != cards:
        found = f"{len(told)} of them" if isinstance(told, list | tuple) else type(told).__name__
        raise BotError(
            f"beliefs() must return a list with a Belief for each of {cards} cards, the oldest "
            f"first, or None; it returned {found}"
        )
    for slot, belief in enumerate(told):
        wrong = _wrong(belief)
        if wrong:
            raise BotError(f"beliefs()[{slot}]: {wrong}")
    return tuple(told)


def _wrong(belief: object) -> str:
    if not isinstance(belief, Belief):
        return f"{type(belief).__name__} is no Belief"
    # Nothing has checked what a bot's author put into it.
    inferred: object = belief.inferred
    status: object = belief.status
    note: object = belief.note
    if inferred is not None and not isinstance(inferred, CardSet):
        return f"inferred is {type(inferred).__name__}, neither a CardSet nor None"
    if not isinstance(status, str):
        return f"status is {type(status).__name__}, no text"
    if status and status not in STATUSES:
        near = did_you_mean(status, STATUSES)
        return f"no status {status!r}.{near} One of {', '.join(STATUSES)}, or nothing"
    return "" if isinstance(note, str) else f"note is {type(note).__name__}, no text"
