"""A bot that is another program, and misbehaves, loses that game, and nobody else loses anything.

The impolite programs play slot 0 until their second turn; whether they then misbehave depends on
the number that the deal gives them, so it is known beforehand in which games and at which seat.
"""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd
import pytest

from hanabi_arena import Bot, Card, CardSet, Play, View
from hanabi_arena.api import program_bot
from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.program import Program
from hanabi_arena.api.program_bot import close_programs, restarts
from hanabi_arena.api.stream import SeatRandom
from hanabi_arena.api.wire import ProgramFault, read_beliefs
from hanabi_arena.engine.stream import start_plain, stream_key
from hanabi_arena.errors import ConfigError
from hanabi_arena.match.batch import Games
from hanabi_arena.match.mixed import Limits
from hanabi_arena.match.play import Player
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant
from hanabi_arena.testing import BotTests
from hanabi_arena_bots.process import Process
from tests.support import (
    actions_of,
    arena,
    children_of,
    living,
    plan_of,
    recorded,
    started,
    wait_for,
    write_league,
)

IMPOLITE = Path(__file__).with_name("impolite.py")
EXAMPLES = Path(__file__).parents[2] / "examples"
SEED = 5
GAMES = 4


def command(how: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", str(IMPOLITE), how])


class Calm(Bot):
    """Plays its oldest card, always."""

    def act(self, view: View) -> Play:
        return Play(0)


@pytest.fixture(autouse=True)
def _no_program_stays() -> Iterator[None]:
    yield
    pids = {house.program.pid for house in program_bot._houses.values() if house.program}
    close_programs()
    assert not living(pids)


def play(
    how: str, games: int = GAMES, limits: Limits | None = None, first: int = 0, **params: Any
) -> Games:
    given = {"command": command(how), "move_seconds": 30.0, **params}
    seating = Seating(find_variant("base"), (Process, Process), (given, given), SEED)
    return Player(seating, limits=limits).play(first, games)


def calm(games: int = GAMES) -> Games:
    seating = Seating(find_variant("base"), (Calm, Calm), ({}, {}), SEED)
    return Player(seating).play(0, games)


def misbehaving(turns: list[int]) -> dict[int, int]:
    """Return the seat that misbehaves at its second turn, by game."""
    key = find_variant("base").deal_key(2)
    found = {}
    for game, length in enumerate(turns):
        for seat in range(2):
            state = start_plain(*stream_key(SEED, key, f"seat {seat}"), game)
            if SeatRandom(state).below(program_bot.SEED_BOUND) % 3 == 0 and length > 2 + seat:
                found[game] = seat
                break
    return found


# A polite program that is kept waiting by a busy machine must not look like one that hangs, so time
# limits are long, and few games are played under them.
LIMIT, FEW = 6.0, 2

FAULTS = {
    "dies": "the program ended with exit code 3; standard error: about to die | of shame",
    "is-killed": "the program was ended by the signal SIGSEGV",
    "garbage": "the program answered 'play the first one, please', which is no JSON",
    "bytes": "which is no JSON",
    "deep": "which is no JSON",
    "number": "the program answered '7', which is no object",
    "floods": "the program wrote more than 100,000 bytes without a line's end",
    "floods-lines": "the program wrote more than one line: ",
    "twice": "the program wrote more than one line: ",
    "other-id": "the program answered out of turn: id ",
    "no-id": "the program answered out of turn: id null where ",
    "true-id": "the program answered out of turn: id true where ",
    "no-action": "the program answered null where an action was due",
    "text-slot": 'the program answered {"type": "play", "slot": "0"}, in which slot is no whole ',
    "huge-slot": "slot 1000000000000000000000000000000 does not exist; from 0 to 5",
    "illegal": "illegal Discard(slot=0): a discard is impossible while all clue tokens are "
    "available; standard error: let us see",
}


def test_misbehaviour_comes_from_both_seats() -> None:
    assert {0, 1} == set(misbehaving(calm().results["turns"].tolist()).values())


@pytest.mark.parametrize("how", FAULTS)
def test_a_fault_costs_its_game_alone(how: str) -> None:
    check(how, FAULTS[how], play(how))


def check(how: str, text: str, played: Games, late: bool = False) -> None:
    fair = calm(len(played.results))
    expected = misbehaving(fair.results["turns"].tolist())
    assert 0 < len(expected) < len(played.results)
    assert set(played.faults) == set(expected)
    for game, (found, right) in enumerate(zip(actions_of(played), actions_of(fair), strict=True)):
        if game not in expected:
            assert found == right
            continue
        assert text in played.faults[game], how
        assert "\n" not in played.faults[game]
        assert played.results["fault_seat"][game] == expected[game]
        if not late:
            assert found == right[: 2 + expected[game]]


@pytest.mark.parametrize("how", ["hangs", "loops", "closes"])
def test_a_hang_is_ended(how: str) -> None:
    text = "closed its output" if how == "closes" else "took longer than 6 s for a move"
    check(how, f"the program {text}", play(how, FEW, move_seconds=LIMIT))


def test_too_much_memory_is_noticed() -> None:
    check("eats", "the program used more than 200 MB of memory", play("eats", memory_mb=200))


def test_too_much_standard_error_is_noticed() -> None:
    text = "the program wrote more than 100,000 bytes to standard error in a game"
    check("floods-errors", text, play("floods-errors", limits=Limits(output_bytes=100_000)))


def test_what_is_within_the_limits_costs_nothing() -> None:
    for how in ("floods-errors", "pauses", "nothing"):
        played = play(how, limits=Limits(output_bytes=100_000_000))
        assert played.faults == {}
        assert actions_of(played) == actions_of(calm())


@pytest.mark.parametrize("how", ["late", "chatters"])
def test_a_line_too_many_is_the_fault_of_the_game_in_which_it_was_written(how: str) -> None:
    check(how, "the program ", play(how), late=True)


def test_the_leagues_limit_holds_too() -> None:
    text = "the program took longer than 6 s for a move"
    check("hangs", text, play("hangs", FEW, Limits(move_seconds=LIMIT)))
    text = "the program took longer than 6 s for a game"
    check("hangs", text, play("hangs", FEW, Limits(move_seconds=30.0, game_seconds=LIMIT)))


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("never-starts", "the program ended with exit code 1; standard error: no, thank you"),
        ("silent", "the program took longer than 0.5 s to start"),
        ("refuses", "the program refuses to play: not today"),
        ("future", "the program speaks protocol 2; this arena speaks 1"),
    ],
)
def test_what_does_not_start_loses_every_game(how: str, text: str) -> None:
    played = play(how, games=5, start_seconds=0.5 if how == "silent" else 30.0)
    assert [played.faults[game] for game in range(5)] == [text] * 5
    assert played.results["fault_seat"].tolist() == [0] * 5
    assert played.results["turns"].tolist() == [0] * 5


