"""Reach records by their addresses: passing a number from Python costs less than a record.

With compilation off, an "address" is a handle of the record in a list.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from hanabi_arena.engine.kernel import PLAIN, fast_record_of, kernel
from hanabi_arena.engine.legal import legal_actions
from hanabi_arena.engine.table import EVENT, PILE, TABLE
from hanabi_arena.engine.turn import take_turn

PLAIN_OBJECTS: list[Any] = []
"""With compilation off: what the handles stand for."""


def plain_handle(thing: Any) -> int:
    """Return a handle for an object, to be used as its address with compilation off."""
    PLAIN_OBJECTS.append(thing)
    return len(PLAIN_OBJECTS) - 1


def _record_at(dtype: np.dtype[Any]) -> Any:
    kind = numba.from_dtype(dtype)

    @intrinsic
    def record(typing: Any, address: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(kind))

        return kind(types.int64), emit

    return record


_table_at: Any = PLAIN_OBJECTS.__getitem__ if PLAIN else _record_at(TABLE)
_pile_at: Any = PLAIN_OBJECTS.__getitem__ if PLAIN else _record_at(PILE)
_event_at: Any = PLAIN_OBJECTS.__getitem__ if PLAIN else _record_at(EVENT)


@kernel
def take_turn_at(table: int, pile: int, action: int, event: int) -> int:
    """Take a turn on the records at these addresses; see take_turn."""
    return take_turn(_table_at(table), _pile_at(pile), action, _event_at(event))


@kernel
def _legal_actions_at(table: int, out: Any) -> int:
    return legal_actions(_table_at(table), out)


def legal_actions_in(raw: bytes, out: np.ndarray[Any, Any]) -> int:
    """Write the legal actions on a table given as bytes into `out`; return their number."""
    array = np.frombuffer(raw, np.uint8)
    if PLAIN:
        return legal_actions(fast_record_of(array.view(TABLE)), out)
    address: int = array.__array_interface__["data"][0]
    return _legal_actions_at(address, out)
