"""Alternative changes: one of two changes, chosen as the effect begins, or decided by what is only known as words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from layerproof.kb.keywords.keyword_lines import written_names
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.effect import Scope
from layerproof.kb.model.expression import Both, Chose, Either, OpaqueCondition, Ref, Unless, X
from layerproof.kb.model.instruction import Body, ExchangeControl, If, Instruction, OtherAction, PutCounters
from layerproof.kb.model.modification import AddAbilities, RemoveKeyword, SetBasePT, SetSubtypes
from layerproof.kb.oracle.bodies.body_stretches import NAMES_OBJECTS, copied, take, understood
from layerproof.kb.oracle.bodies.joined_clauses import replace
from layerproof.kb.oracle.effects.continuous_effects import begin
from layerproof.kb.oracle.effects.predicates import change_of, with_x
from layerproof.kb.oracle.nouns.described_objects import gathered
from layerproof.kb.oracle.nouns.reference_kinds import Met, as_if_not_made
from layerproof.kb.oracle.nouns.references import Binder
from layerproof.kb.oracle.words.chosen_words import mark_of
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.lexicon import family
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `choice` between two bonuses, and between two land types."""
    rule = grammar.rule
    rule("choice", "<object> gets|get <pt> or <pt> [<duration>]", _one_bonus)
    rule(
        "action",
        "exchange control of <two> controlled by different players",
        lambda ref: (ExchangeControl(ref, Ref("?T2 apart", ref.index)),),
    )
    rule(
        "choice",
        "<object> gains protection from <quality> or from the color of your choice [<duration>]",
        _protection,
    )
    for word in ("artifacts", "colorless", "creatures", "enchantments"):
        rule("quality", word, lambda word=word: word)
    rule(
        "choice", "choose <kw_choice> [at random] <break> <object> gains|gain that ability [<duration>]", _that_ability
    )
    rule("choice", "<object> gets|get <pt> or <pt> <duration> , where x is <any_value>", _one_bonus_of_x)
    rule("choice", "<object> loses <keyword_name> or <keyword_name> [<duration>]", _one_loss)
    rule(
        "choice",
        "<object> gains your choice of <kw_choice> [<duration>]",
        lambda s, words, d: _one_ability(s, (), words, d),
    )
    rule(
        "choice",
        "<object> both gain your choice of <kw_choice> [<duration>]",
        lambda s, w, d: _one_ability(s, (), w, d),
    )
    rule("choice", "<object> loses your choice of <kw_choice> [<duration>]", _one_ability_lost)
    rule(
        "choice",
        "<duration> , <object> gains your choice of <kw_choice>",
        lambda d, s, words: _one_ability(s, (), words, d),
    )
    rule(
        "choice",
        "<duration> , <object> <preds> and gains your choice of <kw_choice>",
        lambda d, s, mods, words: _one_ability(s, mods, words, d),
    )
    rule("choice", "<object> <preds> and gains your choice of <kw_choice> [<duration>]", _one_ability)
    rule("choice", "<duration> , <object> <preds> and becomes your choice of <shape> or <shape>", _one_shape)
    rule("kw_choice", "<ability_item> or <ability_item>", lambda *all_: all_)
    rule("kw_choice", "<ability_item> , <ability_item> , or <ability_item>", lambda *all_: all_)
    rule("kw_choice", "<ability_item> , <ability_item> , <ability_item> , or <ability_item>", lambda *all_: all_)
    rule(
        "sentence", "you may have <object> 's base power and toughness become <size> or <size> [<duration>]", _one_size
    )
    rule("action", "put your choice of a|an <kind_choice> counter on <object>", _counter_of_choice)
    rule("kind_choice", "<counter_word> or <counter_word>", lambda *all_: all_)
    rule("kind_choice", "<counter_word> , <counter_word> , or <counter_word>", lambda *all_: all_)
    rule("kind_choice", "<counter_word> , <counter_word> , <counter_word> , or <counter_word>", lambda *all_: all_)

    @grammar.primitive("counter_word")
    def counter_word(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
        for length in (2, 1):
            word = " ".join(parse.words[at : at + length])
            if at + length > len(parse.words):
                continue
            if word in written_names() or re.fullmatch(r"[+-][0-9]/[+-][0-9]", word):
                yield word, at + length
                return

    rule("choice", "<object> becomes (a|an) <subtypes> or (a|an) <subtypes> [<duration>]", _one_land_type)


def instead_loosely(parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction], held: Met) -> bool:
    """ "… instead if …", where the condition is not understood: it is kept as its words; whether it was that."""
    words = parse.words[start:end]
    if words.count("instead") != 1 or not before or isinstance(before[-1], If | OtherAction):
        return False
    at = start + words.index("instead")
    condition = plain(parse.tokens[at + 2 : end])
    if parse.word(at + 1) != "if" or at + 2 >= end or parse.whole("condition", at + 2, end):
        return False
    if parse.word(start) == "if" or "would" in condition.split():
        return False
    trial = copied(binder)
    as_if_not_made(trial, before[-1], held)
    done = understood(parse, trial, start, at)
    if done is None:
        return False
    if NAMES_OBJECTS.search(condition):
        trial.unknown()
    take(binder, trial)
    replace(before, OpaqueCondition(condition), done)
    return True


