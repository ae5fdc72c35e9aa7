"""What a comparison answers, and that nothing but the question decides it."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hanabi_arena as arena
from hanabi_arena.comparison.outcome import VERDICTS, Comparison
from hanabi_arena.comparison.paired import UNKNOWN, Column, Evidence, LocalRunner
from hanabi_arena.comparison.question import Question, Stratum
from hanabi_arena.errors import RunError
from hanabi_arena.league.games import RecordedRun
from hanabi_arena.league.run import Runner
from hanabi_arena.rules.catalogue import find_variant
from hanabi_arena.stats.evidence import PRESETS, PairedTest, paired_interval
from hanabi_arena.stats.sequence import ConfidenceSequence
from tests.support import recorded

ODD = str(Path(__file__).with_name("odd.py"))
TALK, NEWEST = "table-talk", "table-talk:discard=newest"


@pytest.fixture(scope="module")
def talk() -> Comparison:
    return arena.compare(TALK, NEWEST, players=[2, 3])


def differences(a: str, b: str, players: tuple[int, ...], games: int, **how: Any) -> Any:
    """Return the differences as a stranger would find them: a row a deal."""
    column = f"score_{how.pop('strikeout', 'kept')}"
    parts = [
        arena.play(b, players=count, games=games, **how)[column].astype(int)
        - arena.play(a, players=count, games=games, **how)[column].astype(int)
        for count in players
    ]
    return np.stack(parts, axis=1)


def test_the_verdict_is_that_of_the_test_on_the_differences(talk: Comparison) -> None:
    expected = differences(TALK, NEWEST, (2, 3), 2000)
    test = PairedTest(PRESETS["gain"], 25)
    test.feed(expected)
    assert test.verdict is not None
    assert talk.verdict == {"high": "better", "low": "no better"}[test.verdict]
    assert talk.games == test.games
    assert talk.differences.tolist() == expected[: test.games].mean(axis=1).tolist()
    sequence = ConfidenceSequence(25)
    sequence.feed(expected[: test.games])
    assert talk.confidence_sequence == sequence.interval()
    assert talk.paired_interval == paired_interval(talk.differences)
    assert talk.mean_difference == pytest.approx(expected[: test.games].mean())
    assert talk.total.evidence_better == test.wealth_high
    assert talk.total.evidence_no_better == test.wealth_low
    assert talk.looks[-1].games == test.games
    assert talk.exit_code == (0 if talk.verdict == "better" else 1)


def test_each_stratum_has_its_own_figures(talk: Comparison) -> None:
    assert [(one.rules.name, one.players) for one, _ in talk.strata] == [("base", 2), ("base", 3)]
    for stratum, figures in talk.strata:
        a, b = (
            arena.play(bot, players=stratum.players, games=talk.games).score_kept
            for bot in (TALK, NEWEST)
        )
        assert (figures.mean_a, figures.mean_b) == pytest.approx((a.mean(), b.mean()))
        assert figures.tied_share == (a == b).mean()
        saved = 1 - (b - a).astype(int).var() / (a.var() + b.var())
        assert figures.variance_saved == pytest.approx(saved)
        low, high = figures.paired_interval
        assert low < figures.mean_difference < high


def test_the_extreme_deals_are_those(talk: Comparison) -> None:
    everything = []
    for players in (2, 3):
        a, b = (
            arena.play(bot, players=players, games=talk.games).score_kept.astype(int)
            for bot in (TALK, NEWEST)
        )
        everything += [(x, players, game) for game, x in enumerate((b - a).tolist())]
    best = sorted(everything, key=lambda one: (-one[0], one[2], one[1]))[:3]
    worst = sorted(everything, key=lambda one: (one[0], one[2], one[1]))[:3]
    for wanted, found in ((best, talk.best), (worst, talk.worst)):
        assert [(deal.difference, deal.players, deal.game) for deal in found] == wanted
    text = str(talk)
    for deal in (*talk.best, *talk.worst):
        assert deal.command in text


def test_its_json_holds_what_is_promised(talk: Comparison) -> None:
    told = json.loads(json.dumps(talk.as_dict(), allow_nan=False))
    promised = {
        *("verdict", "games", "mean_difference", "confidence_sequence", "paired_interval"),
        *("evidence_better", "evidence_no_better", "tied_share"),
    }
    assert {"a", "b", "seed", *promised} <= set(told)
    assert (told["a"], told["b"], told["seed"]) == (TALK, NEWEST, 1)
    assert told["verdict"] in VERDICTS
    for stratum in told["strata"]:
        assert {"variant", "players", *promised} <= set(stratum)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of one comparison, played in this process in one part a cell."""
    path = tmp_path_factory.mktemp("compared")
    arena.compare(TALK, NEWEST, players=[2, 3], folder=path)
    return path


