"""The text after a cost or an event: its sentences, one after the other."""
