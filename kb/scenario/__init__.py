"""Scenarios: what happened in a game and what is claimed to follow, as typed records, and how files are read."""
