"""Measure how fast a bot plays on one core."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any

from hanabi_arena.api.registry import Registry
from hanabi_arena.league.plan import parse_bot
from hanabi_arena.match.play import Player
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules.catalogue import find_variant


def measure(name: str, variant: str, players: int, seconds: float, repeats: int) -> dict[str, Any]:
    """Play a bot with itself; return the median speed of `repeats` measurements.

    Each takes about `seconds` of this process's time on the processor; actions are recorded.
    Raises UsageError for an unknown bot or variant.
    """
    folders = (Path("bots").resolve(),) if Path("bots").is_dir() else ()
    bot, params = parse_bot(name)
    spec = Registry(folders).find(bot)
    seating = Seating(find_variant(variant), (spec.load(),) * players, (params,) * players, "bench")
    player = Player(seating)
    player.play(0, 2)  # compiles, or loads what is compiled
    count, first = 16, 2
    while True:
        spent, _ = _time(player, first, count)
        first += count
        if spent > seconds / 8:
            break
        count *= 4
    count = max(1, int(count * seconds / spent))
    speeds = []
    for _ in range(repeats):
        spent, turns = _time(player, first, count)
        first += count
        speeds.append((count / spent, turns / spent))
    games_per_second, turns_per_second = sorted(speeds)[len(speeds) // 2]
    return {
        "bot": name,
        "variant": variant,
        "players": players,
        "games": count * repeats,
        "games_per_second": round(games_per_second),
        "turns_per_second": round(turns_per_second),
        "turns_per_game": round(turns_per_second / games_per_second, 2),
        "spread": round(_spread([games for games, _ in speeds]), 3),
    }


def _time(player: Player, first: int, count: int) -> tuple[float, int]:
    before = time.process_time()
    games = player.play(first, count)
    return time.process_time() - before, int(games.results["turns"].sum())


def _spread(values: list[float]) -> float:
    """Return (largest - smallest) / median: how noisy the machine is."""
    return (max(values) - min(values)) / statistics.median(values)
