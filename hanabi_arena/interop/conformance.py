"""Check whether a program keeps to the protocol for bots in other processes.

Each check starts the program anew, has it play, and says in one line what went wrong. See
docs/protocol.md, and `arena audit --protocol`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Literal

from hanabi_arena.api.actions import Action
from hanabi_arena.api.bot import Bot
from hanabi_arena.api.program import GOODBYE_SECONDS, Program
from hanabi_arena.api.program_bot import ProgramBot, close_programs
from hanabi_arena.api.view import Turn, View
from hanabi_arena.api.wire import Greeting, encoded
from hanabi_arena.match.batch import Games
from hanabi_arena.match.mixed import Limits
from hanabi_arena.match.play import Player
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules.catalogue import find_variant

Verdict = Literal["passed", "failed", "skipped"]

VARIANTS = (
    "rainbow",
    "avalanche+choreography",
    "bouquet-final",
    "clue-starved",
    "empty-clues",
    "small+deck-plays",
)
"""What a program is tried in beside the base game; it may refuse any of them."""

SEED = "conformance"
_STOPS_AT = 5


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked, how it went, and what there is to say of it."""

    name: str
    verdict: Verdict
    detail: str = ""


@dataclass
class Audit:
    """The checks of one program.

    `command` is its command line as words; `players` are the player counts it is tried at, `games`
    how many games of each kind, `variants` those beside the base game.
    """

    command: tuple[str, ...]
    players: Sequence[int] = (2, 3, 4, 5)
    games: int = 3
    start_seconds: float = 20.0
    move_seconds: float = 10.0
    variants: Sequence[str] = VARIANTS
    log: list[str] = field(default_factory=list)
    """What the first game's first seat and the arena said to each other."""

    def run(self) -> Iterator[Check]:
        """Yield the checks as they are made."""
        hello = self._checked("answers hello", self._hello)
        yield hello
        if hello.verdict != "passed":
            return
        for count in self.players:
            yield self._checked(f"plays with {count} players", partial(self._plays, "base", count))
        middle = self.players[len(self.players) // 2]
        for variant in self.variants:
            check = partial(self._plays, variant, middle)
            yield self._checked(f"plays or refuses {variant}", check)
        for name, more in (
            ("plays the same deal the same way, in a new process too", self._repeats),
            ("goes on after a game that another seat's fault ended", self._goes_on),
            ("ignores messages and keys that it does not know", self._ignores),
            ("reads messages that come in pieces", self._reads_pieces),
            ("tells beliefs, or says that it does not", self._tells_beliefs),
            ("ends when it is told bye", self._says_bye),
            ("ends when its input ends", self._ends_with_input),
        ):
            yield self._checked(name, partial(more, middle))

    def _checked(self, name: str, check: Callable[[], str]) -> Check:
        try:
            return Check(name, "passed", check())
        except _Failed as failed:
            return Check(name, "failed", str(failed))
        except _Skipped as skipped:
            return Check(name, "skipped", str(skipped))
        finally:
            close_programs()

    # Each check returns what there is to say of it, or raises.

    def _hello(self) -> str:
        probe = _Probe(self)
        self._play(probe, "base", self.players[0], 1)
        self.log = probe.log
        if probe.greeting is None:
            raise _Failed(probe.fault)
        wants = ", ".join(sorted(probe.greeting.wants)) or "nothing"
        return f"{probe.greeting.name or 'without a name'}, wants {wants}"

    def _plays(self, variant: str, players: int) -> str:
        probe = _Probe(self)
        games = self._play(probe, variant, players, self.games)
        _, refuses, reason = probe.fault.partition(" refuses to play: ")
        if refuses and variant != "base":
            raise _Skipped(f"refused: {reason}")
        self._expect(probe)
        return f"{len(games.results)} games, {int(games.results['turns'].sum())} moves"

    def _repeats(self, players: int) -> str:
        probe = _Probe(self)
        first = self._play(probe, "base", players, self.games)
        self._expect(probe)
        for which in ("again", "in a new process"):
            other = self._play(probe, "base", players, self.games)
            self._expect(probe)
            if first.actions.tobytes() != other.actions.tobytes():
                raise _Failed(f"it played otherwise when asked {which}")
            close_programs()
        return ""

    def _goes_on(self, players: int) -> str:
        bots = (_probe_class(_Probe(self)), *[_Stops] * (players - 1))
        games = self._seat(bots, "base", self.games + 1)
        for game, seat in zip(games.results["game"], games.results["fault_seat"], strict=True):
            if seat == 0:
                raise _Failed(_fault_of(games, int(game)))
        return ""

    def _ignores(self, players: int) -> str:
        return self._faultless(_Probe(self, strange=True), players)

    def _reads_pieces(self, players: int) -> str:
        return self._faultless(_Probe(self, piece=7), players)

    def _tells_beliefs(self, players: int) -> str:
        probe = _Probe(self, beliefs=True)
        self._faultless(probe, players)
        return "" if probe.greeting and probe.greeting.beliefs else "it says that it does not"

    def _says_bye(self, players: int) -> str:
        probe = _Probe(self)
        self._faultless(probe, players)
        for code in [program.close() for program in probe.programs]:
            if code is None:
                raise _Failed(f"it still ran {GOODBYE_SECONDS:g} s after bye, and had to be ended")
            if code:
                raise _Failed(f"its exit code is {code}, not 0")
        return ""

    def _ends_with_input(self, players: int) -> str:
        probe = _Probe(self)
        self._faultless(probe, players)
        for program in probe.programs:
            program.end_input()
            end = time.monotonic() + GOODBYE_SECONDS
            while program.alive and time.monotonic() < end:
                time.sleep(0.01)
            if program.alive:
                raise _Failed(f"it still runs {GOODBYE_SECONDS:g} s later")
        return ""

    def _faultless(self, probe: _Probe, players: int) -> str:
        self._play(probe, "base", players, 1)
        self._expect(probe)
        return ""

    def _expect(self, probe: _Probe) -> None:
        if probe.fault:
            raise _Failed(probe.fault)

    def _play(self, probe: _Probe, variant: str, players: int, games: int) -> Games:
        played = self._seat((_probe_class(probe),) * players, variant, games)
        probe.fault = _fault_of(played)
        return played

    def _seat(self, bots: tuple[type[Bot], ...], variant: str, games: int) -> Games:
        seating = Seating(find_variant(variant), bots, ({},) * len(bots), SEED)
        limits = Limits(self.move_seconds, 3600.0)
        return Player(seating, limits=limits).play(0, games)


class _Failed(Exception):
    """What a program did wrong."""


class _Skipped(Exception):
    """Why a check could not be made."""


def _fault_of(games: Games, game: int | None = None) -> str:
    """Return the fault of a game, or of the first one that has any, in words."""
    for number, text in games.faults.items():
        if game in (None, number):
            row = games.results[games.results["game"] == number][0]
            return f"game {number}, seat {row['fault_seat']}, turn {row['turns'] + 1}: {text}"
    return ""


@dataclass
class _Probe:
    """How the program is spoken to in a check, and what is seen of it."""

    audit: Audit
    strange: bool = False
    piece: int = 0
    beliefs: bool = False
    greeting: Greeting | None = None
    fault: str = ""
    log: list[str] = field(default_factory=list)
    programs: list[Program] = field(default_factory=list)


def _probe_class(probe: _Probe) -> type[Bot]:
    """Return the class of a bot that is the program, spoken to as the probe says."""
    facts = {
        "probe": probe,
        "name": "process",
        "command": list(probe.audit.command),
        "options": {"strange": 1} if probe.strange else {},
        "start_seconds": probe.audit.start_seconds,
        "move_seconds": probe.audit.move_seconds,
        "memory_mb": 0,
        "__module__": "hanabi_arena.api.probe",
    }
    return type("Probed", (_Probed,), facts)


class _Probed(ProgramBot):
    probe: ClassVar[_Probe]

    def _launch(self, error_bytes: int) -> Program:
        program = _InPieces(self.probe.audit.command, error_bytes, self.probe.piece)
        if not self.probe.programs:
            program.log = self.probe.log
        self.probe.programs.append(program)
        return program

    def start(self, view: View) -> None:
        self.probe.greeting = self._house.greeting
        if self.probe.strange:
            self._program.tell(_STRANGE)
        super().start(view)

    def observe(self, view: View, turn: Turn) -> None:
        if self.probe.strange:
            self._program.tell(_STRANGE)
        super().observe(view, turn)

    def act(self, view: View) -> Action:
        if self.probe.beliefs:
            self.beliefs(view)
        return super().act(view)


_STRANGE = encoded(
    {"type": "of-a-later-version", "list": [None, {"a": 1.5}], "text": '\u00e9 \\ "'}
)


class _InPieces(Program):
    """Sends what it has to say in small pieces, if it is told to."""

    def __init__(self, command: tuple[str, ...], error_bytes: int, piece: int = 0) -> None:
        self.piece = piece
        super().__init__(command, error_bytes=error_bytes)

    def _send(self, data: bytes) -> int:
        return super()._send(data[: self.piece] if self.piece else data)


class _Stops(Bot):
    """Breaks its contract in the middle of every game but the last."""

    def act(self, view: View) -> Any:
        if view.turn >= _STOPS_AT and view.random.below(2):
            raise RuntimeError("this is a test")
        return view.legal_actions[-1]
