"""Facts about the rules and the cards: frozen records, no algorithm."""
