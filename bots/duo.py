"""Duo: smart made for two, where a discard says as much as a clue does."""

from __future__ import annotations

from typing import Any

from hanabi_arena.kernels import (
    DISCARD,
    CompiledBot,
    Event,
    Table,
    can_clue,
    kernel,
    kind_of,
)

from ._duo import SAVED, harmless_clue, read_no_clue
from ._holmes import BELIEFS, Beliefs, start_record
from ._holmes_moves import (
    helpful_clue,
    look,
    pass_time,
    play_own,
)
from ._refusals import ODD_RANKS
from .smart import Smart, conclude, first_move, hear, likely_slot


class Duo(CompiledBot):
    """Smart for two: a discard says that there was nothing to clue, and clues save cards.

    With four tokens or more it also tells the partner of a card to keep or to throw away. When two
    cards are left in the deck it gives any true clue rather than discard.
    """

    players = (2,)
    refuses = ODD_RANKS
    reference = "SmartBot of Quuxplusone's Hanabi programs (2013-2019), changed"
    conventions = (
        *Smart.conventions[:-1],
        "discard while there is a token: the newest card that may be playable is not",
        "discard: known dead, else likeliest dead and least likely a last copy",
    )
    memory = BELIEFS

    mystery: bool = True
    """Whether it plays the likeliest card when the deck is nearly out and strikes are to spare."""
    silence: bool = True
    """Whether a discard, while there is a token, says that the newest open card is not playable."""
    saving: int = 4
    """Tokens from which on it tells of cards to keep or to throw away, where no play needs a clue.
    """
    stalling: int = 2
    """Cards left in the deck from which on it rather gives any true clue than discards."""

    @staticmethod
    @kernel
    def start(table: Table, memory: Beliefs, params: Any) -> None:
        """Start the public record."""
        memory.smart = 2
        start_record(table, memory)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Beliefs, event: Event, params: Any) -> None:
        """Keep the public record, as both keep it."""
        hear(table, memory, event)
        if kind_of(event.action) == DISCARD and params.silence != 0:
            read_no_clue(table, memory, event)
        conclude(table, memory, event)

    @staticmethod
    @kernel
    def act(table: Table, memory: Beliefs, params: Any) -> int:
        """Rescue, finesse, play, help, save, gamble, stall, discard: the first that makes sense."""
        look(table, memory)
        likely = likely_slot(table, memory, params.mystery)
        move = first_move(table, memory, likely)
        if move >= 0:
            return move
        if can_clue(table):
            clue = helpful_clue(table, memory, 1)
            if clue < 0 and table.clue_tokens >= params.saving * table.clue_cost:
                clue = harmless_clue(table, memory, SAVED)
            if clue >= 0:
                return clue
            if likely < 0 and 0 < table.deck_count <= params.stalling:
                clue = harmless_clue(table, memory, 0)
                if clue >= 0:
                    return clue
        return play_own(table, memory, likely) if likely >= 0 else pass_time(table, memory)
