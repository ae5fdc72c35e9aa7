"""How a clued card becomes playable: by prompts and finesses of the cards that are missing."""

from __future__ import annotations

from hanabi_arena.kernels import Table, is_in, kernel, next_seat

from ._hg_focus import finesse_slot, prompt_slot
from ._hg_state import (
    BLIND,
    BLUFF,
    CLUED,
    FINESSED,
    KNOWN_PLAY,
    LAYER,
    PROMPTED,
    STEPS,
    WAITS,
    World,
    has,
    mark,
    seen,
    slot_of_place,
    turns_until,
)
from ._hg_switches import (
    BLUFF_CLUE,
    DOUBLE_FINESSE,
    FINESSE,
    HIDDEN_FINESSE,
    LAYERED_FINESSE,
    PROMPT,
    QUEUED_FINESSE,
    REVERSE_FINESSE,
    SELF_FINESSE,
    SELF_PROMPT,
)

FIVES = 0b10000_10000_10000_10000_10000_10000


@kernel
def add_step(world: World, kind: int, seat: int, place: int, need: int) -> None:
    """Add a step to the connection that is being looked for."""
    step = world.steps
    world.step_kind[step] = kind
    world.step_seat[step] = seat
    world.step_place[step] = place
    world.step_need[step] = need
    world.steps += 1
    if kind >= BLIND:
        world.blind += 1


@kernel
def prompt_step(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    seat: int,
    target: int,
    need: int,
    goal: int,
) -> int:
    """Look for a prompt of a seat: 1 found, 0 there is none, -1 a wrong one bars the seat."""
    if conv & PROMPT == 0:
        return 0
    slot = prompt_slot(table, world, seat, need, seat == target)
    if slot < 0:
        return 0
    if seat == target and conv & SELF_PROMPT == 0:
        return -1
    place = table.order[seat, slot]
    card = table.hands[seat, slot] if seat != world.eyes else -1
    if card < 0 or card == need:
        add_step(world, PROMPTED, seat, place, need)
        world.used |= SELF_PROMPT if seat == target else PROMPT
        return 1
    if conv & HIDDEN_FINESSE != 0 and is_in(card, world.coming) and world.steps + 2 < STEPS:
        # It will play, though not as what was asked for; then the card behind it is due.
        add_step(world, LAYER, seat, place, card)
        if blind_step(table, world, conv, giver, seat, target, need, goal):
            world.used |= HIDDEN_FINESSE
            return 1
        world.steps -= 1
        world.blind -= 1
    return -1


@kernel
def is_touched(table: Table, world: World, card: int, but: int) -> bool:
    """Return whether `eyes` sees a card touched in another hand than that of the seat `but`."""
    for seat in range(table.players):
        if seat != world.eyes and seat != but:
            for slot in range(table.hand_count[seat]):
                if table.hands[seat, slot] == card and has(world, table.order[seat, slot], CLUED):
                    return True
    return False


@kernel
def may_bluff(
    table: Table, world: World, conv: int, giver: int, seat: int, target: int, need: int, goal: int
) -> bool:
    """Return whether a clue may be a bluff of a seat: the next one, for a card that is one away."""
    if conv & BLUFF_CLUE == 0 or seat != next_seat(table, giver) or seat == target:
        return False
    return goal == need + 1 and world.steps == 0


@kernel
def leading_on(world: World, focus: int) -> int:
    """Return the cards that are one below what a clued card can be: played blind, no bluff."""
    return world.could[focus] >> 1 & ~FIVES


@kernel
def bluffed(table: Table, world: World) -> int:
    """Return the cards that a bluff may call for: playable, and not leading on to the focus."""
    return table.playable & ~leading_on(world, world.focus)


@kernel
def blind_step(
    table: Table, world: World, conv: int, giver: int, seat: int, target: int, need: int, goal: int
) -> bool:
    """Look for a finesse of a seat, through other playable cards where layers are agreed on."""
    if conv & FINESSE == 0:
        return False
    if seat == target and conv & SELF_FINESSE == 0:
        return False
    if is_touched(table, world, need, seat):
        return False
    start = world.steps
    blind = world.blind
    bluff = may_bluff(table, world, conv, giver, seat, target, need, goal)
    for _ in range(world.deepest + 1):
        if world.steps >= STEPS:
            break
        slot = finesse_slot(table, world, seat, conv & QUEUED_FINESSE != 0, world.turn)
        if slot < 0:
            break
        place = table.order[seat, slot]
        if finesse_slot(table, world, seat, False, world.turn) != slot:
            world.used |= QUEUED_FINESSE
        card = table.hands[seat, slot] if seat != world.eyes else -1
        if bluff and finesse_slot(table, world, seat, False, world.turn) == slot:
            if card < 0 or (card != need and is_in(card, bluffed(table, world))):
                add_step(world, BLUFF, seat, place, need if card < 0 else card)
                world.used |= BLUFF_CLUE if card >= 0 else FINESSE
                return True
        bluff = False
        if card == need or (card < 0 and is_in(need, world.could[place])):
            add_step(world, BLIND, seat, place, need)
            world.used |= FINESSE | (SELF_FINESSE if seat == target else 0)
            return True
        if card < 0 or conv & LAYERED_FINESSE == 0 or not is_in(card, world.coming):
            break
        if in_chain(world, card):
            break
        add_step(world, LAYER, seat, place, card)
        world.used |= LAYERED_FINESSE
    world.steps = start
    world.blind = blind
    return False


@kernel
def in_chain(world: World, card: int) -> bool:
    """Return whether the connection that is being looked for plays this card already."""
    for step in range(world.steps):
        if world.step_need[step] == card:
            return True
    return False


