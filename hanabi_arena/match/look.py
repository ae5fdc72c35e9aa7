"""Look at a table from outside the game loops, as one of its seats does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.api.view import Turn, View
from hanabi_arena.engine.kernel import data_of
from hanabi_arena.engine.table import HIDDEN, copy_record
from hanabi_arena.rules.variant import Rules


def view_of(
    table: Any,
    seat: int,
    rules: Rules,
    history: Sequence[Turn],
    declared: Sequence[tuple[str, ...]] = (),
    random: SeatRandom | None = None,
) -> View:
    """Return what a seat sees of a table with these turns behind it; the table may go on.

    Without `declared` nobody declares anything; without `random` the seat's stream starts at 0.
    """
    copy = data_of(copy_record(table))
    copy["viewer"] = seat
    copy["hands"][seat] = HIDDEN
    shown = tuple(declared) or ((),) * int(copy["players"])
    return View(copy.tobytes(), seat, rules, shown, random or SeatRandom(0), list(history))
