"""hanabi-arena: the place where Hanabi bots and conventions are measured.

For a bot's author: Bot, the actions, Card and CardSet here; compiled bots in hanabi_arena.kernels.
For a notebook: play and compare.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanabi_arena.api.actions import Action, ClueRank, ClueSuit, Discard, Play, PlayDeck
    from hanabi_arena.api.bot import Bot
    from hanabi_arena.api.program_bot import ProgramBot
    from hanabi_arena.api.view import HandCard, Turn, View
    from hanabi_arena.comparison.notebook import compare
    from hanabi_arena.errors import ArenaError
    from hanabi_arena.league.notebook import play
    from hanabi_arena.rules.cards import Card, CardSet

__version__ = "0.1.0"

_HOMES = {
    "Action": "api.actions",
    "ArenaError": "errors",
    "Bot": "api.bot",
    "Card": "rules.cards",
    "CardSet": "rules.cards",
    "ClueRank": "api.actions",
    "ClueSuit": "api.actions",
    "Discard": "api.actions",
    "HandCard": "api.view",
    "Play": "api.actions",
    "PlayDeck": "api.actions",
    "ProgramBot": "api.program_bot",
    "Turn": "api.view",
    "View": "api.view",
    "compare": "comparison.notebook",
    "play": "league.notebook",
}

__all__ = [
    "Action",
    "ArenaError",
    "Bot",
    "Card",
    "CardSet",
    "ClueRank",
    "ClueSuit",
    "Discard",
    "HandCard",
    "Play",
    "PlayDeck",
    "ProgramBot",
    "Turn",
    "View",
    "compare",
    "play",
]


def __getattr__(name: str) -> Any:
    # Loaded when first used: the engine takes half a second to import, and `arena --help` needs
    # none of it.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
