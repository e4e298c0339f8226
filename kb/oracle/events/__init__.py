"""Events: what triggered abilities watch, what is replaced, and how objects enter."""
