"""What a clue is worth: it is read through every seat's eyes before it is given."""

from __future__ import annotations

from hanabi_arena.kernels import Table, clue_touch, is_in, is_subset, kernel, size_of, target_of

from ._hg_clue import FIX, PLAY, SAVE, STALL, UNCLEAR, read_clue
from ._hg_state import (
    BLUFF,
    CHOP_MOVED,
    CLUED,
    FINESSED,
    KNOWN_PLAY,
    LAYER,
    SAVED,
    TRASH,
    WAITS,
    Notes,
    World,
    copy_world,
    has,
    is_one,
    slot_of_place,
    turns_until,
)
from ._hg_switches import GOOD_TOUCH, MINIMUM_VALUE, TEMPO_CLUE, Agreement
from ._hg_views import plan

NEVER = -1000.0
PATIENCE = 5
"""How many turns the missing card under others may take to come: with more, play gets weaker."""


@kernel
def touched_slots(table: Table, seat: int, touch: int) -> int:
    """Return the mask of the slots that a clue with this touch would touch."""
    touched = 0
    for slot in range(table.hand_count[seat]):
        touched |= (touch >> table.hands[seat, slot] & 1) << slot
    return touched


@kernel
def try_clue(table: Table, notes: Notes, conv: int, clue: int, touched: int, eyes: int) -> None:
    """Read a clue of one's own in the trial world, through somebody's eyes."""
    trial = notes.trial
    copy_world(table, trial, notes.now)
    trial.eyes = eyes
    trial.turn = table.turn
    giver = int(table.seat)
    speaks = giver >= 0
    tokens = int(table.clue_tokens)
    plan(table, trial, giver)
    read_clue(table, trial, conv, giver, target_of(clue), clue, touched, tokens, speaks)


@kernel
def misleads(table: Table, now: World, trial: World, seat: int, layers: int) -> bool:
    """Return whether a seat would newly play, or throw away, what it should not.

    Of `layers`, cards that it plays for others, it may think what it likes.
    """
    for slot in range(table.hand_count[seat]):
        if is_in(seat * 6 + slot, layers):
            continue
        place = table.order[seat, slot]
        card = table.hands[seat, slot]
        should = trial.should[place]
        if should == now.should[place] and trial.state[place] == now.state[place]:
            continue
        if not is_in(card, should):
            if is_in(card, now.should[place]):
                if is_subset(should, trial.reach) or is_one(should) or has(trial, place, FINESSED):
                    return True
        if is_in(card, table.dead):
            continue
        thrown = is_subset(should, table.dead) or has(trial, place, TRASH)
        if thrown and not has(now, place, TRASH) and not is_subset(now.should[place], table.dead):
            return True
    return False


@kernel
def wait_of(table: Table, world: World, focus: int, card: int) -> int:
    """Return the connection that a clue just given makes for its focus; -1 for none."""
    for wait in range(WAITS):
        if (
            world.wait_on[wait] != 0
            and world.wait_focus[wait] == focus
            and world.wait_card[wait] == card
            and world.wait_turn[wait] == table.turn
        ):
            return wait
    return -1


@kernel
def is_true(table: Table, world: World, wait: int) -> bool:
    """Return whether the cards of a connection are what it says; one's own cannot be checked."""
    for step in range(world.wait_steps[wait]):
        place = world.wait_place[wait, step]
        slot = slot_of_place(table, world.wait_seat[wait, step], place)
        if slot >= 0 and world.wait_kind[wait, step] != BLUFF:
            card = table.hands[world.wait_seat[wait, step], slot]
            if card >= 0 and card != world.wait_need[wait, step]:
                return False
    return True


@kernel
def layers_of(table: Table, world: World, focus: int, card: int) -> int:
    """Return the mask (6 bits a seat) of the cards that a clue just given makes play for others.

    They have to be playable at once, or one after the other, and the missing card has to come soon:
    what others do in between may spoil it.
    """
    wait = wait_of(table, world, focus, card)
    mask = 0
    if wait < 0:
        return mask
    ready = table.playable
    rounds = 0
    for step in range(world.wait_steps[wait]):
        rounds += world.wait_kind[wait, step] == LAYER
    for step in range(world.wait_steps[wait]):
        played = world.wait_need[wait, step]
        seat = world.wait_seat[wait, step]
        if world.wait_kind[wait, step] == LAYER and is_in(played, ready):
            slot = slot_of_place(table, seat, world.wait_place[wait, step])
            turns = turns_until(table, table.seat, seat) + table.players * rounds
            if slot >= 0 and turns <= PATIENCE:
                mask |= 1 << seat * 6 + slot
            ready |= (1 << played + 1) if played % 5 < 4 else 0
    return mask


