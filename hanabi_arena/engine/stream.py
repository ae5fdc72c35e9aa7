"""The random stream: a keyed start, then a counter (splitmix64), drawn in words of 32 bits.

Each deal and each seat has a key of its own, a keyed hash (blake2b) of the league's seed; so a bot
that walks its own stream back finds its own key and nothing of the deck's. Drawing below a bound
is exact (Lemire's multiplication with rejection).
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np

from hanabi_arena.engine.kernel import PLAIN, kernel

GENERATOR = "splitmix64/blake2b/1"
"""Names the way a deal is made; it changes whenever the same seed would deal other cards."""

_MASK = (1 << 64) - 1
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def stream_key(seed: int | str, game: str, purpose: str) -> tuple[int, int]:
    """Return the key, two words of 64 bits, of a stream: `game` from Rules.deal_key."""
    text = f"hanabi-arena|{GENERATOR}|{seed}|{game}|{purpose}"
    digest = blake2b(text.encode(), digest_size=16).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")


def mix_plain(state: int) -> int:
    """Return the 64-bit output of a state (Steele, Lea and Flood 2014, splitmix64)."""
    state = ((state ^ (state >> 30)) * _FIRST) & _MASK
    state = ((state ^ (state >> 27)) * _SECOND) & _MASK
    return state ^ (state >> 31)


def step_plain(state: int) -> int:
    """Return the state after this one."""
    return (state + _STEP) & _MASK


def word_plain(state: int) -> int:
    """Return the upper 32 bits of the output of a state."""
    return mix_plain(state) >> 32


def start_plain(low: int, high: int, game: int) -> int:
    """Return the first state of the stream with this key for a game."""
    return mix_plain(low ^ mix_plain((high + game * _STEP) & _MASK))


@kernel
def _mix(state: Any) -> Any:
    state = (state ^ (state >> np.uint64(30))) * np.uint64(_FIRST)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(_SECOND)
    return state ^ (state >> np.uint64(31))


@kernel
def _step(state: Any) -> Any:
    return state + np.uint64(_STEP)


@kernel
def _word(state: Any) -> int:
    return np.int64(_mix(state) >> np.uint64(32))  # type: ignore[return-value]  # an integer here


@kernel
def _start(low: Any, high: Any, game: int) -> Any:
    return _mix(low ^ _mix(high + np.uint64(game) * np.uint64(_STEP)))


# Two texts of one algorithm: 64-bit arithmetic wraps in compiled code, Python's integers do not.
step = step_plain if PLAIN else _step
word = word_plain if PLAIN else _word
start = start_plain if PLAIN else _start


@kernel
def draw_from(state: Any, bound: int) -> tuple[Any, int]:
    """Return the next state of a stream, and a uniform integer from 0 to `bound` - 1."""
    state = step(state)
    product = word(state) * bound
    if product & 0xFFFFFFFF < bound:
        least = 0x100000000 % bound
        while product & 0xFFFFFFFF < least:
            state = step(state)
            product = word(state) * bound
    return state, product >> 32


@kernel
def draw_below(memory: Any, bound: int) -> int:
    """Return a uniform integer from 0 to `bound` - 1, of the stream in `memory.random`."""
    memory.random, drawn = draw_from(memory.random, bound)
    return drawn


@kernel
def draw_unit(memory: Any) -> float:
    """Return a uniform number from 0 up to 1, with 32 random bits."""
    memory.random = step(memory.random)
    return word(memory.random) / 4294967296.0
