"""The bots shipped with hanabi-arena, one module a bot."""
