"""What the command line plays, a notebook plays: the same games, as a DataFrame."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from pandas.testing import assert_frame_equal

import hanabi_arena
from hanabi_arena import Bot, Play, View
from hanabi_arena.errors import BotError, RulesError, UnknownName, UsageError
from tests.league.bots.hostile import Calm, Raises
from tests.support import BOTS, arena, recorded

COLUMNS = [
    "line_up",
    "variant",
    "players",
    "game",
    "seats",
    "score_zero",
    "score_kept",
    "end",
    "turns",
    "strikes",
    "clues",
    "discards",
    "critical_losses",
    "fault_seat",
    "fault",
    "actions",
]


def test_the_names_at_the_top_are_sorted_and_there() -> None:
    assert hanabi_arena.__all__ == sorted(hanabi_arena.__all__)
    assert set(hanabi_arena.__all__) == set(hanabi_arena._HOMES)
    for name in hanabi_arena.__all__:
        home = importlib.import_module(f"hanabi_arena.{hanabi_arena._HOMES[name]}")
        assert getattr(hanabi_arena, name) is getattr(home, name)
    assert set(hanabi_arena.__all__) <= set(dir(hanabi_arena))
    with pytest.raises(AttributeError, match="no attribute 'plai'"):
        hanabi_arena.plai  # noqa: B018  # that is the point
    kernels = importlib.import_module("hanabi_arena.kernels")
    for name in kernels.__all__:
        assert hasattr(kernels, name)


def test_a_row_a_game() -> None:
    games = hanabi_arena.play("simple", players=3, games=20, variant="rainbow", seed=4)
    assert list(games.columns) == COLUMNS
    assert games["game"].tolist() == list(range(20))
    assert set(games["line_up"]) == {"simple"}
    assert set(games["variant"]) == {"rainbow"}
    assert (games["players"] == 3).all()
    assert set(games["seats"]) == {"simple+simple+simple"}
    assert games["score_kept"].mean() > 5
    again = hanabi_arena.play("simple", players=3, games=20, variant={"rainbow": True}, seed=4)
    assert_frame_equal(games, again)
    assert len(hanabi_arena.play("simple", players=2, games=0)) == 0


def test_the_same_games_as_the_command_line(tmp_path: Path) -> None:
    words = ["--players", "2", "--games", "15", "--seed", "9", "--variants", "avalanche"]
    arena("run", "--bots", "random,random-python", *words, "--no-charts", cwd=tmp_path)
    run = recorded(tmp_path / "results" / "run")
    for name in ("random", "random-python"):
        games = hanabi_arena.play(name, players=2, games=15, seed=9, variant="avalanche")
        found = run[run["line_up"] == name].reset_index(drop=True)
        for column in COLUMNS[:-1]:
            assert games[column].astype(str).tolist() == found[column].astype(str).tolist()
        assert [tuple(one) for one in games["actions"]] == found["actions"].tolist()


def test_bots_seat_by_seat() -> None:
    games = hanabi_arena.play(["random", "simple", Calm], games=3)
    assert set(games["line_up"]) == {"random/simple/calm"}
    assert set(games["seats"]) == {"random+simple+calm"}
    assert (games["players"] == 3).all()
    assert set(hanabi_arena.play([Calm, Calm], players=2, games=1)["line_up"]) == {"calm"}


def test_bots_come_by_name_place_or_class() -> None:
    place = f"{BOTS / 'hostile.py'}:Calm"
    games = [
        hanabi_arena.play(bot, players=2, games=5)["turns"].tolist()
        for bot in (Calm, place, f"{BOTS / 'wild.py'}:Wild", f"{BOTS / 'wild.py'}:Wild:how=0")
    ]
    assert games[0] == games[1] == games[2] == games[3]


class Set(Bot):
    """Ends its game by a fault that tells its parameters."""

    level: int = 1
    word: str = "x"

    def act(self, view: View) -> Play:
        raise ValueError(f"{self.level} {self.word}")


def test_parameters_are_keywords() -> None:
    told = hanabi_arena.play(Set, players=2, games=1, level=5, word="y")["fault"][0]
    assert told.startswith("raised ValueError: 5 y ")
    assert "1 x" in hanabi_arena.play(Set, players=2, games=1)["fault"][0]


def test_a_fault_is_a_row_and_no_error() -> None:
    games = hanabi_arena.play(["random", Raises], games=30)
    faulted = games[games["fault_seat"] >= 0]
    assert 0 < len(faulted) < 30
    assert set(faulted["end"]) == {"fault"}
    assert faulted["fault"].str.startswith("raised ValueError: boo").all()
    assert set(games.loc[games["fault_seat"] < 0, "fault"]) == {""}


def test_a_person_can_interrupt() -> None:
    class Interrupted(Bot):
        def act(self, view: View) -> Play:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hanabi_arena.play(Interrupted, players=2, games=1)


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ({"bot": "simple"}, UsageError, "players: say how many"),
        ({"bot": "smiple", "players": 2}, UnknownName, 'Did you mean "simple"?'),
        ({"bot": "simple", "players": 7}, RulesError, "7 players: Hanabi is played by 2 to 6"),
        ({"bot": "simple", "players": 1}, RulesError, "1 players"),
        ({"bot": ["simple", "random"], "players": 3}, UsageError, "2 bots for 3 players"),
        ({"bot": "simple", "players": 2, "games": -1}, UsageError, "games: -1 is negative"),
        ({"bot": "simple", "players": 2, "variant": "bsae"}, UnknownName, 'Did you mean "base"?'),
        ({"bot": "simple", "players": 2, "level": 3}, BotError, 'no parameter "level"'),
        ({"bot": "table-talk", "players": 2, "discard": "x"}, BotError, "oldest | newest"),
        ({"bot": int, "players": 2}, UsageError, "int is not a bot"),
        ({"bot": [Calm, Calm], "level": 3}, BotError, 'no parameter "level"'),
    ],
)
def test_mistakes_are_explained(
    words: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        hanabi_arena.play(**words)
    assert message in str(caught.value)


def test_what_a_bot_does_not_play_is_refused() -> None:
    picky = type("Picky", (Calm,), {"players": (4,)})
    with pytest.raises(UsageError, match="picky plays with 4 players only"):
        hanabi_arena.play(picky, players=2)
