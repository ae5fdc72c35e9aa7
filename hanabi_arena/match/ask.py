"""Ask a compiled bot from Python, as if it were a plain one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from hanabi_arena.api.actions import ACTIONS, Action
from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.bot import Bot, BotBase, checked_params, declarations
from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.api.view import Turn, View
from hanabi_arena.engine.codes import CODES
from hanabi_arena.engine.kernel import new_record, record_of
from hanabi_arena.engine.table import EVENT, HIDDEN
from hanabi_arena.errors import IllegalAction


class AskedFromPython(Bot):
    """A compiled bot's seat, asked move by move: the same answers as in the compiled loop."""

    compiled: ClassVar[type[CompiledBot]]
    params: ClassVar[Mapping[str, Any]]

    def __init__(self) -> None:
        self._memory: Any = new_record(self.compiled.memory_dtype())
        self._params: Any = record_of(self.compiled.params_record(self.params))

    def start(self, view: View) -> None:
        """Let the bot get ready."""
        self._take_stream(view)
        if self.compiled.start is not None:
            self.compiled.start(view.table, self._memory, self._params)
        self._give_stream_back(view)

    def act(self, view: View) -> Action:
        """Return the bot's action. Raises IllegalAction for a number that names none."""
        self._take_stream(view)
        code = int(self.compiled.act(view.table, self._memory, self._params))
        self._give_stream_back(view)
        if not 0 <= code < CODES:
            raise IllegalAction(f"there is no action with the number {code}")
        return ACTIONS[code]

    def observe(self, view: View, turn: Turn) -> None:
        """Let the bot take note of an action."""
        if self.compiled.observe is not None:
            self._take_stream(view)
            self.compiled.observe(view.table, self._memory, event_of(turn), self._params)
            self._give_stream_back(view)

    def beliefs(self, view: View) -> tuple[Belief, ...] | None:
        """Return what the bot believes of its own cards, if it can tell."""
        tell = getattr(self.compiled, "beliefs", None)
        return None if tell is None else tuple(tell(view.table, self._memory))

    def _take_stream(self, view: View) -> None:
        state = view.random.state
        self._memory.random = np.uint64(state)

    def _give_stream_back(self, view: View) -> None:
        view.random.state = int(self._memory.random)


def event_of(turn: Turn) -> Any:
    """Return a turn as the EVENT record that compiled bots observe."""
    event = new_record(EVENT)
    event.turn, event.seat, event.action = turn.turn, turn.seat, turn.action.code
    event.touched = sum(1 << slot for slot in turn.touched)
    event.card = HIDDEN if turn.card is None else turn.card.index
    event.order = HIDDEN if turn.order is None else turn.order
    event.placed, event.drew = int(turn.placed), int(turn.drew)
    event.stack_before, event.tokens_before = turn.stack_before, turn.tokens_before
    return event


def as_python(bot: type[BotBase], params: Mapping[str, Any] | None = None) -> type[Bot]:
    """Return a Python bot's class that acts like a bot of either kind with these parameters."""
    given = checked_params(bot, params or {})
    facts: dict[str, Any] = {
        "name": bot.name,
        "sees_own_hand": bot.sees_own_hand,
        "conventions": declarations(bot, given),
    }
    if issubclass(bot, CompiledBot):
        return type(bot.__name__, (AskedFromPython,), facts | {"compiled": bot, "params": given})
    assert issubclass(bot, Bot)
    return type(bot.__name__, (bot,), facts | given)
