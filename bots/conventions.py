"""Conventions: plays by an agreed set of conventions, each of which can be switched.

In the family h-group a seat keeps for every card what it can be (the clues), what it should be
(the conventions), and a small state: clued, called to be played, chop-moved, trash. It reads every
action through its own eyes. To weigh a clue it reads it through the eyes of every seat that would
read it, and gives none that somebody would misunderstand. The other families: `_families.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hanabi_arena import CardSet
from hanabi_arena.api.beliefs import Belief
from hanabi_arena.conventions import ConventionSet, load_set
from hanabi_arena.errors import BotError, UsageError
from hanabi_arena.kernels import CompiledBot, Event, Table, kernel, target_of

from ._families import (
    ALL_MEMORY,
    MORE_FIELDS,
    SIEVE,
    TALK,
    Agreement,
    Notes,
    declaration_of,
    family_of,
    more_params,
    setting_of,
    talk_act,
    talk_observe,
    talk_start,
)
from ._hg_act import choose
from ._hg_clue import SAVE, read_clue
from ._hg_events import follow_waits, read_discard, read_wrong_prompt
from ._hg_moves import read_order
from ._hg_state import CHOP_MOVED, CLUED, FINESSED, TRASH, start_world
from ._hg_style import STYLE, style_fields
from ._hg_views import plan, settle
from ._rs_act import choose as rs_act
from ._rs_beliefs import rs_beliefs
from ._rs_bot import rs_observe, rs_start

STATUS = {TRASH: "trash", FINESSED: "finessed", CHOP_MOVED: "chop-moved", CLUED: "saved"}
"""The words for a card's state, the first that holds."""


def names_in(text: str) -> list[str]:
    """Return the names in a text: separated by commas or blanks."""
    return text.replace(",", " ").split()


def agreed_set(params: Mapping[str, Any]) -> ConventionSet:
    """Return the set that parameters declare. Raises UsageError."""
    agreed = load_set(params["set"])
    family_of(agreed)
    return agreed.plus(names_in(params["plus"])).without(names_in(params["without"]))


class Conventions(CompiledBot):
    """Follows a set of conventions: the H-Group's, the Referential Sieve's, or table talk.

    It speaks with the seats that declare the same, and takes all others' clues literally.
    """

    reference = "the conventions of the H-Group (hanabi.github.io)"
    conventions = ("those of its set",)
    memory = ALL_MEMORY
    param_fields = (
        ("reads", np.int64),
        ("model", np.int64),
        ("gives", np.int64),
        ("twos", np.int64),
        ("longest", np.int64),
        ("deepest", np.int64),
        *style_fields(),
        *MORE_FIELDS,
    )

    set: str = "h-group-best"
    """The set that it declares: a name that `arena conventions` lists, or the path of a file."""
    plus: str = ""
    """Names of conventions that it declares beside the set's."""
    without: str = ""
    """Names of the set's conventions that it does not declare."""
    lacks: str = ""
    """Conventions that it declares, but does not know: it neither gives nor reads them."""
    mute: str = ""
    """Conventions that it reads, but never makes use of itself."""
    deaf: str = ""
    """Conventions that it makes use of, but does not read."""

    @classmethod
    def declare(cls, params: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the family and its conventions that are agreed on."""
        return declaration_of(agreed_set(params))

    @classmethod
    def encode(cls, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the set as bits: what is read, what others are taken to read, what is given."""
        try:
            agreed = agreed_set(params)
            known = agreed.without(names_in(params["lacks"]))
            reads = known.without(names_in(params["deaf"])).mask
            used = known.without(names_in(params["mute"]))
            more = more_params(agreed, used)
        except UsageError as error:
            raise BotError(str(error)) from None
        return {
            "reads": reads,
            "model": known.mask,
            "gives": used.mask,
            "twos": setting_of(agreed, "save-clue", "twos"),
            "longest": setting_of(agreed, "finesse", "longest"),
            "deepest": setting_of(agreed, "layered-finesse", "deepest"),
            **STYLE,
            **more,
        }

    @classmethod
    def source_files(cls, params: Mapping[str, Any]) -> tuple[Path, ...]:
        """Return the files of its set: another set of the same name is another player."""
        return load_set(params["set"]).files

    @classmethod
    def beliefs(cls, table: Any, memory: Any, params: Any) -> tuple[Belief, ...] | None:
        """Return what a seat takes its own cards for, the oldest first, from its memory."""
        if params.family == SIEVE:
            return rs_beliefs(table, memory.sieve)
        if params.family == TALK:
            return None
        now, seat = memory.now, int(table.viewer)
        playable = int(table.playable)
        found = []
        for slot in range(int(table.hand_count[seat])):
            place = int(table.order[seat, slot])
            state = int(now.state[place])
            status = next((name for bit, name in STATUS.items() if state & bit), "")
            could, should = int(now.could[place]), int(now.should[place])
            if status == "saved" and should and not should & ~playable:
                status = "called-to-play"
            found.append(Belief(CardSet.of_mask(should) if should != could else None, status))
        return tuple(found)

    @staticmethod
    @kernel
    def start(table: Table, memory: Notes, params: Agreement) -> None:
        """Start with nothing known."""
        if params.family == SIEVE:
            rs_start(table, memory.sieve, params)
            return
        if params.family == TALK:
            talk_start(table, memory.table_talk, params.table_talk)
            return
        memory.talk = table.declared[table.viewer]
        start_world(table, memory.now, table.viewer)
        memory.now.twos = params.twos
        memory.now.longest = params.longest
        memory.now.deepest = params.deepest
        plan(table, memory.now, -1)

    @staticmethod
    @kernel
    def observe(table: Table, memory: Notes, event: Event, params: Agreement) -> None:
        """Read an action, and what came of earlier ones."""
        if params.family == SIEVE:
            rs_observe(table, memory.sieve, event, params)
            return
        if params.family == TALK:
            talk_observe(table, memory.table_talk, event, params.table_talk)
            return
        now = memory.now
        conv = params.reads
        urgent = False
        now.turn = event.turn
        giver = int(event.seat)  # integers of one size: each kernel is compiled once
        target = target_of(int(event.action))
        if target >= 0:
            plan(table, now, giver)
            speaking = (
                table.declared[event.seat] == memory.talk and table.declared[target] == memory.talk
            )
            read_clue(
                table,
                now,
                conv,
                giver,
                target,
                int(event.action),
                int(event.touched),
                int(event.tokens_before),
                speaking,
            )
            urgent = now.reading == SAVE
            now.last_chop = -1
        elif table.declared[event.seat] == memory.talk:
            read_order(table, now, conv, event)
            read_wrong_prompt(table, now, conv, event)
            read_discard(table, now, conv, event)
        settle(table, now, conv)
        plan(table, now, -1)
        follow_waits(table, now, conv, event, urgent)
        settle(table, now, conv)
        plan(table, now, -1)

    @staticmethod
    @kernel
    def act(table: Table, memory: Notes, params: Agreement) -> int:
        """Play, clue or discard."""
        if params.family == SIEVE:
            return rs_act(table, memory.sieve, params)
        if params.family == TALK:
            return talk_act(table, memory.table_talk, params.table_talk)
        return choose(table, memory, params)
