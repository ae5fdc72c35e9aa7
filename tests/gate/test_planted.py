"""What a gate is for: planted weakenings fail, improvements and refactorings pass."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import hanabi_arena as arena
from hanabi_arena.cli import main
from tests.compare.repository import commit_all, git
from tests.gate import planted
from tests.support import ARENA, TESTS, environment

CHANGES = {
    "weaker": (planted.WEAKER, 1, "weaker"),
    "disaster": (planted.DISASTER, 1, "weaker"),
    "better": (planted.BETTER, 0, "not weaker"),
    "refactored": (planted.REFACTORED, 0, "not weaker"),
    "unchanged": (planted.BASE, 0, "identical"),
}

WORKFLOW = TESTS.parent / "configs" / "ci" / "workflow.yaml"


def gated(code: int, *words: str) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["gate", "gate.yaml", "--json", *words])
    assert result.exit_code == code, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def test_the_plants_are_what_they_are_said_to_be(here: Path) -> None:
    scores = {}
    for name, (text, _, _) in CHANGES.items():
        (here / name).mkdir()
        (here / name / "seer.py").write_text(text, encoding="utf-8")
        scores[name] = arena.play(f"{name}/seer.py", players=2, games=1200).score_kept.astype(int)
    base = scores["unchanged"]
    assert (scores["weaker"] - base).mean() == pytest.approx(-0.3, abs=0.08)
    apart = scores["disaster"] - base
    assert (apart != 0).mean() == pytest.approx(0.015, abs=0.007)
    assert apart[apart != 0].mean() == pytest.approx(-20, abs=1)
    assert (scores["better"] - base).mean() > 0.5
    assert scores["refactored"].equals(base)


@pytest.mark.parametrize("change", CHANGES)
def test_against_a_revision(change: str, here: Path) -> None:
    text, code, verdict = CHANGES[change]
    planted.make_repository(here, "{revision: main}")
    git(here, "switch", "--quiet", "--create", "topic")
    planted.write_bot(here, text)
    if change != "unchanged":
        commit_all(here, f"Change it: {change}")
    told = gated(code)
    assert (told["verdict"], told["exit_code"]) == (verdict, code)
    (bot,) = told["bots"]
    assert bot["comparison"]["a_commit"] == git(here, "rev-parse", "main")
    expected = "same" if change in ("refactored", "unchanged") else "changed"
    if change != "disaster":  # 20 deals miss it three times in four
        assert bot["play"] == expected
    assert git(here, "status", "--porcelain") == ""
    assert len(git(here, "worktree", "list").splitlines()) == 1


@pytest.mark.parametrize("change", CHANGES)
def test_against_a_recorded_baseline(change: str, here: Path, promoted: Path) -> None:
    text, code, verdict = CHANGES[change]
    shutil.copytree(promoted / "repository", here, dirs_exist_ok=True)
    shutil.rmtree(here / "results", ignore_errors=True)
    planted.write_bot(here, text)
    told = gated(code)
    assert (told["verdict"], told["exit_code"]) == (verdict, code)
    (bot,) = told["bots"]
    assert bot["comparison"]["games"] == (0 if change == "unchanged" else 1000)
    assert bot["comparison"]["fixed"] is True
    recorded = json.loads((here / "baseline.json").read_text())
    assert bot["baseline_fingerprint"] == recorded["bots"]["seer"]["fingerprint"]


def steps() -> list[dict[str, Any]]:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = workflow["jobs"]["gate"]["steps"]
    return found


@pytest.mark.parametrize(("change", "code"), [("weaker", 1), ("refactored", 0)])
def test_the_workflow_that_is_shipped(change: str, code: int, tmp_path: Path) -> None:
    """Its own lines, in a clone as the checkout makes it; only the installation is left out."""
    origin = tmp_path / "origin"
    planted.make_repository(origin, "{revision: main}")
    (origin / "configs" / "ci").mkdir(parents=True)
    git(origin, "mv", "gate.yaml", "configs/ci/gate.yaml")
    commit_all(origin, "Move the gate's file")
    git(origin, "switch", "--quiet", "--create", "topic")
    planted.write_bot(origin, CHANGES[change][0])
    commit_all(origin, "Change it")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", f"file://{origin}", str(clone))
    git(clone, "checkout", "--quiet", "--detach", "origin/topic")
    named = {step["name"]: step for step in steps() if "run" in step}
    assert list(named) == ["Install", "Gate"]
    assert "github.event.pull_request.base.sha" in named["Gate"]["env"]["BASE"]
    (checkout,) = (step for step in steps() if step.get("uses", "").startswith("actions/checkout"))
    assert checkout["with"]["fetch-depth"] == 0
    summary = tmp_path / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", named["Gate"]["run"]],
        cwd=clone,
        env=environment(
            BASE=git(clone, "rev-parse", "origin/main"),
            GITHUB_STEP_SUMMARY=str(summary),
            PATH=os.pathsep.join([str(ARENA.parent), os.environ["PATH"]]),
        ),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == code, done.stdout + done.stderr
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("before\n## gate: " + ("failed" if code else "passed"))
    assert (clone / "results" / "gate" / "junit.xml").is_file()
