"""Predicates: what a clause says that its subject gets, has, loses, is or becomes."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.effect import Only
from layerproof.kb.model.expression import AtLeast, Filter, Minus, Player, Ref, Stat, Sum, Value, X
from layerproof.kb.model.modification import (
    AddAbilities,
    AddColors,
    AddTypes,
    BecomeCopy,
    CantHave,
    CopyAbilities,
    Modification,
    ModifyPT,
    RemoveAbilities,
    RemoveAllAbilities,
    RemoveKeyword,
    RemoveSubtypes,
    RemoveTypes,
    RuleEffect,
    SetBasePT,
    SetColors,
    SetController,
    SetSubtypes,
)
from layerproof.kb.notation.restrictions import rule_effect
from layerproof.kb.oracle.concerns.possible_effects import says_more, touched
from layerproof.kb.oracle.nouns.described_objects import OTHER_TYPES
from layerproof.kb.oracle.words.chosen_words import mark_of
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.open_references import IT, Thing, found, rewrite, scaled
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

Mods = tuple[Modification, ...]


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `pred`, one predicate, and `preds`, several joined by commas and "and"."""
    rule = grammar.rule
    rule("preds", "also <preds>")
    rule("preds", "<pred>")
    rule("preds", "<pred> <more_preds>", lambda one, more: one + more)
    rule("more_preds", "(and|, and) <pred>")
    rule("more_preds", ", <pred> <more_preds>", lambda one, more: one + more)
    _power(grammar)
    _abilities(grammar)
    _types_and_colors(grammar)
    _copies(grammar)
    _rules(grammar)


def change_of(pt: tuple[Any, Any], value: Value = 1) -> Any:
    """The modification that `+1/-X` says, times a value; NO where it is not two signed amounts, or X is counted."""
    if pt[0] is None or pt[1] is None:
        return NO

    def one(sign: int, amount: Any) -> Value:
        if isinstance(amount, int):
            return scaled(sign * amount, value)
        return X() if sign == 1 else Minus(X())

    if value != 1 and (isinstance(pt[0][1], X) or isinstance(pt[1][1], X)):
        return NO
    return (ModifyPT(one(*pt[0]), one(*pt[1])),)


def with_x(mods: Any, value: Value) -> Any:
    """The modifications with X standing for a value."""
    return rewrite(mods, lambda part: value if isinstance(part, X) else part)


def given_x(mods: Any, value: Value) -> Any:
    """The modifications of an effect with X standing for a value; none where the cost of a keyword ability says X, of
    which only the words are kept."""
    in_cost = found(mods, lambda part: isinstance(part, Keyword) and "{X}" in (part.cost or ""))
    return () if in_cost else with_x(mods, value)


