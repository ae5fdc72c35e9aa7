"""What a league file asks for: entries, variants, line-ups, and who sits where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hanabi_arena.league.plan import Plan, params_text, parse_bot
from hanabi_arena.league.schedule import Part, cut, missing_ranges
from hanabi_arena.league.store import cell_folder, cell_slug, slug
from tests.support import plan_of, write_league

PICKY = '''
from hanabi_arena import Bot, Play

class Picky(Bot):
    """Plays with two or three, without rainbows."""

    players = (2, 3)
    refuses = {"rainbow": "it knows no rainbows"}
    level: int = 1
    sharp: bool = False
    name_of_it: str = "x"
    weights: list[float] = [1.0]

    def act(self, view):
        return Play(0)
'''


@pytest.fixture
def plan(tmp_path: Path) -> Any:
    (tmp_path / "picky.py").write_text(PICKY, encoding="utf-8")

    def make(**keys: Any) -> Plan:
        return plan_of(write_league(tmp_path / "league.yaml", **keys))

    return make


def test_defaults(plan: Any) -> None:
    made = plan(bots=["simple"])
    assert [cell.key for cell in made.cells] == [
        ("simple", "base", count) for count in (2, 3, 4, 5)
    ]
    league = made.league
    assert (league.name, league.seed, league.games) == ("league", 1, 1000)
    assert (league.limits.move_seconds, league.limits.game_seconds) == (10.0, 120.0)
    assert (made.strikeout, league.report.verdict_scale) == ("zero", "federation")
    assert league.record_actions
    assert made.skipped == made.notes == ()


def test_entries_have_names_and_parameters(plan: Any) -> None:
    made = plan(
        bots=[
            "random",
            "picky.py",
            {"bot": "picky.py:Picky", "name": "picky-two", "params": {"level": 2}},
            {"bot": "picky.py", "params": {"sharp": True}},
            "picky.py:Picky:level=5,sharp=yes",
            {"bot": "picky.py", "grid": {"level": [7, 8], "sharp": [True, False]}},
            {"bot": "picky.py", "name": "mine", "params": {"level": 9}, "grid": {"sharp": [True]}},
        ],
        players=[2],
    )
    assert {name: entry.params for name, entry in made.entries.items()} == {
        "random": {},
        "picky": {},
        "picky-two": {"level": 2},
        "picky:sharp=true": {"sharp": True},
        "picky:level=5,sharp=true": {"level": 5, "sharp": True},
        "picky:level=7,sharp=true": {"level": 7, "sharp": True},
        "picky:level=7,sharp=false": {"level": 7, "sharp": False},
        "picky:level=8,sharp=true": {"level": 8, "sharp": True},
        "picky:level=8,sharp=false": {"level": 8, "sharp": False},
        "mine:sharp=true": {"level": 9, "sharp": True},
    }
    assert made.entries["picky"].checked == {
        "level": 1,
        "sharp": False,
        "name_of_it": "x",
        "weights": [1.0],
    }
    assert made.entries["picky"].spec.name == made.entries["mine:sharp=true"].spec.name == "picky"


@pytest.mark.parametrize(
    ("text", "bot", "params"),
    [
        ("simple", "simple", {}),
        ("a:x=1", "a", {"x": 1}),
        ("a:x=1,y-z=no,f=0.5,l=", "a", {"x": 1, "y_z": False, "f": 0.5, "l": None}),
        ("a:s=b:c", "a", {"s": "b:c"}),
        ("k=v/b.py:C", "k=v/b.py:C", {}),
        ("b.py:C", "b.py:C", {}),
        ("b.py:C:x=1", "b.py:C", {"x": 1}),
        ("b.py:x=1", "b.py", {"x": 1}),
        ("m.n:C", "m.n:C", {}),
        ("m.n:C:x=1,y=2", "m.n:C", {"x": 1, "y": 2}),
    ],
)  # fmt: skip
def test_a_bot_with_parameters_in_one_word(text: str, bot: str, params: dict[str, Any]) -> None:
    assert parse_bot(text) == (bot, params)


def test_parameters_as_part_of_a_name() -> None:
    assert params_text({}) == ""
    assert params_text({"a": True, "b": "x", "c": 0.5}) == ":a=true,b=x,c=0.5"


def seatings(made: Plan, name: str, players: int, games: int = 4) -> list[tuple[str, ...]]:
    (line_up,) = (line_up for line_up in made.line_ups if line_up.name == name)
    return [line_up.seating(players, game) for game in range(games)]


def test_self_play_and_pairs(plan: Any) -> None:
    made = plan(bots=["random", "simple", "table-talk"], line_ups=["self-play", "pairs"])
    assert [line_up.name for line_up in made.line_ups] == [
        "random",
        "simple",
        "table-talk",
        "random+simple",
        "random+table-talk",
        "simple+random",
        "simple+table-talk",
        "table-talk+random",
        "table-talk+simple",
    ]
    assert seatings(made, "simple", 3) == [("simple",) * 3] * 4
    # The guest's seat is the deal's number modulo the players.
    assert seatings(made, "random+simple", 3) == [
        ("random", "simple", "simple"),
        ("simple", "random", "simple"),
        ("simple", "simple", "random"),
        ("random", "simple", "simple"),
    ]
    assert seatings(made, "simple+random", 2, 2) == [("simple", "random"), ("random", "simple")]
    (line_up,) = (line_up for line_up in made.line_ups if line_up.name == "random+simple")
    assert [line_up.rotations(players) for players in (2, 5)] == [2, 5]
    assert line_up.members == ("random", "simple")


def test_one_among_and_seats(plan: Any) -> None:
    made = plan(
        bots=["random", "simple", "table-talk"],
        players=[2, 4],
        line_ups=[
            {"one-among": {"guest": "random", "hosts": ["simple", "table-talk", "random"]}},
            {"seats": ["simple", "random", "simple"]},
            {"seats": ["random"] * 5, "name": "five-of-them"},
        ],
    )
    assert [line_up.name for line_up in made.line_ups] == [
        "random+simple",
        "random+table-talk",
        "random",
        "simple/random/simple",
        "five-of-them",
    ]
    # Seats play at their own number of players alone, whatever the league's are.
    assert [cell.key for cell in made.cells] == [
        ("random+simple", "base", 2),
        ("random+simple", "base", 4),
        ("random+table-talk", "base", 2),
        ("random+table-talk", "base", 4),
        ("random", "base", 2),
        ("random", "base", 4),
        ("simple/random/simple", "base", 3),
        ("five-of-them", "base", 5),
    ]
    assert seatings(made, "simple/random/simple", 3) == [("simple", "random", "simple")] * 4
    assert seatings(made, "random", 2, 1) == [("random", "random")]


def test_a_line_up_that_two_ways_ask_for_is_one(plan: Any) -> None:
    made = plan(
        bots=["random", "simple"],
        line_ups=["pairs", {"one-among": {"guest": "random", "hosts": ["simple"]}}],
    )
    assert [line_up.name for line_up in made.line_ups] == ["random+simple", "simple+random"]


def test_variants_come_by_name_and_by_switches(plan: Any) -> None:
    made = plan(
        bots=["simple"],
        variants=[
            "base",
            "avalanche",
            {"avalanche": True, "bouquet-final": True},
            {"rainbow": True},
            {"variant": "rainbow", "strikes": 1, "name": "hard-rainbow"},
            {"hand-size": 6},
            "choreography+strikes=1",
        ],
        rules={"strikeout": "kept", "first-seat": 1},
    )
    assert [rules.name for rules in made.variants] == [
        "base",
        "avalanche",
        "avalanche+bouquet-final",
        "rainbow",
        "hard-rainbow",
        "hand-size=6",
        "choreography+strikes=1",
    ]
    assert {rules.settings.first_seat for rules in made.variants} == {1}
    assert made.strikeout == "kept"
    assert made.variants[4].settings.strikes == 1


def test_what_a_bot_cannot_play_is_skipped_with_a_line(plan: Any) -> None:
    made = plan(
        bots=["picky.py", "random"],
        players=[2, 4],
        variants=["base", "rainbow", "very-small", {"rainbow": True, "hand-size": 6, "name": "r6"}],
        line_ups=["self-play", {"seats": ["picky", "random", "random", "random"]}],
    )
    assert made.skipped == (
        "skipped picky at 4 players, picky/random/random/random at 4 players: "
        "picky in base: plays with 2, 3 players only",
        "skipped picky at 2 players: picky in rainbow: does not play rainbow: it knows no rainbows",
        "skipped picky at 4 players, picky/random/random/random at 4 players: "
        "picky in rainbow: plays with 2, 3 players only",
        "skipped picky at 4 players, picky/random/random/random at 4 players: "
        "picky in very-small: plays with 2, 3 players only",
        "skipped picky at 2 players: picky in r6: does not play rainbow: it knows no rainbows",
        "skipped picky at 4 players, picky/random/random/random at 4 players: "
        "picky in r6: plays with 2, 3 players only",
    )
    assert [cell.key for cell in made.cells] == [
        ("picky", "base", 2),
        ("random", "base", 2),
        ("random", "base", 4),
        ("random", "rainbow", 2),
        ("random", "rainbow", 4),
        ("picky", "very-small", 2),
        ("random", "very-small", 2),
        ("random", "very-small", 4),
        ("random", "r6", 2),
        ("random", "r6", 4),
    ]


def test_plugin_folders_and_paths_are_relative_to_the_file(
    plan: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "own.py").write_text(PICKY.replace("Picky", "Own"), encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    made = plan(bots=["own", "picky.py"], plugins=["plugins"], players=[2])
    assert list(made.entries) == ["own", "picky"]


# Parts


def test_what_is_missing_is_cut_at_fixed_places() -> None:
    assert list(missing_ranges([], 10)) == [(0, 10)]
    assert list(missing_ranges([(0, 10)], 10)) == []
    assert list(missing_ranges([(0, 20)], 10)) == []
    assert list(missing_ranges([(2, 3), (7, 1)], 10)) == [(0, 2), (5, 2), (8, 2)]
    assert list(missing_ranges([(7, 1), (0, 5), (3, 2)], 10)) == [(5, 2), (8, 2)]
    assert list(missing_ranges([(12, 5)], 10)) == [(0, 10)]
    parts = list(cut(3, iter([(0, 2), (5, 12)]), 4))
    assert parts == [Part(3, 0, 2), Part(3, 5, 3), Part(3, 8, 4), Part(3, 12, 4), Part(3, 16, 1)]


def test_a_part_is_split_around_a_game() -> None:
    part = Part(0, 5, 4)
    assert part.split_at(5) == (None, Part(0, 6, 3))
    assert part.split_at(6) == (Part(0, 5, 1), Part(0, 7, 2))
    assert part.split_at(8) == (Part(0, 5, 3), None)
    assert Part(0, 5, 1).split_at(5) == (None, None)


def test_every_cell_has_a_folder_of_its_own(plan: Any) -> None:
    made = plan(
        bots=[
            {"bot": "picky.py", "grid": {"name_of_it": ["a b", "a_b", "a/b", "..", "x" * 300]}},
            {"bot": "random", "name": "a_b"},
            {"bot": "random", "name": "a"},
            {"bot": "random", "name": "b"},
        ],
        players=[2],
        line_ups=["self-play", {"seats": ["a", "b"]}, "pairs"],
    )
    folders = [cell_folder(cell) for cell in made.cells]
    assert len({folder.lower() for folder in folders}) == len(folders) == len(made.cells)
    for folder in folders:
        variant, players, line_up = folder.split("/")
        assert (variant, players) == ("base", "2p")
        assert line_up.strip(".") == line_up
        assert len(line_up) < 200
        assert set(line_up) <= set(slug("a+b=c.d_e-f") + "abcdefghijklmnopqrstuvwxyz0123456789")
    assert cell_slug("a+b", "base", 3) == "base/3p/a+b"
