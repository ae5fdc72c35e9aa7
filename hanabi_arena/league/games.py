"""Get recorded games back out of a run's folder, ready to be replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanabi_arena.errors import RunError, UnknownName, UsageError
from hanabi_arena.league.manifest import rules_of
from hanabi_arena.league.store import cell_slug, read_games, read_run
from hanabi_arena.match.replay import GameRecord, deal_deck
from hanabi_arena.rules.variant import Rules

if TYPE_CHECKING:
    import pandas as pd

Key = tuple[str, str, int]
COLUMNS = ("line_up", "variant", "players", "game", "seats", "fault_seat", "fault", "actions")


@dataclass(frozen=True)
class RecordedRun:
    """A run's folder, opened to read games from."""

    folder: Path
    manifest: Mapping[str, Any]

    @classmethod
    def open(cls, folder: Path) -> RecordedRun:
        """Open a run's folder. Raises RunError."""
        return cls(folder, read_run(folder))

    @property
    def cells(self) -> list[Key]:
        """The cells (line-up, variant, players) that the run asks for."""
        return [(line_up, variant, players) for line_up, variant, players in self.manifest["cells"]]

    @property
    def played(self) -> list[Key]:
        """Those of its cells that have any games."""
        return [
            cell
            for cell in self.cells
            if any((self.folder / "games" / cell_slug(*cell)).glob("*.parquet"))
        ]

    def rules(self, variant: str) -> Rules:
        """Return the rules of one of its variants."""
        for one in self.manifest["variants"]:
            if one["name"] == variant:
                return rules_of(one)
        raise UnknownName(
            "variant in this run", variant, [one["name"] for one in self.manifest["variants"]]
        )

    def find_cell(self, line_up: str | None, variant: str | None, players: int | None) -> Key:
        """Return the one cell that fits; the first one of several. Raises UsageError."""
        for place, wanted, kind in ((0, line_up, "line-up"), (1, variant, "variant")):
            known = list(dict.fromkeys(str(cell[place]) for cell in self.cells))
            if wanted is not None and wanted not in known:
                raise UnknownName(
                    f"{kind} in this run", wanted, known, f"it has {', '.join(known)}"
                )
        for cell in self.cells:
            if (
                line_up in (None, cell[0])
                and variant in (None, cell[1])
                and players in (None, cell[2])
            ):
                return cell
        raise UsageError(
            f"{self.folder}: {line_up or 'no line-up'} was not played at {players} players "
            f"in {variant or 'any variant'}"
        )

    def frame(self, cells: list[Key]) -> pd.DataFrame:
        """Return the records of some cells, actions included, in the order of their games."""
        parts = [
            path
            for cell in cells
            for path in sorted((self.folder / "games" / cell_slug(*cell)).glob("*.parquet"))
        ]
        if not parts:
            raise RunError(f"{self.folder}: no games are recorded yet")
        if not self.manifest["config"]["record-actions"]:
            raise RunError(f"{self.folder}: recorded without actions (record-actions: false)")
        frame = read_games(self.folder, COLUMNS, parts)
        wanted: pd.DataFrame = frame.loc[frame["game"] < self.manifest["games"]]
        return wanted

    def game(self, cell: Key, number: int) -> GameRecord:
        """Return one game. Raises RunError if it is not recorded."""
        frame = self.frame([cell])
        rows = frame[frame["game"] == number]
        if rows.empty:
            raise RunError(
                f"{self.folder}: game {number} of {cell[0]} in {cell[1]} at {cell[2]} players is "
                f"not recorded; games 0 to {self.manifest['games'] - 1} were asked for"
            )
        return next(self.records(rows))

    def records(self, frame: pd.DataFrame) -> Iterator[GameRecord]:
        """Yield the games of a frame's rows."""
        seed = self.manifest["seed"]
        rows: Iterator[Any] = frame.itertuples()  # its fields have the columns' types
        for row in rows:
            rules, players = self.rules(str(row.variant)), int(row.players)
            game = int(row.game)
            yield GameRecord(
                rules,
                players,
                tuple(deal_deck(rules, players, seed, game)),
                tuple(row.actions),
                self.seats(str(row.line_up), players, game),
                str(row.line_up),
                game,
                None if int(row.fault_seat) < 0 else int(row.fault_seat),
            )

    def seats(self, line_up: str, players: int, game: int) -> tuple[str, ...]:
        """Return who sat where in a game of a line-up."""
        from hanabi_arena.league.plan import LineUp

        for one in self.manifest["line_ups"]:
            if one["name"] == line_up:
                seats = None if one["seats"] is None else tuple(one["seats"])
                who = LineUp(line_up, one["kind"], one["guest"], one["host"], seats)
                return who.seating(players, game)
        raise RunError(f"{self.folder}: no line-up {line_up} in run.json")

    def sample(self, count: int | None) -> Iterator[GameRecord]:
        """Yield all games, or so many chosen at random, always the same ones."""
        import numpy as np

        frame = self.frame(self.cells).sort_values(
            ["line_up", "variant", "players", "game"], kind="stable"
        )
        if count is not None and count < len(frame):
            chosen = np.random.default_rng(0).choice(len(frame), count, replace=False)
            frame = frame.iloc[np.sort(chosen)]
        yield from self.records(frame)
