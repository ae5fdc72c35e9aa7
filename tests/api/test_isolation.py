"""No seat touches what is another's, and what it is handed is fresh in every game.

That the game loops keep to it is tested beside them; here are the ways that authors see.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hanabi_arena import Bot, Play, View
from hanabi_arena.engine.table import declaration_code
from hanabi_arena.match.ask import as_python
from tests.league.bots.hostile import Calm
from tests.league.bots.wild import ABOVE, BELOW, CALM, HUGE, RAISES, Declares, Wild
from tests.support import actions_of, play

# Declarations


class Hears(Bot):
    """Notes what it is told that others declare."""

    conventions = ("hears",)
    heard: ClassVar[list[Any]] = []

    def act(self, view: View) -> Play:
        self.heard.append((view.declared, view.table.declared.tolist()))
        return Play(0)


def test_each_seat_reads_what_the_others_declare() -> None:
    Hears.heard.clear()
    quiet = type("Quiet", (Calm,), {})
    games = play(quiet, Hears, Declares, games=1, params=({}, {}, {"secret": 7}))
    assert games.faults == {} or 2 in games.results["fault_seat"]
    declared, codes = Hears.heard[0]
    assert declared == ((), ("hears",), ("plays the oldest", "secret 7"))
    wanted = [declaration_code("; ".join(one)) for one in declared]
    assert codes[:3] == wanted
    assert codes[3:] == [0, 0, 0]
    assert wanted[0] == 0
    assert len(set(wanted)) == 3


def test_a_kernel_reads_it_too() -> None:
    same = play(Declares, Declares, games=5)
    assert same.faults == {}
    apart = play(Declares, Declares, games=5, params=({"secret": 1}, {"secret": 2}))
    assert set(apart.faults) == set(range(5))
    assert apart.faults[0] == "illegal action number 1000: there is no such action"
    beside_python = play(Declares, as_python(Declares, {"secret": 1}), games=5)
    assert beside_python.faults == {}
    assert beside_python.actions.tolist() == same.actions.tolist()


# What a bot is given


class Hoards(Bot):
    """Writes down what it has seen in its parameters, its instance and its class's default."""

    notes: list[int] = []  # noqa: RUF012  # a parameter, copied for each game
    """Something that can change."""

    def act(self, view: View) -> Play:
        if view.turn < 2:
            assert self.notes in ([], [5])
            assert not hasattr(self, "old")
        self.old = True
        self.notes.append(view.turn)
        return Play(0)


@pytest.mark.parametrize("given", [{}, {"notes": [5]}])
def test_a_list_among_the_parameters_is_fresh_in_every_game(given: dict[str, Any]) -> None:
    games = play(Hoards, Hoards, games=5, params=(given, given))
    assert games.faults == {}
    assert Hoards.notes == []
    assert given in ({}, {"notes": [5]})


class Impostor(Bot):
    """Makes something that is no bot."""

    def __new__(cls) -> Any:
        return "I act"


class Untouchable(Calm):
    """Raises wherever one looks at it."""

    def __getattribute__(self, name: str) -> Any:
        raise LookupError(name)


class Unsettable(Calm):
    """Takes no parameters."""

    level: int = 3

    def __setattr__(self, name: str, value: Any) -> None:
        raise PermissionError(name)


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (Impostor, "raised TypeError: Impostor() makes no bot"),
        (Untouchable, "raised LookupError: act"),
        (Unsettable, "raised PermissionError: level"),
    ],
)
def test_what_a_bots_object_does_by_itself_is_its_fault(bot: type[Bot], message: str) -> None:
    games = play(Calm, bot, games=2)
    assert games.results["fault_seat"].tolist() == [1, 1]
    assert games.faults[0].startswith(message)


# Compiled bots


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (RAISES, "raised ValueError: wild"),
        (BELOW, "illegal action number -1: there is no such action"),
        (ABOVE, "illegal action number 115: there is no such action"),
        (HUGE, "illegal action number 1000000000000: there is no such action"),
    ],
)
def test_a_compiled_bots_fault_costs_its_game_alone(how: int, message: str) -> None:
    calm = play(Wild, Wild, games=90)
    assert calm.faults == {}
    params = ({"how": CALM}, {"how": how})
    wild = play(Wild, Wild, games=90, params=params)
    assert set(wild.faults.values()) == {message}
    faulted = set(wild.faults)
    assert 4 < len(faulted) < 45
    for game, row in enumerate(wild.results):
        assert (row["fault_seat"] == 1) == (game in faulted)
        fair = calm.results[game]
        assert row["turns"] == (3 if game in faulted else fair["turns"])
        if game not in faulted:
            assert row == fair
    assert len(actions_of(wild)) == 90
    asked = as_python(Wild, {"how": CALM})
    beside_python = play(asked, Wild, games=90, params=({}, {"how": how}))
    facts = ["game", "turns", "clues", "discards", "score_zero", "score_kept", "end", "fault_seat"]
    assert beside_python.results[facts].tolist() == wild.results[facts].tolist()
    assert set(beside_python.faults) == faulted
    assert all(text.startswith(message) for text in beside_python.faults.values())


def test_the_python_bots_draw_the_same_numbers() -> None:
    """Calm misbehaves where Wild does, so that leagues can be compared between them."""
    assert (
        play(Calm, Calm, games=30).actions.tolist() == play(Wild, Wild, games=30).actions.tolist()
    )
