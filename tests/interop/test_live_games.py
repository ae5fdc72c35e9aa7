"""Games of hanab.live, in and out: JSON, share links, `arena replay check`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanabi_arena.errors import UsageError
from hanabi_arena.interop.arena_format import read_game, write_game
from hanabi_arena.interop.game_files import find_games
from hanabi_arena.interop.hanab_live.export import live_game, variant_of
from hanabi_arena.interop.hanab_live.game import read_live, write_live
from hanabi_arena.interop.hanab_live.link import is_link, read_link, turn_of_link, write_link
from hanabi_arena.interop.hanab_live.replayed import replayed
from hanabi_arena.match.replay import GameRecord, Replay, deal_deck
from hanabi_arena.rules import find_variant
from hanabi_arena.rules.hanab_live import live_variants
from tests.engine.compare import recorded
from tests.engine.policies import POLICIES
from tests.interop.live_site import (
    BY_SEED,
    FILE,
    GAMES,
    LINKS,
    SITE,
    WITH_SEED,
    asked,
    changed,
    put,
)

# The real games.

NOTES = {
    "deckPlays": ["p5v0s19"],
    "characters": ["p3v0s19"],
    "4 cards to each of six": ["p6v0s1", "p6v0s5", "p6v0s7"],
    "given up or timed out": [
        *("p2v0s9", "p2v0s11", "p2v0s17", "p3v0s3", "p3v0s9", "p4v0s1", "p4v0s11", "p4v0s13"),
        *("p4v0s15", "p5v0s1", "p5v0s7", "p5v0s17", "p6v0s7", "p6v0s11", "p6v0s17"),
    ],
    "no more points can be made": [
        *("p2v0s3", "p3v0s5", "p3v0s7", "p3v0s11", "p4v0s17", "p4v0s19", "p6v0s15"),
    ],
}


def test_all_real_games_are_legal_and_every_difference_is_named() -> None:
    rows = json.loads(asked("replay", "check", FILE, "--json").stdout)
    assert [row["game"] for row in rows] == list(range(50))
    named: dict[str, list[str]] = {words: [] for words in NOTES}
    for row, game in zip(rows, GAMES, strict=True):
        assert row["legal"] is True
        assert row["score_zero"] == game["score"]
        ended = game["actions"][-1]["type"] >= 4
        assert row["turns"] == len(game["actions"]) - ended
        if ended:
            assert (row["end"], row["score_zero"]) == ("stopped", 0)
        left = [note for note in row["notes"] if not any(words in note for words in NOTES)]
        assert not left
        for words in NOTES:
            named[words] += [game["seed"]] * sum(words in note for note in row["notes"])
    assert {words: sorted(seeds) for words, seeds in named.items()} == {
        words: sorted(seeds) for words, seeds in NOTES.items()
    }


def test_the_real_games_survive_json_and_links() -> None:
    for game in GAMES:
        first = replayed(read_live(game))
        again = live_game(first.record, first.seed, given_up=first.given_up)
        assert again.seed == game["seed"]
        second = replayed(read_live(json.loads(write_live(again))))
        assert second.record.actions == first.record.actions
        assert second.record.deck == first.record.deck
        assert second.outcome == first.outcome
        assert not second.illegal
        if not again.options:
            link = write_link(again, 2)
            assert all(len(line) <= 20 for line in link.removeprefix(SITE)[:-2].split("-"))
            third = replayed(read_link(link))
            assert third.record.actions == first.record.actions
            assert third.outcome.score_kept == first.outcome.score_kept
            assert turn_of_link(link) == 2


@pytest.mark.parametrize("link", LINKS)
def test_links_that_others_have_posted(link: str) -> None:
    for text in (link, SITE + link, f"hanab.live/replay-json/{link}", link.replace("-", "")):
        assert is_link(text)
        found = replayed(read_link(text))
        outcome = found.outcome
        assert (outcome.score_zero, outcome.end, outcome.turns) == LINKS[link]
        assert not found.illegal
    assert write_link(read_link(link)) == SITE + link


def test_a_link_with_a_seed_and_a_turn() -> None:
    found = replayed(read_link(SITE + WITH_SEED))
    assert found.outcome.score_zero == 25
    assert found.seed == "p4v0s1"
    assert turn_of_link(WITH_SEED) == 33
    told = read_link(WITH_SEED)
    assert told.players == ("Alice", "Bob", "Cathy", "Donald")


# Games of every kind, made here.


def random_games() -> Iterator[GameRecord]:
    for number, (variant, players) in enumerate(
        [
            ("base", 2),
            ("base", 6),
            ("avalanche", 3),
            ("rainbow+copies=full", 4),
            ("rainbow", 5),
            ("six-suits+deck-plays", 3),
            ("three-suits", 2),
            ("clue-starved", 3),
            ("bouquet-final", 4),
            ("base+extra-cards=1+empty-clues", 2),
            ("base+extra-cards=-1+first-seat=2", 4),
            ("Prism (5 Suits)", 3),
            ("Deceptive-Ones & Null (6 Suits)", 4),
            ("Clue Starved & Omni (6 Suits)", 5),
            ("Totally Blind (4 Suits)", 2),
            ("Number Mute (3 Suits)", 2),
            ("Odds and Evens & Prism (6 Suits)", 3),
        ]
    ):
        policy = list(POLICIES)[number % len(POLICIES)]
        if "hanab" in str(find_variant(variant).settings.changes()):
            yield engine_game(variant, players, number)
        else:
            yield recorded(find_variant(variant), players, policy, number)


def engine_game(variant: str, players: int, seed: int) -> GameRecord:
    """Play legal actions at random, mostly good ones."""
    rules = find_variant(variant)
    game = Replay(rules, players, deal_deck(rules, players, seed, 0))
    chance = random.Random(seed)
    while not game.over:
        legal = [code for code in range(115) if not game.broken_rule(code)]
        clues = [code for code in legal if code >= 12]
        game.act(chance.choice(clues if clues and chance.random() < 0.5 else legal))
    codes = tuple(turn.action.code for turn in game.history)
    return GameRecord(rules, players, game.deck, codes)


def test_games_of_every_kind_go_out_and_come_back() -> None:
    for record in random_games():
        live = live_game(record)
        found = replayed(read_live(json.loads(write_live(live))))
        assert not found.illegal, record.rules.name
        assert found.record.actions == record.actions
        assert found.record.deck == record.deck
        before, after = record.outcome(), found.outcome
        assert (after.end, after.score_zero, after.score_kept, after.turns) == (
            before.end,
            before.score_zero,
            before.score_kept,
            before.turns,
        )
        if not live.options and not live.first_seat:
            assert read_link(write_link(live)).actions == live.actions
        assert read_game(json.loads(write_game(record))) == record


@pytest.mark.parametrize(
    ("variant", "site"),
    [
        ("base", "No Variant"),
        ("avalanche", "Black (6 Suits)"),
        ("rainbow", "Dark Rainbow (6 Suits)"),
        ("rainbow+copies=full", "Rainbow (6 Suits)"),
        ("rainbow+copies=full+suits=4", "Rainbow (5 Suits)"),
        ("avalanche+copies=full", "6 Suits"),
        ("clue-starved", "Clue Starved (5 Suits)"),
        ("four-suits", "4 Suits"),
        ("three-suits", "3 Suits"),
        ("bouquet-final+empty-clues", "No Variant"),
        ("Pink-Fives & Rainbow (5 Suits)", "Pink-Fives & Rainbow (5 Suits)"),
    ],
)
def test_our_variants_have_names_there(variant: str, site: str) -> None:
    assert variant_of(find_variant(variant)).name == site


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        ("choreography", "hanab.live has no announced plays"),
        ("base+discard-at-max", "has no discard-at-max"),
        ("base+strikes=2", "strikes 2; on hanab.live there are 3"),
        ("small", "clue-tokens 3; on hanab.live there are 8"),
        ("base+suits=2", "no variant with these 2 suits"),
        ("four-suits+half-tokens", "no variant with these 4 suits"),
        ("base+hand-size=2", "hands of 2 cards; on hanab.live 3 players hold 5"),
    ],
)
def test_rules_that_the_site_has_not_are_refused(variant: str, message: str) -> None:
    rules = find_variant(variant)
    with pytest.raises(UsageError, match=message):
        live_game(GameRecord(rules, 3, deal_deck(rules, 3, 1, 1), ()))


def test_a_link_holds_no_options() -> None:
    for variant in ("bouquet-final", "base+first-seat=1", "base+extra-cards=-1"):
        rules = find_variant(variant)
        live = live_game(GameRecord(rules, 3, deal_deck(rules, 3, 1, 1), ()))
        with pytest.raises(UsageError, match="a share link holds no options, and this game was"):
            write_link(live)
    empty = live_game(
        GameRecord(find_variant("base"), 3, deal_deck(find_variant("base"), 3, 1, 1), ())
    )
    assert ",00," in write_link(empty).replace("-", "")
    assert read_link(write_link(empty)).actions == ()


def test_bots_of_one_name_are_told_apart_and_a_fault_ends_the_game() -> None:
    rules = find_variant("base")
    bots = ("smart", "simple", "smart")
    record = GameRecord(rules, 3, deal_deck(rules, 3, 1, 1), (), bots, fault_seat=1)
    live = live_game(record)
    assert live.players == ("smart", "simple", "smart 2")
    assert json.loads(write_live(live))["actions"] == [{"type": 4, "target": 1, "value": 4}]
    found = replayed(live)
    assert (found.outcome.end, found.outcome.score_zero) == ("stopped", 0)


# Options, and what they change.


def test_options_are_honoured() -> None:
    """The game that plays the deck's last card is legal with the option and not without."""
    assert not replayed(read_live(BY_SEED["p5v0s19"])).illegal
    without = changed("p5v0s19", lambda game: game["options"].update(deckPlays=False))
    illegal = replayed(read_live(without)).illegal
    assert illegal
    assert "only under deck-plays" in illegal.rule
    for option in ("oneExtraCard", "oneLessCard"):
        other = changed("p4v0s3", put(f"options.{option}", True))
        illegal = replayed(read_live(other)).illegal
        assert illegal
        assert "does not hold card" in illegal.rule
    every = {"allOrNothing": True, "emptyClues": True, "oneExtraCard": True}
    rules = read_live(changed("p3v0s1", lambda game: game["options"].update(every))).rules()
    assert rules.settings.bouquet_final
    assert rules.settings.empty_clues
    assert rules.hand_size(3) == 6


