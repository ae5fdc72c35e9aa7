"""Hold bots against their baselines, or record a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from hanabi_arena.api.registry import place_file
from hanabi_arena.comparison.outcome import EXIT_CODES, FAULTS_CODE, Comparison, Faults, identical
from hanabi_arena.comparison.paired import Evidence
from hanabi_arena.comparison.question import Question, Stratum
from hanabi_arena.comparison.revisions import Repository
from hanabi_arena.comparison.run import (
    How,
    Recorded,
    are_identical,
    compare_sides,
    folder_name,
    play_alone,
)
from hanabi_arena.comparison.sides import Finder, Side
from hanabi_arena.engine.sources import play_digest
from hanabi_arena.errors import UsageError
from hanabi_arena.gate.baseline import Baseline, RecordedBot, read_baseline
from hanabi_arena.gate.config import Gate
from hanabi_arena.gate.fingerprint import Fingerprints
from hanabi_arena.league.manifest import commit
from hanabi_arena.league.run import Progress

Show: TypeAlias = Callable[[str, Question, Progress, Evidence], None]
"""Takes a bot's name and how far its games are."""

_ORDER = ("weaker", "no better", "inconclusive", "better", "not weaker", "identical")
"""Verdicts, the one first that a gate is known by."""


@dataclass(frozen=True)
class Settings:
    """How a gate is run; nothing of it changes a verdict."""

    folder: Path
    jobs: int | None = None
    part_games: int | None = None
    local: bool = False
    kept: bool = True

    def how(self, name: str) -> How:
        """Return how one comparison of it is played."""
        return How(self.folder / name, self.jobs, self.part_games, self.local, kept=self.kept)


@dataclass(frozen=True)
class Checked:
    """A bot that was held against its baseline."""

    name: str
    comparison: Comparison
    fingerprint: str | None
    """The digest of its actions in 20 fixed deals; None for a bot that failed."""
    baseline_fingerprint: str | None

    @property
    def play(self) -> str:
        """Whether its play has changed, as far as 20 deals tell: same, changed or unknown."""
        if self.fingerprint is None or self.baseline_fingerprint is None:
            return "unknown"
        return "same" if self.fingerprint == self.baseline_fingerprint else "changed"

    @property
    def faults(self) -> tuple[Faults, ...]:
        """Its own faults; those of its baseline do not count against it."""
        return tuple(one for one in self.comparison.faults if one.side == self.comparison.b)


@dataclass(frozen=True)
class Gated:
    """What a gate found."""

    name: str
    baseline: str
    """What the bots were held against, in words."""
    bots: tuple[Checked, ...]
    inconclusive_fails: bool
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """The worst verdict of its bots."""
        return min((one.comparison.verdict for one in self.bots), key=_ORDER.index)

    def code(self, one: Checked) -> int:
        """Return the exit code for one bot alone."""
        if one.faults:
            return FAULTS_CODE
        if one.comparison.verdict == "inconclusive" and not self.inconclusive_fails:
            return 0
        return EXIT_CODES[one.comparison.verdict]

    @property
    def exit_code(self) -> int:
        """4 where a bot failed, else 1 where one is weaker, else 3 where one is undecided."""
        codes = {self.code(one) for one in self.bots}
        return next((code for code in (FAULTS_CODE, 1, 3) if code in codes), 0)

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "gate": self.name,
            "baseline": self.baseline,
            "verdict": self.verdict,
            "exit_code": self.exit_code,
            "bots": [
                {
                    "bot": one.name,
                    "fingerprint": one.fingerprint,
                    "baseline_fingerprint": one.baseline_fingerprint,
                    "play": one.play,
                    "comparison": one.comparison.as_dict(),
                }
                for one in self.bots
            ],
            "notes": list(self.notes),
        }


def run_gate(gate: Gate, finder: Finder, settings: Settings, show: Show) -> Gated:
    """Hold every bot of a gate against its baseline. Raises UsageError."""
    notes: list[str] = [*gate.plan.notes, *gate.plan.skipped]
    file = gate.baseline_file
    if file is not None:
        recorded = read_baseline(file)
        words = f"{file.as_posix()}, {recorded.games:,} deals"
        if recorded.engine != play_digest():
            notes.append(
                f"{file}: recorded with another engine of the same version; a difference may come "
                "from there"
            )
        with Fingerprints() as prints:
            checked = [
                _against_file(gate, recorded, side, strata, settings, prints, show)
                for side, strata in sides_of(gate)
            ]
    else:
        revision = str(gate.keys.baseline.revision)
        words = f"revision {revision}"
        with Fingerprints() as prints:
            checked = [
                _against_revision(gate, finder, revision, side, strata, settings, prints, show)
                for side, strata in sides_of(gate)
            ]
    fails = gate.keys.inconclusive == "fail"
    return Gated(gate.keys.name, words, tuple(checked), fails, (*notes, *finder.notes))


def sides_of(gate: Gate) -> list[tuple[Side, tuple[Stratum, ...]]]:
    """Return the gate's bots, with the strata that each plays."""
    found = []
    for name, entry in gate.plan.entries.items():
        strata = tuple(
            Stratum(cell.rules, cell.players)
            for cell in gate.plan.cells
            if cell.line_up.host == name
        )
        if not strata:
            raise UsageError(
                f"{gate.path}: {name} can play none of the games: see what it declares"
            )
        entry.spec.check_current()
        found.append((Side(name, entry), strata))
    return found


