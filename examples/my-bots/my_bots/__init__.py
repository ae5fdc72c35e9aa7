"""Bots for hanabi-arena."""
