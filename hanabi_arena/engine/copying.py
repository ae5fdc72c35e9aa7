"""Copy one record over another."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic

from hanabi_arena.engine.kernel import PLAIN, data_of, kernel

_cgutils: Any = untyped_cgutils


@intrinsic
def _compiled_copy(typing: Any, target: Any, source: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        _cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    if target != source:
        return None
    return types.none(target, source), emit


def _plain_copy(target: Any, source: Any) -> None:
    into, out_of = data_of(target), data_of(source)
    for name in into.dtype.names:
        into[name] = out_of[name]


_copy: Any = _plain_copy if PLAIN else _compiled_copy


@kernel
def copy_into(target: Any, source: Any) -> None:
    """Copy a record over another one of the same type."""
    _copy(target, source)
