"""The worlds that `search` thinks of: what its own hand and the deck may be, given all it knows.

A world gives each card that the seat does not see an identity. It must leave the public record
true, and every card is as likely as its copies. Then the partner, whose bot is known, is asked
again at each of its turns so far: in a world in which it would have done something else, it has
not been.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from hanabi_arena.kernels import (
    EVENT,
    PILE,
    TABLE,
    Event,
    Grid,
    Pile,
    Row,
    Table,
    copy_into,
    draw_below,
    is_in,
    kernel,
    unseen_counts,
)

from ._holmes import Beliefs
from .duo import Duo

MOMENTS = 64
"""How many of the partner's turns are kept in mind, the last ones."""
MOST_WORLDS = 1024
MOST_MOVES = 40

NOTES = Duo.memory_dtype()
MANNER = Duo.params_dtype()
MOMENT = np.dtype([("table", TABLE), ("notes", NOTES), ("action", np.int64)], align=True)
"""A turn of the partner: the table and the public record before it, and what it did."""

duo_act = Duo.act


class Moment(Protocol):
    """A turn of the partner."""

    table: Table
    notes: Beliefs
    action: int


class Moments(Protocol):
    """An array of them."""

    def __getitem__(self, index: int, /) -> Moment: ...


class Search(Protocol):
    """What a searching seat remembers."""

    notes: Beliefs  #: the public record, as `duo` keeps it
    manner: Any  #: the parameters with which `duo` is asked
    past: Moments  #: the partner's turns
    turns: int  #: how many of them there were, the one that is under way excluded
    known: Row  #: by place in the deck: the identity of a card in the world that is tried, or seen
    asked: Row  #: the numbers of the moments that are to be asked again, the one that tells most first
    askable: int  #: how many they are
    unseen: Row  #: how many copies of each identity are neither seen nor given to a card
    masks: Row  #: by slot: what one's own card can be
    slots: Row  #: one's own slots, the one with the fewest copies first
    copies: Row  #: by place in `slots`: how many copies that card could be, were it the only one
    worlds: Grid  #: by world: identities by place in the deck
    found: int  #: how many worlds there are
    world: Table  #: the table of a world, played on
    pile: Pile
    event: Event
    ahead: Beliefs  #: the public record in it
    moves: Row  #: the actions that are tried
    alive: Row  #: by move: whether it may still turn out to be the best
    scores: Grid  #: by move and world: the score it led to
    random: Any


FIELDS = (
    ("notes", NOTES),
    ("manner", MANNER),
    ("past", MOMENT, (MOMENTS,)),
    ("turns", np.int32),
    ("known", np.int8, (60,)),
    ("asked", np.int16, (MOMENTS,)),
    ("askable", np.int32),
    ("unseen", np.int8, (30,)),
    ("masks", np.int32, (6,)),
    ("slots", np.int8, (6,)),
    ("copies", np.int16, (6,)),
    ("worlds", np.int8, (MOST_WORLDS, 60)),
    ("found", np.int32),
    ("world", TABLE),
    ("pile", PILE),
    ("event", EVENT),
    ("ahead", NOTES),
    ("moves", np.int16, (MOST_MOVES,)),
    ("alive", np.int8, (MOST_MOVES,)),
    ("scores", np.int8, (MOST_MOVES, MOST_WORLDS)),
)


@kernel
def remember(table: Table, memory: Search) -> None:
    """Keep the table and the record as they are when the partner is to move."""
    moment = memory.past[memory.turns % MOMENTS]
    copy_into(moment.table, table)
    copy_into(moment.notes, memory.notes)
    moment.table.viewer = table.seat
    for slot in range(6):
        moment.table.hands[table.seat, slot] = -1


@kernel
def list_moments(table: Table, memory: Search) -> None:
    """Find the partner's turns at which it saw a card that one still holds, the last ones first."""
    me = table.seat
    memory.askable = 0
    first = max(memory.turns - MOMENTS, 0)
    oldest = table.drawn[me, 0]
    for slot in range(table.hand_count[me]):
        oldest = min(oldest, table.drawn[me, slot])
    for turn in range(memory.turns - 1, first - 1, -1):
        moment = memory.past[turn % MOMENTS]
        if moment.table.turn >= oldest:
            memory.asked[memory.askable] = turn % MOMENTS
            memory.askable += 1


@kernel
def would_differ(memory: Search, me: int, number: int) -> bool:
    """Return whether the partner would have done something else, had one held these cards."""
    moment = memory.past[number]
    table = moment.table
    for slot in range(table.hand_count[me]):
        table.hands[me, slot] = memory.known[table.order[me, slot]]
    return duo_act(table, moment.notes, memory.manner) != moment.action


