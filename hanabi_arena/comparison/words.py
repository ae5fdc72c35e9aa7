"""A comparison in words, as `arena compare` prints it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from hanabi_arena.comparison.outcome import (
    IDENTICAL,
    INCONCLUSIVE,
    Comparison,
    Deal,
    Figures,
    Interval,
)
from hanabi_arena.comparison.question import Question
from hanabi_arena.comparison.revisions import SHORT
from hanabi_arena.stats.causes import CAUSE_WORDS


def answer_text(found: Comparison) -> str:
    """Return the whole answer, without a line break at its end."""
    return "\n".join(_lines(found))


def verdict_line(found: Comparison) -> str:
    """Return the verdict with what it rests on, in one line."""
    if found.verdict == IDENTICAL:
        return "identical: the same source, helpers, parameters and engine, by digest"
    return f"after {deals(found.games)} at {where(found.question)}: {found.verdict} ({_why(found)})"


def _lines(found: Comparison) -> Iterator[str]:
    for letter, label, commit in zip("AB", (found.a, found.b), found.commits, strict=True):
        yield f"{letter}  {label}" + (f" ({commit[:SHORT]})" if commit else "")
    yield ""
    yield verdict_line(found)
    if found.verdict == IDENTICAL:
        yield "nothing was played"
        return
    total = found.total
    label = "" if found.question.fixed else " (descriptive)"
    yield f"difference {signed(total.mean_difference)} points a game, B minus A"
    yield f"  whenever one looks, 95% confidence sequence  {interval(total.confidence_sequence)}"
    yield f"  paired 95% interval{label}".ljust(47) + interval(total.paired_interval)
    yield f"tied in {percent(total.tied_share)} of deals; {_saved(total)}"
    if found.causes:
        yield f"of it {causes_words(found.causes)}"
    yield ""
    yield from _table(found)
    for title, some in (("best for B", found.best), ("worst for B", found.worst)):
        if some:
            yield ""
            yield title
            for deal in some:
                yield f"  {_deal(deal)}"
                yield f"    {deal.command}"
    for one in found.faults:
        games = "1 game" if one.games == 1 else f"{one.games:,} games"
        yield ""
        yield f"{games} of {one.side} ended by a fault, and count as 0; the first:"
        yield (
            f"  {one.variant}, {one.players} players, deal {one.game}, seat {one.seat}: "
            + " ".join(one.text.split())
        )
        yield f"    {one.command}"


def causes_words(causes: Mapping[str, float]) -> str:
    """Return where a difference comes from: `struck out +0.02, out of time −0.10`."""
    return ", ".join(
        f"{CAUSE_WORDS[cause]} {signed(value)}"
        for cause, value in causes.items()
        if cause != "faults" or value
    )


def _why(found: Comparison) -> str:
    asked, total = found.question, found.total
    high = f'{total.evidence_better:,.1f} of {bar(asked.alpha)} for "{claim_high(asked)}"'
    low = f'{total.evidence_no_better:,.1f} of {bar(asked.beta)} for "{claim_low(asked)}"'
    if found.verdict == INCONCLUSIVE:
        return f"evidence {high}, {low}"
    when = ""
    if found.decided_after is not None and found.decided_after < found.games:
        when = f", decided after {found.decided_after:,}"
    return f"evidence {high if found.verdict == asked.word_high else low}{when}"


def bar(rate: float) -> str:
    """Return how much evidence is enough for an error rate: 20, 1,000."""
    enough = 1 / rate
    return f"{enough:,.0f}" if enough >= 100 else f"{enough:.3g}"


def claim_high(asked: Question) -> str:
    """Return in words what the evidence for the verdict "high" is for."""
    low = asked.bounds.low
    if low == 0:
        return "a gain"
    return f"a gain of more than {low:g}" if low > 0 else f"a loss of less than {-low:g}"


def claim_low(asked: Question) -> str:
    """Return in words what the evidence for the verdict "low" is for."""
    high = asked.bounds.high
    if high == 0:
        return "a loss"
    return f"no gain of {high:g}" if high > 0 else f"a loss of more than {-high:g}"


def _table(found: Comparison) -> Iterator[str]:
    heads = ("", "A", "B", "B − A", "95% paired", "tied", "saved")
    rows = [heads]
    for stratum, figures in found.strata:
        saved = figures.variance_saved
        rows.append(
            (
                stratum.words,
                mean(figures.mean_a),
                mean(figures.mean_b),
                signed(figures.mean_difference),
                interval(figures.paired_interval),
                percent(figures.tied_share),
                "–" if math.isnan(saved) else percent(saved),
            )
        )
    yield from aligned(rows)


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *cells]).rstrip()


def _deal(deal: Deal) -> str:
    return (
        f"deal {deal.game} ({deal.variant}, {deal.players} players): "
        f"{deal.score_a} → {deal.score_b}"
    )


def _saved(total: Figures) -> str:
    saved = total.variance_saved
    if math.isnan(saved):
        return "no variance that pairing could save"
    if saved < 0:
        return f"pairing added {percent(-saved)} to the variance"
    return f"pairing saved {percent(saved)} of the variance"


def where(asked: Question) -> str:
    """Return the player counts and variants in words: `2 and 3 players in base`."""
    counts = sorted({stratum.players for stratum in asked.strata})
    variants = list(dict.fromkeys(stratum.rules.name for stratum in asked.strata))
    place = "" if variants == ["base"] else f" in {listing(variants)}"
    return f"{listing([str(count) for count in counts])} players{place}"


def listing(words: Sequence[str]) -> str:
    """Return words as a sentence lists them: `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def deals(count: int) -> str:
    """Return a number of deals in words."""
    return "1 deal" if count == 1 else f"{count:,} deals"


def mean(value: float) -> str:
    """Return a mean score: 22.51."""
    return "–" if math.isnan(value) else f"{value:.2f}"


def signed(value: float) -> str:
    """Return a difference with its sign: +0.12, −0.09."""
    if math.isnan(value):
        return "–"
    words = f"{value:+.2f}".replace("-", "−")
    return "0.00" if words[1:] == "0.00" else words


def interval(ends: Interval) -> str:
    """Return an interval of differences: [−0.31, +0.11]."""
    if math.isnan(ends[0]):
        return "–"
    return f"[{signed(ends[0])}, {signed(ends[1])}]"


def percent(share: float) -> str:
    """Return a share in whole percents; only none at all is 0%, only all is 100%."""
    if math.isnan(share):
        return "–"
    rounded = f"{share * 100:.0f}"
    if rounded == "0" and share > 0:
        return "<1%"
    return ">99%" if rounded == "100" and share < 1 else f"{rounded}%"
