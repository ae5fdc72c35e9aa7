"""Hat guessing with recommendations: every clue tells each of the others what to do next.

A hand's recommendation is a number: play one of four slots, or discard one of them. A clue is the
sum of the other four's, modulo eight; each listener sees three of them, so the rest is its own.

Where the paper and its authors' program differ, this is the program, which made the published
average: advice to play is good until one card has been *placed*, or two while a strike does not end
the game; without advice the newest card goes, not the oldest. Together that is 0.8 points.
"""

from __future__ import annotations

from typing import Any, Protocol

from hanabi_arena.kernels import (
    CompiledBot,
    Event,
    Row,
    Table,
    can_clue,
    can_discard,
    discard,
    is_in,
    kernel,
    next_seat,
    play,
    rank_of,
    target_of,
    unseen_mask,
)
from hanabi_arena.rules import Rules

from ._clues import any_clue, numbered_clue, numbered_touch, touched_slots
from ._cox import (
    REFUSES,
    SOURCE,
    first_number,
    last_number,
    listeners,
    message_of,
    no_code,
    target_for,
)
from ._literal import all_speak_alike, literal_action, play_known


class Notes(Protocol):
    """What a seat remembers; but for `talking`, all of it is public."""

    advice: Row  #: by seat: the card's place in the deck * 2 + 1, one more to play it; 0 if none
    plays: int  #: cards placed on the stacks since the last clue
    talking: int  #: 1 where every seat has declared the same


@kernel
def advice_for(table: Table, seat: int) -> int:
    """Return what a hand that one sees should do: play slot `i`, or its size + `i`: discard it."""
    held = table.hand_count[seat]
    best = -1
    best_rank = 6
    for slot in range(held):
        card = table.hands[seat, slot]
        if is_in(card, table.playable):
            rank = rank_of(card) % 5  # fives first, then from the lowest rank up
            if rank < best_rank:
                best_rank = rank
                best = slot
    if best >= 0:
        return best
    for slot in range(held):
        if is_in(table.hands[seat, slot], table.dead):
            return held + slot
    best = 0
    best_rank = 0
    for slot in range(held):
        card = table.hands[seat, slot]
        if not is_in(card, table.critical) and rank_of(card) > best_rank:
            best_rank = rank_of(card)
            best = slot
    return held + best


@kernel
def advise(table: Table, notes: Notes, seat: int, advice: int) -> None:
    """Note the advice that a seat has been given."""
    held = table.hand_count[seat]
    if held > 0 and advice < 2 * held:
        slot = advice if advice < held else advice - held
        notes.advice[seat] = table.order[seat, slot] * 2 + 1 + (advice < held)


@kernel
def advised_slot(table: Table, notes: Notes) -> int:
    """Return the slot of the card that the seat on turn has been advised about; or -1."""
    advice = notes.advice[table.seat]
    if advice > 0:
        for slot in range(table.hand_count[table.seat]):
            if table.order[table.seat, slot] == (advice - 1) // 2:
                return slot
    return -1


@kernel
def is_followed(table: Table, notes: Notes) -> bool:
    """Return whether advice to play is still good; after one play, if a strike may be risked."""
    return notes.plays == 0 or (notes.plays == 1 and table.strikes + 1 < table.max_strikes)


@kernel
def clue_to_give(table: Table) -> int:
    """Return a clue that advises everybody else; -1 if nobody else has cards."""
    number = 2 * listeners(table, table.seat)
    if number == 0:
        return any_clue(table)
    message = 0
    seat = next_seat(table, table.seat)
    while seat != table.seat:
        if table.hand_count[seat] > 0:
            message += advice_for(table, seat)
        seat = next_seat(table, seat)
    message %= number
    seat = target_for(table, table.seat, message)
    last = last_number(table, table.seat, message)
    for place in range(first_number(table, table.seat, message), last + 1):
        if touched_slots(table, seat, numbered_touch(table, place)) != 0:
            return numbered_clue(table, seat, place)
    return any_clue(table)


class CoxRecommendation(CompiledBot):
    """Tells each of the four others at once which card to play or to discard (hat guessing).

    Suits do not matter to its eight messages, so it plays any number and kind of them. Next to
    seats that declare anything else it takes clues literally.
    """

    reference = SOURCE
    players = (5,)
    refuses = REFUSES
    conventions = ("recommendations by hat guessing, modulo eight",)
    memory = (("advice", "i8", (6,)), ("plays", "i8"), ("talking", "i8"))

    @classmethod
    def why_not(cls, rules: Rules, players: int) -> str:
        """Return why it cannot play a variant at a player count, or nothing if it can."""
        return super().why_not(rules, players) or no_code(rules, players)

    @staticmethod
    @kernel
    def start(table: Table, memory: Notes, params: Any) -> None:
        """Find out whether everybody speaks the same."""
        memory.talking = 1 if all_speak_alike(table) else 0

    @staticmethod
    @kernel
    def observe(table: Table, memory: Notes, event: Event, params: Any) -> None:
        """Note what everybody is advised to do, and what has been done since."""
        if memory.talking == 0:
            return
        if target_of(event.action) < 0:
            memory.plays += event.placed
            if (memory.advice[event.seat] - 1) // 2 == event.order:
                memory.advice[event.seat] = 0
            return
        memory.plays = 0
        number = 2 * listeners(table, event.seat)
        if number == 0:
            return  # an empty clue to an empty hand
        own = message_of(table, event)
        for seat in range(table.players):
            if seat != event.seat and seat != table.viewer and table.hand_count[seat] > 0:
                advice = advice_for(table, seat)
                own -= advice
                advise(table, memory, seat, advice)
        if table.viewer != event.seat:
            advise(table, memory, table.viewer, own % number)

    @staticmethod
    @kernel
    def act(table: Table, memory: Notes, params: Any) -> int:
        """Follow advice to play, clue, follow advice to discard, discard the newest card."""
        if memory.talking == 0:
            return literal_action(table)
        slot = advised_slot(table, memory)
        plays = slot >= 0 and (memory.advice[table.seat] - 1) % 2 == 1
        if plays and is_followed(table, memory):
            mask = table.possible[table.seat, slot] & unseen_mask(table) & table.playable
            return play_known(table, slot, mask)
        if can_clue(table):
            clue = clue_to_give(table)
            if clue >= 0:
                return clue
        newest = table.hand_count[table.seat] - 1
        if can_discard(table) and newest >= 0:
            return discard(newest if slot < 0 or plays else slot)
        return play(max(slot, 0))
