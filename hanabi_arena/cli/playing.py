"""Play a plan into a folder, with progress, and stop politely: what such verbs share."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanabi_arena.cli.common import INTERRUPTED, is_terminal, say
from hanabi_arena.errors import UsageError

if TYPE_CHECKING:
    from hanabi_arena.league.plan import Plan
    from hanabi_arena.league.run import Outcome, Runner
    from hanabi_arena.league.store import Store
    from hanabi_arena.report.recorded import Recorded


@dataclass(frozen=True)
class Played:
    """A plan that was played to its end."""

    folder: Path
    recorded: Recorded
    outcome: Outcome
    started: float

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self.started


def play_into(
    plan: Plan,
    folder: Path,
    options: dict[str, Any],
    finish: Callable[[Recorded], None],
    make_runner: Callable[[Plan, Store, int | None, int | None], Runner] | None = None,
) -> Played:
    """Play what a folder misses of a plan, and record it there.

    `finish` makes what is made from the records; an interrupt is seen to while it works, too. Of
    the options `fresh`, `jobs` and `part_size` are read. An interrupt ends the program. A run that
    asks a question has a runner of its own, which may stop early: `make_runner`.
    """
    from hanabi_arena.league.manifest import check_same, manifest, merged
    from hanabi_arena.league.run import Runner
    from hanabi_arena.league.store import Store, read_run
    from hanabi_arena.report.recorded import add_timing, read_recorded, write_summary

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    started = time.perf_counter()
    for note in plan.notes:
        say(f"note: {note}")
    say(_headline(plan), *plan.skipped)
    with Store(folder) as store:
        if options["fresh"]:
            aside = store.set_aside()
            if aside:
                say(f"moved what {folder} held to {aside}")
        new = manifest(plan)
        if (folder / "run.json").exists():
            old = read_run(folder)
            check_same(old, new, folder)
            new = merged(old, new)
        elif (folder / "games").exists():
            raise UsageError(f"{folder} holds games but no run.json; use --fresh or --out")
        store.write_json("run.json", new)
        runner = (make_runner or Runner)(plan, store, options["jobs"], options["part_size"])
        missing = runner.missing()
        total = len(plan.cells) * plan.games
        try:
            outcome = _play(runner, total, missing)
            add_timing(folder, runner.outcome.seconds)
            runner.outcome.seconds.clear()
            recorded = read_recorded(folder)
            write_summary(recorded)
            finish(recorded)
        except KeyboardInterrupt:
            raise SystemExit(_interrupted(store, runner, total)) from None
    if not missing:
        say(f"finished before: all {total:,} games are in {folder}; nothing was played")
    return Played(folder, recorded, outcome, started)


def interrupt(*_: object) -> None:
    """Turn a signal into the exception that Ctrl-C is."""
    raise KeyboardInterrupt


def _headline(plan: Plan) -> str:
    league = plan.league
    counts = sorted({cell.players for cell in plan.cells})
    players = (
        f"{counts[0]}–{counts[-1]}"
        if len(counts) > 1 and counts == list(range(counts[0], counts[-1] + 1))
        else ", ".join(map(str, counts))
    )
    pieces = (
        league.name,
        _many(len(plan.entries), "bot"),
        _many(len(plan.line_ups), "line-up"),
        _many(len(plan.variants), "variant"),
        f"{players} players",
        f"{plan.games:,} deals each",
    )
    return " · ".join(pieces)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _play(runner: Runner, total: int, missing: int) -> Outcome:
    from hanabi_arena.cli.progress import Bar, Quiet

    if not missing:
        return runner.outcome
    with (Bar if is_terminal() else Quiet)(total, total - missing) as shown:
        return runner.run(shown.show)


def _interrupted(store: Store, runner: Runner, total: int) -> int:
    from hanabi_arena.report.recorded import add_timing

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not cut this short
    add_timing(store.folder, runner.outcome.seconds)
    done = total - runner.missing() + runner.outcome.played
    say(f"stopped after {done:,} of {total:,} games; go on with: {command_without(('--fresh',))}")
    return INTERRUPTED


def command_without(switches: tuple[str, ...], with_a_value: tuple[str, ...] = ()) -> str:
    """Return the command line that was given, without some of its switches and options."""
    words = []
    given = iter(sys.argv[1:])
    for word in given:
        if word in with_a_value:
            next(given, None)
        elif word not in switches and not word.startswith(tuple(f"{one}=" for one in with_a_value)):
            words.append(word)
    return shlex.join(["arena", *words])
