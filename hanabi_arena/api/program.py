"""A program that runs next to the arena: start it, ask it, watch it, end it.

The asking thread blocks in reading the answer. Whoever keeps it waiting for too long, uses too much
memory or floods standard error is killed by a watching thread, which ends the reading as well.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from hanabi_arena.api.wire import ProgramFault, encoded, shown

LONGEST_LINE = 100_000
"""Bytes of an answer, at most."""

GOODBYE = '{"type":"bye"}'
"""The last message."""
GOODBYE_SECONDS = 3.0
"""How long a program may take to end after it."""

_WATCH_SECONDS = 0.05
_LAST_BYTES = 4_000
_LAST_CHARACTERS = 1_500
_KEEPER = Path(__file__).with_name("keeper.py")


class Program:
    """A running program with pipes to and from it. Making one raises ProgramFault."""

    def __init__(
        self,
        command: tuple[str, ...],
        memory_bytes: int = 0,
        error_bytes: int = -1,
        folder: str | None = None,
    ) -> None:
        """Start it. No limit of memory is 0, none of what it may write to standard error is -1.

        Without a limit what it writes there is shown.
        """
        self.memory_bytes, self.error_bytes = memory_bytes, error_bytes
        self.log: list[str] | None = None
        """Everything that was said, if there is a list: `> ` before what it was told."""
        self.asked = 0
        """How many requests it was sent; each has its own number."""
        self._outgoing: list[str] = []
        self._deadline, self._limit = math.inf, ""
        self._why = ""
        self._errors = bytearray()
        self._error_count = 0
        try:
            self._process = subprocess.Popen(
                _kept(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise ProgramFault(f"cannot be started: {error}") from None
        assert self._process.stdin
        assert self._process.stdout
        self._into, self._out_of = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._drain = threading.Thread(target=self._drain_errors, daemon=True)
        self._drain.start()
        _watch(self)

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return not self._why and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def tell(self, message: str) -> None:
        """Put down a message that wants no answer; it is sent with the next request."""
        self._outgoing.append(message)

    def ask(self, kind: str, more: Any, seconds: float, limit: str) -> dict[str, Any]:
        """Send a request made of an object, and return the answer; see `ask_text`."""
        number = self.asked + 1
        text = encoded({"type": kind, "id": number, **more})
        return self.ask_text(text, number, seconds, limit)

    def ask_text(self, message: str, number: int, seconds: float, limit: str) -> dict[str, Any]:
        """Send a request, with all that is waiting to be sent, and return the answer.

        Raises ProgramFault if the answer is not there in time, or is no answer to the request; the
        program is ended then. `limit` says in words how long it may take.
        """
        self.asked = number
        self._outgoing.append(message)
        if self.log is not None:
            self.log += (f"> {one}" for one in self._outgoing)
        data = ("\n".join(self._outgoing) + "\n").encode()
        self._outgoing.clear()
        self._limit = limit
        self._deadline = time.monotonic() + seconds
        try:
            self._write(data)
            line = self._read_line()
            if self.log is not None:
                self.log.append(f"< {line.decode('utf-8', 'replace')}")
            return _answer(line, number)
        except BaseException:  # after an interrupt, too, no answer can be told from the next
            self.kill()
            self._close_pipes()
            raise
        finally:
            self._deadline = math.inf

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[self._send(data) :]
        except OSError:
            raise ProgramFault(self._how_it_ended()) from None

    def _send(self, data: bytes) -> int:
        return os.write(self._into, data)

    def _read_line(self) -> bytes:
        received = b""
        while True:
            chunk = os.read(self._out_of, 65536)
            if not chunk:
                raise ProgramFault(self._how_it_ended())
            received += chunk
            if b"\n" in chunk:
                break
            if len(received) > LONGEST_LINE:
                raise ProgramFault(f"wrote more than {LONGEST_LINE:,} bytes without a line's end")
        line, _, rest = received.partition(b"\n")
        if rest:
            raise ProgramFault(f"wrote more than one line: {_line_shown(rest)}")
        return line

    def _how_it_ended(self) -> str:
        self._deadline = math.inf
        if self._why:
            return self._why
        try:
            code = self._process.wait(GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code >= 0:
            return f"ended with exit code {code}"
        name = signal.Signals(-code).name if -code in list(signal.Signals) else str(-code)
        return f"was ended by the signal {name}"

    def look(self, now: float) -> None:
        """End it if it is over a limit; the watching thread calls this."""
        if now > self._deadline:
            self.kill(f"took longer than {self._limit}")
        elif 0 <= self.error_bytes < self._error_count:
            self.kill(f"wrote more than {self.error_bytes:,} bytes to standard error in a game")
        elif self.memory_bytes and resident_bytes(self.pid) > self.memory_bytes:
            self.kill(f"used more than {self.memory_bytes >> 20:,} MB of memory")

    def forget_errors(self) -> None:
        """Forget what it has written to standard error."""
        self._errors.clear()
        self._error_count = 0

    def last_words(self) -> str:
        """Return the end of what it wrote to standard error, in one line."""
        if not self.alive:
            self._drain.join(GOODBYE_SECONDS)  # it may not have read all yet
        text = bytes(self._errors).decode("utf-8", "replace")
        lines = ("".join(char for char in line if char.isprintable()) for line in text.splitlines())
        return " | ".join(line.strip() for line in lines if line.strip())[-_LAST_CHARACTERS:]

    def kill(self, why: str = "") -> None:
        """End it at once, with all that it has started."""
        self._why = self._why or why or "has been ended"
        _forget(self)
        if self._process.poll() is None:
            with contextlib.suppress(OSError):
                if hasattr(os, "killpg"):
                    os.killpg(self.pid, signal.SIGKILL)
                else:
                    self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE_SECONDS)

    def close(self) -> int | None:
        """Say goodbye, and return its exit code; None if it had to be ended."""
        if self.alive:
            with contextlib.suppress(OSError, ProgramFault):
                self._deadline = time.monotonic() + GOODBYE_SECONDS
                self._write(f"{GOODBYE}\n".encode())
                if self.log is not None:
                    self.log.append(f"> {GOODBYE}")
        self._deadline = math.inf
        self._close_pipes()
        code: int | None = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(GOODBYE_SECONDS)
        self.kill()
        self._drain.join(GOODBYE_SECONDS)
        return code

    def end_input(self) -> None:
        """Close its standard input, without a word."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def _drain_errors(self) -> None:
        assert self._process.stderr
        with self._process.stderr as pipe:
            while chunk := os.read(pipe.fileno(), 65536):
                self._error_count += len(chunk)
                if self.error_bytes < 0:
                    with contextlib.suppress(OSError):
                        os.write(2, chunk)
                self._errors += chunk
                del self._errors[:-_LAST_BYTES]


