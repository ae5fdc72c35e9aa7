"""A bot that is another program: one process a seat, used for one game after the other."""

from __future__ import annotations

import math
import shlex
import shutil
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from hanabi_arena.api.actions import Action
from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.bot import Bot
from hanabi_arena.api.program import Program
from hanabi_arena.api.view import Turn, View
from hanabi_arena.api.wire import (
    Greeting,
    ProgramFault,
    act_text,
    encoded,
    event_text,
    hello_object,
    read_action,
    read_beliefs,
    read_greeting,
    start_text,
)
from hanabi_arena.engine.table import ENDS
from hanabi_arena.errors import BotError

MOST_RUNNING = 12
"""So many programs a process keeps; those of the tables that were played last."""

MOST_FAILURES = 3
"""A program that failed to start so many times in a row is not tried again."""

SEED_BOUND = 1 << 31


@dataclass
class _House:
    """What is kept of a seat's program from game to game."""

    program: Program | None = None
    greeting: Greeting = field(default_factory=lambda: Greeting("", frozenset(), False))
    failures: int = 0
    complaint: str = ""
    words: str = ""


_houses: OrderedDict[str, _House] = OrderedDict()
_restarts = 0


def restarts() -> int:
    """Return how many programs were started again in this process after a fault."""
    return _restarts


def close_programs() -> None:
    """Say goodbye to all programs of this process."""
    while _houses:
        _, house = _houses.popitem()
        if house.program is not None:
            house.program.close()


