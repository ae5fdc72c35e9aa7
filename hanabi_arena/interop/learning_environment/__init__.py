"""DeepMind's Hanabi Learning Environment: its agents at our table, and our bots as its agents.

Nothing here needs its package. docs/learning-environment.md tells how to use it.
"""

from __future__ import annotations

from hanabi_arena.interop.learning_environment.agent import ArenaAgent, agent_class
from hanabi_arena.interop.learning_environment.encoding import encode, length
from hanabi_arena.interop.learning_environment.game import PLAYERS, REFUSED, Game, why_not
from hanabi_arena.interop.learning_environment.observation import HanabiObservation, observation

__all__ = [
    "PLAYERS",
    "REFUSED",
    "ArenaAgent",
    "Game",
    "HanabiObservation",
    "agent_class",
    "encode",
    "length",
    "observation",
    "why_not",
]
