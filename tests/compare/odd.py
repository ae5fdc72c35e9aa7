"""Bots for tests of comparisons: they score what is wanted, or fail where it is wanted."""

from __future__ import annotations

import time
from typing import Any

from hanabi_arena import Bot, Play


class Nothing(Bot):
    """Strikes out or not, without much thought: it plays its oldest card."""

    def act(self, view: Any) -> Any:
        return Play(0)


class Fails(Bot):
    """Raises in some deals, plays its oldest card in others."""

    share: float = 0.5
    """In how many deals."""

    deterministic = False

    def act(self, view: Any) -> Any:
        if view.turn == 0 and view.random.unit() < self.share:
            raise ValueError("out of order <&\x07>")
        return Play(0)


class Sleeps(Bot):
    """Sleeps over its first turn of all."""

    def act(self, view: Any) -> Any:
        if view.turn == 0:
            time.sleep(1.5)
        return Play(0)


class Also(Nothing):
    """Does the same in other words."""

    def act(self, view: Any) -> Any:
        slot = 0
        return Play(slot)
