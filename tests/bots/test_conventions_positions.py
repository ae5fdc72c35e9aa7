"""Positions in which conventions are easily misread: what each seat believes, turn by turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hanabi_arena_bots.conventions import Conventions
from tests.bots.stage import Stage

DATA = Path(__file__).parents[1] / "data" / "h-group-positions.json"
POSITIONS: dict[str, dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))
LEVELS = {10: 9}
A, B, C, D = range(4)
ONES, TWOS, THREES, FIVES = ({suit + rank for suit in "rygbp"} for rank in "1235")

Claim = tuple[int, int, int, set[str]]
"""After so many actions, a seat's slot (1 is the newest card) should be one of these."""

BELIEFS: dict[str, list[Claim]] = {
    "P1": [(1, B, 5, TWOS), (1, B, 3, TWOS)],
    "P2a": [(1, B, 2, {"r1", "r2"}), (1, C, 1, {"r1"}), (2, B, 3, {"r1", "r2"}), (3, B, 3, {"r2"})],
    "P2b": [(1, B, 2, {"r1", "r2"}), (3, B, 3, {"r1"})],
    "P3": [(1, B, 4, {"b2"}), (2, B, 2, {"b2"})],
    "P4": [
        (1, B, 1, {"p1"}),
        (1, B, 2, {"p2"}),
        (1, C, 4, {"p1", "p2", "p3"}),
        (2, C, 4, {"p3"}),
        (5, C, 5, {"p3"}),
    ],
    "P5": [(1, C, 1, TWOS), (2, C, 1, TWOS), (3, C, 2, {"y3"})],
    "P6a": [(1, B, 4, FIVES)],
    "P7": [(1, B, 1, ONES), (2, B, 2, ONES - {"b1"}), (4, B, 1, ONES - {"b1"})],
    "P9": [(1, B, 2, {"g1", "g2"}), (1, C, 1, {"g1"}), (3, B, 3, {"g2"}), (3, C, 2, {"g1"})],
    "P10": [(1, C, 2, {"r2", "r3"}), (1, B, 4, {"r2"}), (5, C, 3, {"r3"})],
    "P11": [
        (1, D, 2, {"g1", "g2"}),
        (2, D, 2, {"g1", "g2"}),
        (2, C, 1, {"g1"}),
        (3, D, 2, {"g2"}),
    ],
    "P12": [(1, C, 2, {"r3", "b3"}), (2, B, 2, {"r2"}), (5, C, 3, {"r3"})],
    "P13": [
        (1, C, 1, {"r1", "r2"}),
        (2, B, 1, {"r1"}),
        (2, B, 2, {"y1"}),
        (3, C, 1, {"r2"}),
        (3, D, 1, {"y1", "y2"}),
    ],
    "P14": [(3, B, 3, {"g2"})],
    "P16": [(2, C, 2, {"y3"})],
    "P16L10": [(1, C, 2, {"y2"}), (1, B, 1, {"y2"}), (2, B, 2, {"y2"})],
    "P17": [(1, B, 3, {"p4"}), (1, B, 4, {"p5"}), (3, B, 2, TWOS - {"p2"}), (3, B, 4, {"p2"})],
    "P18": [(1, D, 1, {"y1", "y2"}), (2, B, 1, {"y1"}), (2, D, 1, {"y1", "y2"}), (6, D, 2, {"y2"})],
    "P18b": [(1, D, 1, {"y1", "y2"}), (2, D, 1, {"y1"})],
}

STATES: list[tuple[str, int, int, int, str, bool]] = [
    ("P2a", 1, C, 1, "finessed", True),
    ("P2b", 3, C, 2, "finessed", False),
    ("P3", 2, B, 2, "finessed", True),
    ("P6a", 1, B, 5, "chop-moved", False),
    ("P6b", 1, B, 5, "chop-moved", True),
    ("P6d", 1, B, 5, "chop-moved", False),
    ("P7ocm", 2, C, 5, "chop-moved", True),
    ("P7ocm2", 2, A, 5, "chop-moved", True),
    ("P7ocm2", 2, C, 5, "chop-moved", False),
    ("P8", 1, B, 2, "trash", True),
    ("P8", 1, B, 5, "chop-moved", True),
    ("P11", 2, C, 1, "finessed", True),
    ("P14", 3, B, 5, "chop-moved", True),
    ("P14v", 3, B, 5, "chop-moved", False),
    ("P14two", 3, B, 5, "chop-moved", False),
    ("P16", 1, B, 1, "finessed", True),
]

