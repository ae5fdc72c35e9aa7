"""The table of how strong bots are, in Markdown, and its place in a page such as README.md.

Each variant has up to three tables, with a row a bot in self-play and a column a player count: the
mean scores with points kept on the third strike; what these become if a strikeout scores 0, for
the bots that strike out; the share of perfect games, for the bots that have any. So every cell is
one short line, and what is the same everywhere is said once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from hanabi_arena.errors import RunError, UsageError
from hanabi_arena.league.files import write_whole
from hanabi_arena.report import text
from hanabi_arena.report.info import MARK, MARK_NOTE
from hanabi_arena.report.recorded import Recorded

BEGIN: Final = "<!-- arena bots --table: begin -->"
END: Final = "<!-- arena bots --table: end -->"
"""The lines in a page between which the table stands."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What one bot reached in one variant at one player count, in self-play."""

    games: int
    kept: float
    se_kept: float
    zero: float
    se_zero: float
    perfect: float
    """Share of the games with the variant's maximum, 0..1."""
    struck_out: float
    """Share of the games that ended by the third strike, 0..1."""
    faults: int


Row: TypeAlias = Mapping[int, Strength]
"""What a bot reached, by player count."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The bots that were measured in one variant: the fair ones by name, and the others."""

    variant: str
    fair: Mapping[str, Row]
    unranked: Mapping[str, Row]
    """Bots that see their own hand."""

    @property
    def rows(self) -> Mapping[str, Row]:
        """All of them, the fair ones first."""
        return {**self.fair, **self.unranked}

    @property
    def players(self) -> list[int]:
        """The player counts that anything was measured at."""
        return sorted({count for row in self.rows.values() for count in row})

    def best(self, players: int) -> float:
        """Return the highest mean that a fair bot reached, rounded as it is shown."""
        means = (round(row[players].kept, 2) for row in self.fair.values() if players in row)
        return max(means, default=math.nan)

    def mean_kept(self, cell: Strength, fair: bool, players: int) -> str:
        """Write a mean with its standard error, bold if no fair bot has a better one."""
        mean = text.mean(cell.kept)
        shown = f"**{mean}**" if fair and round(cell.kept, 2) == self.best(players) else mean
        return f"{shown} {_error(cell.se_kept)}"

    def ordered(self) -> list[str]:
        """Return the fair bots, the strongest first, then the others in the same way.

        First is who beats most others, each on the player counts that both play, so that a bot
        that plays few of them finds its place.
        """
        return [*self._by_wins(self.fair), *self._by_wins(self.unranked)]

    @staticmethod
    def _by_wins(rows: Mapping[str, Row]) -> list[str]:
        def wins(name: str) -> float:
            return sum(_beats(rows[name], other) for other in rows.values())

        return sorted(rows, key=wins, reverse=True)


def _beats(row: Row, other: Row) -> float:
    """Return 1 if a bot is better than another where both play, 1/2 if neither is, else 0."""
    better = sum(row[count].kept - other[count].kept for count in row if count in other)
    return 0.5 if better == 0 else float(better > 0)


def rankings(runs: Sequence[Recorded]) -> list[Ranking]:
    """Return what the bots of recorded runs reached in self-play, by variant.

    Raises RunError where a run is not complete, or two runs have played the same bot.
    """
    found: dict[str, dict[bool, dict[str, dict[int, Strength]]]] = {}
    played: dict[tuple[str, str, int], Path] = {}
    for run in runs:
        check_complete(run)
        alone = {one.name: one.unranked for one in run.info.line_ups if one.kind == "self-play"}
        for row in run.summary.to_dict("records"):
            name, variant, players = row["lineup"], row["variant"], row["players"]
            if name not in alone:
                continue
            other = played.setdefault((name, variant, players), run.folder)
            if other != run.folder:
                raise RunError(
                    f'{run.folder} and {other}: both have played "{name}" in {variant} at '
                    f"{players} players; each bot of the table comes from one run"
                )
            of_variant = found.setdefault(variant, {False: {}, True: {}})
            of_variant[alone[name]].setdefault(name, {})[players] = _strength(row)
    if not found:
        folders = ", ".join(str(run.folder) for run in runs)
        raise RunError(f"{folders}: no bot has played with its like (line-up self-play)")
    return [Ranking(variant, both[False], both[True]) for variant, both in found.items()]


def check_complete(run: Recorded) -> None:
    """Raise RunError unless all games that a run asks for are recorded."""
    wanted = run.info.games * len(run.manifest["cells"])
    missing = wanted - int(run.summary["games"].sum())
    if missing:
        raise RunError(
            f"{run.folder}: {missing:,} of {wanted:,} games are missing; go on with arena run and "
            f"the league file of {run.info.name}"
        )


def _strength(row: Mapping[Any, Any]) -> Strength:
    return Strength(
        row["games"],
        row["mean_kept"],
        row["se_kept"],
        row["mean_zero"],
        row["se_zero"],
        row["perfect_rate"],
        row["strikeout_rate"],
        row["faults"],
    )


