"""Related objects: cards exiled with an object, attachments, and spells by when and from where they were cast."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import All
from layerproof.kb.model.expression import (
    AttachedTo,
    Bears,
    CastBy,
    Compare,
    Compares,
    ControlledBy,
    Count,
    ExiledWith,
    Exists,
    FirstCast,
    Greatest,
    HostFits,
    Is,
    Not,
    OwnedBy,
    Ref,
    Same,
    State,
)
from layerproof.kb.model.modification import CopyAbilities
from layerproof.kb.oracle.amounts.values import same_word
from layerproof.kb.oracle.words.open_references import SELF, YOU, Thing, joined, other
from layerproof.kb.oracle.words.parser import NO, Grammar


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these filters, for scopes and conditions that use them."""
    _exiled(grammar)
    _attached(grammar)
    _cast(grammar)
    _greatest(grammar)


def _exiled(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("post", "exiled with <ref>", lambda ref: ((ExiledWith(ref),), ("exile",)))
    rule("post", "that (has|have) an adventure", lambda: ((State("has_adventure"),), None))
    here = (("the battlefield", "the_battlefield"), ("a|your library", "a_library"))
    for words, place in here:
        state = State(f"put_there_from_{place}_this_turn")
        rule("placed", f"that was put there from {words} this turn", lambda state=state: state)
    rule("post", "<placed>", lambda state: ((state,), None))
    rule("exiled_thing", "an exiled <thing>", _in_exile)
    rule("simple", "a|an <thing> has <has>", _one_has)
    rule("simple", "<exiled_thing> has <has>", _one_has)
    rule("pred", "has|have each <keyword_name> ability of <exiled_thing>", _each_keyword)
    rule("simple", "a|an <thing> is in a graveyard", lambda thing: _somewhere(thing, "graveyard"))
    rule("pred", "has|have each <keyword_name> ability of a|an <thing>", _each_keyword)


def _in_exile(thing: Thing) -> Any:
    if thing.zones is not None or State("card") not in thing.filters or thing.many:
        return NO
    return Thing(thing.filters, ("exile",), False)


def _one_has(thing: Thing, has: Any) -> Any:
    if thing.many or (thing.zones is None and State("card") in thing.filters):
        return NO
    return Exists(joined((*thing.filters, has)), thing.where())


def _somewhere(thing: Thing, zone: str) -> Any:
    if thing.zones is not None or thing.many or State("card") not in thing.filters:
        return NO
    return Exists(thing.filter, (zone,))


def _each_keyword(word: str, thing: Thing) -> Any:
    if thing.many or (thing.zones is None and State("card") in thing.filters):
        return NO
    return (CopyAbilities("keywords", thing.filter, thing.where(), keywords=(word,)),)


def _attached(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("post", "(that's|that 's|that are) attached to a|an <thing>", _to_one)
    rule("post", "attached to <thing>", lambda thing: _to(thing) if thing.many else NO)
    rule("post", "(that's|that 's|that are) enchanted by <thing>", lambda thing: _bearing(thing) if thing.many else NO)
    for pattern, op in (("exactly <number> <thing>", "="), ("<number> or more <thing>", ">=")):
        rule(
            "simple", f"<ref> is enchanted by {pattern}", lambda ref, n, thing, op=op: _enchanted_by(ref, op, n, thing)
        )
    rule("simple", "a|an <thing> is attached to <ref>", _attached_there)
    rule("simple", "another <thing> is attached to <ref>", _other_attached)
    rule("simple", "a|an <thing> is attached to a|an <thing>", _somewhere_attached)


def _to_one(thing: Thing) -> Any:
    return NO if thing.many or thing.zones else ((HostFits(thing.filter),), None)


def _to(thing: Thing) -> Any:
    return NO if thing.zones else ((HostFits(thing.filter),), None)


def _bearing(thing: Thing) -> Any:
    return NO if thing.zones else ((Bears(thing.filter),), None)


def _enchanted_by(ref: Ref, op: str, number: Any, thing: Thing) -> Any:
    if thing.zones:
        return NO
    return Compares(Count(joined((*thing.filters, AttachedTo(ref)))), op, number)


def _attached_there(thing: Thing, ref: Ref) -> Any:
    return NO if thing.many or thing.zones else Exists(joined((*thing.filters, AttachedTo(ref))))


def _other_attached(thing: Thing, ref: Ref) -> Any:
    # On an Aura "another Aura" is other than that Aura itself.
    itself = Is("subtype", "Aura") in thing.filters
    filters = (Not(Same(SELF)) if itself else other(), *thing.filters, AttachedTo(ref))
    return NO if thing.many or thing.zones else Exists(joined(filters))


def _somewhere_attached(thing: Thing, host: Thing) -> Any:
    if (thing.many and not same_word(thing)) or thing.zones or host.many or host.zones:
        return NO
    return Exists(joined((*thing.filters, HostFits(host.filter))))


def _cast(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("post", "you cast from exile", lambda: ((ControlledBy(YOU), State("cast_from_exile")), None))
    not_hand = Not(State("cast_from_hand"))
    for zone in ("hand", "graveyard"):
        from_there = State(f"cast_from_{zone}")
        rule("post", f"you cast from your {zone}", lambda state=from_there: ((ControlledBy(YOU), state), None))
    rule("post", "you cast from anywhere other than your hand", lambda: ((ControlledBy(YOU), not_hand), None))
    rule("subject", "the first <thing> each turn", first_of)
    rule("post", "(that's|that 's|that are) exactly <number> colors", _colors)


def _colors(number: Any) -> Any:
    return ((Compare("colors", "=", number),), None)


def first_of(thing: Thing) -> Any:
    """The scope of the first spell that fits in a turn; NO where the phrase speaks of anything else."""
    by_you = CastBy(YOU) in thing.filters or ControlledBy(YOU) in thing.filters
    if thing.many or not by_you or State("spell") not in thing.filters or thing.zones:
        return NO
    return All(joined((*thing.filters, FirstCast(thing.filter))), ("stack",))


def _greatest(grammar: Grammar) -> None:
    for words, stat in (("mana value", "mana_value"), ("power", "power"), ("toughness", "toughness")):
        grammar.rule(
            "subject", f"each <core> with the greatest {words}", lambda thing, stat=stat: _with_greatest(thing, stat)
        )


def _with_greatest(thing: Thing, stat: str) -> Any:
    if thing.many or thing.zones:
        return NO
    return All(joined((*thing.filters, Compare(stat, "=", Greatest(stat, thing.filter)))))


__all__ = ["OwnedBy", "add_rules"]
