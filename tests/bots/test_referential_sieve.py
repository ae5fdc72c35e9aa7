"""The conventions bot in the family referential-sieve: what clues call, strength, any partner."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanabi_arena.conventions import find_family, load_set
from hanabi_arena.conventions.scenario_file import read_scenarios
from hanabi_arena.conventions.trial import try_scenario
from hanabi_arena.engine.table import ENDS
from hanabi_arena.match.ask import as_python
from hanabi_arena.match.batch import Games
from hanabi_arena.match.replay import Replay, deal_deck
from hanabi_arena.match.watched import Watched
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests
from hanabi_arena_bots import _rs_switches
from hanabi_arena_bots.conventions import Conventions
from hanabi_arena_bots.random_bot import Random
from hanabi_arena_bots.simple import Simple
from hanabi_arena_bots.smart import Smart
from hanabi_arena_bots.table_talk import TableTalk
from tests.bots.tables import SEED, play
from tests.bots.test_legality import VARIANTS, Seat, games_without_fault

SET = {"set": "referential-sieve"}
NAMES = tuple(find_family("referential-sieve").conventions)
STRUCK_OUT = ENDS.index("strikes")
DEALS = 400

# The points of all deals together at 2, 3, 4 and 5 players. Another sum means other play (or other
# deals): if that was wanted, the new one goes here, and the change into the changelog.
POINTS: dict[str, tuple[int, int, int, int]] = {
    "referential-sieve": (9441, 9506, 9378, 8875),
    "referential-sieve-basics": (9327, 9366, 9112, 8563),
}

TWO = """
  hands:
    alice: [r4, g3, b4, y3, p3]
    bob:   [xx, xx, xx, xx, xx]
"""
THREE = """
  hands:
    alice: [r4, g3, b4, y3, p3]
    bob:   [y4, p4, r3, b3, g4]
    cathy: [xx, xx, xx, xx, xx]
