"""Invented leagues for the tests of the report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from hanabi_arena.report import LineUpInfo, ReportInfo, VariantInfo

BASE = VariantInfo("base", 25, 5, one_line="the game of the rule text")
AVALANCHE = VariantInfo("avalanche", 30, 6, one_line="a sixth, multicoloured suit")
BOUQUET = VariantInfo("avalanche+bouquet-final", 30, 6, verdicts=False)
SMALL = VariantInfo("one-suit", 5, 1, verdicts=False)

LONG_NAMES = (
    "a-bot-whose-name-is-30-letters",
    "another_bot_of_30_letters_here",
    "table-talk:discard=oldest,k=5$",
    "random",
    "simple",
    "w",
    "CamelCaseStrategyWith30Letters",
    "finesse",
    "bluff",
    "information",
    "smart:mystery=false",
    "oracle",
)

COLUMNS = [
    "line_up",
    "variant",
    "players",
    "game",
    "seats",
    "score_zero",
    "score_kept",
    "end",
    "turns",
    "strikes",
    "clues",
    "discards",
    "critical_losses",
    "fault_seat",
    "fault",
]


def self_play(*bots: str, unranked: Sequence[str] = ()) -> tuple[LineUpInfo, ...]:
    return tuple(LineUpInfo(bot, bots=(bot,), unranked=bot in unranked) for bot in bots)


def pairs(*bots: str, unranked: Sequence[str] = ()) -> tuple[LineUpInfo, ...]:
    return tuple(
        LineUpInfo(
            f"{guest}+{host}",
            "pairs",
            guest,
            host,
            (guest, host),
            unranked=guest in unranked or host in unranked,
        )
        for guest in bots
        for host in bots
        if guest != host
    )


def league(
    line_ups: Sequence[LineUpInfo],
    variants: Sequence[VariantInfo] = (BASE,),
    players: Sequence[int] = (2, 3),
    **more: object,
) -> ReportInfo:
    settings = {
        "name": "league",
        "seed": 2026,
        "strikeout": "zero",
        "scale": "federation",
        "games": 50,
        **more,
    }
    return ReportInfo(
        variants=tuple(variants),
        line_ups=tuple(line_ups),
        players=tuple(players),
        **settings,  # type: ignore[arg-type]
    )


def rows_of(
    line_up: LineUpInfo, variant: VariantInfo, players: int, scores: Iterable[int], end: str = ""
) -> pd.DataFrame:
    """Games with the given scores; unless told, they end in what their score says."""
    kept = list(scores)
    ends = [end or ("complete" if score == variant.max_score else "deck") for score in kept]
    bots = (line_up.bots or (line_up.name,)) * players
    data = pd.DataFrame(
        {
            "line_up": line_up.name,
            "variant": variant.name,
            "players": players,
            "game": range(len(kept)),
            "seats": "+".join(bots[:players]),
            "score_kept": kept,
            "end": ends,
            "turns": 60,
            "strikes": 0,
            "clues": 20,
            "discards": 20,
            "critical_losses": 0,
            "fault_seat": -1,
            "fault": "",
        }
    )
    data["score_zero"] = data["score_kept"].where(data["end"] != "strikes", 0)
    return data[COLUMNS]


def played(
    info: ReportInfo, games: int = 40, missing: Iterable[tuple[str, str, int]] = (), seed: int = 1
) -> pd.DataFrame:
    """All games of a league, bell-shaped scores that depend on the line-up; one in 20 strikes out.

    Line-ups of the kind `seats` play at their own size only.
    """
    random = np.random.default_rng(seed)
    left_out = set(missing)
    parts = []
    for variant in info.variants:
        for place, line_up in enumerate(info.line_ups):
            skill = (place % 7 + 0.5) / 7
            for players in info.players:
                if (line_up.name, variant.name, players) in left_out or (
                    line_up.kind == "seats" and len(line_up.bots) != players
                ):
                    continue
                top = variant.max_score
                scores = np.clip(np.rint(random.normal(skill * top, top / 9, games)), 0, top)
                part = rows_of(line_up, variant, players, scores.astype(int).tolist())
                out = (random.random(games) < 0.05) & (part["score_kept"] < top)
                part.loc[out, "end"] = "strikes"
                part.loc[out, "score_zero"] = 0
                parts.append(part)
    return pd.concat(parts, ignore_index=True)
