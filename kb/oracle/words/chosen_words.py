"""Words that are chosen as something resolves: "choose a color", and "the color of your choice", which chooses it on
the way.

While a text is read, a word of one's choice is a mark, as `?color`. An instruction in which one stands comes to stand
behind the instruction that chooses the word, so that both wordings are one record.
"""

from __future__ import annotations

import re
from typing import Any, get_args

from layerproof.kb.keywords.keyword_lines import MARK
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.instruction import Body, ChooseWord, Instruction
from layerproof.kb.oracle.words.open_references import found, rewrite
from layerproof.kb.oracle.words.parser import Grammar

# What is chosen, by its mark.
_CHOICES = {
    f"{MARK}color": ChooseWord("color"),
    f"{MARK}colors": ChooseWord("color", several=True),
    f"{MARK}creature type": ChooseWord("creature type"),
    f"{MARK}basic land type": ChooseWord("basic land type"),
    f"{MARK}card type": ChooseWord("card type"),
}
# A mark as a word of its own, or within words.
_MARKED = re.compile(r"(?<!\w)\?(?:colors?|(?:creature|basic land|card) type)\b")
_INSTRUCTIONS: tuple[type, ...] = get_args(Instruction)


def mark_of(what: str) -> str:
    """The mark of a word of one's choice: a `color`, `colors`, a `creature type`, a `basic land type`, a `card type`.

    >>> mark_of("color")
    '?color'
    """
    mark = MARK + what
    assert mark in _CHOICES
    return mark


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `action` by which a word is chosen in a sentence of its own."""
    rule = grammar.rule
    rule("action", "choose <asked_word>", lambda asked: (asked,))
    for what in ("color", "creature type", "land type", "basic land type", "nonbasic land type", "card type"):
        rule("asked_word", f"a {what}", lambda what=what: ChooseWord(what))
    rule("asked_word", "one or more colors", lambda: ChooseWord("color", several=True))
    rule("asked_word", "a creature type other than <subtypes>", lambda subs: ChooseWord("creature type", never=subs))
    for color in COLORS:
        rule("asked_word", f"a color other than {color}", lambda color=color: ChooseWord("color", never=(color,)))


def with_words_chosen(body: Body) -> Body:
    """Instructions with the choice of a word before each one in which a word of one's choice stands.

    >>> from layerproof.kb.model.effect import Effect, Only
    >>> from layerproof.kb.model.expression import Ref
    >>> from layerproof.kb.model.instruction import Begin
    >>> from layerproof.kb.model.modification import SetColors
    >>> choice, done = with_words_chosen((Begin(Effect(Only(Ref("self")), (SetColors(("?color",)),))),))
    >>> choice.what, done.effect.mods[0].colors
    ('color', ('chosen',))
    """
    return rewrite(body, _chosen_first) if found(body, _is_mark) else body


def unmarked(record: Any) -> Any:
    """A record in which no word of one's choice is a mark: where nothing resolves, it is just `chosen`."""
    return rewrite(record, _plain) if found(record, _is_mark) else record


def _chosen_first(part: Any) -> Any:
    if not isinstance(part, tuple) or not part or not all(isinstance(each, _INSTRUCTIONS) for each in part):
        return part
    out: list[Any] = []
    for each in part:
        marks = dict.fromkeys(mark for words in found(each, _is_mark) for mark in _MARKED.findall(words))
        out += [_CHOICES[mark] for mark in marks]
        out.append(rewrite(each, _plain) if marks else each)
    return tuple(out)


def _is_mark(part: Any) -> bool:
    return isinstance(part, str) and "?" in part and _MARKED.search(part) is not None


def _plain(part: Any) -> Any:
    return _MARKED.sub("chosen", part) if _is_mark(part) else part


__all__ = ["add_rules", "mark_of", "unmarked", "with_words_chosen"]
