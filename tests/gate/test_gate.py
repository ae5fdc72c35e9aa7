"""The gate's file, revisions as baselines, its exit codes, and what it writes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from hanabi_arena.cli import main
from hanabi_arena.comparison.question import Stratum
from hanabi_arena.comparison.sides import Finder
from hanabi_arena.gate.config import read_gate
from hanabi_arena.gate.fingerprint import Fingerprints, play_fingerprint
from hanabi_arena.league.pool import Pool
from hanabi_arena.rules.catalogue import find_variant
from tests.compare.repository import commit_all, git
from tests.gate import planted
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


# The file


def test_the_files_that_are_shipped_are_right(here: Path) -> None:
    for name, kind in (("gate.yaml", "revision"), ("recorded.yaml", "file")):
        gate = read_gate(CI / name)
        assert getattr(gate.keys.baseline, kind)
        assert list(gate.plan.entries) == ["simple", "table-talk"]
        assert (gate.bounds.low, gate.bounds.high) == (-0.25, 0)
        assert gate.strikeout == "kept"


def test_every_key_is_taken(here: Path) -> None:
    write_gate(
        here,
        f"""name: mine
bots: [simple, {{bot: table-talk, grid: {{discard: [oldest, newest]}}}}]
players: [2]
variants: [base, {{variant: base, clue-tokens: 4, name: four}}]
rules: {{strikeout: zero, empty-clues: true}}
baseline: {{file: old/baseline.json}}
plugins: [{TESTS / "league" / "bots"}]
bounds: [-0.5, -0.1]
alpha: 0.01
beta: 0.02
max-games: 70
games: 60
inconclusive: pass
limits: {{move-seconds: 1, game-seconds: 2, output-bytes: 3}}
""",
    )
    gate = read_gate(Path("gate.yaml"))
    assert list(gate.plan.entries) == [
        "simple",
        "table-talk:discard=oldest",
        "table-talk:discard=newest",
    ]
    assert [rules.name for rules in gate.plan.variants] == ["base", "four"]
    assert all(rules.settings.empty_clues for rules in gate.plan.variants)
    assert gate.strikeout == "zero"
    assert gate.baseline_file == Path("old/baseline.json")
    keys = gate.keys
    assert (keys.alpha, keys.beta, keys.max_games, keys.games) == (0.01, 0.02, 70, 60)
    assert (gate.bounds.low, gate.bounds.high) == (-0.5, -0.1)
    assert (keys.name, keys.inconclusive, keys.limits.output_bytes) == ("mine", "pass", 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- simple", "gate.yaml: a gate's file is a mapping"),
        ("bots: [simple]", "gate.yaml, baseline: this key is missing"),
        ("baseline: {revision: main}", "bots: this key is missing"),
        (
            "bots: [simple]\nbaseline: {}",
            "gate.yaml, line 2, baseline: say either revision",
        ),
        (
            "bots: [simple]\nbaseline: {revision: main, file: x.json}",
            "say either revision (a git revision) or file",
        ),
        (
            "bots: [simple]\nbaseline: {revison: main}",
            'line 2, baseline.revison: unknown key "revison". Did you mean "revision"?',
        ),
        (
            "bots: [simpel]\nbaseline: {revision: main}",
            'line 1, bots[0]: no bot "simpel". Did you mean "simple"?',
        ),
        (
            "bots: [simple]\nbaseline: {revision: main}\nbounds: nonregression",
            'line 3, bounds: no bounds "nonregression". Did you mean "non-regression"?',
        ),
        (
            "bots: [simple]\nbaseline: {revision: main}\nbounds: [0.25, 0]",
            "line 3, bounds: [0.25, 0.0]: the first must be less than the second",
        ),
        (
            "bots: [simple]\nbaseline: {revision: main}\nalpha: 0.5",
            "line 3, alpha: 0.5: an error rate must be between 0 and 0.5",
        ),
        (
            "bots: [simple]\nbaseline: {revision: main}\ninconclusive: maybe",
            "line 3, inconclusive: 'maybe' is not allowed. One of fail, pass",
        ),
        (
            "bots: [simple]\nbaseline: {revision: main}\nmax-games: 0",
            "line 3, max-games: 0 is not allowed: it should be at least 1",
        ),
        (
            "bots: [simple]\nbaseline: {revision: main}\nvariants: [bass]",
            "line 3, variants[0]",
        ),
        (
            "bots: [simple]\nbaseline: {revision: main}\nlimits: {move-second: 1}",
            'Did you mean "move-seconds"?',
        ),
    ],
)
def test_a_wrong_file_is_refused(here: Path, text: str, message: str) -> None:
    write_gate(here, text + "\n")
    result = asked("gate.yaml", code=2)
    assert message in result.stderr
    assert result.stdout == ""


def test_a_file_that_is_not_there_is_said(here: Path) -> None:
    assert "gate.yaml: no such file" in asked("gate.yaml", code=2).stderr


# Revisions


def test_every_pair_of_revisions_has_deals_of_its_own(here: Path) -> None:
    planted.make_repository(here, "{revision: main}")
    git(here, "switch", "--quiet", "--create", "topic")
    planted.write_bot(here, planted.BETTER)
    seeds = [json.loads(asked("gate.yaml", "--json").stdout)]
    again = json.loads(asked("gate.yaml", "--json").stdout)
    assert again == seeds[0]  # and goes on with what is there
    commit_all(here, "Better")
    seeds.append(json.loads(asked("gate.yaml", "--json").stdout))
    found = {one["bots"][0]["comparison"]["seed"] for one in seeds}
    assert len(found) == 2
    assert all(seed.startswith("gate-") for seed in found)


def test_another_revision_can_be_named(here: Path) -> None:
    planted.make_repository(here, "{file: baseline.json}")
    told = json.loads(asked("gate.yaml", "--base", "HEAD", "--json").stdout)
    assert (told["verdict"], told["baseline"]) == ("identical", "revision HEAD")
    assert 'no revision "nowhere"' in asked("gate.yaml", "--base", "nowhere", code=2).stderr
    message = asked("gate.yaml", "--base", "HEAD", "--promote", code=2).stderr
    assert "--promote records a baseline, and this one is a git revision" in message


def test_faults_of_the_baseline_do_not_count_against_a_bot(here: Path) -> None:
    planted.make_repository(here, "{revision: main}")
    broken = planted.BASE.replace(
        "        hand = [", "        1 / (view.score > 1)\n        hand = ["
    )
    planted.write_bot(here, broken)
    commit_all(here, "Break it")
    git(here, "switch", "--quiet", "--create", "topic")
    planted.write_bot(here, planted.BASE)
    told = json.loads(asked("gate.yaml", "--json").stdout)
    (bot,) = told["bots"]
    assert told["verdict"] == "not weaker"
    assert [fault["side"] for fault in bot["comparison"]["faults"]] == ["seer@main"]
    assert bot["baseline_fingerprint"] is None
    assert bot["play"] == "unknown"


def test_a_bot_that_fails_is_told_of(here: Path) -> None:
    planted.make_repository(here, "{revision: main}")
    planted.write_bot(
        here, planted.BASE.replace("        hand = [", "        1 / 0\n        hand = [")
    )
    result = asked("gate.yaml", code=4)
    assert "ended by a fault, and count as 0" in result.stdout
    assert "ZeroDivisionError" in result.stdout
    case = case_of(here / "results" / "gate" / "gate" / "junit.xml")
    (error,) = case.findall("error")
    assert "ZeroDivisionError" in error.attrib["message"]
    assert "and it failed in games" in (here / "results/gate/gate/summary.md").read_text()


@pytest.mark.parametrize(("treated", "code"), [("fail", 3), ("pass", 0)])
def test_the_inconclusive_is_treated_as_the_file_says(here: Path, treated: str, code: int) -> None:
    planted.make_repository(here, "{revision: main}")
    text = (here / "gate.yaml").read_text().replace("max-games: 3000", "max-games: 5")
    write_gate(here, f"{text}inconclusive: {treated}\n")
    planted.write_bot(here, planted.REFACTORED)
    result = asked("gate.yaml", code=code)
    assert ": inconclusive (evidence " in result.stdout
    assert ("that fails here" if code else "that passes here") in result.stdout
    case = case_of(here / "results" / "gate" / "gate" / "junit.xml")
    assert len(case.findall("failure" if code else "skipped")) == 1
    told = json.loads(asked("gate.yaml", "--json", code=code).stdout)
    assert (told["verdict"], told["exit_code"]) == ("inconclusive", code)


# What it writes


def case_of(path: Path) -> ET.Element:
    (suite,) = ET.parse(path).getroot()
    (case,) = suite
    return case


def test_it_writes_junit_and_a_summary(here: Path) -> None:
    planted.make_repository(here, "{revision: main}")
    planted.write_bot(here, planted.source(flaw=1.0))
    (here / "job.md").write_text("before\n", encoding="utf-8")
    words = ("--junit", "out/gate.xml", "--summary", "out/gate.md")
    result = asked("gate.yaml", *words, code=1, GITHUB_STEP_SUMMARY=str(here / "job.md"))
    root = ET.parse(here / "out" / "gate.xml").getroot()
    (suite,) = root
    assert {key: suite.attrib[key] for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "1",
        "failures": "1",
        "errors": "0",
        "skipped": "0",
    }
    (case,) = suite
    assert case.attrib["name"] == "seer against revision main"
    (failure,) = case.findall("failure")
    assert "weaker" in failure.attrib["message"]
    assert "worst for B" in (failure.text or "")
    properties = {one.attrib["name"]: one.attrib["value"] for one in case.iter("property")}
    assert properties["verdict"] == "weaker"
    assert properties["play"] == "changed"
    summary = (here / "out" / "gate.md").read_text(encoding="utf-8")
    assert summary.startswith("## gate: failed\n")
    assert "| seer | **weaker** |" in summary
    assert "Worst deals:" in summary
    assert (here / "job.md").read_text(encoding="utf-8") == "before\n" + summary
    assert "play changed" in result.stdout
    assert not (here / "results" / "gate" / "gate" / "junit.xml").exists()


def test_several_bots_have_one_verdict(here: Path) -> None:
    planted.make_repository(here, "{revision: main}")
    (here / "bots" / "still.py").write_text(
        "from hanabi_arena import Bot, Play\n\n\nclass Still(Bot):\n    def act(self, view):\n"
        "        return Play(0)\n",
        encoding="utf-8",
    )
    commit_all(here, "Add another")
    text = (here / "gate.yaml").read_text().replace("[seer]", "[still, seer]")
    write_gate(here, text)
    planted.write_bot(here, planted.source(flaw=1.0))
    told = json.loads(asked("gate.yaml", "--json", code=1).stdout)
    assert told["verdict"] == "weaker"
    assert {one["bot"]: one["comparison"]["verdict"] for one in told["bots"]} == {
        "still": "identical",
        "seer": "weaker",
    }
    printed = asked("gate.yaml", code=1).stdout.splitlines()
    assert printed[-3].split() == ["bot", "verdict", "difference"]
    suite = ET.parse(here / "results" / "gate" / "gate" / "junit.xml").getroot()[0]
    assert [suite.attrib["tests"], suite.attrib["failures"]] == ["2", "1"]


def test_texts_of_bots_do_not_spoil_the_files(here: Path) -> None:
    planted.make_repository(here, "{revision: main}")
    fails = planted.BASE.replace(
        "        hand = [", "        raise ValueError('<&|`\\x07*_\\x00')\n        hand = ["
    )
    planted.write_bot(here, fails)
    asked("gate.yaml", code=4)
    case = case_of(here / "results" / "gate" / "gate" / "junit.xml")
    assert "<&|`�*_" in case.find("error").attrib["message"]  # type: ignore[union-attr]  # it is there
    summary = (here / "results" / "gate" / "gate" / "summary.md").read_text(encoding="utf-8")
    assert r"\<&\|\`" in summary


def test_a_bot_that_hangs_or_quits_has_no_fingerprint(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is unchanged, so that nothing else would notice."""
    monkeypatch.setattr("hanabi_arena.gate.fingerprint.Pool", Pool)
    monkeypatch.setattr("hanabi_arena.gate.fingerprint.SECONDS", 4.0)
    head = "import os\nimport time\n\nfrom hanabi_arena import Bot, Play\n\n\n"
    for name, act in (("Hangs", "time.sleep(1000)"), ("Quits", "os._exit(0)")):
        source = f"class {name}(Bot):\n    def act(self, view):\n        {act}\n"
        (here / f"{name.lower()}.py").write_text(head + source, encoding="utf-8")
    strata = [Stratum(find_variant("base"), 2)]
    with Finder() as finder, Fingerprints() as prints:
        for name in ("hangs.py", "quits.py"):
            assert prints.of(finder.find(name), strata) is None
        side = finder.find("simple-python")
        monkeypatch.setattr("hanabi_arena.gate.fingerprint.SECONDS", 60.0)
        assert prints.of(side, strata) == play_fingerprint(side, strata)
