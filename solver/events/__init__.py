"""What happens, as the primitive changes of a game, each with its cause."""
