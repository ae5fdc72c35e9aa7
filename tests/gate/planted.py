"""A repository with a bot whose strength can be set to a fraction of a point.

The bot sees its own hand, so that it is short, quick and strong; only the gate is on trial here.
"""

from __future__ import annotations

from pathlib import Path

from tests.compare.repository import commit_all, git

SOURCE = '''"""Seer: sees its hand, and now and then does not use that."""

from hanabi_arena import Bot, Discard, Play


class Seer(Bot):
    """Plays what is playable, discards what is dead."""

    sees_own_hand = True
    deterministic = False

    def start(self, view):
        luck = view.random.unit()
        self.blind_to_fives = luck < {flaw}
        self.disaster = view.seat == 0 and luck > {disaster}

    def act(self, view):
        hand = [(card.slot, card.identity) for card in view.hand]
        if self.disaster and view.score > 2:
            for slot, card in hand:
                if card not in view.playable:
                    return Play(slot)
        for slot, card in hand:
            if card in view.playable and not (self.blind_to_fives and card.rank == 5):
                return Play(slot)
        if view.can_discard:
            for slot, card in hand:
                if card in view.dead:
                    return Discard(slot)
            for slot, card in hand:
                if card not in view.critical:
                    return Discard(slot)
        return view.legal_actions[-1]
'''


def source(flaw: float = 0.2, disaster: float = 2.0) -> str:
    """Return the bot's source: how often each seat keeps its fives, and from which luck on seat 0
    throws the game away.
    """
    return SOURCE.format(flaw=flaw, disaster=disaster)


BASE = source()
BETTER = source(flaw=0.0)
WEAKER = source(flaw=0.268)
DISASTER = source(disaster=0.985)
REFACTORED = (
    BASE.replace("slot", "place")
    .replace("card.place", "card.slot")
    .replace('"""Plays what', '"""It plays what')
)

GATE = """bots: [seer]
players: [2]
max-games: 3000
games: 1000
baseline: {baseline}
"""


def make_repository(folder: Path, baseline: str) -> None:
    """Make a repository with the bot and a gate's file."""
    (folder / "bots").mkdir(parents=True)
    write_bot(folder, BASE)
    (folder / "gate.yaml").write_text(GATE.replace("{baseline}", baseline), encoding="utf-8")
    (folder / ".gitignore").write_text("results/\n__pycache__/\n", encoding="utf-8")
    git(folder, "init", "--quiet")
    commit_all(folder, "Start")


def write_bot(folder: Path, text: str) -> None:
    """Write the bot's source."""
    (folder / "bots" / "seer.py").write_text(text, encoding="utf-8")
