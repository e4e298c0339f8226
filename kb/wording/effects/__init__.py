"""Continuous effects and static abilities in words."""