def test_one_process_a_seat_plays_all_games_and_restarts_are_counted() -> None:
    before = restarts()
    seen = set()
    for game in range(4):
        play("nothing", games=1, first=game)
        seen.add(tuple(one.program.pid for one in program_bot._houses.values() if one.program))
    assert len(seen) == 1
    assert len(seen.pop()) == 2
    assert restarts() == before
    expected = misbehaving(calm().results["turns"].tolist())
    play("dies")
    assert restarts() - before in (len(expected), len(expected) - (max(expected) == GAMES - 1))


def test_only_so_many_programs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_bot, "MOST_RUNNING", 2)
    pids = set()
    for options in ({"a": 1}, {"a": 2}, {"a": 3}):
        play("nothing", games=1, options=options)
        pids |= {one.program.pid for one in program_bot._houses.values() if one.program}
    assert len(pids) == 6
    assert len(living(pids)) == 2


def test_a_program_that_stays_is_ended() -> None:
    play("stays", games=1)
    (first, _) = (one.program for one in program_bot._houses.values())
    assert first
    assert first.close() is None
    assert not living({first.pid})


def test_a_program_ends_with_its_arena() -> None:
    script = (
        "import sys, time\n"
        "from hanabi_arena.api.program import Program\n"
        f"program = Program(({sys.executable!r}, {str(IMPOLITE)!r}, 'silent'))\n"
        "print(program.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    import subprocess

    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        assert living({pid})
        parent.kill()
    assert wait_for(lambda: not living({pid}), 20)


def test_a_program_that_is_not_there() -> None:
    program = Program(("/no/such/program",), error_bytes=1000)
    with pytest.raises(ProgramFault, match="ended with exit code 1"):
        program.ask("hello", {}, 30.0, "30 s")
    assert "No such file" in program.last_words()
    program.close()


# In a league


def league(folder: Path, *bots: dict[str, Any], **keys: Any) -> None:
    write_league(
        folder / "league.yaml",
        name="programs",
        seed=SEED,
        games=GAMES,
        players=[2],
        bots=["random", *bots],
        **keys,
    )


def rows(games: pd.DataFrame, line_up: str) -> Any:
    found = games[games["line_up"] == line_up].drop(columns=["line_up", "seats"])
    return found.reset_index(drop=True)


def test_in_a_league(tmp_path: Path) -> None:
    hows = ["nothing", "dies", "hangs", "garbage", "floods"]
    entries = [{"bot": "process", "name": how, "params": {"command": command(how)}} for how in hows]
    league(tmp_path, *entries, limits={"move-seconds": 6})
    done = arena("run", "league.yaml", "--no-charts", "--jobs", "2", cwd=tmp_path, code=4)
    games = recorded(tmp_path / "results" / "programs")
    assert (rows(games, "random")["fault"] == "").all()
    good = rows(games, "nothing")
    assert (good["fault"] == "").all()
    expected = misbehaving(good["turns"].tolist())
    for how in hows[1:]:
        found = rows(games, how)
        assert set(found.index[found["fault"] != ""]) == set(expected)
        for game, seat in expected.items():
            assert found["fault_seat"][game] == seat
            assert found["actions"][game] == good["actions"][game][: 2 + seat]
        for game in set(range(GAMES)) - set(expected):
            assert found.loc[game].to_dict() == good.loc[game].to_dict()
    assert "programs were started again " in done.err
    assert f"{len(expected) * 4} games ended by a fault of a bot" in done.err
    assert "about to die | of shame" in done.err


def test_a_program_is_part_of_what_a_run_remembers(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(IMPOLITE.read_text(encoding="utf-8"), encoding="utf-8")
    params = {"command": f"{sys.executable} bot.py nothing", "declares": ["slot 0 is played"]}
    league(tmp_path, {"bot": "process", "name": "mine", "params": params})
    words = ("run", "league.yaml", "--no-charts", "--jobs", "1")
    arena(*words, cwd=tmp_path)
    assert '"declares": [\n' in (tmp_path / "results/programs/run.json").read_text()
    assert "finished before" in arena(*words, cwd=tmp_path).err
    program.write_text(program.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert 'the bot "mine" has changed' in arena(*words, cwd=tmp_path, code=2).err


@pytest.mark.parametrize(
    ("params", "text"),
    [
        ({}, "process: command is needed: the program and its arguments"),
        ({"command": "no-such-program x"}, 'process: command: there is no program "no-such-'),
        ({"command": "node 'x"}, 'process: command: "node \'x": No closing quotation'),
        ({"command": "true", "start-seconds": 0}, "process: start_seconds: 0.0 is not above 0"),
        ({"command": "true", "memory-mb": -1}, "process: memory_mb: -1 is negative"),
        ({"command": "true", "move-second": 1}, 'no parameter "move_second". Did you mean "move_'),
    ],
)
def test_a_wrong_entry_is_refused(params: dict[str, Any], text: str, tmp_path: Path) -> None:
    league(tmp_path, {"bot": "process", "params": params})
    with pytest.raises(ConfigError) as refused:
        plan_of(tmp_path / "league.yaml")
    assert "league.yaml, line " in str(refused.value)
    assert text in str(refused.value)


def is_busy(pid: int) -> bool:
    """Return whether a process is an impolite program that has computed for half a second."""
    try:
        if b"impolite" not in Path(f"/proc/{pid}/cmdline").read_bytes():
            return False
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return False
    return int(words[11]) >= os.sysconf("SC_CLK_TCK") / 2


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="it looks at processes in /proc")
def test_nothing_stays_behind_when_a_run_is_interrupted(tmp_path: Path) -> None:
    params = {"command": command("loops"), "move_seconds": 500.0}
    limits = {"move-seconds": 500, "game-seconds": 500}
    league(tmp_path, {"bot": "process", "name": "loops", "params": params}, limits=limits)
    words = ("run", "league.yaml", "--jobs", "2", "--no-charts", "--part-size", "1")
    with started(*words, cwd=tmp_path) as process:
        # Some game hangs: its program is busy.
        assert wait_for(lambda: any(map(is_busy, children_of(process.pid))), 120)
        children = children_of(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) == 130
    assert wait_for(lambda: not living(children), 20)


def test_what_a_program_says_of_itself_is_shown_in_one_game(tmp_path: Path) -> None:
    league(tmp_path, {"bot": "process", "name": "dies", "params": {"command": command("dies")}})
    (game, *_) = misbehaving(calm().results["turns"].tolist())
    words = ("run", "league.yaml", "--line-up", "dies", "--players", "2", "--game", str(game))
    done = arena(*words, cwd=tmp_path, code=4)
    assert "about to die\n" in done.err
    assert "fault of dies: the program ended with exit code 3" in done.err


class TestLiteral(BotTests):
    """An example passes the tests that every bot should pass."""

    bot = "process"
    params: ClassVar[Mapping[str, Any]] = {
        "command": [sys.executable, "-I", "-S", str(EXAMPLES / "literal.py")]
    }
    games = 1
    variants = ("base", "avalanche+choreography")


def test_beliefs(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    act = Process.act

    def watched(self: Process, view: View) -> Any:
        told.append(self.beliefs(view))
        return act(self, view)

    monkeypatch.setattr(Process, "act", watched)
    assert play("believes", 1).faults == {}
    assert told[0] == (Belief(CardSet([Card(0, 1), Card(1, 5)])), *[Belief()] * 4)
    told.clear()
    assert play("nothing", 1).faults == {}
    assert set(told) == {None}


@pytest.mark.parametrize("given", [7, [], [[7]], [[[0, 1, 2]]], [[[0, 9]]], [None, None], "r1"])
def test_what_is_no_belief_is_refused(given: Any) -> None:
    with pytest.raises(ProgramFault, match="answered "):
        read_beliefs(given, 1)


def test_a_program_that_goes_away_costs_games_and_not_the_run(tmp_path: Path) -> None:
    program = tmp_path / "literal"
    program.write_text(f"#!{sys.executable}\n{(EXAMPLES / 'literal.py').read_text()}")
    program.chmod(0o755)
    seating = Seating(find_variant("base"), (Process, Calm), ({"command": str(program)}, {}), SEED)
    player = Player(seating)
    assert player.play(0, 1).faults == {}
    program.unlink()
    close_programs()
    faults = player.play(1, 1).faults
    assert "the program cannot be started: process: command: there is no program" in faults[1]
