"""A bot that misbehaves loses that game, and nobody else loses anything.

All these bots play like Calm until they draw a 0 at their second turn, so it is known beforehand
in which games, and at which seat, each of them misbehaves.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from hanabi_arena import Bot, Play, View
from hanabi_arena.api.registry import Registry
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.engine.stream import start_plain, stream_key
from hanabi_arena.match.mixed import Limits
from hanabi_arena.match.play import Player
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant
from tests.league.bots import hostile
from tests.league.bots.wild import ABOVE, BELOW, HUGE, LOOPS, RAISES
from tests.support import BOTS, arena, play, recorded, shared_folder, write_league

SEED = 5
TWO = 2

# What each says of its fault.
COSTS = {
    "Raises": "raised ValueError: boo and more (hostile.py, line ",
    "ExitsPython": "exited (3)",
    "ExitsUnprintably": "exited ((its text cannot be shown))",
    "FloodsPrint": "printed more than 100,000 characters in a game",
    "FloodsErrors": "printed more than 100,000 characters in a game",
    "Illegal": "illegal Discard(slot=0): a discard is impossible while all clue tokens are",
    "ReturnsNumber": "returned 3, which is no action (Play, Discard, ClueSuit, ClueRank, PlayDeck)",
    "ReturnsNothing": "returned None, which is no action",
    "ReturnsClass": "returned <class 'hanabi_arena.api.actions.Play'>, which is no action",
    "ReturnsUnprintable": "returned an object of Unprintable (its repr raises ZeroDivisionError)",
    "NegativeSlot": "illegal Play(slot=-1, announce=None): slot -1 does not exist; from 0 to 5",
    "HugeSlot": "slot 1000000000000000000000000000000 does not exist; from 0 to 5",
    "TrueSlot": "illegal Play(slot=True, announce=None): slot True is no whole number",
    "TextSlot": "slot '0' is no whole number",
    "UnprintableSlot": "illegal an object of Play (its repr raises ZeroDivisionError)",
    "EmptySlot": "illegal Play(slot=5, announce=None): there is no card in that slot",
    "RankZero": "rank 0 does not exist; from 1 to 5",
    "NoSuchSeat": "illegal ClueSuit(seat=5, suit=0): there is no such seat",
    "CluesItself": "a clue goes to a teammate, never to oneself",
    "Announces": "a suit is announced only in the choreography variant",
    "SubclassesPlay": "returned OtherPlay(slot=0, announce=None), which is no action",
    "LiesOfSlot": "slot 77 is no whole number",
    "LiesOfTarget": "seat 77 is no whole number",
    "StrRaises": "raised Silent: (its text cannot be shown)",
    "Recurses": "raised RecursionError: maximum recursion depth exceeded",
    "OutOfMemory": "raised MemoryError",
    "Interrupts": "raised KeyboardInterrupt (hostile.py, line ",
    "RaisesBase": "raised BaseException: base",
    "BlamesAnother": "raised Fault: it was not me",
    "PretendsToFlood": "it was printed by somebody else",
    "PretendsIllegal": "raised IllegalAction: there is no such rule",
    "ObservesBadly": "raised ValueError: seen",
}
HARMLESS = (
    "FloodsDescriptors",
    "ClosesOutput",
    "ChangesFolder",
    "ChangesDepth",
    "SetsAlarm",
    "SetsHandler",
    "LeavesThread",
    "ForgesView",
    "PrintsAndWatches",
    "NumpySlot",
)
ALWAYS = {
    "ConstructorRaises": "raised RuntimeError: not today",
    "StartRaises": "raised RuntimeError: no start",
    "NoAct": "raised NotImplementedError: NoAct has no act method",
}
STOPS = {
    "EndsProcess": "ended its process",
    "KillsProcess": "ended its process",
    "LoopsInPython": "took longer than 2 s for a move, and was stopped",
    "LoopsInC": "took longer than 2 s for a move, and was stopped",
}
WILD = {
    RAISES: "raised ValueError: wild",
    BELOW: "illegal action number -1: there is no such action",
    ABOVE: "illegal action number 115: there is no such action",
    HUGE: "illegal action number 1000000000000: there is no such action",
}


def name_of(cls: str) -> str:
    bot: type[Bot] = getattr(hostile, cls)
    return bot.name


@dataclass(frozen=True)
class Played:
    """A league that was played: what the command said, and the record."""

    said: str
    games: pd.DataFrame


def played(
    factory: pytest.TempPathFactory, name: str, games: int, bots: list[str], wild: list[int]
) -> Played:
    def make(folder: Path) -> None:
        write_league(
            folder / "league.yaml",
            name="hostile",
            seed=SEED,
            games=games,
            players=[TWO],
            bots=[
                "random",
                *(f"{BOTS / 'hostile.py'}:{bot}" for bot in ("Calm", *bots)),
                {"bot": f"{BOTS / 'wild.py'}:Wild", "grid": {"how": wild}},
            ],
            limits={"move-seconds": 2.0, "output-bytes": 100_000},
        )
        done = arena("run", "league.yaml", "--no-charts", "--jobs", "2", cwd=folder, code=4)
        (folder / "said.txt").write_text(done.out + done.err, encoding="utf-8")

    folder = shared_folder(factory, name, make)
    said = (folder / "said.txt").read_text(encoding="utf-8")
    return Played(said, recorded(folder / "results" / "hostile"))


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A league of all those whose misbehaviour is over at once."""
    bots = [*COSTS, *HARMLESS, *ALWAYS]
    return played(tmp_path_factory, "hostile-many", 6, bots, list(WILD))


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A league of those that take a process down, or keep it."""
    return played(tmp_path_factory, "hostile-few", 3, list(STOPS), [LOOPS])


def rows(games: pd.DataFrame, line_up: str) -> pd.DataFrame:
    found: Any = games[games["line_up"] == line_up].drop(columns=["line_up", "seats"])
    assert len(found)
    return pd.DataFrame(found.reset_index(drop=True))


def misbehaved(calm: pd.DataFrame) -> dict[int, int]:
    """Return the seat that misbehaves, by game: the first that draws a 0 at its second turn."""
    key = find_variant("base").deal_key(TWO)
    found = {}
    for game, turns in enumerate(calm["turns"]):
        for seat in range(TWO):
            state = start_plain(*stream_key(SEED, key, f"seat {seat}"), game)
            if turns > hostile.TRIGGER + seat and SeatRandom(state).below(3) == 0:
                found[game] = seat
                break
    return found


def check_faults(games: pd.DataFrame, line_up: str, text: str, late: int = 0) -> None:
    """Its fault, and its alone, is recorded in the games where it misbehaves, and nowhere else."""
    calm = rows(games, "calm")
    found = rows(games, line_up)
    expected = misbehaved(calm)
    assert expected
    assert len(found) == len(calm)
    for game in range(len(calm)):
        row, fair = found.loc[game], calm.loc[game]
        if game not in expected:
            assert row.to_dict() == fair.to_dict()
            continue
        turns = hostile.TRIGGER + expected[game] + late
        assert text in row["fault"]
        assert "\n" not in row["fault"]
        assert row["fault_seat"] == expected[game]
        assert (row["end"], row["score_zero"], row["score_kept"]) == ("fault", 0, 0)
        assert row["turns"] == len(row["actions"]) == turns
        assert row["actions"] == fair["actions"][:turns]


def test_misbehaviour_comes_from_both_seats(many: Played) -> None:
    assert set(misbehaved(rows(many.games, "calm")).values()) == {0, 1}


@pytest.mark.parametrize("cls", COSTS)
def test_a_fault_costs_its_game_alone(cls: str, many: Played) -> None:
    check_faults(many.games, name_of(cls), COSTS[cls], late=cls == "ObservesBadly")


@pytest.mark.parametrize("how", WILD)
def test_a_compiled_bots_fault_too(how: int, many: Played) -> None:
    check_faults(many.games, f"wild:how={how}", WILD[how])


@pytest.mark.parametrize("cls", HARMLESS)
def test_what_is_no_fault_changes_nothing(cls: str, many: Played) -> None:
    games = many.games
    assert rows(games, name_of(cls)).to_dict() == rows(games, "calm").to_dict()


@pytest.mark.parametrize("cls", ALWAYS)
def test_a_bot_that_cannot_start_loses_every_game(cls: str, many: Played) -> None:
    found = rows(many.games, name_of(cls))
    assert found["fault"].str.contains(ALWAYS[cls]).all()
    assert found["fault_seat"].tolist() == [0] * 6
    assert found["turns"].tolist() == [0] * 6


@pytest.mark.parametrize("cls", STOPS)
def test_a_process_that_ends_or_hangs_costs_its_game_alone(cls: str, few: Played) -> None:
    check_faults(few.games, name_of(cls), STOPS[cls])


def test_a_compiled_bot_that_hangs_too(few: Played) -> None:
    check_faults(few.games, f"wild:how={LOOPS}", STOPS["LoopsInC"])


@pytest.mark.parametrize("league", ["many", "few"])
def test_nobody_else_is_touched(league: str, request: pytest.FixtureRequest) -> None:
    games = request.getfixturevalue(league).games
    random = rows(games, "random")
    bot = Registry().find("random").load()
    alone = play(bot, bot, games=len(random), seed=SEED)
    assert random["turns"].tolist() == alone.results["turns"].tolist()
    assert random["score_kept"].tolist() == alone.results["score_kept"].tolist()
    assert (random["fault_seat"] == -1).all()
    assert (rows(games, "calm")["fault"] == "").all()


def test_the_run_tells_of_faults_and_how_to_see_them(many: Played) -> None:
    games = many.games
    faults = int((games["fault_seat"] >= 0).sum())
    lines = many.said.splitlines()
    at = lines.index(f"{faults} games ended by a fault of a bot:")
    for place in (1, 3, 5):
        told = re.fullmatch(r"  (\S+) \(seat (\d)\) (.+)", lines[at + place])
        shown = re.fullmatch(
            r"    arena run league\.yaml --line-up (\S+) --variant base --players 2 --game (\d)",
            lines[at + place + 1],
        )
        assert told
        assert shown
        assert told[1] == shown[1]
        row = rows(games, told[1]).loc[int(shown[2])]
        assert (row["fault"], row["fault_seat"]) == (told[3], int(told[2]))
    assert re.search(rf"and {faults - 3} more", lines[at + 7])


DIES = """
import multiprocessing
import os

