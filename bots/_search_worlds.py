"""The worlds that a searching seat thinks of: its own hand and the deck, given all it knows.

A world gives an identity to each card that the seat does not see, every copy being as likely as
the others. It fits the clues and, if it can, the public record. And since it is known how the
partner acts, the partner is asked again, as at each of its turns so far, what it would do if it saw
this hand: a world in which it would have done something else is none.
"""

from __future__ import annotations

from hanabi_arena.kernels import Table, copy_into, draw_below, is_in, kernel, unseen_counts

from ._search_memory import MOMENTS, Memory
from .duo import Duo

ALL_BUT_CERTAIN = 1 << 20
TRIES = 40
"""Worlds that may be refused for each that is wanted, before one makes do with a quarter of them or
allows the partner one more surprise."""
CLUES, RECORD, PARTNER = range(3)
"""What worlds must fit: the clues; the public record too; what the partner did as well."""
MOST_SURPRISES = 6
"""So many, and the partner is not asked any more; twice as many, and only the clues count."""

usual_action = Duo.act


@kernel
def remember(table: Table, memory: Memory) -> None:
    """Keep the table and the record as they are when the partner is on turn."""
    moment = memory.past[memory.turns % MOMENTS]
    copy_into(moment.table, table)
    copy_into(moment.notes, memory.notes)
    moment.table.viewer = table.seat
    for slot in range(6):
        moment.table.hands[table.seat, slot] = -1


@kernel
def note_action(memory: Memory, action: int) -> None:
    """Keep what the partner did in the turn that was remembered last."""
    memory.past[memory.turns % MOMENTS].action = action
    memory.turns += 1


@kernel
def list_moments(table: Table, memory: Memory) -> None:
    """List the partner's turns in which it saw a card that one still holds, the last one first."""
    me = table.seat
    memory.askable = 0
    oldest = table.turn
    for slot in range(table.hand_count[me]):
        oldest = min(oldest, table.drawn[me, slot])
    for turn in range(memory.turns - 1, max(memory.turns - MOMENTS, 0) - 1, -1):
        if memory.past[turn % MOMENTS].table.turn < oldest:
            return
        memory.asked[memory.askable] = turn % MOMENTS
        memory.askable += 1


@kernel
def would_differ(memory: Memory, me: int, number: int) -> bool:
    """Return whether the partner would have done something else, had one held these cards."""
    moment = memory.past[number]
    table = moment.table
    for slot in range(table.hand_count[me]):
        table.hands[me, slot] = memory.known[table.order[me, slot]]
    return usual_action(table, moment.notes, memory.manner) != moment.action


@kernel
def is_likely(memory: Memory, me: int, surprises: int) -> bool:
    """Return whether the partner would have acted as it did in all but so many turns."""
    for place in range(memory.askable):
        number = memory.asked[place]
        if would_differ(memory, me, number):
            surprises -= 1
            if surprises < 0:
                # What rules out one world is likely to rule out the next one: ask it first.
                for later in range(place, 0, -1):
                    memory.asked[later] = memory.asked[later - 1]
                memory.asked[0] = number
                return False
    return True


@kernel
def count_copies(memory: Memory, mask: int) -> int:
    """Return how many copies are left of the identities in a set."""
    total = 0
    for identity in range(30):
        if is_in(identity, mask):
            total += memory.unseen[identity]
    return total


@kernel
def survey(table: Table, memory: Memory, belief: int) -> None:
    """Work out what one's own cards can be, and put those with the fewest copies first."""
    me = table.seat
    unseen_counts(table, memory.unseen)
    for slot in range(table.hand_count[me]):
        mask = table.possible[me, slot]
        if belief != CLUES:
            recorded = mask & memory.notes.sets[table.order[me, slot]]
            if count_copies(memory, recorded) > 0:  # if not, somebody broke a promise
                mask = recorded
        copies = count_copies(memory, mask)
        memory.masks[slot] = mask
        place = slot
        while place > 0 and memory.copies[place - 1] > copies:
            memory.slots[place] = memory.slots[place - 1]
            memory.copies[place] = memory.copies[place - 1]
            place -= 1
        memory.slots[place] = slot
        memory.copies[place] = copies


@kernel
def draw_card(memory: Memory, mask: int, bound: int) -> int:
    """Draw one of `bound` copies and return its identity; -1 if fewer belong to the set."""
    copies = count_copies(memory, mask)
    if copies == 0:
        return -1
    number = draw_below(memory, max(bound, copies))
    if number >= copies:
        return -1
    identity = -1
    while number >= 0:
        identity += 1
        if is_in(identity, mask):
            number -= memory.unseen[identity]
    return identity


@kernel
def put_back(table: Table, memory: Memory, cards: int) -> None:
    """Take back the identities of one's own cards: those of the first so many of `slots`."""
    for place in range(cards):
        order = table.order[table.seat, memory.slots[place]]
        memory.unseen[memory.known[order]] += 1


@kernel
def draw_hand(table: Table, memory: Memory, clues_only: bool) -> bool:
    """Give one's own cards identities; return whether that worked out.

    A card that comes later has fewer copies to choose from than if it were the only one. Hands are
    refused so much more often, which makes all arrangements of the copies equally likely.
    """
    me = table.seat
    for place in range(table.hand_count[me]):
        slot = memory.slots[place]
        if clues_only:
            identity = draw_card(memory, table.possible[me, slot], 0)
        else:
            identity = draw_card(memory, memory.masks[slot], memory.copies[place])
        if identity < 0:
            put_back(table, memory, place)
            return False
        memory.unseen[identity] -= 1
        memory.known[table.order[me, slot]] = identity
    return True


@kernel
def keep_world(table: Table, memory: Memory) -> None:
    """Add a world: this hand, and what is left as the deck, in a random order."""
    me = table.seat
    number = memory.found
    memory.found += 1
    for slot in range(table.hand_count[me]):
        order = table.order[me, slot]
        memory.worlds[number, order] = memory.known[order]
    first = table.cards - table.deck_count
    place = first
    for identity in range(table.suits * 5):
        for _ in range(memory.unseen[identity]):
            other = first + draw_below(memory, place - first + 1)
            memory.worlds[number, place] = memory.worlds[number, other]
            memory.worlds[number, other] = identity
            place += 1


@kernel
def find_worlds(table: Table, memory: Memory, wanted: int, belief: int, doubt: float) -> None:
    """Find so many worlds, or fewer if nearly all are refused.

    `doubt` is how likely the partner is, each turn, to have done something that was not expected.
    """
    survey(table, memory, belief)
    list_moments(table, memory)
    memory.found = 0
    extra = 0
    left = TRIES * wanted
    while memory.found < wanted:
        if left == 0:
            if memory.found > wanted // 4 or extra > 2 * MOST_SURPRISES:
                return
            extra += 1
            left = TRIES * wanted
        left -= 1
        if not draw_hand(table, memory, extra >= 2 * MOST_SURPRISES):
            continue
        surprises = extra
        while surprises < MOST_SURPRISES:
            if draw_below(memory, ALL_BUT_CERTAIN) >= doubt * ALL_BUT_CERTAIN:
                break
            surprises += 1
        asking = belief == PARTNER and surprises < MOST_SURPRISES
        if not asking or is_likely(memory, table.seat, surprises):
            keep_world(table, memory)
        put_back(table, memory, table.hand_count[table.seat])
