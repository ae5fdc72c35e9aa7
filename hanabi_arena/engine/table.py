"""The table: one record that holds all that is public in a game, and every hand.

Kernels read and write it by field name: `table.clue_tokens`, `table.hands[seat, slot]`. Seats count
from 0. Slot 0 of a hand is its oldest card. Sets of identities are bit masks; identity `i` is suit
`i // 5` and rank `i % 5 + 1`. A seat gets a copy in which its own `hands` read HIDDEN.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Protocol

import numpy as np

from hanabi_arena.engine.kernel import data_of, new_record, record_of
from hanabi_arena.rules.cards import IDENTITIES, MAX_SUITS, RANKS
from hanabi_arena.rules.variant import MAX_HAND, PLAYERS, Rules

SEATS = PLAYERS[-1]
MAX_CARDS = 60
MAX_TURNS = 255
"""No game can be longer: a turn costs a card or a clue token, and tokens come from cards."""

FIRST_RANK_BIT = 6
"""Sets of clues have suits from bit 0 and ranks from this bit."""

HIDDEN = -1
"""What a hand shows where the card may not be seen, or where there is none."""

GOING_ON, STRIKES, COMPLETE, CRITICAL, DECK, NO_ACTION = range(6)
ENDS = ("going-on", "strikes", "complete", "critical", "deck", "no-action")
"""How a game ended, by the number in `table.end`."""

TABLE = np.dtype(
    [
        # the rules
        ("suit_touch", np.int32, (MAX_SUITS,)),
        ("rank_touch", np.int32, (RANKS,)),
        # sets of identities, kept up to date
        ("single_copies", np.int32),
        ("playable", np.int32),
        ("critical", np.int32),
        ("dead", np.int32),
        # what is public of each card in hand
        ("possible", np.int32, (SEATS, MAX_HAND)),
        ("declared", np.int32, (SEATS,)),
        ("drawn", np.int16, (SEATS, MAX_HAND)),
        ("clued", np.int16, (SEATS, MAX_HAND)),
        ("touched_by", np.int16, (IDENTITIES,)),
        ("clues", np.int16),
        ("may_be_empty", np.int16),
        ("turn", np.int16),
        ("hands", np.int8, (SEATS, MAX_HAND)),
        ("order", np.int8, (SEATS, MAX_HAND)),
        ("hand_count", np.int8, (SEATS,)),
        ("stacks", np.int8, (MAX_SUITS,)),
        ("copies", np.int8, (IDENTITIES,)),
        ("discards", np.int8, (IDENTITIES,)),
        ("players", np.int8),
        ("suits", np.int8),
        ("suit_clues", np.int8),
        ("hand_size", np.int8),
        ("cards", np.int8),
        ("max_score", np.int8),
        ("max_tokens", np.int8),
        ("clue_cost", np.int8),
        ("max_strikes", np.int8),
        ("first_seat", np.int8),
        ("empty_clues", np.int8),
        ("bouquet_final", np.int8),
        ("choreography", np.int8),
        ("discard_at_max", np.int8),
        ("deck_plays", np.int8),
        # the state of play
        ("seat", np.int8),
        ("viewer", np.int8),
        ("clue_tokens", np.int8),
        ("strikes", np.int8),
        ("deck_count", np.int8),
        ("turns_left", np.int8),
        ("score", np.int8),
        ("end", np.int8),
        ("lost_criticals", np.int8),
    ],
    align=True,
)

PILE = np.dtype([("cards", np.int8, (MAX_CARDS,)), ("next", np.int16)], align=True)
"""The deck, top first, and the place of the next card; no bot ever sees this record."""

EVENT = np.dtype(
    [
        ("turn", np.int16),
        ("action", np.int16),
        ("touched", np.int16),
        ("seat", np.int8),
        ("card", np.int8),
        ("order", np.int8),
        ("placed", np.int8),
        ("drew", np.int8),
        ("stack_before", np.int8),
        ("tokens_before", np.int8),
    ],
    align=True,
)
"""What everybody saw of an action: the actor's seat, the action, the card revealed (or HIDDEN) and
its place in the deck, whether it was placed on its stack, whether a card was drawn, the mask of the
slots a clue touched, the stack of the revealed card's suit and the tokens before."""


