"""Triggered abilities: whether what happened at the last event of a timeline makes an ability trigger."""