@kernel
def find_step(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    target: int,
    need: int,
    goal: int,
) -> bool:
    """Look for a seat that has the card `need`, from the one after the giver on, `world.also` last.

    The target, and the seat that looks, take part only as that: they do not see their hands.
    """
    if world.steps >= STEPS:
        return False
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            place = table.order[seat, slot]
            if world.should[place] == 1 << need and has(world, place, CLUED | FINESSED):
                if seat == giver or seen(table, world, seat, slot) == need:
                    add_step(world, KNOWN_PLAY, seat, place, need)
                    return True
    for wait in range(WAITS):
        if world.wait_on[wait] != 0 and world.wait_turn[wait] != world.turn:
            for step in range(world.wait_at[wait], world.wait_steps[wait]):
                if world.wait_need[wait, step] == need and world.wait_place[wait, step] >= 0:
                    seat = world.wait_seat[wait, step]
                    slot = slot_of_place(table, seat, world.wait_place[wait, step])
                    if slot >= 0 and seat != world.eyes and table.hands[seat, slot] == need:
                        add_step(world, KNOWN_PLAY, seat, world.wait_place[wait, step], need)
                        return True
    if world.eyes != giver and is_in(need, world.own_plays):
        add_step(world, KNOWN_PLAY, world.eyes, -1, need)
        return True
    barred = world.barred
    seat = giver
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        if seat == target or seat == world.eyes or is_in(seat, barred):
            continue
        found = prompt_step(table, world, conv, giver, seat, target, need, goal)
        if found > 0:
            return True
        if found < 0:
            barred |= 1 << seat
    for turn in range(2):
        seat = giver
        for _ in range(1, table.players):
            seat = next_seat(table, seat)
            hidden = seat == target or seat == world.eyes
            if (turn == 0 and hidden) or (turn == 1 and seat != world.also) or is_in(seat, barred):
                continue
            if turn == 1:
                found = prompt_step(table, world, conv, giver, seat, target, need, goal)
                if found != 0:
                    return found > 0
            late = turns_until(table, giver, seat) > turns_until(table, giver, target)
            if late and conv & REVERSE_FINESSE == 0:
                continue
            if blind_step(table, world, conv, giver, seat, target, need, goal):
                if late:
                    world.used |= REVERSE_FINESSE
                return True
    return False


@kernel
def connect(
    table: Table,
    world: World,
    conv: int,
    giver: int,
    target: int,
    identity: int,
) -> int:
    """Look for all steps to an identity; return what they cost, -1 if there is no way.

    A blind play costs 10, a prompt 1. The steps are left in the world.
    """
    world.steps = 0
    world.blind = 0
    if conv & (PROMPT | FINESSE) == 0 and world.own_plays == 0:
        return -1
    suit = identity // 5
    used = world.used
    unknown = 0
    for rank in range(world.hypo[suit] + 1, identity % 5 + 1):
        need = suit * 5 + rank - 1
        before = world.steps
        found = find_step(table, world, conv, giver, target, need, identity)
        if found and world.step_kind[before] != KNOWN_PLAY:
            unknown += 1
            if world.blind > world.longest + (world.also < 0):
                found = False
            if unknown > 1:
                world.used |= DOUBLE_FINESSE
                found = found and conv & DOUBLE_FINESSE != 0
        if not found:
            world.used = used
            world.steps = 0
            return -1
    cost = 0
    for step in range(world.steps):
        kind = world.step_kind[step]
        cost += 10 if kind >= BLIND else (1 if kind == PROMPTED else 0)
    return cost


@kernel
def wait_for(table: Table, world: World, giver: int, target: int, focus: int, card: int) -> None:
    """Wait for the steps that were found; what waits longest gives way if there are too many."""
    slot = -1
    oldest = -1
    for wait in range(WAITS):
        if world.wait_on[wait] == 0:
            slot = wait
            break
        if oldest < 0 or world.wait_turn[wait] < world.wait_turn[oldest]:
            oldest = wait
    if slot < 0:
        slot = oldest
    world.wait_on[slot] = 1
    world.wait_giver[slot] = giver
    world.wait_target[slot] = target
    world.wait_focus[slot] = focus
    world.wait_card[slot] = card
    world.wait_turn[slot] = world.turn
    world.wait_steps[slot] = world.steps
    world.wait_at[slot] = 0
    for step in range(world.steps):
        world.wait_kind[slot, step] = world.step_kind[step]
        world.wait_seat[slot, step] = world.step_seat[step]
        world.wait_place[slot, step] = world.step_place[step]
        world.wait_need[slot, step] = world.step_need[step]


@kernel
def call_steps(table: Table, world: World, giver: int, join: bool) -> None:
    """Note on each card of the connection that was found what it should be.

    With `join` it may still be what an earlier call by the same clue makes it.
    """
    for step in range(world.steps):
        place = world.step_place[step]
        if world.step_kind[step] == KNOWN_PLAY:
            continue
        need = 1 << world.step_need[step]
        if world.step_kind[step] == BLUFF and world.step_seat[step] == world.eyes:
            need |= bluffed(table, world)
        need &= world.could[place]
        if need == 0:
            continue
        if join and has(world, place, FINESSED) and world.since[place] == world.turn:
            world.should[place] |= need
            continue
        world.old[place] = world.should[place]
        world.should[place] = need
        if world.step_kind[step] >= BLIND:
            if not has(world, place, CLUED):
                mark(world, place, FINESSED)
                world.since[place] = world.turn
                world.by[place] = giver
