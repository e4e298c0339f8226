"""Names of cards by some of their words, for commands that look cards up; files of claims name cards in full."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from layerproof.kb.cards.card_sources import nearest_known, sources
from layerproof.kb.cards.embedded_facts import card_names, embedded_card
from layerproof.kb.cards.names import fold
from layerproof.kb.errors import slips

_MARKS = re.compile(r"['’`.]")
_BETWEEN = re.compile(r"[^a-z0-9+]+")
# One slip in so many letters is taken for a slip; more make another name.
_LETTERS_A_SLIP = 6
# Shorter words stand within too many names.
_SHORTEST = 4


class Meant(NamedTuple):
    """The names that a text may mean, the likeliest first, and how it means them: `name`, `words`, `slip` or `like`."""

    names: tuple[str, ...]
    how: str


def is_name(text: str) -> bool:
    """Whether a text is the name of a known card or face, but for case, diacritics and punctuation.

    Raises KnowledgeError as `layerproof.kb.cards.card_sources.find_card` does.

    >>> is_name("grizzly bears"), is_name("grizzly")
    (True, False)
    """
    return any(index.find(text) is not None for index in sources()) or embedded_card(text) is not None


def meant(text: str) -> Meant:
    """Find which cards a text may mean that a person typed to look one up.

    text: a name, or words of one or the beginnings of words, in any order. Returns the name itself (`name`) where it is
    one; else all names that have these words, or have them within words (`words`); else the only one that is a slip or
    two away (`slip`), or the ones that are most like it (`like`), which may be none. Raises KnowledgeError as
    `find_card` does. Source: our own convention. It does not promise that a card that is not known has not these words
    too, so that what is taken for a text must be said.

    >>> meant("awe godhead"), meant("Godhed of Awe").how
    (Meant(names=('Godhead of Awe',), how='words'), 'slip')
    """
    if is_name(text):
        return Meant((text,), "name")
    if found := _found(words_of(text)):
        return Meant(found, "words")
    close = nearest_known(text, 5)
    folded = fold(text)
    near = [each for each in close if slips(folded, fold(each)) <= max(1, len(folded) // _LETTERS_A_SLIP)]
    return Meant(tuple(near), "slip") if len(near) == 1 else Meant(tuple(close), "like")


def alike(text: str, limit: int = 3) -> list[str]:
    """List the names that a text which is no name may mean, the likeliest first: for the mend of an error.

    >>> alike("bears, grizzly")
    ['Grizzly Bears']
    """
    return list(_found(words_of(text))[:limit]) or nearest_known(text, limit)


def _found(words: Sequence[str]) -> tuple[str, ...]:
    """The known names with some words, and behind them those that have them within words."""
    known = _known_with(words)
    return tuple(dict.fromkeys((*with_words(words, known), *within_words(words, known))))


def words_of(text: str) -> tuple[str, ...]:
    """Take a name apart into its words, in lower case and without marks.

    >>> words_of("Urborg, Tomb"), words_of("Lim-Dûl's Vault")
    (('urborg', 'tomb'), ('lim', 'duls', 'vault'))
    """
    plain = unicodedata.normalize("NFKD", text.replace("æ", "ae").replace("Æ", "ae"))
    plain = _MARKS.sub("", plain).encode("ascii", "ignore").decode().lower()
    return tuple(each for each in _BETWEEN.split(plain) if each)


def with_words(words: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Choose the names that have a word for each of some words, which it is or begins with; the likeliest first.

    words: as `words_of` gives them. names: as they are written. A name of several faces counts only where none of its
    faces has the words. Returns first the names that begin with the words, then those that have them whole.

    >>> with_words(("bear",), ["Runeclaw Bear", "Grizzly Bears", "Bear Cub", "Elf"])
    ('Bear Cub', 'Runeclaw Bear', 'Grizzly Bears')
    """
    if not words:
        return ()
    ranked = []
    for name in dict.fromkeys(names):
        there = words_of(name)
        if _has(words, there):
            begins = " ".join(there).startswith(" ".join(words))
            ranked.append((not begins, not set(words) <= set(there), len(there), name))
    found = [name for *_, name in sorted(ranked)]
    faces = [name for name in found if " // " not in name]
    return tuple(faces or found)


def within_words(words: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Choose the names in whose words some words stand anywhere, as players shorten names; short words do not count.

    >>> within_words(("goyf",), ["Tarmogoyf", "Elf"]), within_words(("oy",), ["Tarmogoyf"])
    (('Tarmogoyf',), ())
    """
    if not words or min(map(len, words)) < _SHORTEST:
        return ()
    return tuple(sorted({name for name in names if " // " not in name and _has(words, words_of(name), inside=True)}))


def _has(words: Sequence[str], there: Sequence[str], inside: bool = False) -> bool:
    """Whether each word has one of its own that it begins, or stands within; longer words choose first."""
    left = list(there)
    for word in sorted(words, key=len, reverse=True):
        fits = [each for each in left if each.startswith(word) or (inside and word in each)]
        if not fits:
            return False
        left.remove(min(fits, key=len))
    return True


def _known_with(words: Sequence[str]) -> list[str]:
    known = list(card_names())
    for index in sources():
        known += index.names_with(words)
    return known
