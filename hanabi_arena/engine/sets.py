"""Identities as numbers, and sets of them as bit masks; see rules/cards.py."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from hanabi_arena.engine.kernel import PLAIN, kernel


@kernel
def suit_of(identity: int) -> int:
    """Return the suit of an identity's number."""
    return identity // 5


@kernel
def rank_of(identity: int) -> int:
    """Return the rank, 1 to 5, of an identity's number."""
    return identity % 5 + 1


@kernel
def is_in(identity: int, mask: int) -> bool:
    """Return whether an identity belongs to a set."""
    return mask >> identity & 1 != 0


@kernel
def is_subset(mask: int, other: int) -> bool:
    """Return whether every identity of `mask` belongs to `other`."""
    return mask & ~other == 0


@intrinsic
def _compiled_size(typing: Any, mask: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), emit


@intrinsic
def _compiled_lowest(typing: Any, mask: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), emit


# One instruction of the processor each.
_size: Any = int.bit_count if PLAIN else _compiled_size
_lowest: Any = (lambda mask: (mask & -mask).bit_length() - 1) if PLAIN else _compiled_lowest


@kernel
def size_of(mask: int) -> int:
    """Return the number of identities in a set."""
    return _size(mask)  # type: ignore[no-any-return]  # an integer


@kernel
def lowest_of(mask: int) -> int:
    """Return the lowest identity of a set that is not empty."""
    return _lowest(mask)  # type: ignore[no-any-return]  # an integer


@kernel
def single_suit(mask: int) -> int:
    """Return the suit that all identities of a set share; -1 if they have several, or are none."""
    if mask == 0:
        return -1
    suit = lowest_of(mask) // 5
    return suit if is_subset(mask, 0b11111 << suit * 5) else -1
