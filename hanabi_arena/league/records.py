"""Finished games as records, a row a game: an Arrow table, and the bytes of a Parquet part.

Workers make the bytes, so that the one process that writes them has next to nothing to do.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hanabi_arena.engine.table import ENDS
from hanabi_arena.league.plan import Cell
from hanabi_arena.match.batch import FAULT, Games

if TYPE_CHECKING:
    import pyarrow as pa

TABLE_COLUMNS = (
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
)
"""The columns of a game's record that tables and charts are made of; `actions` is beside them."""

_WORDS = ["line_up", "variant", "seats", "end"]


def games_table(cell: Cell, games: Games, keep_actions: bool) -> pa.Table:
    """Return the records of a cell's games as an Arrow table, a row a game."""
    import pyarrow as pa

    results = games.results
    count = len(results)
    line_up, variant, players = cell.key
    rotations = cell.line_up.rotations(players)
    seats = ["+".join(cell.line_up.seating(players, turn)) for turn in range(rotations)]

    def words(indices: Any, values: Sequence[str]) -> Any:
        return pa.DictionaryArray.from_arrays(_numbers(indices, np.int32), _texts(values))

    same = np.zeros(count, np.int32)
    ends = [*ENDS, "fault"]
    end_index = np.where(results["end"] == FAULT, len(ENDS), results["end"])
    columns = {
        "line_up": words(same, [line_up]),
        "variant": words(same, [variant]),
        "players": _numbers(np.full(count, players), np.int8),
        "game": _numbers(results["game"], np.int64),
        "seats": words(results["game"] % rotations, seats),
        "score_zero": _numbers(results["score_zero"], np.int8),
        "score_kept": _numbers(results["score_kept"], np.int8),
        "end": words(end_index, ends),
        "turns": _numbers(results["turns"], np.int16),
        "strikes": _numbers(results["strikes"], np.int8),
        "clues": _numbers(results["clues"], np.int16),
        "discards": _numbers(results["discards"], np.int16),
        "critical_losses": _numbers(results["lost_criticals"], np.int8),
        "fault_seat": _numbers(results["fault_seat"], np.int8),
        "fault": _texts([games.faults.get(game, "") for game in results["game"].tolist()]),
    }
    if keep_actions:
        offsets = np.zeros(count + 1, np.int32)
        np.cumsum(results["turns"], out=offsets[1:])
        columns["actions"] = pa.Array.from_buffers(
            pa.binary(), count, [None, pa.py_buffer(offsets), pa.py_buffer(games.actions)]
        )
    return pa.table(columns)


# Arrow's own conversions import pandas, which would cost each worker 60 MB; these do not.


def _numbers(values: Any, kind: type[np.integer[Any]]) -> Any:
    """Return whole numbers as an Arrow array."""
    import pyarrow as pa

    array = np.ascontiguousarray(values, kind)
    return pa.Array.from_buffers(
        pa.type_for_alias(array.dtype.name), len(array), [None, pa.py_buffer(array)]
    )


def _texts(values: Sequence[str]) -> Any:
    """Return texts as an Arrow array."""
    import pyarrow as pa

    encoded = [text.encode() for text in values]
    ends = np.zeros(len(encoded) + 1, np.int32)
    np.cumsum([len(text) for text in encoded], out=ends[1:])
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(encoded), buffers)


def part_bytes(cell: Cell, games: Games, keep_actions: bool) -> bytes:
    """Return the games of a part as a Parquet file's content."""
    import pyarrow.parquet as pq

    content = io.BytesIO()
    table = games_table(cell, games, keep_actions)
    pq.write_table(
        table, content, compression="zstd", use_dictionary=_WORDS, write_statistics=False
    )
    return content.getvalue()
