"""`arena audit --protocol` passes the examples, and finds what is wrong with impolite programs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hanabi_arena import play as arena_play
from hanabi_arena.api.program_bot import close_programs
from hanabi_arena.interop.conformance import VARIANTS, Audit, Check
from hanabi_arena_bots.process import Process
from tests.interop.test_programs import IMPOLITE
from tests.support import arena, shared_folder

EXAMPLES = Path(__file__).parents[2] / "examples"
CHECKS = 1 + 2 + len(VARIANTS) + 7


def compiled(folder: Path) -> None:
    compiler = shutil.which(os.environ.get("CXX", "c++")) or shutil.which("g++")
    compiler = compiler or shutil.which("clang++")
    if compiler is None:
        pytest.skip("there is no C++ compiler to make examples/literal.cpp with")
    words = [compiler, "-std=c++17", "-O1", "-Wall", "-Wextra"]
    command = [*words, "-o", str(folder / "literal"), str(EXAMPLES / "literal.cpp")]
    subprocess.run(command, check=True, timeout=300)


@pytest.fixture(params=["py", "js", "cpp"])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command of an example; where its language is not installed the test is skipped."""
    return command_of(request.param, tmp_path_factory)


def command_of(language: str, factory: pytest.TempPathFactory) -> list[str]:
    if language == "py":
        return [sys.executable, "-I", "-S", str(EXAMPLES / "literal.py")]
    if language == "js":
        if shutil.which("node") is None:
            pytest.skip("node is not installed, and examples/literal.js cannot be run")
        return ["node", str(EXAMPLES / "literal.js")]
    return [str(shared_folder(factory, "literal", compiled) / "literal")]


def audited(*command: str) -> dict[str, Check]:
    checks = Audit(command, (2, 5), 1, start_seconds=60.0, move_seconds=60.0).run()
    return {check.name: check for check in checks}


def failures(how: str, games: int = 1) -> dict[str, str]:
    """Return what fails of an impolite program, with the reason."""
    command = (sys.executable, "-I", "-S", str(IMPOLITE), how)
    audit = Audit(command, (2,), games, start_seconds=60.0, move_seconds=60.0, variants=())
    return {check.name: check.detail for check in audit.run() if check.verdict == "failed"}


def test_the_examples_pass(example: list[str]) -> None:
    checks = audited(*example)
    assert len(checks) == CHECKS
    assert {check.verdict for check in checks.values()} == {"passed"}, checks
    assert checks["answers hello"].detail.startswith("literal, wants ")


def test_the_examples_play_the_same_games(
    example: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    first = command_of("py", tmp_path_factory)
    for variant, players in (("base", 2), ("rainbow+choreography", 3), ("small+deck-plays", 4)):
        played = [
            arena_play(Process, players=players, games=3, variant=variant, command=command)
            for command in (first, example)
        ]
        assert (played[1]["fault"] == "").all()
        assert played[0]["actions"].tolist() == played[1]["actions"].tolist()
    close_programs()


def test_a_program_that_only_plays_passes() -> None:
    assert failures("nothing") == {}


@pytest.mark.parametrize(
    ("how", "only", "reason"),
    [
        ("never-starts", "answers hello", "the program ended with exit code 1; standard error: no"),
        ("future", "answers hello", "the program speaks protocol 2; this arena speaks 1"),
        ("moody", "plays the same deal the same way, in a new process too", "it played otherwise"),
        ("strict", "ignores messages and keys that it does not know", "what is of-a-later-version"),
        ("gulps", "reads messages that come in pieces", "JSONDecodeError"),
        (
            "believes-badly",
            "tells beliefs, or says that it does not",
            "answered beliefs [7]; null,",
        ),
        ("stays", "ends when it is told bye", "and had to be ended"),
        ("leaves-badly", "ends when it is told bye", "its exit code is 9, not 0"),
    ],
)
def test_what_is_wrong_is_found(
    how: str, only: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how == "stays":  # it is waited for again and again
        monkeypatch.setattr("hanabi_arena.api.program.GOODBYE_SECONDS", 0.05)
    failed = failures(how)
    assert reason in failed[only]
    if how == "stays":
        assert failed.pop("ends when its input ends") == "it still runs 3 s later"
    if how != "gulps":  # it cannot even read two messages that come together
        assert set(failed) == {only}


@pytest.mark.parametrize("how", ["dies", "garbage", "late", "chatters", "illegal"])
def test_a_fault_in_a_game_is_told_with_its_place(how: str) -> None:
    failed = failures(how, games=4)
    assert any(
        text.startswith("game ") and ", seat " in text and ", turn " in text
        for text in failed.values()
    )


def test_beliefs_are_asked_of_those_who_tell_them() -> None:
    assert failures("believes") == {}


def test_a_refused_variant_is_skipped(tmp_path: Path) -> None:
    program = tmp_path / "picky.py"
    text = (EXAMPLES / "literal.py").read_text(encoding="utf-8")
    refuses = 'if message["rules"]["rainbow"]: reply["refuse"] = "no rainbows"'
    marked = 'reply |= {"protocol": 1, "name": "literal"'
    assert marked in text
    program.write_text(text.replace(marked, f"{refuses}\n            {marked}"), encoding="utf-8")
    checks = audited(sys.executable, "-I", "-S", str(program))
    skipped = [check for check in checks.values() if check.verdict == "skipped"]
    assert skipped == [Check("plays or refuses rainbow", "skipped", "refused: no rainbows")]
    assert all(check.verdict != "failed" for check in checks.values())


def test_the_command(tmp_path: Path) -> None:
    program = f"{sys.executable} {EXAMPLES / 'literal.py'}"
    few = ("--players", "2", "--games", "1")
    done = arena("audit", "--protocol", program, *few, cwd=tmp_path)
    assert done.out.splitlines()[0] == "passed   answers hello · literal, wants events, legal"
    assert done.out.splitlines()[-1] == f"{CHECKS - 1} passed, 0 failed, 0 skipped"
    bad = f"{sys.executable} {IMPOLITE} future"
    done = arena("audit", "--protocol", bad, *few, "--json", cwd=tmp_path, code=1)
    (check,) = json.loads(done.out)
    assert check["verdict"] == "failed"
    for words, text in (
        ((), "say what to check: --protocol COMMAND"),
        (("--protocol", "no-such-program -x"), 'there is no program "no-such-program"'),
        (("--protocol", "'"), "No closing quotation"),
    ):
        assert text in arena("audit", *words, cwd=tmp_path, code=2).err
