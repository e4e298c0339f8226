"""Worlds: the ways in which what a scenario leaves open may have been."""
