"""Compiled bots: what is said of one that is not right, and under which names it is imported."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanabi_arena.errors import BotError
from hanabi_arena.kernels import CompiledBot, kernel
from tests.support import environment, play

MINE = """
from hanabi_arena.kernels import CompiledBot, kernel, play

@kernel
def oldest(table):
    return play(0)

class Mine(CompiledBot):
    @staticmethod
    @kernel
    def act(table, memory, params):
        return oldest(table)
"""


def test_a_file_may_be_imported_under_any_name(tmp_path: Path) -> None:
    """Compiled code looks up its module by name; as a plugin, a file has one of its own."""
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    show = "print(arena.play(bot, players=2, games=3).turns.tolist())"
    ways = [
        "import hanabi_arena as arena; bot = 'mine.py:Mine'; ",
        "import hanabi_arena as arena; from mine import Mine as bot; ",
    ]
    told = set()
    for way in (*ways, *reversed(ways)):
        done = subprocess.run(
            [sys.executable, "-c", way + show],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told.add(done.stdout)
    assert len(told) == 1


class Actless(CompiledBot):
    """Has no kernel."""


class Plain(CompiledBot):
    """Has a function where a kernel should be."""

    @staticmethod
    def act(table: Any, memory: Any, params: Any) -> int:
        return 0


class Misspelt(CompiledBot):
    """Reads a field that no record has."""

    memory = (("notes", np.int64),)

    @staticmethod
    @kernel
    def act(table: Any, memory: Any, params: Any) -> int:
        return int(memory.note)


class Odd(CompiledBot):
    """Uses what numba does not know."""

    @staticmethod
    @kernel
    def act(table: Any, memory: Any, params: Any) -> int:
        return len({"a": object()})


class Wordy(CompiledBot):
    """Has a parameter that is no number."""

    word: str = "x"

    @staticmethod
    @kernel
    def act(table: Any, memory: Any, params: Any) -> int:
        return 0


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (Actless, "actless: a compiled bot needs an act kernel"),
        (Plain, "plain: act is not a kernel; write @staticmethod, @kernel"),
        (Misspelt, "misspelt: act does not compile: "),
        (Odd, "odd: act does not compile: "),
        (Wordy, "wordy: parameter word: a compiled bot takes numbers"),
    ],
)
def test_what_is_wrong_with_a_compiled_bot_is_said(bot: type[CompiledBot], message: str) -> None:
    with pytest.raises(BotError) as caught:
        play(bot, bot, games=1)
    assert str(caught.value).startswith(message)
    assert "Traceback" not in str(caught.value)


class Scales(CompiledBot):
    """Takes a list, which kernels see as numbers."""

    weights: list[float] = [1.0]  # noqa: RUF012  # a parameter, copied for each game
    param_fields = (("total", np.float64), ("first", np.int64, (3,)))

    @classmethod
    def encode(cls, params: Mapping[str, Any]) -> Mapping[str, Any]:
        if not params["weights"]:
            raise BotError("weights: an empty list weighs nothing")
        return {"total": sum(params["weights"]), "first": [1, 2, 3]}

    @staticmethod
    @kernel
    def act(table: Any, memory: Any, params: Any) -> int:
        return 0 if params.total == 6.5 and params.first[2] == 3 else 500


def test_parameters_of_any_type_can_be_encoded() -> None:
    given = {"weights": [2.5, 4.0]}
    assert play(Scales, Scales, games=3, params=(given, given)).faults == {}
    assert set(play(Scales, Scales, games=3).faults) == {0, 1, 2}
    with pytest.raises(BotError, match="scales: weights: an empty list weighs nothing"):
        Scales.params_record({"weights": []})


@pytest.mark.parametrize(
    ("encoded", "message"),
    [
        ({"total": 1.0}, "param_fields lists total, first"),
        ({"total": "x", "first": 0}, "encode: total: could not convert"),
        ({"total": 1.0, "first": [1, 2]}, "encode: first: could not broadcast"),
        (None, "encode raised "),
    ],
)
def test_what_is_encoded_must_fit(encoded: Any, message: str) -> None:
    def encode(cls: type[Any], params: Mapping[str, Any]) -> Any:
        if encoded is None:
            raise ZeroDivisionError
        return encoded

    bot: type[CompiledBot] = type("Scales", (Scales,), {"encode": classmethod(encode)})
    with pytest.raises(BotError) as caught:
        bot.params_record({})
    assert message in str(caught.value)
