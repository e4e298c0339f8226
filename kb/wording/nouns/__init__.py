"""Noun phrases, references and what has been spoken of so far, in words."""
