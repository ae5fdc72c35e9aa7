"""Table talk: what the rules of Hanabi give as an example of an agreement before the first card.

A rank clue means "play these": every card that it touches is playable now. A touched card that the
clue itself shows not to be playable (a five, while no stack is at four) is only marked.

A suit clue means "keep these": a marked card, one that any clue has touched, is discarded last.

The rest is manners. Nobody promises a card whose twin is marked, or may be on its way out of one's
own hand; and a teammate who is about to discard a last copy is told in time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

import numpy as np

from hanabi_arena.kernels import (
    CLUE_RANK,
    CompiledBot,
    Event,
    Row,
    Table,
    announce,
    can_clue,
    can_discard,
    clue_rank,
    clue_suit,
    clue_touch,
    discard,
    hand_mask,
    is_in,
    is_subset,
    kernel,
    kind_of,
    lowest_of,
    next_seat,
    play,
    rank_of,
    single_suit,
    size_of,
    target_of,
    unseen_mask,
)


class Notes(Protocol):
    """What a seat remembers of the talk."""

    talk: int  #: what it declared itself; who declares the same speaks the same
    promised: Row  #: by a card's place in the deck: what it was promised to be, 0 if nothing


class Agreement(Protocol):
    """The parameters, as kernels see them: a choice by its place in the list."""

    discard: int
    promise: int
    keep_fives: int
    warn_first: int


ANYTHING = -1
"""A mask with every identity: nothing is counted out."""
NEWEST = 1
"""The place of `newest` among the choices of `discard` and of `promise`."""


@kernel
def reading(table: Table, notes: Notes, seat: int, slot: int, unseen: int) -> int:
    """Return what a card can be, by the clues and by what was promised of it.

    `unseen` holds the identities that are not all accounted for: for one's own cards, the mask that
    `unseen_mask` returns; for the others', who see other cards than oneself, ANYTHING.
    """
    possible = table.possible[seat, slot] & unseen
    promised = possible & notes.promised[table.order[seat, slot]] & ~table.dead
    return promised if promised != 0 else possible


@kernel
def lowest_within(table: Table, notes: Notes, seat: int, unseen: int, goal: int) -> int:
    """Return the slot of the lowest card that surely belongs to the set `goal`; -1 for none."""
    best = -1
    best_rank = 6
    for slot in range(table.hand_count[seat]):
        read = reading(table, notes, seat, slot, unseen)
        if is_subset(read, goal) and rank_of(lowest_of(read)) < best_rank:
            best = slot
            best_rank = rank_of(lowest_of(read))
    return best


@kernel
def likeliest_within(table: Table, notes: Notes, unseen: int, goal: int) -> int:
    """Return the slot of one's own card that is likeliest to belong to the set; -1 if none can."""
    best = -1
    best_odds = 0.0
    for slot in range(table.hand_count[table.seat]):
        read = reading(table, notes, table.seat, slot, unseen)
        odds = size_of(read & goal) / size_of(read)
        if odds > best_odds:
            best = slot
            best_odds = odds
    return best


@kernel
def first_unmarked(table: Table, agreed: Agreement, seat: int) -> int:
    """Return the slot of the unmarked card that a seat would discard; -1 if all are marked."""
    held = table.hand_count[seat]
    for place in range(held):
        slot = held - 1 - place if agreed.discard == NEWEST else place
        if table.clued[seat, slot] == 0:
            return slot
    return -1


@kernel
def has_marked_twin(table: Table, seat: int, slot: int) -> bool:
    """Return whether another card that one sees is the same, and marked."""
    for other in range(table.players):
        for place in range(table.hand_count[other]):
            if (
                table.hands[other, place] == table.hands[seat, slot]
                and table.clued[other, place] != 0
                and not (other == seat and place == slot)
            ):
                return True
    return False


@kernel
def endangered(table: Table, notes: Notes, agreed: Agreement, seat: int) -> int:
    """Return the slot of a last copy that a seat is about to discard for want of better; or -1."""
    if table.declared[seat] != notes.talk or table.turns_left >= 0:
        return -1
    slot = first_unmarked(table, agreed, seat)
    if slot < 0:
        return -1
    card = table.hands[seat, slot]
    if not is_in(card, table.critical) or (rank_of(card) == 5 and agreed.keep_fives == 0):
        return -1
    if lowest_within(table, notes, seat, ANYTHING, table.playable | table.dead) >= 0:
        return -1
    return slot


