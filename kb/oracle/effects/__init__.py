"""Continuous effects: the sentences of static abilities, and what a resolution begins."""
