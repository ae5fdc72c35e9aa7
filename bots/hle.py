"""A bot that is an agent written for DeepMind's Hanabi Learning Environment."""

from __future__ import annotations

import inspect
import random
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from hanabi_arena import Action, Bot, Turn, View
from hanabi_arena.api.registry import load_thing
from hanabi_arena.errors import BotError
from hanabi_arena.interop.learning_environment import PLAYERS, REFUSED, Game, observation, why_not
from hanabi_arena.rules import Rules


class Hle(Bot):
    """An agent for the learning environment: a class with act(observation), as it is.

    The agent is made anew for each game, with the environment's configuration, and is asked at
    every turn, as there; what it answers when it is not on turn is not looked at. It may answer
    with a dictionary or a move's number. docs/learning-environment.md has more.
    """

    reference = "Bard et al. (2020), The Hanabi Challenge, Artificial Intelligence 280"
    players = PLAYERS
    refuses = REFUSED
    deterministic = False

    agent: str = ""
    """The agent's class: `module:Class` or `path.py:Class`, from the folder where arena runs."""
    config: dict[str, Any] = {}  # noqa: RUF012  # a parameter: every game gets its own
    """What its configuration has beside, or instead of, the environment's own."""
    vectorized: bool = True
    """Whether observations hold the encoded vector; what does not need it is faster without."""
    every_turn: bool = True
    """Whether it is asked also when it is not on turn."""
    declares: list[str] = []  # noqa: RUF012  # the same
    """The conventions that the agent declares to the table before the deal."""

    @classmethod
    def why_not(cls, rules: Rules, players: int) -> str:
        """Return why the learning environment has no such game."""
        return why_not(rules, players)

    @classmethod
    def declare(cls, params: Mapping[str, Any]) -> tuple[str, ...]:
        """Return what the parameter says."""
        return tuple(params["declares"])

    @classmethod
    def check_params(cls, params: Mapping[str, Any]) -> None:
        """Raise BotError unless there is such an agent."""
        if not params["agent"]:
            raise BotError("hle: agent is needed: module:Class or path.py:Class")
        found = load_thing(params["agent"])
        if not callable(getattr(found, "act", None)):
            raise BotError(f"hle: agent: {params['agent']} has no method act")

    @classmethod
    def source_files(cls, params: Mapping[str, Any]) -> tuple[Path, ...]:
        """Return the agent's file."""
        try:
            return (Path(inspect.getfile(load_thing(params["agent"]))),)
        except (TypeError, OSError):
            return ()

    @cached_property
    def _game(self) -> Game:
        return Game.of(self._rules, self._players)

    def start(self, view: View) -> None:
        """Make the agent. Its random numbers are the seat's, whichever of the usual it uses."""
        self._rules, self._players = view.rules, view.players
        seed = view.random.below(1 << 31)
        random.seed(seed)
        np.random.seed(seed)
        self._agent = load_thing(self.agent)({**self._game.config(seed), **self.config})
        self._look_on(view)

    def observe(self, view: View, turn: Turn) -> None:
        """Show the agent the table when others are on turn."""
        if not view.over:
            self._look_on(view)

    def act(self, view: View) -> Action:
        """Ask the agent."""
        return self._game.read_move(self._agent.act(self._seen(view)), view.seat)

    def _look_on(self, view: View) -> None:
        if self.every_turn and view.on_turn != view.seat:
            self._agent.act(self._seen(view))

    def _seen(self, view: View) -> dict[str, Any]:
        return observation(view, self._game, vectorized=self.vectorized)
