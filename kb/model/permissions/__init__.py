"""What the rules and effects forbid, allow and require, seen from objects and players."""
