"""A run's folder: `run.json`, the lock, and the games in Parquet parts, each written whole.

A part holds a range of one cell's games. The set of recorded games is the truth: what is missing is
the difference to what the plan asks for, and every table and chart is made from the parts.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import filelock

from hanabi_arena.errors import RunError
from hanabi_arena.league.files import write_whole
from hanabi_arena.league.plan import Cell
from hanabi_arena.league.records import TABLE_COLUMNS

if TYPE_CHECKING:
    import pandas as pd

FORMAT = 1
ANEW = "the command that made it starts anew with --fresh, and moves this aside"
LONGEST_PART = 100
PART_NAME = re.compile(r"(\d+)-(\d+)\.parquet")


def slug(text: str) -> str:
    """Return a name as a part of a path; other names, other parts."""
    plain = re.sub(r"[^A-Za-z0-9._=+-]", "_", text)
    if plain == text and len(text) <= LONGEST_PART and text.strip("."):
        return text
    return f"{plain[:LONGEST_PART]}-{blake2b(text.encode(), digest_size=4).hexdigest()}"


def cell_folder(cell: Cell) -> str:
    """Return the folder of a cell's parts below the run's `games` folder."""
    return cell_slug(*cell.key)


def cell_slug(line_up: str, variant: str, players: int) -> str:
    """Return the folder of a cell's parts from its key."""
    return f"{slug(variant)}/{players}p/{slug(line_up)}"


class Store:
    """A run's folder, locked for as long as the store is open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games = folder / "games"
        self.work = folder / ".work"
        self._lock = filelock.FileLock(folder / ".lock", timeout=0)

    def __enter__(self) -> Store:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except filelock.Timeout:
            raise RunError(
                f"{self.folder}: another run is using this folder; wait for it, or choose --out"
            ) from None
        except OSError as error:
            raise RunError(f"{self.folder}: cannot be written: {error}") from None
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.work, ignore_errors=True)
        self._lock.release()

    def set_aside(self) -> Path | None:
        """Move what a former run left into a folder beside this one; return that folder."""
        old = [path for path in self.folder.iterdir() if path.name not in (".lock", ".work")]
        if not old:
            return None
        number = 1
        while (aside := self.folder.with_name(f"{self.folder.name}.old-{number}")).exists():
            number += 1
        aside.mkdir()
        for path in old:
            path.rename(aside / path.name)
        return aside

    def write_json(self, name: str, value: Any) -> None:
        """Write a JSON file, whole or not at all."""
        write_whole(self.folder / name, json.dumps(value, indent=2, ensure_ascii=False) + "\n")

    def recorded(self, cell: Cell) -> list[tuple[int, int]]:
        """Return the ranges (first game, number) of a cell that are recorded, ascending."""
        folder = self.games / cell_folder(cell)
        ranges = []
        for path in folder.glob("*.parquet") if folder.is_dir() else ():
            match = PART_NAME.fullmatch(path.name)
            if match and is_readable(path):
                first, last = map(int, match.groups())
                ranges.append((first, last - first + 1))
        return sorted(ranges)

    def write_part(self, cell: Cell, first: int, count: int, content: bytes) -> None:
        """Write a part, as `records.part_bytes` makes it, whole or not at all."""
        folder = self.games / cell_folder(cell)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{first:09d}-{first + count - 1:09d}.parquet"
        write_whole(path, content, self.work / "part")


def is_readable(path: Path) -> bool:
    """Return whether a part can be read; one that cannot is removed, and so played again."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        first, last = map(int, PART_NAME.fullmatch(path.name).groups())  # type: ignore[union-attr]  # its name matched
        if pq.read_metadata(path).num_rows == last - first + 1:
            return True
    except (OSError, pa.ArrowException):
        pass
    path.unlink(missing_ok=True)
    return False


def read_games(
    folder: Path, columns: Sequence[str] = TABLE_COLUMNS, parts: Iterable[Path] | None = None
) -> pd.DataFrame:
    """Return the recorded games of a run's folder as a DataFrame, a row a game, in no order.

    Raises RunError if the folder holds no recorded run.
    """
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

    paths = sorted((folder / "games").rglob("*.parquet")) if parts is None else list(parts)
    if not paths:
        raise RunError(
            f"{folder}: no recorded games here; a run's folder holds run.json and games/"
        )
    tables = []
    for path in paths:
        try:
            tables.append(pq.read_table(path, columns=list(columns)))
        except (OSError, pa.ArrowException) as error:
            raise RunError(
                f"{path}: cannot be read ({error}); remove it and run again to have it played"
            ) from None
    frame = pa.concat_tables(tables).unify_dictionaries().to_pandas()
    return pd.DataFrame(frame)


def read_run(folder: Path) -> dict[str, Any]:
    """Return a run's `run.json`. Raises RunError."""
    try:
        value = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunError(f"{folder}: no run here (run.json is missing)") from None
    except (OSError, ValueError) as error:
        raise RunError(f"{folder / 'run.json'}: cannot be read: {error}; {ANEW}") from None
    if not isinstance(value, Mapping) or value.get("format") != FORMAT:
        raise RunError(f"{folder / 'run.json'}: not a run of format {FORMAT}; {ANEW}")
    return dict(value)
