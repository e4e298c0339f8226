"""The model: typed, frozen records of objects, abilities, effects and situations."""
