"""Simulate many comparisons and write the tables of docs/verdicts.md: `make calibrate`.

It takes ten minutes or so on two processors.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from joblib import Parallel, delayed

from hanabi_arena.stats.evidence import PRESETS
from tests.stats.populations import NAMES, law
from tests.stats.simulation import Outcome, misses, simulate, simulate_rows

PAGE = Path(__file__).parents[2] / "docs" / "verdicts.md"
RUNS = 4_000
SEQUENCE_GAMES = 2_000
# Seeds are those of no test.
SEED = 100

Row = Sequence[str]


def error_rates(runs: int, workers: int) -> Iterator[Row]:
    """Yield a row a population and preset."""
    cells = [
        (name, preset, mean)
        for name in NAMES
        for preset, bounds in PRESETS.items()
        for mean in (bounds.low, bounds.high)
    ]
    found = Parallel(n_jobs=workers)(
        delayed(simulate)(name, mean, PRESETS[preset], runs, SEED) for name, preset, mean in cells
    )
    outcomes: dict[tuple[str, str, float], Outcome] = dict(zip(cells, found, strict=True))
    yield (
        "population",
        "bounds",
        "false *better*",
        "false *no better*",
        "pairs if no better",
        "pairs if better",
        "undecided",
    )
    for name in NAMES:
        for preset, bounds in PRESETS.items():
            none, real = (outcomes[name, preset, mean] for mean in (bounds.low, bounds.high))
            undecided = sum(one.runs - one.high - one.low for one in (none, real))
            yield (
                name,
                preset,
                f"{none.high / none.runs:.3f}",
                f"{real.low / real.runs:.3f}",
                f"{none.games:,.0f}",
                f"{real.games:,.0f}",
                f"{undecided / (none.runs + real.runs):.3f}",
            )


def several_counts(runs: int, workers: int) -> Iterator[Row]:
    """Yield a row a population: tests of four player counts at once, with unequal means."""
    bounds = PRESETS["gain"]
    cells = [(name, mean) for name in NAMES for mean in (bounds.low, bounds.high)]
    found = Parallel(n_jobs=workers)(
        delayed(simulate_rows)(name, mean, bounds, runs, SEED) for name, mean in cells
    )
    outcomes: dict[tuple[str, float], Outcome] = dict(zip(cells, found, strict=True))
    yield (
        "population",
        "false *better*",
        "false *no better*",
        "rounds if no better",
        "rounds if better",
    )
    for name in NAMES:
        none, real = (outcomes[name, mean] for mean in (bounds.low, bounds.high))
        yield (
            name,
            f"{none.high / none.runs:.3f}",
            f"{real.low / real.runs:.3f}",
            f"{none.games:,.0f}",
            f"{real.games:,.0f}",
        )


def sequences(runs: int, workers: int) -> Iterator[Row]:
    """Yield a row a population: how wide it is, and how often the sequence loses its mean."""
    missed = Parallel(n_jobs=workers)(
        delayed(misses)(name, 0, SEQUENCE_GAMES, runs, SEED) for name in NAMES
    )
    yield "population", "standard deviation", "ties", "interval missed"
    for name, count in zip(NAMES, missed, strict=True):
        even = law(name, 0)
        yield name, f"{even.deviation:.2f}", f"{even.ties:.0%}", f"{count / runs:.3f}"


def table(rows: Iterable[Row]) -> str:
    head, *body = rows
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *body))


def put(page: str, name: str, text: str) -> str:
    """Return a page with the text between two marks replaced."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    changed, count = re.subn(
        f"(?s){re.escape(begin)}.*?{re.escape(end)}", lambda _: f"{begin}{text}{end}", page
    )
    if count != 1:
        raise SystemExit(f"{PAGE.name}: {begin.strip()} and {end} must be there once")
    return changed


def main() -> None:
    """Simulate, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, help="simulations a row")
    parser.add_argument("--workers", type=int, default=-1, help="processes, -1 for all processors")
    given = parser.parse_args()
    rates = table(error_rates(given.runs, given.workers))
    print(rates)
    widths = table(sequences(given.runs // 2, given.workers))
    print(widths)
    rounds = table(several_counts(given.runs, given.workers))
    print(rounds)
    page = PAGE.read_text(encoding="utf-8")
    for name, text in (
        ("error rates", rates),
        ("populations", widths),
        ("several counts", rounds),
    ):
        page = put(page, name, text)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
