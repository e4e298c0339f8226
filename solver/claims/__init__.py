"""Claims: whether what a scenario claims holds of the characteristics that were derived."""
