"""Generalised hat guessing: every clue tells all the other seats something of their own hands.

What everybody knows of each hand is public, so everybody can pose the same questions about it. A
clue is a number, made of whom it goes to, its kind, and whether it touches one certain card; the
number is the sum of the answers for all the listeners. Discards of cards that are publicly useless
carry a message in the same way: which of them goes.

Where its model picks, among clues with the same symbol, the one that tells most before the message
is taken in, this bot does so after it; nothing else is different on purpose.
"""

from __future__ import annotations

from typing import Any, Protocol

from hanabi_arena.kernels import (
    DISCARD,
    CompiledBot,
    Event,
    Row,
    Table,
    can_clue,
    can_discard,
    discard,
    hand_mask,
    is_in,
    is_subset,
    kernel,
    kind_of,
    lowest_of,
    next_seat,
    play,
    size_of,
    slot_of,
    target_of,
)
from hanabi_arena.rules import Rules

from ._alphabet import FIELDS as ALPHABET_FIELDS
from ._alphabet import Alphabet, best_clue, find_covered, find_symbols, message_of
from ._clues import any_clue, never_a_clue
from ._copies import ODDS, copies_in, count_all, count_out, odds_of, unseen_copies
from ._hats import FIELDS as HAT_FIELDS
from ._hats import (
    hat,
    hat_sum,
    hear,
    knows_playable,
    note_clue,
    public_mask,
    take_up,
    take_up_before,
    useless_slots,
)
from ._literal import all_speak_alike, literal_action, play_known


class Notes(Alphabet, Protocol):
    """What a seat remembers: what is public."""

    talking: int  #: 1 where every seat has declared the same
    held_by: Row  #: scratch: the mask of the identities in each other hand


@kernel
def look_at_own(table: Table, notes: Notes, one: int) -> int:
    """Make one's own hand, as one knows it oneself, the one that is asked about."""
    seat = table.seat
    held = table.hand_count[seat]
    for slot in range(held):
        mask = public_mask(table, notes, seat, slot) & one
        notes.asked[slot] = mask if mask != 0 else table.possible[seat, slot] & one
    return held


@kernel
def look_at_others(table: Table, notes: Notes) -> None:
    """Note which identities each other seat holds."""
    for seat in range(table.players):
        notes.held_by[seat] = 0 if seat == table.seat else hand_mask(table, seat)


@kernel
def play_worth(table: Table, notes: Notes, mask: int, one: int, two: int, three: int) -> int:
    """Return how good a play is: low ranks first, and what nobody else holds."""
    worth = 0
    left = mask
    while left != 0:
        card = lowest_of(left)
        bit = left & -left
        left ^= bit
        holders = 1
        if table.deck_count > 0:
            for seat in range(table.players):
                holders += notes.held_by[seat] >> card & 1
        worth += copies_in(bit, one, two, three) * (9 - card % 5) * 60 // holders
    return worth * 1000 // copies_in(mask, one, two, three)


@kernel
def sure_play(table: Table, notes: Notes, one: int, two: int, three: int) -> int:
    """Return the slot of the best card that is surely playable; or -1."""
    best = -1
    most = -1
    for slot in range(table.hand_count[table.seat]):
        mask = notes.asked[slot]
        if is_subset(mask, table.playable):
            worth = play_worth(table, notes, mask, one, two, three)
            if worth > most:
                most = worth
                best = slot
    return best


@kernel
def likely_play(table: Table, notes: Notes, goal: int, one: int, two: int, three: int) -> int:
    """Return the slot that is likeliest playable among the cards surely in a set; or -1."""
    best = -1
    most = -1
    for slot in range(table.hand_count[table.seat]):
        mask = notes.asked[slot]
        if is_subset(mask, goal):
            odds = odds_of(mask, table.playable, one, two, three)
            if odds > most:
                most = odds
                best = slot
    return best


@kernel
def safe_guess(table: Table, notes: Notes, one: int, two: int, three: int) -> int:
    """Return the slot of a card that is very likely playable, and otherwise dead; or -1."""
    if table.strikes + 1 >= table.max_strikes:
        return -1
    slot = likely_play(table, notes, table.playable | table.dead, one, two, three)
    if slot >= 0:
        odds = odds_of(notes.asked[slot], table.playable, one, two, three)
        if odds > ODDS * 3 // 4:
            return slot
    return -1


@kernel
def someone_can_play(table: Table, notes: Notes) -> bool:
    """Return whether another seat holds a playable card."""
    for seat in range(table.players):
        if notes.held_by[seat] & table.playable:
            return True
    return False


@kernel
def someone_needs_clue(table: Table, notes: Notes) -> bool:
    """Return whether another seat holds a playable card, and knows of none."""
    for seat in range(table.players):
        if notes.held_by[seat] & table.playable and not knows_playable(table, notes, seat):
            return True
    return False


@kernel
def spare_discards(table: Table) -> int:
    """Return how many discards there are until the deck is too short for all; then negative."""
    held = 0
    for seat in range(table.players):
        held += table.hand_count[seat]
    gone = table.cards - table.deck_count - held - table.score
    return table.cards - table.max_score - table.players * table.hand_size - gone


