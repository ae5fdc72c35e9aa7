"""`arena replay` on runs, files and links: show, export, link, continue; notes of bots."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hanabi_arena import Bot, CardSet, play
from hanabi_arena.api.actions import ACTIONS, Action
from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.registry import Registry
from hanabi_arena.api.view import Turn, View
from hanabi_arena.cli import main
from hanabi_arena.errors import UsageError
from hanabi_arena.interop.arena_format import read_game
from hanabi_arena.interop.hanab_live.export import live_game
from hanabi_arena.interop.hanab_live.game import live_object, read_live
from hanabi_arena.interop.hanab_live.link import read_link
from hanabi_arena.interop.hanab_live.notes import bot_notes, note_text
from hanabi_arena.interop.hanab_live.replayed import replayed
from hanabi_arena.match.play_on import play_on, redealt
from hanabi_arena.match.replay import GameRecord, deal_deck
from hanabi_arena.match.seats import Seating
from hanabi_arena.match.site_seeds import site_deck
from hanabi_arena.match.transcript import parse_transcript
from hanabi_arena.rules import CARDS, find_variant
from tests.support import arena, shared_folder, write_league

FILE = Path(__file__).parents[1] / "data" / "human-games.json"
GAMES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
BASE = find_variant("base")
PRISM = "Prism (5 Suits)"


def asked(*words: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(main, list(map(str, words)))
    assert result.exit_code == code, result.output
    return result


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs: one with a seed of the site, one with a seed of our own."""

    def make(folder: Path) -> None:
        for name, seed in (("site", "hanab.live:p3v0s1"), ("own", 7)):
            write_league(
                folder / f"{name}.yaml",
                seed=seed,
                games=3,
                players=[2, 3],
                variants=["base", PRISM],
                bots=["simple", "random"],
                line_ups=["self-play", {"seats": ["simple", "random", "simple"], "name": "mixed"}],
            )
            arena("run", f"{name}.yaml", "--jobs", "1", "--no-charts", cwd=folder)

    return shared_folder(tmp_path_factory, "live", make) / "results"


# Runs out.


def test_a_recorded_game_is_exported_for_the_site(runs: Path) -> None:
    words = ["--line-up", "mixed", "--variant", PRISM, "--players", "3", "--game", "2"]
    told = json.loads(asked("replay", "export", runs / "site", *words).stdout)
    assert told["players"] == ["simple", "random", "simple 2"]
    assert told["options"] == {"variant": PRISM}
    assert told["seed"] == "p3v0s3"
    found = replayed(read_live(told))
    assert found.seed == "p3v0s3"
    assert found.record.deck == site_deck(find_variant(PRISM), "p3v0s3")
    words += ["--format", "arena"]
    own = read_game(json.loads(asked("replay", "export", runs / "site", *words).stdout))
    assert own.actions == found.record.actions
    assert own.outcome() == found.outcome


def test_no_seed_is_exported_that_does_not_deal_the_deck(runs: Path) -> None:
    told = json.loads(asked("replay", "export", runs / "own", "--game", "1").stdout)
    assert "seed" not in told
    assert "notes" not in told
    rows = asked("replay", "export", runs / "own", "--format", "hanab.live").stdout.splitlines()
    assert len(rows) == (2 * 2 + 1) * 2 * 3
    checked = asked("replay", "check", runs / "own").stdout.splitlines()
    assert checked[-1] == f"{len(rows)} games · {len(rows)} legal · 0 illegal"


def test_a_recorded_game_has_a_link(runs: Path) -> None:
    words: list[str | Path] = [runs / "site", "--line-up", "mixed", "--players", "3", "--game", "1"]
    link = asked("replay", "link", *words, "--turn", "5").stdout.strip()
    assert re.fullmatch(r"https://hanab\.live/shared-replay-json/[\w,-]+#5", link)
    told = json.loads(asked("replay", "export", *words).stdout)
    assert read_link(link).actions == read_live(told).actions
    assert asked("replay", "link", link).stdout.strip() == link.removesuffix("#5")
    assert "the game has" in asked("replay", "link", *words, "--turn", "300", code=2).stderr


# Games in.


