"""A CardSet is a Python set of cards that never changes."""

from __future__ import annotations

import pickle
from collections.abc import Set

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_arena import Card, CardSet
from hanabi_arena.rules import CARDS

SETS = st.frozensets(st.sampled_from(CARDS))


@given(cards=SETS)
def test_holds_what_it_was_made_of(cards: frozenset[Card]) -> None:
    made = CardSet(cards)
    assert set(made) == cards
    assert len(made) == len(cards)
    assert bool(made) == bool(cards)
    assert list(made) == sorted(cards)
    assert [card in made for card in CARDS] == [card in cards for card in CARDS]
    assert made == cards
    assert cards == made
    assert hash(made) == hash(CardSet(sorted(cards, reverse=True)))
    assert CardSet.of_mask(made.mask) == made


@given(left=SETS, right=SETS)
def test_operators_are_those_of_sets(left: frozenset[Card], right: frozenset[Card]) -> None:
    one, other = CardSet(left), CardSet(right)
    for result, wanted in (
        (one & other, left & right),
        (one | other, left | right),
        (one - other, left - right),
        (one ^ other, left ^ right),
        (one & right, left & right),
        (one | right, left | right),
        (one - right, left - right),
        (one ^ right, left ^ right),
        (left & other, left & right),
        (left | other, left | right),
        (left - other, left - right),
        (left ^ other, left ^ right),
    ):
        assert set(result) == wanted
    for small, large in ((one, other), (one, right), (left, other)):
        assert (small <= large) == (left <= right)
        assert (small < large) == (left < right)
        assert (small >= large) == (left >= right)
        assert (small > large) == (left > right)
        assert (small == large) == (left == right)
    assert one.isdisjoint(other) == left.isdisjoint(right)
    assert one.isdisjoint(right) == left.isdisjoint(right)
    assert isinstance(one & right, CardSet)


def test_reads_like_a_set_of_cards() -> None:
    assert repr(CardSet([Card(3, 2), Card(0, 1)])) == "{r1, b2}"
    assert repr(CardSet()) == "{}"
    assert repr(CardSet.of_mask((1 << 30) - 1)).startswith("{r1, r2,")


def test_never_changes() -> None:
    cards = CardSet([Card(0, 1)])
    with pytest.raises(AttributeError, match="never changes"):
        cards.mask = 3
    with pytest.raises(AttributeError):
        cards.add(Card(0, 2))  # type: ignore[attr-defined]  # that is the point
    assert isinstance(cards, Set)
    assert {cards: 1}[CardSet([Card(0, 1)])] == 1


@given(cards=SETS)
def test_travels_to_other_processes(cards: frozenset[Card]) -> None:
    assert pickle.loads(pickle.dumps(CardSet(cards))) == cards


def test_no_card_is_outside_the_game() -> None:
    for suit, rank in ((-1, 1), (6, 1), (0, 0), (0, 6)):
        with pytest.raises(ValueError, match="no card"):
            Card(suit, rank)
    strange: object = "r1"
    assert strange not in CardSet(CARDS)
    assert (Card(0, 5).index, Card(0, 5).bit) == (4, 16)
    assert CARDS[Card(3, 2).index] == Card(3, 2)
