"""Situations: objects and effects in force at one moment, built from a timeline."""