ACTIONS: list[tuple[str, int, str, bool]] = [
    ("P2a", 2, "play 1", True),  # who is finessed plays blind, at once
    ("P3", 0, "clue 2 b", False),  # it would be read as a prompt, and cost a strike
    ("P3", 4, "play 2", True),  # after the wrong prompt the finesse position
    ("P4", 1, "play 1", True),
    ("P5", 2, "play 1", True),
    ("P6d", 0, "clue 1 5", False),  # two away from chop it calls for a play
    ("P7", 1, "play 4", True),  # the oldest 1 of the starting hand
    ("P9", 2, "play 1", True),
    ("P9", 5, "play 2", True),
    ("P11", 2, "play 1", True),
    ("P12", 1, "play 1", True),
    ("P13", 2, "play 1", True),
    ("P15", 1, "discard 5", False),  # it may be the twin of what was just discarded
    ("P16", 1, "play 1", True),
    ("P17", 1, "play 3", True),
]


def stage(key: str) -> Stage:
    level = POSITIONS[key]["level"]
    return Stage(POSITIONS[key], Conventions, set=f"h-group-{LEVELS.get(level, level)}")


@pytest.mark.parametrize("key", BELIEFS)
def test_what_cards_should_be(key: str) -> None:
    here = stage(key)
    done = 0
    for after, seat, slot, wanted in BELIEFS[key]:
        here.step(after - done)
        done = after
        assert here.believes(seat, slot) == wanted, (after, seat, slot)


@pytest.mark.parametrize(("key", "after", "seat", "slot", "state", "there"), STATES)
def test_states(key: str, after: int, seat: int, slot: int, state: str, there: bool) -> None:
    here = stage(key)
    here.step(after)
    assert (state in here.states(seat, slot)) is there


@pytest.mark.parametrize(("key", "after", "action", "taken"), ACTIONS)
def test_actions(key: str, after: int, action: str, taken: bool) -> None:
    here = stage(key)
    here.step(after)
    assert (here.action() == action) is taken, here.action()


def test_beliefs_say_what_is_meant() -> None:
    here = stage("P16")
    here.step(1)
    mine = Conventions.beliefs(here.shown(B), here.memories[B], here.params)
    assert mine is not None
    newest = mine[-1]
    assert len(mine) == 5
    assert newest.status == "finessed"
    assert newest.inferred is not None
    assert {str(card) for card in newest.inferred} == {"y2", "r1", "g1", "b1", "p1"}
    assert mine[0].status == ""
    assert mine[0].inferred is None
    theirs = Conventions.beliefs(here.shown(C), here.memories[C], here.params)
    assert theirs is not None
    assert [one.status for one in theirs] == ["", "", "", "saved", ""]


def test_a_seat_does_not_refuse_what_its_own_play_makes_possible() -> None:
    # Seat 2 is to play g1, which it knows, and then g2 blind; playing g1 is no refusal of g2.
    hands = ["g1 y3 r2 b2", "b5 r3 r3 r4", "y1 b1 g1 g2", "r5 r2 g4 y2", "g3 y1 y3 y1"]
    position = {
        "hands": [hand.split() for hand in hands],
        "acts": [["c", 0, 2, "1"], ["c", 1, 3, "4"], ["p", 2, 3, "r1"]],
        "start": 0,
        "stacks": [0] * 5,
        "disc": [],
        "tokens": 8,
        "early": True,
        "pre": [],
    }
    here = Stage(position, Conventions, set="h-group-5")
    here.step(2)
    assert here.believes(C, 4) == {"g2"}
    assert here.believes(4, 1) == {"g3"}
    here.step(1)
    assert here.believes(C, 4) == {"g2"}
    assert "finessed" in here.states(C, 4)
    assert "finessed" in here.states(4, 1)
    assert not here.states(A, 1)
