"""Demonstratives: which object "that creature", "the token", "the copy" and the like mean."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Only
from layerproof.kb.model.expression import AllOf, AnyOf, Is, Not, Ref, State
from layerproof.kb.oracle.nouns.reference_kinds import Unbound, is_a, is_open, is_yours, placed
from layerproof.kb.oracle.words.lexicon import family
from layerproof.kb.oracle.words.open_references import HOST, SELF, THOSE, found

# What the spell of an event targets: "that creature" is no spell.
TARGETED = "what it targets"
_CARD_TYPES = ("artifact", "battle", "creature", "enchantment", "land", "planeswalker")


def by_noun(binder: Any, kind: str, noun: str) -> Ref | None:
    """The one object that a mark with a noun means, None for a mark without one.

    binder: what has been mentioned so far. Raises Unbound where there is none, or more than one.
    """
    if kind == "?yours":
        return only(binder, [Ref("target", i) for i, t in placed(binder.named) if is_yours(t)])
    if noun == "second" and binder.second in ("creature", "permanent"):
        return Ref("that")
    if noun == "token" and not any(ref.kind == "chosen" for ref in binder.seen):
        made = [ref for ref in binder.seen if ref.kind == "made"]
        return only(binder, made or [Ref("target", i) for i, t in placed(binder.named) if _is_token(t)])
    if noun == "card" and binder.last == Only(Ref("top_of_library")) and not binder.lost:
        return Ref("moved") if Ref("top_of_library") in binder.away else Ref("top_of_library")
    if noun == "card" and binder.exiled and binder.last == Only(Ref("that")) and not binder.lost:
        # The card that it is in exile, not what it was before.
        return Ref("moved")
    if noun == "card" and binder.card_named and binder.spoken:
        return Ref("spoken")
    if noun == "card" and binder.card_named:
        raise Unbound(kind)
    if noun:
        objects = [ref for ref in binder.seen if ref.kind in ("target", "made", "chosen", "linked")]
        objects = [ref for ref in objects if Only(ref) not in binder.gone and not is_other(binder, ref, noun)]
        sort = binder.sort_made
        if sort is not None and (noun == "card" or (noun in _CARD_TYPES and not sort & {noun, "any"})):
            # The token that was made is no such thing.
            objects = [ref for ref in objects if ref.kind != "made"]
        made = [ref for ref in objects if ref.kind == "made"]
        if made and noun == "token" and len(set(objects)) > 1:
            raise Unbound(kind)
        if made:
            return only(binder, made)
        if objects:
            return only(binder, _called(binder, objects, noun))
        if noun == "copy" or (noun == "card" and binder.lost):
            raise Unbound(kind)
        if binder.second == TARGETED and noun in (*_CARD_TYPES, "permanent"):
            raise Unbound(kind)
        if binder.event is None and binder.second == noun:
            return Ref("that")
        if (
            binder.event in (None, SELF)
            and not binder.second
            and len(binder.named) == 1
            and is_a(binder.named[0], noun)
        ):
            # A target that an instruction under a condition named is the only thing that has been named.
            return only(binder, [Ref("target")])
        if binder.event == THOSE:
            raise Unbound(kind)
        if binder.event is not None and (binder.event.kind == "that" or binder.second == noun):
            return Ref("that")
        if noun == "creature" and (binder.event or SELF) in (SELF, HOST) and _is_creature_type(binder.second):
            # "~ blocks a Vampire, destroy that creature": the one that the event calls by its type.
            return Ref("that")
        if HOST in binder.seen and noun in ("creature", "permanent", "land", "artifact"):
            # A source that is attached to something is not what it calls that.
            if binder.event is None or (binder.event == SELF and noun not in binder.types):
                return only(binder, [HOST])
        if binder.event == HOST and noun in ("creature", "permanent", "land", "artifact"):
            return HOST
        raise Unbound(kind)
    return None


def _is_creature_type(word: str) -> bool:
    return family(word.title()) == "creature"


def is_other(binder: Any, ref: Ref, noun: str) -> bool:
    """Whether an object is called otherwise where it is named: what is chosen as a land is no "creature" unless it has
    become one, and only what is on the stack is a "spell"."""
    if ref.kind == "target":
        of = dict(placed(binder.named))
        what = of.get(ref.index)
    else:
        what = binder.wanted.get(ref.index) if ref.kind == "chosen" else None
    if noun == "spell":
        return ref.kind == "made" or (what is not None and "stack" not in getattr(what, "zones", ()))
    if what is None or noun not in _CARD_TYPES or ref in binder.turned:
        return False
    types = {part.word for part in found(what, lambda p: isinstance(p, Is) and p.category == "type")}
    others = found(what, lambda p: isinstance(p, Not | AnyOf) or (isinstance(p, Is) and p.category == "subtype"))
    return bool(types) and noun not in types and not others


def _called(binder: Any, refs: list[Ref], noun: str) -> list[Ref]:
    """Of several targets the one that the text calls by this noun, where it calls no other so; else all of them."""
    of = dict(placed(binder.named))
    if len(set(refs)) < 2 or noun == "permanent" or any(r.kind != "target" or r.index not in of for r in refs):
        return refs
    named = [ref for ref in dict.fromkeys(refs) if noun in _words(of[ref.index])]
    alone = len(named) == 1 and sum(noun in _words(target) for target in of.values()) == 1
    return named if alone and of[named[0].index].count == 1 else refs


def _is_token(target: Any) -> bool:
    """Whether a target is one object that its text calls a token."""
    filters = target.filter.filters if isinstance(target.filter, AllOf) else (target.filter,)
    return target.count == 1 and not is_open(target) and State("token") in filters


def _words(target: Any) -> set[str]:
    return {part.word.lower() for part in found(target.filter, lambda p: isinstance(p, Is) and p.category != "color")}


def only(binder: Any, refs: list[Ref]) -> Ref:
    """The one object that a noun can mean. Raises Unbound where there is none, or more than one."""
    unique = list(dict.fromkeys(refs))
    if len(unique) != 1 or binder.lost:
        raise Unbound("which")
    return unique[0]
