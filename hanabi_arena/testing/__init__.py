"""Tests that every bot should pass; derive from BotTests and name the bot.

from hanabi_arena.testing import BotTests

class TestMine(BotTests):
    bot = "bots/mine.py:Mine"
"""

from hanabi_arena.testing.bot_tests import BotTests

__all__ = ["BotTests"]
