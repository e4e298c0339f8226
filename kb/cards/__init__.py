"""Cards: the embedded facts, and where a card is found by name."""
