"""What everybody knows of every hand, and messages to all the others at once.

A seat's hat is the row of answers to the questions about its hand, as one number. A message is the
sum of the hats of all listeners, modulo its number of values: each of them sees the other hats, so
what is left is its own. (Cox, De Silva, DeOrsey, Kenter, Retter and Tobin, "How to make the perfect
fireworks display", Mathematics Magazine 88, 2015.)
"""

from __future__ import annotations

from typing import Protocol

from hanabi_arena.kernels import Event, Row, Table, is_subset, kernel, next_seat, slot_of

from ._questions import FIELDS as QUESTION_FIELDS
from ._questions import Questions, ask, learn, true_answer


class Hats(Questions, Protocol):
    """What a seat keeps of everybody's knowledge: all of it is public, and the same at each seat.

    By a card's place in the deck, so that nothing moves when hands do.
    """

    excluded: Row  #: mask of what everybody knows the card is not, by clues and by messages
    content: int  #: scratch: 1 if the actor tells that all who know of no playable card have none


FIELDS = (*QUESTION_FIELDS, ("excluded", "i8", (60,)), ("content", "i8"))
"""Fields of the memory record."""


@kernel
def public_mask(table: Table, hats: Hats, seat: int, slot: int) -> int:
    """Return what everybody knows a card can be."""
    return hats.one & ~hats.excluded[table.order[seat, slot]]


@kernel
def knows_playable(table: Table, hats: Hats, seat: int) -> bool:
    """Return whether everybody knows of a seat that it knows of a playable card."""
    for slot in range(table.hand_count[seat]):
        if is_subset(public_mask(table, hats, seat, slot), table.playable):
            return True
    return False


@kernel
def take_up(table: Table, hats: Hats, seat: int) -> int:
    """Make a hand, as everybody knows it, the one that is asked about; return its size."""
    held = table.hand_count[seat]
    for slot in range(held):
        hats.asked[slot] = public_mask(table, hats, seat, slot)
    if hats.content != 0 and not knows_playable(table, hats, seat):
        for slot in range(held):
            hats.asked[slot] &= ~table.playable
    return held


@kernel
def hat(table: Table, hats: Hats, seat: int, values: int) -> int:
    """Return the hat of a hand that one sees, for a message of so many values.

    `asked` is left as the holder will know its hand. A question gets the room that the answers so
    far have left in the message: small answers leave more.
    """
    playable = table.playable
    dead = table.dead
    held = take_up(table, hats, seat)
    number = 0
    step = 1
    room = values
    while room > 1:
        answers = ask(hats, playable, dead, held, room)
        if answers == 0:
            break
        answer = true_answer(table, hats, dead, seat)
        learn(hats, dead, answer)
        number += step * answer
        step *= answers
        room = (values - number - 1) // step + 1
    return number


@kernel
def put_on(table: Table, hats: Hats, seat: int, values: int, number: int) -> None:
    """Take the answers out of one's own hat; `asked` is left as one knows one's hand then."""
    playable = table.playable
    dead = table.dead
    held = take_up(table, hats, seat)
    room = values
    while room > 1:
        answers = ask(hats, playable, dead, held, room)
        if answers == 0:
            break
        answer = number % answers
        number //= answers
        room = (room - answer - 1) // answers + 1
        learn(hats, dead, answer)


@kernel
def keep(table: Table, hats: Hats, seat: int) -> None:
    """Keep what is known of the hand that was asked about."""
    for slot in range(table.hand_count[seat]):
        mask = hats.asked[slot]
        if mask != 0:
            hats.excluded[table.order[seat, slot]] |= hats.one & ~mask


@kernel
def hat_sum(table: Table, hats: Hats, values: int) -> int:
    """Return the message of so many values that the seat on turn has for the others."""
    total = 0
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        total += hat(table, hats, seat, values)
    return total % values


@kernel
def hear(table: Table, hats: Hats, actor: int, values: int, message: int) -> None:
    """Take in a message of the actor: everybody's hats but one's own by looking."""
    own = message
    me = table.viewer
    for seat in range(table.players):
        if seat != me and seat != actor:
            own -= hat(table, hats, seat, values)
            keep(table, hats, seat)
    if me != actor:
        put_on(table, hats, me, values, own % values)
        keep(table, hats, me)


@kernel
def note_clue(table: Table, hats: Hats, seat: int) -> None:
    """Note what the clues to a hand tell everybody literally."""
    everything = (1 << table.suits * 5) - 1
    for slot in range(table.hand_count[seat]):
        hats.excluded[table.order[seat, slot]] |= everything & ~table.possible[seat, slot]


@kernel
def take_up_before(table: Table, hats: Hats, event: Event) -> int:
    """Make the actor's hand, as everybody knew it before its discard, the one asked about."""
    gone = slot_of(event.action)
    held = table.hand_count[event.seat] - event.drew + 1
    for slot in range(held):
        order = event.order
        if slot != gone:
            order = table.order[event.seat, slot if slot < gone else slot - 1]
        hats.asked[slot] = hats.one & ~hats.excluded[order]
    return held


@kernel
def useless_slots(hats: Hats, dead: int, held: int) -> int:
    """Return the slots, as a mask, of the hand asked about that it can do without.

    Those are the dead cards, and the identified cards that it holds twice.
    """
    useless = 0
    for slot in range(held):
        mask = hats.asked[slot]
        if is_subset(mask, dead):
            useless |= 1 << slot
        elif mask & (mask - 1) == 0:
            for other in range(slot):
                if hats.asked[other] == mask:
                    useless |= 1 << slot | 1 << other
    return useless
