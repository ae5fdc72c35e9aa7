"""Recorded baselines from a script or a test: what `arena gate` does with a file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hanabi_arena.comparison.notebook import VariantLike
from hanabi_arena.comparison.question import Question, find_strata, parse_bounds
from hanabi_arena.comparison.run import How, play_alone
from hanabi_arena.comparison.sides import BotLike, Finder
from hanabi_arena.engine.sources import play_digest
from hanabi_arena.errors import RunError
from hanabi_arena.gate.baseline import Baseline, read_baseline
from hanabi_arena.gate.fingerprint import Fingerprints
from hanabi_arena.gate.run import Checked, Settings, against_recorded, next_seed, recorded_bot
from hanabi_arena.league.manifest import commit
from hanabi_arena.rules.catalogue import find_variant
from hanabi_arena.stats.evidence import Bounds
from hanabi_arena.stats.summary import Strikeout


def against_baseline(
    bot: BotLike,
    baseline: Path | str,
    *,
    bounds: str | Bounds | Sequence[float] = "non-regression",
    alpha: float = 0.05,
    beta: float = 0.05,
    jobs: int = 1,
    plugins: Sequence[Path | str] = (),
) -> Checked:
    """Hold a bot against a recorded baseline, on all that is recorded of the bot of its name.

    With one job everything is played in this process. Raises UsageError for a bot that cannot be
    found, and for a baseline that has not got it or is of another version.
    """
    recorded = read_baseline(Path(baseline))
    with (
        Finder([Path(one) for one in plugins]) as finder,
        Fingerprints(local=jobs == 1) as prints,
        tempfile.TemporaryDirectory() as scratch,
    ):
        side = finder.find(bot)
        question = Question(
            recorded.strata_of(side.label),
            parse_bounds(bounds),
            alpha,
            beta,
            recorded.games,
            True,
            recorded.strikeout,
            recorded.seed,
        )
        settings = Settings(Path(scratch), jobs, local=jobs == 1, kept=False)
        return against_recorded(question, recorded, side, settings, prints, lambda *_: None)


def record_baseline(
    bots: BotLike | Sequence[BotLike],
    path: Path | str,
    *,
    players: int | Iterable[int] | None = None,
    variants: VariantLike | Sequence[VariantLike] = "base",
    games: int = 2000,
    strikeout: Strikeout = "kept",
    jobs: int = 1,
    plugins: Sequence[Path | str] = (),
) -> Baseline:
    """Record a baseline of some bots on a new block of deals, as `arena gate --promote` does.

    Raises UsageError for what cannot be played, RunError where a bot fails in a game.
    """
    several = [bots] if isinstance(bots, str | type) else list(bots)
    rules = [variants] if isinstance(variants, str | dict) else list(variants)
    counts = [players] if isinstance(players, int) else None if players is None else list(players)
    file = Path(path)
    recorded: dict[str, Any] = {}
    strata: dict[Any, None] = {}
    with (
        Finder([Path(one) for one in plugins]) as finder,
        Fingerprints(local=jobs == 1) as prints,
        tempfile.TemporaryDirectory() as scratch,
    ):
        sides = [finder.find(one) for one in several]
        seed = next_seed(file, sides)
        for number, side in enumerate(sides):
            played, _ = find_strata([find_variant(one) for one in rules], counts, [side])
            question = Question(played, games=games, fixed=True, strikeout=strikeout, seed=seed)
            how = How(Path(scratch, str(number)), jobs, local=jobs == 1, kept=False)
            scores, faults = play_alone(question, side, how, lambda *_: None)
            if faults:
                raise RunError(f"{side.label} failed in {faults[0].games} games: {faults[0].text}")
            recorded[side.label] = recorded_bot(side, scores, prints.of(side, played))
            strata |= dict.fromkeys(played)
        made = Baseline(
            file, play_digest(), commit(), seed, games, strikeout, tuple(strata), recorded
        )
        made.write()
    return made
