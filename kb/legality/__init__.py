"""What the rules allow and forbid players to do, read from the rulebook and from the files of keyword abilities."""
