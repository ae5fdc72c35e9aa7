"""What weighs how much in a choice: numbers found by playing, in points of the final score."""

from __future__ import annotations

from typing import Any

STYLE: dict[str, float] = {
    # What it costs if a card is thrown away that one sees:
    "critical": 2.0,  # a last copy (and 0.2 for each rank below five)
    "two": 0.8,  # a 2 whose twin one does not see
    "coming": 0.5,  # another card without a visible twin that is playable
    "fixing": 2.0,  # a strike that a teammate is about to make
    "later": 0.8,  # how much of it counts for the seat after the next, if no token is left
    # A discard of one's own:
    "trust": 0.3,  # how much of its average cost counts on the chop: others would have saved it
    "token": 0.3,  # what the token is worth
    "pace": 2.0,  # what a discard costs in time, divided by one more than those to spare
    "late": 1.5,  # the same when there are none to spare
    "odds": 0.3,  # how likely a play must be to be gambled on when the deck is nearly out
    # A clue:
    "price": 0.3,  # what its token is worth
    "scarce": 0.2,  # how much more if it is the last one
    "early": 0.15,  # how much readier one is to clue in the early game
    "urgent": 1.4,  # how good it must be to come before a play, less the value of what it saves
    "final": 1.5,  # how good it must be to come before a gamble in the last round
    "touch": 0.15,  # a useful card that is touched
    "last": 0.1,  # how much more if it is a last copy
    "twin": 1.5,  # the cost of touching a useless card that is taken for a useful one
    "news": 0.004,  # each identity that is ruled out
    "link": 0.1,  # others' cards that are called as well
    "delay": 0.6,  # the cost of a play that its holder has to wait with
    "tempo": 0.2,  # the cost of touching nothing new
    "stall": 0.1,  # a clue of 5s that only passes the time, later than in the early game
    "away": 0.02,  # how much more for each card between the 5 and the chop
    "clog": 0.3,  # the cost of a useless card that a clue saves without touching it
}


def style_fields() -> tuple[tuple[Any, ...], ...]:
    """Return these numbers as fields of the parameters' record."""
    return tuple((name, "f8") for name in STYLE)
