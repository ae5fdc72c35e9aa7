"""What a searching seat remembers: the public record, the partner's turns, and worlds to try."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from hanabi_arena.kernels import EVENT, PILE, TABLE, Event, Grid, Pile, Row, Table

from ._holmes import Beliefs
from .duo import Duo

MOMENTS = 64
"""How many of the partner's turns are kept in mind, the last ones."""
MOST_WORLDS = 1024
MOST_MOVES = 32

NOTES = Duo.memory_dtype()
MANNER = Duo.params_dtype()
MOMENT = np.dtype([("table", TABLE), ("notes", NOTES), ("action", np.int64)], align=True)


class Moment(Protocol):
    """A turn of the partner: the table and the public record before it, and what it did."""

    table: Table
    notes: Beliefs
    action: int


class Moments(Protocol):
    """An array of them."""

    def __getitem__(self, index: int, /) -> Moment: ...


class Memory(Protocol):
    """What a searching seat remembers."""

    notes: Beliefs  #: the public record, as `duo` keeps it
    manner: Any  #: the parameters with which `duo` is asked
    past: Moments  #: the partner's turns, turn i at i modulo MOMENTS
    turns: int  #: how many turns the partner has finished
    # The world that is being thought of:
    known: Row  #: by place in the deck: identities, those of revealed cards for good
    unseen: Row  #: how many copies of each identity are neither seen nor in one's own hand
    masks: Row  #: by slot: what one's own card can be
    slots: Row  #: one's own slots, the one with the fewest copies first
    copies: Row  #: by place in `slots`: how many copies that card can be, were it the only one
    asked: Row  #: turns of the partner to ask again, as places in `past`, the most telling first
    askable: int  #: how many these are
    # All worlds, and what came of each action:
    worlds: Grid  #: by world and place in the deck: the identities that one does not see
    found: int  #: how many worlds there are
    moves: Row  #: the actions that are tried, the usual one first
    alive: Row  #: by move: 1 while it may turn out to be the best
    scores: Grid  #: by move and world: the score it led to
    # The world that is played on:
    world: Table
    pile: Pile
    event: Event
    ahead: Beliefs  #: the public record in it
    random: Any


FIELDS = (
    ("notes", NOTES),
    ("manner", MANNER),
    ("past", MOMENT, (MOMENTS,)),
    ("turns", np.int32),
    ("known", np.int8, (60,)),
    ("unseen", np.int8, (30,)),
    ("masks", np.int32, (6,)),
    ("slots", np.int8, (6,)),
    ("copies", np.int16, (6,)),
    ("asked", np.int16, (MOMENTS,)),
    ("askable", np.int32),
    ("worlds", np.int8, (MOST_WORLDS, 60)),
    ("found", np.int32),
    ("moves", np.int16, (MOST_MOVES,)),
    ("alive", np.int8, (MOST_MOVES,)),
    ("scores", np.int8, (MOST_MOVES, MOST_WORLDS)),
    ("world", TABLE),
    ("pile", PILE),
    ("event", EVENT),
    ("ahead", NOTES),
)
"""The fields of that memory."""
