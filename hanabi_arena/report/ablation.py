"""The page, the table and the charts of what each convention is worth."""

from __future__ import annotations

import csv
import io
import math
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hanabi_arena.league.files import write_whole
from hanabi_arena.report import text
from hanabi_arena.report.forest import ordered, signed
from hanabi_arena.report.markdown import plain
from hanabi_arena.report.recorded import Recorded
from hanabi_arena.stats.ablation import Worth

if TYPE_CHECKING:
    from rich.table import Table

COLUMNS: Final = ("convention", "players", "variant", "effect", "low", "high", "games")
"""The columns of `worth.csv`."""

TITLES: Final = {
    "without": "Left out of the full set",
    "alone": "Added to the bare set",
    "level": "Level by level",
    "speaks": "Not spoken by one seat",
    "reads": "Not read by one seat",
    "lacks": "Unknown to one seat",
    "pair": "Interaction of pairs",
    "factorial": "Factorial: over all settings of the other switches",
    "interaction": "Factorial: interactions",
}
"""The headings of the kinds of arms, in the order of the page."""

MEANINGS: Final = {
    "without": "the full set less the full set without the convention",
    "alone": "the bare set and the convention less the bare set; both with what it needs",
    "level": "the set up to a level less the set up to the one before",
    "speaks": "all seats full less one seat that reads the convention, but never makes use of it",
    "reads": "all seats full less one seat that makes use of the convention, but does not read it",
    "lacks": "all seats full less one seat that neither speaks nor reads the convention",
    "pair": "what the one is worth with the other less what it is worth without it",
    "factorial": "with the switch less without it, mean over all settings of the other switches",
    "interaction": "what the one switch is worth with the other on less with it off",
}

HEADINGS: Final = ("worth", "", "deals changed", "strikes", "clues", "lost criticals", "pace")


def write_ablation(recorded: Recorded, found: Sequence[Worth], *, charts: bool) -> None:
    """Write `worth.csv`, `ablation.csv`, `ablation.md` and, if asked, the charts."""
    folder = recorded.folder
    left_out = [worth for worth in found if worth.arm.kind == "without"]
    write_whole(folder / "worth.csv", _csv(COLUMNS, [_row(worth) for worth in left_out]))
    write_whole(folder / "ablation.csv", _all_rows(found))
    drawn = _draw(recorded, found) if charts else {}
    write_whole(folder / "ablation.md", page(recorded, found, drawn))


def _row(worth: Worth) -> tuple[Any, ...]:
    ends = ("" if math.isnan(end) else end for end in (worth.effect.low, worth.effect.high))
    key = (worth.arm.convention, worth.players, worth.variant)
    return (*key, worth.effect.mean, *ends, worth.effect.games)


def _all_rows(found: Sequence[Worth]) -> str:
    from hanabi_arena.stats.ablation import as_json

    rows = as_json(found)
    columns = tuple(rows[0]) if rows else ()
    return _csv(
        columns,
        [
            tuple(" ".join(v) if isinstance(v, list) else "" if v is None else v for v in one)
            for one in (row.values() for row in rows)
        ],
    )


