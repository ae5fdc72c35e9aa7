"""The rules that a rule list is made of, as kernels; what each does, or -1 where it passes.

Seats are scanned from the next one on, cards from the first place of a hand on. A card's holder
"knows" what the clues say of it, by matching or by not matching; of one's own cards, the cards that
one sees elsewhere are counted out too.
"""

from __future__ import annotations

from hanabi_arena.kernels import (
    Table,
    announce,
    can_clue,
    can_discard,
    can_play_deck,
    discard,
    draw_below,
    draw_legal_action,
    hand_mask,
    is_subset,
    kernel,
    play,
    single_suit,
)

from ._rule_clues import (
    tell_dispensable,
    tell_most,
    tell_of,
    tell_playable_next,
    tell_random,
    tell_rank_of,
    tell_settling,
)
from ._rule_knowledge import RANK_ONES, Notes, chance, likeliest, open_to, single_rank

FIRST_TELL, FIRST_DISCARD, FIRST_OTHER = 10, 30, 50
"""Rules of plays have numbers below the first, and so on."""

(
    PLAY_IDENTIFIED,
    PLAY_SAFE,
    PLAY_SAFE_LOWEST,
    PLAY_PROBABLY,
    PLAY_TOUCHED,
    PLAY_OLDEST,
    PLAY_RANDOM,
) = range(7)
(
    TELL_USEFUL,
    TELL_USEFUL_NEXT,
    TELL_USELESS,
    TELL_CRITICAL,
    TELL_UNKNOWN_NEXT,
    TELL_PLAYABLE_NEXT,
    TELL_COMPLETING,
    TELL_DEAD,
    TELL_DISPENSABLE,
    TELL_FIVES,
    TELL_MOST,
    TELL_MOST_CARDS,
    TELL_RANDOM,
) = range(FIRST_TELL, FIRST_TELL + 13)
(
    DISCARD_USELESS,
    DISCARD_DEAD,
    DISCARD_DISPENSABLE,
    DISCARD_PROBABLY_USELESS,
    DISCARD_DUPLICATE,
    DISCARD_LEAST_NEEDED,
    DISCARD_UNTOUCHED,
    DISCARD_OLDEST,
    DISCARD_NEWEST,
    DISCARD_RANDOM,
) = range(FIRST_DISCARD, FIRST_DISCARD + 10)
PLAY_DECK, LEGAL_RANDOM = FIRST_OTHER, FIRST_OTHER + 1

DECK_ACTION = 114
"""The action that plays the deck's last card unseen."""
FIVES = RANK_ONES << 4
EVERYTHING = -1


@kernel
def play_slot(table: Table, notes: Notes, slot: int) -> int:
    """Play a card; in choreography announce the one suit in which it can be playable."""
    if table.choreography != 0:
        suit = single_suit(open_to(table, notes, slot) & table.playable)
        if suit >= 0:
            return announce(slot, suit)
    return play(slot)


@kernel
def first_sure(table: Table, notes: Notes, identified: bool) -> int:
    """Return the slot of the first card that is surely playable, or -1.

    With `identified`, only one that the clues alone name counts.
    """
    for place in range(table.hand_size):
        slot = notes.at[table.seat, place]
        if slot < 0:
            continue
        mask = table.possible[table.seat, slot] if identified else open_to(table, notes, slot)
        if mask != 0 and is_subset(mask, table.playable) and not (identified and mask & (mask - 1)):
            return slot
    return -1


@kernel
def lowest_sure(table: Table, notes: Notes) -> int:
    """Return the slot of the surely playable card of the lowest possible rank, or -1."""
    best = -1
    lowest = 6
    for place in range(table.hand_size):
        slot = notes.at[table.seat, place]
        if slot < 0:
            continue
        mask = open_to(table, notes, slot)
        if mask != 0 and is_subset(mask, table.playable):
            rank = 1
            while mask & (RANK_ONES << rank - 1) == 0:
                rank += 1
            if rank < lowest:
                best = slot
                lowest = rank
    return best


@kernel
def newest_touched(table: Table, notes: Notes) -> int:
    """Return the slot of the newest card that a clue touched and that may be playable, or -1."""
    best = -1
    for slot in range(table.hand_count[table.seat]):
        if table.clued[table.seat, slot] != 0 and open_to(table, notes, slot) & table.playable:
            best = slot
    return best


@kernel
def first_useless(table: Table, notes: Notes) -> int:
    """Return the slot of the first card that is dead by its known suit or by its known rank."""
    for place in range(table.hand_size):
        slot = notes.at[table.seat, place]
        if slot < 0:
            continue
        told = table.possible[table.seat, slot]
        if single_suit(told) >= 0:
            if is_subset(open_to(table, notes, slot), table.dead):
                return slot
        else:
            rank = single_rank(told)
            if rank >= 0 and is_subset(table.rank_touch[rank - 1], table.dead):
                return slot
    return -1


@kernel
def first_within(table: Table, notes: Notes, goal: int) -> int:
    """Return the slot of the first card that surely belongs to a set, or -1."""
    for place in range(table.hand_size):
        slot = notes.at[table.seat, place]
        if slot >= 0 and is_subset(open_to(table, notes, slot), goal):
            return slot
    return -1


@kernel
def oldest_untouched(table: Table) -> int:
    """Return the slot of the oldest card that no clue touched, or -1."""
    for slot in range(table.hand_count[table.seat]):
        if table.clued[table.seat, slot] == 0:
            return slot
    return -1


