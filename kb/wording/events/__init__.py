"""Events that are replaced, in words."""
