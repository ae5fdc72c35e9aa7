"""Conventions: strong, legal next to anybody; every switch, and who lacks one, is felt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hanabi_arena.api.registry import Registry
from hanabi_arena.conventions import find_family, load_set, shipped_sets
from hanabi_arena.engine.table import ENDS
from hanabi_arena.errors import BotError
from hanabi_arena.match.batch import Games
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests
from hanabi_arena_bots import _hg_switches
from hanabi_arena_bots.conventions import Conventions
from tests.bots.tables import SEED, play

DEALS = 400
STRUCK_OUT = ENDS.index("strikes")
CONVENTIONS = tuple(find_family("h-group").conventions)

# The points of all deals together at 2, 3, 4 and 5 players. Another sum means other play (or other
# deals): if that was wanted, the new one goes here, and the change into the changelog.
POINTS: dict[str, tuple[int, int, int, int]] = {
    "h-group-1": (9120, 9349, 9322, 9030),
    "h-group-best": (9282, 9505, 9495, 9195),
}


class TestConventions(BotTests):
    bot = "conventions"
    games = 8
    slow_games = 1


def games(
    players: int, count: int = DEALS, first: dict[str, Any] | None = None, **params: Any
) -> Games:
    """Play self-play games; `first` are the parameters of seat 0, if they are others."""
    each = [params] * players
    if first is not None:
        each[0] = first
    return play((Conventions,) * players, count, params=each)


@pytest.mark.parametrize("name", POINTS)
def test_points(name: str) -> None:
    found = []
    for players in (2, 3, 4, 5):
        results = games(players, set=name).results
        found.append(int(results["score_kept"].sum()))
        assert (results["end"] == STRUCK_OUT).mean() < 0.03, players
    assert tuple(found) == POINTS[name]


def test_bits_are_those_of_the_catalogue() -> None:
    for name, convention in find_family("h-group").conventions.items():
        constant = "BLUFF_CLUE" if name == "bluff" else name.upper().replace("-", "_")
        assert getattr(_hg_switches, constant) == 1 << convention.number, name


@pytest.mark.parametrize("name", CONVENTIONS)
def test_every_switch_changes_some_action(name: str) -> None:
    assert differs({"set": "h-group-11"}, {"set": "h-group-11", "without": name})


_PLAYED: dict[tuple[str, int], Games] = {}


def differs(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether the two play any of 2,000 deals otherwise."""
    for first, count in ((0, 20), (20, 180), (200, 800), (1000, 1000)):
        key = repr(one), first
        if key not in _PLAYED:
            _PLAYED[key] = block(one, first, count)
        if not np.array_equal(_PLAYED[key].actions, block(other, first, count).actions):
            return True
    return False


def block(params: dict[str, Any], first: int, count: int) -> Games:
    from hanabi_arena.match.play import play_batch

    seating = Seating(find_variant("base"), (Conventions,) * 3, (params,) * 3, SEED)
    return play_batch(seating, first, count)


def test_one_seat_may_lack_a_convention_that_all_declare() -> None:
    full = games(3, 150, set="h-group-3")
    scores = {}
    for way in ("lacks", "mute", "deaf"):
        one = games(3, 150, first={"set": "h-group-3", way: "finesse"}, set="h-group-3")
        assert not np.array_equal(one.actions, full.actions), way
        assert not one.faults
        scores[way] = one.results["score_kept"].mean()
    # Not to read what others say costs strikes; not to say it costs little.
    assert scores["deaf"] < scores["mute"]
    without = games(3, 150, set="h-group-3", without="finesse")
    assert not np.array_equal(without.actions, full.actions)


def test_it_speaks_with_its_own_kind_only() -> None:
    params: dict[str, Any] = {"set": "h-group-1"}
    declared = Conventions.declare({"set": "h-group-1", "plus": "", "without": ""})
    assert declared[:2] == ("h-group", "chop")
    mixed = games(2, 100, first={"set": "h-group-2"}, **params)
    alike = games(2, 100, **params)
    assert not mixed.faults
    assert mixed.results["score_kept"].mean() < alike.results["score_kept"].mean()
    assert (mixed.results["end"] == STRUCK_OUT).mean() < 0.05


@pytest.mark.parametrize("partner", ["random", "simple", "smart", "holmes", "table-talk"])
@pytest.mark.parametrize("players", [2, 4])
def test_strangers_do_not_throw_it_off(partner: str, players: int) -> None:
    other = Registry().find(partner).load()
    alone = play((other,) * players, 60).results
    usual = (alone["end"] == STRUCK_OUT).mean()
    for seat in (0, players - 1):
        bots = [other] * players
        bots[seat] = Conventions
        played = play(bots, 60)
        assert not played.faults
        if partner != "random":
            assert (played.results["end"] == STRUCK_OUT).mean() <= usual + 0.15


def test_the_variants_that_it_plays_are_played_well() -> None:
    for variant, least in (("avalanche", 26.0), ("rainbow", 24.5), ("six-suits", 26.5)):
        scores = play((Conventions,) * 3, 60, variant).results["score_kept"]
        assert scores.mean() > least, variant


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"set": "h-grop-1"}, 'no set of conventions "h-grop-1". Did you mean "h-group-1"?'),
        ({"set": "nowhere.yaml"}, "nowhere.yaml: no such file"),
        ({"without": "fines"}, 'no convention "fines". Did you mean "finesse"?'),
        ({"set": "h-group-1", "without": "bluff"}, 'no convention "bluff"'),
        ({"set": "h-group-1", "plus": "blff"}, 'no convention "blff". Did you mean "bluff"?'),
        ({"set": "h-group-1", "lacks": "bluff"}, 'no convention "bluff"'),
    ],
)
def test_a_set_that_is_none_is_told(params: dict[str, Any], message: str) -> None:
    with pytest.raises(BotError) as caught:
        Conventions.params_record(params)
    assert message in str(caught.value)


@pytest.mark.parametrize("variant", ["base", "rainbow+choreography", "six-suits+hand-size=6"])
def test_all_shipped_sets_play(variant: str) -> None:
    for name in shipped_sets():
        if load_set(name).family == "h-group":
            for players in (2, 5):
                params = {"set": name}
                assert not play((Conventions,) * players, 8, variant, params).faults, name
