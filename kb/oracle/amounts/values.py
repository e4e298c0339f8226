"""Values: how much a piece of rules text says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.expression import (
    AnyOf,
    ControlledBy,
    Count,
    CountersAmong,
    CountersOn,
    Devotion,
    Distinct,
    Greatest,
    Half,
    HandSize,
    Is,
    Life,
    Minus,
    OwnedBy,
    PerPlayer,
    Player,
    Ref,
    Stat,
    State,
    Sum,
    Times,
    Told,
    Value,
    X,
)
from layerproof.kb.oracle.nouns.qualifiers import STATS
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.lexicon import same_plural
from layerproof.kb.oracle.words.open_references import HE, IT, LOOSELY, YOU, Thing, found, loosely
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

_DISTINCT = {
    "card types": "card type", "card type": "card type", "colors": "color", "color": "color",
    "basic land types": "basic land type", "basic land type": "basic land type", "creature types": "creature type",
    "creature type": "creature type", "mana values": "mana value",
}  # fmt: skip
# What only the history of the game tells: a phrase with one of these words is named and never worked out.
_HISTORY = re.compile(
    r"\b(this turn|last turn|this way|this game|this combat|died|cast before|drawn|discarded|spent|sacrificed|paid|"
    r"speed|party|attacked|experience counters? you|poison counters?|energy|unlocked|kicked|mana spent|gained|lost|"
    r"completed|beyond the first|as you activate|as you cast|removed|mutated|mana symbols?|intensity|unspent|"
    r"stickers?)\b"
)
# A phrase that goes on with one of these would take in the next part of the sentence.
_TOO_FAR = re.compile(
    r"[\".]|\b(gets?|gains?|becomes?|where|until)\b|\b(has|have)\b(?! \w+ed\b| been\b| lost\b| cast\b|"
    r" drawn\b|$)|, (and|it|then)\b|\band (can't|can|doesn't|is|are)\b"
)


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `value`, and for `each` (what follows "for each")."""
    rule = grammar.rule
    rule("value", "<number>")
    rule("value", "<amount>")
    rule("amount", "<amount_base>")
    rule("amount", "<amount_base> plus <value>", _sum)
    rule("amount", "<number> plus <amount>", _sum)
    rule("amount", "<number> minus <amount_base>", lambda n, v: Sum((n, Minus(v))))
    rule("amount", "<amount_base> minus <number>", lambda v, n: Sum((v, -n)) if isinstance(n, int) else NO)
    rule("amount", "twice <amount_base>", lambda v: Times((2, v)))
    rule("amount", "three times <amount_base>", lambda v: Times((3, v)))
    rule("amount", "half <amount_base> , rounded up", lambda v: Half(v, True))
    rule("amount", "half <amount_base> , rounded down", lambda v: Half(v, False))
    rule("amount_base", "the number of <counted>")
    rule("amount", "x plus <number>", lambda n: Sum((X(), n)))
    for words in STATS:
        for noun in ("card", "spell"):
            # Which card that is, only the words before tell: a reading for want of a better one.
            rule(
                "amount_base", f"that {noun} 's {words}", lambda t=f"that {noun}'s {words}": PerPlayer(f"{LOOSELY}{t}")
            )
    rule("amount_base", "the amount of {E} you have", lambda: Told("energy counters"))
    rule("amount_base", "<difference>")
    rule("amount_base", "<superlative>")
    rule("amount_base", "that number", lambda: PerPlayer("?that number"))
    rule("amount_base", "<stat_of>")
    rule("amount_base", "your devotion to <colors>", lambda colors: Devotion(colors) if 0 < len(colors) < 5 else NO)
    rule("amount_base", "your life total", lambda: Life(YOU))
    rule("amount_base", "<the_player> 's life total", Life)
    rule("amount_base", "the highest life total among (all players|players)", lambda: Life(Player("any"), True))
    _stats(grammar)
    _counted(grammar)
    _history(grammar)


def _sum(one: Value, two: Value) -> Value:
    return Sum((one, two))


def _stats(grammar: Grammar) -> None:
    rule = grammar.rule
    for words, stat in STATS.items():
        if words == "loyalty":
            continue
        rule("stat_of", f"its {words}", lambda stat=stat: Stat(stat, IT))
        rule("stat_of", f"(his|her) {words}", lambda stat=stat: Stat(stat, HE))
        rule("stat_of", f"<ref_noun> 's {words}", lambda ref, stat=stat: Stat(stat, ref))
        rule("stat_of", f"the {words} of <ref_noun>", lambda ref, stat=stat: Stat(stat, ref))
        for most in ("greatest", "highest"):
            rule("amount_base", f"the {most} {words} among <thing>", lambda thing, stat=stat: _greatest(stat, thing))


def _greatest(stat: str, thing: Thing) -> Any:
    return Greatest(stat, thing.filter, thing.where()) if thing.many else NO


