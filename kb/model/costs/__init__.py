"""Costs: their parts, mana and its payment, abilities about costs, and limits on activating."""
