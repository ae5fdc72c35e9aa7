"""Conventions: scenarios that any bot can take."""