from hanabi_arena import Bot

if multiprocessing.current_process().name != "MainProcess":
    os._exit(7)


class Dies(Bot):
    pass
"""


def test_a_bot_that_ends_every_worker_that_loads_it_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "dies.py").write_text(DIES, encoding="utf-8")
    words = ["--players", "2", "--games", "5", "--jobs", "1"]
    done = arena("run", "--bots", "dies.py", *words, cwd=tmp_path, code=2)
    assert (
        "error: worker processes end before they play anything, while they load "
        f"{tmp_path / 'dies.py'}:Dies"
    ) in done.err


# Limits


class Dawdles(Bot):
    """Takes a while."""

    pause: float = 0.0
    """Seconds a move."""

    def act(self, view: View) -> Play:
        time.sleep(self.pause)
        return Play(0)


class PrintsTooMuch(Bot):
    """Prints more than it may, and catches what comes of it."""

    def act(self, view: View) -> Play:
        for _ in range(3):
            try:
                print("x" * 400)
            except BaseException:
                continue
        return Play(0)


@pytest.mark.parametrize(
    ("bot", "params", "limits", "message"),
    [
        (Dawdles, {"pause": 0.06}, Limits(0.05, 60.0), "took longer than 0.05 s for a move"),
        (Dawdles, {"pause": 0.04}, Limits(30.0, 0.1), "took longer than 0.1 s for a game"),
        (
            PrintsTooMuch,
            {},
            Limits(30.0, 60.0, 1000),
            "printed more than 1,000 characters in a game",
        ),
        (Dawdles, {}, Limits(30.0, 60.0, 0), ""),
    ],
)
def test_limits_of_a_python_bot(
    bot: type[Bot], params: dict[str, Any], limits: Limits, message: str
) -> None:
    table = Seating(find_variant("base+strikes=99"), (bot, bot), (params, params), SEED)
    games = Player(table, limits=limits).play(0, 1)
    assert games.faults.get(0, "") == message


def test_only_what_is_printed_in_the_game_counts(capsys: pytest.CaptureFixture[str]) -> None:
    table = Seating(find_variant("base"), (PrintsTooMuch,) * 2, ({}, {}), SEED)
    assert Player(table, limits=Limits(output_bytes=10_000_000)).play(0, 3).faults == {}
    assert capsys.readouterr().out == ""
    Player(table, limits=Limits(output_bytes=-1)).play(0, 1)
    assert capsys.readouterr().out.startswith("x" * 400)
