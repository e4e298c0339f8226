"""Static pronouns: the pronouns of static abilities, which speak of the subject and of what a condition names."""

from __future__ import annotations

from functools import partial
from typing import Any

from layerproof.kb.model.effect import All, Effect, Only, Players
from layerproof.kb.model.expression import (
    AllOf,
    Both,
    Compares,
    Count,
    FitsChosen,
    Is,
    Matches,
    Not,
    Player,
    Ref,
    Same,
)
from layerproof.kb.oracle.nouns.described_objects import in_one
from layerproof.kb.oracle.nouns.references import odd_number
from layerproof.kb.oracle.words.open_references import (
    HE,
    HOST,
    IT,
    OTHER,
    SELF,
    found,
    is_mark,
    joined,
    loosely,
    rewrite,
)


def _narrowed(effect: Effect) -> Effect | None:
    """An effect on many objects "as long as it's" something, as one on those of them that are; None where the condition
    says of each of them what no filter can."""
    if not isinstance(effect.affects, All) or effect.condition is None:
        return effect
    parts = effect.condition.conditions if isinstance(effect.condition, Both) else (effect.condition,)
    mine = tuple(each for each in parts if isinstance(each, Matches) and each.ref == IT)
    others = tuple(each for each in parts if each not in mine)
    if any(found(each, lambda part: part == IT) for each in others):
        return None
    if not mine:
        return effect
    scope = All(joined((effect.affects.filter, *(each.filter for each in mine))), effect.affects.zones)
    left = None if not others else others[0] if len(others) == 1 else Both(others)
    return Effect(scope, effect.mods, left, effect.duration)


_OTHER = Not(Same(OTHER))
_OTHER_THAN_SELF = Not(Same(SELF))


def _spoken_of(condition: Any) -> list[Ref]:
    """What a condition speaks of; that it is about another than the source counts only where it names nothing else."""
    mine = rewrite(condition, lambda part: FitsChosen() if part == _OTHER_THAN_SELF else part)
    for each in (mine, condition):
        named = [ref for ref in found(each, lambda part: isinstance(part, Ref)) if not is_mark(ref)]
        if named:
            return list(dict.fromkeys(named))
    return []


_CREATURE = Is("type", "creature")
# What an Aura or Equipment is, and what it is attached to is not called.
_OF_SOURCE = frozenset({Is("type", "enchantment"), Is("subtype", "Aura"), Is("subtype", "Equipment")})


def _other_than_source(part: Any) -> Any:
    """ "Enchanted creature gets … for each other enchantment": other than the source, which is one."""
    if not isinstance(part, AllOf) or _OTHER not in part.filters:
        return part
    named = set(found(part.filters, lambda each: isinstance(each, Is)))
    if _CREATURE in named or not _OF_SOURCE & named:
        return part
    return AllOf(tuple(_OTHER_THAN_SELF if each == _OTHER else each for each in part.filters))


def bind_static(effects: tuple[Effect, ...]) -> tuple[Effect, ...] | None:
    """The effects of a static ability with their pronouns bound, None where one is unclear.

    "It" in a condition is the subject of that sentence; "it" as a subject is what the condition before it speaks of;
    "it" in an amount is the affected object. "He" and "she" are the source.
    """
    out: list[Effect] = []
    before: Ref | None = None
    for effect in map(_narrowed, rewrite(effects, lambda part: SELF if part == HE else part)):
        if effect is None:
            return None
        subject = effect.affects
        if isinstance(subject, Only) and subject.ref.kind.startswith("?"):
            unique = _spoken_of(effect.condition)
            about = before if not unique else unique[0] if len(unique) == 1 else None
            if about is None and effect.condition is not None:
                # A condition kept as its words: what it names, if it is one of the two.
                words = str(effect.condition)
                mine, hosts = "~" in words, "enchanted " in words or "equipped " in words
                about = None if mine == hosts else SELF if mine else HOST
            if subject.ref.kind.startswith("?that ") and isinstance(effect.condition, Compares):
                counted = effect.condition.left
                if effect.condition.op == "=" and effect.condition.right == 1 and isinstance(counted, Count):
                    # "Exactly one creature, that creature": all of those, of which there is one.
                    effect = Effect(All(counted.filter, counted.zones), effect.mods, effect.condition)
                    out += bind_static((effect,)) or ()
                    continue
            if subject.ref.kind == "?they":
                if not out or isinstance(out[-1].affects, Only | Players):
                    return None
                subject = out[-1].affects
            elif about is None or about.kind == "granter":
                return None
            else:
                subject = Only(about)
        me = subject.ref if isinstance(subject, Only) else Ref("it")
        if isinstance(subject, Only):
            before = subject.ref

        named = [
            r for r in found(effect.condition, lambda p: isinstance(p, Ref)) if not is_mark(r) and r.kind != "self"
        ]
        that = named[0] if len(named) == 1 and named[0].kind.startswith("top_") else None

        def change(part: Any, other: Ref | None, me: Ref = me, that: Ref | None = that) -> Any:
            if isinstance(part, Ref) and part.kind == "?other" and other is not None:
                return other
            if isinstance(part, Ref) and part.kind == "?that card" and that is not None:
                return that
            if (
                isinstance(part, Ref)
                and part.kind.startswith("?that ")
                and me == Ref("it")
                and part.kind != "?that card"
            ):
                return me
            if part == Player("?defending"):
                return Player("defending")
            return me if isinstance(part, Ref) and part.kind == "?it" else part

        # "For each other creature": other than the one that gets the bonus. A condition speaks of the source.
        other = SELF if me == SELF or isinstance(subject, All) else None
        mods = rewrite(effect.mods, _other_than_source) if me == HOST else effect.mods
        done = Effect(
            rewrite(subject, partial(change, other=SELF)),
            rewrite(mods, partial(change, other=me)),
            rewrite(effect.condition, partial(change, other=other)),
        )
        if found(done, is_mark) or found(done, loosely) or odd_number(done):
            return None
        out = in_one(out, done)
    return tuple(out)
