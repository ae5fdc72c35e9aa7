"""How `holmes` and `smart` choose what to clue, to play and to discard, given the public record."""

from __future__ import annotations

from hanabi_arena.kernels import (
    Table,
    can_discard,
    clue_rank,
    clue_touch,
    discard,
    is_in,
    is_subset,
    kernel,
    lowest_of,
    next_seat,
    play,
    rank_of,
    size_of,
)

from ._holmes import (
    Beliefs,
    after_clue,
    believed,
    due_slot,
    is_identified,
    is_warning,
    next_discard,
    promised_slots,
)
from ._manners import clue_from_bit, play_known, speaks, stall


@kernel
def look(table: Table, notes: Beliefs) -> None:
    """Work out what one's own cards can be, with all that one sees counted out."""
    seat = table.seat
    one = notes.one
    two = notes.two
    three = notes.three
    for other in range(table.players):
        if other != seat:
            for slot in range(table.hand_count[other]):
                card = 1 << table.hands[other, slot]
                one &= ~(card & ~two)
                two &= ~(card & ~three)
                three &= ~card
    held = table.hand_count[seat]
    for slot in range(held):
        notes.mine[slot] = believed(table, notes, seat, slot)
    identified = 0
    changed = True
    while changed:
        changed = False
        for slot in range(held):
            if is_in(slot, identified):
                continue
            after = notes.mine[slot] & one
            if after == 0:  # somebody broke a promise: what the clues say is left
                after = table.possible[seat, slot] & one
            notes.mine[slot] = after
            if is_identified(after):
                identified |= 1 << slot
                one &= ~(after & ~two)
                two &= ~(after & ~three)
                three &= ~after
                changed = True


@kernel
def slots_touched(table: Table, seat: int, touch: int) -> int:
    """Return the mask of the slots that a clue with this touch would touch."""
    touched = 0
    for slot in range(table.hand_count[seat]):
        touched |= (touch >> table.hands[seat, slot] & 1) << slot
    return touched


@kernel
def help_of(table: Table, notes: Beliefs, seat: int, clue: int) -> int:
    """Return by how many identities a clue narrows a hand, if it makes a play known; else 0.

    A clue that would promise what is not playable is no help, nor one that would be a warning. Who
    takes clues literally may need a second one: for them it is enough to touch a playable card.
    """
    touch = clue_touch(table, clue)
    touched = slots_touched(table, seat, touch)
    listens = speaks(table, seat)
    promised = 0
    if listens:
        if is_warning(table, notes, clue, seat, touched):
            return 0
        promised = promised_slots(table, notes, seat, touched, touch)
    narrowed = 0
    helps = False
    for slot in range(table.hand_count[seat]):
        is_playable = is_in(table.hands[seat, slot], table.playable)
        if is_in(slot, promised) and not is_playable:
            return 0
        before = believed(table, notes, seat, slot)
        after = after_clue(table, notes, seat, slot, touched, promised, touch)
        if before != after:
            narrowed += size_of(before) - size_of(after)
            if is_playable and not is_subset(before, table.playable):
                helps |= is_subset(after, table.playable) or (not listens and is_in(slot, touched))
    return narrowed if helps else 0


@kernel
def clues_to_try(table: Table, notes: Beliefs, seat: int) -> int:
    """Return the set of the clues to a seat that may help: suits from bit 0, ranks from bit 6.

    None does where there is no play to be made known. Where a clue promises all that it touches,
    most are ruled out at a glance: those that touch a card that may be playable and is not, and
    those that touch no play to be made known.
    """
    touching = 0
    helping = 0
    false = 0
    for slot in range(table.hand_count[seat]):
        card = table.hands[seat, slot]
        read = believed(table, notes, seat, slot)
        touching |= table.touched_by[card]
        if is_in(card, table.playable):
            if not is_subset(read, table.playable):
                helping |= table.touched_by[card]
        elif read & table.playable != 0:
            false |= table.touched_by[card]
    if notes.smart == 0 and speaks(table, seat):
        return helping & ~false
    return touching if helping != 0 else 0


