"""Play games in which some seat is a Python bot."""

from __future__ import annotations

import signal
import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from hanabi_arena.api.actions import action_words
from hanabi_arena.api.bot import Bot, checked_params
from hanabi_arena.api.program_bot import ProgramBot
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.api.view import Turn, View, turn_of
from hanabi_arena.api.wire import ProgramFault
from hanabi_arena.engine.address import take_turn_at
from hanabi_arena.engine.codes import CLUE_RANK, CLUE_SUIT, FIRST
from hanabi_arena.engine.copying import copy_into
from hanabi_arena.engine.kernel import kernel, record_of
from hanabi_arena.engine.legal import BROKEN_RULES
from hanabi_arena.engine.stream import start_plain
from hanabi_arena.engine.table import EVENT, MAX_TURNS, TABLE
from hanabi_arena.engine.turn import deal, stack_deck
from hanabi_arena.errors import IllegalAction
from hanabi_arena.match.batch import Games, close_fault, mark_faults
from hanabi_arena.match.blame import action_code, exited, raised, text_of
from hanabi_arena.match.calls import (
    call_act,
    call_observe,
    call_start,
)
from hanabi_arena.match.loop import (
    ACT,
    DEAL_KEY,
    MEMORY,
    OBSERVE,
    PARAMS,
    RESULT,
    SEAT_KEY,
    SEES_OWN_HAND,
    START,
    close_game,
    refresh_seats,
    show,
)
from hanabi_arena.match.output import OutputLimit, capped_output
from hanabi_arena.match.seats import Workspace
from hanabi_arena.rules.variant import MAX_HAND

_JOURNAL_HEAD = struct.Struct("=qii")
_FIELDS: Any = TABLE.fields
_HANDS, _SEAT, _END, _VIEWER = (_FIELDS[name][1] for name in ("hands", "seat", "end", "viewer"))
STARTING = -2
"""Value of the journal's game while no bot's thinking is being timed: nothing is played."""

_CONSTANT = (bool, int, float, str)
_FIRST_CLUE, _BEHIND_CLUES = FIRST[CLUE_SUIT], FIRST[CLUE_RANK + 1]
_HIDDEN_HAND = b"\xff" * MAX_HAND


@dataclass(frozen=True, slots=True)
class Limits:
    """What a Python bot may use: seconds a move and a game, bytes printed in a game."""

    move_seconds: float = 10.0
    game_seconds: float = 120.0
    output_bytes: int = 1_000_000


class Fault(Exception):
    """A seat broke its contract; ends the game."""

    def __init__(self, seat: int, text: str) -> None:
        self.seat, self.text = seat, text
        super().__init__(text)


@kernel
def open_game(
    table: Any, pile: Any, memory: Any, params: Any, given: Any, keys: Any, game: int, decks: Any
) -> None:
    """Deal a game, the first of `decks` if there is any, and give its seats what they need."""
    stack_deck(table, pile, keys[DEAL_KEY, 0], keys[DEAL_KEY, 1], game, decks, 0)
    deal(table, pile)
    refresh_seats(table, memory, params, given, keys, game)


@kernel
def ask_start(table: Any, copy: Any, seats: Any, seat: int) -> None:
    """Let a compiled seat get ready."""
    show(table, copy, seat, seats[seat, SEES_OWN_HAND])
    call_start(seats[seat, START], copy, seats[seat, MEMORY], seats[seat, PARAMS])


@kernel
def ask_act(table: Any, copy: Any, seats: Any, seat: int) -> int:
    """Return the action of a compiled seat."""
    show(table, copy, seat, seats[seat, SEES_OWN_HAND])
    return call_act(seats[seat, ACT], copy, seats[seat, MEMORY], seats[seat, PARAMS])  # type: ignore[no-any-return]  # an integer


@kernel
def ask_observe(table: Any, copy: Any, event: Any, event_copy: Any, seats: Any, seat: int) -> None:
    """Let a compiled seat take note of an action."""
    show(table, copy, seat, seats[seat, SEES_OWN_HAND])
    copy_into(event_copy, event)
    call_observe(seats[seat, OBSERVE], copy, seats[seat, MEMORY], event_copy, seats[seat, PARAMS])