@kernel
def is_understood(
    table: Table, notes: Notes, conv: int, clue: int, touched: int, focus: int, card: int
) -> bool:
    """Return whether every seat that a clue calls on finds its part, and nobody else does.

    Takes the trial world as the target reads it, and leaves it as the giver does.
    """
    me = int(table.seat)
    target = target_of(clue)
    called = 0
    layers = layers_of(table, notes.trial, focus, card)
    for seat in range(table.players):
        if seat == me or seat == target:
            continue
        try_clue(table, notes, conv, clue, touched, seat)
        trial = notes.trial
        if misleads(table, notes.now, trial, seat, layers):
            return False
        wait = wait_of(table, trial, focus, card)
        if wait >= 0:
            for step in range(trial.wait_steps[wait]):
                if trial.wait_seat[wait, step] == seat:
                    called |= 1 << seat
    try_clue(table, notes, conv, clue, touched, me)
    trial = notes.trial
    wait = wait_of(table, trial, focus, card)
    if wait < 0:
        return False
    for step in range(trial.wait_steps[wait]):
        if trial.wait_kind[wait, step] == KNOWN_PLAY:
            continue
        seat = trial.wait_seat[wait, step]
        if seat != target and not is_in(seat, called):
            return False
    return True


@kernel
def hypo_score(table: Table, world: World) -> int:
    """Return the sum of the stacks after all plays that are known."""
    total = 0
    for suit in range(table.suits):
        total += world.hypo[suit]
    return total


@kernel
def is_dupe(table: Table, notes: Notes, seat: int, slot: int, touched: int) -> bool:
    """Return whether a card's twin is touched elsewhere, or by the same clue in an older slot."""
    card = table.hands[seat, slot]
    now = notes.now
    for other in range(table.players):
        for place in range(table.hand_count[other]):
            if other == seat and place == slot:
                continue
            order = table.order[other, place]
            if other == table.seat:
                if notes.guess[other, place] == 1 << card and has(now, order, CLUED | FINESSED):
                    return True
            elif table.hands[other, place] == card:
                if has(now, order, CLUED | FINESSED):
                    return True
                if other == seat and is_in(place, touched) and place < slot:
                    return True
    return False


@kernel
def touch_worth(
    table: Table, notes: Notes, params: Agreement, seat: int, touched: int, fresh: int
) -> float:
    """Return what the touch alone is worth: useful cards that become known, less useless ones."""
    worth = 0.0
    for slot in range(table.hand_count[seat]):
        if not is_in(slot, fresh):
            continue
        card = table.hands[seat, slot]
        if is_in(card, table.dead) or is_dupe(table, notes, seat, slot, touched):
            if params.gives & GOOD_TOUCH == 0:
                continue
            should = notes.trial.should[table.order[seat, slot]]
            if is_subset(should, table.dead):
                worth -= 0.3
            else:
                worth -= 0.6 if is_one(should) else params.twin
        else:
            worth += params.touch
            if is_in(card, table.critical):
                worth += params.last
            worth -= own_twin_odds(table, notes, card)
    return worth


@kernel
def own_twin_odds(table: Table, notes: Notes, card: int) -> float:
    """Return about how likely one of one's own touched cards is to be the twin of a card."""
    odds = 0.0
    me = table.seat
    for slot in range(table.hand_count[me]):
        guess = notes.guess[me, slot]
        if is_in(card, guess) and has(notes.now, table.order[me, slot], CLUED | FINESSED):
            odds += 1.0 / size_of(guess)
    return min(odds, 1.0)


@kernel
def news_of(table: Table, notes: Notes, seat: int) -> float:
    """Return a little for every identity that a clue rules out."""
    worth = 0.0
    for slot in range(table.hand_count[seat]):
        place = table.order[seat, slot]
        before = size_of(notes.now.should[place])
        after = size_of(notes.trial.should[place])
        if has(notes.trial, place, CLUED) and after < before:
            worth += before - after
    return worth


