"""Costs of spells, mana abilities, and when and where an ability may be activated."""
