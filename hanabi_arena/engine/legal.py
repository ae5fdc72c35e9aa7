"""Which actions the rules allow, and which rule an action would break.

The kernels need no hidden card: what one holds oneself does not matter for what is legal.
"""

from __future__ import annotations

from typing import Any

from hanabi_arena.engine.codes import (
    ANNOUNCE,
    CLUE_SUIT,
    CODES,
    DECK_PLAY,
    DISCARD,
    PLAY,
    kind_of,
    slot_of,
    target_of,
    value_of,
)
from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.table import Table

BROKEN_RULES = (
    "",
    "the game is over",
    "there is no such action",
    "there is no card in that slot",
    "a discard is impossible while all clue tokens are available",
    "a clue costs a token, and none is left",
    "a clue goes to a teammate, never to oneself",
    "there is no such seat",
    "this value cannot be clued in this variant",
    "a clue must match at least one card",
    "a suit is announced only in the choreography variant",
    "there is no such suit to announce",
    "the deck's last card may be played unseen only under deck-plays, with one card left in it",
)
"""What `broken_rule` returns, in words; 0 is no rule at all."""

(
    _LEGAL,
    _OVER,
    _NO_ACTION,
    _NO_CARD,
    _ALL_TOKENS,
    _NO_TOKEN,
    _ONESELF,
    _NO_SEAT,
    _NO_VALUE,
    _NO_MATCH,
    _NO_CHOREOGRAPHY,
    _NO_SUIT,
    _NO_DECK_PLAY,
) = range(13)


@kernel
def can_clue(table: Table) -> bool:
    """Return whether a clue can be paid for."""
    return table.clue_tokens >= table.clue_cost


@kernel
def can_discard(table: Table) -> bool:
    """Return whether the tokens allow a discard."""
    return table.clue_tokens < table.max_tokens or table.discard_at_max != 0


@kernel
def can_play_deck(table: Table) -> bool:
    """Return whether the deck's last card may be played unseen."""
    return table.deck_plays != 0 and table.deck_count == 1


@kernel
def hand_mask(table: Table, seat: int) -> int:
    """Return the mask of the identities in a seat's hand; not for one's own, which is hidden."""
    mask = 0
    for slot in range(table.hand_count[seat]):
        mask |= 1 << table.hands[seat, slot]
    return mask


@kernel
def broken_rule(table: Table, action: int) -> int:
    """Return 0 if the seat on turn may do this, else the number of the rule in BROKEN_RULES."""
    if table.end != 0:
        return _OVER
    if action < 0 or action >= CODES:
        return _NO_ACTION
    kind = kind_of(action)
    if kind == PLAY or kind == DISCARD or kind == ANNOUNCE:
        if slot_of(action) >= table.hand_count[table.seat]:
            return _NO_CARD
        if kind == DISCARD and not can_discard(table):
            return _ALL_TOKENS
        if kind == ANNOUNCE:
            if table.choreography == 0:
                return _NO_CHOREOGRAPHY
            if value_of(action) >= table.suits:
                return _NO_SUIT
        return _LEGAL
    if kind == DECK_PLAY:
        return _LEGAL if can_play_deck(table) else _NO_DECK_PLAY
    target = target_of(action)
    if target >= table.players:
        return _NO_SEAT
    if target == table.seat:
        return _ONESELF
    if kind == CLUE_SUIT and value_of(action) >= table.suit_clues:
        return _NO_VALUE
    if not can_clue(table):
        return _NO_TOKEN
    if table.empty_clues == 0 and not hand_mask(table, target) & clue_touch(table, action):
        return _NO_MATCH
    return _LEGAL


@kernel
def clue_touch(table: Table, action: int) -> int:
    """Return the mask of the identities that a clue touches."""
    if kind_of(action) == CLUE_SUIT:
        return table.suit_touch[value_of(action)]
    return table.rank_touch[value_of(action) - 1]


@kernel
def legal_actions(table: Table, out: Any) -> int:
    """Write every legal action of the seat on turn into `out`, ascending; return their number.

    `out` holds at least CODES integers. Ascending: plays, discards, clues of suits and of ranks by
    seat, announced plays, the deck's card.
    """
    count = 0
    if table.end != 0:
        return count
    held = table.hand_count[table.seat]
    for slot in range(held):
        out[count] = slot
        count += 1
    if can_discard(table):
        for slot in range(held):
            out[count] = 6 + slot
            count += 1
    if can_clue(table):
        for target in range(table.players):
            if target != table.seat:
                mask = -1 if table.empty_clues != 0 else hand_mask(table, target)
                for suit in range(table.suit_clues):
                    out[count] = 12 + target * 6 + suit
                    count += mask & table.suit_touch[suit] != 0
        for target in range(table.players):
            if target != table.seat:
                mask = -1 if table.empty_clues != 0 else hand_mask(table, target)
                for rank in range(5):
                    out[count] = 48 + target * 5 + rank
                    count += mask & table.rank_touch[rank] != 0
    if table.choreography != 0:
        for slot in range(held):
            for suit in range(table.suits):
                out[count] = 78 + slot * 6 + suit
                count += 1
    if can_play_deck(table):
        out[count] = 114
        count += 1
    return count


@kernel
def has_legal_action(table: Table, seat: int) -> bool:
    """Return whether a seat on turn could do anything at all; hands other than its own are seen."""
    if table.hand_count[seat] > 0 or can_play_deck(table):
        return True
    if not can_clue(table):
        return False
    if table.empty_clues != 0:
        return True
    for target in range(table.players):
        if target != seat and table.hand_count[target] > 0:
            return True  # every card has a rank that can be clued
    return False