def _csv(columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> str:
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return table.getvalue()


def _draw(recorded: Recorded, found: Sequence[Worth]) -> dict[tuple[str, str], str]:
    """Draw a forest plot a variant and kind of arm; return the charts' names by both."""
    from hanabi_arena.report.charts import variant_slugs
    from hanabi_arena.report.forest import draw
    from hanabi_arena.report.sheet import Heading, drawing, rendered

    slugs = variant_slugs(recorded.info)
    below = recorded.folder / "charts"
    below.mkdir(exist_ok=True)
    names = {}
    with drawing():
        for variant, kind, mine in by_kind(found):
            names[variant, kind] = name = f"ablation-{slugs[variant]}-{kind}"
            meaning = MEANINGS[kind]
            heading = Heading(
                f"{variant}: {TITLES[kind].lower()}",
                f"Worth in points a game: {meaning}.",
                (
                    "Right of zero the convention gains points. With 95% intervals; "
                    f"{text.counted(max(one.effect.games for one in mine), 'deal')} each, "
                    f"{recorded.info.score_rule}.",
                    "Grey: could be luck, among as many as were looked at. "
                    "An arrow: beyond the end of the axis.",
                ),
            )
            for suffix, content in rendered(draw(heading, mine)).items():
                write_whole(below / f"{name}.{suffix}", content)
    return names


def by_kind(found: Sequence[Worth]) -> Iterator[tuple[str, str, list[Worth]]]:
    """Yield variant, kind of arm and the answers, in the order of the page."""
    for variant in dict.fromkeys(worth.variant for worth in found):
        for kind in TITLES:
            mine = [one for one in found if one.variant == variant and one.arm.kind == kind]
            if mine:
                yield variant, kind, mine


def page(recorded: Recorded, found: Sequence[Worth], charts: Mapping[tuple[str, str], str]) -> str:
    """Return the text of ablation.md."""
    info = recorded.info
    lines = [
        f"# {plain(info.name)}: what each convention is worth",
        "",
        f"{text.counted(info.games, 'deal')} at most a player count, the same for all arms; "
        f"seed {plain(info.seed)}; {info.score_rule}. `ablation.csv` has every figure.",
    ]
    for variant, kind, mine in by_kind(found):
        lines += [
            "",
            f"## {plain(variant)}: {TITLES[kind].lower()}",
            "",
            f"Worth: {MEANINGS[kind]}.",
        ]
        if (variant, kind) in charts:
            alt = f"{plain(variant)}: {TITLES[kind].lower()}, effects with intervals"
            name = charts[variant, kind]
            lines += ["", f"[![{alt}](charts/{name}.png)](charts/{name}.svg)"]
        for players in sorted({worth.players for worth in mine}):
            lines += ["", f"### {players} players", ""]
            lines += _table([worth for worth in mine if worth.players == players])
        lines += _also(mine)
    lines += _surprises(recorded, found)
    lines += ["", "## How to read this", ""]
    lines += [f"- {line}" for line in _notes(found)]
    return "\n".join(lines) + "\n"


def _table(mine: Sequence[Worth]) -> Iterator[str]:
    yield "| convention | " + " | ".join(heading or "95%" for heading in HEADINGS) + " |"
    yield "|:--|" + "--:|" * len(HEADINGS)
    for worth in sorted_by_worth(mine):
        name = plain(worth.arm.convention) + (" …" if worth.arm.also else "")
        yield f"| {name} | " + " | ".join(cells(worth)) + " |"


def sorted_by_worth(mine: Sequence[Worth]) -> list[Worth]:
    """Return answers of one player count, the largest effect first; levels in their order."""
    places = {arm: place for place, arm in enumerate(ordered(mine))}
    return sorted(mine, key=lambda worth: places[worth.arm.name])


def cells(worth: Worth) -> list[str]:
    """Return what a table says of an answer, under `HEADINGS`.

    A sure effect has a star, one whose sequential test has a verdict an arrow.
    """
    low, high = worth.effect.low, worth.effect.high
    verdict = {"high": " ↑", "low": " ↓", None: ""}[worth.verdict]
    return [
        signed(worth.effect.mean) + ("*" if worth.sure else "") + verdict,
        "" if math.isnan(low) else f"[{signed(low)}, {signed(high)}]",
        text.percent(worth.changed_share),
        *(signed(worth.changes[name]) for name in ("strikes", "clues", "critical_losses", "pace")),
    ]


def _also(mine: Sequence[Worth]) -> Iterator[str]:
    """Say which conventions are switched together."""
    arms = {worth.arm.name: worth.arm for worth in mine if worth.arm.also}
    if not arms:
        return
    kind = mine[0].arm.kind
    what = {
        "alone": "…: added to the bare set with what it needs, which counts on neither side:",
        "level": "The conventions of the levels:",
    }.get(kind, "…: what needs it goes with it:")
    yield from ("", what, "")
    for arm in arms.values():
        yield f"- {plain(arm.convention)}: {', '.join(map(plain, arm.also))}"


def _surprises(recorded: Recorded, found: Sequence[Worth]) -> Iterator[str]:
    """Name the arms that cost points for sure, each with the deal that shows it best."""
    costly = [
        worth
        for worth in found
        if worth.sure and worth.effect.mean < 0 and worth.arm.kind not in ("pair", "interaction")
    ]
    if not costly:
        return
    yield from ("", "## Conventions that cost points", "")
    for worth in sorted(costly, key=lambda one: one.effect.mean):
        command = show_command(recorded.folder.as_posix(), worth, worth.worst_game)
        yield (
            f"- {plain(worth.arm.name)}, {worth.players} players, {plain(worth.variant)}: "
            f"{signed(worth.effect.mean)}; most in deal {worth.worst_game}: `{command}`"
        )


def show_command(folder: str, worth: Worth, game: int) -> str:
    """Return the command that shows a deal as the line-up with the convention played it."""
    words = ["arena", "replay", "show", folder, "--line-up", worth.arm.weights[0][0]]
    words += ["--variant", worth.variant, "--players", str(worth.players), "--game", str(game)]
    return shlex.join(words)


def _notes(found: Sequence[Worth]) -> Iterator[str]:
    yield (
        "*Worth*: points a game with the convention less points without it, in the same deals. "
        "Positive: it gains points. All other columns are differences with the same sign: +0.05 "
        "strikes means that the convention brings a strike in every twentieth game."
    )
    yield (
        "*A star*: more than luck. Of all arms and player counts of a variant, the chance that any "
        "star is wrong is at most 5% (Holm's correction). The interval is that of the row alone."
    )
    yield "*Deals changed*: in so many deals a single action differs, with and without."
    yield "*Pace*: discards that a perfect game could still afford, after the last turn."
    if any(math.isnan(worth.chance) and worth.effect.games > 1 for worth in found):
        yield (
            "*Arrows* (with `--until`): a sequential test has decided that the effect is above "
            "minus the bound (↑) or below plus the bound (↓); each verdict is wrong in 5% at most. "
            "It ends its arm. Intervals then hold at any time, which makes them wider, and a star "
            "stands where they leave zero out."
        )


def tables(found: Sequence[Worth]) -> Iterator[tuple[Table, str]]:
    """Return a table a variant, kind of arm and player count, and a line below each."""
    from rich.table import Table
    from rich.text import Text

    for variant, kind, mine in by_kind(found):
        for players in sorted({worth.players for worth in mine}):
            table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
            title = f"{variant}, {players} players, {TITLES[kind][0].lower()}{TITLES[kind][1:]}"
            table.add_column(Text(title), overflow="fold")
            for heading in HEADINGS:
                table.add_column(heading, justify="right", no_wrap=True)
            for worth in sorted_by_worth([one for one in mine if one.players == players]):
                style = "" if worth.sure else "dim"
                name = worth.arm.convention + (" …" if worth.arm.also else "")
                table.add_row(*(Text(cell) for cell in (name, *cells(worth))), style=style)
            yield table, f"worth: {MEANINGS[kind]}; * more than luck"
