"""What a text that is not understood could be about, and how much is understood."""