def told(folder: Path) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads((folder / "comparison.json").read_text(encoding="utf-8"))
    return {key: value for key, value in answer.items() if key != "folder"}


def same_answer(one: Path, other: Path) -> None:
    first, second = told(one), told(other)
    for answer in (first, second):
        for deal in (*answer["best_deals"], *answer["worst_deals"]):
            del deal["command"]
    assert first == second


def test_workers_and_parts_change_nothing(folder: Path, tmp_path: Path) -> None:
    arena.compare(TALK, NEWEST, players=[2, 3], folder=tmp_path / "two", jobs=2)
    same_answer(folder, tmp_path / "two")


@pytest.mark.parametrize("size", [3, 7, 100])
def test_the_part_size_changes_nothing(
    folder: Path, tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LocalRunner, "_size", lambda *_: size)
    arena.compare(TALK, NEWEST, players=[2, 3], folder=tmp_path)
    same_answer(folder, tmp_path)


@pytest.mark.parametrize("after", [1, 3, 6])
def test_a_stop_at_any_point_changes_nothing(
    folder: Path, tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LocalRunner, "_size", lambda *_: 40)
    stored = 0
    write = Runner._store

    def stop(self: Runner, *part: Any) -> None:
        nonlocal stored
        stored += 1
        if stored > after:
            raise KeyboardInterrupt
        write(self, *part)

    with monkeypatch.context() as patched:
        patched.setattr(Runner, "_store", stop)
        with pytest.raises(KeyboardInterrupt):
            arena.compare(TALK, NEWEST, players=[2, 3], folder=tmp_path)
    assert not (tmp_path / "comparison.json").exists()
    arena.compare(TALK, NEWEST, players=[2, 3], folder=tmp_path)
    same_answer(folder, tmp_path)


