"""All clues that a seat may be given, numbered: suits first, then ranks."""

from __future__ import annotations

from hanabi_arena.kernels import Table, clue_rank, clue_suit, kernel
from hanabi_arena.rules import Rules


def never_a_clue(rules: Rules) -> str:
    """Return why a code of clues is of no use in a variant: it has no token for one; or nothing."""
    if rules.settings.clue_tokens == 0:
        return "it speaks by clues, and there is no token for one"
    return ""


@kernel
def numbered_clue(table: Table, seat: int, number: int) -> int:
    """Return the clue to a seat with a number from 0 to `suit_clues` + 4."""
    if number < table.suit_clues:
        return clue_suit(seat, number)
    return clue_rank(seat, number - table.suit_clues + 1)


@kernel
def numbered_touch(table: Table, number: int) -> int:
    """Return the mask of the identities that the clue with this number touches."""
    if number < table.suit_clues:
        return table.suit_touch[number]
    return table.rank_touch[number - table.suit_clues]


@kernel
def touched_slots(table: Table, seat: int, touch: int) -> int:
    """Return the mask of the slots of a hand that a clue with this touch touches."""
    slots = 0
    for slot in range(table.hand_count[seat]):
        slots |= (touch >> table.hands[seat, slot] & 1) << slot
    return slots


@kernel
def any_clue(table: Table) -> int:
    """Return the first clue that is legal; -1 if there is none. Tokens are not looked at."""
    for seat in range(table.players):
        if seat != table.seat and (table.hand_count[seat] > 0 or table.empty_clues != 0):
            for number in range(table.suit_clues + 5):
                touched = touched_slots(table, seat, numbered_touch(table, number))
                if touched != 0 or table.empty_clues != 0:
                    return numbered_clue(table, seat, number)
    return -1
