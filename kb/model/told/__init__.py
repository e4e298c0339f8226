"""What a scenario tells that no event of its timeline says."""
