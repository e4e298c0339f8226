"""Wording: records of abilities rendered as text in today's templating."""

from layerproof.kb.wording.ability import ability_text
from layerproof.kb.wording.found import text_found
from layerproof.kb.wording.wording import Trust, Wording

__all__ = ["Trust", "Wording", "ability_text", "text_found"]
