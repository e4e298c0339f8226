"""Control and exchanges: control that passes to players, exchanges of two targets that are alike, and cards put face
down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from layerproof.kb.model.effect import Only, Scope
from layerproof.kb.model.expression import (
    AllOf,
    Chose,
    Compare,
    ControlledBy,
    Filter,
    Minus,
    Not,
    OwnedBy,
    Player,
    Ref,
    Same,
    SharesWith,
    Stat,
    Value,
)
from layerproof.kb.model.instruction import Designate, ExchangeControl, If, Move, PutCounters, SetStatus, Target
from layerproof.kb.model.modification import AddAbilities, ModifyPT, SetBasePT, SetController
from layerproof.kb.model.phrases.combat_filters import Did
from layerproof.kb.oracle.effects.alternative_changes import chosen_of
from layerproof.kb.oracle.effects.continuous_effects import begin
from layerproof.kb.oracle.effects.predicates import change_of
from layerproof.kb.oracle.effects.static_sentences import all_of
from layerproof.kb.oracle.nouns.described_objects import gathered
from layerproof.kb.oracle.nouns.targets import CHOOSERS
from layerproof.kb.oracle.words.open_references import IT, SELF, YOU, Mention, Thing, found, joined, scaled
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these instructions, filters and choices."""
    _control(grammar)
    _exchanges(grammar)
    _choices(grammar)
    _face_down(grammar)


