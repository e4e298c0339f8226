"""Values and numbers in words."""
