"""A run's record does not depend on how it was played, and is never mixed with another's."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner
from pandas.testing import assert_frame_equal

import hanabi_arena
from hanabi_arena.cli import main
from hanabi_arena.league.games import RecordedRun
from tests.support import TABLES, arena, files_of, recorded, shared_folder, write_league

OWN = """
from hanabi_arena import Bot, Play
import manners

class Own(Bot):
    level: int = 1

    def act(self, view):
        return Play(manners.SLOT)
"""

LEAGUE: dict[str, Any] = {
    "name": "small",
    "seed": 11,
    "games": 25,
    "players": [2, 3],
    "variants": ["base", {"choreography": True}],
    "bots": ["random", "random-python", "own.py"],
    "line-ups": ["self-play", {"one-among": {"guest": "own", "hosts": ["random"]}}],
}


def folder_with(folder: Path, **changes: Any) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "own.py").write_text(OWN, encoding="utf-8")
    (folder / "manners.py").write_text("SLOT = 0\n", encoding="utf-8")
    write_league(folder / "league.yaml", **(LEAGUE | changes))
    return folder


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the league, played by two workers, charts drawn."""

    def make(folder: Path) -> None:
        folder_with(folder)
        done = arena("run", "league.yaml", "--jobs", "2", "--json", cwd=folder)
        (folder / "printed.json").write_text(done.out, encoding="utf-8")

    return shared_folder(tmp_path_factory, "runner", make)


