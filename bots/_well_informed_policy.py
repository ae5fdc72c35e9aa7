"""What a seat does that follows the policy, without trying what follows."""

from __future__ import annotations

from typing import Any

from hanabi_arena.kernels import (
    Table, can_clue, can_discard, discard, is_in, is_subset, kernel, lowest_of, play, size_of, rank_of, next_seat,
)

from ._copies import ODDS, copies_in, odds_of, unseen_copies
from ._alphabet import best_clue, find_symbols
from ._clues import any_clue
from ._hats import hat, hat_sum, public_mask, take_up, useless_slots, knows_playable
from ._literal import play_known
from .information import (
    likely_play, look_at_others, look_at_own, nth_slot, someone_can_play,
    someone_needs_clue, spare_discards,
)


@kernel
def play_worth(table, notes, params, mask, one, two, three):
    worth = 0
    left = mask
    while left != 0:
        card = lowest_of(left)
        bit = left & -left
        left ^= bit
        holders = 1
        waits = 0
        if table.deck_count > 0:
            for seat in range(table.players):
                holders += notes.held_by[seat] >> card & 1
        if card % 5 < 4:
            for seat in range(table.players):
                waits |= notes.held_by[seat] >> (card + 1) & 1
        else:
            waits = params.p_five
        value = (9 - card % 5) * 60 + waits * params.p_wait
        worth += copies_in(bit, one, two, three) * value // holders
    return worth * 1000 // copies_in(mask, one, two, three)


@kernel
def sure_play(table, notes, params, one, two, three):
    best = -1
    most = -1
    for slot in range(table.hand_count[table.seat]):
        mask = notes.asked[slot]
        if is_subset(mask, table.playable):
            worth = play_worth(table, notes, params, mask, one, two, three)
            if worth > most:
                most = worth
                best = slot
    return best


@kernel
def safe_guess(table, notes, params, one, two, three):
    if table.strikes + 1 >= table.max_strikes:
        return -1
    slot = likely_play(table, notes, table.playable | table.dead, one, two, three)
    if slot >= 0:
        odds = odds_of(notes.asked[slot], table.playable, one, two, three)
        if odds * 100 > ODDS * params.g_odds:
            return slot
    return -1


@kernel
def discard_worth(table, notes, params, mask, seen, one, two, three):
    """Return how well one can do without a card, in thousandths; the worse the less."""
    dead = table.dead
    live = mask & ~dead
    total = copies_in(mask, one, two, three)
    worth = 0
    worth += params.d_dead * copies_in(mask & dead, one, two, three)
    worth += params.d_seen * copies_in(live & seen, one, two, three)
    hidden = live & ~seen
    worth += params.d_spare * copies_in(hidden & ~table.critical, one, two, three)
    worth += params.d_three * copies_in(hidden & ~table.critical & notes.three, one, two, three)
    for rank in range(5):
        touch = table.rank_touch[rank]
        worth += params.d_rank * (rank + 1) * copies_in(live & touch, one, two, three)
        worth -= params.d_crit * (4 - rank) * copies_in(live & touch & table.critical, one, two, three)
    if table.bouquet_final != 0:
        worth += 1000 * copies_in(mask & ~table.critical, one, two, three)
    return worth * 1000 // total


@kernel
def least_loss(table, notes, params, one, two, three):
    seen = 0
    for seat in range(table.players):
        seen |= notes.held_by[seat]
    best = 0
    most = -(1 << 60)
    for slot in range(table.hand_count[table.seat]):
        worth = discard_worth(table, notes, params, notes.asked[slot], seen, one, two, three)
        if worth > most:
            most = worth
            best = slot
    return best


@kernel
def risk(table, notes, params, one, two, three):
    """Percent that the best discard loses a critical card."""
    slot = least_loss(table, notes, params, one, two, three)
    return odds_of(notes.asked[slot], table.critical, one, two, three) * 100 // ODDS


@kernel
def clue_to_give(table, notes):
    notes.content = 0
    notes.foreseen = 0
    number = find_symbols(table, notes, table.seat)
    if number > 0:
        total = 0
        seat = table.seat
        for _ in range(1, table.players):
            seat = next_seat(table, seat)
            total += hat(table, notes, seat, number)
            for slot in range(table.hand_count[seat]):
                notes.told[seat, slot] = notes.asked[slot]
        message = total % number
        seat = next_seat(table, table.seat)
        while message >= notes.symbols[seat]:
            message -= notes.symbols[seat]
            seat = next_seat(table, seat)
        for slot in range(table.hand_count[seat]):
            notes.asked[slot] = notes.told[seat, slot]
        clue = best_clue(table, notes, seat, message)
        if clue >= 0:
            notes.foreseen = 1
            return clue
    return any_clue(table)


