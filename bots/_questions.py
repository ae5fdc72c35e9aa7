"""Questions about a hand: what a listener is told of its cards, in a row of small numbers.

Everybody knows the same of a hand, as a mask of identities a card. From that, and from the room
that is left in the message, everybody finds the same next question; whoever sees the hand finds the
answer, and its holder gets it from the message. `ask` prepares the question, `true_answer` answers
it by looking, `learn` narrows the hand down by an answer. All work on `asked`, a hand's masks in
the seat's private memory.
"""

from __future__ import annotations

from typing import Protocol

from hanabi_arena.kernels import Row, Table, is_in, is_subset, kernel, size_of

from ._copies import FIELDS as COPY_FIELDS
from ._copies import ODDS, Copies, odds_of


class Questions(Copies, Protocol):
    """A hand that is asked about, and the question."""

    asked: Row  #: by slot: what everybody knows the card can be
    items: int  #: how many guesses the question lists; 0 if it sorts a card into classes
    item_slot: Row  #: the slot of each guess
    item_goal: Row  #: the set that the card in it would belong to
    item_odds: Row  #: the odds of a guess, in copies, out of `ODDS`
    sorted_slot: int  #: the slot of the card that is sorted into classes
    classes: int  #: how many classes its living identities are dealt to


FIELDS = (
    *COPY_FIELDS,
    ("asked", "i8", (6,)),
    ("items", "i8"),
    ("item_slot", "i8", (12,)),
    ("item_goal", "i8", (12,)),
    ("item_odds", "i8", (12,)),
    ("sorted_slot", "i8"),
    ("classes", "i8"),
)
"""Fields of the memory record."""


@kernel
def is_settled(mask: int, dead: int) -> bool:
    """Return whether there is nothing to ask of a card: it is identified, or surely dead."""
    return mask & (mask - 1) == 0 or is_subset(mask, dead)


@kernel
def list_guesses(asked: Questions, dead: int, held: int, goal: int, most: int) -> None:
    """List the guess "this card belongs to `goal`" for the cards of which that is open.

    The list gets `most` items in all, the likeliest ones; those of a goal go from unlikely to
    likely, and the older of two cards with the same odds first.
    """
    first = asked.items
    for slot in range(held):
        mask = asked.asked[slot]
        if mask & goal == 0 or is_settled(mask, dead):
            continue
        odds = odds_of(mask, goal, asked.one, asked.two, asked.three)
        count = asked.items
        if count == most:
            if count == first or odds <= asked.item_odds[first]:
                continue
            # Of the unlikeliest ones, the youngest makes room.
            last = first
            while last + 1 < count and asked.item_odds[last + 1] == asked.item_odds[first]:
                last += 1
            for place in range(last, count - 1):
                asked.item_slot[place] = asked.item_slot[place + 1]
                asked.item_odds[place] = asked.item_odds[place + 1]
            count -= 1
        place = count
        while place > first and asked.item_odds[place - 1] > odds:
            asked.item_slot[place] = asked.item_slot[place - 1]
            asked.item_odds[place] = asked.item_odds[place - 1]
            place -= 1
        asked.item_slot[place] = slot
        asked.item_odds[place] = odds
        asked.item_goal[count] = goal
        asked.items = count + 1


@kernel
def open_guess(asked: Questions, playable: int, dead: int, held: int) -> int:
    """Return the slot whose odds of being playable are nearest 0.7, from 0.5 to 0.9; or -1."""
    best = -1
    nearest = ODDS // 5 + 1
    for slot in range(held):
        mask = asked.asked[slot]
        if not is_settled(mask, dead):
            odds = odds_of(mask, playable, asked.one, asked.two, asked.three)
            apart = abs(odds - ODDS * 7 // 10)
            if apart < nearest:
                nearest = apart
                best = slot
    return best


@kernel
def least_dead(asked: Questions, dead: int, held: int) -> int:
    """Return the slot of the unsettled card that is least likely to be dead; or -1."""
    best = -1
    least = ODDS
    for slot in range(held):
        mask = asked.asked[slot]
        if not is_settled(mask, dead):
            odds = odds_of(mask, dead, asked.one, asked.two, asked.three)
            if odds < least:
                least = odds
                best = slot
    return best


@kernel
def ask(asked: Questions, playable: int, dead: int, held: int, room: int) -> int:
    """Prepare the next question of a hand; return how many answers it has, 0 for no question.

    There are at most `room` answers. Without a card that is known to be playable: which is the
    first of these guesses that is right? Then: is this likely card playable? Then: which of these
    classes does the card belong to that is most likely to be of use?
    """
    asked.items = 0
    knows_playable = False
    knows_dead = False
    for slot in range(held):
        knows_playable |= is_subset(asked.asked[slot], playable)
        knows_dead |= is_subset(asked.asked[slot], dead)
    if not knows_playable:
        list_guesses(asked, dead, held, playable, room - 1)
        if not knows_dead:
            list_guesses(asked, dead, held, dead, room - 1)
        if asked.items > 0:
            return asked.items + 1
    slot = open_guess(asked, playable, dead, held)
    if slot >= 0:
        asked.items = 1
        asked.item_slot[0] = slot
        asked.item_goal[0] = playable
        return 2
    slot = least_dead(asked, dead, held)
    if slot < 0:
        return 0
    living = size_of(asked.asked[slot] & ~dead)
    with_dead = 1 if asked.asked[slot] & dead else 0
    asked.sorted_slot = slot
    asked.classes = min(living, room - with_dead)
    return asked.classes + with_dead


@kernel
def class_of(mask: int, dead: int, classes: int, identity: int) -> int:
    """Return the class of an identity: the living ones in turn, the dead ones together."""
    if is_in(identity, dead):
        return classes
    return size_of(mask & ~dead & ((1 << identity) - 1)) % classes


@kernel
def class_members(mask: int, dead: int, classes: int, wanted: int) -> int:
    """Return the identities of a class; `class_of` tells which."""
    if wanted == classes:
        return mask & dead
    members = 0
    place = 0
    left = mask & ~dead
    while left != 0:
        bit = left & -left
        if place == wanted:
            members |= bit
        place = place + 1 if place + 1 < classes else 0
        left ^= bit
    return members


@kernel
def true_answer(table: Table, asked: Questions, dead: int, seat: int) -> int:
    """Return the answer that one sees in a seat's hand."""
    if asked.items > 0:
        for item in range(asked.items):
            if is_in(table.hands[seat, asked.item_slot[item]], asked.item_goal[item]):
                return item + 1
        return 0
    slot = asked.sorted_slot
    return class_of(asked.asked[slot], dead, asked.classes, table.hands[seat, slot])


@kernel
def learn(asked: Questions, dead: int, answer: int) -> None:
    """Narrow the hand down by an answer."""
    if asked.items > 0:
        for item in range(asked.items):
            slot = asked.item_slot[item]
            if item + 1 == answer:
                asked.asked[slot] &= asked.item_goal[item]
                return
            asked.asked[slot] &= ~asked.item_goal[item]
    else:
        slot = asked.sorted_slot
        asked.asked[slot] = class_members(asked.asked[slot], dead, asked.classes, answer)
