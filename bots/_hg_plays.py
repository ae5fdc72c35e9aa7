"""Which card of one's own to play."""

from __future__ import annotations

from hanabi_arena.kernels import (
    Table,
    announce,
    is_subset,
    kernel,
    lowest_of,
    next_seat,
    pace,
    play,
    rank_of,
    single_suit,
    size_of,
)

from ._hg_moves import ONES, turn_of_one
from ._hg_risk import exposure
from ._hg_state import CLUED, FINESSED, Notes, World, has, is_one
from ._hg_switches import (
    ONES_ORDER,
    Agreement,
)


@kernel
def play_worth(table: Table, notes: Notes, params: Agreement, slot: int) -> float:
    """Return how urgent a sure play is: called cards first, then low ranks, but fives early."""
    place = table.order[table.seat, slot]
    view = notes.guess[table.seat, slot]
    worth = 0.0
    if has(notes.now, place, FINESSED):
        worth += 50.0 - notes.now.since[place] * 0.1
    rank = rank_of(lowest_of(view))
    if is_one(view):
        worth += 10 - rank
        if rank == 5:
            worth += 6
    else:
        worth += 8 - rank
    if is_subset(view, ONES) and params.reads & ONES_ORDER != 0:
        worth += 5 - 0.02 * turn_of_one(table, place)
    elif not has(notes.now, place, FINESSED):
        worth += 0.1 * slot
    return worth


@kernel
def best_play(table: Table, notes: Notes, params: Agreement) -> int:
    """Return the slot of the sure play that comes first; -1 if there is none."""
    best = -1
    most = 0.0
    for slot in range(table.hand_count[table.seat]):
        if is_subset(notes.guess[table.seat, slot], table.playable):
            worth = play_worth(table, notes, params, slot)
            if best < 0 or worth > most:
                best = slot
                most = worth
    return best


@kernel
def out_of_order(table: Table, notes: Notes, params: Agreement, slot: int) -> int:
    """Return the slot of the 1 to play second, where that moves a chop worth it; -1 for none."""
    now = notes.now
    me = table.seat
    if params.gives & ONES_ORDER == 0 or pace(table) < table.players:
        return -1
    seat = next_seat(table, me)
    if exposure(table, notes, now, params, seat) < 1.0:
        return -1
    first = table.order[me, slot]
    if not is_plain_one(table, now, first):
        return -1
    best = -1
    for other in range(table.hand_count[me]):
        place = table.order[me, other]
        if place == first or not is_plain_one(table, now, place):
            continue
        if not is_subset(notes.guess[me, other], table.playable):
            continue
        if now.since[place] == now.since[first] and now.should[place] & now.should[first]:
            if turn_of_one(table, place) > turn_of_one(table, first):
                if best < 0 or turn_of_one(table, place) < turn_of_one(
                    table, table.order[me, best]
                ):
                    best = other
    return best


@kernel
def is_plain_one(table: Table, world: World, place: int) -> bool:
    """Return whether a card is a clued 1 of a suit that its holder does not know."""
    should = world.should[place]
    return (
        has(world, place, CLUED)
        and not has(world, place, FINESSED)
        and is_subset(should, ONES)
        and not is_one(should)
    )


@kernel
def play_slot(table: Table, notes: Notes, slot: int) -> int:
    """Play a card; in choreography announce its suit where it is known."""
    view = notes.guess[table.seat, slot]
    if table.choreography != 0:
        fitting = view & table.playable
        suit = single_suit(fitting if fitting != 0 else view)
        if suit >= 0:
            return announce(slot, suit)
    return play(slot)


@kernel
def likeliest_play(table: Table, notes: Notes) -> int:
    """Return the slot of one's own card that is likeliest to be playable; -1 if none can be."""
    best = -1
    most = 0.0
    for slot in range(table.hand_count[table.seat]):
        view = notes.guess[table.seat, slot]
        odds = size_of(view & table.playable) / size_of(view)
        if odds >= most and odds > 0.0:
            best = slot
            most = odds
    return best


@kernel
def odds_of(notes: Notes, seat: int, slot: int, goal: int) -> float:
    """Return the share of what a card may be that belongs to a set."""
    guess = notes.guess[seat, slot]
    return size_of(guess & goal) / size_of(guess)


@kernel
def may_gamble(table: Table, params: Agreement) -> bool:
    """Return whether it is late enough to play what is only likely, with strikes to spare."""
    if table.bouquet_final != 0 or table.max_strikes - table.strikes < 2:
        return False
    return table.deck_count <= (3 if table.max_strikes - table.strikes > 2 else 1)