def _one_bonus(scope: Scope, one: Any, two: Any, duration: Any) -> Any:
    changes = [(_written(pt), change_of(pt)) for pt in (one, two)]
    if any(change is NO for _, change in changes):
        return NO
    return chosen_of({label: begin(scope, change, duration) for label, change in changes})


def chosen_of(options: dict[str, Body]) -> Body:
    """One of several bodies, each by the name under which it is chosen; what happens is open where not just one is."""
    open_: Body = (OtherAction("one of the choices that is not named", ("objects",)),)
    named = tuple(Chose(label) for label in options)
    none, two = Unless(Either(named)), Either(tuple(Both(pair) for pair in combinations(named, 2)))
    return (*(If(Chose(label), body) for label, body in options.items()), If(none, open_), If(two, open_))


def _written(pt: Any) -> str:
    """A bonus as the text has it, by which the choice can be named."""
    return "/".join(f"{'+' if sign > 0 else '-'}{'X' if isinstance(amount, X) else amount}" for sign, amount in pt)


def _one_land_type(scope: Scope, one: tuple[str, ...], two: tuple[str, ...], duration: Any) -> Any:
    if len(one) != 1 or len(two) != 1 or {family(one[0]), family(two[0])} != {"land"}:
        return NO
    return chosen_of({words[0]: begin(scope, (SetSubtypes(words),), duration) for words in (one, two)})


def _protection(scope: Scope, quality: str, duration: Any) -> Any:
    options = {quality: quality, "color": mark_of("color")}
    return chosen_of(
        {
            label: begin(scope, (AddAbilities((Keyword("protection", quality=word),)),), duration)
            for label, word in options.items()
        }
    )


def _that_ability(words: Any, _break: Any, scope: Scope, duration: Any) -> Any:
    if any(len(each) != 1 or not isinstance(each[0], Keyword) for each in words):
        return NO
    return chosen_of({each[0].keyword: begin(scope, (AddAbilities(each),), duration) for each in words})


def _one_bonus_of_x(scope: Scope, one: Any, two: Any, duration: Any, value: Any) -> Any:
    body = _one_bonus(scope, one, two, duration)
    return NO if body is NO else with_x(body, value)


def _counter_of_choice(kinds: tuple[str, ...], on: Scope) -> Body:
    return chosen_of({kind: (PutCounters(kind, on),) for kind in kinds})


def _one_loss(scope: Scope, one: str, two: str, duration: Any) -> Any:
    return chosen_of({word: begin(scope, (RemoveKeyword(word),), duration) for word in (one, two)})


def _one_ability(scope: Scope, mods: Any, choices: Any, duration: Any) -> Any:
    if any(len(each) != 1 or not isinstance(each[0], Keyword) for each in choices):
        return NO
    always = begin(scope, mods, duration) if mods else ()
    given = {each[0].keyword: begin(scope, (AddAbilities(each),), duration) for each in choices}
    return NO if len(given) < len(choices) else (*always, *chosen_of(given))


def _one_shape(duration: Any, scope: Scope, mods: Any, one: Any, two: Any) -> Any:
    shapes = [gathered(each) for each in (one, two)]
    labels = [[mod.subtypes for mod in shape if isinstance(mod, SetSubtypes)] for shape in shapes]
    if any(len(each) != 1 for each in labels) or labels[0] == labels[1]:
        return NO
    named = zip(labels, shapes, strict=True)
    return chosen_of({" ".join(label[0]): begin(scope, (*mods, *shape), duration) for label, shape in named})


def _one_ability_lost(scope: Scope, choices: Any, duration: Any) -> Any:
    if any(len(each) != 1 or not isinstance(each[0], Keyword) for each in choices):
        return NO
    return chosen_of({each[0].keyword: begin(scope, (RemoveKeyword(each[0].keyword),), duration) for each in choices})


def _one_size(scope: Scope, one: Any, two: Any, duration: Any) -> Any:
    if None in one or None in two:
        return NO
    options = {f"{pt[0]}/{pt[1]}": begin(scope, (SetBasePT(*pt),), duration) for pt in (one, two)}
    return (If(Chose("may"), chosen_of(options)),)
