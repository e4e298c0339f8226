"""Card files: the formats that are known, and what is made of a card in any of them."""
