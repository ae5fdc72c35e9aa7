"""The page, the table and the charts of who understands whom."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hanabi_arena.league.files import write_whole
from hanabi_arena.report import text
from hanabi_arena.report.info import MARK_NOTE, ReportInfo, VariantInfo
from hanabi_arena.report.markdown import plain
from hanabi_arena.report.recorded import Recorded
from hanabi_arena.stats.crossplay import CrossPlay, Estimate, Pair, Partner, neighbours

if TYPE_CHECKING:
    from rich.table import Table

COLUMNS: Final = ("variant", "players", "guest", "host", "games", "mean", "low", "high")
"""The columns of `crossplay.csv`."""

_MOST_EFFECTS: Final = 5


def write_crossplay(recorded: Recorded, found: Sequence[CrossPlay], *, charts: bool) -> None:
    """Write `crossplay.csv`, `crossplay.md` and, if asked, the charts into a run's folder."""
    folder = recorded.folder
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in found:
        for (guest, host), estimate in one.matrix.items():
            ends = ("" if math.isnan(value) else value for value in (estimate.low, estimate.high))
            key = (one.variant, one.players, guest, host)
            writer.writerow((*key, estimate.games, estimate.mean, *ends))
    write_whole(folder / "crossplay.csv", table.getvalue())
    drawn = _draw(recorded, found) if charts else {}
    write_whole(folder / "crossplay.md", page(recorded.info, found, drawn))


def _draw(recorded: Recorded, found: Sequence[CrossPlay]) -> dict[str, str]:
    """Draw a heat map a variant, its rows clustered; return the charts' names by variant."""
    from hanabi_arena.report import heatmap
    from hanabi_arena.report.charts import variant_slugs
    from hanabi_arena.report.results import results_of
    from hanabi_arena.report.sheet import drawing, rendered

    results = results_of(recorded.games, recorded.info)
    slugs = variant_slugs(recorded.info)
    below = recorded.folder / "charts"
    below.mkdir(exist_ok=True)
    names = {}
    with drawing():
        for variant in recorded.info.variants:
            order = common_order([one for one in found if one.variant == variant.name])
            if not order or not heatmap.has_pairs(results, variant):
                continue
            names[variant.name] = f"crossplay-{slugs[variant.name]}"
            for suffix, content in rendered(heatmap.draw(results, variant, order)).items():
                write_whole(below / f"{names[variant.name]}.{suffix}", content)
    return names


def common_order(found: Sequence[CrossPlay]) -> tuple[str, ...]:
    """Return one order of the bots for several player counts: neighbours by the mean over them."""
    sums: dict[Pair, list[float]] = {}
    for one in found:
        for pair, estimate in one.matrix.items():
            sums.setdefault(pair, []).append(estimate.mean)
    bots = tuple(dict.fromkeys(bot for one in found for bot in one.bots))
    return neighbours(bots, {pair: sum(means) / len(means) for pair, means in sums.items()})


def page(info: ReportInfo, found: Sequence[CrossPlay], charts: dict[str, str]) -> str:
    """Return the text of crossplay.md."""
    lines = [
        f"# {plain(info.name)}: who understands whom",
        "",
        f"One guest among copies of a host, the guest in each seat in turn, "
        f"{text.counted(info.games, 'deal')} a pair and player count, the same for all; "
        f"seed {plain(info.seed)}; {info.score_rule}. `crossplay.csv` has every pair.",
    ]
    for variant in info.variants:
        mine = [one for one in found if one.variant == variant.name]
        if mine:
            lines += ["", f"## {plain(variant.name)}", *_variant(info, variant, mine, charts)]
    lines += ["", "## How to read this", ""]
    lines += [f"- {line}" for line in _notes(info)]
    return "\n".join(lines) + "\n"


def _variant(
    info: ReportInfo, variant: VariantInfo, found: Sequence[CrossPlay], charts: dict[str, str]
) -> Iterator[str]:
    if variant.name in charts:
        name = charts[variant.name]
        alt = f"{plain(variant.name)}: mean scores of all pairs, neighbours understand each other"
        yield from ("", f"[![{alt}](charts/{name}.png)](charts/{name}.svg)")
    for one in found:
        yield from ("", f"### {one.players} players", "", _summary(one), "")
        yield "| bot | with its like | as a guest | as the host | gap | worst partner |"
        yield "|:--|--:|--:|--:|--:|:--|"
        for partner in one.partners:
            yield "| " + " | ".join(_cells(info, partner, markdown=True)) + " |"
        effects = [
            effect for effect in one.seat_effects if is_clear(effect.effect, len(one.seat_effects))
        ]
        if effects:
            yield from ("", "Where it matters that the guest begins, the largest differences:", "")
        for effect in effects[:_MOST_EFFECTS]:
            yield (
                f"- {plain(effect.guest)} among {plain(effect.host)}: "
                f"{text.mean(effect.first)} if it begins, {text.mean(effect.later)} if not "
                f"({_signed(effect.effect)})"
            )


def _summary(one: CrossPlay) -> str:
    return (
        f"With their like {_estimate(one.self_play)}, with others {_estimate(one.cross_play)}: "
        f"a gap of {_estimate(one.gap)}."
    )


def _cells(info: ReportInfo, partner: Partner, *, markdown: bool) -> list[str]:
    words = plain if markdown else str
    worst = f"{words(partner.worst)} {text.mean(partner.worst_mean)}" if partner.worst else "–"
    return [
        words(info.bot_label(partner.bot)),
        _estimate(partner.self_play),
        _estimate(partner.as_guest),
        _estimate(partner.as_host),
        _estimate(partner.gap),
        worst,
    ]


def _estimate(one: Estimate) -> str:
    return text.mean_with_margin(one.mean, (one.high - one.low) / 2)


def _signed(one: Estimate) -> str:
    return f"{one.mean:+.2f} {text.margin((one.high - one.low) / 2)}".replace("-", "−")


def is_clear(one: Estimate, among: int) -> bool:
    """Return whether an estimate differs from zero, at 95% for all of so many (Bonferroni)."""
    from scipy.special import ndtri

    wider = float(ndtri(1 - 0.025 / among) / ndtri(0.975))
    return abs(one.mean) > wider * (one.high - one.low) / 2


def _notes(info: ReportInfo) -> Iterator[str]:
    yield "A cell is a mean score with its 95% interval, over the deals that all bots met."
    yield (
        "*As a guest*: one of it among copies of each other bot, averaged over those. *As the "
        "host*: one of each other bot among copies of it. The best guest comes first."
    )
    yield (
        "*Gap*: with its like less the mean of both. It is what a bot's points owe to conventions "
        "that others do not share."
    )
    yield "*Worst partner*: the bot with which its tables, as guest and as host, score least."
    if info.unranked_bots:
        yield f"{MARK_NOTE}; the means over bots leave it out."


def tables(found: Sequence[CrossPlay], info: ReportInfo) -> Iterator[tuple[Table, str]]:
    """Return a table a variant and player count, the best guest first, and a line below each."""
    from rich.table import Table
    from rich.text import Text

    for one in found:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        # Names may hold square brackets, which rich would take for markup: hence Text.
        table.add_column(Text(f"{one.variant}, {one.players} players"), overflow="fold")
        for heading in ("with its like", "as a guest", "as the host", "gap"):
            table.add_column(heading, justify="right", no_wrap=True)
        table.add_column("worst partner", overflow="fold")
        for partner in one.partners:
            cells = [Text(cell) for cell in _cells(info, partner, markdown=False)]
            table.add_row(*cells, style="" if partner.ranked else "dim")
        yield table, _summary(one)
