"""Words that a scenario uses and that must be something: types, colors, kinds of counters, and pieces of text.

A word that is nothing is refused with the nearest one that is something: a claim that an object lacks `flyng` would
hold of every object. What an edition once knew is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import Any, NoReturn

from layerproof.kb.cards.card_sources import mentioned
from layerproof.kb.cards.embedded_facts import card_names
from layerproof.kb.cards.names import fold
from layerproof.kb.cards.text_words import in_texts, text_words, words_in_text
from layerproof.kb.errors import nearest, slips
from layerproof.kb.notation.plain_data import NotationError, Path, describe
from layerproof.kb.notation.short_forms import keyword
from layerproof.kb.rulebook.counter_kinds import counter_kinds, is_counter_kind
from layerproof.kb.rulebook.editions.every_edition import every_word, is_word
from layerproof.kb.scenario.closed_words import near

WHOLE_LISTS = ("every creature type", "every land type", "every basic land type", "every nonbasic land type")
_NO_ABILITIES, _COLORLESS = "no abilities", "colorless"
_SORTS = ("color", "card type", "supertype", "subtype", "keyword")
# The lists of characteristics, and what stands in them.
_LISTED = {"types": "card type", "subtypes": "subtype", "supertypes": "supertype", "colors": "color"}
# Longer pieces of text are looked for as they stand.
MOST_WORDS = 3
# Shorter words of typed text are too like one another to be taken for slips.
_SHORTEST = 4
_COUNTED = ("put", "remove", "counters")
_IN_CONSTRAINT = re.compile(r"counters\(\s*[^(),]+,([^()]+)\)")
_AS_TEXT = f"a color, a type, a keyword ability, or words of a text; more than {MOST_WORDS} words are taken as they are"


class Said:
    """What the timeline of a scenario says besides: the words of its texts, and kinds of counters meant on purpose.

    timeline: plain data, whatever it is. players: their names, where they are known.
    """

    def __init__(self, timeline: Any = (), players: tuple[str, ...] = ()) -> None:
        self._timeline, self.players = timeline, players

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of counters that `told: {kind: …}` names."""
        return frozenset(kind for told in _under("told", self._timeline) for kind in _texts(_kind_of(told)))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of all texts of the timeline and of the names of embedded cards, in lower case."""
        return _words_of(_texts(self._timeline)) | self.names

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of the names of embedded cards, in lower case."""
        return _words_of(card_names())


def _words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lower() for text in texts for word in words_in_text(text))


def _kind_of(told: Any) -> Any:
    return told.get("kind", []) if isinstance(told, dict) else []


def _under(key: str, data: Any) -> Iterator[Any]:
    """What stands under a key anywhere in plain data."""
    if isinstance(data, dict):
        if key in data:
            yield data[key]
        for each in data.values():
            yield from _under(key, each)
    elif isinstance(data, list):
        for each in data:
            yield from _under(key, each)


def _texts(data: Any) -> Iterator[str]:
    """All texts in plain data, keys apart."""
    if isinstance(data, str):
        yield data
    for each in data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ():
        yield from _texts(each)


def meant_word(word: str, path: Path, said: Said) -> str:
    """The word of `has` or `lacks` that is meant: as it stands, or as the rules write it where marks were left out.

    Raises NotationError for words that are nothing: no color, type, supertype, subtype or keyword ability of any
    edition, and few words of which one stands in no text, neither of a known card nor of the scenario.

    >>> meant_word("first strike", (), Said()), meant_word("Urzas", (), Said())
    ('first strike', "Urza's")
    """
    if word in (_NO_ABILITIES, _COLORLESS, *WHOLE_LISTS) or len(word.split()) > MOST_WORDS:
        return word
    odd = [each for each in words_in_text(word) if not in_texts(each)]
    if not odd or any(is_word(sort, word) for sort in _SORTS) or is_word("keyword", keyword(word).keyword):
        return word
    odd = [each for each in odd if each.lower() not in said.words and not _is_rules_word(each) and not mentioned(each)]
    if not odd:
        return word
    known = [each for sort in _SORTS for each in every_word(sort)]
    marked = [each for each in known if fold(each) == fold(word)]
    if len(set(marked)) == 1:
        return marked[0]
    known += [_COLORLESS, _NO_ABILITIES]
    close = nearest(word, sorted(known), 1) or [word.replace(odd[0], each) for each in _near_text(odd[0])]
    mend = f"did you mean {close[0]!r}?" if close else ""
    raise NotationError(path, f"{word!r} is nothing: no text has the word {odd[0]!r}", _AS_TEXT, mend)


