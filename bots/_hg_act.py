"""What to do: the order in which a follower of conventions considers plays, clues and discards."""

from __future__ import annotations

from hanabi_arena.kernels import (
    Table,
    announce,
    can_clue,
    can_discard,
    clue_rank,
    clue_suit,
    clue_touch,
    discard,
    is_in,
    is_subset,
    kernel,
    lowest_of,
    next_seat,
    pace,
    reachable_score,
    play,
    rank_of,
    single_suit,
    size_of,
    target_of,
)

from ._hg_focus import chop_slot
from ._hg_moves import turn_of_one
from ._hg_state import CLUED, FINESSED, SAVED, TRASH, Notes, World, has, is_one
from ._hg_switches import (
    DOUBLE_DISCARD_AVOIDANCE,
    EARLY_GAME,
    FIX_CLUE,
    ONES_ORDER,
    ORDER_CHOP_MOVE,
    SAVE_PRINCIPLE,
    Agreement,
)
from ._hg_value import NEVER, clue_worth, confuses, hypo_score, touched_slots
from ._hg_views import is_loaded, is_useless, look, plan

ONES = 0b00001_00001_00001_00001_00001_00001


@kernel
def play_worth(table: Table, notes: Notes, params: Agreement, slot: int) -> float:
    """Return how urgent it is to play a sure card: called ones first, then low ranks, then fives."""
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
                if best < 0 or turn_of_one(table, place) < turn_of_one(table, table.order[me, best]):
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
def clue_of(table: Table, seat: int, number: int) -> int:
    """Return the clue to a seat with a number: suits first, then ranks."""
    if number < table.suit_clues:
        return clue_suit(seat, number)
    return clue_rank(seat, number - table.suit_clues + 1)


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
def weigh_clues(table: Table, notes: Notes, params: Agreement) -> None:
    """Work out what every clue is worth, less what the next seat is then about to lose."""
    me = table.seat
    before = hypo_score(table, notes.now)
    careful = table.turns_left < 0 and params.gives & SAVE_PRINCIPLE != 0
    for place in range(72):
        notes.worth[place] = NEVER
    seat = me
    for ahead in range(1, table.players):
        seat = next_seat(table, seat)
        if table.turns_left >= 0 and ahead >= table.turns_left:
            break
        clues = 0
        for slot in range(table.hand_count[seat]):
            clues |= table.touched_by[table.hands[seat, slot]]
        for number in range(table.suit_clues + 5):
            bit = number if number < table.suit_clues else number - table.suit_clues + 6
            if not is_in(bit, clues):
                continue
            clue = clue_of(table, seat, number)
            worth = clue_worth(table, notes, params, clue, before)
            if worth > NEVER and careful:
                worth -= risk(table, notes, notes.trial, params, table.clue_tokens - 1)
            notes.worth[seat * 12 + number] = worth


@kernel
def choose_clue(table: Table, notes: Notes, params: Agreement) -> tuple[int, float]:
    """Return the best clue that nobody misunderstands, and its worth; -1 if there is none."""
    weigh_clues(table, notes, params)
    while True:
        best = 0
        for place in range(1, table.players * 12):
            if notes.worth[place] > notes.worth[best]:
                best = place
        worth = notes.worth[best]
        if worth <= NEVER:
            return -1, NEVER
        clue = clue_of(table, best // 12, best % 12)
        target = target_of(clue)
        touched = touched_slots(table, target, clue_touch(table, clue))
        if not confuses(table, notes, params.model, clue, touched):
            return clue, worth
        notes.worth[best] = NEVER


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
def last_resort(table: Table, notes: Notes, params: Agreement) -> int:
    """Return a legal action when everything else has failed."""
    me = table.seat
    if can_discard(table) and table.hand_count[me] > 0:
        slot, _ = throw_slot(table, notes, params)
        return discard(slot)
    if can_clue(table):
        seat = me
        for _ in range(1, table.players):
            seat = next_seat(table, seat)
            for number in range(table.suit_clues + 5):
                clue = clue_of(table, seat, number)
                touch = table.suit_touch[number] if number < table.suit_clues else (
                    table.rank_touch[number - table.suit_clues]
                )
                hand = 0
                for slot in range(table.hand_count[seat]):
                    hand |= 1 << table.hands[seat, slot]
                if hand & touch != 0 or table.empty_clues != 0:
                    return clue
    return play(max(likeliest_play(table, notes), 0))


@kernel
def choose(table: Table, notes: Notes, params: Agreement) -> int:
    """Return the action."""
    look(table, notes, params.reads)
    plan(table, notes.now, -1)
    me = table.seat
    slot = best_play(table, notes, params)
    last = table.turns_left >= 0
    called = slot >= 0 and has(notes.now, table.order[me, slot], FINESSED)
    peril = 0.0
    if not last and params.gives & SAVE_PRINCIPLE != 0:
        peril = risk(table, notes, notes.now, params, table.clue_tokens)
    clue = -1
    worth = NEVER
    if can_clue(table) and not called:
        if slot < 0 or not last:
            clue, worth = choose_clue(table, notes, params)
            worth -= price(table, params)
    if slot >= 0 and peril >= 1.0 and params.gives & ORDER_CHOP_MOVE != 0:
        other = out_of_order(table, notes, params, slot)
        if other >= 0:
            return play_slot(table, notes, other)
    if slot >= 0:
        urgent = peril >= 1.0 and worth > params.urgent - peril
        if clue >= 0 and (urgent or worth > params.playing):
            return clue
        return play_slot(table, notes, slot)
    if last and table.strikes + 1 < table.max_strikes:
        slot = likeliest_play(table, notes)
        if slot >= 0:
            return play_slot(table, notes, slot)
    if clue >= 0:
        if not can_discard(table):
            return clue
        _, cost = throw_slot(table, notes, params)
        gain = params.token - cost - peril
        if params.gives & EARLY_GAME != 0 and notes.now.early != 0:
            gain -= params.early
        gain -= hurry(table, params)
        if params.gives & DOUBLE_DISCARD_AVOIDANCE != 0 and notes.now.last_chop >= 0:
            chop = chop_slot(table, notes.now, params.reads, me)
            if chop >= 0 and is_in(notes.now.last_chop, notes.guess[me, chop]):
                gain -= 1.0 if table.players > 2 else 0.0
        if worth >= gain:
            return clue
    if may_gamble(table, params):
        slot = likeliest_play(table, notes)
        if slot >= 0 and odds_of(notes, me, slot, table.playable) >= params.odds:
            return play_slot(table, notes, slot)
    return last_resort(table, notes, params)


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


@kernel
def price(table: Table, params: Agreement) -> float:
    """Return what a clue token is worth: more when few are left."""
    tokens = table.clue_tokens // table.clue_cost
    if tokens >= table.max_tokens // table.clue_cost:
        return 0.0
    return params.price + (params.scarce if tokens <= 1 else 0.0)