class ProgramBot(Bot):
    """What bots in other processes have in common; `bots/process.py` is the one to be named.

    Whoever seats it calls `wake` before the first of a bot's methods, and `finish` after a game
    that the rules have not ended.
    """

    command: str | list[str]
    options: Mapping[str, Any]
    start_seconds: float
    move_seconds: float
    memory_mb: int

    deterministic: ClassVar[bool] = False

    @classmethod
    def words(cls, params: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the command as words. Raises BotError if there is no such program."""
        command = params["command"]
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise BotError(f"{cls.name}: command: {command!r}: {error}") from None
        if not words:
            raise BotError(f"{cls.name}: command is needed: the program and its arguments")
        if shutil.which(words[0]) is None:
            raise BotError(f'{cls.name}: command: there is no program "{words[0]}"')
        return tuple(words)

    @classmethod
    def check_params(cls, params: Mapping[str, Any]) -> None:
        """Raise BotError unless the program exists and the limits make sense."""
        cls.words(params)
        for limit in ("start_seconds", "move_seconds"):
            if not params[limit] > 0:
                raise BotError(f"{cls.name}: {limit}: {params[limit]!r} is not above 0")
        if params["memory_mb"] < 0:
            raise BotError(f"{cls.name}: memory_mb: {params['memory_mb']!r} is negative")
        try:
            encoded(dict(params["options"]))
        except (TypeError, ValueError) as error:
            raise BotError(f"{cls.name}: options: {error}") from None

    @classmethod
    def source_files(cls, params: Mapping[str, Any]) -> tuple[Path, ...]:
        """Return the files that the command names."""
        return tuple(path for word in cls.words(params)[1:] if (path := Path(word)).is_file())

    def wake(
        self,
        view: View,
        move_seconds: float = math.inf,
        game_seconds: float = math.inf,
        error_bytes: int = -1,
    ) -> None:
        """See to it that the seat's program runs, and has answered hello.

        Raises ProgramFault. The limits are those of the games; this bot's own may be tighter. What
        the program writes to standard error is shown if there is no limit to it.
        """
        self._seconds = min(self.move_seconds, move_seconds)
        self._in_game = False
        house = self._house = _house_of(self._key(view))
        if house.program is not None and house.program.alive:
            house.program.error_bytes = error_bytes
        else:
            self._start_program(house, view, error_bytes)
        assert house.program is not None
        self._program: Program = house.program
        self._program.forget_errors()
        self._game_seconds = game_seconds
        self._game_ends = time.monotonic() + game_seconds

    def _key(self, view: View) -> str:
        table = (view.seat, view.players, view.rules.name, view.rules.settings, view.declared)
        facts = (self.command, dict(self.options), self.memory_mb, self.start_seconds)
        return repr((type(self).__qualname__, facts, table, self._seconds))

    def _start_program(self, house: _House, view: View, error_bytes: int) -> None:
        global _restarts  # noqa: PLW0603  # counted over all seats of the process
        if house.failures >= MOST_FAILURES:
            raise ProgramFault(house.complaint)
        if house.program is not None:
            house.program.close()
            _restarts += 1
        try:
            house.words = ""
            house.program = self._launch(error_bytes)
            house.greeting = greet(
                house.program, view, self.options, self.start_seconds, self._seconds
            )
        except ProgramFault as fault:
            house.failures += 1
            house.complaint = str(fault)
            if house.program is not None:
                house.program.kill()
                house.words = house.program.last_words()
            raise
        house.failures = 0

    def _launch(self, error_bytes: int) -> Program:
        words = self.words({"command": self.command})
        return Program(words, self.memory_mb << 20, error_bytes)

    def start(self, view: View) -> None:
        """Tell of the deal."""
        if not hasattr(self, "_program"):
            self.wake(view)
        self._in_game = True
        self._program.tell(start_text(view, view.random.below(SEED_BOUND)))

    def observe(self, view: View, turn: Turn) -> None:
        """Tell of an action, if it wants to know; and of the end, which it has to confirm."""
        if "events" in self._house.greeting.wants:
            self._program.tell(event_text(view, turn))
        if view.over:
            self._say_end({"end": ENDS[int(view.table.end)], "score": view.score})

    def act(self, view: View) -> Action:
        """Ask for an action."""
        number = self._program.asked + 1
        text = act_text(number, view, self._house.greeting.wants)
        return read_action(self._program.ask_text(text, number, *self._limit()).get("action"))

    def beliefs(self, view: View) -> tuple[Belief, ...] | None:
        """Ask what it believes of its own cards; None if it does not say."""
        if not self._house.greeting.beliefs:
            return None
        reply = self._program.ask("beliefs", {"turn": view.turn}, *self._limit())
        return read_beliefs(reply.get("beliefs"), len(view.hand))

    def finish(self, seat: int, reason: str) -> None:
        """Tell of a game that a seat's fault has ended. Raises nothing."""
        if not getattr(self, "_in_game", False) or not self._program.alive:
            return
        try:
            self._say_end({"end": "fault", "seat": seat, "reason": reason})
        except ProgramFault:
            return  # it is started again when it is needed

    def _say_end(self, what: Mapping[str, Any]) -> None:
        self._in_game = False
        limit = f"{self._seconds:g} s to note the end of a game"
        self._program.ask("end", what, self._seconds, limit)

    def _limit(self) -> tuple[float, str]:
        """Return how long an answer may take now, and what that is the limit of."""
        left = self._game_ends - time.monotonic()
        if left < self._seconds:
            return max(left, 0.0), f"{self._game_seconds:g} s for a game"
        return self._seconds, f"{self._seconds:g} s for a move"

    def dismiss(self) -> str:
        """End the program; return the end of what it wrote to standard error, in one line.

        Only of a program that has ended is it known to be all.
        """
        house: _House | None = getattr(self, "_house", None)
        if house is None or house.program is None:
            return ""
        house.program.close()
        return house.words or house.program.last_words()


def greet(
    program: Program,
    view: View,
    options: Mapping[str, Any],
    start_seconds: float,
    move_seconds: float,
) -> Greeting:
    """Say hello to a program and return what it answers. Raises ProgramFault."""
    from hanabi_arena import __version__

    hello = hello_object(view, __version__, options, move_seconds)
    reply = program.ask("hello", hello, start_seconds, f"{start_seconds:g} s to start")
    return read_greeting(reply)


def _house_of(key: str) -> _House:
    house = _houses.setdefault(key, _House())
    _houses.move_to_end(key)
    others = [name for name, one in _houses.items() if one.program is not None and name != key]
    for name in others[: max(0, len(others) + 1 - MOST_RUNNING)]:
        program = _houses.pop(name).program
        if program is not None:
            program.close()
    return house