def _kept(command: tuple[str, ...]) -> list[str]:
    """Return the command line of a program that does not outlive this process."""
    if sys.platform != "linux":
        return list(command)
    return [sys.executable, "-I", "-S", str(_KEEPER), str(os.getpid()), *command]


def _answer(line: bytes, number: int) -> dict[str, Any]:
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        raise ProgramFault(f"answered {_line_shown(line)}, which is no JSON") from None
    if not isinstance(reply, dict):
        raise ProgramFault(f"answered {_line_shown(line)}, which is no object")
    if reply.get("id") != number or type(reply["id"]) is not int:
        raise ProgramFault(
            f"answered out of turn: id {shown(reply.get('id'))} where {number} was asked"
        )
    return reply


def _line_shown(line: bytes) -> str:
    return repr(shown(line[:100].decode("utf-8", "replace").strip()))


def resident_bytes(pid: int) -> int:
    """Return how much memory a process has in use; 0 where the system does not tell."""
    try:
        words = Path(f"/proc/{pid}/statm").read_bytes().split()
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


# The watch over all programs of this process

_watched: set[Program] = set()
_lock = threading.Lock()
_watcher: threading.Thread | None = None


def _watch(program: Program) -> None:
    global _watcher  # noqa: PLW0603  # one thread watches all programs of the process
    with _lock:
        _watched.add(program)
        if _watcher is None or not _watcher.is_alive():
            _watcher = threading.Thread(target=_keep_watching, daemon=True)
            _watcher.start()


def _forget(program: Program) -> None:
    with _lock:
        _watched.discard(program)


def _keep_watching() -> None:
    global _watcher  # noqa: PLW0603
    while True:
        time.sleep(_WATCH_SECONDS)
        with _lock:
            programs = list(_watched)
            if not programs:
                _watcher = None
                return
        now = time.monotonic()
        for program in programs:
            program.look(now)


@atexit.register
def _kill_all() -> None:
    for program in list(_watched):
        program.kill()
