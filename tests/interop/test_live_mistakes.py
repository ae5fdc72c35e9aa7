"""Games and files of hanab.live that are illegal, malformed or cut: each is explained."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hanabi_arena.cli import main
from tests.interop.live_site import (
    BY_SEED,
    SITE,
    asked,
    changed,
    drop,
    put,
)


def test_an_illegal_action_is_named(tmp_path: Path) -> None:
    good = BY_SEED["p2v0s1"]
    bad = changed("p2v0s1", lambda game: game["actions"].insert(4, {"type": 1, "target": 49}))
    late = changed(
        "p2v0s1", lambda game: game["actions"].append({"type": 3, "target": 0, "value": 1})
    )
    self_clue = changed(
        "p2v0s1", lambda game: game.update(actions=[{"type": 3, "target": 0, "value": 1}])
    )
    no_colour = changed(
        "p2v0s1", lambda game: game.update(actions=[{"type": 2, "target": 1, "value": 5}])
    )
    path = tmp_path / "games.json"
    path.write_text(json.dumps([good, bad, late, self_clue, no_colour]), encoding="utf-8")
    result = asked("replay", "check", path, "--json", code=1)
    rows = json.loads(result.stdout)
    assert [row["legal"] for row in rows] == [True, False, False, False, False]
    told = [(row["turn"], row["action"], row["rule"]) for row in rows[1:]]
    assert told[0][0] == 5
    assert "discards card 49 of the deck" in told[0][1]
    assert told[0][2] == "seat 0 does not hold card 49 of the deck"
    assert told[1] == (len(good["actions"]) + 1, "clues 1 to seat 0", "the game is over")
    assert told[2] == (1, "clues 1 to seat 0", "a clue goes to a teammate, never to oneself")
    assert told[3][2] == "there is no colour 5 to clue; there are 5"
    shown = asked("replay", "check", path, code=1).stdout
    assert f"{path}, game 1: base, 2 players: illegal in turn 5: discards card 49" in shown
    assert shown.splitlines()[-1] == "5 games · 1 legal · 4 illegal"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop("deck", "seed"), "deck is missing"),
        (drop("actions"), "actions is missing"),
        (drop("playerCount"), "players is missing"),
        (put("playerCount", 7), "playerCount: 7; 2 to 6 can play"),
        (put("playerCount", -1), "playerCount: -1; 2 to 6 can play"),
        (put("playerCount", 1), "playerCount: 1; 2 to 6 can play"),
        (put("playerCount", "3"), 'playerCount: "3" is not a whole number'),
        (put("players", ["a", 5, "c"]), "players[1]: 5 is not a text"),
        (put("deck", {}), "deck: {} is not a list"),
        (put("deck.3", 5), 'deck[3]: 5 is no card; one is {"suitIndex": 0, "rank": 1}'),
        (put("deck.3.rank", 6), "deck[3].rank: 6 is not from 1 to 5"),
        (put("deck.3.rank", True), "deck[3].rank: true is not a whole number"),
        (put("deck.3.suitIndex", 6), "deck[3].suitIndex: 6 is not from 0 to 5"),
        (put("deck.3.suitIndex", -1), "deck[3].suitIndex: -1 is not from 0 to 5"),
        (put("deck.0", {"rank": 1}), "deck[0].suitIndex is missing"),
        (put("actions.2", []), "actions[2]: [] is no action"),
        (put("actions.2.type", 6), "actions[2].type: 6 is not from 0 to 5"),
        (put("actions.2.type", "0"), 'actions[2].type: "0" is not a whole number'),
        (put("actions.0", {"type": 3, "target": 1}), "actions[0].value is missing: a clue"),
        (put("actions.0", {"type": 3, "target": 9, "value": 1}), "there is no seat 9 of 2"),
        (put("actions.0", {"type": 0}), "actions[0].target is missing"),
        (put("actions.0.value", 1.5), "actions[0].value: 1.5 is no whole number"),
        (put("options", []), None),
        (put("options", 3), "options: 3 is not an object"),
        (put("options.deckPlays", 1), "options.deckPlays: 1 is not true or false"),
        (put("options.startingPlayer", 2), "options.startingPlayer: seat 2 of 2 players"),
        (put("options.variant", "Rainbw (5 Suits)"), 'Did you mean "Rainbow (5 Suits)"?'),
        (put("options.variant", "Duck (5 Suits)"), "Duck (5 Suits) is not supported: a clue"),
        (put("options.variant", "Rainbow (6 Suits)"), "deck: it holds m1 0 times"),
        (put("seed", 5), "seed: 5 is not a text"),
        (put("deck.0", {"suitIndex": 5, "rank": 1}), "deck: there is no card with the number 25"),
    ],
)
def test_a_malformed_game_is_explained(
    change: Callable[[dict[str, Any]], None], message: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "games.json"
    path.write_text(json.dumps([BY_SEED["p2v0s1"], changed("p2v0s1", change)]), encoding="utf-8")
    result = asked("replay", "check", path, "--json", code=0 if message is None else 2)
    rows = json.loads(result.stdout)
    assert rows[0]["legal"] is True
    if message is not None:
        assert result.stderr.startswith(f"error: {path}, game 1: ")
        assert message in result.stderr
        assert rows[1] == {
            "file": str(path),
            "game": 1,
            "legal": None,
            "error": result.stderr.removeprefix("error: ").rstrip("\n"),
        }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON"),
        ("[]", "it holds no game"),
        ("{", "no JSON: "),
        ("3", "game 0: 3 is no object"),
        ("[null]", "game 0: null is no object"),
        ("[" * 100_000, "nested too deep"),
        ("{}\nnot a game\n", "line 2: no JSON and no share link"),
        ("\xff", "players is missing|no JSON"),
    ],
)
def test_a_file_without_games_is_explained(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(text, encoding="utf-8")
    result = asked("replay", "check", path, code=2)
    assert any(part in result.stderr for part in message.split("|")), result.stderr
    assert "Traceback" not in result.output


def test_a_file_that_is_no_text_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert "no text in UTF-8" in asked("replay", "check", path, code=2).stderr
    for name, words in (("nowhere.json", "no such file"), ("", "an empty name")):
        assert words in asked("replay", "check", name, code=2).stderr
    (tmp_path / "empty").mkdir()
    assert "and no games (" in asked("replay", "check", tmp_path / "empty", code=2).stderr


def test_a_broken_file_does_not_keep_the_others_from_being_checked(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    (tmp_path / "b.json").write_text(json.dumps(BY_SEED["p3v0s1"]), encoding="utf-8")
    result = asked("replay", "check", tmp_path, "--json", code=2)
    assert [row["legal"] for row in json.loads(result.stdout)] == [None, True]
    assert result.stderr.startswith(f"error: {tmp_path / 'a.json'}: no JSON: ")


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("715abc,00,0", "players: 7; 2 to 6 can play"),
        ("315abc,00,x", "variant: 'x' is no number"),
        ("315abc,00,2426", "variant: hanab.live:2426: no variant"),
        ("315abc,00,54", "variant: Duck (6 Suits) is not supported"),
        ("351abc,00,0", "deck: ranks from 5 to 1"),
        ("315ab_,00,0", "deck: card 3: '_' is none of the signs"),
        ("315abZ,00,0", "deck: card 3, 'Z', is of suit 12; 6 exist"),
        ("315abc,03abc,0", "actions: 3 signs; an action has two"),
        ("315abc,30,0", "actions: types from 3 to 0"),
        ("315abc,x0,0", "actions: lowest type: 'x' is no digit"),
        ("315abc,03ca,0", "action 1 is a clue with no value"),
        ("315abc,03hz,0", "action 1 is a clue with seat 25"),
        ("315abc,00,0", "deck: it holds"),
        (f"{SITE}315abc", "1 fields; a share link has three"),
    ],
)
def test_a_malformed_link_is_explained(link: str, message: str) -> None:
    result = asked("replay", "check", link, code=2)
    assert "error: link, game 0: " in result.stderr
    assert message in result.stderr


def test_a_cut_or_garbled_file_never_ends_in_a_traceback(tmp_path: Path) -> None:
    text = json.dumps(BY_SEED["p3v0s3"])
    chance = random.Random(5)
    path = tmp_path / "game.json"
    for _ in range(60):
        garbled = list(text)
        for _ in range(chance.randrange(1, 4)):
            garbled[chance.randrange(len(garbled))] = chance.choice('0123456789{}[]",:ent-')
        path.write_text("".join(garbled)[: chance.choice([len(text), 900])], encoding="utf-8")
        result = CliRunner().invoke(main, ["replay", "check", str(path)])
        assert result.exit_code in (0, 1, 2)
        assert result.exception is None or isinstance(result.exception, SystemExit)
