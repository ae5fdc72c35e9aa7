"""What plays and discards say: finesses that come true or do not, cards thrown away on purpose."""

from __future__ import annotations

from hanabi_arena.kernels import DISCARD, Event, Table, is_in, is_subset, kernel, kind_of

from ._hg_connect import add_step, call_steps, connect, leading_on, wait_for
from ._hg_focus import finesse_slot
from ._hg_state import (
    BLIND,
    BLUFF,
    CHOP_MOVED,
    CLUED,
    FINESSED,
    KNOWN_PLAY,
    PROMPTED,
    WAITS,
    World,
    has,
    is_one,
    mark,
    slot_of_place,
    unmark,
)
from ._hg_switches import (
    AMBIGUOUS_FINESSE,
    HIDDEN_FINESSE,
    LAYERED_FINESSE,
    SARCASTIC_DISCARD,
    URGENCY,
    WRONG_PROMPT,
)
from ._hg_views import fall_back, plan


@kernel
def release(table: Table, world: World, wait: int) -> None:
    """Take back what a connection made of the cards that it has not played yet."""
    for step in range(world.wait_at[wait], world.wait_steps[wait]):
        place = world.wait_place[wait, step]
        if place < 0 or world.old[place] == 0:
            continue
        needed = False
        for other in range(WAITS):
            if other != wait and world.wait_on[other] != 0:
                for one in range(world.wait_at[other], world.wait_steps[other]):
                    needed |= world.wait_place[other, one] == place
        if not needed:
            world.should[place] = world.old[place] & world.could[place]
            world.old[place] = 0
            unmark(world, place, FINESSED)


@kernel
def drop(table: Table, world: World, conv: int, wait: int, refuted: bool, by: int) -> None:
    """Give up a connection; if a seat refuted it, the focus is not what it would have been."""
    world.wait_on[wait] = 0
    release(table, world, wait)
    if not refuted or look_further(table, world, conv, wait, by):
        return
    place = world.wait_focus[wait]
    left = world.should[place] & ~(1 << world.wait_card[wait])
    for other in range(WAITS):
        if (
            world.wait_on[other] != 0
            and world.wait_focus[other] == place
            and world.wait_card[other] == world.wait_card[wait]
        ):
            return  # another way to the same card is still open
    if left != 0:
        world.should[place] = left
        world.lock[place] = left
        return
    world.lock[place] = 0
    world.should[place] = fall_back(table, world, conv, place)


@kernel
def look_further(table: Table, world: World, conv: int, wait: int, by: int) -> bool:
    """Wait for somebody else, perhaps oneself, where a seat has passed a finesse over."""
    target = int(world.wait_target[wait])
    giver = int(world.wait_giver[wait])
    card = int(world.wait_card[wait])
    place = world.wait_focus[wait]
    slot = slot_of_place(table, target, place)
    if conv & AMBIGUOUS_FINESSE == 0 or by < 0 or slot < 0 or by == world.eyes:
        return False
    world.also = world.eyes
    if world.eyes == giver or world.eyes == target:
        world.also = -1
    elif table.hands[target, slot] != card:
        return False
    plan(table, world, -1)
    world.barred = 1 << by
    world.fresh = 0
    found = connect(table, world, conv, giver, target, card) >= 0
    world.barred = 0
    if found and world.blind > 0:
        wait_for(table, world, giver, target, place, card)
        if world.eyes != target:
            call_steps(table, world, giver, False)
        world.used |= AMBIGUOUS_FINESSE
        return True
    return False


@kernel
def demonstrate(table: Table, world: World, conv: int, wait: int, played: int) -> None:
    """A card that a finesse called has been played: the focus is what the finesse says."""
    place = world.wait_focus[wait]
    agreed = 0
    for other in range(WAITS):
        if world.wait_on[other] == 0 or world.wait_focus[other] != place:
            continue
        shares = False
        for step in range(world.wait_steps[other]):
            shares |= world.wait_place[other, step] == played
        if shares:
            agreed |= 1 << world.wait_card[other]
    for other in range(WAITS):
        if world.wait_on[other] != 0 and world.wait_focus[other] == place:
            if not is_in(world.wait_card[other], agreed):
                drop(table, world, conv, other, False, -1)
    if agreed & world.could[place] != 0:
        world.should[place] = agreed & world.could[place]
        world.lock[place] = world.should[place]
    call_rest(world, wait)