@kernel
def discard_to_make(table, notes, params, one, two, three):
    dead = table.dead
    notes.content = 0
    held = take_up(table, notes, table.seat)
    useless = useless_slots(notes, dead, held)
    number = size_of(useless)
    if number > 1:
        notes.content = 1 if can_clue(table) else 0
        return discard(nth_slot(useless, hat_sum(table, notes, number)))
    useless = useless_slots(notes, dead, look_at_own(table, notes, one))
    if useless != 0:
        return discard(lowest_of(useless))
    return discard(least_loss(table, notes, params, one, two, three))


@kernel
def wants_to_clue(table, notes, params, spare, one, two, three):
    if table.clue_tokens == table.max_tokens or someone_needs_clue(table, notes):
        return True
    if spare < params.c_pace:
        return True
    useless = useless_slots(notes, table.dead, table.hand_count[table.seat])
    if spare >= params.c_spare and useless != 0:
        return False
    if someone_can_play(table, notes) or table.clue_tokens * 100 > table.max_tokens * params.c_hoard:
        return True
    if table.clue_tokens * 100 > table.max_tokens * params.c_risk_hoard:
        return risk(table, notes, params, one, two, three) > params.c_risk
    return False


@kernel
def next_in_danger(table, notes, params):
    """Return whether the next seat, without a token, has to lose a critical card."""
    seat = next_seat(table, table.seat)
    if knows_playable(table, notes, seat):
        return 0
    notes.content = 0
    held = take_up(table, notes, seat)
    if held == 0 or useless_slots(notes, table.dead, held) != 0:
        return 0
    best = 0
    most = -(1 << 60)
    for slot in range(held):
        worth = discard_worth(table, notes, params, notes.asked[slot], 0, notes.one, notes.two, notes.three)
        if worth > most:
            most = worth
            best = slot
    if is_in(table.hands[seat, best], table.critical):
        return 2
    return 1


@kernel
def safe_discard(table, notes, params, one, two, three):
    """Return whether a discard of one's own costs nothing."""
    held = look_at_own(table, notes, one)
    if useless_slots(notes, table.dead, held) != 0:
        return True
    slot = least_loss(table, notes, params, one, two, three)
    seen = 0
    for seat in range(table.players):
        seen |= notes.held_by[seat]
    return is_subset(notes.asked[slot], table.dead | seen)


@kernel
def decide(table, notes, params):
    notes.foreseen = 0
    one, two, three = unseen_copies(table, notes)
    look_at_own(table, notes, one)
    look_at_others(table, notes)
    slot = sure_play(table, notes, params, one, two, three)
    spare = spare_discards(table)
    if slot < 0 and spare >= params.g_spare:
        slot = safe_guess(table, notes, params, one, two, three)
    if slot >= 0 and params.u_disc > 0 and not can_clue(table) and can_discard(table) and table.turns_left < 0:
        danger = next_in_danger(table, notes, params)
        if danger >= params.u_disc:
            if spare >= 0 and safe_discard(table, notes, params, one, two, three):
                return discard_to_make(table, notes, params, one, two, three)
            if danger == 2:
                look_at_own(table, notes, one)
                if risk(table, notes, params, one, two, three) <= params.u_risk:
                    return discard_to_make(table, notes, params, one, two, three)
            look_at_own(table, notes, one)
    if slot < 0 and params.l_gamble > 0 and table.turns_left >= 0 and table.strikes + 1 < table.max_strikes:
        if not (can_clue(table) and someone_needs_clue(table, notes)):
            slot = likely_play(table, notes, one, one, two, three)
            if slot >= 0 and notes.asked[slot] & table.playable == 0:
                slot = -1
    if slot >= 0:
        return play_known(table, slot, notes.asked[slot])
    discards = can_discard(table) and table.hand_count[table.seat] > 0
    clues = can_clue(table)
    if clues and not (discards and not wants_to_clue(table, notes, params, spare, one, two, three)):
        clue = clue_to_give(table, notes)
        if clue >= 0:
            return clue
    if discards:
        return discard_to_make(table, notes, params, one, two, three)
    look_at_own(table, notes, one)
    return play(max(likely_play(table, notes, one, one, two, three), 0))
