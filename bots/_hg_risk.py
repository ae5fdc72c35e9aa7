"""What teammates are about to lose, and what a discard of one's own costs."""

from __future__ import annotations

from hanabi_arena.kernels import (
    Table,
    is_in,
    is_subset,
    kernel,
    next_seat,
    rank_of,
    reachable_score,
    size_of,
)

from ._hg_focus import chop_slot
from ._hg_state import CLUED, SAVED, TRASH, Notes, World, has
from ._hg_switches import (
    FIX_CLUE,
    Agreement,
)
from ._hg_views import is_loaded, is_useless


@kernel
def loss(table: Table, notes: Notes, params: Agreement, seat: int, slot: int) -> float:
    """Return what a card that is seen would cost if it were thrown away."""
    card = table.hands[seat, slot]
    if card < 0 or is_in(card, table.dead):
        return 0.0
    if is_in(card, table.critical):
        return params.critical + 0.2 * (5 - rank_of(card))
    copies = 0
    for other in range(table.players):
        for one in range(table.hand_count[other]):
            if table.hands[other, one] == card and not (other == seat and one == slot):
                copies += 1
    if copies > 0:
        return 0.0
    if rank_of(card) == 2:
        return params.two
    if is_in(card, notes.now.coming):
        return params.coming
    return 0.0


@kernel
def exposure(table: Table, notes: Notes, world: World, params: Agreement, seat: int) -> float:
    """Return what a seat would lose by discarding next; 0 if it will do something better."""
    playable = table.playable
    if table.hands[seat, 0] < 0:
        return 0.0  # one's own hand
    for slot in range(table.hand_count[seat]):
        place = table.order[seat, slot]
        should = world.should[place]
        known = should & notes.guess[seat, slot]
        if is_subset(known if known != 0 else should, table.playable):
            if has(world, place, SAVED) or is_subset(world.could[place], table.playable):
                if params.gives & FIX_CLUE != 0 and not is_in(table.hands[seat, slot], playable):
                    return params.fixing
                return 0.0
        if is_subset(should, table.dead) or has(world, place, TRASH):
            return 0.0
    if is_loaded(table, notes, params.model, seat):
        return 0.0
    slot = chop_slot(table, world, params.model, seat)
    if slot < 0:
        return 0.3 if table.clue_tokens <= table.clue_cost else 0.0
    return loss(table, notes, params, seat, slot)


@kernel
def risk(table: Table, notes: Notes, world: World, params: Agreement, tokens: int) -> float:
    """Return what the next two seats are about to lose, if so many tokens are left to save it."""
    seat = next_seat(table, table.seat)
    sum_ = exposure(table, notes, world, params, seat)
    if table.players > 2:
        seat = next_seat(table, seat)
        weight = params.later if tokens < table.clue_cost else params.later * 0.2
        sum_ += weight * exposure(table, notes, world, params, seat)
    return sum_


@kernel
def throw_cost(table: Table, notes: Notes, params: Agreement, slot: int) -> float:
    """Return what is lost, on average, with one of one's own cards."""
    view = notes.guess[table.seat, slot]
    cost = 0.0
    for identity in range(table.suits * 5):
        if is_in(identity, view) and not is_in(identity, table.dead):
            if is_in(identity, table.critical):
                cost += params.critical + 0.2 * (4 - identity % 5)
            else:
                cost += 0.3
    return cost / size_of(view)


@kernel
def throw_slot(table: Table, notes: Notes, params: Agreement) -> tuple[int, float]:
    """Return what to discard, and its cost: known trash, the chop, else what costs least."""
    me = table.seat
    for slot in range(table.hand_count[me]):
        if is_useless(table, notes, params.gives, me, slot):
            return slot, 0.0
    slot = chop_slot(table, notes.now, params.reads, me)
    if slot >= 0:
        # Somebody would have saved a last copy.
        return slot, params.trust * throw_cost(table, notes, params, slot)
    best = 0
    least = 100.0
    for slot in range(table.hand_count[me]):
        cost = throw_cost(table, notes, params, slot)
        if has(notes.now, table.order[me, slot], CLUED):
            cost += 0.3
        if cost < least:
            least = cost
            best = slot
    return best, least


@kernel
def spare_discards(table: Table) -> int:
    """Return how many discards the best score that is still possible can afford."""
    return table.score + table.deck_count + table.players - reachable_score(table)


@kernel
def hurry(table: Table, params: Agreement) -> float:
    """Return what a discard costs in time: more the fewer of them can be afforded."""
    spare = spare_discards(table)
    if spare <= 0:
        return params.late
    return params.pace / (1.0 + spare)