def _control(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("effect", "each player gains control of each <core> they own that you control", _to_owners)
    # Only the active player has creatures that attack (rule key combat.attacking_player).
    rule("the_player", "the attacking player", lambda: Player("active"))
    rule("post", "you own but don't control", lambda: ((OwnedBy(YOU), Not(ControlledBy(YOU))), None))
    rule("post", "you neither own nor control", lambda: ((Not(OwnedBy(YOU)), Not(ControlledBy(YOU))), None))
    rule("post", "other than ~ and <ref_noun>", lambda r: NO if r == SELF else ((Not(Same(SELF)), Not(Same(r))), None))
    for words, stat in (("mana value", "mana_value"), ("power", "power"), ("toughness", "toughness")):
        rule("post", f"with <that_noun> 's {words}", lambda ref, s=stat: ((Compare(s, "=", Stat(s, ref)),), None))
    for who in CHOOSERS:
        rule("action", f"{who} chooses <a_thing>", lambda ref: (Mention(Only(ref)),))
    rule("effect", "<object> [each] gets|get twice <pt> [<duration>]", _twice)
    base = "base power and toughness equal to <ref_noun> 's power and toughness"
    rule("base", base, lambda ref: (SetBasePT(Stat("power", ref), Stat("toughness", ref)),))
    rule("effect", "suspect <object>", _suspected)
    rule("sentence", "you may have <object> become no longer suspected", _may_clear)


def _twice(scope: Scope, pt: Any, duration: Any) -> Any:
    change = change_of(pt)
    if change is NO:
        return NO
    doubled = tuple(ModifyPT(_two_of(mod.power), _two_of(mod.toughness)) for mod in change)
    return begin(scope, doubled, duration)


def _two_of(value: Value) -> Value:
    return Minus(scaled(2, value.value)) if isinstance(value, Minus) else scaled(2, value)


def _suspected(scope: Scope) -> Any:
    return (Designate("suspected", scope.ref),) if isinstance(scope, Only) else NO


def _may_clear(scope: Scope) -> Any:
    return (If(Chose("may"), (SetStatus("unsuspected", scope),)),)


def _to_owners(thing: Thing) -> Any:
    if thing.many or thing.zones:
        return NO
    return begin(all_of(thing.with_(ControlledBy(YOU))), (SetController(Player("owner", Ref("it"))),), None)


# What is said of the second of two targets, by what the first one is.
_LIKE: dict[str, Any] = {
    "that shares a card type with it": lambda ref: SharesWith("card type", ref),
    "with equal or lesser mana value": lambda ref: Compare("mana_value", "<=", Stat("mana_value", ref)),
    "with lesser mana value": lambda ref: Compare("mana_value", "<", Stat("mana_value", ref)),
    "with lesser power": lambda ref: Compare("power", "<", Stat("power", ref)),
}


def _exchanges(grammar: Grammar) -> None:
    """Exchanges of control whose second target the text compares with the first."""

    @grammar.primitive("alike")
    def alike(parse: Parse, at: int) -> Iterator[tuple[tuple[Ref, Ref], int]]:
        for one, middle in parse.at("target", at):
            if parse.word(middle) != "and":
                continue
            for two, end in parse.at("target", middle + 1):
                target = parse.targets[two.index][1]
                told = [each for each in _parts(target.filter) if isinstance(each, Did)]
                if len(told) != 1 or told[0].what not in _LIKE:
                    continue
                like = _LIKE[told[0].what](one)
                rest = tuple(like if each == told[0] else each for each in _parts(target.filter))
                made = msgspec.structs.replace(target, filter=joined(rest))
                yield (one, Ref("?T", parse.target(middle + 1, made))), end

    @grammar.primitive("unlike")
    def unlike(parse: Parse, at: int) -> Iterator[tuple[tuple[Ref, Ref], int]]:
        for one, middle in parse.at("ref", at):
            for two, end in parse.at("ref", middle + 1) if parse.word(middle) == "and" else ():
                both = one.kind == "?T" and two.kind == "?T"
                # What the second of two targets is said to share with "it" is shared with the first.
                if not both or not found(parse.targets[two.index][1].filter, lambda part: part == IT):
                    yield (one, two), end

    grammar.rule("action", "exchange control of <alike>", lambda pair: (ExchangeControl(*pair),))

    @grammar.primitive("two_alike")
    def two_alike(parse: Parse, at: int) -> Iterator[tuple[Ref, int]]:
        # The first of two shares its types with itself; the second must share one with the first.
        for ref, end in parse.at("target", at):
            target = parse.targets[ref.index][1]
            if (
                target.count != 2
                or Did("that share a card type") not in _parts(target.filter)
                or "target" in (parse.words[:at])
            ):
                continue
            first = SharesWith("card type", Ref("target", 1))
            said = Did("that share a card type")
            rest = tuple(first if each == said else each for each in _parts(target.filter))
            made: Target = msgspec.structs.replace(target, filter=joined(rest))
            yield Ref("?T", parse.target(at, made)), end

    grammar.rule(
        "action", "exchange control of <two_alike>", lambda ref: (ExchangeControl(ref, Ref("?T2", ref.index)),)
    )


def _parts(filter_: Filter | None) -> tuple[Filter, ...]:
    if filter_ is None:
        return ()
    return filter_.filters if isinstance(filter_, AllOf) else (filter_,)


def _choices(grammar: Grammar) -> None:
    """One of several changes, chosen as the effect begins."""

    rule = grammar.rule

    def counter_or(kind: str, on: Scope, scope: Scope, words: Any) -> Any:
        if any(len(each) != 1 for each in words):
            return NO
        given = {each[0].keyword: begin(scope, (AddAbilities(each),), None) for each in words}
        return chosen_of({f"{kind} counter": (PutCounters(kind, on),), **given})

    rule("choice", "put a|an <counter_kind> counter on <object> or <object> gains <kw_choice>", counter_or)

    def one_base(duration: Any, scope: Scope, power: Any, toughness: Any) -> Any:
        return chosen_of(
            {
                "base power": begin(scope, (SetBasePT(power, None),), duration),
                "base toughness": begin(scope, (SetBasePT(None, toughness),), duration),
            }
        )

    rule("choice", "<duration> , <object> has base power <number> or base toughness <number>", one_base)

    def by_color(duration: Any, scope: Scope, pt: Any, one: Any, c: Any, two: Any, d: Any) -> Any:
        change = change_of(pt)
        if change is NO:
            return NO
        return (
            *begin(scope, change, duration),
            If(c, begin(scope, (AddAbilities(one),), duration)),
            If(d, begin(scope, (AddAbilities(two),), duration)),
        )

    gains = "gains <ability_item> if <condition>"
    rule("sentence", f"<duration> , <object> gets <pt> , {gains} , and {gains}", by_color)


def _face_down(grammar: Grammar) -> None:
    """Cards put onto the battlefield face down, with the characteristics that the text lists for them."""
    rule = grammar.rule
    lists = "(they're|they 're|it's|it 's) <shape>"

    def listed(scope: Scope, under: Any, tapped: bool, shape: Any) -> Any:
        mods = gathered(shape)
        return (Move(scope, "battlefield", "put", under=under, tapped=tapped, face_down="listed", being=mods),)

    for verb, join in (("put", "onto"), ("return", "to")):
        for tapped in (False, True):
            also = " and tapped" * tapped
            rule(
                "sentence",
                f"{verb} <object> {join} the battlefield face down{also} under your control . {lists}",
                lambda s, shape, t=tapped: listed(s, YOU, t, shape),
            )
            rule(
                "sentence",
                f"{verb} <object> {join} the battlefield under your control face down{also} . {lists}",
                lambda s, shape, t=tapped: listed(s, YOU, t, shape),
            )
    rule(
        "sentence",
        f"you may return it to the battlefield face down under its owner 's control . {lists}",
        lambda shape: (If(Chose("may"), listed(Only(Ref("?it")), Player("owner", Ref("it")), False, shape)),),
    )