def strength_page(runs: Sequence[Recorded]) -> str:
    """Return the tables of recorded runs, one a variant, with what explains them, in Markdown.

    The same runs give the same text. Errors are those of `rankings`.
    """
    seeds = dict.fromkeys(str(run.info.seed) for run in runs)
    return "\n\n".join("\n\n".join(_parts(one, list(seeds))) for one in rankings(runs)) + "\n"


def _parts(ranking: Ranking, seeds: list[str]) -> Iterator[str]:
    yield _heading(ranking, seeds)
    yield _table(ranking, "mean score, points kept", ranking.ordered(), ranking.mean_kept)
    cells = [cell for row in ranking.rows.values() for cell in row.values()]
    if any(cell.struck_out for cell in cells):
        names = [
            name
            for name in ranking.ordered()
            if any(cell.struck_out for cell in ranking.rows[name].values())
        ]
        yield (
            "If the third strike loses all points instead, with the share of games that it ended; "
            "the means of all other bots stay as they are:"
        )
        yield _table(ranking, "mean score, a strikeout scores 0", names, _mean_zero)
    if any(cell.perfect for cell in cells):
        names = [
            name
            for name in ranking.ordered()
            if any(cell.perfect for cell in ranking.rows[name].values())
        ]
        yield "The share of perfect games; all other bots had none:"
        yield _table(ranking, "perfect games", names, lambda cell, *_: _share(cell.perfect))
    if ranking.unranked:
        yield f"{MARK_NOTE}."
    faults = sum(cell.faults for cell in cells)
    if faults:
        yield f"{text.counted(faults, 'game')} ended in a fault; each counts as 0."


def _heading(ranking: Ranking, seeds: list[str]) -> str:
    cells = [cell for row in ranking.rows.values() for cell in row.values()]
    most = max(cell.games for cell in cells)
    fewer = [
        f"{text.number(few)} for `{name}`"
        for name in ranking.ordered()
        if (few := min(cell.games for cell in ranking.rows[name].values())) < most
    ]
    deals = f"{text.counted(most, 'deal')} at each player count"
    if fewer:
        deals += f" ({text.listing(fewer)})"
    seed = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {text.listing(seeds)}"
    return (
        f"Every seat the same bot, variant {ranking.variant}, {deals}, {seed}; mean ± standard "
        "error, the best of a column bold, a dash where a bot does not play."
    )


def _table(
    ranking: Ranking, title: str, names: Sequence[str], show: Callable[[Strength, bool, int], str]
) -> str:
    counts = ranking.players
    lines = [
        _line([title, *(f"{count} players" for count in counts)]),
        _line([":--", *("--:" for _ in counts)]),
    ]
    for name in names:
        row, fair = ranking.rows[name], name in ranking.fair
        cells = (show(row[count], fair, count) if count in row else "–" for count in counts)
        lines.append(_line([f"`{name}`" if fair else f"`{name}` {MARK}", *cells]))
    return "\n".join(lines)


def _mean_zero(cell: Strength, *_: object) -> str:
    return f"{text.mean(cell.zero)} {_error(cell.se_zero)} · {_share(cell.struck_out)}"


def _error(se: float) -> str:
    """Write a standard error: ±.012; thousands, since many games make it that small."""
    return "" if math.isnan(se) else f"±{se:.3f}".replace("±0.", "±.")


def _share(share: float) -> str:
    """Write a share with a decimal where whole percents would hide what differs: 0.4%, 99.6%."""
    if 0 < share < 0.1 or 0.9 < share < 1:
        shown = f"{share * 100:.1f}"
        return {"0.0": "<0.1%", "100.0": ">99.9%"}.get(shown, f"{shown}%")
    return text.percent(share)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.strip().replace('|', chr(92) + '|') for cell in cells)} |"


def find_place(page: Path) -> tuple[str, str]:
    """Return what a page has up to the table's place, and what it has behind it.

    Raises UsageError if the page has no such place, or more than one.
    """
    try:
        old = page.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"{page}: no such file; the table goes into a page that exists") from None
    except UnicodeDecodeError:
        raise UsageError(f"{page}: is no UTF-8 text") from None
    lines = old.splitlines(keepends=True)
    stripped = [line.rstrip("\n") for line in lines]
    if (stripped.count(BEGIN), stripped.count(END)) == (1, 1):
        begin, end = stripped.index(BEGIN), stripped.index(END)
        if begin < end:
            return "".join(lines[: begin + 1]), "".join(lines[end:])
    raise UsageError(
        f"{page}: the table goes between two lines, each of them there once; "
        f"add them where it should stand:\n{BEGIN}\n{END}"
    )


def write_table(page: Path, table: str) -> bool:
    """Put a table into its place in a page; return whether that changed the page.

    Everything outside the two marks stays as it is. Raises UsageError as `find_place` does.
    """
    before, behind = find_place(page)
    new = f"{before}\n{table}\n{behind}"
    if new == page.read_text(encoding="utf-8"):
        return False
    write_whole(page, new)
    return True
