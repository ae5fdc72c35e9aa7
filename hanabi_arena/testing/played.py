"""Games that a test played: their figures, and the deals to look at."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from hanabi_arena.report import text
from hanabi_arena.stats.intervals import half_width

if TYPE_CHECKING:
    import pandas as pd

MOST_DEALS: Final = 3
"""So many of the worst deals are named."""


class Played:
    """Games of one bot, or of one table of bots.

    Args:
        games: a row a game, with the columns of a run's record.
        variant: what was played.
        seed: of the deals.
        command: what plays a game again, without the deal's own options; empty if nothing does.
    """

    def __init__(
        self, games: pd.DataFrame, variant: str | Mapping[str, Any], seed: int | str, command: str
    ) -> None:
        from hanabi_arena.rules.catalogue import find_variant
        from hanabi_arena.stats.summary import summarise

        self.games = games
        """A row a game."""
        self.seed = seed
        rules = find_variant(variant)
        self.variant = rules.name
        self._command = command
        found = summarise(
            games,
            {rules.name: rules.max_score},
            line_ups=games["line_up"].astype(str).unique().tolist(),
            variants=[rules.name],
        )
        self._row: Mapping[Any, Any] = found.iloc[0].to_dict() if len(found) else {}
        self._faults = games.loc[games["end"] == "fault", ["game", "fault_seat", "fault"]]

    @property
    def bot(self) -> str:
        """Who played."""
        return str(self._row.get("lineup", ""))

    @property
    def players(self) -> int:
        """How many sat at the table."""
        return int(self._row.get("players", 0))

    @property
    def mean_kept(self) -> float:
        """Mean score where the third strike keeps the points; NaN of no game."""
        return self._figure("mean_kept")

    @property
    def mean_zero(self) -> float:
        """Mean score where the third strike loses everything; NaN of no game."""
        return self._figure("mean_zero")

    @property
    def perfect_rate(self) -> float:
        """Share of games with the variant's maximum, 0 to 1."""
        return self._figure("perfect_rate")

    @property
    def strikeout_rate(self) -> float:
        """Share of games that ended by the third strike, 0 to 1."""
        return self._figure("strikeout_rate")

    @property
    def faults(self) -> int:
        """Games that a fault of a bot ended; they count as 0."""
        return len(self._faults)

    def interval(self, strikeout: str = "kept", level: float = 0.95) -> tuple[float, float]:
        """Return the t interval for the mean score, `strikeout` being "kept" or "zero"."""
        mean = self._figure(f"mean_{strikeout}")
        half = half_width(self._figure(f"se_{strikeout}"), len(self.games), level)
        return mean - half, mean + half

    def worst(self, count: int = MOST_DEALS) -> pd.DataFrame:
        """Return the games with the lowest scores, of equal ones the first: a row a game."""
        return self.games.sort_values(["score_kept", "game"]).head(count)

    def _figure(self, name: str) -> float:
        return float(self._row.get(name, math.nan))

    def _mean(self, strikeout: str) -> str:
        low, high = self.interval(strikeout)
        return text.mean_with_margin(self._figure(f"mean_{strikeout}"), (high - low) / 2)

    def __repr__(self) -> str:
        """Return it in a line, for the message of a failed assert."""
        if not self._row:
            return "<no games>"
        return (
            f"<{len(self.games):,} games of {self.bot}, {self.players} players, {self.variant}: "
            f"kept {self._mean('kept')}, zero {self._mean('zero')}>"
        )

    def __str__(self) -> str:
        """Return it as a table, with the worst deals."""
        return "\n".join(self._lines()) if self._row else "no games"

    def _lines(self) -> Iterator[str]:
        yield (
            f"{self.bot} · {self.variant} · {self.players} players · {len(self.games):,} games · "
            f"seed {self.seed}"
        )
        yield f"  mean score where a strikeout keeps its points  {self._mean('kept')}"
        yield f"  where it scores 0                              {self._mean('zero')}"
        yield (
            f"  perfect {text.percent(self.perfect_rate)}, "
            f"struck out {text.percent(self.strikeout_rate)}"
        )
        if self.faults:
            first = self._faults.sort_values("game").iloc[0]
            yield f"  {text.counted(self.faults, 'game')} ended by a fault; the first:"
            yield f"    deal {first['game']}, seat {first['fault_seat']}: {first['fault']}"
        yield "worst deals"
        for row in self.worst().to_dict("records"):
            yield f"  deal {row['game']}: {row['score_kept']} ({row['end']})"
            if self._command:
                deal = ["--variants", self.variant, "--players", str(self.players)]
                yield f"    {self._command} {shlex.join([*deal, '--game', str(row['game'])])}"