"""
TWO_CALLS = "  actions: [alice clues red to cathy (slots 3), bob clues blue to cathy (slots 4)]"
# A convention, the position, what happens, what the one who is told takes its cards for.
READINGS = {
    "the next newer card is to be played": (
        "referential-play",
        f"{TWO}  actions: [alice clues red to bob (slots 3)]",
        "bob: {status: {1: none, 2: called-to-play, 3: none},"
        " beliefs: {2: {is: [y1, g1, b1, p1]}}, act: [play slot 2]}",
    ),
    "of several touched ones the newest counts": (
        "referential-play",
        f"{TWO}  actions: [alice clues red to bob (slots 3 5)]",
        "bob: {status: {2: called-to-play, 4: none}}",
    ),
    "but the newest of the hand comes last": (
        "referential-play",
        f"{TWO}  actions: [alice clues red to bob (slots 1 4)]",
        "bob: {status: {3: called-to-play, 5: none}}",
    ),
    "beyond the newest it goes on at the oldest": (
        "referential-play",
        f"{TWO}  actions: [alice clues red to bob (slots 1)]",
        "bob: {status: {5: called-to-play}}",
    ),
    "what is called already is passed over": (
        "referential-play",
        f"{THREE}{TWO_CALLS}",
        "cathy: {status: {1: called-to-play, 2: called-to-play}, act: [play slot 2]}",
    ),
    "a second call may rest on the first": (
        "referential-play",
        f"{THREE}{TWO_CALLS}",
        "cathy: {beliefs: {1: {is: [y1, g1, p1, y2, g2, p2]}}}",
    ),
    "the next older card may be discarded": (
        "referential-discard",
        f"  preset: {{tokens: 1}}{TWO}  actions: [alice clues 4 to bob (slots 2)]",
        "bob: {status: {1: none, 2: none, 3: called-to-discard}, act: [discard slot 3]}",
    ),
    "the newest touched one says which": (
        "referential-discard",
        f"{TWO}  actions: [alice clues 5 to bob (slots 1 5)]",
        "bob: {status: {2: called-to-discard}}",
    ),
    "touching it takes that back": (
        "referential-discard",
        f"{THREE}  actions: [alice clues 4 to cathy (slots 2), bob clues 3 to cathy (slots 3)]",
        "cathy: {status: {3: none, 4: called-to-discard}}",
    ),
    "with nothing on its right the hand is locked": (
        "lock",
        f"  preset: {{tokens: 5}}{TWO}  actions: [alice clues 5 to bob (slots 5)]",
        "bob: {status: {1: saved, 2: saved, 3: saved, 4: saved}, act: [clue]}",
    ),
    "a rank that shows a play calls nothing else": (
        "fill-in",
        f"{TWO}  actions: [alice clues 1 to bob (slots 2)]",
        "bob: {status: {1: none, 3: none}, act: [play slot 2]}",
    ),
    "what has been played is not touched": (
        "good-touch",
        f"  preset: {{stacks: {{red: 1}}}}{TWO}  actions: [alice clues red to bob (slots 5)]",
        "bob: {status: {4: called-to-play}, beliefs: {5: {is: [r2, r3, r4, r5]}}}",
    ),
    "who has something to do is told to play by ranks too": (
        "loaded-play",
        f"{THREE}  actions: [alice clues red to cathy (slots 3), bob clues 4 to cathy (slots 4)]",
        "cathy: {status: {2: called-to-play, 5: called-to-play}}",
    ),
    "a clue with nothing new is for the newest": (
        "reclue",
        f"  preset: {{stacks: {{red: 4}}, tokens: 5}}{THREE}"
        "  actions: [alice clues 5 to cathy (slots 4 5), bob clues 5 to cathy (slots 4 5)]",
        "cathy: {status: {4: called-to-play, 5: saved}, beliefs: {4: {is: [r5]}}}",
    ),
    "useless cards call for a play": (
        "trash-push",
        f"  preset: {{stacks: [1, 1, 1, 1, 1]}}{TWO}  actions: [alice clues 1 to bob (slots 4)]",
        "bob: {status: {3: called-to-play, 4: trash}, act: [play slot 3]}",
    ),
    "a clue that touches nothing calls nothing": (
        "chop",
        f"  variant: empty-clues\n  preset: {{tokens: 5}}{TWO}"
        "  actions: [alice clues red to bob (nothing)]",
        "bob: {status: {1: none, 2: none, 3: none, 4: none, 5: none}}",
    ),
    "with all tokens there it need not be a lock": (
        "stall",
        f"{TWO}  actions: [alice clues 5 to bob (slots 5)]",
        "bob: {status: {1: none, 2: none, 3: none, 4: none, 5: none}}",
    ),
}


class TestReferentialSieve(BotTests):
    bot = "conventions"
    params = SET
    games = 6
    slow_games = 1
    variants = ("base", "rainbow+choreography", "avalanche", "small", "strikes=1+clue-tokens=1")


def outcome(tmp_path: Path, key: str, params: dict[str, Any]) -> Any:
    _, position, expected = READINGS[key]
    path = tmp_path / "one.scenario.yaml"
    path.write_text(f"- name: {key}\n{position}\n  {expected}\n".replace("\n\n", "\n"))
    (scenario,) = read_scenarios(path)
    return try_scenario(scenario, Conventions, params)


@pytest.mark.parametrize("key", READINGS)
def test_what_a_clue_calls(tmp_path: Path, key: str) -> None:
    found = outcome(tmp_path, key, SET)
    assert found.status == "passed", found.failures


@pytest.mark.parametrize("key", [key for key, row in READINGS.items() if row[0] != "chop"])
def test_without_its_convention_it_does_not(tmp_path: Path, key: str) -> None:
    found = outcome(tmp_path, key, {**SET, "without": READINGS[key][0]})
    assert found.status == "failed"


def test_bits_are_those_of_the_catalogue() -> None:
    for name, convention in find_family("referential-sieve").conventions.items():
        constant = name.upper().replace("-", "_")
        assert getattr(_rs_switches, constant) == 1 << convention.number, name
    assert load_set("referential-sieve").mask == (1 << len(NAMES)) - 1


@cache
def all_of_it() -> Games:
    return play((Conventions,) * 2, 2000, params=SET)


@pytest.mark.parametrize("name", NAMES)
def test_every_switch_changes_some_action(name: str) -> None:
    full = all_of_it()
    less = play((Conventions,) * 2, 2000, params={**SET, "without": name})
    assert not less.faults
    assert not np.array_equal(full.actions, less.actions)


@pytest.mark.parametrize("way", ["lacks", "mute", "deaf"])
def test_one_seat_may_lack_a_convention_that_all_declare(way: str) -> None:
    full = play((Conventions,) * 2, 300, params=SET)
    each = ({**SET, way: "referential-play"}, SET)
    one = play((Conventions,) * 2, 300, params=each)
    assert not one.faults
    assert one.results["score_kept"].mean() < full.results["score_kept"].mean() - 0.3


@pytest.mark.parametrize("name", POINTS)
def test_points_and_few_strikeouts(name: str) -> None:
    found = []
    for players in (2, 3, 4, 5):
        results = play((Conventions,) * players, DEALS, params={"set": name}).results
        found.append(int(results["score_kept"].sum()))
        assert (results["end"] == STRUCK_OUT).mean() < 0.02, players
    assert tuple(found) == POINTS[name]


def test_it_speaks_with_its_own_kind_only() -> None:
    other = {**SET, "without": "trash-push"}
    mixed = play((Conventions,) * 2, 200, params=(SET, other)).results
    alike = play((Conventions,) * 2, 200, params=SET).results
    assert mixed["score_kept"].mean() < alike["score_kept"].mean() - 2
    assert (mixed["end"] == STRUCK_OUT).mean() < 0.05


@pytest.mark.parametrize("other", [Random, Simple, Smart, TableTalk])
def test_legal_next_to_anybody(other: Any) -> None:
    played = 0
    for variant in VARIANTS:
        for players in (2, 3, 5):
            if other is Smart and (
                players not in Smart.players or Smart.why_not(find_variant(variant), players)
            ):
                continue
            seats: list[Seat] = [(Conventions, SET), *[(other, {})] * (players - 1)]
            played += games_without_fault(variant, seats, 10)
    assert played > 100


@pytest.mark.parametrize("players", [2, 3])
def test_what_it_believes_next_to_random_always_leaves_something(players: int) -> None:
    rules = find_variant("base")
    games = play(
        (Conventions, *(Random,) * (players - 1)), 12, params=(SET, *({},) * (players - 1))
    )
    asked = as_python(Conventions, SET)
    declared = (Conventions.declare({**SET, "plus": "", "without": ""}),) * players
    at = told = 0
    for game, turns in enumerate(games.results["turns"]):
        actions = [int(code) for code in games.actions[at : at + turns]]
        at += turns
        deck = deal_deck(rules, players, SEED, game)
        # A partner that declares the same and means nothing by it is the hardest to believe.
        watched = Watched(asked, rules, players, 0, SEED, game, declared)
        for end in range(0, len(actions), 3):
            replay = Replay(rules, players, deck)
            beliefs = watched.lead(replay, actions[:end]).beliefs
            assert beliefs is not None
            for slot, belief in enumerate(beliefs):
                if belief.inferred is not None:
                    told += 1
                    assert belief.inferred, (game, end, slot)
    assert told > 50
