"""docs/protocol.md tells what is really said: its transcript, its keys, its checks."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import pytest
import yaml

from hanabi_arena.api.bot import parameters
from hanabi_arena.api.program_bot import close_programs
from hanabi_arena.api.wire import WANTS, view_object
from hanabi_arena.interop.conformance import Audit, _Probe
from hanabi_arena.match.mixed import Limits, MixedTable
from hanabi_arena_bots.process import Process
from tests.docs.pages import blocks, keys, rows, words
from tests.interop.test_conformance import EXAMPLES

PAGE = "protocol.md"


def block(mark: str) -> str:
    (found,) = (one for one in blocks(PAGE) if one.mark == mark)
    return found.text


@pytest.fixture(scope="module")
def spoken() -> list[str]:
    audit = Audit((sys.executable, str(EXAMPLES / "literal.py")), start_seconds=60.0)
    probe = _Probe(audit)
    audit._play(probe, "very-small", 2, 1)
    close_programs()
    return probe.log


def test_the_transcript_is_what_is_said(spoken: list[str]) -> None:
    assert block("transcript").splitlines() == spoken


def test_the_view_is_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    act = Process.act

    def watched(self: Process, view: Any) -> Any:
        if view.turn == 4:
            shown.append(view_object(view))
        return act(self, view)

    monkeypatch.setattr("hanabi_arena.interop.conformance.ProgramBot.act", watched)
    audit = Audit((sys.executable, str(EXAMPLES / "literal.py")), start_seconds=60.0)
    audit._play(_Probe(audit), "very-small", 2, 1)
    close_programs()
    assert json.loads(block("view")) == shown[0]
    assert set(keys(PAGE, "view")) >= set(shown[0])
    assert set(shown[0]["hands"][0][0]) <= words(PAGE)


def test_every_key_of_every_message_is_explained(spoken: list[str]) -> None:
    told = [json.loads(line[2:]) for line in spoken if line.startswith("> ")]
    kinds = {message["type"] for message in told}
    assert kinds == {"hello", "start", "event", "act", "end", "bye"}
    for kind in kinds - {"bye"}:
        there = {key for message in told if message["type"] == kind for key in message}
        more = {"act": {"view"}, "end": {"seat", "reason"}}.get(kind, set())
        assert set(keys(PAGE, kind)) == (there - {"type"}) | more, kind
    assert set(WANTS) <= words(PAGE)


def test_every_parameter_is_explained() -> None:
    table = {row[0].strip("`"): row[1].strip("`") for row in rows(PAGE, "Faults")}
    found = parameters(Process)
    assert set(table) - {"parameter of `process"} == set(found)
    for name, parameter in found.items():
        shown = "" if table[name] == "needed" else yaml.safe_load(table[name])
        assert shown == parameter.default, name


def test_every_check_is_explained() -> None:
    audit = Audit((sys.executable, str(EXAMPLES / "literal.py")), (2,), 1, start_seconds=60.0)
    made = {re.sub(r"(plays with) \d", r"\1 N", check.name) for check in audit.run()}
    made = {re.sub(r"(plays or refuses) .*", r"\1 V", name) for name in made}
    assert set(keys(PAGE, "Checking a program")) == made


def test_the_limits_are_those_of_a_league() -> None:
    assert Limits().move_seconds == parameters(Process)["move_seconds"].default
    assert MixedTable.__doc__
