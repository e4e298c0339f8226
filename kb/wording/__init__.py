"""Wording: records of abilities rendered as text in today's templating (`abilities`)."""
