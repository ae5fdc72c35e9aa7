"""Rule lists: each rule against a plain statement of it, named lists against published means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pytest

from hanabi_arena.api.bot import BotBase
from hanabi_arena.errors import BotError, RulesError
from hanabi_arena.match.batch import Games
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests
from tests.bots.plain_rules import LOOKS, MODULE, RULES, PlainRules

SEED = 2026

PUBLISHED = {
    "flawed": (1.40, 1.62, 1.77, 1.86),
    "internal": (11.17, 11.13, 10.16, 9.89),
    "outer": (14.51, 14.40, 13.05, 12.64),
    "cautious": (16.86, 17.18, 16.45, 15.19),
    "iggi": (17.07, 16.81, 16.14, 15.06),
    "piers": (17.29, 17.54, 17.13, 16.30),
    "van-den-bergh": (13.97, 17.69, 17.27, 16.28),
}
"""Means, points kept, of the Java framework that these lists come from: 1,000 games each, measured
again, at 2, 3, 4 and 5 players."""


def play(
    bots: tuple[type[BotBase], ...], games: int, variant: str = "base", **params: Any
) -> Games:
    """Play games of these bots, all with the same parameters."""
    rules = find_variant(variant)
    return play_batch(Seating(rules, bots, (params,) * len(bots), SEED), 0, games)


class TestRules(BotTests):
    """A list whose rules all come into play somewhere; the default one is tested further below."""

    bot = "rules"
    games = 10
    params: ClassVar[Mapping[str, Any]] = {
        "rules": "play-deck; play-safe-lowest; tell-fives when tokens>5; play-touched when lives>2;"
        "discard-duplicate; tell-completing; tell-critical when tokens>=4; discard-dispensable;"
        "tell-useless; discard-untouched; tell-most-cards; discard-least-needed; play-random",
        "hand": "age",
    }


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_means(name: str) -> None:
    for players, mean in zip((2, 3, 4, 5), PUBLISHED[name], strict=True):
        results = play((RULES,) * players, 4000, list=name).results
        assert abs(results["score_kept"].mean() - mean) <= 0.25, (players, mean)
        struck_out = (results["end"] == 1).mean()
        assert struck_out == (1.0 if name == "flawed" else 0.0), players


@pytest.mark.parametrize("name", PUBLISHED)
def test_suits_are_alike_to_a_list(name: str) -> None:
    # But for the list that gives the first of several clues that tell equally much.
    few = ("base", "avalanche+bouquet-final+choreography", "empty-clues")
    facts = {"params": {"list": name}, "suit_blind": True, "variants": few, "seed": 5}
    tests: TestRules = type("OfList", (TestRules,), facts)()
    if name == "van-den-bergh":
        with pytest.raises(AssertionError, match="becomes"):
            tests.test_treats_suits_alike()
    else:
        tests.test_treats_suits_alike()


def test_hands_in_places_or_by_age() -> None:
    # Who looks at the oldest card first makes more points; the published lists do not.
    for players in (2, 3):
        places = play((RULES,) * players, 2000, list="outer").results["score_kept"].mean()
        age = play((RULES,) * players, 2000, list="outer", hand="age").results["score_kept"].mean()
        assert age > places + 0.1


AROUND = (
    ("base", 3),
    ("base", 2),
    ("rainbow+choreography", 4),
    ("avalanche+bouquet-final+empty-clues", 2),
    ("small+deck-plays+discard-at-max", 3),
    ("clue-starved+suits=6", 5),
)


def assert_same(variant: str, players: int, games: int, **params: Any) -> None:
    compiled = play((RULES,) * players, games, variant, **params)
    plain = play((PlainRules,) * players, games, variant, **params)
    assert not compiled.faults, compiled.faults
    assert not plain.faults, plain.faults
    assert np.array_equal(compiled.results["turns"], plain.results["turns"])
    assert np.array_equal(compiled.actions, plain.actions)


def test_every_rule_has_a_plain_statement() -> None:
    assert set(LOOKS) == set(MODULE.RULES)
    assert len(LOOKS) >= 20


@pytest.mark.parametrize("rule", LOOKS)
def test_rule_does_what_it_says(rule: str) -> None:
    # The rule is tried first; enough else is known and discarded for it to find something to do.
    rest = "tell-random when tokens>2, play-probably:0.8, discard-random"
    for variant, players in AROUND:
        try:
            find_variant(variant).check(players)
        except RulesError:
            continue
        assert_same(variant, players, 4 if variant == "base" else 2, rules=f"{rule}, {rest}")


@pytest.mark.parametrize("name", PUBLISHED)
def test_list_does_what_it_says(name: str) -> None:
    for variant, players in AROUND:
        assert_same(variant, players, 2, list=name)


def test_conditions_and_age() -> None:
    rules = (
        "play-probably:0.4 when lives>=2 and score<12; tell-useful when tokens > 3 and pace>=2;"
        "discard-dead when deck<=20 and tokens<6; play-safe; discard-untouched when pace>0;"
        "tell-most when tokens<=3; discard-newest when score=3"
    )
    for variant, players in AROUND:
        assert_same(variant, players, 4, rules=rules, hand="age")


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"rules": "play-saef"}, 'no rule "play-saef". Did you mean "play-safe"?'),
        (
            {"rules": "tell-usefull, play-safe"},
            'no rule "tell-usefull". Did you mean "tell-useful"?',
        ),
        ({"rules": "play-safe:0.5"}, "play-safe takes no number"),
        ({"rules": "play-probably:1.5"}, "'1.5' is no probability from 0 to 1"),
        ({"rules": "play-probably:often"}, "'often' is no probability"),
        ({"rules": "play-safe when life>1"}, 'no quantity "life". Did you mean "lives"?'),
        ({"rules": "play-safe when lives"}, "'lives' is no condition like lives>1"),
        ({"rules": ","}, "0 rules; from 1 to 24 are possible"),
        ({"rules": "play-safe," * 25}, "25 rules; from 1 to 24 are possible"),
        ({"list": "pier"}, "'pier' is not allowed"),
    ],
)
def test_mistakes_are_named(params: dict[str, str], message: str) -> None:
    with pytest.raises(BotError, match=f"^rules: .*{re.escape(message)}"):
        RULES.params_record(params)


def test_help_tells_every_rule_and_list() -> None:
    help_text = RULES.__doc__ or ""
    told = re.findall(
        r"^    ([a-z]+-[a-z-]+)(?::[\d.]+)? +\w", help_text.partition("If all")[0], re.M
    )
    assert sorted(told) == sorted(MODULE.RULES)
    _, _, lists = help_text.partition("its rules\n")
    joined = re.sub(r"\n {8,}", " ", lists)
    rows = dict(
        re.split(r"\s{2,}", line.strip(), maxsplit=1)
        for line in joined.splitlines()
        if line.strip()
    )
    assert rows == MODULE.LISTS
    assert set(rows) == set(PUBLISHED)
