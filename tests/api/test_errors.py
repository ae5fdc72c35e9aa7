"""Errors that this package raises on purpose are one tree, and travel between processes."""

from __future__ import annotations

import pickle

import pytest

from hanabi_arena import ArenaError, errors
from hanabi_arena.errors import UnknownName, did_you_mean

ERRORS = [
    thing for thing in vars(errors).values() if isinstance(thing, type) and thing is not ArenaError
]


@pytest.mark.parametrize("kind", [kind for kind in ERRORS if issubclass(kind, Exception)])
def test_an_error_travels(kind: type[ArenaError]) -> None:
    assert issubclass(kind, ArenaError)
    assert kind.__name__ in str(errors.__doc__)
    made = kind("a bot", "smiple", ["simple"], "see") if kind is UnknownName else kind("told")
    again = pickle.loads(pickle.dumps(made))
    assert type(again) is kind
    assert str(again) == str(made)
    assert again.exit_code == 2


def test_the_nearest_name_is_offered() -> None:
    assert did_you_mean("smiple", ["random", "simple"]) == ' Did you mean "simple"?'
    assert did_you_mean("xyzzy", ["random", "simple"]) == ""
    assert did_you_mean("", []) == ""
    told = str(UnknownName("bot", "smiple", iter(["simple"]), "arena bots lists all"))
    assert told == 'no bot "smiple". Did you mean "simple"? (arena bots lists all)'
