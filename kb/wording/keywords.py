"""Keyword abilities as the phrases of a keyword line."""

from __future__ import annotations

from layerproof.kb.model.ability import Keyword
from layerproof.kb.wording.things import noun


def keyword_phrase(ability: Keyword) -> str:
    """The phrase of a keyword ability in lower case, with its parameters.

    >>> keyword_phrase(Keyword("protection", quality="red")), keyword_phrase(Keyword("landwalk", quality="Island"))
    ('protection from red', 'islandwalk')
    """
    name = ability.keyword
    if name == "enchant" and ability.filter is not None:
        return f"enchant {noun(ability.filter).singular()}"
    if ability.quality is not None:
        quality = "the chosen color" if ability.quality == "chosen" else ability.quality
        if name == "landwalk":
            return f"{quality[0].lower()}{quality[1:]}walk".replace("basic L", "basic l")
        if name in ("protection", "hexproof"):
            return f"{name} from {quality}"
        return f"{name} {quality}"
    if ability.cost is not None:
        symbols = ability.cost.startswith("{")
        number = f" {ability.number}" if ability.number is not None else ""
        tail = f" {ability.cost}" if symbols else f"—{ability.cost[:1].upper()}{ability.cost[1:]}."
        return f"{name}{number}{tail}"
    return name if ability.number is None else f"{name} {ability.number}"
