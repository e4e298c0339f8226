"""Costs, and abilities about costs and mana, in words."""
