"""The words of `has` and `lacks`: colors, types, keyword abilities, and pieces of rules text."""

from __future__ import annotations

from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.rulebook.edition import Edition, load_edition
from layerproof.kb.scenario.claims.quoted_words import has_keyword, has_text
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.supertypes import supertypes_of
from layerproof.solver.layers.texts import bearer_of
from layerproof.solver.layers.values import whole_list
from layerproof.solver.layers.view import Entry, basic_land_types
from layerproof.solver.situation.game import Game

_LISTS = ("every creature type", "every land type", "every basic land type", "every nonbasic land type")


def expected_subtypes(words: tuple[str, ...], edition: Edition) -> frozenset[str]:
    """The set of subtypes that a claim lists, words for whole lists spelled out by the edition."""
    found: set[str] = set()
    for word in words:
        found.update(whole_list(word, edition.vocabulary) if word in _LISTS else (word,))
    return frozenset(found)


def has_all(entry: Entry, words: tuple[str, ...], game: Game) -> bool:
    """Whether an object has each of these words. Raises Undecided where a piece of text cannot be told."""
    return _each(entry, words, game, True)


def lacks_all(entry: Entry, words: tuple[str, ...], game: Game) -> bool:
    """Whether an object has none of these words. Raises Undecided where a piece of text cannot be told."""
    return _each(entry, words, game, False)


def _each(entry: Entry, words: tuple[str, ...], game: Game, wanted: bool) -> bool:
    unknown: Undecided | None = None
    for word in words:
        try:
            if has_word(entry, word, game) != wanted:
                return False
        except Undecided as error:
            unknown = unknown or error
    if unknown is not None:
        raise unknown
    return True


_OTHER_NAME = {"tribal": ("kindred",), "kindred": ("tribal",)}


def has_word(entry: Entry, word: str, game: Game) -> bool:
    """Whether an object has a word: a color, type, subtype, supertype, keyword ability, or a piece of rules text.

    Raises Undecided when a piece of text is not found but the words of some ability are not known for certain.
    """
    edition = game.edition
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
            return word in supertypes_of(entry, edition)
        if words.families_of(word):
            return word in entry.subtypes
    bearer = bearer_of(entry, game.scene().names)
    found = has_keyword(bearer, word)
    found = has_text(bearer, word) if found is None else found
    if found.holds is None:
        raise Undecided(_UNSURE.format(word, found.why))
    return found.holds


# What may hold the words is only known by what it means.
_UNSURE = (
    "whether it has the words “{}” is not known: what is known of “{}” is its meaning, not each word. Claim what it"
    " does, or name a card file that has its words (--cards FILE)"
)
