"""DeepMind's Hanabi Learning Environment: its agents at our table, and our bots as its agents.

Nothing here needs its package. docs/learning-environment.md tells how to use it.
"""

from __future__ import annotations

from hanabi_arena.interop.learning_environment.encoding import encode, length
from hanabi_arena.interop.learning_environment.game import Game
from hanabi_arena.interop.learning_environment.observation import HanabiObservation, observation

__all__ = ["Game", "HanabiObservation", "encode", "length", "observation"]
