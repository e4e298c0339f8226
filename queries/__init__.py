"""The questions people ask, and how their answers are shown."""
