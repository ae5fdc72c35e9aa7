"""Parameters of compiled bots that are no numbers: texts and lists, turned into fixed fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from hanabi_arena.errors import BotError
from hanabi_arena.kernels import CompiledBot, discard, kernel, play
from hanabi_arena.match.ask import as_python
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant


class Scripted(CompiledBot):
    """Does what a text says, a letter a turn: plays its oldest card, or discards it."""

    param_fields = (("script", np.int8, (8,)), ("length", np.int64))
    memory = (("at", np.int64),)

    script: str = "p"
    """Letters p and d, at most eight."""
    loudness: int = 3
    """A number, which has a field of its own."""

    @classmethod
    def encode(cls, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the text in numbers."""
        text = params["script"]
        if not set(text) <= {"p", "d"}:
            raise BotError(f"script: {text!r} has other letters than p and d")
        return {"script": [int(one == "p") for one in text.ljust(8, "p")], "length": len(text)}

    @staticmethod
    @kernel
    def act(table: Any, memory: Any, params: Any) -> int:
        """Follow the text, from its start again after its end."""
        plays = params.script[memory.at % params.length]
        memory.at += 1
        return play(0) if plays != 0 else discard(0)


def actions(bot: type[Any], **params: Any) -> list[int]:
    seating = Seating(find_variant("discard-at-max"), (bot, bot), (params, params), 1)
    return [int(action) for action in play_batch(seating, 0, 20).actions]


def test_kernels_see_what_was_encoded() -> None:
    record = Scripted.params_record({"script": "pdd"})[0]
    assert record["script"].tolist() == [1, 0, 0, 1, 1, 1, 1, 1]
    assert record["length"] == 3
    assert record["loudness"] == 3
    assert set(actions(Scripted)) == {0}
    assert set(actions(Scripted, script="pd")) == {0, 6}
    assert actions(Scripted, script="pd") != actions(Scripted, script="pdd")


def test_the_same_when_asked_from_python() -> None:
    params = {"script": "pd"}
    assert actions(as_python(Scripted, params)) == actions(Scripted, **params)


def test_a_bad_value_is_the_bots_own_complaint() -> None:
    with pytest.raises(BotError, match=r"^scripted: script: 'px' has other letters than p and d$"):
        Scripted.params_record({"script": "px"})


@pytest.mark.parametrize(
    ("fields", "encoded", "message"),
    [
        ((), {}, "parameter script: .*defines param_fields and encode"),
        ((("a", np.int8),), {}, "encode returned {}; param_fields lists a"),
        ((("a", np.int8),), {"a": 1, "b": 2}, "encode returned .*; param_fields lists a"),
        ((("a", np.int8),), None, "encode returned None"),
        ((("a", np.int8),), {"a": 1000}, "encode: a: .*1000"),
        ((("a", np.int8, (3,)),), {"a": [1, 2]}, "encode: a: "),
        ((("a", np.int8),), {"a": "x"}, "encode: a: "),
        ((("a", "int77"),), {"a": 1}, "param_fields .*int77"),
        ((("loudness", np.int8),), {"loudness": 1}, "param_fields .*loudness"),
    ],
)
def test_mistakes_of_the_author_are_named(fields: Any, encoded: Any, message: str) -> None:
    class Wrong(Scripted):
        """Encodes otherwise than it says."""

        param_fields = fields

        @classmethod
        def encode(cls, params: Mapping[str, Any]) -> Any:
            """Return what is to be tried."""
            return encoded

    with pytest.raises(BotError, match=f"^wrong: {message}"):
        Wrong.params_record({})


def test_an_encode_that_raises_is_named() -> None:
    class Raising(Scripted):
        """Raises."""

        @classmethod
        def encode(cls, params: Mapping[str, Any]) -> Mapping[str, Any]:
            """Fail."""
            return {"script": params["scipt"]}

    with pytest.raises(BotError, match=r"^raising: encode raised KeyError: 'scipt'"):
        Raising.params_record({})
