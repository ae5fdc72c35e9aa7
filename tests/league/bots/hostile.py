"""Bots that misbehave, each in its own way, in a third of their games and there only.

`Calm` is what they all are until then: it draws from its stream as they do, so that it plays, and
scores, what they would have.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from hanabi_arena import Bot, ClueRank, ClueSuit, Discard, Play, View
from hanabi_arena.errors import IllegalAction
from hanabi_arena.match.mixed import Fault
from hanabi_arena.match.output import OutputLimit

TRIGGER = 2
"""Each seat misbehaves at its second turn, or never."""


class Calm(Bot):
    """Plays its oldest card, always."""

    deterministic = False

    def act(self, view: View) -> Any:
        """Misbehave at the second turn, in a third of the games."""
        if view.turn == TRIGGER + view.seat and view.random.below(3) == 0:
            return self.misbehave(view)
        return Play(0)

    def misbehave(self, view: View) -> Any:
        """Do nothing of the kind."""
        return Play(0)


# What costs the game


class Raises(Calm):
    def misbehave(self, view: View) -> Any:
        raise ValueError("boo\nand more")


class ExitsPython(Calm):
    def misbehave(self, view: View) -> Any:
        sys.exit(3)


class Unprintable:
    def __str__(self) -> str:
        raise ZeroDivisionError("no text")

    __repr__ = __str__


class ExitsUnprintably(Calm):
    def misbehave(self, view: View) -> Any:
        raise SystemExit(Unprintable())


class EndsProcess(Calm):
    def misbehave(self, view: View) -> Any:
        os._exit(3)


class KillsProcess(Calm):
    def misbehave(self, view: View) -> Any:
        ctypes.string_at(0)


class LoopsInPython(Calm):
    def misbehave(self, view: View) -> Any:
        while True:
            pass


class LoopsInC(Calm):
    def misbehave(self, view: View) -> Any:
        return sum(iter(int, 1))  # never lets another thread run


class LoopsAndCatches(Calm):
    def misbehave(self, view: View) -> Any:
        while True:
            try:
                time.sleep(60)
            except BaseException:
                continue


class FloodsPrint(Calm):
    def misbehave(self, view: View) -> Any:
        while True:
            print("x" * 1000)


class FloodsErrors(Calm):
    def misbehave(self, view: View) -> Any:
        while True:
            try:
                sys.stderr.write("y" * 100_000)
            except Exception:
                continue


class Illegal(Calm):
    def misbehave(self, view: View) -> Any:
        return Discard(0)


class ReturnsNumber(Calm):
    def misbehave(self, view: View) -> Any:
        return 3


class ReturnsNothing(Calm):
    def misbehave(self, view: View) -> Any:
        return None


class ReturnsClass(Calm):
    def misbehave(self, view: View) -> Any:
        return Play


class ReturnsUnprintable(Calm):
    def misbehave(self, view: View) -> Any:
        return Unprintable()


class NegativeSlot(Calm):
    def misbehave(self, view: View) -> Any:
        return Play(-1)


class HugeSlot(Calm):
    def misbehave(self, view: View) -> Any:
        return Play(10**30)


class TrueSlot(Calm):
    def misbehave(self, view: View) -> Any:
        return Play(True)


class TextSlot(Calm):
    def misbehave(self, view: View) -> Any:
        return Play("0")  # type: ignore[arg-type]  # that is the point


class UnprintableSlot(Calm):
    def misbehave(self, view: View) -> Any:
        return Play(Unprintable())  # type: ignore[arg-type]  # that is the point


class EmptySlot(Calm):
    def misbehave(self, view: View) -> Any:
        return Play(np.int64(5))  # type: ignore[arg-type]  # an integer, but of no slot


class RankZero(Calm):
    def misbehave(self, view: View) -> Any:
        return ClueRank(view.others[0], 0)


class NoSuchSeat(Calm):
    def misbehave(self, view: View) -> Any:
        return ClueSuit(5, 0)


class CluesItself(Calm):
    def misbehave(self, view: View) -> Any:
        return ClueSuit(view.seat, 0)


class Announces(Calm):
    def misbehave(self, view: View) -> Any:
        return Play(0, announce=0)


class OtherPlay(Play):
    @property
    def code(self) -> int:
        return 10**12


class SubclassesPlay(Calm):
    def misbehave(self, view: View) -> Any:
        return OtherPlay(0)


class Liar(int):
    """Says that it is within any bounds, and is not; added to, it is no number."""

    def __ge__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __lt__ = __eq__ = __ge__
    __hash__ = int.__hash__

    def __mul__(self, other: object) -> Any:
        return "?"

    __add__ = __radd__ = __rmul__ = __mul__


class LiesOfSlot(Calm):
    def misbehave(self, view: View) -> Any:
        return Play(Liar(77))


class LiesOfTarget(Calm):
    def misbehave(self, view: View) -> Any:
        return ClueSuit(Liar(77), 0)


class StrRaises(Calm):
    def misbehave(self, view: View) -> Any:
        class Silent(Exception):
            def __str__(self) -> str:
                raise KeyError("no text")

        raise Silent


class Recurses(Calm):
    def misbehave(self, view: View) -> Any:
        return self.misbehave(view)


class OutOfMemory(Calm):
    def misbehave(self, view: View) -> Any:
        return [0] * 10**15


class Interrupts(Calm):
    def misbehave(self, view: View) -> Any:
        raise KeyboardInterrupt


class RaisesBase(Calm):
    def misbehave(self, view: View) -> Any:
        raise BaseException("base")


class BlamesAnother(Calm):
    def misbehave(self, view: View) -> Any:
        raise Fault(view.others[0], "it was not me")


class PretendsToFlood(Calm):
    def misbehave(self, view: View) -> Any:
        raise OutputLimit("it was printed by somebody else")


class PretendsIllegal(Calm):
    def misbehave(self, view: View) -> Any:
        raise IllegalAction("there is no such rule")


class ObservesBadly(Calm):
    """Raises when it takes note of its own fatal action."""

    def misbehave(self, view: View) -> Any:
        self.angry = True
        return Play(0)

    def observe(self, view: View, turn: Any) -> None:
        if getattr(self, "angry", False):
            raise ValueError("seen")


# What costs nothing, and must not touch anybody


class FloodsDescriptors(Calm):
    def misbehave(self, view: View) -> Any:
        for descriptor in (1, 2):
            os.write(descriptor, b"z" * 3_000_000)
        return Play(0)


class ClosesOutput(Calm):
    def misbehave(self, view: View) -> Any:
        sys.stdout.close()
        sys.stderr = None
        return Play(0)


class ChangesFolder(Calm):
    def act(self, view: View) -> Any:
        assert view.turn or Path.cwd() != Path("/")  # an earlier game's folder is forgotten
        return super().act(view)

    def misbehave(self, view: View) -> Any:
        os.chdir("/")
        return Play(0)


class Pauses(Calm):
    """Gives what an earlier game has left behind some time to happen."""

    def act(self, view: View) -> Any:
        if view.turn == 0:
            time.sleep(0.3)
        return super().act(view)


class SetsAlarm(Pauses):
    """Sets a clock that would end the process a little later, in a game that is somebody else's."""

    def misbehave(self, view: View) -> Any:
        signal.setitimer(signal.ITIMER_REAL, 0.25)
        return Play(0)


