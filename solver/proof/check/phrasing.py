"""Keyword abilities by the phrases that name them."""

from __future__ import annotations

from layerproof.kb.model.ability import Keyword
from layerproof.solver.proof.check.view import Entry


def has_keyword(entry: Entry, phrase: str) -> bool:
    """Whether an object has a keyword ability, with any parameters or with those that the phrase names."""
    return any(isinstance(each.ability, Keyword) and keyword_is(each.ability, phrase) for each in entry.abilities)


def keyword_is(keyword: Keyword, phrase: str) -> bool:
    """Whether a phrase names this keyword ability: by its name alone, or with all its parameters."""
    return phrase == keyword.keyword or phrase in phrases(keyword)


def phrases(keyword: Keyword) -> tuple[str, ...]:
    """The phrases that name a keyword ability with its parameters.

    >>> phrases(Keyword("protection", quality="red")), phrases(Keyword("ward", cost="{2}"))
    (('protection from red',), ('ward {2}', 'ward—{2}'))
    """
    name = keyword.keyword
    if name == "landwalk" and keyword.quality:
        quality = keyword.quality
        return (f"{quality[:1].lower()}{quality[1:]}walk", f"{quality}walk".lower())
    if keyword.quality:
        return (
            f"{name} from {keyword.quality}" if name in ("protection", "hexproof") else f"{name} {keyword.quality}",
        )
    if keyword.number is not None and keyword.cost:
        return (f"{name} {keyword.number}—{keyword.cost}",)
    if keyword.number is not None:
        return (f"{name} {keyword.number}",)
    return (f"{name} {keyword.cost}", f"{name}—{keyword.cost}") if keyword.cost else (name,)
