"""Seat shipped bots at a table and play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from hanabi_arena.api.bot import BotBase
from hanabi_arena.match.batch import Games
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import find_variant

SEED = 2026


def play(
    bots: Sequence[type[BotBase]],
    games: int,
    variant: str = "base",
    params: Mapping[str, Any] | Sequence[Mapping[str, Any]] = MappingProxyType({}),
) -> Games:
    """Play games of a variant among these bots; parameters are for all of them, or one by one."""
    each = (params,) * len(bots) if isinstance(params, Mapping) else tuple(params)
    return play_batch(Seating(find_variant(variant), tuple(bots), each, SEED), 0, games)


def name_of(thing: object) -> str:
    """Return what a bot's class, parameters, or both are called in a test's name."""
    if isinstance(thing, tuple):
        return " ".join(filter(None, map(name_of, thing)))
    if isinstance(thing, Mapping):
        return ",".join(f"{name}={value}" for name, value in thing.items())
    return thing.name if isinstance(thing, type) and issubclass(thing, BotBase) else ""


def assert_same_games(one: Games, other: Games) -> None:
    """Fail unless both are the same games, action by action."""
    assert not one.faults
    assert not other.faults
    assert np.array_equal(one.results["turns"], other.results["turns"])
    ends = np.cumsum(one.results["turns"])
    apart = np.flatnonzero(one.actions != other.actions)
    game = int(np.searchsorted(ends, apart[0], side="right")) if apart.size else None
    assert game is None, f"the bots part in game {game}"
    for name in one.results.dtype.names or ():
        assert np.array_equal(one.results[name], other.results[name]), name