def test_a_game_of_a_file_or_a_link_is_shown() -> None:
    shown = asked("replay", "show", FILE, "--game", "12")
    record = parse_transcript(shown.stdout)
    assert record.deck == tuple(
        card["suitIndex"] * 5 + card["rank"] - 1 for card in GAMES[12]["deck"]
    )
    assert "note: the site stopped it" in shown.stderr
    page = asked("replay", "show", FILE, "--game", "12", "--turn", "7", "--seat", "1").stdout
    assert page.startswith(f"{FILE}, game 12 · base · turn 7 of {len(record.actions)}\n")
    (own,) = (line for line in page.splitlines() if "seat 1  Bob" in line)
    assert own.count("xx") + own.count("slot") >= 3
    assert "Cathy" in page
    link = asked("replay", "link", FILE, "--game", "12").stdout.strip()
    assert parse_transcript(asked("replay", "show", link).stdout).actions == record.actions
    last = asked("replay", "show", link, "--turn", str(len(record.actions) + 1)).stdout
    assert last.splitlines()[-1] == "note: the site stopped it, for no more points can be made"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([FILE, "--game", "50"], "no game 50; it holds 50, counted from 0"),
        ([FILE, "--line-up", "x"], "are for the folder of a run"),
        ([FILE, "--turn", "100"], "--turn 100: the game has 65 turns, then its end"),
        ([FILE, "--seat", "2"], "--seat 2: there are seats 0 to 1"),
    ],
)
def test_what_a_file_has_not_is_not_shown(words: list[str | Path], message: str) -> None:
    assert message in asked("replay", "show", *words, code=2).stderr


def test_the_legal_part_of_an_illegal_game_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    bad = GAMES[0] | {"actions": [*GAMES[0]["actions"][:6], {"type": 0, "target": 49}]}
    path.write_text(json.dumps(bad), encoding="utf-8")
    shown = asked("replay", "show", path)
    assert len(parse_transcript(shown.stdout).actions) == 6
    assert "illegal in turn 7: plays card 49 of the deck" in shown.stderr
    assert "turn 7" in asked("replay", "export", path, "--game", "0", code=2).stderr


# Played on.


def test_bots_that_play_a_game_on_from_its_start_play_it_as_they_did(runs: Path) -> None:
    """Also from any later turn: their memory is what it was, compiled or not."""
    for bots in (("simple",) * 3, ("table-talk",) * 3, ("table-talk-python",) * 3):
        games = play(bots[0], players=3, games=2, seed=5)
        for game, actions in enumerate(games["actions"]):
            record = GameRecord(BASE, 3, deal_deck(BASE, 3, 5, game), tuple(actions), bots)
            found = tuple(Registry().find(name).load() for name in bots)
            seating = Seating(BASE, found, ({},) * 3, 5)
            for turn in (1, 2, len(actions) // 2, len(actions)):
                (one,) = play_on(record, turn, seating, bots)
                assert one.record.actions == record.actions
                assert one.outcome == record.outcome()


def test_cards_that_nobody_has_seen_are_dealt_again() -> None:
    record = replayed(read_live(GAMES[20])).record
    for turn in (1, 15, 30):
        seen = len(record.deck) - int(record.played(turn - 1).table.deck_count)
        decks = [redealt(record, turn, 1, game) for game in range(20)]
        assert len(set(decks)) == 20
        assert decks == [redealt(record, turn, 1, game) for game in range(20)]
        assert decks[0] != redealt(record, turn, 2, 0)
        for deck in decks:
            assert deck[:seen] == record.deck[:seen]
            assert sorted(deck) == sorted(record.deck)


def test_what_a_seat_has_not_seen_is_dealt_again_as_the_clues_allow() -> None:
    record = replayed(read_live(GAMES[24])).record
    turn, seat = 25, 1
    before = record.played(turn - 1)
    own = [int(order) for order in before.table.order[seat][: int(before.table.hand_count[seat])]]
    hands = set()
    for game in range(30):
        deck = redealt(record, turn, 1, game, seat)
        other = replace(record, deck=deck).played(turn - 1)  # the same actions are legal
        for name in ("possible", "clued", "stacks", "discards", "hand_count"):
            assert (other.table[name] == before.table[name]).all(), name
        same = [place for place in range(len(deck)) if deck[place] != record.deck[place]]
        assert all(place in own or place >= 50 - int(before.table.deck_count) for place in same)
        hands.add(tuple(deck[place] for place in own))
    assert len(hands) > 5


def test_every_order_of_the_unseen_cards_is_as_likely_as_the_others() -> None:
    """Four cards left in the deck, two of them alike: twelve orders."""
    rules = find_variant("small+suits=1+hand-size=2")
    record = GameRecord(rules, 3, (0, 0, 1, 2, 0, 1, 3, 4, 2, 3), ())
    seen = Counter(redealt(record, 1, 9, game)[6:] for game in range(2400))
    assert len(seen) == 12
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < 40  # chi-square, 11 degrees


def test_a_human_game_is_taken_over() -> None:
    words: list[str | Path] = ["replay", "continue", FILE, "--game", "20", "--turn", "12"]
    told = json.loads(asked(*words, "--bots", "simple", "--games", "8", "--format", "json").stdout)
    assert [one["game"] for one in told["games"]] == list(range(8))
    assert len({one["score_zero"] for one in told["games"]}) > 1
    mean = sum(one["score_zero"] for one in told["games"]) / 8
    assert told["mean_zero"] == pytest.approx(mean)
    assert told["as_it_was"]["score_zero"] == GAMES[20]["score"]
    again = asked(*words, "--bots", "simple", "--games", "8", "--format", "json").stdout
    assert json.loads(again) == told
    shown = asked(*words, "--bots", "simple", "--games", "8").stdout
    assert f"played on   {mean:.2f} ±" in shown
    lines = asked(*words, "--bots", "simple", "--format", "hanab.live").stdout.splitlines()
    (game,) = (read_live(json.loads(line)) for line in lines)
    assert game.actions[:11] == read_live(GAMES[20]).actions[:11]
    assert game.deck == read_live(GAMES[20]).deck
    lines = asked(*words, "--bots", "simple", "--games", "2", "--format", "arena").stdout.split(
        "\n"
    )
    for line in lines[:-1]:
        assert read_game(json.loads(line)).actions[:11] == tuple(
            replayed(read_live(GAMES[20])).record.actions[:11]
        )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--turn", "400", "--bots", "simple"], "turn 400: bots can take the game over before"),
        (["--turn", "3", "--bots", "smiple"], 'no bot "smiple". Did you mean "simple"?'),
        (["--turn", "3", "--bots", "simple,simple,simple"], "names 3 bots; the game has 2 seats"),
        (["--turn", "3", "--bots", "cox-information"], "plays with 5 players only"),
        (["--turn", "3", "--bots", "simple:x=1"], "no parameter"),
        (["--turn", "3", "--bots", "simple", "--seat", "1"], "--seat 1: it goes with --games"),
        (["--turn", "3", "--bots", "simple", "--games", "2", "--seat", "2"], "seats 0 to 1"),
    ],
)
def test_what_cannot_be_played_on_is_refused(words: list[str], message: str) -> None:
    assert message in asked("replay", "continue", FILE, *words, code=2).stderr