@kernel
def first_duplicate(table: Table, notes: Notes) -> int:
    """Return the slot of the first card that is identified, and that somebody else holds too."""
    others = 0
    for seat in range(table.players):
        if seat != table.seat:
            others |= hand_mask(table, seat)
    for place in range(table.hand_size):
        slot = notes.at[table.seat, place]
        if slot >= 0:
            mask = open_to(table, notes, slot)
            if mask & (mask - 1) == 0 and is_subset(mask, others):
                return slot
    return -1


@kernel
def least_needed(table: Table, notes: Notes) -> int:
    """Return the slot of the card least likely to be a last copy, the first of equals."""
    best = -1
    least = 2.0
    for place in range(table.hand_size):
        slot = notes.at[table.seat, place]
        if slot < 0:
            continue
        odds = chance(table, notes, slot, table.critical)
        if odds < least:
            best = slot
            least = odds
    return best


@kernel
def follow_play(table: Table, notes: Notes, rule: int, argument: float) -> int:
    """Return what a rule of plays does, for a hand that holds a card."""
    if rule <= PLAY_SAFE:
        slot = first_sure(table, notes, rule == PLAY_IDENTIFIED)
    elif rule == PLAY_SAFE_LOWEST:
        slot = lowest_sure(table, notes)
    elif rule == PLAY_PROBABLY:
        slot = likeliest(table, notes, table.playable, argument)
    elif rule == PLAY_TOUCHED:
        slot = newest_touched(table, notes)
    elif rule == PLAY_OLDEST:
        slot = 0
    else:
        slot = draw_below(notes, table.hand_count[table.seat])
    return play_slot(table, notes, slot) if slot >= 0 else -1


@kernel
def follow_tell(table: Table, notes: Notes, rule: int) -> int:
    """Return what a rule of clues does, with a token to pay for it."""
    if rule <= TELL_UNKNOWN_NEXT:
        goal = table.playable
        if rule == TELL_USELESS:
            goal = table.dead
        elif rule == TELL_CRITICAL:
            goal = table.critical
        elif rule == TELL_UNKNOWN_NEXT:
            goal = EVERYTHING
        only_next = rule == TELL_USEFUL_NEXT or rule == TELL_UNKNOWN_NEXT
        seats = 1 if only_next else table.players - 1
        return tell_of(table, notes, goal, seats, rule == TELL_UNKNOWN_NEXT)
    if rule == TELL_PLAYABLE_NEXT:
        return tell_playable_next(table, notes)
    if rule <= TELL_DEAD:
        goal = table.playable if rule == TELL_COMPLETING else table.dead
        return tell_settling(table, notes, goal)
    if rule == TELL_DISPENSABLE:
        return tell_dispensable(table, notes)
    if rule == TELL_FIVES:
        return tell_rank_of(table, notes, FIVES & ~table.dead)
    if rule <= TELL_MOST_CARDS:
        return tell_most(table, rule == TELL_MOST)
    return tell_random(table, notes)


@kernel
def follow_discard(table: Table, notes: Notes, rule: int, argument: float) -> int:
    """Return what a rule of discards does, for a hand that holds a card and may discard it."""
    if rule == DISCARD_USELESS:
        slot = first_useless(table, notes)
    elif rule <= DISCARD_DISPENSABLE:
        goal = table.dead if rule == DISCARD_DEAD else ~table.critical
        slot = first_within(table, notes, goal)
    elif rule == DISCARD_PROBABLY_USELESS:
        slot = likeliest(table, notes, table.dead, argument)
    elif rule == DISCARD_DUPLICATE:
        slot = first_duplicate(table, notes)
    elif rule == DISCARD_LEAST_NEEDED:
        slot = least_needed(table, notes)
    elif rule == DISCARD_UNTOUCHED:
        slot = oldest_untouched(table)
    elif rule == DISCARD_OLDEST:
        slot = 0
    elif rule == DISCARD_NEWEST:
        slot = table.hand_count[table.seat] - 1
    else:
        slot = draw_below(notes, table.hand_count[table.seat])
    return discard(slot) if slot >= 0 else -1


@kernel
def follow(table: Table, notes: Notes, rule: int, argument: float) -> int:
    """Return what a rule does, by its number; -1 if it passes, or if nothing of its kind is legal.

    A discard is impossible with all tokens there, a clue without any.
    """
    held = table.hand_count[table.seat]
    if rule < FIRST_TELL:
        return follow_play(table, notes, rule, argument) if held > 0 else -1
    if rule < FIRST_DISCARD:
        return follow_tell(table, notes, rule) if can_clue(table) else -1
    if rule < FIRST_OTHER:
        if held == 0 or not can_discard(table):
            return -1
        return follow_discard(table, notes, rule, argument)
    if rule == PLAY_DECK:
        return DECK_ACTION if can_play_deck(table) else -1
    return draw_legal_action(table, notes)


@kernel
def follow_none(table: Table, notes: Notes) -> int:
    """Return what to do when every rule passed: tell, discard, or do anything, at random."""
    held = table.hand_count[table.seat]
    clue = tell_random(table, notes) if can_clue(table) else -1
    if clue >= 0:
        return clue
    if held > 0 and can_discard(table):
        return discard(draw_below(notes, held))
    return draw_legal_action(table, notes)
