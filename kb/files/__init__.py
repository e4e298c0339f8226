"""Files that people write and the program reads: ordinary files, strict JSON, and YAML with the place of each value."""