class Row(Protocol):
    """A row of integers in a record."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class Grid(Protocol):
    """A seat-by-slot grid of integers in a record."""

    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...


class Table(Protocol):
    """The fields of the table, as kernels see them."""

    suit_touch: Row  #: mask of the identities that each suit clue touches
    rank_touch: Row  #: mask of the identities that a clue of rank `i + 1` touches
    single_copies: int  #: mask of the identities of which the game has one copy
    playable: int  #: mask of the identities that are next on their stack
    critical: int  #: mask: still needed, and all other copies are in the discard pile
    dead: int  #: mask of the identities that can never be played any more
    possible: Grid  #: mask of the identities that the clues leave open, negative ones included
    declared: Row  #: what each seat declared before the deal, as `declaration_code` of its text
    drawn: Grid  #: the turn in which the card was drawn, 0 for a dealt one
    clued: Grid  #: mask of the clues that touched the card: suits from bit 0, ranks from bit 6
    touched_by: Row  #: for each identity the mask of the clues that touch it, as in `clued`
    clues: int  #: mask of the clues that can be given at all, as in `clued`
    may_be_empty: int  #: mask of the clues that may match no card, as in `clued`
    turn: int  #: how many actions have been taken
    hands: Grid  #: the identity of each card, HIDDEN in one's own hand
    order: Grid  #: the card's place in the deck as it was shuffled, from 0
    hand_count: Row  #: how many cards each seat holds
    stacks: Row  #: the highest rank played in each suit
    copies: Row  #: how many copies of each identity the game has
    discards: Row  #: how many copies of each identity are in the discard pile
    players: int
    suits: int  #: how many suits there are
    suit_clues: int  #: how many suits a clue can name; they are suits 0 to this, excluded
    hand_size: int  #: cards dealt to each seat
    cards: int  #: cards in the game
    max_score: int
    max_tokens: int  #: in units; a clue costs `clue_cost` of them
    clue_cost: int  #: 1, or 2 where tokens come in halves
    max_strikes: int
    first_seat: int
    empty_clues: int  #: switches: 1 or 0
    bouquet_final: int
    choreography: int
    discard_at_max: int
    deck_plays: int
    seat: int  #: the seat on turn
    viewer: int  #: the seat that this copy is made for, HIDDEN in the table itself
    clue_tokens: int  #: in units; see `clue_cost`
    strikes: int
    deck_count: int  #: cards left in the deck
    turns_left: int  #: turns until the game ends, -1 while the deck lasts
    score: int  #: the sum of the stacks
    end: int  #: GOING_ON or how the game ended
    lost_criticals: int  #: critical cards that reached the discard pile


class Pile(Protocol):
    """The fields of the deck's record."""

    cards: Row
    next: int


class Event(Protocol):
    """The fields of an event; see EVENT."""

    turn: int
    action: int
    touched: int
    seat: int
    card: int
    order: int
    placed: int
    drew: int
    stack_before: int
    tokens_before: int


def new_table(rules: Rules, players: int) -> Any:
    """Return a table with the rules filled in and nothing dealt. Raises RulesError."""
    rules.check(players)
    table = new_record(TABLE)
    chosen = rules.settings
    table.viewer = HIDDEN
    table.players, table.suits = players, len(rules.suits)
    table.suit_clues = len(rules.suit_clues)
    table.hand_size, table.cards = rules.hand_size(players), rules.cards
    table.max_score = rules.max_score
    table.clue_cost = 2 if chosen.half_tokens else 1
    table.max_tokens = chosen.clue_tokens * (2 if chosen.half_tokens else 1)
    table.max_strikes, table.first_seat = chosen.strikes, chosen.first_seat
    for switch in (
        "empty_clues",
        "bouquet_final",
        "choreography",
        "discard_at_max",
        "deck_plays",
    ):
        setattr(table, switch, int(getattr(chosen, switch)))
    for value, clue in enumerate(rules.suit_clues):
        table.suit_touch[value] = clue.touch
    for value, mask in enumerate(rules.rank_clues):
        table.rank_touch[value] = mask
    single = 0
    for index, suit in enumerate(rules.suits):
        for rank, copies in enumerate(suit.copies):
            table.copies[index * RANKS + rank] = copies
            if copies == 1:
                single |= 1 << index * RANKS + rank
    table.single_copies = single
    for identity in range(rules.max_score):
        suits = sum((one.touch >> identity & 1) << bit for bit, one in enumerate(rules.suit_clues))
        ranks = sum((mask >> identity & 1) << bit for bit, mask in enumerate(rules.rank_clues))
        table.touched_by[identity] = suits | ranks << FIRST_RANK_BIT
    suits = (1 << len(rules.suit_clues)) - 1
    ranks = sum(1 << FIRST_RANK_BIT - 1 + rank for rank in rules.clue_ranks)
    table.clues = suits | ranks
    table.may_be_empty = suits * rules.empty_suit_clues | ranks * rules.empty_rank_clues
    return table


def copy_record(record: Any) -> Any:
    """Return a copy of a record that shares nothing with it."""
    data = data_of(record)
    array = np.zeros(1, data.dtype)
    array[0] = data
    return record_of(array)


def declaration_code(text: str) -> int:
    """Return the number that stands for a declaration in `table.declared`; 0 for an empty one."""
    if not text:
        return 0
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") & 0x7FFF_FFFF


__all__ = [
    "COMPLETE",
    "CRITICAL",
    "DECK",
    "ENDS",
    "EVENT",
    "GOING_ON",
    "HIDDEN",
    "MAX_CARDS",
    "MAX_TURNS",
    "NO_ACTION",
    "PILE",
    "SEATS",
    "STRIKES",
    "TABLE",
    "Event",
    "Grid",
    "Pile",
    "Row",
    "Table",
    "copy_record",
    "declaration_code",
    "new_table",
]
