"""What a bot's class tells of itself: its name, what it plays, its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import pytest

from hanabi_arena import Bot, Play
from hanabi_arena.api.bot import (
    BotBase,
    check_facts,
    checked_params,
    declarations,
    parameters,
)
from hanabi_arena.errors import BotError
from hanabi_arena.kernels import CompiledBot
from hanabi_arena.rules import find_variant

if TYPE_CHECKING:
    from somewhere import Unknown  # type: ignore[import-not-found]  # there for type checkers only


class Thinker2B(Bot):
    """Thinks hard.

    And long.
    """

    depth: int = 3
    """How far
    it looks."""
    mood: Literal["calm", "bold"] = "calm"
    eager: bool = True
    """Whether it hurries."""
    rate: float = 0.5
    weights: list[float] = [1.0]  # noqa: RUF012  # a parameter, copied for each game
    name: str = "thinker"  # type: ignore[misc]  # as an author may write it
    players: tuple[int, ...] = (2, 3)  # type: ignore[misc]  # the same
    shared: ClassVar[dict[str, int]] = {}
    _private: Unknown = None
    plain = 3


class DeepThinker(Thinker2B):
    depth: int = 9
    """Farther."""
    width: int = 2


class HTTPBot(Bot):
    pass


def test_names_are_derived_from_the_class() -> None:
    names = {cls.__name__: cls.name for cls in (Thinker2B, DeepThinker, HTTPBot)}
    assert names == {"Thinker2B": "thinker", "DeepThinker": "deep-thinker", "HTTPBot": "httpbot"}
    assert Thinker2B.line() == "Thinks hard."
    assert HTTPBot.line() == ""


def test_parameters_are_annotated_attributes_with_a_default() -> None:
    found = parameters(Thinker2B)
    assert list(found) == ["depth", "mood", "eager", "rate", "weights"]
    told = [(one.kind, one.default, one.doc) for one in found.values()]
    assert told == [
        ("int", 3, "How far it looks."),
        ("calm | bold", "calm", ""),
        ("bool", True, "Whether it hurries."),
        ("float", 0.5, ""),
        ("list[float]", [1.0], ""),
    ]
    assert found["mood"].choices == ("calm", "bold")


def test_a_subclass_adds_and_overrides() -> None:
    found = parameters(DeepThinker)
    assert list(found) == ["depth", "mood", "eager", "rate", "weights", "width"]
    assert (found["depth"].default, found["depth"].doc) == (9, "Farther.")


def test_every_parameter_gets_a_value() -> None:
    given = {"depth": 7, "mood": "bold", "rate": 2, "weights": [1.5, 2.5]}
    assert checked_params(Thinker2B, given) == {
        "depth": 7,
        "mood": "bold",
        "eager": True,
        "rate": 2.0,
        "weights": [1.5, 2.5],
    }
    assert isinstance(checked_params(Thinker2B, {"rate": 2})["rate"], float)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"dpeth": 1}, 'thinker: no parameter "dpeth". Did you mean "depth"? Allowed: depth, mood'),
        ({"depth": "3"}, "thinker: parameter depth: '3' is not allowed"),
        ({"depth": 3.5}, "thinker: parameter depth: 3.5 is not allowed"),
        ({"depth": True}, "thinker: parameter depth: True is not allowed"),
        ({"depth": None}, "int, default 3"),
        ({"eager": 1}, "thinker: parameter eager: 1 is not allowed"),
        ({"mood": "angry"}, "calm | bold, default 'calm'"),
        ({"rate": "fast"}, "thinker: parameter rate: 'fast' is not allowed"),
        ({"weights": [1.0, "x"]}, "thinker: parameter weights:"),
    ],
)
def test_wrong_parameters_are_refused(given: Mapping[str, Any], message: str) -> None:
    with pytest.raises(BotError) as caught:
        checked_params(Thinker2B, given)
    assert message in str(caught.value)


def test_a_bot_without_parameters_says_so() -> None:
    with pytest.raises(BotError, match="it has none"):
        checked_params(HTTPBot, {"x": 1})


def test_a_parameter_needs_a_default() -> None:
    class Forgetful(Bot):
        level: int

    with pytest.raises(BotError, match=r"Forgetful\.level: a parameter needs a default"):
        parameters(Forgetful)


def test_a_type_that_does_not_exist_is_named() -> None:
    class Confused(Bot):
        level: Nothing = 3  # type: ignore[name-defined]  # noqa: F821  # that is the point

    with pytest.raises(BotError, match=r"Confused\.level: Nothing is no type: NameError"):
        parameters(Confused)


def test_what_a_bot_refuses() -> None:
    class Picky(Bot):
        players = (3, 2)
        refuses: ClassVar[dict[str, str]] = {"rainbow": "it knows no rainbows"}

    base, rainbow = find_variant("base"), find_variant("rainbow+strikes=1")
    assert Picky.why_not(base, 2) == ""
    assert Picky.why_not(base, 5) == "plays with 2, 3 players only"
    assert Picky.why_not(rainbow, 3) == "does not play rainbow: it knows no rainbows"
    assert HTTPBot.why_not(rainbow, 6) == ""


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"name": "my bot"}, "name 'my bot' is not made of letters"),
        ({"name": "../x"}, "name '../x'"),
        ({"name": ""}, "name ''"),
        ({"name": 3}, "name 3"),
        ({"players": 2}, "players 2 are not some of 2 to 6"),
        ({"players": ()}, "players ()"),
        ({"players": (1, 2)}, "players (1, 2)"),
        ({"players": [[2]]}, "players [[2]]"),
        ({"refuses": {"rainbw": "no"}}, 'refuses has no switch "rainbw". Did you mean "rainbow"?'),
        ({"observes": "plays"}, "observes 'plays' is not allowed; one of actions, clues"),
        ({"refuses": "rainbow!"}, 'refuses has no switch "rainbow!"'),
        ({"__annotations__": {"level": int}}, "level: a parameter needs a default"),
    ],
)
def test_facts_that_make_no_sense_are_refused(facts: dict[str, Any], message: str) -> None:
    bot = type("Odd", (Bot,), facts)
    with pytest.raises(BotError) as caught:
        check_facts(bot)
    assert message in str(caught.value)


def test_what_a_bot_declares() -> None:
    class Talker(Bot):
        conventions = ("rank: play",)

    class Varied(Talker):
        late: bool = False

        @classmethod
        def declare(cls, params: Mapping[str, Any]) -> tuple[str, ...]:
            return (*cls.conventions, "late" if params["late"] else "early")

    assert declarations(HTTPBot, {}) == ()
    assert declarations(Talker, {}) == ("rank: play",)
    assert declarations(Varied, {"late": True}) == ("rank: play", "late")
    with pytest.raises(BotError, match="varied: declare raised KeyError"):
        declarations(Varied, {})
    for odd in ("text", (1, 2)):
        bot = type("Odd", (Bot,), {"declare": classmethod(lambda cls, params, odd=odd: odd)})
        with pytest.raises(BotError, match="no tuple of texts"):
            declarations(bot, {})


def test_a_plain_bot_must_act() -> None:
    assert not hasattr(BotBase, "act")
    with pytest.raises(NotImplementedError, match="HTTPBot has no act method"):
        HTTPBot().act(None)  # type: ignore[arg-type]  # it looks at nothing


class Numbers(CompiledBot):
    """Takes every type of parameter that a kernel can see."""

    count: int = 3
    share: float = 0.25
    loud: bool = False
    tone: Literal["low", "high"] = "low"


def test_a_compiled_bots_parameters_become_numbers() -> None:
    record = Numbers.params_record({"share": 1, "loud": True, "tone": "high"})
    (values,) = record.tolist()
    assert dict(zip(record.dtype.names or (), values, strict=True)) == {
        "count": 3,
        "share": 1.0,
        "loud": 1,
        "tone": 1,
    }
    assert Numbers.params_record({}).dtype == Numbers.params_dtype()
    assert CompiledBot.memory_dtype() == np.dtype([("random", np.uint64)], align=True)


def test_a_number_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BotError, match="numbers: parameter count: 1000000000000000000000"):
        Numbers.params_record({"count": 10**21})


def test_actions_read_as_they_are_written() -> None:
    assert repr(Play(2)) == "Play(slot=2, announce=None)"
    assert Play(np.int64(2)) == Play(2)  # type: ignore[arg-type]  # NumPy's integers are integers
    assert Play(np.int64(2)).code == 2  # type: ignore[arg-type]  # the same
    assert type(Play(np.uint8(2)).code) is int  # type: ignore[arg-type]  # the same
