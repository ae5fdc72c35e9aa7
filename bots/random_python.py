"""Uniformly random play, in plain Python: it draws the same actions as `random`."""

from __future__ import annotations

from hanabi_arena import Action, Bot, View


class RandomPython(Bot):
    """Takes any legal action, each as likely as the others."""

    deterministic = False

    def act(self, view: View) -> Action:
        """Choose among the legal actions."""
        return view.random.choice(view.legal_actions)
