"""Actions: what they cost and whether it can be paid."""
