"""The words of `has` and `lacks`: colors, types, keyword abilities, and pieces of rules text."""

from __future__ import annotations

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.mana import COLORS
from layerproof.kb.rulebook.edition import Edition, load_edition
from layerproof.kb.shorthand import keyword
from layerproof.solver.layers.changing import intrinsic_ability
from layerproof.solver.layers.classes import behind
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.texts import wording_of
from layerproof.solver.layers.values import whole_list
from layerproof.solver.layers.view import Entry, basic_land_types

_LISTS = ("every creature type", "every land type", "every basic land type", "every nonbasic land type")


def expected_subtypes(words: tuple[str, ...], edition: Edition) -> frozenset[str]:
    """The set of subtypes that a claim lists, words for whole lists spelled out by the edition."""
    found: set[str] = set()
    for word in words:
        found.update(whole_list(word, edition.vocabulary) if word in _LISTS else (word,))
    return frozenset(found)


def has_all(entry: Entry, words: tuple[str, ...], edition: Edition) -> bool:
    """Whether an object has each of these words. Raises Undecided where a piece of text cannot be told."""
    return _each(entry, words, edition, True)


def lacks_all(entry: Entry, words: tuple[str, ...], edition: Edition) -> bool:
    """Whether an object has none of these words. Raises Undecided where a piece of text cannot be told."""
    return _each(entry, words, edition, False)


def _each(entry: Entry, words: tuple[str, ...], edition: Edition, wanted: bool) -> bool:
    unknown: Undecided | None = None
    for word in words:
        try:
            if has_word(entry, word, edition) != wanted:
                return False
        except Undecided as error:
            unknown = unknown or error
    if unknown is not None:
        raise unknown
    return True


_OTHER_NAME = {"tribal": ("kindred",), "kindred": ("tribal",)}


def has_word(entry: Entry, word: str, edition: Edition) -> bool:
    """Whether an object has a word: a color, type, subtype, supertype, keyword ability, or a piece of rules text.

    Raises Undecided when a piece of text is not found but the words of some ability are not known for certain.
    """
    if word == "no abilities":
        return not entry.abilities and not basic_land_types(entry)
    if word == "colorless":
        return not entry.colors
    if word in COLORS:
        return word in entry.colors
    if word in _LISTS:
        return frozenset(whole_list(word, edition.vocabulary)) <= entry.subtypes
    for words in (edition.vocabulary, load_edition("current").vocabulary):
        if word in words.card_types:
            # One card type under an older and a newer name (rule key kindred.other_type).
            return bool({word, *_OTHER_NAME.get(word, ())} & entry.types)
        if word in words.supertypes:
            return word in entry.supertypes
        if words.families_of(word):
            return word in entry.subtypes
    phrase = keyword(word)
    if phrase.keyword in edition.vocabulary.keyword_abilities | load_edition("current").vocabulary.keyword_abilities:
        own = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
        if any(_same(each, phrase) for each in own) or any(behind(each.ability) == word for each in entry.abilities):
            return True
        if phrase.cost is not None and any(_counted_cost(each, phrase.keyword) for each in own):
            raise Undecided(f"how much X is in the cost of its {phrase.keyword} is not worked out")
        return False
    return _has_text(entry, word)


def _same(mine: Keyword, phrase: Keyword) -> bool:
    """Whether a keyword ability is what a phrase names; parameters that the phrase leaves out may be any."""
    if mine.keyword != phrase.keyword:
        return False
    return all(
        getattr(phrase, field) is None or getattr(mine, field) == getattr(phrase, field)
        for field in ("number", "cost", "quality")
    )


def _counted_cost(mine: Keyword, name: str) -> bool:
    """Whether it is a keyword ability of that name, the cost of which has an X that is something else's number."""
    return mine.keyword == name and ", X being " in (mine.cost or "")


def _has_text(entry: Entry, piece: str) -> bool:
    absent = True
    abilities = [each.ability for each in entry.abilities]
    abilities += [intrinsic_ability(land) for land in basic_land_types(entry)]
    for ability in abilities:
        wording = wording_of(ability, entry)
        if wording.says(piece):
            return True
        absent = absent and wording.lacks(piece)
    if not absent:
        raise Undecided(f"whether its text has {piece!r} is not known: the words of an ability are not known exactly")
    return False