@kernel
def touched_slots(table: Table, seat: int, touch: int) -> int:
    """Return the mask of the slots of a hand that a clue with this touch touches."""
    slots = 0
    for slot in range(table.hand_count[seat]):
        if is_in(table.hands[seat, slot], touch):
            slots |= 1 << slot
    return slots


@kernel
def promised_slots(agreed: Agreement, touched: int) -> int:
    """Return which of the touched slots a rank clue speaks of."""
    if agreed.promise == NEWEST:
        for slot in range(5, -1, -1):
            if touched >> slot & 1:
                return 1 << slot
    return touched


@kernel
def own_plays(table: Table, notes: Notes, unseen: int) -> int:
    """Return the mask of what one's own surely playable cards can be."""
    mine = 0
    for slot in range(table.hand_count[table.seat]):
        read = reading(table, notes, table.seat, slot, unseen)
        if is_subset(read, table.playable):
            mine |= read
    return mine


@kernel
def worth(table: Table, notes: Notes, agreed: Agreement, clue: int, danger: int, mine: int) -> int:
    """Return how good a clue is: 10 a play, 12 a rescue, 1 a new mark; 0 if it would mislead.

    `danger` is the slot that needs a rescue, or -1; `mine` what one may be about to play oneself. A
    clue misleads if it promises a card that is not playable, or one whose twin gets played.
    """
    seat = target_of(clue)
    touch = clue_touch(table, clue)
    touched = touched_slots(table, seat, touch)
    listens = table.declared[seat] == notes.talk
    promised = 0
    if listens and kind_of(clue) == CLUE_RANK:
        promised = promised_slots(agreed, touched)
    plays = 0
    marks = 0
    given = 0
    for slot in range(table.hand_count[seat]):
        if not is_in(slot, touched):
            continue
        card = table.hands[seat, slot]
        before = reading(table, notes, seat, slot, ANYTHING)
        after = before & touch
        fitting = table.possible[seat, slot] & touch & table.playable
        if is_in(slot, promised) and fitting != 0:
            if not is_in(card, table.playable):
                return 0
            after = fitting
        if is_subset(after, table.playable):
            if not is_subset(before, table.playable):
                if is_in(card, given | mine) or has_marked_twin(table, seat, slot):
                    return 0
                plays += 10
            given |= 1 << card
        elif not listens and is_in(card, table.playable) and after != before:
            plays += 5  # who takes clues literally may need a second one
        if table.clued[seat, slot] == 0:
            marks += 1
    if danger >= 0 and (plays > 0 or is_in(danger, touched)):
        return plays + marks + 12
    return plays + marks if plays > 0 else 0


@kernel
def best_clue(table: Table, notes: Notes, agreed: Agreement, seats: int, mine: int) -> int:
    """Return the best clue to the next `seats` seats that makes a play or a rescue; or -1."""
    best = -1
    most = 0
    seat = table.seat
    for ahead in range(1, seats + 1):
        if table.turns_left >= 0 and ahead >= table.turns_left:
            break  # that seat will not be on turn again
        seat = next_seat(table, seat)
        danger = endangered(table, notes, agreed, seat)
        hand = hand_mask(table, seat)
        for value in range(table.suit_clues + 5):
            if value < table.suit_clues:
                clue = clue_suit(seat, value)
            else:
                clue = clue_rank(seat, value - table.suit_clues + 1)
            if hand & clue_touch(table, clue) == 0:
                continue
            good = worth(table, notes, agreed, clue, danger, mine)
            if good > most:
                most = good
                best = clue
    return best


@kernel
def keep_clue(table: Table, notes: Notes, least: int) -> int:
    """Return the suit clue that best marks cards worth keeping, if it is worth `least`; or -1.

    A useful card counts 1, one that is dead or has a marked twin -3.
    """
    best = -1
    most = least - 1
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        listens = table.declared[seat] == notes.talk
        for suit in range(table.suit_clues):
            touched = touched_slots(table, seat, table.suit_touch[suit])
            if touched == 0:
                continue
            good = 0
            for slot in range(table.hand_count[seat]):
                if is_in(slot, touched) and table.clued[seat, slot] == 0:
                    dead = is_in(table.hands[seat, slot], table.dead)
                    if dead or has_marked_twin(table, seat, slot):
                        good -= 3
                    elif listens:
                        good += 1
            if good > most:
                most = good
                best = clue_suit(seat, suit)
    return best