@kernel
def off_chop(table: Table, world: World, seat: int, place: int) -> int:
    """Return how many cards that nothing saves lie between a card and the chop; 0 for none."""
    between = -1
    for slot in range(table.hand_count[seat]):
        order = table.order[seat, slot]
        if order == place:
            break
        between += not has(world, order, SAVED)
    return max(between, 0)


@kernel
def useless_moves(table: Table, notes: Notes, seat: int) -> int:
    """Return how many useless cards a clue saves without touching them."""
    moves = 0
    for slot in range(table.hand_count[seat]):
        place = table.order[seat, slot]
        if has(notes.trial, place, CHOP_MOVED) and not has(notes.now, place, CHOP_MOVED):
            useless = is_in(table.hands[seat, slot], table.dead)
            moves += useless or is_dupe(table, notes, seat, slot, 0)
    return moves


@kernel
def uncovers(table: Table, world: World, target: int, touched: int, touch: int) -> bool:
    """Return whether a clue shows a card that lies over a missing one not to be that one.

    Its holder, who is about to play it, would no longer do so.
    """
    for wait in range(WAITS):
        if world.wait_on[wait] == 0:
            continue
        for step in range(world.wait_at[wait], world.wait_steps[wait] - 1):
            if world.wait_kind[wait, step] != LAYER or world.wait_seat[wait, step] != target:
                continue
            slot = slot_of_place(table, target, world.wait_place[wait, step])
            below = step + 1
            while below + 1 < world.wait_steps[wait] and world.wait_kind[wait, below] == LAYER:
                below += 1
            missing = world.wait_need[wait, below]
            if slot >= 0 and (is_in(slot, touched) or is_in(missing, touch)):
                return True
    return False


@kernel
def confuses(table: Table, notes: Notes, conv: int, clue: int, touched: int) -> bool:
    """Return whether a clue makes any seat beside the target play what it should not."""
    target = target_of(clue)
    try_clue(table, notes, conv, clue, touched, target)
    focus = int(notes.trial.focus)
    slot = slot_of_place(table, target, focus)
    layers = 0
    if slot >= 0:
        layers = layers_of(table, notes.trial, focus, int(table.hands[target, slot]))
    for seat in range(table.players):
        if seat != table.seat and seat != target:
            try_clue(table, notes, conv, clue, touched, seat)
            if misleads(table, notes.now, notes.trial, seat, layers):
                return True
    return False


@kernel
def clue_worth(table: Table, notes: Notes, params: Agreement, clue: int, before: int) -> float:
    """Return what a clue is worth in plays; NEVER for one that somebody would misunderstand.

    `before` is the sum of the stacks after all plays that are known now.
    """
    target = target_of(clue)
    touch = clue_touch(table, clue)
    touched = touched_slots(table, target, touch)
    now = notes.now
    trial = notes.trial
    if uncovers(table, now, target, touched, touch):
        return NEVER
    try_clue(table, notes, params.model, clue, touched, target)
    if trial.used & ~params.gives != 0 or misleads(table, now, trial, target, 0):
        return NEVER
    fresh = trial.fresh
    reading = trial.reading
    worth = touch_worth(table, notes, params, target, touched, fresh)
    worth += params.news * news_of(table, notes, target)
    if fresh == 0 and reading != FIX and params.gives & MINIMUM_VALUE != 0:
        worth -= params.tempo if params.gives & TEMPO_CLUE != 0 else 5.0
    focus = int(trial.focus)
    if reading == PLAY or reading == SAVE:
        card = int(table.hands[target, slot_of_place(table, target, focus)])
        if not is_in(card, trial.should[focus]):
            return worth - 5.0
        wait = wait_of(table, trial, focus, card)
        if wait >= 0:
            if not is_true(table, trial, wait):
                return NEVER
            if not is_understood(table, notes, params.model, clue, touched, focus, card):
                return NEVER
            if trial.used & ~params.gives != 0:
                return NEVER
            worth += params.link
            trial.should[focus] = 1 << card
        elif is_in(card, now.coming):
            if not is_subset(trial.should[focus], trial.reach):
                worth -= params.delay
            trial.should[focus] = 1 << card
    elif reading == UNCLEAR:
        worth -= 0.5
    elif reading == STALL and fresh != 0:
        worth -= params.away * off_chop(table, now, target, focus)
        worth -= params.stall if now.early == 0 else 0.0
    worth -= params.clog * useless_moves(table, notes, target)
    trial.eyes = table.seat
    plan(table, trial, -1)
    plays = hypo_score(table, trial) - before
    return worth + plays
