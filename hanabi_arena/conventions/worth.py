"""What single conventions are worth, as measured: a table that comes with the package."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from hanabi_arena.errors import ConfigError

COLUMNS: Final = ("convention", "players", "variant", "effect", "low", "high", "games")


@dataclass(frozen=True, slots=True)
class Worth:
    """How many points a game a convention gains: those with it, less those without it."""

    convention: str
    players: int
    variant: str
    effect: float
    low: float
    """The ends of its interval (95%)."""
    high: float
    games: int
    """How many deals were played both ways."""

    @property
    def words(self) -> str:
        """It in words: `+0.31 points a game at 3 players, 95% in [+0.20, +0.42]`."""
        variant = "" if self.variant == "base" else f" of {self.variant}"
        return (
            f"{self.effect:+.2f} points a game{variant} at {self.players} players, "
            f"95% in [{self.low:+.2f}, {self.high:+.2f}] ({self.games:,} deals)"
        )


def worth_file() -> Path:
    """Return where the table is."""
    return Path(str(files("hanabi_arena_configs"))) / "conventions" / "worth.csv"


def measured_worth(convention: str, path: Path | None = None) -> list[Worth]:
    """Return what has been measured of a convention: nothing where there is no table.

    Raises ConfigError for a table with other columns than COLUMNS, or a row that is no measurement.
    """
    table = path or worth_file()
    if not table.is_file():
        return []
    with table.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise ConfigError(f"{table}, line 1: the columns have to be {','.join(COLUMNS)}")
        found = [_row(table, reader.line_num, row) for row in reader]
    return [one for one in found if one.convention == convention]


def _row(table: Path, line: int, row: dict[str, str]) -> Worth:
    try:
        return Worth(
            row["convention"],
            int(row["players"]),
            row["variant"],
            float(row["effect"]),
            float(row["low"]),
            float(row["high"]),
            int(row["games"]),
        )
    except (TypeError, ValueError):
        raise ConfigError(
            f"{table}, line {line}: players and games are whole numbers, effect, low and high "
            f"numbers; got {','.join(str(value) for value in row.values())}"
        ) from None
