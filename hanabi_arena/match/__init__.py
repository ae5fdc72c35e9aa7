"""Seat bots, play one game or a batch, and keep what is needed to replay it."""