@kernel
def call_rest(world: World, wait: int) -> None:
    """Note on the cards that a connection now surely calls what they should be.

    Whose card was clued may have left it open so far: it could have been playable as it was.
    """
    for step in range(world.wait_at[wait] + 1, world.wait_steps[wait]):
        place = world.wait_place[wait, step]
        if world.wait_kind[wait, step] == KNOWN_PLAY or place < 0 or has(world, place, FINESSED):
            continue
        need = 1 << world.wait_need[wait, step] & world.could[place]
        if need != 0:
            world.old[place] = world.should[place]
            world.should[place] = need
            if world.wait_kind[wait, step] >= BLIND and not has(world, place, CLUED):
                mark(world, place, FINESSED)
                world.since[place] = world.wait_turn[wait]
                world.by[place] = world.wait_giver[wait]


@kernel
def pass_on(table: Table, world: World, wait: int, step: int) -> bool:
    """Hand the promise of a finesse on to the same seat's next finesse position."""
    seat = world.wait_seat[wait, step]
    world.steps = 0
    slot = finesse_slot(table, world, seat, True, world.wait_turn[wait])
    if slot < 0:
        return False
    need = world.wait_need[wait, step]
    place = table.order[seat, slot]
    if seat != world.eyes and table.hands[seat, slot] != need:
        if not is_in(table.hands[seat, slot], table.playable):
            return False
    elif not is_in(need, world.could[place]):
        return False
    world.wait_place[wait, step] = place
    world.wait_kind[wait, step] = BLIND
    world.old[place] = world.should[place]
    world.should[place] = 1 << need & world.could[place]
    if world.should[place] == 0:
        world.should[place] = world.could[place]
    mark(world, place, FINESSED)
    world.since[place] = world.wait_turn[wait]
    return True


@kernel
def oldest_call(world: World, place: int) -> int:
    """Return the turn of the oldest clue whose connection waits for a card; if none, a late one."""
    turn = 10_000
    for wait in range(WAITS):
        if world.wait_on[wait] != 0:
            for step in range(world.wait_at[wait], world.wait_steps[wait]):
                if world.wait_place[wait, step] == place:
                    turn = min(turn, world.wait_turn[wait])
    return turn


@kernel
def has_other_call(world: World, event: Event, wait: int, kind: int, called: int) -> bool:
    """Return whether a seat had good cause not to play yet what a connection asks of it.

    `called` is the turn of the oldest call of the card that it played.
    """
    if event.placed == 0:
        return False
    if kind == PROMPTED or called < world.wait_turn[wait]:
        return True
    return has(world, event.order, FINESSED)