@kernel
def is_likely(memory: Search, me: int, allowed: int) -> bool:
    """Return whether the partner would have acted as it did, but for so many turns."""
    for place in range(memory.askable):
        number = memory.asked[place]
        if would_differ(memory, me, number):
            allowed -= 1
            if allowed < 0:
                # What has ruled out a world is likely to rule out the next one.
                for later in range(place, 0, -1):
                    memory.asked[later] = memory.asked[later - 1]
                memory.asked[0] = number
                return False
    return True


@kernel
def count_copies(memory: Search, mask: int) -> int:
    """Return how many copies are left of the identities in a set."""
    total = 0
    for identity in range(30):
        if is_in(identity, mask):
            total += memory.unseen[identity]
    return total


@kernel
def prepare(table: Table, memory: Search) -> None:
    """Work out what one's own cards can be, and put the most constrained first."""
    me = table.seat
    unseen_counts(table, memory.unseen)
    held = table.hand_count[me]
    for slot in range(held):
        mask = memory.notes.sets[table.order[me, slot]] & table.possible[me, slot]
        copies = count_copies(memory, mask)
        if copies == 0:  # somebody broke a promise
            mask = table.possible[me, slot]
            copies = count_copies(memory, mask)
        memory.masks[slot] = mask
        place = slot
        while place > 0 and memory.copies[place - 1] > copies:
            memory.slots[place] = memory.slots[place - 1]
            memory.copies[place] = memory.copies[place - 1]
            place -= 1
        memory.slots[place] = slot
        memory.copies[place] = copies
    for identity in range(30):
        if memory.unseen[identity] < 0:
            memory.unseen[identity] = 0


@kernel
def draw_hand(table: Table, memory: Search, strict: bool) -> bool:
    """Give one's own cards identities, so that every copy is as likely; or return that it failed.

    A later card has fewer copies to choose from than if it were the only one; hands are refused so
    much more often, which makes all arrangements equally likely. Taken copies leave `unseen`.
    """
    me = table.seat
    for place in range(table.hand_count[me]):
        slot = memory.slots[place]
        mask = memory.masks[slot] if strict else table.possible[me, slot]
        copies = count_copies(memory, mask)
        taken = copies
        if copies > 0:
            taken = draw_below(memory, memory.copies[place]) if strict else draw_below(memory, copies)
        if taken >= copies:
            for earlier in range(place):
                memory.unseen[memory.known[table.order[me, memory.slots[earlier]]]] += 1
            return False
        identity = -1
        while taken >= 0:
            identity += 1
            if is_in(identity, mask):
                taken -= memory.unseen[identity]
        memory.unseen[identity] -= 1
        memory.known[table.order[me, slot]] = identity
    return True


@kernel
def put_back(table: Table, memory: Search) -> None:
    """Take the identities of one's own cards back."""
    me = table.seat
    for slot in range(table.hand_count[me]):
        memory.unseen[memory.known[table.order[me, slot]]] += 1


@kernel
def keep_world(table: Table, memory: Search) -> None:
    """Add a world: this hand, and the deck in a random order."""
    me = table.seat
    number = memory.found
    memory.found += 1
    for slot in range(table.hand_count[me]):
        place = table.order[me, slot]
        memory.worlds[number, place] = memory.known[place]
    place = table.cards - table.deck_count
    for identity in range(30):
        for _ in range(memory.unseen[identity]):
            if place < table.cards:
                memory.worlds[number, place] = identity
            place += 1
    first = table.cards - table.deck_count
    for last in range(table.cards - 1, first, -1):
        other = first + draw_below(memory, last - first + 1)
        card = memory.worlds[number, last]
        memory.worlds[number, last] = memory.worlds[number, other]
        memory.worlds[number, other] = card


@kernel
def surprises(memory: Search, trust: float) -> int:
    """Return by chance in how many turns the partner may have acted otherwise than expected."""
    allowed = 0
    while allowed < 4 and draw_below(memory, 1 << 20) < trust * (1 << 20):
        allowed += 1
    return allowed


@kernel
def find_worlds(table: Table, memory: Search, wanted: int, tries: int, trust: float) -> None:
    """Find so many worlds, with so many tries at most for each of them on average.

    If too few of the worlds can be reconciled with what the partner did, more and more surprises
    are allowed.
    """
    prepare(table, memory)
    list_moments(table, memory)
    memory.found = 0
    extra = 0
    left = tries * wanted
    while memory.found < wanted:
        left -= 1
        if left < 0:
            if memory.found >= wanted // 4 and memory.found > 0:
                return
            extra += 1
            left = tries * wanted
        if not draw_hand(table, memory, extra < 8):
            if extra > 12:
                return
            continue
        if extra >= 6 or is_likely(memory, table.seat, extra + surprises(memory, trust)):
            keep_world(table, memory)
        put_back(table, memory)
