"""Instructions in words."""
