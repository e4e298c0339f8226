"""Rarer static sentences: subjects and sentences of static abilities beyond the common ones."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.effect import ELSEWHERE, All, Effect, Only, Players, Scope, Union
from layerproof.kb.model.expression import (
    AnyOf,
    Attacks,
    Chose,
    Compare,
    Compares,
    ControlledBy,
    Count,
    Greatest,
    HeldBy,
    Is,
    Most,
    Named,
    Not,
    OwnedBy,
    Player,
    Ref,
    State,
)
from layerproof.kb.model.modification import (
    AddAbilities,
    AddTypes,
    FullTextOf,
    MoreDevotion,
    RuleEffect,
    SetBasePT,
    SetController,
    SetName,
    SwitchPT,
)
from layerproof.kb.model.permissions.abilities_of_players import as_player
from layerproof.kb.notation.restrictions import rule_effect
from layerproof.kb.oracle.bodies.quoted_abilities import granted, quoted
from layerproof.kb.oracle.effects.static_sentences import all_of
from layerproof.kb.oracle.nouns.described_objects import gathered
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.lexicon import subtype_words
from layerproof.kb.oracle.words.open_references import HOST, SELF, YOU, Thing, found, joined
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these subjects, predicates and sentences."""
    _sentences(grammar)
    _subjects(grammar)
    _predicates(grammar)
    _rules_of_the_game(grammar)


