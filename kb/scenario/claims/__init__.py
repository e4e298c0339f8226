"""Claims: read from plain data, and the words that they may use."""