@pytest.fixture
def again(reference: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to do things to."""
    return shutil.copytree(reference, tmp_path / "again")


def run_of(folder: Path) -> Path:
    return folder / "results" / "small"


def assert_same(one: pd.DataFrame, other: pd.DataFrame) -> None:
    assert len(one)
    assert_frame_equal(one, other)


# What a run leaves


def test_every_game_is_recorded(reference: Path) -> None:
    games = recorded(run_of(reference))
    assert len(games) == 4 * 2 * 2 * 25
    for _, cell in games.groupby(["line_up", "variant", "players"]):
        assert cell["game"].tolist() == list(range(25))
    assert set(games["line_up"]) == {"random", "random-python", "own", "own+random"}
    assert (games["fault_seat"] == -1).all()
    assert (games["fault"] == "").all()
    assert [len(actions) for actions in games["actions"]] == games["turns"].tolist()
    guest = games[(games["line_up"] == "own+random") & (games["players"] == 3)]
    seated = ["own+random+random", "random+own+random", "random+random+own"]
    assert guest["seats"].tolist() == [seated[game % 3] for game in guest["game"]]
    twins = [games[games["line_up"] == name] for name in ("random", "random-python")]
    assert twins[0]["actions"].tolist() == twins[1]["actions"].tolist()


def test_the_record_replays(reference: Path) -> None:
    """The deck is not stored: it follows from the seed, and with it every action is legal."""
    run = RecordedRun.open(run_of(reference))
    games = {
        (row.line_up, row.variant, row.players, row.game): row
        for row in recorded(run_of(reference)).itertuples()
    }
    decks: dict[tuple[int, int], tuple[int, ...]] = {}
    for cell in run.cells:
        for number in (0, 24):
            record = run.game(cell, number)
            outcome = record.outcome()
            row: Any = games[(*cell, number)]
            assert (outcome.end, outcome.score_zero) == (row.end, row.score_zero)
            assert (outcome.score_kept, outcome.turns) == (row.score_kept, row.turns)
            assert "+".join(record.bots) == row.seats
            # All line-ups meet the same deals, with and without choreography.
            assert decks.setdefault((cell[2], number), record.deck) == record.deck
    assert len(set(decks.values())) == 4


def test_run_json_tells_what_was_played(reference: Path) -> None:
    told = json.loads((run_of(reference) / "run.json").read_text(encoding="utf-8"))
    assert (told["name"], told["seed"], told["games"]) == ("small", 11, 25)
    assert (told["players"], told["strikeout"]) == ([2, 3], "zero")
    assert [one["name"] for one in told["variants"]] == ["base", "choreography"]
    assert told["bots"]["own"] == {
        "bot": "own",
        "place": f"{reference / 'own.py'}:Own",
        "params": {},
        "declares": [],
        "sees_own_hand": False,
        "digest": told["bots"]["own"]["digest"],
    }
    assert len({bot["digest"] for bot in told["bots"].values()}) == 3
    assert told["config"]["limits"] == {
        "move-seconds": 10.0,
        "game-seconds": 120.0,
        "output-bytes": 1_000_000,
    }
    assert told["config"]["record-actions"] is True
    assert told["versions"]["hanabi-arena"] == hanabi_arena.__version__
    assert {"python", "numba", "numpy", "pyarrow"} <= set(told["versions"])
    assert told["machine"]["cores"] == os.cpu_count()
    assert set(told) >= {"engine", "generator", "commit", "machine", "skipped", "format"}
    assert len(told["cells"]) == 16


def test_no_record_and_no_table_holds_a_time(reference: Path) -> None:
    run = run_of(reference)
    assert not any("second" in name or "time" in name for name in recorded(run).columns)
    header = (run / "summary.csv").read_text(encoding="utf-8").splitlines()[0]
    assert header == (
        "lineup,variant,players,games,mean_zero,mean_kept,se_zero,se_kept,median,perfect_rate,"
        "strikeout_rate,max_score,faults,turns_mean"
    )
    timing = (run / "timing.csv").read_text(encoding="utf-8").splitlines()
    assert timing[0] == "lineup,variant,players,seconds"
    assert len(timing) == 1 + 16
    assert all(float(line.split(",")[-1]) >= 0 for line in timing[1:])


def test_what_is_printed_is_the_summary_and_the_time(reference: Path) -> None:
    rows = json.loads((reference / "printed.json").read_text(encoding="utf-8"))
    summary = pd.read_csv(run_of(reference) / "summary.csv")
    assert list(rows[0]) == [*summary.columns, "seconds"]
    games = recorded(run_of(reference))
    assert len(rows) == len(summary) == 16
    for row, (_, line) in zip(rows, summary.iterrows(), strict=True):
        cell = games[
            (games["line_up"] == row["lineup"])
            & (games["variant"] == row["variant"])
            & (games["players"] == row["players"])
        ]
        assert row["mean_kept"] == pytest.approx(cell["score_kept"].mean())
        assert row["mean_zero"] == pytest.approx(cell["score_zero"].mean())
        assert row["turns_mean"] == pytest.approx(cell["turns"].mean())
        assert (row["games"], row["faults"], row["max_score"]) == (25, 0, 25)
        assert row["seconds"] >= 0
        assert line["mean_kept"] == pytest.approx(row["mean_kept"])


# However it is played


def test_workers_and_parts_change_nothing(reference: Path, tmp_path: Path) -> None:
    folder = folder_with(tmp_path / "other")
    arena("run", "league.yaml", "--jobs", "1", "--part-size", "7", "--no-charts", cwd=folder)
    parts = sorted((run_of(folder) / "games" / "base" / "2p" / "own").iterdir())
    assert [part.name for part in parts] == [
        "000000000-000000006.parquet",
        "000000007-000000013.parquet",
        "000000014-000000020.parquet",
        "000000021-000000024.parquet",
    ]
    assert_same(recorded(run_of(folder)), recorded(run_of(reference)))
    summaries = [files_of(run_of(one), "summary.csv") for one in (folder, reference)]
    assert summaries[0] == summaries[1]


def test_a_finished_run_plays_nothing(again: Path) -> None:
    before = files_of(run_of(again), "games", "timing.csv", *TABLES)
    done = arena("run", "league.yaml", cwd=again)
    assert "finished before: all 400 games are in results/small; nothing was played" in done.err
    assert files_of(run_of(again), "games", "timing.csv", *TABLES) == before


def test_parts_that_are_lost_or_broken_are_played_again(again: Path, reference: Path) -> None:
    parts = sorted((run_of(again) / "games").rglob("*.parquet"))
    whole = {part: part.read_bytes() for part in parts}
    assert len(parts) == 16
    parts[0].unlink()
    parts[1].write_bytes(whole[parts[1]][:-20])
    parts[2].write_bytes(b"")
    parts[3].write_bytes(b"no Parquet at all")
    parts[4].write_bytes(whole[parts[5]][: len(whole[parts[5]]) // 2])
    strange = parts[5].with_name("notes.txt")
    strange.write_text("left alone", encoding="utf-8")
    arena("run", "league.yaml", "--no-charts", cwd=again)
    assert_same(recorded(run_of(again)), recorded(run_of(reference)))
    assert strange.exists()
    assert files_of(run_of(again), *TABLES) == files_of(run_of(reference), *TABLES)


def test_a_broken_part_is_named(again: Path) -> None:
    part = run_of(again) / "games" / "base" / "2p" / "own" / "000000000-000000024.parquet"
    content = bytearray(part.read_bytes())
    content[4:200] = bytes(196)  # the end, which says what there is, stays whole
    part.write_bytes(content)
    result = CliRunner().invoke(main, ["report", str(run_of(again))])
    assert result.exit_code == 2
    assert f"error: {part}: cannot be read (" in result.stderr
    assert "remove it and run again" in result.stderr


@pytest.mark.parametrize("content", ["{", "{}", "[]"])
def test_a_broken_account_of_a_run_names_the_way_out(again: Path, content: str) -> None:
    (run_of(again) / "run.json").write_text(content, encoding="utf-8")
    refused = arena("run", "league.yaml", "--no-charts", cwd=again, code=2)
    assert "run.json: " in refused.err
    assert "--fresh" in refused.err
    arena("run", "league.yaml", "--no-charts", "--fresh", cwd=again)


def test_it_needs_no_other_program(tmp_path: Path) -> None:
    """Neither git, for the commit, nor pgrep, which ends processes on some machines."""
    words = ["--players", "2", "--games", "3", "--jobs", "1", "--no-charts"]
    done = arena("run", "--bots", "random-python", *words, cwd=tmp_path, PATH="/nowhere")
    assert len(done.err.splitlines()) == 2
    told = json.loads((tmp_path / "results" / "run" / "run.json").read_text(encoding="utf-8"))
    assert told["commit"] is None


# Extending


def test_more_games_line_ups_and_bots_change_no_other_row(again: Path, reference: Path) -> None:
    before = recorded(run_of(reference))
    folder_with(
        again,
        games=40,
        bots=[*LEAGUE["bots"], {"bot": "own.py", "name": "another", "params": {"level": 3}}],
        **{"line-ups": ["self-play", "pairs"]},
    )
    done = arena("run", "league.yaml", "--no-charts", cwd=again)
    after = recorded(run_of(again))
    cells = ["line_up", "variant", "players"]
    assert len(after) == (4 + 12) * 4 * 40
    old = after[(after["game"] < 25)].merge(before[cells].drop_duplicates(), on=cells)
    assert_same(old.reset_index(drop=True), before)
    assert "4 bots · 16 line-ups · 2 variants · 2–3 players · 40 deals each" in done.err
    # Asking for less again shows less, and plays nothing.
    folder_with(again)
    done = arena("run", "league.yaml", "--no-charts", cwd=again)
    assert "nothing was played" in done.err
    assert files_of(run_of(again), "summary.csv") == files_of(run_of(reference), "summary.csv")
    assert len(recorded(run_of(again))) == len(after)


# What is refused


def edit_helper(folder: Path) -> None:
    (folder / "manners.py").write_text("SLOT = 1\n", encoding="utf-8")


def edit_bot(folder: Path) -> None:
    (folder / "own.py").write_text(OWN + "# another\n", encoding="utf-8")


def changed(**changes: Any) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        folder_with(folder, **changes)

    return change


def as_if_played_by_another_engine(folder: Path) -> None:
    path = run_of(folder) / "run.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(told | {"engine": "0" * 24}), encoding="utf-8")


def own_bot(**changes: Any) -> list[Any]:
    return [*LEAGUE["bots"][:2], {"bot": "own.py", **changes}]


REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "seed": (changed(seed=12), "holds games of another seed: 11 recorded, 12 wanted"),
    "strikeout": (changed(rules={"strikeout": "kept"}), "another reading of the third strike"),
    "rules": (
        changed(variants=["base", {"choreography": True, "strikes": 1, "name": "choreography"}]),
        "other rules: strikes of variant choreography",
    ),
    "first seat": (changed(rules={"first-seat": 1}), "other rules: first_seat of variant base"),
    "bot": (edit_bot, 'the bot "own" has changed'),
    "helper": (edit_helper, 'the bot "own" has changed'),
    "params": (
        changed(bots=own_bot(name="own", params={"level": 2})),
        'the parameters of the bot "own" have changed',
    ),
    "line-up": (
        changed(**{"line-ups": [{"seats": ["own", "random"], "name": "random"}]}),
        'the line-up "random" seats other bots',
    ),
    "actions": (changed(**{"record-actions": False}), "recorded with their actions"),
    "engine": (as_if_played_by_another_engine, "another engine"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_mixture_is_refused(again: Path, what: str) -> None:
    change, message = REFUSED[what]
    change(again)
    before = files_of(run_of(again), "games", "run.json", "summary.csv")
    done = arena("run", "league.yaml", cwd=again, code=2)
    assert message in done.err
    assert "results/small" in done.err
    assert "Use --fresh to move them aside and start anew, or --out for another folder" in done.err
    assert files_of(run_of(again), "games", "run.json", "summary.csv") == before


def test_a_bot_that_was_left_out_for_a_while_is_remembered(again: Path) -> None:
    """Its games are still there, so it must be the same when it comes back."""
    without = {"bots": LEAGUE["bots"][:2], "line-ups": ["self-play"]}
    folder_with(again, **without)
    assert "nothing was played" in arena("run", "league.yaml", "--no-charts", cwd=again).err
    folder_with(again)
    edit_helper(again)
    done = arena("run", "league.yaml", cwd=again, code=2)
    assert 'the bot "own" has changed' in done.err
    folder_with(again, variants=["base"])
    arena("run", "league.yaml", "--no-charts", cwd=again)
    folder_with(again, variants=[{"choreography": True, "strikes": 2, "name": "choreography"}])
    done = arena("run", "league.yaml", cwd=again, code=2)
    assert "other rules: strikes of variant choreography" in done.err


def test_fresh_moves_the_old_run_aside(again: Path, reference: Path) -> None:
    before = files_of(run_of(again), ".")
    (again / "results" / "small.old-1").mkdir()
    folder_with(again, seed=12, games=5)
    done = arena("run", "league.yaml", "--fresh", "--no-charts", cwd=again)
    aside = again / "results" / "small.old-2"
    assert "moved what results/small held to results/small.old-2" in done.err
    kept = files_of(aside, ".")
    assert kept == {name: text for name, text in before.items() if name != ".lock"}
    assert json.loads((run_of(again) / "run.json").read_text())["seed"] == 12
    assert len(recorded(run_of(again))) == 16 * 5


def test_games_without_run_json_are_refused(again: Path) -> None:
    (run_of(again) / "run.json").unlink()
    done = arena("run", "league.yaml", cwd=again, code=2)
    assert "holds games but no run.json; use --fresh or --out" in done.err


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 99}', "null"])
def test_a_spoilt_run_json_is_refused(again: Path, text: str) -> None:
    (run_of(again) / "run.json").write_text(text, encoding="utf-8")
    for words in (["run", str(again / "league.yaml"), "--out"], ["report"], ["replay", "show"]):
        result = CliRunner().invoke(main, [*words, str(run_of(again))])
        assert result.exit_code == 2, result.output
        assert "run.json" in result.stderr
        assert isinstance(result.exception, SystemExit)


def test_a_folder_that_cannot_be_written_is_refused(reference: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in ("file", "file/below"):
        words = ["run", str(reference / "league.yaml"), "--out", str(tmp_path / place)]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2
        assert f"error: {tmp_path / place}: cannot be written: " in result.stderr


# Without actions


def test_actions_need_not_be_kept(reference: Path, tmp_path: Path) -> None:
    folder = folder_with(tmp_path / "short", **{"record-actions": False})
    arena("run", "league.yaml", "--no-charts", "--jobs", "1", cwd=folder)
    games = recorded(run_of(folder))
    assert_same(games, recorded(run_of(reference)).drop(columns="actions"))
    assert files_of(run_of(folder), "summary.csv") == files_of(run_of(reference), "summary.csv")
    for verb in ("show", "export"):
        result = CliRunner().invoke(main, ["replay", verb, str(run_of(folder))])
        assert result.exit_code == 2
        assert "recorded without actions (record-actions: false)" in result.stderr
