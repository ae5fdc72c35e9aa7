"""Scenario files: what they may say, and what is said of mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hanabi_arena.conventions.scenario import Scenario
from hanabi_arena.conventions.scenario_file import read_scenarios, scenario_files
from hanabi_arena.conventions.staging import Staged, fillings
from hanabi_arena.conventions.story import tell
from hanabi_arena.errors import ConfigError

HANDS = """
hands:
  alice: [r4, y3, b2, g4, p3]
  bob:   [xx, xx, xx, xx, xx]
  cathy: [r2, g3, b4, y4, p1]
"""
ASKED = "bob: {act: play}\n"


def read(tmp_path: Path, text: str) -> Scenario:
    path = tmp_path / "one.scenario.yaml"
    path.write_text(text, encoding="utf-8")
    (scenario,) = read_scenarios(path)
    return scenario


def staged(scenario: Scenario, number: int = 0) -> Staged:
    return list(fillings(tell(scenario), number + 1))[number]


def complaint(tmp_path: Path, text: str) -> str:
    with pytest.raises(ConfigError) as raised:
        read(tmp_path, text)
    return str(raised.value).replace(str(tmp_path), "")


def test_slot_1_is_the_newest_card(tmp_path: Path) -> None:
    scenario = read(tmp_path, HANDS + "actions: [alice clues 2 to cathy]\n" + ASKED)
    game = staged(scenario).begin()
    names = [scenario.rules.card_name(int(game.table.hands[0, slot])) for slot in range(5)]
    assert names == ["p3", "g4", "b2", "y3", "r4"]
    assert scenario.first_seat == 0


def test_hidden_cards_fit_what_clues_said(tmp_path: Path) -> None:
    text = HANDS + "actions: ['alice clues 1 to bob (slots 2, 4)']\n" + ASKED
    scenario = read(tmp_path, text)
    hands = set()
    for number in range(6):
        one = staged(scenario, number)
        hand = [scenario.rules.card_name(card) for card in reversed(one.hands[1])]
        assert [card[1] == "1" for card in hand] == [False, True, False, True, False]
        hands.add(tuple(hand))
    assert len(hands) > 1


def test_actions_are_those_of_the_engine(tmp_path: Path) -> None:
    scenario = read(
        tmp_path,
        """
hands:
  alice: [xx, xx, xx, xx, xx]
  bob:   [r1, y2, b2, g4, y3]
  cathy: [r2, g3, b4, y4, p1]
actions:
  - alice clues red to cathy
  - bob plays r1, draws g1
  - cathy plays r2, draws g1
  - alice discards slot 5 (p3)
  - bob misplays slot 5 (y3), draws p2
  - cathy clues 1 to bob
alice: {act: {forbidden: [discard slot 1]}}
""",
    )
    game = staged(scenario).begin()
    for code in staged(scenario).actions:
        game.act(code)
    assert (int(game.table.score), int(game.table.strikes), int(game.table.clue_tokens)) == (
        2,
        1,
        7,
    )
    assert int(game.table.seat) == 0


def test_a_preset_is_set(tmp_path: Path) -> None:
    scenario = read(
        tmp_path,
        """
hands:
  alice: [xx, xx, xx, xx, xx]
  bob:   [r4, y2, b2, g4, b4]
preset:
  stacks: {red: 2, y: 1}
  discards: [r3, b4, y5]
  tokens: 3
  strikes: 1
  clues: ['blue to bob', '3 to alice (slots 2)']
