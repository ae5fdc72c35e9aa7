"""The class of tests that authors derive from catches what it says it catches."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pytest

from hanabi_arena.testing import BotTests
from tests.support import BOTS


class Few(BotTests):
    """A few games of a few variants."""

    games = 4
    variants: ClassVar[tuple[str, ...]] = ("base", "bouquet-final", "very-small")


def few_tests_of(name: str) -> Few:
    place = f"{BOTS / 'planted.py'}:{name}"
    tests: Few = type(f"Of{name}", (Few,), {"bot": place})()
    return tests


CAUGHT: dict[str, tuple[str, Callable[[Few], None], str]] = {
    "a whisper": ("Whispers", Few.test_sees_no_hidden_card, "it acts otherwise|it cannot see"),
    "a look behind": ("Digs", Few.test_sees_no_hidden_card, "it acts otherwise|it cannot see"),
    "dice of its own": ("Rolls", Few.test_repeats_itself, "it plays other games"),
    "a memory of games": ("Remembers", Few.test_repeats_itself, "it plays other games"),
    "a favourite suit": ("Prefers", Few.test_treats_suits_alike, "suits in the places .* becomes"),
    "a memory elsewhere": ("Registers", Few.test_goes_on_from_a_copy, "the copy does"),
    "an illegal action": ("Discards", Few.test_is_legal_wherever_it_plays, "a discard is imposs"),
    "an overrun": ("Overruns", Few.test_stays_within_bounds, "with bounds checks: .*IndexError"),
    "an overflow": ("Overflows", Few.test_stays_within_bounds, "compiling changes its play"),
}


@pytest.mark.parametrize("what", CAUGHT)
def test_catches(what: str) -> None:
    name, test, message = CAUGHT[what]
    with pytest.raises(AssertionError, match=message):
        test(few_tests_of(name))


TESTS = [name for name in vars(BotTests) if name.startswith("test_")]


@pytest.mark.parametrize("name", TESTS)
def test_an_honest_bot_passes(name: str) -> None:
    getattr(few_tests_of("Honest"), name)()


def test_a_bot_that_is_blind_to_suits_passes() -> None:
    few_tests_of("Alike").test_treats_suits_alike()


def test_a_bot_is_held_to_what_a_test_says_of_its_suits() -> None:
    few = few_tests_of("Prefers")
    type(few).suit_blind = False
    few.test_treats_suits_alike()
    few = few_tests_of("Honest")  # which draws one of all legal actions
    type(few).suit_blind = True
    with pytest.raises(AssertionError, match="becomes"):
        few.test_treats_suits_alike()


def test_a_bot_that_cannot_be_copied_passes() -> None:
    few_tests_of("Holds").test_goes_on_from_a_copy()


def test_a_bot_that_accepts_nothing_is_told() -> None:
    none = type("OfNothing", (Few,), {"bot": "simple", "variants": ()})
    with pytest.raises(AssertionError, match="accepts nothing"):
        none().test_accepts_something()


def test_a_bot_is_tried_where_it_plays() -> None:
    tried = [(rules.name, players) for rules, players in few_tests_of("Honest").accepted()]
    assert ("base", 6) in tried
    assert ("very-small", 6) not in tried  # too few cards
    assert len(tried) == 5 + 5 + 4