@kernel
def helpful_clue(table: Table, notes: Beliefs, seats: int) -> int:
    """Return the clue to one of the next seats that helps most; -1 if none makes a play known."""
    best = -1
    most = 0
    seat = table.seat
    for _ in range(seats):
        seat = next_seat(table, seat)
        clues = clues_to_try(table, notes, seat)
        while clues != 0:
            bit = lowest_of(clues)
            clues &= clues - 1
            clue = clue_from_bit(seat, bit)
            helps = help_of(table, notes, seat, clue)
            if helps > most:
                most = helps
                best = clue
    return best


@kernel
def rescue(table: Table, notes: Beliefs) -> int:
    """Return a clue that keeps the next seat from discarding a last copy; -1 if none is due.

    A play clue to that seat does as well as the warning, since it then plays.
    """
    seat = next_seat(table, table.seat)
    slot = due_slot(table, notes, seat)
    if slot < 0 or not is_in(table.hands[seat, slot], table.critical):
        return -1
    clue = helpful_clue(table, notes, 1)
    return clue if clue >= 0 else clue_rank(seat, rank_of(table.hands[seat, slot]))


@kernel
def shared_rank(table: Table, mask: int) -> int:
    """Return the rank that all identities of a set share; 0 if they have several."""
    rank = rank_of(lowest_of(mask))
    return rank if is_subset(mask, table.rank_touch[rank - 1]) else 0


@kernel
def sure_play(table: Table, notes: Beliefs) -> int:
    """Return the slot of a card of one's own that surely is playable; -1 if there is none.

    First one that the others do not know of, before they clue it; then one of several ranks, which
    tells most; then the lowest.
    """
    best = -1
    best_worth = -1
    for slot in range(table.hand_count[table.seat]):
        read = notes.mine[slot]
        if is_subset(read, table.playable):
            rank = shared_rank(table, read)
            worth = 6 - rank if rank > 0 else 7
            if not is_subset(believed(table, notes, table.seat, slot), table.playable):
                worth += 100
            if worth > best_worth:
                best = slot
                best_worth = worth
    return best


@kernel
def likeliest_play(table: Table, notes: Beliefs, eyesight: bool) -> int:
    """Return the slot of one's own that is likeliest to be playable, the newest of equals; or -1.

    By what one sees, or by the public record alone. All identities count the same.
    """
    best = -1
    most = 0
    size = 1
    for slot in range(table.hand_count[table.seat]):
        read = notes.mine[slot] if eyesight else believed(table, notes, table.seat, slot)
        fitting = size_of(read & table.playable)
        if fitting > 0 and fitting * size >= most * size_of(read):
            best = slot
            most = fitting
            size = size_of(read)
    return best


@kernel
def may_gamble(table: Table, cards: int) -> bool:
    """Return whether it is late enough to play what is only likely: so many cards in the deck.

    With fewer than two strikes to spare, one card. Never where a strike is sure to lose everything.
    """
    if table.bouquet_final != 0:
        return False
    return table.deck_count <= (cards if table.max_strikes - table.strikes > 2 else 1)


@kernel
def play_own(table: Table, notes: Beliefs, slot: int) -> int:
    """Play a card of one's own that is playable, or likely to be."""
    return play_known(table, slot, notes.mine[slot] & table.playable)


@kernel
def throw_away(table: Table, notes: Beliefs) -> int:
    """Discard a dead card, best one that the others think alive; what is next; or a high rank."""
    seat = table.seat
    best = -1
    most = -1
    for slot in range(table.hand_count[seat]):
        if is_subset(notes.mine[slot], table.dead):
            alive = size_of(believed(table, notes, seat, slot) & ~table.dead)
            if alive > most:
                best = slot
                most = alive
    if best < 0:
        best = next_discard(table, notes, seat)
    if best < 0:
        for slot in range(table.hand_count[seat]):
            rank = shared_rank(table, notes.mine[slot])
            if rank > most:
                best = slot
                most = rank
    return discard(best)


@kernel
def pass_time(table: Table, notes: Beliefs) -> int:
    """Discard; where that is impossible stall by a clue; where that is too, play what is likely."""
    if can_discard(table) and table.hand_count[table.seat] > 0:
        return throw_away(table, notes)
    clue = stall(table)
    if clue >= 0:
        return clue
    return play(max(likeliest_play(table, notes, True), 0))
