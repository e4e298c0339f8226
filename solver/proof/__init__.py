"""Proofs: written by the solver, accepted or refused by an independent checker."""
