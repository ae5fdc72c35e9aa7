"""Uniformly random play, as a Python bot."""

from __future__ import annotations

from hanabi_arena.api.bot import Bot


class RandomPython(Bot):
    """Takes any legal action, each as likely as the others."""

    deterministic = False

    def act(self, view):
        return view.random.choice(view.legal_actions)