def test_an_empty_clue_is_legal_with_the_option_alone() -> None:
    game = changed("p3v0s1", lambda game: None)
    held = {card["rank"] for card in game["deck"][5:10]}
    missing = next(rank for rank in range(1, 6) if rank not in held)
    game["actions"] = [{"type": 3, "target": 1, "value": missing}]
    illegal = replayed(read_live(game)).illegal
    assert illegal
    assert (illegal.turn, illegal.rule) == (1, "a clue must match at least one card")
    game["options"]["emptyClues"] = True
    assert not replayed(read_live(game)).illegal


def test_a_deck_that_the_seed_does_not_deal_is_named() -> None:
    game = changed("p3v0s1", lambda game: game.update(seed="p3v0s2"))
    found = replayed(read_live(game))
    assert not found.illegal
    assert found.seed == ""
    assert any("the seed p3v0s2 deals another deck" in note for note in found.notes)
    dealt = changed("p3v0s1", lambda game: game.pop("deck"))
    assert (
        replayed(read_live(dealt)).record.deck == replayed(read_live(BY_SEED["p3v0s1"])).record.deck
    )


@pytest.mark.parametrize(
    ("action", "given_up"),
    [
        ({"type": 4, "target": 0}, True),
        ({"type": 4, "target": -1, "value": 4}, True),
        ({"type": 5, "target": -1, "value": 10}, True),
        ({"type": 4, "target": 0, "value": 1}, False),
    ],
)
def test_how_a_game_that_was_not_played_on_is_noted(action: dict[str, int], given_up: bool) -> None:
    """A game that ended the usual way has no such action, or one with the value 1."""
    start = BY_SEED["p3v0s1"]["actions"][:20]
    game = changed("p3v0s1", put("actions", [*start, action]))
    outcome = replayed(read_live(game)).outcome
    assert (outcome.end, outcome.turns) == ("stopped", 20)
    assert outcome.score_kept > 0
    assert outcome.score_zero == (0 if given_up else outcome.score_kept)
    after = changed("p3v0s1", put("actions", [*start, action, start[-1]]))
    illegal = replayed(read_live(after)).illegal
    assert illegal
    assert illegal.turn == 22


