"""The families that the bot `conventions` plays beside h-group: what each remembers and is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from hanabi_arena.conventions import ConventionSet
from hanabi_arena.errors import BotError

from ._hg_state import MEMORY
from ._hg_state import Notes as GroupNotes
from ._hg_switches import Agreement as GroupAgreement
from ._rs_state import MEMORY as SIEVE_MEMORY
from ._rs_state import Notes as SieveNotes
from ._rs_value import WEIGHTS, WEIGHTS_MORE, WEIGHTS_TYPE, Weights
from .table_talk import Agreement as TalkAgreement
from .table_talk import Notes as TalkNotes
from .table_talk import TableTalk

FAMILIES = ("h-group", "referential-sieve", "table-talk")
H_GROUP, SIEVE, TALK = range(3)

AGREEMENT = np.dtype(
    [(name, np.int64) for name in ("discard", "promise", "keep_fives", "warn_first")],
    align=True,
)
"""The parameters of the bot `table-talk`."""

ALL_MEMORY = (
    *MEMORY,
    ("sieve", SIEVE_MEMORY),
    ("table_talk", np.dtype(list(TableTalk.memory), align=True)),
)
MORE_FIELDS = (
    ("family", np.int64),
    ("sieve", WEIGHTS_TYPE),
    ("sieve_more", WEIGHTS_TYPE),
    ("table_talk", AGREEMENT),
)


class Notes(GroupNotes, Protocol):
    """A seat's memory: one part for each family."""

    sieve: SieveNotes
    table_talk: TalkNotes


class Agreement(GroupAgreement, Protocol):
    """The parameters: those of h-group, which family it is, and what the others need."""

    family: int
    sieve: Weights
    sieve_more: Weights
    table_talk: TalkAgreement


talk_start = TableTalk.start
talk_observe = TableTalk.observe
talk_act = TableTalk.act

NEEDED = ("rank-play", "suit-keep", "discard-order")
"""What table talk is not without."""


def family_of(agreed: ConventionSet) -> int:
    """Return the number of a set's family. Raises BotError for one that the bot does not play."""
    if agreed.family not in FAMILIES:
        known = ", ".join(FAMILIES)
        raise BotError(f"set: {agreed.name} is of the family {agreed.family}; it plays {known}")
    return FAMILIES.index(agreed.family)


def talk_params(agreed: ConventionSet) -> dict[str, Any]:
    """Return the parameters of the bot `table-talk` that a set of its family stands for.

    Raises BotError for a set without one of the conventions that it rests on.
    """
    for name in NEEDED:
        if name not in agreed.conventions:
            raise BotError(f"set: {agreed.name} is table talk without {name}; that it is not")
    return {
        "discard": ("oldest", "newest")[agreed.setting("discard-order", "newest")],
        "promise": ("all", "newest")[agreed.setting("rank-play", "newest")],
        "keep_fives": "keep-fives" in agreed.conventions,
        "warn_first": "warn-first" in agreed.conventions,
    }


def declaration_of(agreed: ConventionSet) -> tuple[str, ...]:
    """Return what the table is told: in table talk what the bot `table-talk` tells it."""
    if agreed.family == FAMILIES[TALK]:
        return TableTalk.declare(talk_params(agreed))
    return agreed.declaration()


def setting_of(agreed: ConventionSet, convention: str, name: str) -> int:
    """Return a setting of a set of the family h-group; 0 for any other family."""
    return agreed.setting(convention, name) if agreed.family == FAMILIES[H_GROUP] else 0


def more_params(agreed: ConventionSet, used: ConventionSet) -> Mapping[str, Any]:
    """Return the values of MORE_FIELDS for an agreed set, and what of it the seat makes use of."""
    talk: tuple[int, ...] = (0, 0, 0, 0)
    if agreed.family == FAMILIES[TALK]:
        record = TableTalk.params_record(talk_params(used))
        talk = tuple(int(record[name][0]) for name in AGREEMENT.names or ())
    return {
        "family": family_of(agreed),
        "sieve": tuple(WEIGHTS.values()),
        "sieve_more": tuple(WEIGHTS_MORE.values()),
        "table_talk": talk,
    }
