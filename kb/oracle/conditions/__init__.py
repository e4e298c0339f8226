"""When something is so: conditions and durations."""
