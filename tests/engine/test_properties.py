"""Random games in every combination of variants: the engine and the reference agree throughout.

After every action they are compared on the whole table, on what was seen of the action, on every
action's legality and the rule named, on what clues leave open, on what each card is worth, on the
knowledge kernels, and on the end and both scores.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from hanabi_arena.errors import IllegalAction, RulesError
from hanabi_arena.rules import Rules, Settings
from tests.engine.combinations import COMBINATIONS, SIXTH_SUITS, SWITCHES
from tests.engine.compare import new_pair
from tests.engine.policies import POLICIES
from tests.engine.reference import ALL_ACTIONS

PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_every_combination_of_variants(part: int) -> None:
    """Each of the 320 combinations, at two player counts, with two ways of playing."""
    for number in range(part, len(COMBINATIONS), PARTS):
        rng = random.Random(number)
        players = rng.sample(range(2, 7), 2)
        policies = rng.sample(sorted(POLICIES), 2)
        for count, policy in zip(players, policies, strict=True):
            pair = new_pair(Settings(**COMBINATIONS[number]), count, seed=number)
            pair.play(POLICIES[policy], rng)
            assert pair.over


def settings_and_players() -> st.SearchStrategy[tuple[Settings, int]]:
    """Everything that the settings can say, as far as so many players can play it."""
    chosen = st.fixed_dictionaries(
        {
            "suits": st.integers(1, 6),
            "sixth": st.sampled_from(SIXTH_SUITS),
            "hand_size": st.integers(0, 6),
            "extra_cards": st.integers(-1, 1),
            "clue_tokens": st.integers(0, 20) | st.just(8),
            "strikes": st.integers(1, 5) | st.just(99),
            "first_seat": st.integers(0, 5),
            **{switch: st.booleans() for switch in SWITCHES},
        }
    )
    return st.tuples(chosen, st.integers(2, 6)).map(_playable).filter(lambda found: found[1] > 0)


def _playable(drawn: tuple[dict[str, Any], int]) -> tuple[Settings, int]:
    keys, players = drawn
    keys |= keys.pop("sixth")
    if keys.get("avalanche") or keys.get("rainbow"):
        keys["suits"] = min(keys["suits"], 5)
    keys["first_seat"] %= players
    found = Settings(**keys)
    try:
        Rules("test", found).check(players)
    except RulesError:
        return found, 0
    return found, players


@examples(max_examples=150)
@given(
    table=settings_and_players(),
    seed=st.integers(0, 2**32),
    policy=st.sampled_from(sorted(POLICIES)),
    limit=st.integers(0, 200) | st.just(1000),
)
def test_any_size(table: tuple[Settings, int], seed: int, policy: str, limit: int) -> None:
    chosen, players = table
    pair = new_pair(chosen, players, seed)
    pair.play(POLICIES[policy], random.Random(seed), limit)


def test_the_ways_of_playing_reach_every_end() -> None:
    """Or the tests above would prove less than they seem to."""
    ends: Counter[str] = Counter()
    small = {"suits": 1, "hand_size": 2, "strikes": 99, "bouquet_final": True}
    for keys, players, policy in (
        ({}, 2, "uniform"),
        ({}, 3, "no_strikes"),
        ({}, 4, "builder"),
        ({"bouquet_final": True}, 3, "builder"),
        ({"bouquet_final": True}, 3, "no_strikes"),
        (small, 4, "lopsided"),
    ):
        for seed in range(10):
            pair = new_pair(Settings(**keys), players, seed)
            pair.play(POLICIES[policy], random.Random(seed))
            ends[pair.naive.end] += 1
    assert set(ends) == {"strikes", "complete", "critical", "deck", "no-action"}


@examples(max_examples=30)
@given(table=settings_and_players(), seed=st.integers(0, 2**32), turns=st.integers(0, 30))
def test_an_illegal_action_changes_nothing(
    table: tuple[Settings, int], seed: int, turns: int
) -> None:
    """Refused, never repaired; the message names turn, seat, action and rule."""
    chosen, players = table
    pair = new_pair(chosen, players, seed)
    pair.play(POLICIES["mixture"], random.Random(seed), turns)
    for code in (*range(-2, 120), 1000, -1000):
        known = 0 <= code < len(ALL_ACTIONS)
        objections = (
            pair.naive.objections(ALL_ACTIONS[code]) if known else {"there is no such action"}
        )
        if objections:
            with pytest.raises(IllegalAction) as caught:
                pair.engine.act(code)
            message = str(caught.value)
            assert message.startswith(f"turn {pair.naive.turns + 1}, seat {pair.naive.seat}: ")
            rules = objections | ({"the game is over"} if pair.over else set())
            assert any(message.endswith(f" is illegal: {rule}") for rule in rules)
    pair.check()
