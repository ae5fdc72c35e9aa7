"""Play without conventions, for a table at which the others have agreed on something else."""

from __future__ import annotations

from hanabi_arena.kernels import (
    Table,
    announce,
    can_clue,
    can_discard,
    discard,
    is_in,
    is_subset,
    kernel,
    next_seat,
    play,
    single_suit,
    size_of,
    unseen_mask,
)

from ._clues import any_clue, numbered_clue, numbered_touch


@kernel
def all_speak_alike(table: Table) -> bool:
    """Return whether every seat has declared the same as the one that looks."""
    for seat in range(table.players):
        if table.declared[seat] != table.declared[table.viewer]:
            return False
    return True


@kernel
def play_known(table: Table, slot: int, mask: int) -> int:
    """Play a card; in choreography announce its suit where only one is left."""
    suit = single_suit(mask)
    if table.choreography != 0 and suit >= 0:
        return announce(slot, suit)
    return play(slot)


@kernel
def clue_new(table: Table, seat: int, slot: int) -> int:
    """Return a clue that tells a seat something new of a card, its suit first; -1 without one."""
    card = table.hands[seat, slot]
    for number in range(table.suit_clues + 5):
        touch = numbered_touch(table, number)
        if is_in(card, touch) and not is_subset(table.possible[seat, slot], touch):
            return numbered_clue(table, seat, number)
    return -1


@kernel
def clue_playable(table: Table) -> int:
    """Return a clue about a playable card that its holder does not know to be one; or -1."""
    playable = table.playable
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        for slot in range(table.hand_count[seat]):
            known = is_subset(table.possible[seat, slot], playable)
            if is_in(table.hands[seat, slot], playable) and not known:
                clue = clue_new(table, seat, slot)
                if clue >= 0:
                    return clue
    return -1


@kernel
def likeliest_in(table: Table, unseen: int, goal: int) -> int:
    """Return the slot of the card, the oldest one, that is likeliest to belong to a set."""
    best = 0
    most = -1.0
    for slot in range(table.hand_count[table.seat]):
        mask = table.possible[table.seat, slot] & unseen
        odds = size_of(mask & goal) / max(size_of(mask), 1)
        if odds > most:
            most = odds
            best = slot
    return best


@kernel
def literal_action(table: Table) -> int:
    """Play what is known to be playable, clue what is playable, discard; take clues literally."""
    seat = table.seat
    unseen = unseen_mask(table)
    slot = likeliest_in(table, unseen, table.playable)
    mask = table.possible[seat, slot] & unseen
    if table.hand_count[seat] > 0 and is_subset(mask, table.playable):
        return play_known(table, slot, mask)
    if can_clue(table):
        clue = clue_playable(table)
        if clue >= 0:
            return clue
    if can_discard(table) and table.hand_count[seat] > 0:
        junk = likeliest_in(table, unseen, table.dead)
        if is_subset(table.possible[seat, junk] & unseen, table.dead):
            return discard(junk)
        return discard(likeliest_in(table, unseen, ~table.critical))
    if can_clue(table):
        clue = any_clue(table)
        if clue >= 0:
            return clue
    return play(slot)