def _counted(grammar: Grammar) -> None:
    """What can be counted, in the plural after "the number of", in the singular after "for each"."""
    rule = grammar.rule
    rule("counted", "<thing>", lambda thing: _count(thing) if thing.many else NO)
    rule("each", "<each_thing>")
    rule("each", "<each_thing> and each <each_thing>", _sum)
    rule("each_thing", "<thing>", lambda thing: NO if thing.many and not same_word(thing) else _count(thing))
    for plural, name in ((True, "counted"), (False, "each")):
        s = "s" if plural else ""
        rule(name, f"card{s} in their hand", lambda: HandSize(Player("?they")))
        rule(name, f"<counter_kind> counter{s} on <ref>", CountersOn)
        rule(name, f"<counter_kind> counter{s} on them", lambda kind: CountersOn(kind, IT))
        rule(
            name,
            f"<counter_kind> counter{s} on <thing>",
            lambda kind, thing: CountersAmong(kind, thing.filter) if thing.many and thing.zones is None else NO,
        )
        rule(
            name,
            f"counter{s} on <thing>",
            lambda thing: CountersAmong("any", thing.filter) if thing.many and thing.zones is None else NO,
        )
        rule(
            name,
            f"<counter_kind> counter{s} among <thing>",
            lambda kind, thing: CountersAmong(kind, thing.filter) if thing.many and thing.zones is None else NO,
        )
        rule(name, f"counter{s} on <ref>", lambda ref: CountersOn("any", ref))
        rule(name, f"of (its|their) color{s}", lambda: NO)
    for words, what in _DISTINCT.items():
        name = "counted" if words.endswith("s") else "each"
        rule(name, f"[different] {words} among <thing>", lambda thing, what=what: _distinct(what, thing))
    rule("counted", "differently named <thing>", lambda thing: _distinct("name", thing))
    rule("each", "of its colors", lambda: Stat("colors", IT))
    rule("counted", "its colors", lambda: Stat("colors", IT))


def same_word(thing: Thing) -> bool:
    """Whether the noun is one whose plural is the same word."""

    filters = [each for f in thing.filters for each in (f.filters if isinstance(f, AnyOf) else (f,))]
    return any(isinstance(f, Is) and f.category == "subtype" and same_plural(f.word) for f in filters)


def _count(thing: Thing) -> Any:
    zones = thing.where()
    filter_ = thing.filter
    owners = [each.player for each in thing.filters if isinstance(each, OwnedBy)]
    if zones == ("hand",) and len(owners) == 1 and set(thing.filters) == {State("card"), OwnedBy(owners[0])}:
        return HandSize(owners[0])
    if _needs_owner_zone(thing):
        return NO
    return Count(filter_, zones)


def _needs_owner_zone(thing: Thing) -> bool:
    """A card without a zone is counted nowhere: the phrase goes on, or means cards of a deck."""
    return thing.zones is None and State("card") in thing.filters


def _distinct(what: str, thing: Thing) -> Any:
    if not thing.many or _needs_owner_zone(thing):
        return NO
    return Distinct(what, thing.filter, thing.where())


def _history(grammar: Grammar) -> None:
    """Phrases that only the history of the game gives, taken as a whole and named."""

    def phrase(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
        for end in range(at + 1, min(at + 22, len(parse.tokens)) + 1):
            text = plain(parse.tokens[at:end])
            if _TOO_FAR.search(text):
                return
            closed = parse.word(end) in ("", ".", ",", "and", "until", "plus", "minus", ";")
            if closed and _HISTORY.search(text) and not text.endswith((" or", " and")):
                yield text, end

    @grammar.primitive("history")
    def history(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        # The longest stretch is the phrase; a shorter one would leave half of it to the rest of the sentence.
        if parse.word(at) == "the" and parse.word(at + 1) in ("number", "amount", "total", "sacrificed"):
            return
        if parse.word(at + 1) == "plus":
            return
        ends = list(phrase(parse, at))
        known = {end for name in ("told_history", "told_value") for _, end in parse.at(name, at)}
        if ends and ends[-1][1] not in known:
            yield PerPlayer(ends[-1][0]), ends[-1][1]

    @grammar.primitive("superlative")
    def superlative(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        # "The greatest … among …" of which nothing better is found.
        if parse.words[at : at + 2] in (["the", "greatest"], ["the", "total"]):
            end = next(
                (i for i in range(at, len(parse.tokens)) if parse.word(i) in (".", ",", "until")), len(parse.tokens)
            )
            told = plain(parse.tokens[at:end])
            # Words of another clause are no part of it.
            if not re.search(r"\b(?:becomes?|gets?|gains?|has|have|and (?:its|it|they|their|you))\b", told):
                yield PerPlayer(f"{LOOSELY}{told}"), end

    @grammar.primitive("difference")
    def difference(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        # "The difference between …": only these words tell it.
        if parse.words[at : at + 3] == ["the", "difference", "between"]:
            end = next((i for i in range(at, len(parse.tokens)) if parse.word(i) in (".", ",")), len(parse.tokens))
            if parse.words[at + 3 : at + 7] != ["its", "power", "and", "toughness"]:
                yield PerPlayer(plain(parse.tokens[at:end])), end

    @grammar.primitive("named_value")
    def named_value(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        # An amount that is not understood, up to the end of the text: it is named, where nothing better is found.
        end = len(parse.tokens) - (parse.word(len(parse.tokens) - 1) == ".")
        text = plain(parse.tokens[at:end])
        known = any(reached == end and not found(v, loosely) for v, reached in parse.at("value", at))
        if parse.loose and text and not known and not re.search(r"[\".]|\b(?:its|their|toughness equal)\b", text):
            yield PerPlayer(text), end

    grammar.rule("history_value", "<history>")
    grammar.rule("amount_base", "the number of <history>")
    grammar.rule("amount_base", "the amount of <history>")
    grammar.rule("each", "<history>")


__all__ = ["ControlledBy", "Ref", "X", "add_rules"]
