"""The table that a run prints when it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from hanabi_arena.report import text
from hanabi_arena.report.figures import Figure, Key, best_of, figures_of, row_of
from hanabi_arena.report.info import MARK_NOTE, ReportInfo, VariantInfo

if TYPE_CHECKING:
    import pandas as pd


def console_table(summary: pd.DataFrame, info: ReportInfo) -> RenderableType:
    """Return the tables of a run: one a variant, a row a line-up, a column a player count.

    A cell is a mean score with its 95% interval, a dash where nothing was played; the best ranked
    mean of a column is bold on a terminal. Unranked line-ups stand last and are marked. A narrow
    terminal gets fewer columns. Print it with `print_tables`, so that a pipe gets all of it.
    """
    return _Tables(figures_of(summary, info), info)


def print_tables(console: Console, summary: pd.DataFrame, info: ReportInfo) -> None:
    """Print the tables of a run: fitted to a terminal, as wide as they are anywhere else.

    Outside a terminal rich would cut what is wider than 80 columns.
    """
    tables = _Tables(figures_of(summary, info), info)
    if not console.is_terminal:
        # A little room for lines that are no table; nothing fills it.
        width = max(tables.width(console, _LEVELS[0]), 200)
        console = Console(file=console.file, width=width, color_system=None)
    console.print(tables)


@dataclass(frozen=True, slots=True)
class _Level:
    """How much of the tables to show."""

    heading: str = "struck out"
    margins: bool = True
    rates: bool = True


_LEVELS = (
    _Level(),
    _Level(heading="struck\nout"),
    _Level(heading="struck\nout", margins=False),
    _Level(margins=False, rates=False),
)
"""From most to least; a terminal gets the first one that fits."""

_NAME_WIDTH = 15
"""Names longer than this are rather folded than paid for with a column."""


@dataclass(frozen=True, slots=True)
class _Tables:
    figures: Mapping[Key, Figure]
    info: ReportInfo

    def width(self, console: Console, level: _Level, name_width: int | None = None) -> int:
        """Return the width that the tables need, in characters, with names up to a width."""
        room = console.options.update(width=10_000)
        widths = []
        for variant in self.info.variants:
            table = self._table(variant, level)
            if name_width is not None:
                table.columns[0].max_width = name_width
            widths.append(Measurement.get(console, room, table).maximum)
        return max(widths, default=0)

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        fitting = (
            level
            for level in _LEVELS
            if self.width(console, level, _NAME_WIDTH) <= options.max_width
        )
        yield self._all(next(fitting, _LEVELS[-1]))

    def _all(self, level: _Level) -> Group:
        info = self.info
        what = "mean score ± 95%" if level.margins else "mean score"
        parts: list[Table | Text] = [Text(f"{what} by player count, {info.score_rule}")]
        for variant in info.variants:
            parts += [Text(""), self._table(variant, level)]
        notes = [*self._notes()]
        return Group(*parts, *([Text(""), *notes] if notes else []))

    def _notes(self) -> Iterator[Text]:
        if any(line_up.unranked for line_up in self.info.line_ups):
            yield Text(MARK_NOTE, style="dim")
        faults = sum(figure.faults for figure in self.figures.values())
        if faults:
            games = sum(figure.games for figure in self.figures.values())
            of = f"{text.number(faults)} of {text.counted(games, 'game')}"
            yield Text(f"{of} ended in a fault; each counts as 0", style="yellow")

    def _table(self, variant: VariantInfo, level: _Level) -> Table:
        info, figures = self.info, self.figures
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        # Names may hold square brackets, which rich would take for markup: hence Text.
        table.add_column(Text(variant.name), overflow="fold")
        for players in info.players:
            table.add_column(str(players), justify="right", no_wrap=True)
        if level.rates:
            table.add_column("perfect", justify="right", no_wrap=True)
            table.add_column(level.heading, justify="right", no_wrap=True)

        best = {count: best_of(figures, info, variant.name, count) for count in info.players}
        for line_up in info.ordered:
            row = row_of(figures, line_up, variant.name, info.players)
            if not row:
                continue
            cells = [
                Text(
                    _mean(row.get(count), level),
                    style="bold" if line_up.name in best[count] else "",
                )
                for count in info.players
            ]
            rates = [
                text.percent_range(figure.perfect for figure in row.values()),
                text.percent_range(figure.strikeouts for figure in row.values()),
            ]
            table.add_row(
                Text(line_up.label),
                *cells,
                *(rates if level.rates else ()),
                style="dim" if line_up.unranked else "",
            )
        if not table.row_count:
            table.add_row(Text("nothing was played"))
        return table


def _mean(figure: Figure | None, level: _Level) -> str:
    if figure is None:
        return "–"
    if level.margins:
        return text.mean_with_margin(figure.mean, figure.half)
    return text.mean(figure.mean)
