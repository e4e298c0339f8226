"""Repeating: what is true of one keyword, "the same is true for" others, spelled out for each of them."""

from __future__ import annotations

import re

from layerproof.kb.oracle.lexicon import keyword_names

_SAME = re.compile(r"(?P<first>[^.\"]+)\. The same is true for (?P<others>[a-z, ]+)\.")
# Families of abilities: an object has one of a family and not the word alone.
_FAMILIES = frozenset(["protection", "landwalk", "hexproof from"])


def spelled_out(text: str) -> str:
    """A text with "The same is true for" a list of keywords replaced by a sentence for each of them.

    text: normalised. It is given back unchanged where a word of the list is no keyword ability with one meaning, or
    where the sentence before does not name exactly one keyword ability, twice: as what is there and as what is given.

    >>> spelled_out("If ~ has flying, it gains flying. The same is true for reach and haste.")
    'If ~ has flying, it gains flying. If ~ has reach, it gains reach. If ~ has haste, it gains haste.'
    """
    found = _SAME.search(text)
    if found is None:
        return text
    others = [each for each in re.split(r", and |, | and ", found["others"]) if each]
    first = found["first"]
    if not set(others) <= keyword_names() - _FAMILIES:
        return text
    named = [word for word in sorted(keyword_names()) if re.search(rf"\b{re.escape(word)}\b", first)]
    if len(named) != 1 or named[0] in _FAMILIES or len(re.findall(rf"\b{re.escape(named[0])}\b", first)) != 2:
        return text
    pattern = re.compile(rf"\b{re.escape(named[0])}\b")
    sentence = first.strip()
    head = re.match(r"(?:When|Whenever|At) [^,]*, |[^,]*: ", sentence)
    if head:
        return text
    each = [sentence, *(pattern.sub(other, sentence) for other in others)]
    return f"{text[: found.start()]}{' ' * first.startswith(' ')}{'. '.join(each)}.{text[found.end() :]}"