class MixedTable:
    """Plays games one by one among Python bots, or Python bots and compiled ones."""

    tidy_up: Callable[[], None] | None = None
    """Called after each game; a process of its own undoes what bots have done to it."""
    deck: Any = None
    """A deck to deal instead of the game's own, as an array of one row."""
    told: Sequence[int] = ()
    """Actions that are taken first. The bots are asked, and observe, but are not obeyed."""
    only_told: bool = False
    """Whether to stop when those have been taken."""

    def __init__(self, work: Workspace, limits: Limits) -> None:
        self.work = work
        self.limits = limits
        self.seating = work.seating
        self.plain = tuple(bot if issubclass(bot, Bot) else None for bot in self.seating.bots)
        self.params = [
            checked_params(bot, params)
            for bot, params in zip(self.seating.bots, self.seating.params, strict=True)
        ]
        self.observers = tuple(
            seat
            for seat, bot in enumerate(self.seating.bots)
            if (
                bot.observe is not Bot.observe
                if issubclass(bot, Bot)
                else work.seats[seat, OBSERVE] >= 0
            )
        )
        self.action_observers = tuple(
            seat for seat in self.observers if self.seating.bots[seat].observes != "clues"
        )
        # Views of the records' bytes: reading a field through NumPy costs ten times as much.
        self.journal = memoryview(work.journal_array.view(np.uint8).data)
        self.table = memoryview(work.table_array.view(np.uint8).data)
        self.event = memoryview(work.event_array.view(np.uint8).data)
        self.keys = [
            (int(work.keys[SEAT_KEY + seat, 0]), int(work.keys[SEAT_KEY + seat, 1]))
            for seat in range(self.seating.players)
        ]

    def play(self, game: int) -> str:
        """Play a game; return the fault that ended it, in words, or nothing.

        The table and the journal hold the rest. Raises nothing that a bot raises.
        """
        work = self.work
        decks = work.decks(range(game, game + 1)) if self.deck is None else self.deck
        records = (work.table, work.pile, work.memory, work.params, work.given)
        open_game(*records, work.keys, game, decks)
        self.game, self.turn, self.seat = game, 0, 0
        self.bots: list[Bot | None] = []
        self.cause: BaseException | None = None
        self.started = time.perf_counter()
        # Where nobody can interrupt, as in workers, an interrupt is a bot's own doing.
        self.interruptible = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
        try:
            with capped_output(self.limits.output_bytes) as self.sink:
                self._play()
        except Fault as fault:
            self.seat, self.cause = fault.seat, fault.__cause__
            return fault.text + self._dismiss_programs(fault)
        finally:
            if self.tidy_up is not None:
                self.tidy_up()
        return ""

    def _play(self) -> None:
        work, table = self.work, self.work.table
        # A list for each seat: what a bot does to its own changes nobody else's history.
        self.events: list[list[Any]] = [[] for _ in range(self.seating.players)]
        self.random = [SeatRandom(start_plain(low, high, self.game)) for low, high in self.keys]
        for seat in range(self.seating.players):
            self.bots.append(self._make(seat))
        self._wake_programs()
        for seat, bot in enumerate(self.bots):
            self.seat = seat
            if bot is None:
                if work.seats[seat, START] >= 0:
                    self._guard(seat, ask_start, table, work.copy, work.seats, seat)
            elif type(bot).start is not Bot.start:
                self._guard(seat, _start, bot, self.view(seat))
        at_table, at_pile, at_event = work.addresses
        while not self.table[_END]:
            seat = self.table[_SEAT]
            if self.turn == len(self.told) and self.only_told:
                return
            code = self._act(seat)
            if self.turn < len(self.told):
                code = self.told[self.turn]
            rule = take_turn_at(at_table, at_pile, code, at_event)
            if rule:
                raise Fault(seat, f"illegal {action_words(code)}: {BROKEN_RULES[rule]}")
            self.journal[16 + self.turn] = code
            self.turn += 1
            event = self.event.tobytes()
            for events in self.events:
                events.append(event)
            for watcher in self.observers if _is_clue(code) else self.action_observers:
                self._observe(watcher)

    def _make(self, seat: int) -> Bot | None:
        kind = self.plain[seat]
        if kind is None:
            return None
        bot: Bot = self._guard(seat, _new, kind, self.params[seat])
        return bot

    def _wake_programs(self) -> None:
        """Have the programs started that sit here; they have limits of their own for that."""
        limits = self.limits
        for seat, bot in self._programs():
            self.seat = seat
            _JOURNAL_HEAD.pack_into(self.journal, 0, STARTING, 0, seat)
            try:
                bot.wake(
                    self.view(seat), limits.move_seconds, limits.game_seconds, limits.output_bytes
                )
            except ProgramFault as error:
                raise Fault(seat, f"the program {text_of(error)}") from None
            except Exception as error:  # no more processes, no more memory
                raise Fault(seat, f"the program cannot be started: {text_of(error)}") from error
            self.started = time.perf_counter()

    def _dismiss_programs(self, fault: Fault) -> str:
        """Tell programs that a fault has ended the game; return what the guilty one said of it."""
        said = ""
        for seat, bot in self._programs():
            _JOURNAL_HEAD.pack_into(self.journal, 0, STARTING, self.turn, seat)
            bot.finish(fault.seat, fault.text)
            if seat == fault.seat and (words := bot.dismiss()):
                said = f"; standard error: {words}"
        return said

    def _programs(self) -> Iterator[tuple[int, ProgramBot]]:
        # By their classes: an object may tell lies of itself, or raise when it is looked at.
        for seat, (kind, bot) in enumerate(zip(self.plain, self.bots, strict=False)):
            if kind is not None and issubclass(kind, ProgramBot):
                yield seat, cast(ProgramBot, bot)

    def _act(self, seat: int) -> int:
        work, bot = self.work, self.bots[seat]
        if bot is None:
            return int(self._guard(seat, ask_act, work.table, work.copy, work.seats, seat))
        action = self._guard(seat, _act, bot, self.view(seat))
        try:
            return action_code(action)
        except IllegalAction as error:
            raise Fault(seat, str(error)) from None

    def _observe(self, seat: int) -> None:
        work, bot = self.work, self.bots[seat]
        self.seat = seat
        if bot is None:
            records = (work.table, work.copy, work.event, work.event_copy)
            self._guard(seat, ask_observe, *records, work.seats, seat)
        else:
            turn = turn_of(np.frombuffer(self.event, EVENT)[0])
            self._guard(seat, _observe, bot, self.view(seat), turn)

    def _guard(self, seat: int, function: Any, *args: Any) -> Any:
        """Call what a bot brought; what it raises and how long it takes is its own fault."""
        _JOURNAL_HEAD.pack_into(self.journal, 0, self.game, self.turn, seat)
        before = time.perf_counter()
        try:
            result = function(*args)
        except ProgramFault as error:
            raise Fault(seat, f"the program {text_of(error)}") from None
        except OutputLimit as error:
            raise Fault(seat, text_of(error)) from None
        except SystemExit as error:
            raise Fault(seat, exited(error)) from None
        except BaseException as error:  # whatever a bot raises is its fault
            if isinstance(error, KeyboardInterrupt) and self.interruptible:
                raise  # a person's wish
            raise Fault(seat, raised(error)) from error
        if self.sink is not None and self.sink.left < 0:
            raise Fault(seat, self.sink.complaint)
        after = time.perf_counter()
        if after - before > self.limits.move_seconds:
            raise Fault(seat, f"took longer than {self.limits.move_seconds:g} s for a move")
        if after - self.started > self.limits.game_seconds:
            raise Fault(seat, f"took longer than {self.limits.game_seconds:g} s for a game")
        return result

    def view(self, seat: int) -> View:
        """Return what a seat may see of the table now."""
        seating = self.seating
        raw = bytearray(self.table)
        raw[_VIEWER] = seat
        if not seating.bots[seat].sees_own_hand:
            at = _HANDS + seat * MAX_HAND
            raw[at : at + MAX_HAND] = _HIDDEN_HAND
        seen = self.events[seat]
        return View(bytes(raw), seat, seating.rules, seating.declared, self.random[seat], seen)


