"""The table of how line-ups played: clues, plays, pace, a row a line-up and player count."""

from __future__ import annotations

import math
from typing import Any, Final

from hanabi_arena.report.info import VariantInfo
from hanabi_arena.report.markdown import plain
from hanabi_arena.report.results import Results

HEADINGS: Final = (
    "line-up",
    "players",
    "efficiency",
    "bits a clue",
    "clues where possible",
    "plays: certain",
    "by convention",
    "gambled",
    "risk",
    "attributes known",
    "pace at half",
    "at the end",
)


def play_rows(results: Results, variant: VariantInfo) -> list[list[str]]:
    """Return the rows of a variant, words for each of HEADINGS; none without a diagnosis."""
    frame = results.diagnosed
    if frame is None:
        return []
    found = {
        (str(row["line_up"]), int(row["players"])): row
        for row in frame[frame["variant"] == variant.name].to_dict("records")
    }
    return [
        [plain(line_up.label), str(players), *_words(found[line_up.name, players])]
        for line_up in results.info.ordered
        for players in results.info.players
        if (line_up.name, players) in found
    ]


def _words(row: Any) -> list[str]:
    plays = max(row["plays"], 1e-9)
    kinds = ("certain_plays", "convention_plays", "gambles")
    return [
        _decimal(row["efficiency"], 2),
        _decimal(row["bits_per_clue"], 1),
        _share(row["communicativeness"]),
        *(_share(row[kind] / plays) for kind in kinds),
        _share(row["risk"]),
        _share(row["information_per_play"]),
        _decimal(row["pace_2"], 1),
        _decimal(row["pace_4"], 1),
    ]


def _decimal(value: float, places: int) -> str:
    return "–" if math.isnan(value) else f"{value:.{places}f}".replace("-", "−")


def _share(value: float) -> str:
    return "–" if math.isnan(value) else f"{value * 100:.0f}%"
