"""What every bot should hold, for all of the Holmes family but `smart`; see test_holmes.py."""

from __future__ import annotations

from hanabi_arena.testing import BotTests

SOME = (
    "base",
    "clue-starved",
    "rainbow+copies=full+empty-clues",
    "avalanche+bouquet-final+choreography",
    "deck-plays+discard-at-max",
    "strikes=1+clue-tokens=1",
)


class TestBlind(BotTests):
    bot = "blind"
    games = 20
    variants = SOME


class TestHints(BotTests):
    bot = "hints"
    games = 20
    variants = SOME


class TestValue(BotTests):
    bot = "value"
    games = 20
    variants = SOME


class TestHolmes(BotTests):
    bot = "holmes"
    games = 20
    variants = SOME
