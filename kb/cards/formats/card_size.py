"""How large a card of a card file may be: printed cards stay far below, and a larger one keeps a run busy for hours."""

from __future__ import annotations

import re

from layerproof.kb.model.raw_card import RawCard

# Characters of the text of a face, of its other words, and of its numbers; digits in a row anywhere.
MOST_OF_TEXT = 10_000
MOST_OF_WORDS = 500
MOST_OF_NUMBERS = 20
MOST_DIGITS = 9
# Cards of one file: every printing in every language stays below.
MOST_CARDS = 1_000_000

_LONG_NUMBER = re.compile(rf"[0-9]{{{MOST_DIGITS + 1},}}")


def oversized(card: RawCard) -> str | None:
    """Say what of a card is longer than it may be; None where nothing is.

    >>> from layerproof.kb.model.raw_card import RawFace
    >>> oversized(RawCard("Bear", "normal", (RawFace("Bear", mana_cost="{" * 1000),)))
    'words of more than 500 characters'
    """
    for face in card.faces:
        numbers = (face.power, face.toughness, face.loyalty, face.defense)
        types = " ".join((*face.supertypes, *face.types, *face.subtypes))
        words = (card.name, face.name, face.mana_cost or "", types, face.layout)
        if len(face.oracle_text) > MOST_OF_TEXT:
            return f"text of more than {MOST_OF_TEXT} characters"
        if any(len(each) > MOST_OF_WORDS for each in words):
            return f"words of more than {MOST_OF_WORDS} characters"
        if any(len(each or "") > MOST_OF_NUMBERS for each in numbers):
            return f"a number of more than {MOST_OF_NUMBERS} characters"
        if any(_LONG_NUMBER.search(each) for each in (face.mana_cost or "", face.oracle_text)):
            return f"a number of more than {MOST_DIGITS} digits"
    return None
