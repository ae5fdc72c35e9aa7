"""The answer of a comparison: its verdict, the figures behind it, and the deals to look at."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from hanabi_arena.comparison.paired import Evidence, Look
from hanabi_arena.comparison.question import Question, Stratum
from hanabi_arena.stats.evidence import PairedTest, paired_interval, pairing_saved
from hanabi_arena.stats.sequence import ConfidenceSequence

Interval: TypeAlias = tuple[float, float]

ShowCommand: TypeAlias = Callable[[Stratum, int, int | None], str]
"""Returns the command that shows a deal in a stratum: both sides, or only 0 (A) or 1 (B)."""

Scores: TypeAlias = npt.NDArray[np.int64]

IDENTICAL: Final = "identical"
INCONCLUSIVE: Final = "inconclusive"
VERDICTS: Final = ("better", "not weaker", IDENTICAL, "no better", "weaker", INCONCLUSIVE)
"""What a comparison can say of B against A."""

EXIT_CODES: Final = {
    "better": 0,
    "not weaker": 0,
    IDENTICAL: 0,
    "no better": 1,
    "weaker": 1,
    INCONCLUSIVE: 3,
}
FAULTS_CODE: Final = 4
MOST_DEALS: Final = 3
"""So many deals in each direction are named."""


class Label(Protocol):
    """A side, as far as the answer speaks of it."""

    @property
    def label(self) -> str:
        """Its name."""

    @property
    def commit(self) -> str | None:
        """The commit that its source is of, if it is not that of now."""


@dataclass(frozen=True)
class Deal:
    """A deal that both sides played, in one stratum."""

    variant: str
    players: int
    game: int
    score_a: int
    score_b: int
    command: str
    """What shows it."""

    @property
    def difference(self) -> int:
        """B's score minus A's."""
        return self.score_b - self.score_a


@dataclass(frozen=True)
class Faults:
    """The games of one side that a fault of its bot ended; each counts as 0."""

    side: str
    games: int
    variant: str
    players: int
    game: int
    seat: int
    text: str
    """Of the first one."""
    command: str
    """What shows the first one."""


@dataclass(frozen=True)
class Figures:
    """What the differences of one kind of observation say: of all strata together, or of one."""

    verdict: str
    games: int
    mean_a: float
    mean_b: float
    mean_difference: float
    confidence_sequence: Interval
    paired_interval: Interval
    evidence_better: float
    evidence_no_better: float
    tied_share: float
    variance_saved: float

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as JSON has them: null where there is no number."""
        return {
            "verdict": self.verdict,
            "games": self.games,
            "mean_a": _number(self.mean_a),
            "mean_b": _number(self.mean_b),
            "mean_difference": _number(self.mean_difference),
            "confidence_sequence": [_number(end) for end in self.confidence_sequence],
            "paired_interval": [_number(end) for end in self.paired_interval],
            "evidence_better": self.evidence_better,
            "evidence_no_better": self.evidence_no_better,
            "tied_share": _number(self.tied_share),
            "variance_saved": _number(self.variance_saved),
        }


