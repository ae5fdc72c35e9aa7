"""Decks of hanab.live's seeds: CRC-64, Go's `math/rand`, and the site's shuffle, bit for bit.

The site hashes a seed's text by CRC-64/ECMA, seeds Go's generator with it, and swaps each card of
the sorted deck with one at or before its place. Go's generator is an additive lagged Fibonacci one,
x[n] = x[n - 607] + x[n - 273] modulo 2^64, whose 607 words start as the outputs of a linear
congruential generator, each combined by XOR with a word of a fixed table. That table is what the
same generator, started at 1, holds after 7.8e12 steps; it is derived here on first use, by the
power of x modulo the recurrence's polynomial.

A shuffle draws fewer words than the shorter lag, so that each is the sum of two words of the start,
and the decks of many seeds come from a few operations on arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

LONG: Final = 607
SHORT: Final = 273
WARM_UP: Final = 7_800_000_000_000
"""How many steps the fixed table's generator has made."""

_LCG: Final = 48_271
_LCG_MODULUS: Final = (1 << 31) - 1
_LCG_ZERO: Final = 89_482_311
"""What a seed of 0 stands for."""
_LCG_SKIPPED: Final = 20
_SPARE: Final = 16
"""Words beyond one a card, for those that do not count: less than one in ten million."""
_CRC_POLYNOMIAL: Final = 0xC96C5795D7870F42
"""CRC-64/ECMA-182, its bits reversed."""

Words = np.ndarray[Any, np.dtype[np.uint64]]


def crc64(text: str) -> int:
    """Return the CRC-64/ECMA of a text's bytes, as Go's hash/crc64 computes it."""
    table = _crc_table()
    value = (1 << 64) - 1
    for byte in text.encode():
        value = table[(value ^ byte) & 0xFF] ^ value >> 8
    return value ^ (1 << 64) - 1


@cache
def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (_CRC_POLYNOMIAL if value & 1 else 0)
        table.append(value)
    return tuple(table)


@cache
def fixed_table() -> Words:
    """Return Go's 607 fixed words, derived: the state at 1 after the warm-up's steps."""
    start = _lcg_words(np.array([1], np.int64), np.arange(LONG), (20, 10, 0))[0]
    # A step writes one word, the first one place 333, each the place below the one before.
    order = LONG - SHORT - 1 - np.arange(LONG)
    table = np.zeros(LONG, np.uint64)
    table[(order - WARM_UP) % LONG] = _after(start[order % LONG], WARM_UP)
    return table


def _after(window: Words, steps: int) -> Words:
    """Return 607 successive terms of the recurrence, so many steps further on."""
    powers = _power_of_x(steps)
    terms = np.zeros(2 * LONG, np.uint64)
    terms[:LONG] = window
    for first in range(LONG, 2 * LONG, SHORT):
        block = np.arange(first, min(first + SHORT, 2 * LONG))
        terms[block] = terms[block - LONG] + terms[block - SHORT]
    return np.array([(powers * terms[at : at + LONG]).sum(dtype=np.uint64) for at in range(LONG)])


def _power_of_x(exponent: int) -> Words:
    """Return x^exponent modulo x^607 - x^334 - 1, over the integers modulo 2^64."""
    result = np.zeros(LONG, np.uint64)
    result[0] = 1
    for bit in f"{exponent:b}":
        result = _reduced(_product(result, result))
        if bit == "1":
            result = _reduced(np.concatenate([np.zeros(1, np.uint64), result]))
    return result


def _product(left: Words, right: Words) -> Words:
    product = np.zeros(2 * LONG - 1, np.uint64)
    for index in range(LONG):
        product[index : index + LONG] += left[index] * right
    return product


def _reduced(terms: Words) -> Words:
    terms = terms.copy()
    end = len(terms)
    while end > LONG:  # from the top, in blocks that do not reach into themselves
        block = np.arange(max(LONG, end - SHORT), end)
        terms[block - LONG] += terms[block]
        terms[block - SHORT] += terms[block]
        end = int(block[0])
    return terms[:LONG]


@cache
def _lcg_powers() -> np.ndarray[Any, np.dtype[np.int64]]:
    powers = [1]
    for _ in range(_LCG_SKIPPED + 3 * LONG):
        powers.append(powers[-1] * _LCG % _LCG_MODULUS)
    return np.array(powers[_LCG_SKIPPED + 1 :], np.int64).reshape(LONG, 3)


def _lcg_words(
    seeds: np.ndarray[Any, Any], places: np.ndarray[Any, Any], shifts: tuple[int, int, int]
) -> Words:
    """Return for each seed the words in some places, of three of the small generator's outputs."""
    outputs = seeds[:, None, None] * _lcg_powers()[None, places] % _LCG_MODULUS
    parts = [outputs[:, :, part] << shift for part, shift in enumerate(shifts)]
    return (parts[0] ^ parts[1] ^ parts[2]).astype(np.uint64)


def first_words(seeds: Sequence[int], count: int) -> Words:
    """Return for each seed, an integer of 64 bits, the generator's first words, 63 bits each."""
    if count > SHORT:
        raise ValueError(f"{count} words; at most {SHORT}, before the recurrence meets its own")
    small = [seed - (1 << 64) if seed >> 63 else seed for seed in seeds]
    small = [seed % _LCG_MODULUS or _LCG_ZERO for seed in small]
    starts = np.array(small, np.int64)
    order = np.arange(count)
    fed, tapped = (
        _lcg_words(starts, places, (40, 20, 0)) ^ fixed_table()[places]
        for places in (LONG - SHORT - 1 - order, LONG - 1 - order)
    )
    return (fed + tapped) & np.uint64((1 << 63) - 1)


def site_orders(texts: Sequence[str], cards: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return for each seed's text the places in the sorted deck of the shuffled deck's cards."""
    words = first_words([crc64(text) for text in texts], cards + _SPARE)
    drawn = (words >> np.uint64(32)).astype(np.int64)
    orders = np.tile(np.arange(cards), (len(texts), 1))
    rows = np.arange(len(texts))
    at = np.zeros(len(texts), np.int64)
    for place in range(cards):
        bound = place + 1
        word = drawn[rows, at]
        if bound & place:  # no power of two: the words above the last whole multiple do not count
            last = (1 << 31) - 1 - (1 << 31) % bound
            while (refused := word > last).any():
                at[refused] += 1
                word = drawn[rows, at]
        at += 1
        other = word % bound
        orders[rows, other], orders[:, place] = orders[:, place], orders[rows, other]
    return orders
