"""Single phrases read by the whole grammar: the filter of a noun phrase, a value, and whatever else has one meaning."""

from __future__ import annotations

from functools import lru_cache

from layerproof.kb.model.expression import Filter, Ref, Value
from layerproof.kb.oracle import grammar
from layerproof.kb.oracle.words.lexical_tokens import tokenize
from layerproof.kb.oracle.words.open_references import SELF, found, is_mark, loosely, rewrite, to_self


@lru_cache(maxsize=4096)
def parse_filter(words: str) -> Filter | None:
    """The filter of a noun phrase, None where it is not understood or means two things."""
    readings = grammar.parse(tokenize(words)).whole("thing")
    filters = {each.filter for each in readings if each.zones is None}
    return filters.pop() if len(filters) == 1 else None


def filter_of(words: str) -> Filter | None:
    """The filter of a noun phrase, `other` being other than the source; None where it is not understood."""

    read = parse_filter(words[:1].lower() + words[1:]) or parse_filter(words)
    return None if read is None else rewrite(read, to_self)


def value_of(name: str, words: str) -> Value | None:
    """The value of a phrase of a kind of the grammar (`each`, `value`); None where it is not understood."""

    readings = {rewrite(each, to_self) for each in grammar.parse(tokenize(words)).whole(name)}
    readings = {each for each in readings if not found(each, is_mark)}
    return readings.pop() if len(readings) == 1 else None


def one_meaning(name: str, words: str, it: Ref = SELF) -> object | None:
    """The one meaning of words, None where they have none or several.

    name: of the rule that reads them. it: what "it" means; "other" means other than the object itself, and is not read
    where "it" is another object.
    """

    def bind(part: object) -> object:
        if isinstance(part, Ref) and part.kind == "?it":
            return it
        return SELF if isinstance(part, Ref) and part.kind == "?other" and it == SELF else part

    readings = {rewrite(each, bind) for each in grammar.parse(tokenize(words)).whole(name)}
    readings = {each for each in readings if not found(each, is_mark) and not found(each, loosely)}
    return readings.pop() if len(readings) == 1 else None