class SetsHandler(SetsAlarm):
    """The same, with an exception."""

    def misbehave(self, view: View) -> Any:
        def late(*_: object) -> None:
            raise RuntimeError("too late")

        signal.signal(signal.SIGALRM, late)
        return super().misbehave(view)


class ChangesDepth(Calm):
    """Leaves hardly any depth to call functions in."""

    def misbehave(self, view: View) -> Any:
        depth = len(inspect.stack()) + 12
        sys.setrecursionlimit(depth)
        return Play(0)


class LeavesThread(Pauses):
    """Leaves a thread behind that prints for ever."""

    def misbehave(self, view: View) -> Any:
        def chatter() -> None:
            while True:
                print("x" * 1_000, flush=True)
                time.sleep(0.001)

        threading.Thread(target=chatter).start()
        return Play(0)


class ForgesView(Calm):
    """Writes into everything that it is handed."""

    def misbehave(self, view: View) -> Any:
        hidden: Any = view
        hidden.hands[view.others[0]][0].identity = None
        hidden.discards.clear()
        hidden.unseen.clear()
        view.table.stacks[:] = 5
        hidden._events.clear()
        hidden._events.append(b"\0" * 64)
        hidden._raw = bytes(len(hidden._raw))
        hidden.seat = view.others[0]
        return Play(0)


class PrintsAndWatches(Calm):
    """Prints a little, and looks at the history; both must work next to any other bot."""

    def act(self, view: View) -> Any:
        print("turn", view.turn, flush=True)
        assert [turn.turn for turn in view.history] == list(range(view.turn))
        assert all(turn.action == Play(0) for turn in view.history)
        return super().act(view)


class NumpySlot(Calm):
    """Names its slot as NumPy counts."""

    def misbehave(self, view: View) -> Any:
        return Play(np.int64(0))  # type: ignore[arg-type]  # NumPy's integers are integers


# What loses every game


class ConstructorRaises(Calm):
    def __init__(self) -> None:
        raise RuntimeError("not today")


class StartRaises(Calm):
    def start(self, view: View) -> None:
        raise RuntimeError("no start")


class NoAct(Bot):
    """Has no act method."""
