"""Wording: records of abilities rendered as text in today's templating."""

from layerproof.kb.wording.ability import Wording, ability_text
from layerproof.kb.wording.found import text_found

__all__ = ["Wording", "ability_text", "text_found"]
