"""The text of the rules: read as numbered rules, compared, and written as histories of keys."""
