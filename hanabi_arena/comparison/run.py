"""Answer a question about two sides: their folder, the run, the answer."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

import numpy as np

from hanabi_arena.comparison.outcome import Comparison, Faults, ShowCommand, answer
from hanabi_arena.comparison.paired import (
    Column,
    Evidence,
    LocalRunner,
    PairedRunner,
    Scores,
    check_finished,
)
from hanabi_arena.comparison.question import Question, Stratum
from hanabi_arena.comparison.sides import Side
from hanabi_arena.engine.sources import play_digest
from hanabi_arena.engine.stream import GENERATOR
from hanabi_arena.league.manifest import check_same, manifest, merged
from hanabi_arena.league.plan import Plan
from hanabi_arena.league.run import Progress
from hanabi_arena.league.store import Store, read_run

LONGEST_NAME = 40
"""So much of a side's name is in that of a folder."""

Show: TypeAlias = Callable[[Progress, Evidence], None]


@dataclass(frozen=True)
class Recorded:
    """A side that is not played: its scores are known, deal by deal in each stratum."""

    label: str
    scores: Mapping[tuple[str, int], Scores]
    """By variant and player count."""
    commit: str | None = None


@dataclass(frozen=True)
class How:
    """How a comparison is played; nothing of it changes the answer."""

    folder: Path
    jobs: int | None = None
    part_games: int | None = None
    local: bool = False
    """Play in this process."""
    fresh: bool = False
    kept: bool = True
    """Whether the folder is there afterwards."""


def are_identical(a: Side, b: Side) -> bool:
    """Return whether both sides are the same by digest: source, helpers, parameters."""
    return a.digest == b.digest


def folder_name(question: Question, sides: Sequence[Side | Recorded]) -> str:
    """Return the name of a comparison's folder: another bot or seed, another folder."""
    parts = [
        GENERATOR,
        play_digest(),
        repr(question.seed),
        question.strikeout,
        repr(sorted(question.limits.items())),
        *(side.digest if isinstance(side, Side) else side.label for side in sides),
    ]
    key = blake2b("\0".join(parts).encode(), digest_size=4).hexdigest()
    names = (re.sub(r"[^A-Za-z0-9.=_]+", "-", side.label).strip("-.") for side in sides)
    return f"{'-vs-'.join(name[-LONGEST_NAME:].strip('-.') for name in names)}-{key}"


def compare_sides(
    question: Question, a: Side | Recorded, b: Side, how: How, show: Show
) -> Comparison:
    """Play two sides until the question is answered, or go on with what the folder holds.

    Raises RunError where the folder holds something else. A KeyboardInterrupt passes; the same
    call then goes on.
    """
    with Store(how.folder) as store:
        evidence = _played(store, question, a, b, how, show)
        shown = _commands(question, a, b, how)
        found = answer(question, a, b, evidence, shown, how.folder if how.kept else None)
        store.write_json("comparison.json", found.as_dict())
    return found


def play_alone(
    question: Question, side: Side, how: How, show: Show
) -> tuple[dict[tuple[str, int], Scores], tuple[Faults, ...]]:
    """Play one side in a fixed number of deals; return its scores by stratum, and its faults."""
    zeros = np.zeros(question.games, np.int64)
    keys = [(stratum.rules.name, stratum.players) for stratum in question.strata]
    nothing = Recorded("nothing", dict.fromkeys(keys, zeros))
    with Store(how.folder) as store:
        evidence = _played(store, replace(question, fixed=True), nothing, side, how, show)
        shown = _commands(question, nothing, side, how)
        faults = answer(question, nothing, side, evidence, shown, how.folder).faults
    scores = [column.scores[: question.games] for _, column in evidence.columns]
    return dict(zip(keys, scores, strict=True)), faults


def _played(
    store: Store, question: Question, a: Side | Recorded, b: Side, how: How, show: Show
) -> Evidence:
    """Play what is missing, and return what both sides scored."""
    played = [side for side in (a, b) if isinstance(side, Side)]
    plan = question.plan(played)
    evidence = Evidence(question)
    columns: dict[tuple[str, str, int], Column] = {}
    for index, stratum in enumerate(question.strata):
        key = stratum.rules.name, stratum.players
        for side, column in zip((a, b), evidence.columns[index], strict=True):
            if isinstance(side, Side):
                columns[side.label, *key] = column
            else:
                evidence.take_known(index, side.scores[key])
    if how.fresh:
        store.set_aside()
    _write_manifest(store, plan, played, plan.games)
    kind = LocalRunner if how.local else PairedRunner
    runner = kind(plan, store, evidence, columns, how.jobs, how.part_games)
    show(Progress(0), evidence)
    runner.run(lambda progress: show(progress, evidence))
    check_finished(evidence)
    # What lies beyond the verdict stays, and is no part of any table.
    _write_manifest(store, plan, played, evidence.games)
    return evidence


def _write_manifest(store: Store, plan: Plan, sides: Sequence[Side], games: int) -> None:
    new = manifest(plan)
    for side in sides:
        if side.commit is not None:
            new["bots"][side.label] |= {"place": side.origin, "revision": side.commit}
    new["games"] = new["config"]["games"] = games
    if (store.folder / "run.json").exists():
        old = read_run(store.folder)
        check_same(old, new, store.folder)
        new = merged(old, new)
    store.write_json("run.json", new)


def _commands(question: Question, a: Side | Recorded, b: Side, how: How) -> ShowCommand:
    """Return what words the command that shows a deal."""
    sides = (a, b)

    def show(stratum: Stratum, game: int, only: int | None) -> str:
        where = ["--variant", stratum.rules.name, "--players", str(stratum.players)]
        deal = [*where, "--game", str(game)]
        if not how.kept:
            side = sides[1 if only is None else only]
            bots = ["--bots", side.label, "--variants", stratum.rules.name]
            seed = ["--players", str(stratum.players), "--seed", str(question.seed)]
            return shlex.join(["arena", "run", *bots, *seed, "--game", str(game)])
        words = ["arena", "replay", "show", how.folder.as_posix(), *deal]
        if only is not None:
            words += ["--line-up", sides[only].label]
        elif isinstance(a, Side):
            words.append("--side-by-side")
        return shlex.join(words)

    return show
