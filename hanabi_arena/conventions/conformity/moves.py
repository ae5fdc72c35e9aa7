"""Chop moves: which cards may be off the chop though no clue has touched them.

Whether a chop was moved can depend on what one seat knew. So every card that may have been moved is
noted, and rules count only what does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hanabi_arena.conventions.conformity.position import RANKS, Position


def moved_by_clue(
    now: Position,
    conventions: frozenset[str],
    target: int,
    five: bool,
    touched: tuple[int, ...],
    chop: int,
) -> Iterator[int]:
    """Yield the cards, by their places in the deck, that a clue may have moved off the chop.

    Args:
        now: the position before the clue.
        conventions: the set.
        target: who is clued.
        five: whether it is a clue of 5s.
        touched: slots.
        chop: the slot of the target's chop; -1 for none.
    """
    if now.pace < now.players:
        return
    fresh = [slot for slot in touched if not now.clued[target][slot]]
    hand, order = now.hands[target], now.order[target]
    if "trash-chop-move" in conventions and any(now.dead >> hand[slot] & 1 for slot in fresh):
        yield from (order[slot] for slot in range(max(fresh)) if slot not in fresh)
    if chop < 0 or chop in touched:
        return
    if "five-chop-move" in conventions and five and fresh:
        yield order[chop]
    if "tempo-chop-move" in conventions and not fresh and now.players > 2:
        yield order[chop]


def moved_by_play(
    now: Position, conventions: frozenset[str], card: int, called: frozenset[int]
) -> Iterator[int]:
    """Yield the cards that a play of one of several 1s may have moved off the chop."""
    if "order-chop-move" not in conventions or card % RANKS or now.pace < now.players:
        return
    seat = now.seat
    ones = sum(
        bool(clued) and not other % RANKS
        for clued, other in zip(now.clued[seat], now.hands[seat], strict=True)
    )
    for passed in range(1, min(ones, now.players)):
        other = (seat + passed) % now.players
        for slot, order in enumerate(now.order[other]):
            if not now.clued[other][slot] and order not in called:
                yield order
                break


def is_next_to_chop(
    now: Position, seat: int, chop: int, fresh: tuple[int, ...], saved: frozenset[int]
) -> bool:
    """Return whether no card that is still to be discarded lies between a chop and new cards."""
    if not fresh or min(fresh) <= chop:
        return False
    between = range(chop + 1, min(fresh))
    return all(now.clued[seat][slot] or now.order[seat][slot] in saved for slot in between)