@kernel
def least_loss(table: Table, notes: Notes, one: int, two: int, three: int) -> int:
    """Return the slot of the card that one can best do without."""
    seen = 0
    for seat in range(table.players):
        seen |= notes.held_by[seat]
    best = 0
    most = -1
    for slot in range(table.hand_count[table.seat]):
        mask = notes.asked[slot]
        spared = copies_in(mask & ~table.critical, one, two, three)
        worth = 20 * copies_in(mask & seen, one, two, three) + 10 * spared
        for rank in range(5):
            worth += (rank + 1) * copies_in(mask & table.rank_touch[rank], one, two, three)
        if table.bouquet_final != 0:
            worth += 1000 * spared  # a last copy is the whole game
        worth = worth * 1000 // copies_in(mask, one, two, three)
        if worth > most:
            most = worth
            best = slot
    return best


@kernel
def clue_to_give(table: Table, notes: Notes) -> int:
    """Return the clue that tells all others the answers about their hands."""
    notes.content = 0
    number = find_symbols(table, notes, table.seat)
    if number > 0:
        message = hat_sum(table, notes, number)
        seat = next_seat(table, table.seat)
        while message >= notes.symbols[seat]:
            message -= notes.symbols[seat]
            seat = next_seat(table, seat)
        # What the seat will know by the message is known to its giver already.
        hat(table, notes, seat, number)
        clue = best_clue(table, notes, seat, message)
        if clue >= 0:
            return clue
    return any_clue(table)


@kernel
def nth_slot(slots: int, place: int) -> int:
    """Return the slot that has `place` others of a mask of slots before it."""
    for _ in range(place):
        slots &= slots - 1
    return lowest_of(slots)


@kernel
def discard_to_make(table: Table, notes: Notes, one: int, two: int, three: int) -> int:
    """Return the discard: one that says something, else a useless card, else the least loss."""
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
    return discard(least_loss(table, notes, one, two, three))


@kernel
def wants_to_clue(table: Table, notes: Notes, spare: int) -> bool:
    """Return whether a clue is better than a discard; the clue is affordable."""
    if table.clue_tokens == table.max_tokens or someone_needs_clue(table, notes):
        return True
    useless = useless_slots(notes, table.dead, table.hand_count[table.seat])
    if spare >= 0 and useless != 0:
        return False
    return someone_can_play(table, notes) or table.clue_tokens * 2 > table.max_tokens


class Information(CompiledBot):
    """Tells all the others at once, by the sum of what each should know (hat guessing).

    It plays whatever has clues. How many symbols there are to write with follows from what is
    public: with a rainbow suit, or hands of one to three cards, it may be that no clue misses the
    reference slot, and there are two symbols instead of three; an empty hand has none; with empty
    clues there is one for each value, mostly ten a listener instead of four. Other suits and copies
    only change what is asked. In the bouquet final it discards last copies last. Next to seats that
    declare anything else it takes clues literally.
    """

    reference = (
        "the information strategy of Cox, De Silva, DeOrsey, Kenter, Retter and Tobin, 'How to make"
        " the perfect fireworks display' (2015), with the questions, the alphabet and the discards "
        "of the bot `info` in WuTheFWasThat's hanabi.rs (2016-2023)"
    )
    conventions = ("hat guessing: questions about the hands, in clues and in useless discards",)
    memory = (
        ("talking", "i8"),
        ("held_by", "i8", (6,)),
        *HAT_FIELDS,
        *ALPHABET_FIELDS,
    )

    @classmethod
    def why_not(cls, rules: Rules, players: int) -> str:
        """Return why it cannot play a variant at a player count, or nothing if it can."""
        return super().why_not(rules, players) or never_a_clue(rules)

    @staticmethod
    @kernel
    def start(table: Table, memory: Notes, params: Any) -> None:
        """Find out whether everybody speaks the same, and count the cards."""
        memory.talking = 1 if all_speak_alike(table) else 0
        count_all(table, memory)
        find_covered(table, memory)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Notes, event: Event, params: Any) -> None:
        """Take in a clue's message, or a discard's."""
        if memory.talking == 0:
            return
        actor = event.seat
        target = target_of(event.action)
        memory.content = 0
        number = 1
        message = 0
        if target >= 0:
            number = find_symbols(table, memory, actor)
            message = message_of(table, memory, event)
        elif kind_of(event.action) == DISCARD:
            # It could have given a clue, and would have if somebody needed one.
            memory.content = 1 if event.tokens_before >= table.clue_cost else 0
            useless = useless_slots(memory, table.dead, take_up_before(table, memory, event))
            slot = slot_of(event.action)
            if is_in(slot, useless):
                number = size_of(useless)
                message = size_of(useless & ((1 << slot) - 1))
        if number > 1 or memory.content != 0:
            hear(table, memory, actor, number, message)
        if target >= 0:
            note_clue(table, memory, target)
        else:
            count_out(memory, event.card)

    @staticmethod
    @kernel
    def act(table: Table, memory: Notes, params: Any) -> int:
        """Play what is sure, or likely and safe; then clue or discard."""
        if memory.talking == 0:
            return literal_action(table)
        one, two, three = unseen_copies(table, memory)
        look_at_own(table, memory, one)
        look_at_others(table, memory)
        slot = sure_play(table, memory, one, two, three)
        spare = spare_discards(table)
        if slot < 0 and spare >= 0:
            slot = safe_guess(table, memory, one, two, three)
        if slot >= 0:
            return play_known(table, slot, memory.asked[slot])
        discards = can_discard(table) and table.hand_count[table.seat] > 0
        clues = can_clue(table)
        if clues and not (discards and not wants_to_clue(table, memory, spare)):
            clue = clue_to_give(table, memory)
            if clue >= 0:
                return clue
        if discards:
            return discard_to_make(table, memory, one, two, three)
        look_at_own(table, memory, one)
        return play(max(likely_play(table, memory, one, one, two, three), 0))
