"""Bodies of abilities in words: instructions in order."""
