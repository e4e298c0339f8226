"""What players may do: which actions are legal and why, what they cost, and what comes of them."""
