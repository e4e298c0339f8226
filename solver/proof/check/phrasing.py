"""Keyword abilities by the phrases that name them."""

from __future__ import annotations

from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.model.ability import Ability, Activated, Keyword, Opaque, Solved, Static, Triggered
from layerproof.solver.proof.check.view import Entry


def has_keyword(entry: Entry, phrase: str) -> bool:
    """Whether an object has a keyword ability, with any parameters or with those that the phrase names."""
    return any(named_by(each.ability, phrase) for each in entry.abilities)


def named_by(ability: Ability, phrase: str) -> bool:
    """Whether a phrase names the keyword ability that an ability is, or behind the name of which it is written."""
    if isinstance(ability, Keyword):
        return keyword_is(ability, phrase)
    if isinstance(ability, Solved):
        return phrase == "solved"
    if isinstance(ability, Opaque):
        # Of one that is not understood the words begin so.
        return keyword_ability(phrase) is not None and ability.gloss.lower().startswith(f"{phrase} — ")
    return isinstance(ability, Activated | Triggered | Static) and ability.behind == phrase


def lets(entry: Entry, what: str) -> bool:
    """Whether an object has a keyword ability that lets the rules do something, by a word of docs/keywords.md."""
    for each in entry.abilities:
        stated = keyword_ability(each.ability.keyword) if isinstance(each.ability, Keyword) else None
        if stated is not None and what in stated.does:
            return True
    return False


def keyword_lets(keyword: str, what: str) -> bool:
    """Whether a keyword ability lets the rules do something, by a word of docs/keywords.md."""
    stated = keyword_ability(keyword)
    return stated is not None and what in stated.does


def keyword_is(keyword: Keyword, phrase: str) -> bool:
    """Whether a phrase names this keyword ability: by its name alone, or with all its parameters."""
    return phrase == keyword.keyword or phrase in phrases(keyword)


def phrases(keyword: Keyword) -> tuple[str, ...]:
    """The phrases that name a keyword ability with its parameters.

    >>> phrases(Keyword("protection", quality="red")), phrases(Keyword("ward", cost="{2}"))
    (('protection from red',), ('ward {2}', 'ward—{2}'))
    """
    name = keyword.keyword
    if keyword.quality:
        stated = keyword_ability(name)
        pattern = "" if stated is None or stated.written is None else stated.written
        if not pattern:
            return (f"{name} {keyword.quality}",)
        phrase = pattern.replace("{quality}", keyword.quality)
        return (phrase,) if pattern.startswith(name) else (f"{phrase[:1].lower()}{phrase[1:]}", phrase.lower())
    if keyword.number is not None and keyword.cost:
        return (f"{name} {keyword.number}—{keyword.cost}",)
    if keyword.number is not None:
        return (f"{name} {keyword.number}",)
    return (f"{name} {keyword.cost}", f"{name}—{keyword.cost}") if keyword.cost else (name,)
