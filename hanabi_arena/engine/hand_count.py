"""How many hands a seat's knowledge leaves open, counted exactly.

A hand of h cards is an ordered choice of h different cards among those that the seat does not see,
with the card in each slot among the identities that the slot leaves open. Copies are told apart, so
that every hand counted is as likely as any other.
"""

from __future__ import annotations

from typing import Any

from hanabi_arena.engine.kernel import kernel
from hanabi_arena.engine.sets import lowest_of

SUBSETS = 64
"""The subsets of the slots of the largest hand."""

SCRATCH = 3
"""Rows of SUBSETS integers that `count_hands` works in."""


@kernel
def count_hands(sets: Any, slots: int, unseen: Any, scratch: Any) -> int:
    """Return in how many ways unseen cards can fill a hand.

    Choosing a card for each slot, and forgetting that one card cannot fill two slots, counts too
    much. Inclusion and exclusion over the ways to let slots share a card puts it right: the
    partitions of the slots into blocks, each with the weight that `block_weights` gives it.

    Args:
        sets: for each slot the mask of the identities that it leaves open.
        slots: how many cards the hand has, at most 6.
        unseen: for each identity how many copies are not seen (30 integers).
        scratch: SCRATCH rows of SUBSETS integers.
    """
    weights = scratch[0]
    ways = scratch[1]
    block_weights(sets, slots, unseen, weights, scratch[2])
    ways[0] = 1
    for chosen in range(1, 1 << slots):
        lowest = chosen & -chosen
        rest = chosen ^ lowest
        total = 0
        others = rest
        while True:  # every block that holds the lowest slot: it and some of the rest
            total += weights[lowest | others] * ways[rest ^ others]
            if others == 0:
                break
            others = others - 1 & rest
        ways[chosen] = total
    return ways[(1 << slots) - 1]  # type: ignore[no-any-return]  # an integer


@kernel
def block_weights(sets: Any, slots: int, unseen: Any, weights: Any, shared: Any) -> None:
    """Weigh every block of slots: (-1)^(b-1) (b-1)! times the cards open to all its b slots."""
    shared[0] = (1 << 30) - 1
    for block in range(1, 1 << slots):
        slot = lowest_of(block)
        shared[block] = shared[block & block - 1] & sets[slot]
        weight = 1
        for size in range(1, bits_in(block)):
            weight *= -size
        weights[block] = weight * cards_in(shared[block], unseen)


@kernel
def bits_in(block: int) -> int:
    """Return how many slots a block has."""
    count = 0
    while block:
        block &= block - 1
        count += 1
    return count


@kernel
def cards_in(mask: int, unseen: Any) -> int:
    """Return how many unseen cards have an identity of a set."""
    count = 0
    while mask:
        count += unseen[lowest_of(mask)]
        mask &= mask - 1
    return count
