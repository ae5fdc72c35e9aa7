"""Recorded baselines: what they hold, when they are refused, and baselines in a script."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import hanabi_arena as arena
from hanabi_arena import __version__
from hanabi_arena.cli import main
from hanabi_arena.comparison.question import Stratum
from hanabi_arena.comparison.sides import Finder
from hanabi_arena.engine.stream import GENERATOR
from hanabi_arena.errors import RunError, UsageError
from hanabi_arena.gate.baseline import read_baseline
from hanabi_arena.gate.fingerprint import play_fingerprint
from hanabi_arena.gate.notebook import against_baseline, record_baseline
from hanabi_arena.rules.catalogue import find_variant
from tests.support import TESTS

ODD = str(TESTS / "compare" / "odd.py")
CI = TESTS.parent / "configs" / "ci"


def asked(*words: str, code: int = 0, **env: str) -> Result:
    result = CliRunner().invoke(main, ["gate", *words], env=env)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def write_gate(folder: Path, text: str) -> None:
    (folder / "gate.yaml").write_text(text, encoding="utf-8")


@pytest.fixture
def recorded(here: Path, promoted: Path) -> Path:
    shutil.copytree(promoted / "repository", here, dirs_exist_ok=True)
    return here / "baseline.json"


def change(path: Path, how: Callable[[dict[str, Any]], Any]) -> None:
    value = json.loads(path.read_text(encoding="utf-8"))
    how(value)
    path.write_text(json.dumps(value), encoding="utf-8")


def test_a_baseline_holds_what_was_played(recorded: Path, promoted: Path) -> None:
    value = json.loads(recorded.read_text(encoding="utf-8"))
    assert (value["format"], value["kind"]) == (1, "hanabi-arena baseline")
    assert (value["version"], value["generator"]) == (__version__, GENERATOR)
    assert (value["games"], value["strikeout"]) == (1000, "kept")
    bot = value["bots"]["seer"]
    (cell,) = bot["cells"]
    played = arena.play("bots/seer.py", players=2, games=1000, seed=value["seed"])
    assert cell["scores"] == played.score_kept.tolist()
    assert cell["mean"] == pytest.approx(played.score_kept.mean(), abs=1e-4)
    with Finder() as finder:
        side = finder.find("seer")
        assert bot["digest"] == side.digest
        stratum = Stratum(find_variant("base"), 2)
        assert bot["fingerprint"] == play_fingerprint(side, [stratum])
    text = recorded.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80
    printed = (promoted / "printed.txt").read_text(encoding="utf-8")
    assert f"seer, base, 2 players: mean {played.score_kept.mean():.2f} in 1,000 deals" in printed
    assert "wrote baseline.json" in printed


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (lambda value: value.update(format=2), "a baseline of another format: 2, and this is 1"),
        (lambda value: value.update(generator="dice/1"), "another way of dealing: 'dice/1'"),
        (lambda value: value.update(version="9.0"), "by another version of hanabi-arena: '9.0'"),
        (lambda value: value.update(kind="recipe"), "this is no baseline"),
        (lambda value: value.pop("seed"), "something is missing or wrong in it (KeyError: 'seed')"),
        (lambda value: value.update(games=999), "999 scores from 0 to 25 should be there"),
        (lambda value: value.update(strikeout="zero"), "its scores have strikeout zero, and kept"),
        (lambda value: value.update(strikeout="nil"), "strikeout 'nil'"),
        (lambda value: value.update(bots={}), 'no bot in baseline.json "seer"'),
        (
            lambda value: value["variants"][0]["settings"].update(clue_tokens=4),
            "recorded under other rules: clue-tokens of the variant base",
        ),
        (
            lambda value: value["variants"][0]["settings"].update(clue_tokens=-4),
            "clue-tokens: -4 is not from 0",
        ),
        (
            lambda value: value["bots"]["seer"]["cells"][0].update(players=3),
            "it holds no games of seer in base, 2 players",
        ),
        (
            lambda value: value["bots"]["seer"]["cells"][0]["scores"].__setitem__(3, 26),
            "1000 scores from 0 to 25 should be there",
        ),
    ],
)
def test_another_baseline_is_refused(
    recorded: Path, how: Callable[[dict[str, Any]], Any], message: str
) -> None:
    change(recorded, how)
    result = asked("gate.yaml", code=2)
    assert message in result.stderr
    assert "baseline.json" in result.stderr
    assert "--promote" in result.stderr or "no baseline" in result.stderr


def test_a_baseline_that_is_no_json_or_not_there_is_refused(recorded: Path) -> None:
    recorded.write_text("{", encoding="utf-8")
    assert "baseline.json: this is no baseline" in asked("gate.yaml", code=2).stderr
    recorded.unlink()
    assert "no such baseline; record one with" in asked("gate.yaml", code=2).stderr


def test_another_engine_of_the_same_version_is_noted(recorded: Path) -> None:
    change(recorded, lambda value: value.update(engine="0" * 24))
    result = asked("gate.yaml", "--json")
    told = json.loads(result.stdout)
    # Not identical: the games are played, and come out the same.
    assert told["verdict"] == "not weaker"
    assert told["bots"][0]["comparison"]["tied_share"] == 1
    assert "recorded with another engine of the same version" in result.stderr
    assert told["bots"][0]["play"] == "same"


def test_a_new_baseline_has_a_new_block(recorded: Path) -> None:
    write_gate(recorded.parent, (recorded.parent / "gate.yaml").read_text().replace("1000", "30"))
    before = json.loads(recorded.read_text())
    printed = asked("gate.yaml", "--promote").stderr
    assert "30 deals are so few that even a bot that plays the same stays inconclusive" in printed
    after = json.loads(recorded.read_text())
    assert after["seed"] != before["seed"]
    assert after["games"] == 30
    asked("gate.yaml", "--promote")
    assert json.loads(recorded.read_text())["seed"] not in (before["seed"], after["seed"])


def test_a_bot_that_fails_makes_no_baseline(here: Path) -> None:
    write_gate(
        here,
        f"bots: [{{bot: '{ODD}:Fails'}}]\nplayers: [2]\ngames: 20\nbaseline: {{file: b.json}}\n",
    )
    result = asked("gate.yaml", "--promote", code=4)
    assert "out of order" in result.stderr
    assert "b.json is as it was" in result.stderr
    assert not (here / "b.json").exists()


# In a script


def test_baselines_in_a_script(here: Path) -> None:
    made = record_baseline(["random", "simple"], "b.json", players=[2, 3], games=150)
    read = read_baseline(Path("b.json"))
    assert read.bots.keys() == {"random", "simple"}
    assert {one.words for one in read.strata} == {"base, 2 players", "base, 3 players"}
    for name, bot in made.bots.items():
        for key, scores in bot.scores.items():
            assert np.array_equal(read.bots[name].scores[key], scores)
    assert against_baseline("simple", "b.json").comparison.verdict == "identical"
    change(Path("b.json"), lambda value: value["bots"]["simple"].update(digest="another"))
    checked = against_baseline("simple", "b.json")
    assert checked.comparison.total.tied_share == 1
    assert checked.play == "same"
    swapped = json.loads(Path("b.json").read_text())
    swapped["bots"]["random"]["cells"] = swapped["bots"]["simple"]["cells"]
    swapped["bots"]["random"]["digest"] = "that of another"
    Path("b.json").write_text(json.dumps(swapped))
    weaker = against_baseline("random", "b.json").comparison
    assert (weaker.verdict, weaker.exit_code, weaker.games) == ("weaker", 1, 150)
    with pytest.raises(UsageError, match=r'no bot in b\.json "table-talk"'):
        against_baseline("table-talk", "b.json")


def test_a_script_records_no_faults(here: Path) -> None:
    with pytest.raises(RunError, match="out of order"):
        record_baseline(f"{ODD}:Fails", "b.json", players=2, games=20)


def test_a_fingerprint_is_that_of_twenty_deals() -> None:
    base = find_variant("base")
    with Finder() as finder:
        plain, compiled, other = (
            finder.find(name) for name in ("simple-python", "simple", "random")
        )
    for counts in ([2], [2, 3, 4], [5]):
        strata = [Stratum(base, count) for count in counts]
        assert play_fingerprint(plain, strata) == play_fingerprint(compiled, strata)
        assert play_fingerprint(plain, strata) != play_fingerprint(other, strata)
    two, three = Stratum(base, 2), Stratum(base, 3)
    assert play_fingerprint(compiled, [two]) != play_fingerprint(compiled, [three])
