"""Compare two bots from a notebook, a script or a test: what `arena compare` does."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hanabi_arena.comparison.outcome import Comparison, identical
from hanabi_arena.comparison.question import (
    MOST_GAMES,
    Question,
    find_strata,
    limits_of,
    parse_bounds,
)
from hanabi_arena.comparison.run import How, are_identical, compare_sides
from hanabi_arena.comparison.sides import BotLike, Finder
from hanabi_arena.errors import UsageError
from hanabi_arena.rules.catalogue import find_variant
from hanabi_arena.stats.evidence import Bounds
from hanabi_arena.stats.summary import Strikeout

VariantLike = str | Mapping[str, Any]


def compare(
    a: BotLike,
    b: BotLike | None = None,
    players: int | Iterable[int] | None = None,
    variants: VariantLike | Sequence[VariantLike] = "base",
    *,
    bounds: str | Bounds | Sequence[float] = "gain",
    alpha: float = 0.05,
    beta: float = 0.05,
    max_games: int = MOST_GAMES,
    games: int | None = None,
    strikeout: Strikeout = "kept",
    seed: int | str = 1,
    jobs: int = 1,
    move_seconds: float | None = None,
    game_seconds: float | None = None,
    folder: Path | str | None = None,
    plugins: Sequence[Path | str] = (),
) -> Comparison:
    """Say whether bot `b` is better than bot `a`, and how sure that is.

    Args:
        a: the old bot: a name (`"smart"`, `"table-talk:discard=newest"`), a place
            (`"mine.py:Mine"`), one of these at a git revision (`"careful@main"`), or a class that
            can be imported.
        b: the new one; without it `a`, which then is at a revision, as it now is.
        players: one or more player counts; every count from 2 to 5 that both can play.
        variants: one or more variants; an observation is the mean difference over one deal in each
            variant at each player count.
        bounds: "gain" (0 and 0.25 points a game), "non-regression" (−0.25 and 0), or two numbers.
        alpha: the most that the good verdict may be wrong, in (0, 0.5).
        beta: the same of the bad verdict.
        max_games: deals after which the verdict is "inconclusive".
        games: play exactly so many deals instead.
        strikeout: what the third strike leaves of the points, "kept" or "zero".
        seed: of the deals.
        jobs: worker processes; with 1 everything is played in this process, where a bot that hangs
            is not stopped.
        move_seconds: longest time for one call of a bot; 10 by default.
        game_seconds: longest time for one game; 120 by default.
        folder: keeps the games, so that they can be looked at and gone on with.
        plugins: folders of bots, beside ./bots.

    Raises UsageError for anything that cannot be compared.

        >>> import hanabi_arena as arena
        >>> arena.compare("random", "simple", players=2, max_games=500).verdict
        'better'
    """
    if jobs < 1:
        raise UsageError(f"jobs: {jobs} is less than 1")
    several = [variants] if isinstance(variants, str | Mapping) else list(variants)
    counts = [players] if isinstance(players, int) else None if players is None else list(players)
    with Finder([Path(one) for one in plugins]) as finder, tempfile.TemporaryDirectory() as scratch:
        sides = finder.pair(a, b)
        strata, _ = find_strata([find_variant(one) for one in several], counts, sides)
        question = Question(
            strata,
            parse_bounds(bounds),
            alpha,
            beta,
            max_games if games is None else games,
            games is not None,
            strikeout,
            seed,
            limits_of(move_seconds, game_seconds),
        )
        if are_identical(*sides):
            return identical(question, *sides)
        where = Path(folder) if folder is not None else Path(scratch)
        how = How(where, jobs, local=jobs == 1, kept=folder is not None)
        return compare_sides(question, *sides, how, lambda *_: None)
