"""All charts of a run, one after another, as the bytes of their files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hanabi_arena.report import distribution, heatmap, losses, means, verdicts
from hanabi_arena.report.info import LineUpInfo, ReportInfo, VariantInfo
from hanabi_arena.report.results import Results
from hanabi_arena.report.sheet import drawing, rendered

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS: Final = ("distribution", "means", "verdicts", "losses", "pairs")
"""What charts there are; the names of their files begin so."""

_MOST_ROWS: Final = 40
"""A chart with more rows than this goes on in a second one."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: which one, of which variant, and its files."""

    kind: str
    variant: str
    name: str
    """The name of its files without the suffix."""
    alt: str
    """What it shows, for those who cannot see it."""
    files: dict[str, bytes] = field(repr=False)
    """The content by suffix ("png", "svg")."""


def charts(results: Results) -> Iterator[Chart]:
    """Draw all charts of a run, by variant, in the order of `KINDS`."""
    slugs = variant_slugs(results.info)
    with drawing():
        for variant in results.info.variants:
            for kind, part, figure, alt in _figures(results, variant):
                name = f"{kind}-{slugs[variant.name]}{part}"
                yield Chart(kind, variant.name, name, f"{variant.name}: {alt}", rendered(figure))


def variant_slugs(info: ReportInfo) -> dict[str, str]:
    """Give each variant a name that any file system and link can hold; no two the same."""
    slugs: dict[str, str] = {}
    for variant in info.variants:
        plain = re.sub(r"[^a-z0-9]+", "-", variant.name.lower()).strip("-") or "variant"
        slug, count = plain, 1
        while slug in slugs.values():
            count += 1
            slug = f"{plain}-{count}"
        slugs[variant.name] = slug
    return slugs


def _figures(results: Results, variant: VariantInfo) -> Iterator[tuple[str, str, Figure, str]]:
    """Draw the charts of a variant: kind, which part of several, figure, description."""
    for part, some in _parts(results.charted(variant, pairs=False)):
        yield (
            "distribution",
            part,
            distribution.draw(results, variant, some),
            "share of games per score, a row a line-up, a panel a player count",
        )
    for part, some in _parts(results.charted(variant, pairs=True)):
        yield (
            "means",
            part,
            means.draw(results, variant, some),
            "mean scores with 95% intervals, a row a line-up, a panel a player count",
        )
    if variant.verdicts:
        for part, some in _parts(results.charted(variant, pairs=True)):
            yield (
                "verdicts",
                part,
                verdicts.draw(results, variant, some),
                "share of games in each verdict, a row a line-up, a panel a player count",
            )
    if results.losses:
        for part, some in _parts(results.charted(variant, pairs=True)):
            yield (
                "losses",
                part,
                losses.draw(results, results.losses, variant, some),
                "mean points lost by cause, a row a line-up, a panel a player count",
            )
    if heatmap.has_pairs(results, variant):
        yield (
            "pairs",
            "",
            heatmap.draw(results, variant),
            "mean scores of pairs, a row a guest, a column a host, a panel a player count",
        )


def _parts(line_ups: Sequence[LineUpInfo]) -> Iterator[tuple[str, Sequence[LineUpInfo]]]:
    """Split many rows into charts of about the same length; the first has no number."""
    count = -(-len(line_ups) // _MOST_ROWS)
    for part in range(count):
        start, end = (len(line_ups) * (part + side) // count for side in (0, 1))
        yield f"-{part + 1}" if part else "", line_ups[start:end]
