"""An action as one small number, and back.

| from | what | made of |
|---|---|---|
| 0 | play | slot |
| 6 | discard | slot |
| 12 | clue a suit | target seat * 6 + suit |
| 48 | clue a rank | target seat * 5 + rank - 1 |
| 78 | play and announce a suit | slot * 6 + suit |
| 114 | play the deck's last card unseen | |
"""

from __future__ import annotations

from hanabi_arena.engine.kernel import kernel

PLAY, DISCARD, CLUE_SUIT, CLUE_RANK, ANNOUNCE, DECK_PLAY = range(6)
"""The kinds of actions."""

FIRST = (0, 6, 12, 48, 78, 114)
CODES = 115


@kernel
def play(slot: int) -> int:
    """Return the action that plays the card in a slot."""
    return slot


@kernel
def discard(slot: int) -> int:
    """Return the action that discards the card in a slot."""
    return 6 + slot


@kernel
def clue_suit(target: int, suit: int) -> int:
    """Return the action that points at a seat's cards of a suit."""
    return 12 + target * 6 + suit


@kernel
def clue_rank(target: int, rank: int) -> int:
    """Return the action that points at a seat's cards of a rank (1 to 5)."""
    return 48 + target * 5 + rank - 1


@kernel
def announce(slot: int, suit: int) -> int:
    """Return the action that plays a card and announces the suit it will extend."""
    return 78 + slot * 6 + suit


@kernel
def kind_of(action: int) -> int:
    """Return the kind of an action: PLAY, DISCARD, CLUE_SUIT, CLUE_RANK, ANNOUNCE, DECK_PLAY."""
    if action < 12:
        return 0 if action < 6 else 1
    if action < 78:
        return 2 if action < 48 else 3
    return 4 if action < 114 else 5


@kernel
def slot_of(action: int) -> int:
    """Return the slot of a play or discard; -1 for a clue and for the deck's card."""
    if action < 12:
        return action if action < 6 else action - 6
    return (action - 78) // 6 if 78 <= action < 114 else -1


@kernel
def target_of(action: int) -> int:
    """Return the seat that a clue goes to; -1 for the other actions."""
    if action < 12 or action >= 78:
        return -1
    return (action - 12) // 6 if action < 48 else (action - 48) // 5


@kernel
def value_of(action: int) -> int:
    """Return the suit of a suit clue or announcement, the rank of a rank clue; -1 without one."""
    if action < 12 or action >= 114:
        return -1
    if action < 48:
        return (action - 12) % 6
    if action < 78:
        return (action - 48) % 5 + 1
    return (action - 78) % 6