@kernel
def play_card(table: Table, notes: Notes, slot: int, unseen: int) -> int:
    """Play a card; in choreography announce its suit where it is known."""
    suit = single_suit(reading(table, notes, table.seat, slot, unseen))
    if table.choreography != 0 and suit >= 0:
        return announce(slot, suit)
    return play(slot)


@kernel
def throw_away(table: Table, notes: Notes, agreed: Agreement, unseen: int) -> int:
    """Discard what is surely useless, else an unmarked card, else no likely last copy."""
    slot = lowest_within(table, notes, table.seat, unseen, table.dead)
    if slot < 0:
        slot = first_unmarked(table, agreed, table.seat)
    if slot < 0:
        slot = likeliest_within(table, notes, unseen, ~table.critical)
    return discard(max(slot, 0))


class TableTalk(CompiledBot):
    """Agrees with its like that a rank clue means "play these" and a suit clue "keep these".

    It talks with the seats that declare the same, and takes everybody else literally.
    """

    reference = "the example of table talk in the rules of Hanabi (Antoine Bauza, 2010)"
    conventions = ("rank clue: play all touched", "suit clue: keep", "discard: oldest unmarked")
    observes = "clues"
    memory = (("talk", np.int32), ("promised", np.int32, (60,)))

    discard: Literal["oldest", "newest"] = "oldest"
    """Which unmarked card goes when nothing better is known."""
    promise: Literal["all", "newest"] = "all"
    """Which of the cards that a rank clue touches are to be played."""
    keep_fives: bool = True
    """Whether fives are saved from the discard pile like other last copies."""
    warn_first: bool = True
    """Whether saving the next seat's last copy comes before one's own play."""

    @classmethod
    def declare(cls, params: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the agreement: what another seat must know to speak the same."""
        return (
            f"rank clue: play {'all' if params['promise'] == 'all' else 'the newest'} touched",
            "suit clue: keep",
            f"discard: {params['discard']} unmarked",
        )

    @staticmethod
    @kernel
    def start(table: Table, memory: Notes, params: Agreement) -> None:
        """Note what it declared itself."""
        memory.talk = table.declared[table.viewer]

    @staticmethod
    @kernel
    def observe(table: Table, memory: Notes, event: Event, params: Agreement) -> None:
        """Note what a rank clue promises: to be one of the cards that are playable now."""
        if kind_of(event.action) != CLUE_RANK:
            return
        seat = target_of(event.action)
        if table.declared[seat] != memory.talk or table.declared[event.seat] != memory.talk:
            return
        promised = promised_slots(params, event.touched)
        for slot in range(table.hand_count[seat]):
            if is_in(slot, promised):
                memory.promised[table.order[seat, slot]] = table.playable

    @staticmethod
    @kernel
    def act(table: Table, memory: Notes, params: Agreement) -> int:
        """Warn, play, clue, save, discard: the first of these that makes sense."""
        seat = table.seat
        unseen = unseen_mask(table)
        clues = can_clue(table)
        if clues and params.warn_first != 0:
            if endangered(table, memory, params, next_seat(table, seat)) >= 0:
                clue = best_clue(table, memory, params, 1, own_plays(table, memory, unseen))
                if clue >= 0:
                    return clue

        # What everybody knows to be playable comes first: the others count on it.
        slot = lowest_within(table, memory, seat, ANYTHING, table.playable)
        if slot < 0:
            slot = lowest_within(table, memory, seat, unseen, table.playable)
        if slot >= 0:
            return play_card(table, memory, slot, unseen)

        if clues:
            clue = best_clue(table, memory, params, table.players - 1, 0)
            if clue >= 0:
                return clue
        if table.turns_left >= 0 and table.strikes + 2 < table.max_strikes:
            # The seat's last turn: a misplay costs nothing if two strikes are left after it.
            slot = likeliest_within(table, memory, unseen, table.playable)
            if slot >= 0:
                return play(slot)
        if clues and table.clue_tokens * 2 >= table.max_tokens:  # half of them are there
            clue = keep_clue(table, memory, 1)
            if clue >= 0:
                return clue
        if can_discard(table) and table.hand_count[seat] > 0:
            return throw_away(table, memory, params, unseen)
        if clues:
            clue = keep_clue(table, memory, -100)
            if clue >= 0:
                return clue
            if table.empty_clues != 0:  # nobody else has a card
                return clue_rank(next_seat(table, seat), 1)
        slot = likeliest_within(table, memory, unseen, table.playable)
        return play(max(slot, 0))