def _sentences(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("statement", "<lead> , (~ 's|its) power and toughness are each <number>", _are_each)
    rule("clause", "<subject> <preds> , and they <preds>", lambda scope, one, two: _effect(scope, one + two))
    rule("statement", "you , <thing> , and <thing> have|has <abilities>", _you_and_two)
    rule("statement", "the monarch controls <host>", lambda _: _controlled(Player("monarch")))
    rule(
        "statement",
        "as long as the top card of your graveyard is a <type_word> card , ~ has the full text of that card and has "
        "the text <quote>",
        _full_text,
    )
    rule(
        "statement",
        "for each <thing> , you may have that creature assign its combat damage as though it weren't blocked",
        _unblocked_damage,
    )
    for words, op in (("fewer", "<="), ("more", ">=")):
        rule(
            "statement",
            f"<core> each player controls <preds> as long as that player controls <number> or {words} <core>",
            lambda thing, mods, n, counted, op=op: _each_players(thing, mods, Compares(_held_by_each(counted), op, n)),
        )
    rule("statement", "each <core> with mana value of the chosen quality <preds>", _odd_or_even)
    rule("amount_base", "the greatest number of <thing> a player controls", _most_controlled)
    rule("amount_base", "the greatest mana value among your commanders", _commanders)


def _effect(scope: Scope, mods: Any, condition: Any = None) -> Any:
    if scope is NO or isinstance(scope, Players):
        return NO
    return (Effect(scope, gathered(mods), condition),)


def _unblocked_damage(thing: Thing) -> Any:
    if thing.many or thing.zones:
        return NO
    return (Effect(All(thing.filter), (RuleEffect("may assign combat damage as though it weren't blocked"),)),)


def _are_each(condition: Any, number: Any) -> Any:
    return (Effect(Only(SELF), (SetBasePT(number, number),), condition),) if isinstance(number, int) else NO


def _you_and_two(one: Thing, two: Thing, abilities: Any) -> Any:
    if not one.many or not two.many or one.zones or two.zones:
        return NO
    scope = All(AnyOf((one.filter, two.filter)))
    return (
        Effect(scope, (AddAbilities(abilities),)),
        Effect(Players(YOU), as_player(abilities)),
    )


def _controlled(player: Player) -> Any:
    return (Effect(Only(HOST), (SetController(player),)),)


def _full_text(kind: str, text: str) -> Any:
    top = Ref("top_of_graveyard")
    return (Effect(Only(SELF), (FullTextOf(top, Is("type", kind), granted(quoted(text))),)),)


def _most_controlled(thing: Thing) -> Any:
    if not thing.many or thing.zones:
        return NO
    return Most(Count(thing.with_(ControlledBy(Player("each"))).filter), Player("any"))


def _held_by_each(thing: Thing) -> Count:
    return Count(thing.with_(ControlledBy(Player("each"))).filter)


def _each_players(thing: Thing, mods: Any, condition: Any) -> Any:
    """An effect on what each player controls, while something is so of that player."""
    return _effect(All(joined((*thing.filters, HeldBy(condition)))), mods) if thing.many and not thing.zones else NO


def _odd_or_even(thing: Thing, mods: Any) -> Any:
    """An effect on those of an odd or an even mana value, whichever was chosen; zero is even."""
    if thing.many or thing.zones:
        return NO
    even = Compare("mana_value", "multiple of", 2)
    return (
        *_effect(All(joined((*thing.filters, Not(even)))), mods, Chose("odd")),
        *_effect(All(joined((*thing.filters, even))), mods, Chose("even")),
    )


_ANYWHERE = ("battlefield", "command", "stack", "graveyard", "exile", "hand", "library")


def _commanders() -> Any:
    return Greatest("mana_value", joined((State("commander"), OwnedBy(YOU))), _ANYWHERE)


def _subjects(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("attacked", "the last chosen player", lambda: Player("chosen"))

    @grammar.primitive("named_three")
    def named_three(parse: Parse, at: int) -> Any:
        """Three names of which one is the object's own: "Sword of Fire, ~, and Helm of Fire"."""
        names: list[str | None] = []
        here = at
        while len(names) < 3:
            if parse.word(here) == "~":
                names.append(None)
                here += 1
            else:
                reached = [(name, end) for name, end in parse.at("card_name", here) if "," not in name]
                if not reached:
                    return
                name, here = reached[-1]
                names.append(name)
            if len(names) == 3:
                break
            if parse.word(here) != ",":
                return
            here += 2 if parse.word(here + 1) == "and" else 1
        if names.count(None) == 1:
            yield tuple(names), here

    rule("subject", "<thing> named <named_three>", _three_named)


def _three_named(thing: Thing, names: tuple[str | None, ...]) -> Any:
    if thing.zones or found(thing.filter, lambda part: isinstance(part, Named)):
        return NO
    named = AnyOf(tuple(Named(name) for name in names if name is not None))
    return Union((Only(SELF), All(joined((*thing.filters, named)))))


def _predicates(grammar: Grammar) -> None:
    rule = grammar.rule
    rule(
        "pred",
        "has|have the chosen creature type in addition to its|their|his|her other types",
        lambda: (AddTypes(subtypes=("chosen",)),),
    )
    last = (AddAbilities((Keyword("protection", quality="chosen"),)),)
    rule("pred", "has|have protection from the last chosen color", lambda: last)
    rule("pred", "is|are basic", lambda: (AddTypes(supertypes=("basic",)),))
    rule("pred", "is|are named <card_name>", lambda name: (SetName(name),))
    rule(
        "pred",
        "has|have <base> , <ability_item> , and <ability_item>",
        lambda base, one, two: (*base, AddAbilities(one + two)),
    )
    rule("pred", "can't become suspected", lambda: (rule_effect("can't become suspected"),))
    rule("has", "base power or toughness <fixed>", lambda n: AnyOf(tuple(Compare(s, "=", n) for s in _BASE)))
    rule("has", "base power and toughness <size>", _base_size)
    rule("has", "a mana ability", lambda: State("mana_producing"))

    @grammar.primitive("equip_kind")
    def equip_kind(parse: Parse, at: int) -> Any:
        if parse.word(at) == "equip" and parse.tokens[at + 1 : at + 2] and parse.tokens[at + 1].raw[:1].isupper():
            if parse.word(at + 2).startswith("{"):
                yield (Keyword("equip", cost=parse.tokens[at + 2].raw, quality=parse.word(at + 1)),), at + 3

    rule("ability_item", "<equip_kind>")

    @grammar.primitive("typecycling")
    def typecycling(parse: Parse, at: int) -> Any:
        match = re.fullmatch(r"([a-z]+)cycling", parse.word(at))
        if match and match[1].capitalize() in subtype_words() and parse.word(at + 1).startswith("{"):
            yield (Keyword("cycling", cost=parse.tokens[at + 1].raw, quality=match[1].capitalize()),), at + 2

    rule("ability_item", "<typecycling>")


# Solver and checker leave it open which permanents it exempts, where that matters.
_EXEMPT = RuleEffect("is exempt from the legend rule")


def _exempt_too(effects: Any) -> Any:
    return tuple(Effect(each.affects, (*each.mods, _EXEMPT), each.condition) for each in effects)


def _they_and(condition: Any, _words: str, effects: Any) -> Any:
    """What a condition counts is exempt from the legend rule, and more is so while it holds."""
    counted = condition.left if isinstance(condition, Compares) else None
    if not isinstance(counted, Count) or any(each.condition is not None for each in effects):
        return NO
    both = (Effect(All(counted.filter, counted.zones), (_EXEMPT,)), *effects)
    return tuple(Effect(each.affects, each.mods, condition) for each in both)


_BASE = ("base_power", "base_toughness")


def _base_size(size: Any) -> Any:
    return joined((Compare("base_power", "=", size[0]), Compare("base_toughness", "=", size[1])))


def _colorless_sources(thing: Thing) -> Any:
    """Damage is dealt as though by a colorless source; the objects keep their colors."""
    if not thing.many or thing.zones:
        return NO
    where = ("battlefield", "stack") if found(thing.filter, lambda part: part == State("spell")) else thing.where()
    return (Effect(All(thing.filter, where), (RuleEffect("deals damage as a colorless source instead"),)),)


def _rules_of_the_game(grammar: Grammar) -> None:
    """Sentences that change no characteristic: how damage is dealt, hand sizes, costs of abilities."""
    rule = grammar.rule
    everyone = Players(Player("any"))

    @grammar.primitive("whole_sentence")
    def whole_sentence(parse: Parse, at: int) -> Any:
        # What follows would be an exception that belongs to the words before it, not a condition of the effect.
        if parse.word(at) != "unless":
            yield None, at

    for words, end in (("", " <whole_sentence>"), (" unless they 're mana abilities", "")):
        forbids = rule_effect("can't activate abilities" + words.replace(" '", "'"))
        rule(
            "clause",
            f"activated abilities of <sources_named> can't be activated{words}{end}",
            lambda scope, *_, forbids=forbids: (Effect(scope, (forbids,)),),
        )
        rule(
            "clause",
            f"activated abilities of <thing> can't be activated{words}{end}",
            lambda thing, *_, forbids=forbids: (Effect(all_of(thing), (forbids,)),) if all_of(thing) is not NO else NO,
        )
    everywhere = ("battlefield", *ELSEWHERE)
    rule("sources_named", "sources with the chosen name", lambda: All(Named("chosen"), everywhere))

    @grammar.primitive("damage_rule")
    def damage_rule(parse: Parse, at: int) -> Any:
        text = plain(parse.tokens[at:])
        match = re.fullmatch(
            r"all damage is dealt (?:to you )?as though its source had (?:wither|infect)\.?", text.lower()
        )
        if match:
            yield text.rstrip("."), len(parse.tokens) - (parse.word(len(parse.tokens) - 1) == ".")

    @grammar.primitive("legend_rule")
    def legend_rule(parse: Parse, at: int) -> Any:
        if parse.word(at) == '"' and parse.tokens[at].raw == "legend rule":
            yield parse.tokens[at].raw, at + 1

    nobody = (Effect(everyone, (RuleEffect("no legend rule"),)),)
    rule("statement", "the <legend_rule> doesn't apply", lambda _: nobody)
    exempt = "the <legend_rule> doesn't apply to"
    rule("statement", f"{exempt} <subject>", lambda _, scope: _effect(scope, (_EXEMPT,)))
    rule("statement", f"<lead> , {exempt} them , and <clause>", _they_and)
    rule("clause", f"<clause_one> , and {exempt} them", lambda effects, _: _exempt_too(effects))
    flagbearer = RuleEffect("counts as a Flagbearer")
    rule("clause", "you are a flagbearer", lambda: (Effect(Players(YOU), (flagbearer,)),))
    everything = All(Is("type", "creature"))
    rule("clause", "powers and toughnesses are reversed", lambda: (Effect(everything, (SwitchPT(),)),))
    rule("statement", "<thing> are colorless sources of damage", _colorless_sources)
    by_mutating = "may cast ~ from your graveyard using its mutate ability"
    rule("clause", f"you {by_mutating}", lambda: (Effect(Players(YOU), (rule_effect(by_mutating),)),))
    rule(
        "clause",
        "your devotion to each color and each combination of colors is increased by <number>",
        lambda n: (Effect(Only(SELF), (MoreDevotion(n),)),) if isinstance(n, int) else NO,
    )
    roles = rule_effect("can have any number of Roles attached")
    rule("pred", "can have any number of roles attached", lambda: (roles,))
    rule(
        "clause",
        "any number of role enchantments can be attached to <subject>",
        lambda scope: (Effect(scope, (roles,)),) if isinstance(scope, Only) else NO,
    )
    rule("clause", "<damage_rule>", lambda text: (Effect(everyone, (RuleEffect(text),)),))

    @grammar.primitive("cost_rule")
    def cost_rule(parse: Parse, at: int) -> Any:
        end = len(parse.tokens) - (parse.word(len(parse.tokens) - 1) == ".")
        text = plain(parse.tokens[at:end])
        if re.fullmatch(
            r"(?:equip|crew|cycling|ninjutsu) abilities you activate cost \{\d+\} (?:less|more) to activate", text
        ):
            yield text, end

    rule("clause", "<cost_rule>", lambda text: (Effect(Players(YOU), (RuleEffect(text),)),))

    @grammar.primitive("hand_rule")
    def hand_rule(parse: Parse, at: int) -> Any:
        end = len(parse.tokens) - (parse.word(len(parse.tokens) - 1) == ".")
        text = plain(parse.tokens[at:end])
        if re.fullmatch(r"each opponent's maximum hand size is [a-z ]+", text):
            yield text, end

    rule("clause", "<hand_rule>", lambda text: (Effect(Players(Player("opponent")), (RuleEffect(text),)),))


__all__ = ["Attacks", "add_rules"]
