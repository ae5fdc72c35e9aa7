"""What a recorded run can be asked for later: its report, its games, one by one or exported."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hanabi_arena.cli import main
from hanabi_arena.cli.replay import _step_through
from hanabi_arena.interop.arena_format import read_games
from hanabi_arena.match.transcript import parse_transcript
from tests.support import BOTS, TABLES, arena, files_of, recorded, shared_folder, write_league

HELD = "avalanche+bouquet-final+choreography"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    def make(folder: Path) -> None:
        write_league(
            folder / "league.yaml",
            name="shown",
            seed="a word",
            games=8,
            players=[2, 3],
            variants=["base", {"avalanche": True, "bouquet-final": True, "choreography": True}],
            bots=["simple", "random"],
            line_ups=["self-play", {"one-among": {"guest": "random", "hosts": ["simple"]}}],
            report={"verdict-scale": "usage"},
        )
        arena("run", "league.yaml", "--jobs", "1", cwd=folder)

    return shared_folder(tmp_path_factory, "recorded", make) / "results" / "shown"


def asked(*words: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(main, list(map(str, words)))
    assert result.exit_code == code, result.output
    if code:
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1 or result.stderr.startswith("Usage:")
    return result


# report


def test_the_report_can_be_made_again(run: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(run, tmp_path / "copy")
    before = files_of(run, *TABLES)
    assert {name.rpartition(".")[2] for name in before} == {"csv", "md", "png", "svg"}
    (copy / "summary.csv").unlink()
    (copy / "report.md").unlink()
    shutil.rmtree(copy / "charts")
    printed = asked("report", copy).stdout
    assert files_of(copy, *TABLES) == before
    assert "random+simple" in printed
    again = asked("report", copy, "--json")
    rows = json.loads(again.stdout)
    assert len(rows) == 12
    assert all(row["seconds"] >= 0 for row in rows)
    assert "report.md" in again.stderr


def test_another_verdict_scale_can_be_asked_for(run: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(run, tmp_path / "copy")
    assert "federation" not in (copy / "report.md").read_text(encoding="utf-8")
    asked("report", copy, "--verdict-scale", "federation")
    assert "federation" in (copy / "report.md").read_text(encoding="utf-8")
    asked("report", copy)
    assert files_of(copy, *TABLES) == files_of(run, *TABLES)


@pytest.mark.parametrize("words", [("report",), ("replay", "show"), ("replay", "export")])
def test_what_is_no_run_is_refused(words: tuple[str, ...], run: Path, tmp_path: Path) -> None:
    for folder, message in (
        (tmp_path, "no run here (run.json is missing)"),
        (tmp_path / "nowhere", "no run here (run.json is missing)"),
        (run / "run.json", "run.json"),
    ):
        assert message in asked(*words, folder, code=2).stderr
    empty = shutil.copytree(run, tmp_path / "empty")
    shutil.rmtree(empty / "games")
    assert "no games are recorded yet" in asked(*words, empty, code=2).stderr


# replay show


def test_a_game_is_shown_as_a_transcript(run: Path) -> None:
    first = asked("replay", "show", run).stdout
    record = parse_transcript(first)
    assert (record.line_up, record.game, record.players) == ("simple", 0, 2)
    words = ["--line-up", "random+simple", "--variant", HELD, "--players", "3", "--game", "5"]
    record = parse_transcript(asked("replay", "show", run, *words).stdout)
    assert (record.line_up, record.rules.name, record.game) == ("random+simple", HELD, 5)
    assert record.bots == ("simple", "simple", "random")
    games = recorded(run)
    (row,) = games[
        (games["line_up"] == "random+simple")
        & (games["variant"] == HELD)
        & (games["players"] == 3)
        & (games["game"] == 5)
    ]["actions"]
    assert record.actions == row


def test_a_turn_is_shown_with_the_table_before_it(run: Path) -> None:
    record = parse_transcript(asked("replay", "show", run, "--game", "2").stdout)
    turns = len(record.actions)
    first = asked("replay", "show", run, "--game", "2", "--turn", "1").stdout
    assert first.startswith(f"simple · base · game 2 · turn 1 of {turns}\n")
    assert "turn 1 · score 0 of 25 · tokens 8 of 8 · strikes 0 of 3 · deck 40" in first
    assert first.splitlines()[-1].startswith("simple (seat 0): ")
    last = asked("replay", "show", run, "--game", "2", "--turn", str(turns + 1)).stdout
    assert f"after {turns} turns" in last
    assert last.splitlines()[-1].startswith("end: ")
    everything = asked("replay", "show", run, "--game", "2", "--all").stdout
    pages = everything.strip().split("\n\n")
    assert len(pages) == turns + 1
    assert first.strip() == pages[0]
    assert last.strip() == pages[-1]


def test_a_seat_sees_its_own_cards_hidden(run: Path) -> None:
    seen = asked("replay", "show", run, "--turn", "1", "--seat", "1").stdout
    hands = [line for line in seen.splitlines() if "seat " in line and "slot" not in line]
    own, other = (next(line for line in hands if f"seat {seat}" in line) for seat in (1, 0))
    assert "xx" in own
    assert "xx" not in other


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--line-up", "smiple"], 'no line-up in this run "smiple". Did you mean "simple"?'),
        (["--variant", "bsae"], 'no variant in this run "bsae". Did you mean "base"?'),
        (["--players", "5"], "was not played at 5 players"),
        (["--game", "8"], "game 8 of simple in base at 2 players is not recorded; games 0 to 7"),
        (["--turn", "300"], "--turn 300: the game has "),
        (["--seat", "2"], "--seat 2: there are seats 0 to 1"),
        (["--turn", "0"], "0 is not in the range x>=1"),
        (["--game", "-1"], "-1 is not in the range x>=0"),
    ],
)
def test_what_was_not_played_is_not_shown(run: Path, words: list[str], message: str) -> None:
    assert message in asked("replay", "show", run, *words, code=2).stderr


def test_one_steps_through_a_game_in_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["", "", "b", "b", "b", "3", "99", "x", "1", "q"])
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(answers))
    monkeypatch.setattr("click.clear", lambda: None)
    _step_through(["page 1", "page 2", "page 3", "page 4"])
    shown = [line for line in capsys.readouterr().out.splitlines() if line]
    assert [int(page[-1]) for page in shown] == [1, 2, 3, 2, 1, 1, 3, 4]
    assert list(answers) == ["1", "q"]


# replay export


def test_every_game_is_exported_and_read_back(run: Path) -> None:
    lines = asked("replay", "export", run).stdout.splitlines()
    games = recorded(run)
    assert len(lines) == len(games) == 3 * 2 * 2 * 8
    keys = ["line_up", "variant", "players", "game"]
    rows = {tuple(row[keys]): row for _, row in games.iterrows()}
    for line, record in zip(lines, read_games(lines), strict=True):
        told = json.loads(line)
        row = rows.pop((record.line_up, record.rules.name, record.players, record.game))
        assert record.actions == row["actions"]
        assert (told["end"], told["score_zero"]) == (row["end"], row["score_zero"])
        assert "+".join(told["bots"]) == row["seats"]
        assert told["score_kept"] == row["score_kept"]
    assert not rows


def test_a_sample_is_always_the_same(run: Path) -> None:
    everything = asked("replay", "export", run).stdout.splitlines()
    sample = asked("replay", "export", run, "--sample", "7", "--format", "arena").stdout
    assert len(sample.splitlines()) == 7
    assert set(sample.splitlines()) < set(everything)
    assert asked("replay", "export", run, "--sample", "7").stdout == sample
    assert asked("replay", "export", run, "--sample", "999").stdout.splitlines() == everything
    list(read_games(sample.splitlines()))


def test_one_game_is_exported(run: Path) -> None:
    words = ["--line-up", "random", "--players", "3", "--game", "4"]
    (line,) = asked("replay", "export", run, *words, "--format", "arena").stdout.splitlines()
    told = json.loads(line)
    assert (told["line_up"], told["players"], told["game"]) == ("random", 3, 4)
    message = asked("replay", "export", run, "--game", "99", code=2).stderr
    assert "game 99" in message
    message = asked("replay", "export", run, "--line-up", "random", code=2).stderr
    assert "say where --game is to be found" in message


def test_a_fault_is_exported_and_shown(tmp_path: Path) -> None:
    place = f"{BOTS / 'hostile.py'}:StartRaises"
    words = ["--players", "2", "--games", "1", "--no-charts", "--jobs", "1"]
    arena("run", "--bots", place, *words, cwd=tmp_path, code=4)
    run = tmp_path / "results" / "run"
    told = json.loads(asked("replay", "export", run).stdout)
    assert (told["end"], told["fault_seat"], told["actions"]) == ("fault", 0, [])
    assert list(read_games([json.dumps(told)]))
    shown = asked("replay", "show", run).stdout
    assert "fault of seat 0 after 0 turns" in shown
