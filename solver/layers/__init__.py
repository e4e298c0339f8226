"""The layer system: characteristics of every object from a situation, row by row."""
