"""Search: tries its actions in worlds that fit all it knows, played on as `duo` would."""

from __future__ import annotations

from typing import Literal

from hanabi_arena.kernels import CompiledBot, Event, Table, kernel, next_seat

from ._refusals import ODD_RANKS
from ._search_memory import FIELDS, MOST_WORLDS, Memory
from ._search_moves import Settings, best_action, keep_record, start_record
from ._search_worlds import find_worlds, note_action, remember, usual_action
from .duo import Duo

BOTH = 2
SAVING = Duo.saving
STALLING = Duo.stalling


class Search(CompiledBot):
    """Duo, but one seat tries every action in worlds that may be, and takes what leads to most.

    A world is a hand for itself and an order of the deck, under which the partner, who plays as
    `duo`, would have done all that it has done. In each world, each action is tried and the game
    played to its end by `duo` on both seats; what is clearly worse than the best is given up.
    """

    reference = "Lerer, Hu, Foerster and Brown 2020, single-agent search (SPARTA)"
    players = (2,)
    refuses = ODD_RANKS
    deterministic = False
    conventions = Duo.conventions
    memory = FIELDS

    seats: Literal["first", "second", "both"] = "first"
    """The seat that searches. The other plays as `duo`, and knows nothing of it."""
    worlds: int = 256
    """Worlds in which an action is tried, at most 1024; more is stronger and slower."""
    deck: int = 60
    """It searches when so many cards are left in the deck, or fewer."""
    belief: Literal["clues", "record", "partner"] = "partner"
    """What worlds must fit: the clues; the public record too; what the partner did as well."""
    doubt: float = 0.0
    """How likely the partner is, each turn, to have acted otherwise than `duo` would."""
    honest: bool = False
    """Whether it does nothing that would make the partner believe what is not true."""
    bonus: float = 0.03
    """By how many points another action must be better than that of `duo`."""
    margin: float = 0.5
    """By how many standard errors it must be better beyond that."""
    zero: bool = False
    """Whether it counts a strikeout as no points, not as the points made."""

    @staticmethod
    @kernel
    def start(table: Table, memory: Memory, params: Settings) -> None:
        """Start the public record."""
        memory.manner.mystery = 1
        memory.manner.silence = 1
        memory.manner.saving = SAVING
        memory.manner.stalling = STALLING
        start_record(table, memory.notes, memory.manner)
        if table.seat != table.viewer:
            remember(table, memory)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Memory, event: Event, params: Settings) -> None:
        """Keep the public record, the cards that were revealed, and what the partner did."""
        if event.order >= 0:
            memory.known[event.order] = event.card
        keep_record(table, memory.notes, event, memory.manner)
        if event.seat != table.viewer:
            note_action(memory, event.action)
        if table.seat != table.viewer:
            remember(table, memory)

    @staticmethod
    @kernel
    def act(table: Table, memory: Memory, params: Settings) -> int:
        """Do the usual thing, or what search finds to be better."""
        usual = usual_action(table, memory.notes, memory.manner)
        searches = params.seats == BOTH or params.seats == table.seat
        if not searches or table.deck_count > params.deck:
            return usual
        if table.declared[next_seat(table, table.seat)] != table.declared[table.seat]:
            return usual  # somebody else's conventions: the partner cannot be foreseen
        wanted = min(params.worlds, MOST_WORLDS)
        find_worlds(table, memory, wanted, params.belief, params.doubt)
        return best_action(table, memory, usual, params)
