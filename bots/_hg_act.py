"""What to do: the order in which a follower of conventions considers plays, clues and discards."""

from __future__ import annotations

from hanabi_arena.kernels import (
    Table,
    can_clue,
    can_discard,
    clue_rank,
    clue_suit,
    clue_touch,
    discard,
    is_in,
    kernel,
    next_seat,
    play,
    target_of,
)

from ._hg_clue import SAVE
from ._hg_focus import chop_slot
from ._hg_plays import best_play, likeliest_play, may_gamble, odds_of, out_of_order, play_slot
from ._hg_risk import hurry, risk, throw_slot
from ._hg_state import FINESSED, WAITS, Notes, World, has
from ._hg_switches import (
    DOUBLE_DISCARD_AVOIDANCE,
    EARLY_GAME,
    ORDER_CHOP_MOVE,
    SAVE_PRINCIPLE,
    URGENCY,
    Agreement,
)
from ._hg_value import NEVER, clue_worth, confuses, hypo_score, touched_slots
from ._hg_views import look, plan


@kernel
def clue_of(table: Table, seat: int, number: int) -> int:
    """Return the clue to a seat with a number: suits first, then ranks."""
    if number < table.suit_clues:
        return clue_suit(seat, number)
    return clue_rank(seat, number - table.suit_clues + 1)


@kernel
def weigh_clues(table: Table, notes: Notes, params: Agreement, saves: bool) -> None:
    """Work out what every clue is worth, less what the next seat is then about to lose.

    With `saves` only those that save a card of the next seat count.
    """
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
            if saves and (ahead > 1 or notes.trial.reading != SAVE):
                worth = NEVER
            if worth > NEVER and careful:
                worth -= risk(table, notes, notes.trial, params, table.clue_tokens - 1)
            notes.worth[seat * 12 + number] = worth


@kernel
def choose_clue(table: Table, notes: Notes, params: Agreement, saves: bool) -> tuple[int, float]:
    """Return the best clue that nobody misunderstands, and its worth; -1 if there is none."""
    weigh_clues(table, notes, params, saves)
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
                touch = (
                    table.suit_touch[number]
                    if number < table.suit_clues
                    else (table.rank_touch[number - table.suit_clues])
                )
                hand = 0
                for slot in range(table.hand_count[seat]):
                    hand |= 1 << table.hands[seat, slot]
                if hand & touch != 0 or table.empty_clues != 0:
                    return clue
    return play(max(likeliest_play(table, notes), 0))


@kernel
def frees(world: World, place: int, seat: int) -> bool:
    """Return whether a called card is all that a clued card of a seat waits for."""
    for wait in range(WAITS):
        if world.wait_on[wait] != 0 and world.wait_target[wait] == seat:
            step = world.wait_at[wait]
            if step + 1 == world.wait_steps[wait] and world.wait_place[wait, step] == place:
                return True
    return False


@kernel
def choose(table: Table, notes: Notes, params: Agreement) -> int:
    """Return the action."""
    look(table, notes, params.reads)
    plan(table, notes.now, -1)
    me = table.seat
    slot = best_play(table, notes, params)
    last = table.turns_left >= 0
    called = slot >= 0 and has(notes.now, table.order[me, slot], FINESSED)
    # Who is called acts at once, but for a save that nobody else can give in time.
    pressed = called and params.gives & URGENCY != 0
    pressed = pressed and not frees(notes.now, int(table.order[me, slot]), next_seat(table, me))
    peril = 0.0
    if not last and params.gives & SAVE_PRINCIPLE != 0:
        peril = risk(table, notes, notes.now, params, table.clue_tokens)
    clue = -1
    worth = NEVER
    urgent = peril >= 1.0 and (pressed or not called)
    if can_clue(table) and (slot < 0 or urgent):
        clue, worth = choose_clue(table, notes, params, called)
        worth -= price(table, params)
    if slot >= 0 and peril >= 1.0 and params.gives & ORDER_CHOP_MOVE != 0:
        other = out_of_order(table, notes, params, slot)
        if other >= 0:
            return play_slot(table, notes, other)
    if slot >= 0:
        if clue >= 0 and worth > params.urgent - peril:
            return clue
        return play_slot(table, notes, slot)
    if last and clue >= 0 and worth > params.final:
        return clue
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
def price(table: Table, params: Agreement) -> float:
    """Return what a clue token is worth: more when few are left."""
    tokens = table.clue_tokens // table.clue_cost
    if tokens >= table.max_tokens // table.clue_cost:
        return 0.0
    return params.price + (params.scarce if tokens <= 1 else 0.0)