def test_a_game_that_is_cut_off_says_so() -> None:
    game = changed("p3v0s1", lambda game: game.update(actions=game["actions"][:20], score=None))
    found = replayed(read_live(game))
    assert found.outcome.end == "stopped"
    assert any(note.startswith("cut off: up to ") for note in found.notes)


# Files, folders, and our own format.


def test_folders_lists_lines_and_our_own_format(tmp_path: Path) -> None:
    record = recorded(find_variant("choreography"), 3, "builder", 4)
    own = write_game(record)
    bad = json.loads(own)
    bad["actions"][3] = {"seat": bad["actions"][3]["seat"], "type": "discard", "slot": 5}
    (tmp_path / "a.json").write_text(json.dumps(BY_SEED["p3v0s1"]), encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(f"{own}\n{json.dumps(bad)}\n", encoding="utf-8")
    (tmp_path / "more").mkdir()
    links = "\n".join([SITE + next(iter(LINKS)), SITE + WITH_SEED])
    (tmp_path / "more" / "links.json").write_text(links, encoding="utf-8")
    found = list(find_games([str(tmp_path)]))
    assert [(Path(one.source).name, one.number) for one in found] == [
        *(("a.json", 0), ("b.jsonl", 0), ("b.jsonl", 1), ("links.json", 0), ("links.json", 1)),
    ]
    rows = json.loads(asked("replay", "check", tmp_path, "--json", code=1).stdout)
    assert [row["legal"] for row in rows] == [True, True, False, True, True]
    assert rows[2]["turn"] == 4
    assert rows[2]["action"] == "discards slot 5"
    outcome = record.outcome()
    assert (rows[1]["score_zero"], rows[1]["end"]) == (outcome.score_zero, outcome.end)
    bad["actions"] = json.loads(own)["actions"]
    bad["score_kept"] = 31
    (tmp_path / "b.jsonl").write_text(json.dumps(bad), encoding="utf-8")
    message = asked("replay", "check", tmp_path / "b.jsonl", code=2).stderr
    assert "b.jsonl, game 0: score_kept: 31, but the game comes to" in message


def test_every_variant_that_is_covered_can_be_read() -> None:
    """Its name in a game, its number in a link."""
    deck = [{"suitIndex": 0, "rank": 1}]
    for one in live_variants().values():
        given = {
            "players": ["a", "b"],
            "deck": deck,
            "actions": [],
            "options": {"variant": one.name},
        }
        if one.why_not:
            with pytest.raises(UsageError, match="is not supported"):
                read_live(given)
        else:
            assert read_live(given).variant == one.name
            assert read_link(f"211a,00,{one.number}").variant == one.name