# What a bot's attributes do when they are looked up happens inside the guard, too.


def _new(kind: type[Bot], params: Mapping[str, Any]) -> Bot:
    bot = kind()
    if not isinstance(bot, Bot):
        raise TypeError(f"{kind.__name__}() makes no bot")
    for name, value in params.items():
        # A list or a mapping is the bot's own for this game, like its memory.
        setattr(bot, name, value if isinstance(value, _CONSTANT) else deepcopy(value))
    return bot


def _start(bot: Bot, view: View) -> None:
    bot.start(view)


def _act(bot: Bot, view: View) -> Any:
    return bot.act(view)


def _observe(bot: Bot, view: View, turn: Turn) -> None:
    bot.observe(view, turn)


def _is_clue(code: int) -> bool:
    return _FIRST_CLUE <= code < _BEHIND_CLUES


def play_mixed(table: MixedTable, first: int, count: int, stride: int = 1) -> Games:
    """Play `count` games, `stride` apart from `first` on, one after the other."""
    work = table.work
    results = np.zeros(count, RESULT)
    results["fault_seat"] = -1
    actions = np.zeros(count * MAX_TURNS, np.uint8)
    faults: dict[int, str] = {}
    filled = 0
    for row in range(count):
        game = first + row * stride
        fault = table.play(game)
        turns = int(work.table_array["turn"][0])
        work.journal_array["turn"] = turns
        work.journal_array["game"] = game
        if fault:
            faults[game] = fault
            close_fault(work, results, row, table.seat)
        else:
            close_game(work.table, work.journal, record_of(results[row : row + 1]))
        actions[filled : filled + turns] = work.journal_array["actions"][0, :turns]
        filled += turns
    mark_faults(results)
    return Games(results, actions[:filled], faults)
