"""Counted keywords: keyword abilities whose number is counted, or that are had once for each color or type of
something."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import Ref, Same
from layerproof.kb.model.modification import AddAbilities, AddForEach, AddKeyword, CopyAbilities
from layerproof.kb.oracle.words.open_references import IT, SELF, Thing
from layerproof.kb.oracle.words.parser import NO, Grammar

_COUNTED = ("annihilator", "bushido", "soulshift", "mobilize", "afflict", "toxic", "casualty", "rampage", "crew")


def add_rules(grammar: Grammar) -> None:
    """Add the rules for predicates with such abilities."""
    rule = grammar.rule
    for word in _COUNTED:
        rule("counted_keyword", f"{word} x", lambda word=word: word)
    rule("pred", "has|have <counted_keyword> , where x is <any_value>", lambda word, v: (AddKeyword(word, v),))
    rule(
        "pred",
        "has|have <abilities> and <counted_keyword> , where x is <any_value>",
        lambda found, word, v: (AddAbilities(found), AddKeyword(word, v)),
    )
    its = Same(IT)
    for start, keyword in (("protection from", "protection"), ("hexproof from", "hexproof")):

        def each(what: str, among: Any, zones: tuple[str, ...] = ("battlefield",), keyword: str = keyword) -> Any:
            return (AddForEach(keyword, what, among, zones),)

        rule("pred", f"has|have {start} (its|each of its|their) colors", lambda each=each: each("color", its))
        values = f"has|have {start} each mana value among <thing>"
        rule("pred", values, lambda t, each=each: _of(each, "mana value", t))
        rule("pred", f"has|have {start} the colors of <thing>", lambda t, each=each: _of(each, "color", t))
        rule(
            "pred",
            f"has|have {start} each of the exiled card 's card types",
            lambda each=each: each("card type", Same(Ref("linked")), ("exile",)),
        )
    rule("statement", "for each basic land type among <thing> , <landwalker>", lambda thing, make: make(thing))
    rule("landwalker", "~ has landwalk of that type", lambda: _landwalk)
    for words, kind in (
        ("(all|the) activated abilities of <source> except mana abilities", "activated except mana"),
        ("all activated abilities of <source> except for loyalty abilities", "activated except loyalty"),
        ("the activated abilities of <source>", "activated"),
        ("the loyalty abilities of <source>", "loyalty"),
    ):
        rule("pred", f"has|have {words}", lambda of, kind=kind: _copied(kind, of))


def _of(each: Any, what: str, thing: Thing) -> Any:
    return each(what, thing.filter, thing.where()) if thing.many else NO


def _landwalk(thing: Thing) -> Any:
    if not thing.many:
        return NO
    return (Effect(Only(SELF), (AddForEach("landwalk", "basic land type", thing.filter, thing.where()),)),)


def _copied(kind: str, of: Any) -> Any:
    if isinstance(of, Ref):
        return (CopyAbilities(kind, of=of),)
    return (CopyAbilities(kind, among=of.filter, zones=of.where()),) if of.many else NO
