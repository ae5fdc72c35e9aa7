"""Simple play: no conventions at all, every clue means what it says."""

from __future__ import annotations

from typing import Any

from hanabi_arena.kernels import (
    CompiledBot,
    Table,
    announce,
    broken_rule,
    can_clue,
    can_discard,
    clue_rank,
    clue_suit,
    discard,
    is_in,
    is_subset,
    kernel,
    next_seat,
    play,
    single_suit,
)


@kernel
def play_card(table: Table, slot: int) -> int:
    """Play a card; in choreography announce its suit where the clues leave only one."""
    if table.choreography != 0:
        suit = single_suit(table.possible[table.seat, slot])
        if suit >= 0:
            return announce(slot, suit)
    return play(slot)


@kernel
def clue_about(table: Table, seat: int, slot: int) -> int:
    """Return the clue that tells a seat something new of a card, its suit first; -1 without one."""
    card = table.hands[seat, slot]
    possible = table.possible[seat, slot]
    for suit in range(table.suit_clues):
        touch = table.suit_touch[suit]
        if is_in(card, touch) and not is_subset(possible, touch):
            return clue_suit(seat, suit)
    for rank in range(1, 6):
        touch = table.rank_touch[rank - 1]
        if is_in(card, touch) and not is_subset(possible, touch):
            return clue_rank(seat, rank)
    return -1


@kernel
def clue_playable(table: Table) -> int:
    """Return a clue about a playable card whose holder does not know it, the next seat's first."""
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        for slot in range(table.hand_count[seat]):
            if is_in(table.hands[seat, slot], table.playable) and not is_subset(
                table.possible[seat, slot], table.playable
            ):
                clue = clue_about(table, seat, slot)
                if clue >= 0:
                    return clue
    return -1


@kernel
def any_clue(table: Table) -> int:
    """Return the first clue that is legal, suits before ranks; -1 if there is none."""
    for seat in range(table.players):
        if seat != table.seat:
            for suit in range(table.suit_clues):
                clue = clue_suit(seat, suit)
                if broken_rule(table, clue) == 0:
                    return clue
    for seat in range(table.players):
        if seat != table.seat:
            for rank in range(1, 6):
                clue = clue_rank(seat, rank)
                if broken_rule(table, clue) == 0:
                    return clue
    return -1


class Simple(CompiledBot):
    """Plays what it knows to be playable, clues what is playable, discards what is dead or oldest.

    It knows of its cards what the clues tell, by matching or by not matching, and nothing else.
    """

    @staticmethod
    @kernel
    def act(table: Table, memory: Any, params: Any) -> int:
        """Play, clue or discard, in this order."""
        seat = table.seat
        held = table.hand_count[seat]
        for slot in range(held):
            if is_subset(table.possible[seat, slot], table.playable):
                return play_card(table, slot)
        clue_left = can_clue(table)
        if clue_left:
            clue = clue_playable(table)
            if clue >= 0:
                return clue
        if held > 0 and can_discard(table):
            for slot in range(held):
                if is_subset(table.possible[seat, slot], table.dead):
                    return discard(slot)
            return discard(0)
        if clue_left:
            clue = any_clue(table)
            if clue >= 0:
                return clue
        return play(0)
