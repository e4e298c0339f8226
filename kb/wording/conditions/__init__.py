"""Conditions on what is told, in words."""
