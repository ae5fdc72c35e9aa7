"""Hat guessing with information: every clue narrows down one card of each of the others.

What everybody knows of each hand is public. In each hand it points out one card, the one likeliest
to be playable, and sorts what that card can be into eight classes. A clue is the sum of the classes
of the other four's cards, modulo eight; each listener sees three of them, so the rest is its own.
"""

from __future__ import annotations

from typing import Any, Protocol

from hanabi_arena.kernels import (
    CompiledBot,
    Event,
    Row,
    Table,
    can_clue,
    can_discard,
    discard,
    is_in,
    is_subset,
    kernel,
    lowest_of,
    next_seat,
    play,
    rank_of,
    single_suit,
    size_of,
    target_of,
)
from hanabi_arena.rules import Rules

from ._clues import any_clue, numbered_clue, numbered_touch, touched_slots
from ._copies import FIELDS as COPY_FIELDS
from ._copies import Copies, count_all, count_out, odds_of
from ._cox import (
    REFUSES,
    SOURCE,
    first_number,
    last_number,
    listeners,
    message_of,
    no_code,
    target_for,
)
from ._literal import all_speak_alike, literal_action, play_known

SEATS = 6
HAND = 6


class Left(Copies, Protocol):
    """Scratch: the cards in hands, as everybody knows them or as one knows them oneself.

    The copies are those that are not accounted for: neither on the table nor identified in a hand.
    """

    known: Row  #: by seat * HAND + slot: the mask of what the card can be


class Notes(Left, Protocol):
    """What a seat remembers."""

    excluded: Row  #: by a card's place in the deck: mask of what everybody knows that it is not
    public_one: int  #: the copies neither on a stack nor in the discard pile, as in `Copies`
    public_two: int
    public_three: int
    talking: int  #: 1 where every seat has declared the same


@kernel
def take_up_hands(table: Table, notes: Notes, looks: bool) -> None:
    """Take up what everybody knows of the hands; or what one knows oneself, if one `looks`."""
    notes.one = notes.public_one
    notes.two = notes.public_two
    notes.three = notes.public_three
    for seat in range(table.players):
        for slot in range(table.hand_count[seat]):
            mask = notes.public_one & ~notes.excluded[table.order[seat, slot]]
            if mask == 0:
                mask = table.possible[seat, slot]
            if looks and table.hands[seat, slot] >= 0:
                mask = 1 << table.hands[seat, slot]
            notes.known[seat * HAND + slot] = mask


@kernel
def rule_out(table: Table, left: Left) -> None:
    """Count the identified cards out, and rule out what has no copy left, until nothing changes."""
    counted = 0
    changed = True
    while changed:
        changed = False
        for seat in range(table.players):
            for slot in range(table.hand_count[seat]):
                place = seat * HAND + slot
                if is_in(place, counted):
                    continue
                mask = left.known[place]
                if mask & left.one != 0:
                    mask &= left.one
                    left.known[place] = mask
                if mask & (mask - 1) == 0:
                    counted |= 1 << place
                    count_out(left, lowest_of(mask))
                    changed = True


@kernel
def pointed_slot(table: Table, left: Left, seat: int) -> int:
    """Return the slot of the unidentified card that is likeliest playable; -1 if there is none."""
    best = -1
    most = -1
    for slot in range(table.hand_count[seat]):
        mask = left.known[seat * HAND + slot]
        if mask & (mask - 1) != 0:
            odds = odds_of(mask, table.playable, left.one, left.two, left.three)
            if odds > most:
                most = odds
                best = slot
    return best


@kernel
def place_among(table: Table, living: int, identity: int) -> int:
    """Return how many living identities come before one, by rank and then by suit."""
    before = 0
    for rank in range(rank_of(identity) - 1):
        before += size_of(living & table.rank_touch[rank])
    same = living & table.rank_touch[rank_of(identity) - 1]
    return before + size_of(same & ((1 << identity) - 1))


