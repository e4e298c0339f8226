"""Layerproof proves what a Magic: The Gathering object is in a given situation, under the rules of a chosen date."""

__version__ = "0.1.0"

__all__ = ["__version__"]
