"""Hands are counted exactly."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hanabi_arena.engine.hand_count import SCRATCH, SUBSETS, count_hands
from hanabi_arena.engine.kernel import PLAIN, PlainArray


def counted(sets: list[int], unseen: dict[int, int]) -> int:
    copies = np.zeros(30, np.int64)
    for identity, count in unseen.items():
        copies[identity] = count
    scratch = np.zeros((SCRATCH, SUBSETS), np.int64)
    arrays = (np.array([*sets, 0], np.int64), copies, scratch)
    slots, left, space = (array.view(PlainArray) if PLAIN else array for array in arrays)
    return int(count_hands(slots, len(sets), left, space))


def enumerated(sets: list[int], unseen: dict[int, int]) -> int:
    """Count by dealing every ordered choice of different cards."""
    cards = [identity for identity, count in unseen.items() for _ in range(count)]
    return sum(
        all(mask >> card & 1 for card, mask in zip(hand, sets, strict=True))
        for hand in permutations(cards, len(sets))
    )


@given(
    st.lists(st.sets(st.integers(0, 4)), max_size=4),
    st.dictionaries(st.integers(0, 4), st.integers(0, 3), max_size=5).filter(
        lambda unseen: sum(unseen.values()) <= 8
    ),
)
def test_a_count_is_what_dealing_every_hand_gives(
    sets: list[set[int]], unseen: dict[int, int]
) -> None:
    masks = [sum(1 << identity for identity in one) for one in sets]
    assert counted(masks, unseen) == enumerated(masks, unseen)


def test_a_full_hand_of_the_largest_game() -> None:
    everything = (1 << 30) - 1
    assert counted([everything] * 6, dict.fromkeys(range(30), 2)) == 60 * 59 * 58 * 57 * 56 * 55


def test_three_cards_for_two_places_left() -> None:
    assert counted([0b1, 0b1, 0b1], {0: 2}) == 0
    assert counted([], {0: 2}) == 1
