"""What every bot should hold, for those without tests of their own; and that no bot is left out."""

from __future__ import annotations

import re
from pathlib import Path

from hanabi_arena.api.registry import Registry
from hanabi_arena.testing import BotTests

SOME = (
    "base",
    "clue-starved",
    "rainbow+copies=full+empty-clues",
    "avalanche+bouquet-final+choreography",
    "deck-plays+discard-at-max",
    "strikes=1+clue-tokens=1",
)


class TestRandom(BotTests):
    bot = "random"
    games = 20


class TestSimple(BotTests):
    bot = "simple"
    games = 20


class TestTableTalk(BotTests):
    bot = "table-talk"
    games = 20


class TestRandomPython(BotTests):
    bot = "random-python"
    games = 3
    variants = SOME


class TestSimplePython(BotTests):
    bot = "simple-python"
    games = 2
    variants = SOME


class TestTableTalkPython(BotTests):
    bot = "table-talk-python"
    games = 2
    variants = SOME


GUESTS = {"hle", "process"}
"""They seat somebody else's program; tests/interop holds what they do."""


def test_every_shipped_bot_is_held_to_all_of_it() -> None:
    shipped = {
        spec.name
        for spec in Registry().bots.values()
        if spec.place.startswith("hanabi_arena_bots.")
    }
    tested = {
        name
        for path in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(
            r'^class Test\w+\(BotTests\):\n(?:    .*\n|\n)*?    bot = "([\w-]+)"$',
            path.read_text(encoding="utf-8"),
            re.M,
        )
    }
    assert tested == shipped - GUESTS
