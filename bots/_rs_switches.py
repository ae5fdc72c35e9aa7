"""The conventions of the family referential-sieve as bits, in the order of the catalogue."""

from __future__ import annotations

from typing import Protocol

(
    CHOP,
    REFERENTIAL_PLAY,
    REFERENTIAL_DISCARD,
    LOCK,
    FILL_IN,
    GOOD_TOUCH,
    LOADED_PLAY,
    RECLUE,
    TRASH_PUSH,
    STALL,
) = (1 << bit for bit in range(10))


class Agreement(Protocol):
    """The parameters that these kernels read: sets of conventions as bits."""

    reads: int  #: conventions by which it reads what others do
    model: int  #: conventions by which it takes others to read
    gives: int  #: conventions that it makes use of itself