def test_a_fault_of_a_bot_that_plays_on_is_told(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "lazy.py").write_text(
        "from hanabi_arena import Bot\n\n\nclass Lazy(Bot):\n"
        '    """Never acts."""\n\n    def act(self, view):\n        return None\n',
        encoding="utf-8",
    )
    words: list[str | Path] = ["--turn", "5", "--bots", "lazy", "--plugins", tmp_path / "bots"]
    result = asked("replay", "continue", FILE, *words, code=4)
    assert "fault of lazy in game 0: returned None, which is no action" in result.stderr


# Notes.


class Believing(Bot):
    """Plays its oldest card, and takes its newest one for a red 1 or a blue 3."""

    def act(self, view: View) -> Action:
        return view.legal_actions[0]

    def beliefs(self, view: View) -> list[Belief]:
        newest = Belief(CardSet([CARDS[0], CARDS[17]]))
        others = [Belief(), *(Belief(note="f") for _ in view.hand[2:])]
        return [*others, newest][-len(view.hand) :]


class Silent(Bot):
    """Plays its oldest card, and shows no beliefs."""

    def act(self, view: View) -> Action:
        return view.legal_actions[0]

    def observe(self, view: View, turn: Turn) -> None:
        assert ACTIONS[turn.action.code] == turn.action


def test_beliefs_become_notes() -> None:
    rules = find_variant("base+strikes=99")
    deck = deal_deck(rules, 2, 3, 0)
    seating = Seating(rules, (Believing, Silent), ({}, {}), 3)
    (one,) = play_on(GameRecord(rules, 2, deck, ()), 1, seating, ("believing", "silent"))
    notes = bot_notes(one.record, (Believing, Silent), ({}, {}), 3)
    assert set(notes[1]) == {""}
    assert set(notes[0]) >= {"r1,b3", "f", ""}
    assert bot_notes(one.record, (Silent, Silent), ({}, {}), 3) == ()
    usual = GameRecord(BASE, 2, deck, one.record.actions[:4])
    told = live_object(live_game(usual, notes=notes))
    assert told["notes"] == [list(texts) for texts in notes]
    assert read_live(told).notes == notes
    assert note_text(BASE, Belief()) == ""


def test_a_game_cannot_be_played_on_before_it_begins() -> None:
    record = replayed(read_live(GAMES[20])).record
    seating = Seating(BASE, (Silent,) * record.players, ({},) * record.players, 1)
    with pytest.raises(UsageError, match="turn 0: bots can take the game over before turns 1 to"):
        list(play_on(record, 0, seating, ("silent",) * record.players))
