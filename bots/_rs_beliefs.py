"""What a follower of the Referential Sieve takes its own cards for, in words that anybody reads."""

from __future__ import annotations

from typing import Any

from hanabi_arena import CardSet
from hanabi_arena.api.beliefs import Belief

from ._rs_state import CALLED_DISCARD, CALLED_PLAY, KEPT, TRASH

STATUS = {CALLED_PLAY: "called-to-play", CALLED_DISCARD: "called-to-discard", KEPT: "saved"}


def rs_beliefs(table: Any, notes: Any) -> tuple[Belief, ...]:
    """Return the beliefs of the seat of `table.viewer`, the oldest card first."""
    now, seat = notes.now, int(table.viewer)
    found = []
    for slot in range(int(table.hand_count[seat])):
        place = int(table.order[seat, slot])
        read, could = int(now.read[seat, slot]), int(now.could[place])
        status = STATUS.get(int(now.call[place]), "")
        if not status and int(now.known[seat, slot]) == TRASH:
            status = "trash"
        inferred = CardSet.of_mask(read) if read != could else None
        found.append(Belief(inferred, status))
    return tuple(found)
