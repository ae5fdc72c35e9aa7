"""The clues that the rules of a rule list give; each kernel returns an action, or -1 to pass."""

from __future__ import annotations

from hanabi_arena.kernels import (
    Table,
    clue_rank,
    clue_suit,
    clue_touch,
    draw_below,
    is_in,
    is_subset,
    kernel,
    next_seat,
    single_suit,
)

from ._rule_knowledge import Notes, single_rank


@kernel
def tell_rank(table: Table, seat: int, slot: int) -> int:
    """Return the clue of a card's rank, if its holder does not know it; else -1."""
    if single_rank(table.possible[seat, slot]) >= 0:
        return -1
    return clue_rank(seat, table.hands[seat, slot] % 5 + 1)


@kernel
def tell_suit(table: Table, seat: int, slot: int) -> int:
    """Return the first suit clue that tells a card's holder more of its suit; else -1."""
    possible = table.possible[seat, slot]
    if single_suit(possible) >= 0:
        return -1
    for suit in range(table.suit_clues):
        touch = table.suit_touch[suit]
        if is_in(table.hands[seat, slot], touch) and not is_subset(possible, touch):
            return clue_suit(seat, suit)
    return -1


@kernel
def tell_missing(table: Table, seat: int, slot: int, suit_first: bool) -> int:
    """Return the clue of the rank or else of the suit (or the other way round); -1 without one."""
    clue = tell_suit(table, seat, slot) if suit_first else tell_rank(table, seat, slot)
    if clue >= 0:
        return clue
    return tell_rank(table, seat, slot) if suit_first else tell_suit(table, seat, slot)


@kernel
def tell_any_attribute(table: Table, notes: Notes, seat: int, slot: int) -> int:
    """Return the clue of a card's rank or of its suit, by the toss of a coin, known or not."""
    card = table.hands[seat, slot]
    touching = 0
    for suit in range(table.suit_clues):
        touching += is_in(card, table.suit_touch[suit])
    if draw_below(notes, 2) == 0 or touching == 0:
        return clue_rank(seat, card % 5 + 1)
    wanted = draw_below(notes, touching) if touching > 1 else 0
    suit = 0
    while wanted > 0 or not is_in(card, table.suit_touch[suit]):
        wanted -= is_in(card, table.suit_touch[suit])
        suit += 1
    return clue_suit(seat, suit)


@kernel
def tell_of(table: Table, notes: Notes, goal: int, seats: int, suit_first: bool) -> int:
    """Tell the next `seats` seats what they do not know of their first card in a set."""
    seat = table.seat
    for _ in range(seats):
        seat = next_seat(table, seat)
        for place in range(table.hand_size):
            slot = notes.at[seat, place]
            if slot < 0:
                continue
            if is_in(table.hands[seat, slot], goal):
                clue = tell_missing(table, seat, slot, suit_first)
                if clue >= 0:
                    return clue
    return -1


@kernel
def tell_playable_next(table: Table, notes: Notes) -> int:
    """Tell the next seat any attribute of its first playable card, whatever it knows of it."""
    seat = next_seat(table, table.seat)
    for place in range(table.hand_size):
        slot = notes.at[seat, place]
        if slot < 0:
            continue
        if is_in(table.hands[seat, slot], table.playable):
            return tell_any_attribute(table, notes, seat, slot)
    return -1


@kernel
def tell_random(table: Table, notes: Notes) -> int:
    """Tell the next seat any attribute of any card."""
    seat = next_seat(table, table.seat)
    if table.hand_count[seat] == 0:
        return -1
    return tell_any_attribute(table, notes, seat, draw_below(notes, table.hand_count[seat]))


@kernel
def tell_settling(table: Table, notes: Notes, goal: int) -> int:
    """Tell the first card that is in a set and that one clue would show to be in it."""
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        for place in range(table.hand_size):
            slot = notes.at[seat, place]
            if slot < 0:
                continue
            card = table.hands[seat, slot]
            possible = table.possible[seat, slot]
            if not is_in(card, goal) or is_subset(possible, goal):
                continue
            for suit in range(table.suit_clues):
                touch = table.suit_touch[suit]
                if is_in(card, touch) and is_subset(possible & touch, goal):
                    return clue_suit(seat, suit)
            if is_subset(possible & table.rank_touch[card % 5], goal):
                return clue_rank(seat, card % 5 + 1)
    return -1


@kernel
def tell_dispensable(table: Table, notes: Notes) -> int:
    """Tell what is missing to see that a card is dead: all of its suit, all of its rank, or it.

    Whoever knows neither suit nor rank is told only what suffices alone; whoever knows one of them
    is told the other, even if the card is known to be dead by the first.
    """
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        for place in range(table.hand_size):
            slot = notes.at[seat, place]
            if slot < 0 or not is_in(table.hands[seat, slot], table.dead):
                continue
            card = table.hands[seat, slot]
            knows_suit = single_suit(table.possible[seat, slot]) >= 0
            knows_rank = single_rank(table.possible[seat, slot]) >= 0
            clue = -1
            if not knows_suit and is_subset(0b11111 << card // 5 * 5, table.dead):
                clue = tell_suit(table, seat, slot)
            if clue < 0 and not knows_rank and is_subset(table.rank_touch[card % 5], table.dead):
                clue = clue_rank(seat, card % 5 + 1)
            if clue < 0 and knows_suit != knows_rank:
                clue = tell_missing(table, seat, slot, False)
            if clue >= 0:
                return clue
    return -1


@kernel
def reach(table: Table, clue: int, seat: int, only_new: bool) -> int:
    """Return how many cards a clue touches; with `only_new`, those that it tells something new."""
    touch = clue_touch(table, clue)
    count = 0
    for slot in range(table.hand_count[seat]):
        if is_in(table.hands[seat, slot], touch) and not (
            only_new and is_subset(table.possible[seat, slot], touch)
        ):
            count += 1
    return count


@kernel
def tell_most(table: Table, only_new: bool) -> int:
    """Give the clue that touches most cards, ranks before suits; -1 if all touch none."""
    best = -1
    most = 0
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        for value in range(table.suit_clues + 5):
            clue = clue_rank(seat, value + 1) if value < 5 else clue_suit(seat, value - 5)
            count = reach(table, clue, seat, only_new)
            if count > most:
                most = count
                best = clue
    return best


@kernel
def tell_rank_of(table: Table, notes: Notes, goal: int) -> int:
    """Tell the rank of the first card in a set whose holder does not know it."""
    seat = table.seat
    for _ in range(1, table.players):
        seat = next_seat(table, seat)
        for place in range(table.hand_size):
            slot = notes.at[seat, place]
            if slot < 0:
                continue
            if is_in(table.hands[seat, slot], goal):
                clue = tell_rank(table, seat, slot)
                if clue >= 0:
                    return clue
    return -1
