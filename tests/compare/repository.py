"""A git repository with a folder of bots, for tests; the same commits every time."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

CAREFUL = '''"""Careful: plays what it knows, discards what is left."""

from hanabi_arena import Bot, ClueRank, Discard, Play

from . import _taste


class Careful(Bot):
    """Plays sure cards, tells of playable ones, else discards."""

    patience: int = 0
    """How many turns it waits."""

    def act(self, view):
        for slot, card in enumerate(view.hand):
            if card.possible <= view.playable:
                return Play(slot)
        if view.can_clue and view.turn >= self.patience:
            for seat in view.others:
                for card in view.hands[seat]:
                    if card.identity in view.playable and not card.possible <= view.playable:
                        return ClueRank(seat, card.identity.rank)
        if view.can_discard:
            return Discard(_taste.slot(view))
        return view.legal_actions[0]
'''

OLDEST = "def slot(view):\n    return 0\n"
NEWEST = "def slot(view):\n    return len(view.hand) - 1\n"

OTHER = """from hanabi_arena import Bot


class Other(Bot):
    def act(self, view):
        return view.legal_actions[-1]
"""


def git(folder: Path, *words: str) -> str:
    """Run git in a folder, with a clock that stands still; return what it prints."""
    if shutil.which("git") is None:
        pytest.skip("there is no git")
    identity = {
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (
            ("NAME", "Ada"),
            ("EMAIL", "ada@example.org"),
            ("DATE", "2026-01-01T00:00:00Z"),
        )
    }
    own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    done = subprocess.run(
        ["git", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false", *words],
        cwd=folder,
        env={**own, **identity, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def commit_all(folder: Path, message: str) -> str:
    """Commit everything; return the commit."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", message)
    return git(folder, "rev-parse", "HEAD")


def make_repository(folder: Path) -> str:
    """Make a repository with two bots and a helper; return its commit."""
    bots = folder / "bots"
    bots.mkdir(parents=True)
    (bots / "careful.py").write_text(CAREFUL, encoding="utf-8")
    (bots / "_taste.py").write_text(OLDEST, encoding="utf-8")
    (bots / "other.py").write_text(OTHER, encoding="utf-8")
    (folder / ".gitignore").write_text("results/\n__pycache__/\n", encoding="utf-8")
    git(folder, "init", "--quiet")
    return commit_all(folder, "Start")
