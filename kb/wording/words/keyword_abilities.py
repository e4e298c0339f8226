"""Keyword abilities as the phrases of a keyword line."""

from __future__ import annotations

import re

from layerproof.kb.model.ability import Keyword
from layerproof.kb.wording.nouns.noun_phrases import noun
from layerproof.kb.wording.words.english import capital, doubtful, unmodelled

_WRITTEN = {"partner": "partner with"}
# Keywords written with a number and a cost: one that has no number has X.
_WITH_X = ("reinforce", "suspend", "awaken")
_PLAIN_COST = re.compile(r"sacrifice an? [A-Za-z]+|discard a card|pay [0-9]+ life")


def _priced(cost: str) -> str:
    """The cost behind a quality: symbols behind a space, words behind a dash."""
    return f" {cost}" if cost.startswith("{") else f"—{capital(cost)}."


def keyword_phrase(ability: Keyword) -> str:
    """The phrase of a keyword ability in lower case, with its parameters.

    >>> keyword_phrase(Keyword("protection", quality="red")), keyword_phrase(Keyword("landwalk", quality="Island"))
    ('protection from red', 'islandwalk')
    """
    name = ability.keyword
    if name.startswith("splice"):
        return unmodelled(" ".join(each for each in (name, ability.quality) if each))
    if name == "enchant" and ability.filter is not None:
        return f"enchant {noun(ability.filter).singular()}"
    if ability.quality is not None:
        quality = "the chosen color" if ability.quality == "chosen" else ability.quality
        if name == "landwalk":
            return f"{quality[0].lower()}{quality[1:]}walk".replace("basic L", "basic l")
        if name == "cycling" and ability.cost is not None:
            return f"{quality[0].lower()}{quality[1:]}{name} {ability.cost}"
        if name in ("protection", "hexproof"):
            return f"{name} from {quality}"
        with_quality = f"{_WRITTEN.get(name, name)} {quality}"
        if ability.cost is None:
            return with_quality if ability.number is None else f"{with_quality} {ability.number}"
        return with_quality + _priced(ability.cost)
    if ability.number is not None and ability.cost is not None and ability.cost.startswith("activate "):
        return f"{name} {ability.number}. {capital(ability.cost)}."
    if ability.cost is not None:
        counted = re.match(r"([0-9X]+)[ —]+(\{.*)", ability.cost)
        if ability.number is not None or counted:
            number, cost = (counted[1], counted[2]) if counted else (str(ability.number), ability.cost)
            return f"{name} {number}—{cost}"
        symbols = ability.cost.startswith("{")
        if name in _WITH_X and symbols:
            return f"{name} X—{ability.cost}"
        if symbols and not re.fullmatch(r"(?:\{[^}]+\})+", ability.cost):
            return unmodelled(f"{name} {ability.cost}")
        text = f"{name} {ability.cost}"
        if ability.cost == "its mana cost":
            return doubtful(f"{name} with a cost equal to {ability.cost}")
        if not symbols:
            text = f"{name}—{capital(ability.cost)}."
            text = text if _PLAIN_COST.fullmatch(ability.cost) else doubtful(text)
        return unmodelled(text) if name == "prototype" else text
    return name if ability.number is None else f"{name} {ability.number}"
