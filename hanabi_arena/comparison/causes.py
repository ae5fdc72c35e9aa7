"""Where the difference between two sides comes from: points lost, by cause."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hanabi_arena.comparison.outcome import IDENTICAL, Comparison
from hanabi_arena.league.games import RecordedRun
from hanabi_arena.league.store import Store
from hanabi_arena.stats.causes import CAUSES


def with_causes(found: Comparison, folder: Path) -> Comparison:
    """Return a comparison that says where its difference comes from; its file is written anew.

    For each cause, what A lost to it less what B lost to it, in points a game; together they are
    the mean difference. The games are those that count, replayed from the folder.
    """
    if found.verdict == IDENTICAL or not found.games:
        return found
    from hanabi_arena.stats.diagnosed import diagnose_run

    games = diagnose_run(RecordedRun.open(folder))
    games = games[games["game"] < found.games]
    strikeout = found.question.strikeout
    columns = {
        cause: f"lost_to_{cause}" + (f"_{strikeout}" if cause == "strikeout" else "")
        for cause in CAUSES
    }
    keys = ["line_up", "variant", "players"]
    means = games.groupby(keys, observed=True)[list(columns.values())].mean().reset_index()
    # Every stratum counts alike, as in the difference itself.
    a, b = (
        means[means["line_up"] == label].mean(numeric_only=True) for label in (found.a, found.b)
    )
    causes = {cause: float(a[name] - b[name]) for cause, name in columns.items()}
    explained = replace(found, causes=causes)
    with Store(folder) as store:
        store.write_json("comparison.json", explained.as_dict())
    return explained
