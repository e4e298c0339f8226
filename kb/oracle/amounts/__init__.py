"""How much a text says."""