def test_parts_that_are_lost_are_played_again(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    (copy / "comparison.json").unlink()
    parts = sorted(copy.rglob("*.parquet"))
    parts[0].unlink()
    parts[-1].write_bytes(b"half a part")
    arena.compare(TALK, NEWEST, players=[2, 3], folder=copy)
    same_answer(folder, copy)


def test_another_question_takes_the_games_that_are_there(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    games = told(folder)["games"]

    def none(*_: Any) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr(Runner, "_task", none)
    short = arena.compare(TALK, NEWEST, players=[2], max_games=10, folder=copy)
    assert (short.verdict, short.games, short.exit_code) == ("inconclusive", 10, 3)
    fixed = arena.compare(TALK, NEWEST, players=[2, 3], games=games, folder=copy)
    assert fixed.verdict == told(folder)["verdict"]
    assert fixed.decided_after == games


def test_a_folder_of_other_bots_is_refused(folder: Path) -> None:
    with pytest.raises(RunError, match="another seed"):
        arena.compare(TALK, NEWEST, players=2, seed=2, folder=folder)


def test_the_folder_is_a_run_like_any(folder: Path) -> None:
    answer = told(folder)
    run = RecordedRun.open(folder)
    assert run.manifest["games"] == answer["games"]
    assert len(run.cells) == 4
    games = recorded(folder)
    shown = games[(games["line_up"] == NEWEST) & (games["game"] < answer["games"])]
    means = shown.groupby("players")["score_kept"].mean()
    for stratum in answer["strata"]:
        assert stratum["mean_b"] == pytest.approx(means[stratum["players"]])


def question(games: int = 100, fixed: bool = False, **more: Any) -> Question:
    return Question((Stratum(find_variant("base"), 2),), games=games, fixed=fixed, **more)


def test_games_count_in_their_order_not_in_that_of_their_coming() -> None:
    scores = np.random.default_rng(1).integers(0, 26, (2, 100))
    orders = [np.arange(100), np.arange(100)[::-1], np.random.default_rng(2).permutation(100)]
    found = []
    for order in orders:
        evidence = Evidence(question())
        for start in range(0, 100, 9):
            for side, column in enumerate(evidence.columns[0]):
                games = order[start : start + 9]
                column.put(games, scores[side][games])
                evidence.feed()
        found.append((evidence.games, evidence.test.verdict, evidence.looks))
    assert found[0] == found[1] == found[2]
    assert found[0][0] == 100


def test_nothing_is_fed_beyond_a_gap_or_a_verdict() -> None:
    evidence = Evidence(question())
    a, b = evidence.columns[0]
    a.put(np.arange(100), np.zeros(100, np.int64))
    b.put(np.arange(50, 100), np.zeros(50, np.int64))
    evidence.feed()
    assert (evidence.games, evidence.done) == (0, False)
    b.put(np.arange(50), np.full(50, 25))
    evidence.feed()
    decided = evidence.games
    assert evidence.done
    assert decided < 50
    before = evidence.test.wealth_high
    b.put(np.arange(decided, 100), np.zeros(100 - decided, np.int64))
    evidence.feed()
    assert (evidence.games, evidence.test.wealth_high) == (decided, before)


def test_a_column_knows_how_far_it_is_complete() -> None:
    column = Column()
    column.put(np.array([], np.int64), np.array([], np.int64))
    assert column.ready == 0
    column.put(np.array([2, 0]), np.array([5, 7]))
    assert column.ready == 1
    column.put(np.array([1]), np.array([6]))
    assert column.ready == 3
    column.put(np.arange(3, 700), np.ones(697, np.int64))
    assert column.ready == 700
    assert column.scores[:4].tolist() == [7, 6, 5, 1]
    column.put(np.array([1000]), np.array([3]))
    assert column.ready == 700
    assert column.scores[700] == UNKNOWN


# Degenerate games


def test_all_ties_are_not_weaker_and_no_better(here: Path) -> None:
    for bounds, verdict in (("gain", "no better"), ("non-regression", "not weaker")):
        found = arena.compare(f"{ODD}:Nothing", f"{ODD}:Also", players=2, bounds=bounds)
        assert (found.verdict, found.mean_difference) == (verdict, 0)
        assert found.total.tied_share == 1
        assert not found.best
        assert not found.worst
        assert found.paired_interval == (0, 0)
        assert found.confidence_sequence[0] < 0 < found.confidence_sequence[1]


@pytest.mark.parametrize("games", [1, 2])
def test_a_deal_or_two_are_inconclusive(games: int) -> None:
    found = arena.compare("random", "simple", players=2, games=games)
    assert (found.verdict, found.games) == ("inconclusive", games)
    text = str(found)
    assert f"after {'1 deal' if games == 1 else '2 deals'} at 2 players: inconclusive" in text
    assert math.isnan(found.paired_interval[0]) == (games == 1)
    json.dumps(found.as_dict(), allow_nan=False)
    assert (found.as_dict()["paired_interval"] == [None, None]) == (games == 1)


def test_a_bot_against_itself_is_identical() -> None:
    found = arena.compare("simple", "simple")
    assert (found.verdict, found.games, found.exit_code) == ("identical", 0, 0)
    told = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert told["mean_difference"] == 0
    assert {one["verdict"] for one in told["strata"]} == {"identical"}
    assert "nothing was played" in str(found)


@pytest.mark.parametrize("sign", [-1, 1])
def test_differences_as_large_as_they_can_be(sign: int) -> None:
    evidence = Evidence(question())
    a, b = evidence.columns[0]
    a.put(np.arange(100), np.full(100, 0 if sign > 0 else 25))
    b.put(np.arange(100), np.full(100, 25 if sign > 0 else 0))
    evidence.feed()
    assert evidence.test.verdict == ("high" if sign > 0 else "low")


def test_faults_count_as_zero_and_are_told(here: Path) -> None:
    found = arena.compare(f"{ODD}:Nothing", f"{ODD}:Fails", players=2, games=20)
    (faults,) = found.faults
    assert found.exit_code == 4
    assert faults.side == f"{ODD}:Fails"
    assert 0 < faults.games < 20
    assert "out of order" in faults.text
    assert "ended by a fault, and count as 0" in str(found)
    scores = arena.play(f"{ODD}:Fails", players=2, games=20)
    assert faults.games == (scores.fault_seat >= 0).sum()
    assert faults.game == scores[scores.fault_seat >= 0].game.min()
    assert found.total.mean_b == pytest.approx(scores.score_kept.mean())
    assert found.as_dict()["faults"][0]["games"] == faults.games


def test_faults_beyond_the_verdict_are_not_told(here: Path) -> None:
    found = arena.compare("simple", f"{ODD}:Fails:share=0.03", players=2)
    assert found.verdict == "no better"
    beyond = arena.play(f"{ODD}:Fails:share=0.03", players=2, games=250).fault_seat >= 0
    assert beyond[found.games :].any()
    assert sum(one.games for one in found.faults) == beyond[: found.games].sum()