alice: {act: play}
""",
    )
    one = staged(scenario)
    table, rules = one.begin().table, scenario.rules
    assert [int(table.stacks[suit]) for suit in range(5)] == [2, 1, 0, 0, 0]
    assert (int(table.score), int(table.strikes), int(table.clue_tokens)) == (3, 1, 3)
    assert int(table.deck_count) == 50 - 10 - 3 - 3
    names = {rules.card_name(card) for card in range(25) if int(table.critical) >> card & 1}
    assert names == {"r3", "r5", "g5", "b4", "b5", "p5"}
    dead = {rules.card_name(card) for card in range(25) if int(table.dead) >> card & 1}
    assert dead == {"r1", "r2", "y1"}
    playable = {rules.card_name(card) for card in range(25) if int(table.playable) >> card & 1}
    assert playable == {"r3", "y2", "g1", "b1", "p1"}
    blue = 0b11111 << 15
    assert [int(table.possible[1, slot]) == blue for slot in range(5)] == [
        True,
        False,
        True,
        False,
        False,
    ]
    assert [int(table.clued[0, slot]) for slot in range(5)] == [0, 0, 0, 1 << 8, 0]
    # The cards that are gone are never drawn: two players with 34 cards left, then the end.
    deck = one.deck[: 50 - 6]
    assert sum(rules.card_name(card) == "r1" for card in deck) == 2


MISTAKES = [
    ("hands: {alice: [r1]}\n", "hands: 1 hands: Hanabi is played by 2 to 6"),
    (HANDS.replace("p1]", "p1, r1]") + ASKED, "is no hand: a list of 5 cards"),
    (HANDS.replace("r4", "q4") + ASKED, '"q4" is no card of base'),
    (HANDS + "bob: {act: jump}\n", '"jump" is not understood'),
    (HANDS + "bob: {}\n", "nothing is expected"),
    (HANDS, "nothing is expected of anybody"),
    (HANDS + "bbo: {act: play}\n", 'unknown key "bbo". Did you mean "bob"?'),
    (HANDS + "actions: [alice clues 2 to kathy]\n" + ASKED, 'nobody is called "kathy"'),
    (HANDS + "actions: [alice clues mauve to cathy]\n" + ASKED, '"mauve" cannot be clued'),
    (HANDS + "actions: [alice clues 5 to cathy]\n" + ASKED, "must match at least one card"),
    (HANDS + "actions: [alice clues 2 to bob]\n" + ASKED, "say what is touched"),
    (HANDS + "actions: ['alice clues 2 to cathy (slots 2)']\n" + ASKED, "slot 2 is g3"),
    (HANDS + "actions: [alice plays r4, bob discards slot 1 (b1)]\n" + ASKED, "cannot be played"),
    (HANDS + "actions: ['alice discards p3, draws r1']\n" + ASKED, "all clue tokens"),
    (
        HANDS + "actions: [alice clues 2 to cathy, cathy discards p1]\n" + ASKED,
        "it is bob's turn",
    ),
    (HANDS + "actions: [alice clues 2 to cathy]\ncathy: {act: play}\n", "it is bob's turn"),
    (
        HANDS + "actions: [alice clues 2 to cathy, bob plays slot 1]\ncathy: {act: play}\n",
        "say what",
    ),
    (HANDS.replace("r4, y3", "r5, r5") + ASKED, "there are more than 1 r5"),
    (HANDS + "cathy: {beliefs: {slot 1: [r2]}}\n", "cathy is asked and sees bob's slot"),
    (HANDS + "bob: {beliefs: {slot 6: [r2]}}\n", "bob has slots 1 to 5"),
    (HANDS + "bob: {beliefs: {slot 1: {is: []}}}\n", "is no list of cards"),
    (HANDS + "bob: {status: {slot 1: finesed}}\n", 'Did you mean "finessed"?'),
    (HANDS + "level: high\n" + ASKED, "level: 'high' is no whole number"),
    (HANDS + "provenance: rumour\n" + ASKED, "One of documented, reviewed, synthetic"),
    (HANDS + "variant: bse\n" + ASKED, 'Did you mean "base"?'),
    (HANDS + "preset: {stack: [1]}\n" + ASKED, 'Did you mean "stacks"?'),
    (
        HANDS + "preset: {stacks: {mauve: 1}}\n" + ASKED,
        "there is no suit mauve in base; one of red, yellow, green, blue, purple",
    ),
    (HANDS + "preset: {clues: [2 to cathyy]}\n" + ASKED, 'nobody is called "cathyy"'),
    ("3\n", "a scenario file is a list of scenarios"),
    ("- 3\n", "3 is no scenario"),
]


@pytest.mark.parametrize(("text", "words"), MISTAKES, ids=[words for _, words in MISTAKES])
def test_a_mistake_is_named_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    said = complaint(tmp_path, text)
    assert words in said
    assert said.startswith("/one.scenario.yaml")


def test_the_line_of_an_action_is_told(tmp_path: Path) -> None:
    text = HANDS + "actions:\n  - alice clues 2 to cathy\n  - bob plays slot 9 (r1)\n" + ASKED
    assert re.match(r"/one\.scenario\.yaml, line 8, actions\[1\]: ", complaint(tmp_path, text))


def test_folders_are_searched(tmp_path: Path) -> None:
    inner = tmp_path / "deep"
    inner.mkdir()
    (inner / "a.scenario.yaml").touch()
    (inner / "b.yaml").touch()
    assert scenario_files([tmp_path, inner / "a.scenario.yaml"]) == [inner / "a.scenario.yaml"]
    with pytest.raises(ConfigError, match="no such file"):
        scenario_files([tmp_path / "none"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match="no scenarios here"):
        scenario_files([tmp_path / "empty"])
