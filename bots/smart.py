"""Smart: clues by what they add to what all know, warnings, silence that speaks, and finesses."""

from __future__ import annotations

from typing import Any

from hanabi_arena.kernels import (
    DISCARD,
    CompiledBot,
    Event,
    Table,
    can_clue,
    can_discard,
    discard,
    kernel,
    kind_of,
    lowest_of,
    next_seat,
    target_of,
)

from ._holmes import (
    BELIEFS,
    Beliefs,
    believed,
    due_slot,
    is_identified,
    look_ahead,
    narrow,
    read_clue,
    reveal,
    settle,
    start_record,
)
from ._holmes_moves import (
    helpful_clue,
    likeliest_play,
    look,
    may_gamble,
    pass_time,
    play_own,
    rescue,
    sure_play,
)
from ._manners import speaks
from ._refusals import ODD_RANKS


@kernel
def read_silence(table: Table, notes: Beliefs, event: Event) -> None:
    """Learn from a warning that was not given: what the next seat would discard is no last copy."""
    seat = next_seat(table, event.seat)
    if target_of(event.action) != seat:
        slot = due_slot(table, notes, seat)
        if slot >= 0:
            narrow(table, notes, seat, slot, ~notes.critical)


@kernel
def holder_of_twin(table: Table, giver: int, card: int) -> int:
    """Return the only seat but `giver` whose newest card is seen to be this one; -1 if none is."""
    found = -1
    for seat in range(table.players):
        held = table.hand_count[seat]
        if seat != giver and held > 0 and table.hands[seat, held - 1] == card:
            if found >= 0:
                return -1
            found = seat
    return found


@kernel
def read_discard(table: Table, notes: Beliefs, event: Event) -> None:
    """Learn from the discard of a known play: somebody else's newest card is its twin."""
    card = 1 << event.card
    if notes.sets[event.order] != card or card & table.playable & ~notes.critical == 0:
        return
    if not speaks(table, event.seat):
        return
    seat = holder_of_twin(table, event.seat, event.card)
    if seat < 0 and event.seat != table.viewer:
        seat = table.viewer  # nobody else has it: then it is one's own
    if seat >= 0 and table.hand_count[seat] > 0 and speaks(table, seat):
        narrow(table, notes, seat, table.hand_count[seat] - 1, card)


@kernel
def finesse(table: Table, notes: Beliefs) -> int:
    """Return the slot of one's own known play whose twin is the newest card of one other seat."""
    for slot in range(table.hand_count[table.seat]):
        read = believed(table, notes, table.seat, slot)
        if is_identified(read) and read & table.playable & ~table.critical != 0:
            seat = holder_of_twin(table, table.seat, lowest_of(read))
            if seat >= 0 and speaks(table, seat):
                return slot
    return -1


@kernel
def hear(table: Table, notes: Beliefs, event: Event) -> None:
    """Take a turn down: the warning that was not given, the clue, what a discard says."""
    read_silence(table, notes, event)
    if event.card < 0:
        read_clue(table, notes, event)
    elif kind_of(event.action) == DISCARD:
        read_discard(table, notes, event)


@kernel
def conclude(table: Table, notes: Beliefs, event: Event) -> None:
    """Close the record of a turn: the card that was seen, what follows, who is on turn."""
    if event.card >= 0:
        reveal(notes, event.card)
    settle(table, notes)
    look_ahead(table, notes)


@kernel
def likely_slot(table: Table, notes: Beliefs, mystery: int) -> int:
    """Return the card to gamble on, if there is `mystery` and a strike to spare; or -1."""
    return likeliest_play(table, notes, True) if mystery != 0 and may_gamble(table, 3) else -1


@kernel
def first_move(table: Table, notes: Beliefs, likely: int) -> int:
    """Return what comes before any clue that helps: a rescue, a finesse, a play; or -1."""
    last_round = table.turns_left >= 0
    clue = rescue(table, notes)
    if clue >= 0:
        return clue
    if not last_round and can_discard(table):
        slot = finesse(table, notes)
        if slot >= 0:
            return discard(slot)
    slot = sure_play(table, notes)
    if slot < 0 and last_round:
        slot = likely
    return play_own(table, notes, slot) if slot >= 0 else -1


class Smart(CompiledBot):
    """Keeps book of what all know, and gives the clue that tells most and makes a play known.

    It warns the next seat of a last copy that it is about to discard, and takes it as a sign when
    no warning comes. A known play that somebody else has newest it discards, for them to play. Near
    the end it plays what is likely.
    """

    reference = "SmartBot of Quuxplusone's Hanabi programs (2013-2019)"
    refuses = ODD_RANKS
    conventions = (
        "clue that makes no play known: play the newest touched that may be playable",
        "rank of the next seat's next discard, if it may be a last copy: keep that card",
        "no clue to the next seat while there is a token: its next discard is no last copy",
        "rank of the oldest card of the seat before, when all tokens are there: nothing",
        "discard of a known play: somebody's newest card is its twin",
        "discard: known dead, else likeliest dead",
    )
    memory = BELIEFS

    mystery: bool = True
    """Whether it plays the likeliest card when the deck is nearly out and strikes are to spare."""

    @staticmethod
    @kernel
    def start(table: Table, memory: Beliefs, params: Any) -> None:
        """Start the public record."""
        memory.smart = 1
        start_record(table, memory)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Beliefs, event: Event, params: Any) -> None:
        """Keep the public record, as every seat keeps it."""
        hear(table, memory, event)
        conclude(table, memory, event)

    @staticmethod
    @kernel
    def act(table: Table, memory: Beliefs, params: Any) -> int:
        """Rescue, finesse, play, help, gamble, discard: the first of these that makes sense."""
        look(table, memory)
        likely = likely_slot(table, memory, params.mystery)
        move = first_move(table, memory, likely)
        if move >= 0:
            return move
        if can_clue(table):
            clue = helpful_clue(table, memory, table.players - 1)
            if clue >= 0:
                return clue
        return play_own(table, memory, likely) if likely >= 0 else pass_time(table, memory)
