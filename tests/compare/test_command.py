"""`arena compare` as a user meets it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hanabi_arena.cli import main
from hanabi_arena.cli.live import LiveLine, shown, standing
from hanabi_arena.comparison.paired import Evidence, Look
from hanabi_arena.comparison.question import Question, Stratum
from hanabi_arena.league.run import Progress
from hanabi_arena.rules.catalogue import find_variant
from tests.compare.repository import NEWEST
from tests.support import arena, command, environment, files_of, wait_for

ODD = str(Path(__file__).with_name("odd.py"))
QUICK = ("--players", "2", "--no-charts")


def asked(*words: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["compare", *map(str, words)])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize(
    ("words", "verdict", "code"),
    [
        (("random", "simple"), "better", 0),
        (("simple", "random"), "no better", 1),
        (("simple", "simple"), "identical", 0),
        (("simple", "table-talk", "--bounds", "non-regression"), "not weaker", 0),
        (("table-talk", "simple", "--bounds", "non-regression"), "weaker", 1),
        (("simple", "table-talk", "--max-games", "3"), "inconclusive", 3),
        (("random", "simple", "--games", "40"), "better", 0),
        (("random", "simple", "--games", "2"), "inconclusive", 3),
        (("random", f"{ODD}:Fails"), "no better", 4),
        (("random", "simple", "--bounds", "-1,1"), "not weaker", 0),
    ],
)
def test_the_exit_code_carries_the_verdict(
    here: Path, words: tuple[str, ...], verdict: str, code: int
) -> None:
    result = asked(*words, *QUICK, "--json", code=code)
    told = json.loads(result.stdout)
    assert told["verdict"] == verdict
    assert (told["a"], told["b"]) == words[:2]
    text = asked(*words, *QUICK, code=code).stdout
    assert f": {verdict} (" in text or f"{verdict}: " in text


def test_slow_bots_have_their_time(here: Path) -> None:
    words = ("random", f"{ODD}:Sleeps", *QUICK, "--games", "2")
    asked(*words, code=3)
    cut = asked(*words, "--move-seconds", "0.5", code=4)
    assert "2 games" in cut.output
    again = asked(*words, "--game-seconds", "0.4", code=4)
    assert "2 games" in again.output


def test_results_and_messages_go_their_own_ways(here: Path) -> None:
    result = asked("random", "simple", *QUICK)
    assert "better" in result.stdout
    assert result.stderr.startswith("results/compare/random-vs-simple-")
    assert "comparison.json" in result.stderr
    (folder,) = (here / "results" / "compare").iterdir()
    assert json.loads((folder / "comparison.json").read_text())["verdict"] == "better"
    assert not (folder / "charts").exists()


@pytest.mark.parametrize("strikeout", ["kept", "zero"])
def test_the_causes_add_up_to_the_difference(here: Path, strikeout: str) -> None:
    words = ("table-talk", "smart", "--players", "2,4", "--variants", "base,six-suits")
    how = ("--games", "60", "--strikeout", strikeout, "--out", "why", "--no-charts", "--fresh")
    result = CliRunner().invoke(main, ["compare", *words, *how, "--json"])
    assert result.exit_code in (0, 1, 3), result.output
    told = json.loads(result.stdout)
    assert sum(told["causes"].values()) == pytest.approx(told["mean_difference"])
    assert told["causes"]["faults"] == 0
    assert json.loads((here / "why" / "comparison.json").read_text()) == told


def test_every_command_that_is_named_shows_its_deal(here: Path) -> None:
    told = json.loads(asked("table-talk", "simple", *QUICK, "--json", code=1).stdout)
    deals = told["best_deals"] + told["worst_deals"]
    assert len(told["worst_deals"]) == 3
    for deal in deals:
        words = shlex.split(deal["command"])
        assert words[:2] == ["arena", "replay"]
        result = CliRunner().invoke(main, words[1:])
        assert result.exit_code == 0, result.output
        assert f"game {deal['game']}" in result.stdout
        ends = result.stdout.splitlines()[-1]
        scores = [int(score) for score in re.findall(r"score (\d+)", ends)]
        assert scores == [deal["score_a"], deal["score_b"]]


def test_a_fault_is_shown_by_its_command(here: Path) -> None:
    told = json.loads(asked("random", f"{ODD}:Fails", *QUICK, "--json", code=4).stdout)
    (fault,) = told["faults"]
    result = CliRunner().invoke(main, shlex.split(fault["command"])[1:])
    assert result.exit_code == 0, result.output
    assert f"fault of seat {fault['seat']}" in result.stdout


def test_variants_players_and_strikeout_are_taken(here: Path) -> None:
    words = ("--players", "2-3", "--variants", "base,avalanche", "--strikeout", "zero")
    result = asked("random", "simple", *words, "--seed", "word", "--no-charts", "--json")
    told = json.loads(result.stdout)
    assert [(one["variant"], one["players"]) for one in told["strata"]] == [
        ("base", 2),
        ("base", 3),
        ("avalanche", 2),
        ("avalanche", 3),
    ]
    assert (told["strikeout"], told["seed"], told["max_games"]) == ("zero", "word", 6000)
    assert (
        "2 and 3 players in base and avalanche"
        in asked("random", "simple", *words, "--seed", "word", "--no-charts").stdout
    )


def test_did_my_patch_help(repository: Path) -> None:
    (repository / "bots" / "_taste.py").write_text(NEWEST, encoding="utf-8")
    result = asked("careful@main", *QUICK, "--json", code=1)
    told = json.loads(result.stdout)
    assert (told["a"], told["b"]) == ("careful@main", "careful")
    assert len(told["a_commit"]) == 40
    assert told["b_commit"] is None
    assert "note: bots: 1 file differs from the last commit" in result.stderr
    run = json.loads((repository / told["folder"] / "run.json").read_text())
    old = run["bots"]["careful@main"]
    assert (old["place"], old["revision"]) == ("bots/careful.py:Careful", told["a_commit"])
    assert "A  careful@main (" in asked("careful@main", *QUICK, code=1).stdout
    by_folder = json.loads(asked("bots@main", *QUICK, "--json", code=1).stdout)
    assert by_folder == told


def test_another_edit_has_another_folder(repository: Path) -> None:
    for words in (("2",), ("2", "--seed", "2"), ("3",)):
        asked("random", "other", *QUICK, "--max-games", *words, code=3)
    assert len(list((repository / "results" / "compare").iterdir())) == 2


def test_fresh_moves_the_old_games_aside(here: Path) -> None:
    asked("random", "simple", *QUICK, "--out", "out")
    before = files_of(here / "out", "games")
    asked("random", "simple", *QUICK, "--out", "out", "--fresh")
    assert files_of(here / "out.old-1", "games") == before == files_of(here / "out", "games")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simple", "simpel"), 'error: no bot "simpel". Did you mean "simple"? (arena bots'),
        (("simple",), "simple with what? Name a second bot, or a git revision"),
        (("simple", "random", "--alpha", "0.5"), "alpha 0.5: an error rate must be between"),
        (("simple", "random", "--alpha", "nan"), "alpha nan"),
        (("simple", "random", "--beta", "-0.1"), "beta -0.1"),
        (("simple", "random", "--bounds", "0.25,0"), "the first must be less than the second"),
        (("simple", "random", "--bounds", "gains"), 'no bounds "gains". Did you mean "gain"?'),
        (("simple", "random", "--bounds", "0,99"), "must be between -25 and 25"),
        (("simple", "random", "--players", "two"), "player counts are written 2,3"),
        (("simple", "random", "--players", "7"), "7 players: Hanabi is played by 2 to 6"),
        (("simple", "random", "--variants", "bass"), 'Did you mean "base"?'),
        (("simple", "random", "--games", "0"), "--games"),
        (("simple", "random", "--bot", "simple"), "no folder is named"),
        (("simple", "random:level=3"), "level"),
        (("simple", "random", "--plugins", "none"), "--plugins none: no such folder"),
        (("simple@main", "random"), "is in no git repository"),
    ],
)
def test_bad_input_is_refused(here: Path, words: tuple[str, ...], message: str) -> None:
    if words[0] == "simple@main":
        (here / "bots").mkdir()
        bot = "from hanabi_arena import Bot, Play\n\nclass Lone(Bot):\n    pass\n"
        (here / "bots" / "lone.py").write_text(bot)
        words = ("lone@main", *words[1:])
    result = asked(*words, code=2)
    assert message in result.stderr
    assert result.stdout == ""
    assert not (here / "results").exists()


def test_the_charts_are_the_same_every_time(here: Path) -> None:
    asked("random", "simple", "--players", "2", "--out", "one")
    asked("random", "simple", "--players", "2", "--out", "two")
    first, second = files_of(here / "one", "charts"), files_of(here / "two", "charts")
    assert set(first) == {"charts/comparison.png", "charts/comparison.svg"}
    assert first == second


def test_how_it_stands_is_said_in_a_line() -> None:
    question = Question((Stratum(find_variant("base"), 2),), games=1000)
    evidence = Evidence(question)
    assert standing(evidence) == "0 deals, 1,000 at most to play"
    a, b = evidence.columns[0]
    scores = [1, 0, 2, 1] * 50
    a.put(*_numbered([0] * 200))
    b.put(*_numbered(scores[:10]))
    evidence.feed()
    words = standing(evidence)
    assert re.fullmatch(
        r"10 deals · B − A \+0\.90 · evidence: better \d+%, no better \d+% of the bar · ~\d+ left",
        words,
    )
    assert evidence.looks[0] == Look(0, 1, 1)
    fixed = Evidence(Question(question.strata, games=7, fixed=True))
    assert standing(fixed) == "0 deals, 7 to play"


def _numbered(scores: list[int]) -> tuple[Any, Any]:
    import numpy as np

    return np.arange(len(scores)), np.array(scores)


def test_a_terminal_sees_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question((Stratum(find_variant("base"), 2),))
    monkeypatch.setattr("hanabi_arena.cli.live.is_terminal", lambda: True)
    with shown(question) as live:
        assert isinstance(live, LiveLine)
        live.show(Progress(10), Evidence(question))
        drawn = str(live._drawn.get_renderable())
        assert drawn.startswith("0 deals")
        live.show(Progress(10, compiling=("slow",)), Evidence(question))
        assert "compiling slow" in str(live._drawn.get_renderable())


# With processes of their own


LONG = ("simple-python", "simple", "--players", "2", "--games", "600", "--no-charts", "--jobs", "2")


def parts_in(folder: Path) -> int:
    return len(list(folder.rglob("*.parquet")))


def test_a_kill_and_an_interrupt_change_nothing(tmp_path: Path) -> None:
    words = ("compare", *LONG, "--part-size", "20", "--out", "out", "--json")
    for number, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
        before = parts_in(tmp_path)
        process = subprocess.Popen(
            command(*words),
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert wait_for(lambda: parts_in(tmp_path) > before + 2, 60)  # noqa: B023  # used at once
        process.send_signal(number)
        _, printed = process.communicate(timeout=60)
        assert process.returncode == code, printed
        assert not (tmp_path / "out" / "comparison.json").exists()
        if number == signal.SIGINT:
            assert re.search(
                r"stopped after \d+ deals, undecided; go on with: arena compare ", printed
            )
        time.sleep(0.2)
    assert parts_in(tmp_path) < 60
    done = arena(*words, cwd=tmp_path, code=None)
    told = json.loads(done.out)
    assert (told["games"], told["mean_difference"], told["tied_share"]) == (600, 0, 1)
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert run["games"] == 600
    assert os.listdir(tmp_path) == ["out"]
