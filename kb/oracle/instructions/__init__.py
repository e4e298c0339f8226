"""Instructions: what a resolution does once."""
