"""Reasoning from the facts: continuous effects, actions, unknowns and proofs."""
