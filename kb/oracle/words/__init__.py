"""The smallest pieces of rules text, and the parser that puts them together."""
