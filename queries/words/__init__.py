"""What is shown in words: the steps of proofs, conditions on unknowns, objects, scenarios."""