@kernel
def follow_up(
    table: Table, world: World, conv: int, event: Event, wait: int, urgent: bool, called: int
) -> None:
    """Bring one connection up to date with an action."""
    if world.wait_focus[wait] == event.order:
        drop(table, world, conv, wait, False, -1)
        return
    moved = False
    while world.wait_at[wait] < world.wait_steps[wait]:
        step = world.wait_at[wait]
        kind = world.wait_kind[wait, step]
        need = world.wait_need[wait, step]
        place = world.wait_place[wait, step]
        if place >= 0 and place == event.order:
            if event.placed == 0:
                wrong = kind == PROMPTED and kind_of(event.action) != DISCARD
                if wrong and conv & WRONG_PROMPT != 0 and pass_on(table, world, wait, step):
                    return
                drop(table, world, conv, wait, True, event.seat)
                return
            leads_on = is_in(event.card, leading_on(world, world.wait_focus[wait]))
            if event.card != need and (kind != BLUFF or leads_on):
                behind = 0
                if kind == BLIND or kind == BLUFF:
                    behind = LAYERED_FINESSE
                elif kind == PROMPTED:
                    behind = HIDDEN_FINESSE
                if conv & behind != 0 and pass_on(table, world, wait, step):
                    return  # the card behind it was meant
                drop(table, world, conv, wait, True, event.seat)
                return
            if kind != KNOWN_PLAY:
                demonstrate(table, world, conv, wait, place)
            world.wait_at[wait] += 1
            moved = True
            continue
        if table.stacks[need // 5] > need % 5:
            world.wait_at[wait] += 1
            continue
        if is_in(need, table.dead):
            drop(table, world, conv, wait, True, event.seat)
            return
        if kind == KNOWN_PLAY:
            mine = place < 0 and world.wait_seat[wait, step] == event.seat
            if mine and not is_in(need, world.own_plays):
                drop(table, world, conv, wait, True, event.seat)
            return
        if moved or (event.placed != 0 and event.card + 1 == need):
            return  # it has become playable just now
        if world.wait_seat[wait, step] == event.seat and is_in(need, table.playable):
            patient = has_other_call(world, event, wait, kind, called) or (
                urgent and (conv & URGENCY != 0 or kind == PROMPTED)
            )
            if not patient and world.wait_turn[wait] != event.turn:
                drop(table, world, conv, wait, True, event.seat)
        return
    world.wait_on[wait] = 0


@kernel
def follow_waits(table: Table, world: World, conv: int, event: Event, urgent: bool) -> None:
    """Bring all connections up to date with an action."""
    called = oldest_call(world, event.order)
    for wait in range(WAITS):
        if world.wait_on[wait] != 0:
            follow_up(table, world, conv, event, wait, urgent, called)


@kernel
def read_sarcasm(table: Table, world: World, conv: int, event: Event) -> None:
    """A known, useful card thrown away: somebody else's touched card is its twin."""
    card = 1 << event.card
    if conv & SARCASTIC_DISCARD == 0 or card & table.dead != 0:
        return
    if not has(world, event.order, CLUED) or world.should[event.order] != card:
        return
    found = -1
    for seat in range(table.players):
        if seat == event.seat or seat == world.eyes:
            continue
        for slot in range(table.hand_count[seat]):
            place = table.order[seat, slot]
            if has(world, place, CLUED) and table.hands[seat, slot] == event.card:
                found = place
    if found < 0 and world.eyes != event.seat:
        # Good touch has ruled the twin out, since it was known elsewhere: what counts is whether it
        # can be the card, and has been promised to be no other one.
        seat = world.eyes
        for slot in range(table.hand_count[seat]):
            place = table.order[seat, slot]
            if not has(world, place, CLUED) or world.could[place] & card == 0:
                continue
            locked = world.lock[place]
            if is_one(world.should[place]) or (locked != 0 and locked & card == 0):
                continue
            if found >= 0:
                return
            found = place
    if found >= 0 and world.could[found] & card != 0:
        world.should[found] = card
        world.lock[found] = card


@kernel
def read_wrong_prompt(table: Table, world: World, conv: int, event: Event) -> None:
    """A prompted card failed: the clue was for the next but one, and its seat has the missing one.

    Who was prompted looks on by its own connection; the others had none, seeing that it would fail.
    """
    if conv & WRONG_PROMPT == 0 or event.placed != 0 or kind_of(event.action) == DISCARD:
        return
    if world.eyes == event.seat or not has(world, event.order, CLUED):
        return
    if world.focus < 0 or is_subset(world.should[event.order], table.playable):
        return
    world.steps = 0
    world.blind = 0
    focus = world.focus
    slot = finesse_slot(table, world, event.seat, True, event.turn)
    if slot < 0:
        return
    need = int(table.hands[event.seat, slot])
    asked = world.should[focus] & table.playable & world.could[event.order]
    if need % 5 == 4 or not is_in(need, asked) or not is_in(need + 1, world.could[focus]):
        return
    for target in range(table.players):
        if target != event.seat and slot_of_place(table, target, focus) >= 0:
            giver = int(world.by[focus])
            add_step(world, BLIND, event.seat, table.order[event.seat, slot], need)
            wait_for(table, world, giver, target, focus, need + 1)
            call_steps(table, world, giver, False)
            world.should[focus] |= 1 << need + 1
            world.lock[focus] |= 1 << need + 1


@kernel
def read_discard(table: Table, world: World, conv: int, event: Event) -> None:
    """Read a discard."""
    world.last_chop = -1
    if kind_of(event.action) != DISCARD:
        return
    read_sarcasm(table, world, conv, event)
    if not has(world, event.order, CLUED | CHOP_MOVED):
        world.early = 0
        if is_in(event.card, table.critical):
            world.last_chop = event.card
