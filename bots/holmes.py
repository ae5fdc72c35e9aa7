"""Holmes: what remains when the rest is counted out, and clues that promise all they touch."""

from __future__ import annotations

from typing import Any

from hanabi_arena.kernels import CompiledBot, Event, Table, can_clue, kernel

from ._holmes import BELIEFS, Beliefs, look_ahead, read_clue, reveal, settle, start_record
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
from ._refusals import ODD_RANKS


class Holmes(CompiledBot):
    """Deduces a card from its promise: what a suit clue touches is the next rank of that suit.

    A rank clue promises plays too, unless it warns the next seat of a last copy that it is about to
    discard. It gives the true clue that tells most; near the end it plays what is likely.
    """

    reference = "HolmesBot of Quuxplusone's Hanabi programs (2013-2019)"
    refuses = ODD_RANKS
    conventions = (
        "clue: play all touched that may be playable",
        "rank of the next seat's next discard, if it may be a last copy: keep that card",
        "rank of the oldest card of the seat before, when all tokens are there: nothing",
        "discard: known dead, else oldest not known to be a last copy",
    )
    memory = BELIEFS

    mystery: bool = True
    """Whether it plays the likeliest card when the deck is nearly out and strikes are to spare."""

    @staticmethod
    @kernel
    def start(table: Table, memory: Beliefs, params: Any) -> None:
        """Start the public record."""
        start_record(table, memory)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Beliefs, event: Event, params: Any) -> None:
        """Keep the public record, as every seat keeps it."""
        if event.card < 0:
            read_clue(table, memory, event)
        else:
            reveal(memory, event.card)
        settle(table, memory)
        look_ahead(table, memory)

    @staticmethod
    @kernel
    def act(table: Table, memory: Beliefs, params: Any) -> int:
        """Rescue, play, help, gamble, discard: the first of these that makes sense."""
        look(table, memory)
        clue = rescue(table, memory)
        if clue >= 0:
            return clue
        slot = sure_play(table, memory)
        if slot >= 0:
            return play_own(table, memory, slot)
        if can_clue(table):
            clue = helpful_clue(table, memory, table.players - 1)
            if clue >= 0:
                return clue
        if params.mystery != 0 and may_gamble(table, 2):
            slot = likeliest_play(table, memory, False)
            if slot >= 0:
                return play_own(table, memory, slot)
        return pass_time(table, memory)
