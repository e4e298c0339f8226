"""The words that texts of cards are made of, so that a misspelt one is found among those that a scenario quotes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from layerproof.kb.files.yaml_source import read_document

FILE = Path(__file__).with_name("text_words.yaml")
# A word in a piece of text: letters, perhaps with hyphens and apostrophes within. Symbols and numbers are none.
_WORD = re.compile(r"\{[^{}]*\}|[^\W\d_](?:[^\W\d_]|[-'’](?=[^\W\d_]))*")


def words_in_text(text: str) -> tuple[str, ...]:
    """The words of a text, without its symbols and numbers.

    >>> words_in_text("{T}: Add two Eldrazi-Scions' +1/+1 counters.")
    ('Add', 'two', 'Eldrazi-Scions', 'counters')
    """
    return tuple(word for word in _WORD.findall(text) if word[0] != "{")


def in_texts(word: str) -> bool:
    """Whether a word stands in the text of some printed card, whatever the case of its letters; names are left out.

    A single letter counts as one. It knows the cards of its day: what stands only on a newer one a card file tells.

    >>> in_texts("Regenerates"), in_texts("flyng")
    (True, False)
    """
    plain = word.lower().replace("’", "'")
    known = text_words()
    parts = plain.split("-") if "-" in plain else [plain.removesuffix("'s")]
    return plain in known or all(len(part) < 2 or part in known for part in parts)


@cache
def text_words() -> frozenset[str]:
    """All these words, in lower case."""
    content: Any = read_document(FILE).value
    return frozenset(content["words"].split())
