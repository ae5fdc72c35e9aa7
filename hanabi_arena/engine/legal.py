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
from hanabi_arena.engine.sets import lowest_of, size_of
from hanabi_arena.engine.stream import draw_below
from hanabi_arena.engine.table import FIRST_RANK_BIT, Table

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
def matching_clues(table: Table, seat: int) -> int:
    """Return the mask of the clues that a seat can be given: suits from bit 0, ranks from bit 6."""
    clues = table.may_be_empty
    for slot in range(table.hand_count[seat]):
        clues |= table.touched_by[table.hands[seat, slot]]
    return clues


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
    if not table.clues & clue_bit(action):
        return _NO_VALUE
    if not can_clue(table):
        return _NO_TOKEN
    if not matching_clues(table, target) & clue_bit(action):
        return _NO_MATCH
    return _LEGAL


@kernel
def clue_bit(action: int) -> int:
    """Return the bit that stands for a clue's suit or rank in sets of clues."""
    if kind_of(action) == CLUE_SUIT:
        return 1 << value_of(action)
    return 1 << FIRST_RANK_BIT - 1 + value_of(action)


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
        suits, ranks = clue_bits(table)
        for bit in range(table.players * 6):
            out[count] = 12 + bit  # kept only if the count goes up: no branch to guess wrong
            count += suits >> bit & 1
        for bit in range(table.players * 5):
            out[count] = 48 + bit
            count += ranks >> bit & 1
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
def clue_bits(table: Table) -> tuple[int, int]:
    """Return which clues the hands would let the seat on turn give, as two sets of bits.

    Bit `target * 6 + suit` of the first, bit `target * 5 + rank - 1` of the second.
    """
    suits = 0
    ranks = 0
    for target in range(table.players):
        if target != table.seat:
            clues = matching_clues(table, target)
            suits |= (clues & 0b111111) << target * 6
            ranks |= (clues >> FIRST_RANK_BIT) << target * 5
    return suits, ranks


@kernel
def draw_legal_action(table: Table, memory: Any) -> int:
    """Return a legal action, each as likely as the others, by the stream in `memory.random`.

    It is the one that drawing a place in what `legal_actions` lists gives, without the list.
    """
    held = table.hand_count[table.seat]
    discards = held if can_discard(table) else 0
    suits = 0
    ranks = 0
    if can_clue(table):
        suits, ranks = clue_bits(table)
    suit_clues = size_of(suits)
    rank_clues = size_of(ranks)
    announced = held * table.suits if table.choreography != 0 else 0
    deck = 1 if can_play_deck(table) else 0
    place = draw_below(memory, held + discards + suit_clues + rank_clues + announced + deck)
    if place < held:
        return place
    place -= held
    if place < discards:
        return 6 + place
    place -= discards
    if place < suit_clues:
        return 12 + nth_bit(suits, place)
    place -= suit_clues
    if place < rank_clues:
        return 48 + nth_bit(ranks, place)
    place -= rank_clues
    if place < announced:
        return 78 + place // table.suits * 6 + place % table.suits
    return 114


@kernel
def nth_bit(mask: int, place: int) -> int:
    """Return the number of the bit that has `place` set bits below it."""
    for _ in range(place):
        mask &= mask - 1
    return lowest_of(mask)


@kernel
def has_legal_action(table: Table, seat: int) -> bool:
    """Return whether a seat on turn could do anything at all; hands other than its own are seen."""
    if table.hand_count[seat] > 0 or can_play_deck(table):
        return True
    if not can_clue(table):
        return False
    if table.may_be_empty != 0:
        return True
    for target in range(table.players):
        if target != seat:
            for slot in range(table.hand_count[target]):
                if table.touched_by[table.hands[target, slot]] != 0:
                    return True
    return False
