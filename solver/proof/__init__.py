"""Proofs: the checker that replays a scenario by semantics of its own."""
