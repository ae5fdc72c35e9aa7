"""The fixture `arena`: what its calls return, refuse and let pass."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest

from hanabi_arena import Bot, Discard, play
from hanabi_arena.api.view import View
from hanabi_arena.stats.intervals import mean_interval
from hanabi_arena.testing.arena import Arena, Defaults
from hanabi_arena.testing.played import Played
from tests.docs.pages import keys

Failed = pytest.fail.Exception
Skipped = pytest.skip.Exception


class Faulty(Bot):
    """Discards what it may not."""

    def act(self, view: View) -> Discard:
        return Discard(0)


def test_games_are_those_of_play(arena: Arena) -> None:
    played = arena.play("simple", players=2, games=60, variant="avalanche", seed="mine")
    same = play("simple", players=2, games=60, variant="avalanche", seed="mine")
    assert played.games.equals(same)
    assert (played.bot, played.players, played.variant) == ("simple", 2, "avalanche")
    assert played.mean_kept == same.score_kept.mean()
    assert played.mean_zero == same.score_zero.mean()
    scores = same.score_kept.to_numpy(float)
    expected = mean_interval(scores.mean(), scores.std(ddof=1) / 60**0.5, 60)
    assert played.interval() == pytest.approx(expected)
    assert (played.perfect_rate, played.strikeout_rate, played.faults) == (0, 0, 0)
    assert played.worst(2).score_kept.tolist() == sorted(same.score_kept)[:2]


@pytest.mark.arena(players=4, games=7, variant="rainbow", seed=3)
def test_a_marker_says_what_a_call_does_not(arena: Arena) -> None:
    played = arena.play("simple")
    assert (played.players, len(played.games), played.variant, played.seed) == (4, 7, "rainbow", 3)
    assert len(arena.play("simple", players=2, games=3).games) == 3


@pytest.mark.arena(players=4, games=7)
class TestMarkers:
    @pytest.mark.arena(games=5)
    def test_the_nearest_marker_has_the_say(self, arena: Arena) -> None:
        played = arena.play("random")
        assert (played.players, len(played.games)) == (4, 5)


def test_parameters_and_tables_of_several_bots(arena: Arena) -> None:
    one = arena.play("table-talk", players=2, games=5, keep_fives=False)
    assert "table-talk:keep_fives=false --seed 1 --variants base --players 2 --game" in str(one)
    mixed = arena.play(["simple", "random"], games=5)
    assert mixed.players == 2
    assert "arena run" not in str(mixed)


def test_a_fault_is_told(arena: Arena) -> None:
    played = arena.play(Faulty, players=2, games=4)
    assert played.faults == 4
    assert played.mean_kept == 0
    assert "4 games ended by a fault; the first:\n    deal 0, seat 0: illegal Discard" in str(
        played
    )
    assert f"{Path(__file__)}:Faulty" in str(played)


def test_no_games_have_no_figures(arena: Arena) -> None:
    played = arena.play("simple", players=2, games=0)
    assert math.isnan(played.mean_kept)
    assert (repr(played), str(played)) == ("<no games>", "no games")


def test_better_and_not_weaker(arena: Arena) -> None:
    found = arena.assert_better("value", than="simple", players=3)
    assert (found.a, found.b, found.verdict) == ("simple", "value", "better")
    assert arena.assert_not_weaker("value", than="simple", players=3).verdict == "not weaker"
    assert arena.assert_not_weaker("simple", than="simple", players=3).verdict == "identical"
    with pytest.raises(AssertionError, match="simple is not shown to be as good as value: weaker"):
        arena.assert_not_weaker("simple", than="value", players=3)
    with pytest.raises(AssertionError, match="better than value: no better") as told:
        arena.assert_better("simple", than="value", players=3)
    assert "worst for B" in str(told.value)
    # The two that failed were told by their messages.
    assert len(arena.untold()) == 3


def test_what_cannot_be_decided(arena: Arena) -> None:
    few = {"than": "value", "players": 3, "max_games": 20}
    with pytest.raises(AssertionError, match="inconclusive"):
        arena.assert_better("hints", **few)  # type: ignore[arg-type]
    with pytest.raises(Skipped, match="inconclusive"):
        arena.assert_better("hints", inconclusive="skip", **few)  # type: ignore[arg-type]
    found = arena.assert_better("hints", inconclusive="pass", **few)  # type: ignore[arg-type]
    assert found.verdict == "inconclusive"
    with pytest.raises(Failed, match="fail, pass or skip"):
        arena.assert_better("hints", inconclusive="so what", **few)  # type: ignore[arg-type]


def test_a_bot_that_fails_is_not_as_good(arena: Arena) -> None:
    with pytest.raises(AssertionError, match="failed in some games"):
        arena.assert_not_weaker(f"{__file__}:Faulty", than="random", players=2, games=50)


def test_misuse_fails_in_words(arena: Arena) -> None:
    with pytest.raises(Failed, match='no bot "smrt"'):
        arena.play("smrt", players=2)
    with pytest.raises(Failed, match="say how many"):
        arena.play("simple")
    with pytest.raises(Failed, match="no such baseline; record it: pytest --arena-promote"):
        arena.assert_not_weaker("simple", than="not-there.json")


def promoting(folder: Path, recorded: dict[Path, str]) -> Arena:
    return Arena(Defaults(players=2, games=40), here=folder, promoted=recorded)


def test_a_baseline_is_recorded_and_held(tmp_path: Path) -> None:
    recorded: dict[Path, str] = {}
    with pytest.raises(Skipped, match=r"recorded one\.json: 40 deals of simple"):
        promoting(tmp_path, recorded).assert_not_weaker("simple", than="one.json")
    # Another test of the same bot in the same session, and another session.
    for known in (recorded, {}):
        with pytest.raises(Skipped):
            promoting(tmp_path, known).assert_not_weaker("simple", than=Path("one.json"))
    with pytest.raises(Failed, match="recorded of simple: give every bot a file of its own"):
        promoting(tmp_path, recorded).assert_not_weaker("random", than="one.json")
    holding = Arena(Defaults(), here=tmp_path)
    assert holding.assert_not_weaker("simple", than="one.json").verdict == "identical"
    with pytest.raises(Failed, match=r'no bot in .*one\.json "random"'):
        holding.assert_not_weaker("random", than="one.json")


def test_a_baseline_of_several_bots_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    file.write_text(json.dumps({"bots": {"simple": {}, "random": {}}}), encoding="utf-8")
    with pytest.raises(Failed, match="holds several bots: arena gate CONFIG --promote"):
        promoting(tmp_path, {}).assert_not_weaker("simple", than="all.json")
    assert "random" in file.read_text(encoding="utf-8")


def test_the_page_lists_every_keyword_of_the_marker_and_every_figure() -> None:
    _, *listed = keys("testing-bots.md", "The marker, the options")
    assert listed == list(Defaults.__dataclass_fields__)
    figures = {name for name in (*vars(Played), "games", "seed", "variant") if name[0] != "_"}
    assert {re.split(r"\W", name)[0] for name in keys("testing-bots.md", "That it scores")} == {
        *figures,
        "played",
    }