def _against_revision(
    gate: Gate,
    finder: Finder,
    revision: str,
    side: Side,
    strata: tuple[Stratum, ...],
    settings: Settings,
    prints: Fingerprints,
    show: Show,
) -> Checked:
    """Play a bot and what it was at a revision, on deals that nobody has met before."""
    before = finder.past(side, revision)
    question = _question(gate, strata, gate.keys.max_games, _fresh_seed(before, side))
    if are_identical(before, side):
        same = prints.of(side, strata)
        return Checked(side.label, identical(question, before, side), same, same)
    how = settings.how(folder_name(question, (before, side)))
    found = compare_sides(question, before, side, how, partial(show, side.label, question))
    return _checked(side, found, prints, _print_of(before, found, prints))


def _fresh_seed(before: Side, side: Side) -> str:
    """Return the seed of a block of deals that belongs to two revisions alone.

    It changes with every commit and every edit, so that no bot can be fitted to one block.
    """
    file = place_file(side.entry.spec.place)
    head = Repository.around(file.parent).commit("HEAD") if file else ""
    text = f"{before.commit}|{head}|{side.digest}"
    return f"gate-{blake2b(text.encode(), digest_size=8).hexdigest()}"


def _against_file(
    gate: Gate,
    recorded: Baseline,
    side: Side,
    strata: tuple[Stratum, ...],
    settings: Settings,
    prints: Fingerprints,
    show: Show,
) -> Checked:
    recorded.check(side.label, strata, gate.strikeout)
    question = _question(gate, strata, recorded.games, recorded.seed, fixed=True)
    shown = partial(show, side.label, question)
    return against_recorded(question, recorded, side, settings, prints, shown)


def against_recorded(
    question: Question,
    recorded: Baseline,
    side: Side,
    settings: Settings,
    prints: Fingerprints,
    show: Callable[[Progress, Evidence], None],
) -> Checked:
    """Play a bot on a recorded baseline's block, and compare it deal by deal."""
    old = recorded.bot(side.label)
    before = Recorded(f"{side.label} in {recorded.path.name}", old.scores, recorded.commit)
    if old.digest == side.digest and recorded.engine == play_digest():
        same = identical(question, before, side)
        return Checked(side.label, same, old.fingerprint, old.fingerprint)
    how = settings.how(folder_name(question, (before, side)))
    found = compare_sides(question, before, side, how, show)
    return _checked(side, found, prints, old.fingerprint)


def _checked(side: Side, found: Comparison, prints: Fingerprints, before: str | None) -> Checked:
    return Checked(side.label, found, _print_of(side, found, prints), before)


def _print_of(side: Side, found: Comparison, prints: Fingerprints) -> str | None:
    """Return a side's fingerprint; a bot that failed before is not asked again."""
    if any(one.side == side.label for one in found.faults):
        return None
    return prints.of(side, found.question.strata)


def _question(
    gate: Gate, strata: tuple[Stratum, ...], games: int, seed: str, fixed: bool = False
) -> Question:
    return Question(
        strata,
        gate.bounds,
        gate.keys.alpha,
        gate.keys.beta,
        games,
        fixed,
        gate.strikeout,
        seed,
        gate.keys.limits.model_dump(by_alias=True),
    )


def promote(
    gate: Gate, path: Path, settings: Settings, show: Show
) -> tuple[Baseline | None, list[Faults]]:
    """Play every bot of a gate on a new block of deals and write the baseline.

    Where a bot fails nothing is written, and its faults are returned.
    """
    sides = sides_of(gate)
    seed = next_seed(path, [side for side, _ in sides])
    bots: dict[str, RecordedBot] = {}
    faults: list[Faults] = []
    strata: dict[Stratum, None] = {}
    with Fingerprints() as prints:
        for side, played in sides:
            question = _question(gate, played, gate.keys.games, seed, fixed=True)
            how = settings.how(folder_name(question, (side,)))
            scores, failed = play_alone(question, side, how, partial(show, side.label, question))
            faults += failed
            if not failed:
                bots[side.label] = recorded_bot(side, scores, prints.of(side, played))
            strata |= dict.fromkeys(played)
    if faults:
        return None, faults
    made = Baseline(
        path,
        play_digest(),
        commit(),
        seed,
        gate.keys.games,
        gate.strikeout,
        tuple(strata),
        bots,
    )
    made.write()
    return made, []


def is_too_short(gate: Gate) -> bool:
    """Return whether a recorded block has too few deals to pass even a bot that plays the same."""
    for _, strata in sides_of(gate):
        question = _question(gate, strata, gate.keys.games, "", fixed=True)
        test = question.new_test()
        test.feed(np.zeros((gate.keys.games, len(question.independent))))
        if test.verdict is None:
            return True
    return False


def recorded_bot(
    side: Side, scores: dict[tuple[str, int], Any], fingerprint: str | None
) -> RecordedBot:
    """Return what a baseline keeps of a bot."""
    return RecordedBot(
        side.label,
        side.entry.spec.name,
        side.entry.params,
        side.digest,
        fingerprint,
        scores,
    )


def next_seed(path: Path, sides: Sequence[Side]) -> str:
    """Return the seed of a new block: another one at every promotion of another bot."""
    try:
        former = read_baseline(path).seed
    except UsageError:
        former = ""
    text = "|".join([former, *(side.digest for side in sides)])
    return f"block-{blake2b(text.encode(), digest_size=8).hexdigest()}"
