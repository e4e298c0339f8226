"""Descriptions of cards, such as `creature with level up`, by which a scenario leaves open which card it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NoReturn

from layerproof.kb.errors import nearest
from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.notation.plain_data import NotationError, Path
from layerproof.kb.rulebook.editions.every_edition import every_word, is_word

_NOUNS: Final = ("card", "spell", "permanent", "colorless", "monocolored", "multicolored")
# What cards may be said to have besides keyword abilities, and to do.
QUALITIES: Final = (
    "an activated ability", "a triggered ability", "a static ability", "a level ability", "no abilities",
)  # fmt: skip
DEEDS: Final = (
    "sets base power and toughness", "changes power and toughness", "switches power and toughness", "sets colors",
    "adds colors", "sets card types", "adds types", "sets subtypes", "removes all abilities", "adds abilities",
    "changes text",
)  # fmt: skip
_WORD_SORTS: Final = ("color", "card type", "supertype", "subtype")
_PT = re.compile(r"-?\d+/-?\d+")
_STAT = re.compile(r"(?:power|toughness|mana value) \d+(?: or (?:less|greater))?")
_HELP = (
    "words of a type line and colors, then perhaps with or without a keyword ability, power 2 or less, mana value 3, "
    "an activated ability…, then perhaps that and what it does"
)


def refuse_description(text: str, path: Path) -> None:
    """Refuse a description of cards in which a word is no type, color or keyword ability of any edition.

    text: as docs/worlds.md describes it. Raises NotationError with the nearest word. It does not promise that a card
    fits it, nor that the edition of the scenario has the word.

    >>> refuse_description("noncreature permanent with flying and mana value 3, or Human", ())
    """
    for alternative in text.split(", or "):
        rest, _, deeds = alternative.partition(" that ")
        rest, _, without = rest.partition(" without ")
        words, _, qualities = rest.partition(" with ")
        for word in words.split():
            if not _describes(word):
                known = [*_NOUNS, *(each for sort in _WORD_SORTS for each in every_word(sort))]
                _refuse(f"{word!r} describes no cards", word, known, path)
        for quality in (*qualities.split(" and "), *without.split(" and ")):
            if quality and not _is_quality(quality.strip()):
                what = f"{quality.strip()!r} is no keyword ability and no quality of cards"
                _refuse(what, quality.strip(), [*QUALITIES, *every_word("keyword")], path)
        for deed in deeds.split(" and that ") if deeds else ():
            if deed.strip() not in DEEDS:
                _refuse(f"{deed.strip()!r} is nothing that cards are said to do", deed.strip(), DEEDS, path)


def _describes(word: str) -> bool:
    if word in _NOUNS or _PT.fullmatch(word) or any(is_word(sort, word) for sort in _WORD_SORTS):
        return True
    return word.startswith("non") and len(word) > 3 and _describes(word[3:].removeprefix("-"))


def _is_quality(text: str) -> bool:
    if text in QUALITIES or _STAT.fullmatch(text) or is_word("keyword", text.partition(" from ")[0]):
        return True
    return keyword_ability(text) is not None


def _refuse(what: str, word: str, known: Iterable[str], path: Path) -> NoReturn:
    close = nearest(word, sorted(set(known)), 1)
    raise NotationError(path, what, _HELP, f"did you mean {close[0]!r}?" if close else "")
