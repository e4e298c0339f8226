"""The independent proof checker: its own replay of a scenario and its own walk through the layers."""
