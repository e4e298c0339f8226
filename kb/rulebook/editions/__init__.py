"""What lies between editions: which one stands in for a date, and words that were or were not known in it."""