def _near_text(word: str) -> list[str]:
    return nearest(word, sorted(text_words()), 1)


def refuse_texts(texts: Iterable[str], path: Path, said: Said) -> None:
    """Refuse rules text typed into a scenario in which a keyword ability, a color or a card type is misspelt.

    Raises NotationError with the word that is meant. Other words that stand in no text are let through: what they mean
    is not known, and no answer rests on them.

    >>> refuse_texts(["This creature gets +1/+1 by the light of the moon."], (), Said())
    """
    for text in texts:
        for word in words_in_text(text):
            if len(word) < _SHORTEST or in_texts(word) or _is_rules_word(word) or word.lower() in said.names:
                continue
            meant = [each for each in _often_misspelt() if slips(word.lower(), each) == 1]
            if meant and not mentioned(word):
                mend = f"did you mean {meant[0]!r}?"
                raise NotationError(path, f"{word!r} in {text!r} is no word of rules text", "rules text", mend)


@cache
def _often_misspelt() -> tuple[str, ...]:
    return tuple(sorted(word for sort in ("color", "card type", "keyword") for word in every_word(sort)))


def _is_rules_word(word: str) -> bool:
    """Whether a word stands in the name of something of the rules, whatever the case of its letters."""
    return word.lower() in _rules_words()


@cache
def _rules_words() -> frozenset[str]:
    sorts = (*_SORTS, "keyword action", "ability word", "counter")
    names = [*counter_kinds(), *(each for sort in sorts for each in every_word(sort))]
    return frozenset(word.lower() for name in names for word in words_in_text(name))


def refuse_listed(key: str, words: Iterable[str], path: Path) -> None:
    """Refuse a word in a list of characteristics that is none of that sort in any edition.

    key: `types`, `subtypes`, `supertypes` or `colors`. Raises NotationError with the nearest word. A subtype of a known
    card that no edition knows is let through.

    >>> refuse_listed("types", ("creature", "tribal"), ())
    """
    sort = _LISTED[key]
    for word in words:
        if is_word(sort, word) or (sort == "subtype" and word in WHOLE_LISTS):
            continue
        if sort == "subtype" and words_in_text(word) and mentioned(word):
            continue
        mend = "[] for colorless" if word == _COLORLESS else near(word, sorted(every_word(sort)))
        raise NotationError(path, f"{word!r} is no {sort}", f"a {sort}", mend)


def refuse_kinds(entries: Any, path: Path, said: Said) -> None:
    """Refuse a kind of counter, in the entries of a timeline, that neither the rules nor a known card knows.

    entries: plain data, whatever it is. Raises NotationError with the nearest kind. Meant on purpose is what
    `told: {kind: …}` names.
    """
    for index, each in enumerate(entries if isinstance(entries, list) else [entries]):
        here = (*path, index) if isinstance(entries, list) else path
        if not isinstance(each, dict):
            continue
        for key in _COUNTED:
            if isinstance(each.get(key), dict) and "any" not in each[key]:
                for kind in each[key]:
                    refuse_kind(kind, (*here, key, kind), said)
        for key in ("together", "any_order", "maybe"):
            if key in each:
                refuse_kinds(each[key], (*here, key), said)


def refuse_kind(kind: Any, path: Path, said: Said) -> None:
    """Refuse one kind of counter, as `refuse_kinds` does.

    >>> refuse_kind("level", (), Said())
    """
    if kind in said.kinds or (isinstance(kind, str) and (is_counter_kind(kind) or mentioned(f"{kind} counter"))):
        return
    _refuse_kind(kind, path)


def _refuse_kind(kind: Any, path: Path) -> NoReturn:
    known = sorted(counter_kinds() | every_word("counter") | {"+1/+1", "-1/-1"})
    mend = near(kind, known)
    meant = f"told: {{kind: {kind}}} beside it, if it is meant"
    what = f"no rule and no known card has counters of the kind {describe(kind)}"
    raise NotationError(path, what, "a kind of counter", f"{mend} Or {meant}" if mend else meant)


def refuse_constraints(given: Iterable[str], said: Said) -> None:
    """Refuse a constraint on counters of a kind that is none, as `refuse_kinds` does.

    >>> refuse_constraints(["counters(beast, level) <= 4"], Said())
    """
    for index, each in enumerate(given):
        for kind in _IN_CONSTRAINT.findall(each):
            refuse_kind(kind.strip(), ("constraints", index), said)
