"""The page of a run: report.md, with its tables and charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from hanabi_arena.report import text
from hanabi_arena.report.differences import table_of
from hanabi_arena.report.figures import best_of, row_of
from hanabi_arena.report.how_played import HEADINGS, play_rows
from hanabi_arena.report.info import MARK_NOTE, LineUpInfo, VariantInfo
from hanabi_arena.report.markdown import plain
from hanabi_arena.report.results import MOST_PAIRS_AS_ROWS, Results
from hanabi_arena.rules.scales import categories

if TYPE_CHECKING:
    import pandas as pd
    from jinja2 import Template

    from hanabi_arena.report.charts import Chart

_MOST_FAULTS: Final = 20
_LONGEST_FAULT: Final = 160


@dataclass(frozen=True, slots=True)
class Fault:
    """Faults of one kind: the same bot doing the same wrong in the same games."""

    bot: str
    line_up: str
    variant: str
    players: int
    what: str
    games: int
    first: int
    """The index of the first game of these."""


def write_page(results: Results, games: pd.DataFrame, charts: Sequence[Chart]) -> str:
    """Return the text of report.md; its links to charts are relative to it.

    `games` has, beside the columns that were counted, `game`, `seats`, `fault_seat` and `fault`.
    """
    info = results.info
    found = faults_of(games)
    return _template().render(
        info=info,
        text=text,
        intro=_introduction(results),
        sections=[
            {
                "variant": variant,
                "what": _what(variant),
                "tables": _tables(results, variant),
                "play": play_rows(results, variant),
                "differences": table_of(results, variant),
                "charts": [chart for chart in charts if chart.variant == variant.name],
            }
            for variant in info.variants
        ],
        play_headings=HEADINGS,
        ladders=_ladders(results),
        few_pairs=MOST_PAIRS_AS_ROWS,
        faults=found[:_MOST_FAULTS],
        fault_games=sum(fault.games for fault in found),
        more_faults=found[_MOST_FAULTS:],
        mark_note=MARK_NOTE if any(line_up.unranked for line_up in info.line_ups) else "",
        kinds={chart.kind for chart in charts},
        compared=any(table_of(results, variant) for variant in info.variants),
    )


@lru_cache(maxsize=1)
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("hanabi_arena.report", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # Markdown, not HTML: names are escaped by the filter `plain`.
        autoescape=False,
    )
    environment.filters["plain"] = plain
    return environment.get_template("report.md.jinja")


def _introduction(results: Results) -> str:
    """Say in a paragraph what was played."""
    info = results.info
    variants = text.listing([plain(variant.name) for variant in info.variants])
    each = (
        f"{text.counted(info.games, 'deal')} for each line-up, variant and player count, "
        f"{text.counted(results.games(), 'game')} in all, seed {plain(info.seed)}"
    )
    other = "kept" if info.strikeout == "zero" else "zero"
    return (
        f"{text.counted(len(info.bots), 'bot')} in {text.counted(len(info.line_ups), 'line-up')} "
        f"played {variants} at {text.players(info.players)}: {each}. All line-ups met the same "
        f"deals. Here {info.score_rule}; `summary.csv` has both readings of the third strike "
        f"(`mean_{other}` is the other one)."
    )


def _what(variant: VariantInfo) -> str:
    """Say in sentences what a variant is."""
    line = variant.one_line.strip().rstrip(".")
    maximum = f"The maximum is {variant.max_score}."
    return f"{line[0].upper()}{line[1:]}. {maximum}" if line else maximum


@dataclass(frozen=True, slots=True)
class _Table:
    folded: bool
    """Whether it is shown only when asked for."""
    rows: list[list[str]]


def _tables(results: Results, variant: VariantInfo) -> list[_Table]:
    """Return the tables of a variant: all line-ups, or pairs in a second one if they are many."""
    ordered = results.info.ordered
    pairs = [line_up for line_up in ordered if line_up.kind == "pairs"]
    if len(pairs) <= MOST_PAIRS_AS_ROWS:
        tables = [_Table(folded=False, rows=_rows(results, variant, ordered))]
    else:
        others = [line_up for line_up in ordered if line_up.kind != "pairs"]
        tables = [
            _Table(folded=False, rows=_rows(results, variant, others)),
            _Table(folded=True, rows=_rows(results, variant, pairs)),
        ]
    return [table for table in tables if table.rows]


def _rows(
    results: Results, variant: VariantInfo, line_ups: Sequence[LineUpInfo]
) -> list[list[str]]:
    info = results.info
    best = {count: best_of(results.figures, info, variant.name, count) for count in info.players}
    rows = []
    for line_up in line_ups:
        row = row_of(results.figures, line_up, variant.name, info.players)
        if not row:
            continue
        cells = []
        for count in info.players:
            figure = row.get(count)
            words = text.mean_with_margin(figure.mean, figure.half) if figure else "–"
            cells.append(f"**{words}**" if line_up.name in best[count] else words)
        shares = (
            text.percent_range(figure.perfect for figure in row.values()),
            text.percent_range(figure.strikeouts for figure in row.values()),
        )
        rows.append([plain(line_up.label), *cells, *(plain(share) for share in shares)])
    return rows


def _ladders(results: Results) -> list[tuple[int, str]]:
    """Return the verdict scale in words, for each number of suits that has it."""
    info = results.info
    suits = sorted({variant.suits for variant in info.variants if variant.verdicts})
    return [
        (
            count,
            " · ".join(
                f"{category.scores} {category.name}"
                + (f" ({category.note})" if category.note else "")
                for category in categories(info.scale, count)
            ),
        )
        for count in suits
    ]


def faults_of(games: pd.DataFrame) -> list[Fault]:
    """Return the faults of a run by kind, the most frequent first."""
    columns = ["line_up", "variant", "players", "seats", "fault_seat", "fault"]
    mine = games.loc[games["end"] == "fault", [*columns, "game"]]
    if mine.empty:
        return []
    texts = {name: mine[name].astype("str") for name in ("line_up", "variant", "seats", "fault")}
    grouped = mine.assign(**texts).groupby(columns)["game"].agg(["size", "min"])
    counted: dict[tuple[str, str, int, str, str], tuple[int, int]] = {}
    for key, size, first in zip(
        grouped.index.tolist(), grouped["size"].tolist(), grouped["min"].tolist(), strict=True
    ):
        line_up, variant, players, seats, seat, what = key
        kind = (line_up, variant, players, _seated(seats, players, seat), _shortened(what))
        games_before, first_before = counted.get(kind, (0, first))
        counted[kind] = games_before + size, min(first, first_before)
    found = [
        Fault(bot, line_up, variant, players, what, size, first)
        for (line_up, variant, players, bot, what), (size, first) in counted.items()
    ]
    return sorted(
        found,
        key=lambda fault: (
            -fault.games,
            fault.bot,
            fault.line_up,
            fault.variant,
            fault.players,
            fault.what,
        ),
    )


def _seated(seats: str, players: int, seat: int) -> str:
    """Return the bot in a seat, or the seat where the names do not tell."""
    names = seats.split("+")
    return names[seat] if len(names) == players and 0 <= seat < players else f"seat {seat}"


def _shortened(what: str) -> str:
    flat = " ".join(what.split())
    return flat if len(flat) <= _LONGEST_FAULT else flat[: _LONGEST_FAULT - 1] + "…"
