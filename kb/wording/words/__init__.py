"""English for today's templating, and whether a piece of text stands in another."""
