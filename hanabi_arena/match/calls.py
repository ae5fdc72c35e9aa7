"""Call a bot's compiled functions by address.

Every bot's functions have the same form but for the types of their memory and parameters, and a
record is passed as a pointer. So the game loop calls them through addresses with untyped pointers:
it is compiled once, can be cached, and seats any bots side by side. Errors propagate as from any
compiled call. With compilation off, an "address" is a handle into a table of Python objects.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic

from hanabi_arena.engine.address import PLAIN_OBJECTS
from hanabi_arena.engine.kernel import PLAIN
from hanabi_arena.engine.table import EVENT, TABLE

cgutils: Any = untyped_cgutils

TABLE_TYPE = numba.from_dtype(TABLE)
EVENT_TYPE = numba.from_dtype(EVENT)
OPAQUE_TYPE = numba.from_dtype(np.dtype([("opaque", np.uint64)]))
"""Stands for a record whose fields only the bot knows."""


def _call(context: Any, builder: Any, returns: Any, kinds: tuple[Any, ...], args: list[Any]) -> Any:
    """Emit a call of args[0] with the rest; integers where a record is due become pointers."""
    address, *values = args
    function_type = context.call_conv.get_function_type(returns, kinds)
    function = builder.inttoptr(address, function_type.as_pointer())
    passed = [
        builder.inttoptr(value, context.get_value_type(kind)) if kind is OPAQUE_TYPE else value
        for kind, value in zip(kinds, values, strict=True)
    ]
    status, result = context.call_conv.call_function(builder, function, returns, kinds, passed)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return result


@intrinsic
def _call_act(typing: Any, address: Any, table: Any, memory: Any, params: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = (TABLE_TYPE, OPAQUE_TYPE, OPAQUE_TYPE)
        return _call(context, builder, types.int64, kinds, args)

    return types.int64(types.int64, TABLE_TYPE, types.int64, types.int64), emit


@intrinsic
def _call_start(typing: Any, address: Any, table: Any, memory: Any, params: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = (TABLE_TYPE, OPAQUE_TYPE, OPAQUE_TYPE)
        _call(context, builder, types.none, kinds, args)
        return context.get_dummy_value()

    return types.none(types.int64, TABLE_TYPE, types.int64, types.int64), emit


@intrinsic
def _call_observe(
    typing: Any, address: Any, table: Any, memory: Any, event: Any, params: Any
) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = (TABLE_TYPE, OPAQUE_TYPE, EVENT_TYPE, OPAQUE_TYPE)
        _call(context, builder, types.none, kinds, args)
        return context.get_dummy_value()

    return types.none(types.int64, TABLE_TYPE, types.int64, EVENT_TYPE, types.int64), emit


def _plain_call(address: int, table: Any, memory: int, *rest: Any) -> Any:
    *event, params = rest
    return PLAIN_OBJECTS[address](table, PLAIN_OBJECTS[memory], *event, PLAIN_OBJECTS[params])


call_act: Any = _plain_call if PLAIN else _call_act
"""call_act(address, table, memory address, params address) -> action"""
call_start: Any = _plain_call if PLAIN else _call_start
"""call_start(address, table, memory address, params address)"""
call_observe: Any = _plain_call if PLAIN else _call_observe
"""call_observe(address, table, memory address, event, params address)"""