@dataclass(frozen=True)
class Comparison:
    """What a comparison found; it speaks of B against A, and differences are B minus A.

    `str()` of it is what `arena compare` prints, `as_dict()` what it prints with `--json`.
    """

    a: str
    b: str
    question: Question
    total: Figures
    strata: tuple[tuple[Stratum, Figures], ...]
    best: tuple[Deal, ...] = ()
    """The deals with the largest differences in favour of B."""
    worst: tuple[Deal, ...] = ()
    """Those in favour of A."""
    faults: tuple[Faults, ...] = ()
    looks: tuple[Look, ...] = field(default=(), repr=False)
    differences: npt.NDArray[np.float64] = field(
        default_factory=lambda: np.zeros(0), repr=False, compare=False
    )
    """One number a deal: the mean over the strata of B's score minus A's."""
    decided_after: int | None = None
    """The deal with which the test decided."""
    commits: tuple[str | None, str | None] = (None, None)
    """The commits that the sources of A and B are of, None for the source as it is now."""
    folder: Path | None = None
    causes: Mapping[str, float] | None = None
    """What of the difference each cause of lost points makes up, if it was asked."""

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`."""
        return self.total.verdict

    @property
    def games(self) -> int:
        """How many deals count."""
        return self.total.games

    @property
    def mean_difference(self) -> float:
        """The mean of B's score minus A's, in points a game."""
        return self.total.mean_difference

    @property
    def confidence_sequence(self) -> Interval:
        """The 95% interval of the mean difference that holds whenever one looks."""
        return self.total.confidence_sequence

    @property
    def paired_interval(self) -> Interval:
        """The 95% t interval; it holds only for a number of deals fixed beforehand."""
        return self.total.paired_interval

    @property
    def exit_code(self) -> int:
        """The code that `arena compare` ends with."""
        return FAULTS_CODE if self.faults else EXIT_CODES[self.verdict]

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        asked = self.question
        return {
            "a": self.a,
            "b": self.b,
            "a_commit": self.commits[0],
            "b_commit": self.commits[1],
            **self.total.as_dict(),
            "bounds": [asked.bounds.low, asked.bounds.high],
            "alpha": asked.alpha,
            "beta": asked.beta,
            "max_games": asked.games,
            "fixed": asked.fixed,
            "strikeout": asked.strikeout,
            "seed": asked.seed,
            "causes": None if self.causes is None else dict(self.causes),
            "strata": [
                {"variant": stratum.rules.name, "players": stratum.players, **figures.as_dict()}
                for stratum, figures in self.strata
            ],
            "best_deals": [_deal(deal) for deal in self.best],
            "worst_deals": [_deal(deal) for deal in self.worst],
            "faults": [_fault(one) for one in self.faults],
            "folder": None if self.folder is None else self.folder.as_posix(),
        }

    def __str__(self) -> str:
        """Return the answer in words."""
        from hanabi_arena.comparison.words import answer_text

        return answer_text(self)


def identical(question: Question, a: Label, b: Label) -> Comparison:
    """Return the answer where both sides are the same by digest: nothing needs to be played."""
    same = Figures(IDENTICAL, 0, math.nan, math.nan, 0.0, (0, 0), (0, 0), 1.0, 1.0, 1.0, math.nan)
    strata = tuple((one, same) for one in question.strata)
    return Comparison(a.label, b.label, question, same, strata, commits=(a.commit, b.commit))


def answer(
    question: Question,
    a: Label,
    b: Label,
    evidence: Evidence,
    show: ShowCommand,
    folder: Path | None,
) -> Comparison:
    """Return what the evidence says."""
    games = evidence.games
    differences = evidence.differences(0, games)
    test = evidence.test
    scores = [(one.scores[:games], other.scores[:games]) for one, other in evidence.columns]
    a_mean = np.mean([one[0] for one in scores], axis=0)
    b_mean = np.mean([one[1] for one in scores], axis=0)
    rows = evidence.rows(0, games)
    total = _figures(question, a_mean, b_mean, differences, rows, test, question.largest)
    strata = []
    for stratum, (one, other) in zip(question.strata, scores, strict=True):
        own = PairedTest(question.bounds, question.largest, question.alpha, question.beta)
        apart = (other - one).astype(np.float64)
        own.feed(apart)
        figures = _figures(question, one, other, apart, apart, own, stratum.rules.max_score)
        strata.append((stratum, figures))
    return Comparison(
        a.label,
        b.label,
        question,
        total,
        tuple(strata),
        best=tuple(_extremes(question, scores, show, 1)),
        worst=tuple(_extremes(question, scores, show, -1)),
        faults=tuple(_faults(question, (a.label, b.label), evidence, show)),
        looks=tuple(evidence.looks),
        differences=differences,
        decided_after=test.games if test.verdict else None,
        commits=(a.commit, b.commit),
        folder=folder,
    )


def _figures(
    question: Question,
    a: npt.NDArray[Any],
    b: npt.NDArray[Any],
    differences: npt.NDArray[np.float64],
    rows: npt.NDArray[np.float64],
    test: PairedTest,
    largest: int,
) -> Figures:
    games = len(differences)
    sequence = ConfidenceSequence(largest)
    sequence.feed(rows)
    return Figures(
        verdict=question.word(test.verdict),
        games=games,
        mean_a=float(a.mean()) if games else math.nan,
        mean_b=float(b.mean()) if games else math.nan,
        mean_difference=float(differences.mean()) if games else math.nan,
        confidence_sequence=sequence.interval(),
        paired_interval=paired_interval(differences),
        evidence_better=test.wealth_high,
        evidence_no_better=test.wealth_low,
        tied_share=float((differences == 0).mean()) if games else math.nan,
        variance_saved=pairing_saved(a.tolist(), b.tolist()),
    )


def _extremes(
    question: Question, scores: Sequence[tuple[Scores, Scores]], show: ShowCommand, sign: int
) -> Iterator[Deal]:
    """Yield the deals that differ most in B's favour (1) or in A's (-1); of equals the first."""
    found = []
    for index, (one, other) in enumerate(scores):
        apart = sign * (other - one)
        first = np.argsort(-apart, kind="stable")[:MOST_DEALS].tolist()
        found += [(-int(apart[game]), game, index) for game in first if apart[game] > 0]
    for _, game, index in sorted(found)[:MOST_DEALS]:
        stratum, (one, other) = question.strata[index], scores[index]
        command = show(stratum, game, None)
        yield Deal(
            stratum.rules.name,
            stratum.players,
            game,
            int(one[game]),
            int(other[game]),
            command,
        )


def _faults(
    question: Question, labels: tuple[str, str], evidence: Evidence, show: ShowCommand
) -> Iterator[Faults]:
    """Yield what went wrong on each side among the deals that count."""
    for side, label in enumerate(labels):
        found = [
            (game, index, seat, text)
            for index, pair in enumerate(evidence.columns)
            for game, (seat, text) in pair[side].faults.items()
            if game < evidence.games
        ]
        if found:
            game, index, seat, text = min(found)
            stratum = question.strata[index]
            command = show(stratum, game, side)
            yield Faults(
                label,
                len(found),
                stratum.rules.name,
                stratum.players,
                game,
                seat,
                text,
                command,
            )


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _deal(deal: Deal) -> dict[str, Any]:
    return {
        "variant": deal.variant,
        "players": deal.players,
        "game": deal.game,
        "score_a": deal.score_a,
        "score_b": deal.score_b,
        "difference": deal.difference,
        "command": deal.command,
    }


def _fault(one: Faults) -> dict[str, Any]:
    return {
        "side": one.side,
        "games": one.games,
        "variant": one.variant,
        "players": one.players,
        "game": one.game,
        "seat": one.seat,
        "fault": one.text,
        "command": one.command,
    }