@kernel
def class_of(table: Table, mask: int, classes: int, identity: int) -> int:
    """Return the class of an identity that a card can be.

    The dead ones are the first class. Of the living ones as many as possible have a class of their
    own, in order of rank; the others share classes, up to `classes` of them in each.
    """
    living = mask & ~table.dead
    first = 1 if mask & table.dead else 0
    if is_in(identity, table.dead):
        return 0
    number = size_of(living)
    room = classes - first
    alone = number if number <= room else max(0, (classes * room - number) // (classes - 1))
    place = place_among(table, living, identity)
    if place < alone:
        return first + place
    return min(first + alone + (place - alone) // classes, classes - 1)


@kernel
def class_members(table: Table, mask: int, classes: int, wanted: int) -> int:
    """Return what a card can be if its class is this one."""
    members = 0
    left = mask
    while left != 0:
        identity = lowest_of(left)
        left &= left - 1
        if class_of(table, mask, classes, identity) == wanted:
            members |= 1 << identity
    return members


@kernel
def hat(table: Table, left: Left, seat: int, classes: int) -> int:
    """Return the class of the card that is pointed out in a hand that one sees."""
    slot = pointed_slot(table, left, seat)
    if slot < 0:
        return 0
    return class_of(table, left.known[seat * HAND + slot], classes, table.hands[seat, slot])


@kernel
def keep(table: Table, notes: Notes, seat: int, classes: int, told: int) -> None:
    """Keep what a message has told everybody of a hand."""
    slot = pointed_slot(table, notes, seat)
    if slot >= 0:
        mask = notes.known[seat * HAND + slot]
        members = class_members(table, mask, classes, told)
        if members != 0:
            notes.excluded[table.order[seat, slot]] |= mask & ~members


@kernel
def hear(table: Table, notes: Notes, event: Event) -> None:
    """Take in a clue's message: the classes of others by looking, one's own by subtracting."""
    classes = 2 * listeners(table, event.seat)
    if classes == 0:
        return  # an empty clue to an empty hand
    own = message_of(table, event)
    take_up_hands(table, notes, False)
    rule_out(table, notes)
    for seat in range(table.players):
        if seat != event.seat and seat != table.viewer:
            told = hat(table, notes, seat, classes)
            own -= told
            keep(table, notes, seat, classes, told)
    if table.viewer != event.seat:
        keep(table, notes, table.viewer, classes, own % classes)


@kernel
def note_clue(table: Table, notes: Notes, seat: int) -> None:
    """Note what the clues to a hand tell everybody literally."""
    everything = (1 << table.suits * 5) - 1
    for slot in range(table.hand_count[seat]):
        notes.excluded[table.order[seat, slot]] |= everything & ~table.possible[seat, slot]


@kernel
def unknown_among(table: Table, left: Left, seat: int, touched: int, names_suit: bool) -> int:
    """Return how many touched cards have a suit, or a rank, that is not known yet."""
    count = 0
    for slot in range(table.hand_count[seat]):
        mask = left.known[seat * HAND + slot]
        if is_in(slot, touched):
            if names_suit:
                count += single_suit(mask) < 0
            else:
                rank = rank_of(lowest_of(mask))
                count += not is_subset(mask, table.rank_touch[rank - 1])
    return count


@kernel
def clue_to_give(table: Table, notes: Notes) -> int:
    """Return a clue with the message for all others that says something new besides; or -1."""
    classes = 2 * listeners(table, table.seat)
    if classes == 0:
        return any_clue(table)
    take_up_hands(table, notes, False)
    rule_out(table, notes)
    message = 0
    seat = next_seat(table, table.seat)
    while seat != table.seat:
        message += hat(table, notes, seat, classes)
        seat = next_seat(table, seat)
    message %= classes
    seat = target_for(table, table.seat, message)
    best = -1
    most = -1
    first = first_number(table, table.seat, message)
    for number in range(first, last_number(table, table.seat, message) + 1):
        touched = touched_slots(table, seat, numbered_touch(table, number))
        if touched != 0:
            new = unknown_among(table, notes, seat, touched, number < table.suit_clues)
            if new > most:
                most = new
                best = number
    return numbered_clue(table, seat, best)


@kernel
def first_within(table: Table, left: Left, goal: int) -> int:
    """Return the first of one's own slots whose card surely belongs to a set; or -1."""
    for slot in range(table.hand_count[table.seat]):
        if is_subset(left.known[table.seat * HAND + slot], goal):
            return slot
    return -1


@kernel
def first_duplicate(table: Table, left: Left) -> int:
    """Return the first of one's own slots whose identified card is in a hand twice; or -1."""
    for slot in range(table.hand_count[table.seat]):
        place = table.seat * HAND + slot
        mask = left.known[place]
        if mask & (mask - 1) == 0:
            for seat in range(table.players):
                for other in range(table.hand_count[seat]):
                    if seat * HAND + other != place and left.known[seat * HAND + other] == mask:
                        return slot
    return -1


@kernel
def discard_to_make(table: Table, left: Left) -> int:
    """Return the slot to discard: dead, twice there, surely or possibly not critical, or first."""
    slot = first_within(table, left, table.dead)
    if slot < 0:
        slot = first_duplicate(table, left)
    if slot < 0:
        slot = first_within(table, left, ~table.critical)
    if slot >= 0:
        return slot
    for slot in range(table.hand_count[table.seat]):
        if not is_subset(left.known[table.seat * HAND + slot], table.critical):
            return slot
    return 0


@kernel
def discarded(table: Table) -> int:
    """Return how many cards are in the discard pile."""
    count = table.cards - table.deck_count - table.score
    for seat in range(table.players):
        count -= table.hand_count[seat]
    return count


class CoxInformation(CompiledBot):
    """Tells each of the four others at once what one of its cards can be (hat guessing).

    Suits do not matter to its eight messages, so it plays any number and kind of them. Next to
    seats that declare anything else it takes clues literally.
    """

    reference = SOURCE
    players = (5,)
    refuses = REFUSES
    conventions = ("information by hat guessing, modulo eight",)
    memory = (
        ("excluded", "i8", (60,)),
        ("public_one", "i8"),
        ("public_two", "i8"),
        ("public_three", "i8"),
        ("known", "i8", (SEATS * HAND,)),
        *COPY_FIELDS,
        ("talking", "i8"),
    )

    @classmethod
    def why_not(cls, rules: Rules, players: int) -> str:
        """Return why it cannot play a variant at a player count, or nothing if it can."""
        return super().why_not(rules, players) or no_code(rules, players)

    @staticmethod
    @kernel
    def start(table: Table, memory: Notes, params: Any) -> None:
        """Find out whether everybody speaks the same, and count the cards."""
        memory.talking = 1 if all_speak_alike(table) else 0
        count_all(table, memory)
        memory.public_one = memory.one
        memory.public_two = memory.two
        memory.public_three = memory.three

    @staticmethod
    @kernel
    def observe(table: Table, memory: Notes, event: Event, params: Any) -> None:
        """Take in a clue's message and what it says literally; count the cards that are shown."""
        if memory.talking == 0:
            return
        target = target_of(event.action)
        if target >= 0:
            hear(table, memory, event)
            note_clue(table, memory, target)
            return
        memory.one = memory.public_one
        memory.two = memory.public_two
        memory.three = memory.public_three
        count_out(memory, event.card)
        memory.public_one = memory.one
        memory.public_two = memory.two
        memory.public_three = memory.three

    @staticmethod
    @kernel
    def act(table: Table, memory: Notes, params: Any) -> int:
        """Play what is sure, clue, discard; while few are discarded, a dead card before a clue."""
        if memory.talking == 0:
            return literal_action(table)
        take_up_hands(table, memory, True)
        rule_out(table, memory)
        slot = first_within(table, memory, table.playable)
        if slot >= 0:
            return play_known(table, slot, memory.known[table.seat * HAND + slot])
        discards = can_discard(table) and table.hand_count[table.seat] > 0
        slot = first_within(table, memory, table.dead)
        if discards and slot >= 0 and discarded(table) < 5:
            return discard(slot)
        if can_clue(table):
            clue = clue_to_give(table, memory)
            if clue >= 0:
                return clue
            take_up_hands(table, memory, True)
            rule_out(table, memory)
        if discards:
            return discard(discard_to_make(table, memory))
        return play(0)
