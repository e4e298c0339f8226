"""Noun phrases, and which objects and players the words of a text point at."""