def _power(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("pred", "gets|get [an additional] <pt>", change_of)
    rule("pred", "gets|get [an additional] <pt> for each <each>", change_of)
    rule("pred", "gets|get <pt> , where x is <any_value>", lambda pt, v: with_x(change_of(pt), v))
    rule("any_value", "<value>")
    rule("any_value", "<history_value>")
    rule("base", "base power and toughness <size>", lambda pt: (SetBasePT(*pt),))
    rule("base", "base power <number>", lambda n: (SetBasePT(n, None),))
    rule("base", "base toughness <number>", lambda n: (SetBasePT(None, n),))
    rule("base", "base power and [base] toughness each equal to <value>", lambda v: (SetBasePT(v, v),))
    rule("base", "power and toughness each equal to <value>", lambda v: (SetBasePT(v, v),))
    rule("base", "base power equal to <value>", lambda v: (SetBasePT(v, None),))
    rule("base", "base toughness equal to <value>", lambda v: (SetBasePT(None, v),))
    rule("pred", "has|have <base>")
    rule("pred", "has|have <base> (and|, and) <abilities>", lambda base, found: (*base, AddAbilities(found)))
    rule("pred", "has|have <abilities> and <base>", lambda found, base: (AddAbilities(found), *base))
    rule("pred", "'s base power and toughness become|are <size>", lambda pt: (SetBasePT(*pt),))
    rule("pred", "'s base power becomes <number>", lambda n: (SetBasePT(n, None),))
    rule("pred", "'s base power and toughness each become equal to <any_value>", lambda v: (SetBasePT(v, v),))
    rule("pred", "'s base power become equal to <any_value>", lambda v: (SetBasePT(v, None),))
    rule("pred", "'s base power becomes equal to <any_value>", lambda v: (SetBasePT(v, None),))
    rule("pred", "'s base toughness becomes equal to <any_value>", lambda v: (SetBasePT(None, v),))
    rule("pred", "'s base power and toughness become|are each equal to <any_value>", lambda v: (SetBasePT(v, v),))
    rule(
        "pred",
        "has|have <ability_item> and gets|get <pt> for each <each>",
        lambda found, pt, v: (AddAbilities(found), *change_of(pt, v)),
    )


def _abilities(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("pred", "has|have|gains|gain [all] <abilities>", lambda found: (AddAbilities(found),))
    rule("pred", "loses|lose <lost>", lambda words: tuple(RemoveKeyword(word) for word in words))
    rule("lost", "<keyword_name>", lambda word: (word,))
    rule("lost", "<keyword_name> <more_lost>", lambda a, more: (a, *more))
    rule("more_lost", "(and|, and) <keyword_name>", lambda a: (a,))
    rule("more_lost", ", <keyword_name> <more_lost>", lambda a, more: (a, *more))
    rule(
        "pred", "loses|lose all land types and abilities", lambda: (RemoveSubtypes(family="land"), RemoveAllAbilities())
    )
    rule("pred", "loses|lose this ability", lambda: (RemoveAbilities(this=True),))
    rule("pred", "loses|lose <quoted_ability>", lambda found: (RemoveAbilities(found),))
    rule(
        "pred", "loses|lose protection from <color>", lambda c: (RemoveAbilities((Keyword("protection", quality=c),)),)
    )
    bands = "all <bands_with_other> abilities"
    rule("pred", f"loses|lose {bands}", lambda _: (RemoveKeyword("bands with other"),))
    rule(
        "pred",
        f"loses|lose banding and {bands}",
        lambda _: (RemoveKeyword("banding"), RemoveKeyword("bands with other")),
    )
    rule("pred", "loses|lose all landwalk abilities", lambda: (RemoveKeyword("landwalk"),))
    rule("pred", "loses|lose all abilities", lambda: (RemoveAllAbilities(),))
    rule("pred", "loses|lose all other <lost_others>", lost_others)
    for words in ("abilities", "card types", "creature types", "colors", "types"):
        rule("lost_other", words, lambda words=words: words)
    rule("lost_others", "<lost_other>", lambda a: (a,))
    rule("lost_others", "<lost_other> and <lost_other>", lambda *all_: all_)
    rule("lost_others", "<lost_other> , <lost_other> , and <lost_other>", lambda *all_: all_)
    rule("pred", "(has|have) no abilities", lambda: (RemoveAllAbilities(),))
    rule("pred", "loses|lose all abilities except mana abilities", lambda: (RemoveAllAbilities(("mana",)),))
    rule("pred", "loses|lose <keyword_name> and can't have or gain <keyword_name>", _cant_have)
    rule(
        "pred",
        "loses|lose <keyword_name> and <keyword_name> and can't have [or gain] <keyword_name> or <keyword_name>",
        _cant_have_both,
    )
    rule("pred", "loses|lose <keyword_name> and can't have <keyword_name>", _cant_have)
    for words, kinds in (
        ("all activated abilities", ("activated",)),
        ("all triggered abilities", ("triggered",)),
        ("all activated and triggered abilities", ("activated", "triggered")),
        ("all mana abilities", ("mana",)),
        ("all loyalty abilities", ("loyalty",)),
        ("all abilities", ("all",)),
    ):
        rule("pred", f"has|have|gains|gain {words} of <source>", lambda of, kinds=kinds: _copied(kinds, of))
    rule("source", "<ref>")
    rule("source", "[all|each] <thing>")

    grammar.primitive("bands_with_other")(_quoted_words)

    @grammar.primitive("abilities")
    def abilities(parse: Parse, at: int) -> Any:
        for given, end in parse.at("ability_item", at):
            yield given, end
            yield from _ability_list(parse, given, end)


def _quoted_words(parse: Parse, at: int) -> Any:
    if parse.word(at) == '"' and parse.tokens[at].raw == "bands with other":
        yield "bands with other", at + 1


def _ability_list(parse: Parse, found: Any, end: int) -> Any:
    word = parse.word(end)
    start = end + (2 if word == "," and parse.word(end + 1) == "and" else 1 if word in (",", "and") else 0)
    inside = parse.word(end - 1) == '"' and parse.tokens[end - 1].raw.endswith(",")
    if start == end and not inside:
        return
    for more, after in parse.at("ability_item", start):
        both = found + more
        # A list that goes on only over commas is not finished.
        if parse.word(start - 1) == "and":
            yield both, after
        yield from _ability_list(parse, both, after)


def _cant_have_both(*words: str) -> Any:
    return (CantHave(words[0]), CantHave(words[1])) if words[:2] == words[2:] else NO


def _cant_have(one: str, two: str) -> Any:
    return (CantHave(one),) if one == two else NO


def lost_others(what: tuple[str, ...]) -> Any:
    """What is lost besides what the same clause gives: its colors and subtypes replace by themselves."""
    abilities = (RemoveAllAbilities(("other",)),) if "abilities" in what else ()
    return (*abilities, OTHER_TYPES) if set(what) & {"card types", "types"} else abilities or NO


def _copied(kinds: tuple[str, ...], of: Any) -> Any:
    if isinstance(of, Ref):
        return tuple(CopyAbilities(kind, of=of) for kind in kinds)
    return tuple(CopyAbilities(kind, among=of.filter, zones=of.where()) for kind in kinds)


def _types_and_colors(grammar: Grammar) -> None:
    rule = grammar.rule
    for verb in ("is|are", "becomes|become", "'s|'re"):
        rule("pred", f"{verb} <shape>")
        rule("pred", f"{verb} <colors>", lambda colors: (SetColors(colors),))
        rule(
            "pred",
            f"{verb} <colors> in addition to its|their|his|her other colors",
            lambda colors: (AddColors(colors),) if colors else NO,
        )
        rule("pred", f"{verb} the chosen color", lambda: (SetColors(("chosen",)),))
        rule(
            "pred",
            f"{verb} the chosen color in addition to its|their|his|her other colors",
            lambda: (AddColors(("chosen",)),),
        )
        rule("pred", f"{verb} (the|that) color of your choice", lambda: (SetColors((mark_of("color"),)),))
        rule("pred", f"{verb} the (color or colors|colors) of your choice", lambda: (SetColors((mark_of("colors"),)),))
        rule("pred", f"{verb} <that_type>", lambda family: (SetSubtypes(("chosen",), family),))
        rule("pred", f"{verb} legendary", lambda: (AddTypes(supertypes=("legendary",)),))
        rule("pred", f"{verb} snow", lambda: (AddTypes(supertypes=("snow",)),))
        rule("pred", f"{verb} also [a|an] <subtypes>", lambda subs: (AddTypes(subtypes=subs),))
    rule("pred", "gains|gain all creature types", lambda: (AddTypes(subtypes=("every creature type",)),))
    rule("pred", "loses|lose all creature types", lambda: (RemoveSubtypes(family="creature"),))
    rule("pred", "isn't|aren't [a|an] <type_word>", lambda word: (RemoveTypes(types=(word,)),))
    rule("pred", "(isn't|aren't|'s not) legendary", lambda: (RemoveTypes(supertypes=("legendary",)),))
    rule("pred", "(isn't|aren't) snow", lambda: (RemoveTypes(supertypes=("snow",)),))
    rule("pred", "gains|gain all basic land types", lambda: (AddTypes(subtypes=("every basic land type",)),))
    rule("pred", "(is|are) no longer snow", lambda: (RemoveTypes(supertypes=("snow",)),))
    rule("pred", "isn't|aren't a|an <subtypes>", lambda subs: (RemoveSubtypes(subs),))
    rule("pred", "is no longer (a|an) <type_word>", lambda word: (RemoveTypes(types=(word,)),))


def _copies(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("pred", "(becomes|become|is|are) a copy of <ref>", lambda ref: (BecomeCopy(ref),))
    rule("pred", "(becomes|become|is|are) a copy of <ref> , except <exceptions>", _copy_except)
    rule("pred", "(becomes|become) a copy of <exiled_card>", lambda ref: (BecomeCopy(ref),))
    rule("pred", "(becomes|become) a copy of <exiled_card> , except <exceptions>", _copy_except)
    rule("pred", "(becomes|become) a copy of <a_thing>", lambda ref: (BecomeCopy(ref),))
    rule("pred", "(becomes|become) copies of <ref>", lambda ref: (BecomeCopy(ref),))


def _copy_except(ref: Ref, exceptions: tuple[Mods, tuple[str, ...]]) -> Any:
    return (BecomeCopy(ref, *exceptions),)


# Verbs that begin a predicate which may change characteristics; a restriction ends before one of them.
_LAYERED = frozenset(
    [
        "gets",
        "get",
        "has",
        "have",
        "gains",
        "gain",
        "loses",
        "lose",
        "becomes",
        "become",
        "is",
        "are",
        "isn't",
        "aren't",
        "'s",
    ]
)
_STARTS = frozenset(
    ["can't", "can", "doesn't", "don't", "must", "attacks", "attack", "blocks", "block", "assigns", "assign", "may"]
)
_STOPS = frozenset((".", '"', ";", ":"))
# A target that the words name, not one that they speak of: it is no word of a mere restriction.
_TARGET = re.compile(r"(?<!the )(?<!a )\btarget (?!of\b)")


def _rules(grammar: Grammar) -> None:
    """Restrictions and permissions: they change no characteristic and are kept as one gloss."""
    rule = grammar.rule
    rule("pred", "is|are goaded", lambda: (RuleEffect("is goaded"),))
    rule(
        "pred",
        "is|are unaffected by summoning sickness",
        lambda: (rule_effect("is not hindered by summoning sickness"),),
    )
    # What is so "this way" limits what another sentence does, and is no rule for a time.
    rule("pred", "<restriction>", lambda text: NO if "enchanted this way" in text else (rule_effect(text),))

    @grammar.primitive("restriction")
    def restriction(parse: Parse, at: int) -> Any:
        if parse.word(at) not in _STARTS:
            return
        if parse.word(at) == "can't" and parse.word(at + 1) == "have":
            return
        end = _restriction_end(parse, at)
        if end > at + 1 or parse.word(at) in ("attacks", "attack", "blocks", "block"):
            text = plain(parse.tokens[at:end])
            if parse.words[end + 2 : end + 4] == ["if", "able"] and parse.word(end) == "this":
                # Of "this turn if able" the time is the duration; the rest says that it is a requirement.
                text += " if able"
            # What could change a characteristic is no mere restriction, whatever it begins with.
            if not touched(text) and not says_more(text) and not _TARGET.search(text):
                yield text, end


def _restriction_end(parse: Parse, at: int) -> int:
    for here in range(at + 1, len(parse.tokens)):
        word = parse.word(here)
        if word in _STOPS:
            return here
        joint = 2 if word == "," and parse.word(here + 1) == "and" else 1 if word in (",", "and") else 0
        follows = parse.word(here + joint)
        if joint and (follows in _LAYERED or follows in _STARTS):
            return here
        if word == "as" and parse.word(here + 1) == "long":
            return here
        if word == "this" and parse.word(here + 1) == "turn" and parse.word(here + 2) == "as":
            continue
        if word == "until" or (word == "this" and parse.word(here + 1) in ("turn", "combat")):
            return here
        if word == "," and parse.word(here + 1) == "where":
            return here
    return len(parse.tokens)


__all__ = [
    "AtLeast",
    "Filter",
    "Keyword",
    "Only",
    "Player",
    "SetController",
    "Stat",
    "Sum",
    "Thing",
    "IT",
    "add_rules",
    "with_x",
]
