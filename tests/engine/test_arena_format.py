"""The arena's format for games: a stranger can replay it, and nothing wrong is read."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hanabi_arena import Play, PlayDeck
from hanabi_arena.errors import UsageError
from hanabi_arena.interop.arena_format import game_object, read_game, read_games, write_game
from hanabi_arena.match.replay import GameRecord
from hanabi_arena.rules import Rules, Settings, catalogue, find_variant
from tests.engine.combinations import COMBINATIONS
from tests.engine.compare import recorded
from tests.engine.decks import stacked_deck
from tests.engine.policies import POLICIES
from tests.engine.stranger import Stranger

PAGE = Path(__file__).parents[2] / "docs" / "game-format.md"
KEYS = [
    *("format", "rules", "players", "first_seat", "line_up", "game", "bots", "deck"),
    *("actions", "end", "fault_seat", "score_zero", "score_kept"),
]


def example() -> Any:
    found = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_example_of_the_page_replays() -> None:
    game = example()
    record = read_game(game)
    assert game_object(record) == game
    assert list(game_object(record)) == KEYS
    assert Stranger(game).play() == (game["end"], game["score_zero"], game["score_kept"])
    assert record.bots == ("simple", "random")
    outcome = record.outcome()
    assert (outcome.end, outcome.score_zero, outcome.turns) == ("complete", 5, 7)


def test_the_page_names_every_key() -> None:
    text = PAGE.read_text(encoding="utf-8")
    game = example()
    for key in (*game, *game["rules"], "announce", "slot", "target", "value", "deck"):
        assert f"`{key}`" in text


@pytest.mark.parametrize("part", range(4))
def test_a_stranger_comes_to_the_same_end_in_every_combination(part: int) -> None:
    """Written, read again, and played by an engine that knows nothing but the object."""
    for number in range(part, len(COMBINATIONS), 4):
        rng = random.Random(number)
        settings = Settings(**COMBINATIONS[number], first_seat=number % 2)
        policy = rng.choice(sorted(POLICIES))
        record = recorded(Rules("mine", settings), rng.randint(2, 6), policy, number, 60)
        line = write_game(record)
        assert "\n" not in line
        (again,) = read_games([line])
        assert again.actions == record.actions
        assert again.deck == record.deck
        assert write_game(again) == line
        game = json.loads(line)
        assert Stranger(game).play() == (game["end"], game["score_zero"], game["score_kept"])


@pytest.mark.parametrize("variant", catalogue())
def test_a_named_variant_is_read_as_itself(variant: str) -> None:
    record = recorded(find_variant(variant), 2, "mixture", 3)
    assert list(read_games(["", write_game(record), "\n"])) == [record]


def test_the_exact_form() -> None:
    rules = find_variant("rainbow+choreography")
    game = game_object(recorded(rules, 3, "mixture", 5))
    assert game["rules"] == {
        "variant": "rainbow+choreography",
        "suits": 6,
        "copies": [[3, 2, 2, 2, 1]] * 5 + [[1, 1, 1, 1, 1]],
        "touch": {
            "suit": [[0, 5], [1, 5], [2, 5], [3, 5], [4, 5]],
            "rank": [[1], [2], [3], [4], [5]],
        },
        "rainbow": True,
        "hand_size": 5,
        "clue_tokens": 8,
        "strikes": 3,
        "empty_clues": False,
        "bouquet_final": False,
        "choreography": True,
        "discard_at_max": False,
        "deck_plays": False,
        "half_tokens": False,
    }
    forms = {
        ("play", *sorted(set(action) - {"seat", "type"}))
        if action["type"] == "play"
        else tuple(action)
        for action in game["actions"]
    }
    assert forms == {
        ("play", "slot"),
        ("play", "announce", "slot"),
        ("seat", "type", "slot"),
        ("seat", "type", "target", "value"),
    }


def test_a_play_from_the_deck() -> None:
    rules = find_variant("deck-plays+suits=1+hand-size=4")
    deck = tuple(stacked_deck(rules, "r1"))
    record = GameRecord(rules, 2, deck, (Play(0).code, PlayDeck().code))
    game = game_object(record)
    assert game["actions"][1] == {"seat": 1, "type": "play", "deck": True}
    assert read_game(game) == record


def test_a_fault_and_a_stop() -> None:
    record = replace(recorded(find_variant("base"), 3, "builder", 1, limit=20), fault_seat=2)
    game = game_object(record)
    assert (game["end"], game["fault_seat"], game["score_kept"]) == ("fault", 2, 0)
    assert read_game(game) == record
    stopped = replace(record, fault_seat=None)
    game = game_object(stopped)
    assert (game["end"], game["fault_seat"]) == ("stopped", None)
    assert game["score_zero"] == game["score_kept"] > 0
    assert read_game(game) == stopped


def test_switches_that_came_later_may_be_missing() -> None:
    record = recorded(find_variant("base"), 2, "mixture", 8)
    game = game_object(record)
    for switch in ("discard_at_max", "deck_plays", "half_tokens"):
        del game["rules"][switch]
    assert read_game(game) == record


def _set(*path: Any) -> Callable[[Any], None]:
    *keys, last, value = path

    def change(game: Any) -> None:
        for key in keys:
            game = game[key]
        if value is None and last != "fault_seat":
            del game[last]
        else:
            game[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("format", 2), "format: 2 is not known"),
        (_set("deck", None), "deck is missing"),
        (_set("dekc", []), 'dekc: no such key. Did you mean "deck"?'),
        (_set("players", True), "players: true is not a number"),
        (_set("players", 9), "9 players: Hanabi is played by 2 to 6"),
        (_set("rules", "choreo", True), "rules.choreo: no such key"),
        (_set("rules", "suits", None), "rules.suits is missing"),
        (_set("rules", "rainbow", 1), "rules.rainbow: 1 is not true or false"),
        (_set("rules", "touch", "suit", 0, [0, 1]), "rules.touch: .* no table that this engine"),
        (_set("rules", "copies", 0, [3, 2, 2, 2, 2]), "rules.copies"),
        (_set("rules", "strikes", 0), "strikes: 0 is not from 1 to 99"),
        (_set("first_seat", 2), "first-seat 2 does not exist"),
        (_set("deck", 0, [0, 6]), r"deck\[0\]: \[0, 6\] is no card"),
        (_set("deck", 0, [0, 1]), "deck: it holds r1 4 times"),
        (_set("actions", 0, "seat", 1), r"actions\[0\]: seat 1 is not on turn; seat 0 is"),
        (_set("actions", 0, "slot", 7), r"actions\[0\]: .* a play has a \"slot\" from 0 to 5"),
        (_set("actions", 0, "slot", True), r"actions\[0\]: .* is no action"),
        (_set("actions", 0, "slot", 2), r"actions\[0\]: turn 1, seat 0: .*no card in that slot"),
        (_set("actions", 0, "type", "pass"), r"actions\[0\]: .*type is one of play, discard"),
        (_set("actions", 3, "value", 2), r"actions\[3\]: turn 4, .*must match at least one card"),
        (_set("actions", 3, "target", 1), r"actions\[3\]: turn 4, .*never to oneself"),
        (_set("end", "deck"), "end: 'deck', but the game comes to 'complete'"),
        (_set("end", "fault"), "fault_seat: None does not go with the end 'fault'"),
        (_set("fault_seat", 1), "fault_seat: 1 does not go with the end 'complete'"),
        (_set("score_zero", 4), "score_zero: 4, but the game comes to 5"),
        (_set("score_kept", 6), "score_kept: 6, but the game comes to 5"),
        (_set("bots", ["one"]), "1 bots are named for 2 seats"),
        (_set("bots", [1, 2]), "bots: 1 is no name"),
    ],
)
def test_what_is_wrong_is_refused_and_named(change: Callable[[Any], None], message: str) -> None:
    game = example()
    change(game)
    with pytest.raises(UsageError, match=message) as caught:
        next(read_games(["", json.dumps(game)], "mine.jsonl"))
    assert str(caught.value).startswith("mine.jsonl, line 2: ")


def test_too_many_or_too_few_actions_are_refused() -> None:
    game = example()
    game["actions"].append({"seat": 1, "type": "play", "slot": 0})
    with pytest.raises(UsageError, match=r"actions\[7\]: the game is over after 7 actions"):
        read_game(game)
    game["actions"] = game["actions"][:6]
    with pytest.raises(UsageError, match="'complete', but the game comes to 'stopped'"):
        read_game(game)


@pytest.mark.parametrize("line", ["{", "[]", "3"])
def test_what_is_no_object_is_refused(line: str) -> None:
    with pytest.raises(UsageError, match="games, line 1: "):
        list(read_games([line]))
