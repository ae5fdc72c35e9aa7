"""A bot in plain Python."""

from __future__ import annotations

from hanabi_arena import Action, Bot, View

from .manners import may_play


class Polite(Bot):
    """Plays what it knows to be playable, else does the first thing that is no play."""

    def act(self, view: View) -> Action:
        for action in view.legal_actions:
            if may_play(view, action):
                return action
        return view.legal_actions[0]
