"""Reference kinds: small questions about records with words that point at something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from layerproof.kb.model.effect import Only, Union
from layerproof.kb.model.expression import (
    AllOf,
    CastFor,
    ControlledBy,
    Did,
    Is,
    Not,
    OwnedBy,
    PerPlayer,
    Player,
    Ref,
    Same,
    State,
)
from layerproof.kb.model.instruction import (
    Begin,
    CreateCopyToken,
    CreateToken,
    Damage,
    If,
    Instruction,
    Move,
    PutCounters,
    Target,
)
from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.oracle.words.lexicon import family
from layerproof.kb.oracle.words.open_references import (
    HE,
    HOST,
    IT,
    KICKED,
    OTHER,
    SELF,
    SUBJECT,
    found,
    is_mark,
    joined,
    rewrite,
)

# Where a target may be of which it is not read where it is.
ANYWHERE = ("battlefield", "stack", "graveyard", "exile")


class Unbound(Exception):
    """A mark could not be bound to one object."""


def is_open(target: Any) -> bool:
    """Whether a target stands for a number of objects that the text leaves open."""
    return bool(target.any) or target.each is not None


def is_a(target: Any, noun: str) -> bool:
    """Whether a target is one object that this noun fits."""
    filters = found(target.filter, lambda part: isinstance(part, Is))
    if target.count > 1 or target.player or is_open(target):
        return False
    if noun == "card":
        return "battlefield" not in target.zones
    return noun in ("permanent", *(each.word for each in filters)) and "battlefield" in target.zones


def placed(targets: list[Any]) -> list[tuple[int, Any]]:
    """Targets with the number of the first object of each."""
    out, place = [], 1
    for each in targets:
        out.append((place, each))
        place += each.count
    return out


def is_yours(target: Any) -> bool:
    """Whether a target is one object that its text says you control."""
    filters = target.filter.filters if isinstance(target.filter, AllOf) else (target.filter,)
    return target.count == 1 and not is_open(target) and ControlledBy(Player("you")) in filters


def odd_number(part: Any) -> bool:
    """Whether a record has a value that points back at another number."""
    return bool(found(part, lambda each: isinstance(each, PerPlayer) and each.what.startswith("?")))


def owned(move: Move, ref: Ref) -> Move:
    """The move of one object under the control of its owner."""
    fields = {field: getattr(move, field) for field in move.__struct_fields__}
    return Move(**{**fields, "under": Player("owner", ref)})


def within_union(part: Any) -> Any:
    """ "Target creature and each other creature that shares a color with it": the first is what "it" means."""
    if isinstance(part, Union) and isinstance(first := part.scopes[0], Only) and not is_mark(first.ref):
        return rewrite(part, lambda p: first.ref if isinstance(p, Ref) and p.kind.startswith(("?it", "?that ")) else p)
    return part


def others_than_that(binder: Any, instruction: Any) -> Any:
    """ "Each other creature" from a source that is no creature: other than the creature that is spoken of."""

    def change(part: Any) -> Any:
        if not isinstance(part, AllOf) or Not(Same(OTHER)) not in part.filters or not binder.types:
            return part
        kinds = {each.word for each in part.filters if isinstance(each, Is) and each.category == "type"}
        if not kinds or kinds & set(binder.types) or binder.named or binder.on_stack:
            return part
        if binder.event not in (Ref("that"), HOST) and not binder.second:
            return part
        spoken = HOST if binder.event == HOST and not binder.second else Ref("that")
        return AllOf(tuple(Not(Same(spoken)) if each == Not(Same(OTHER)) else each for each in part.filters))

    return rewrite(instruction, change)


def of_other_sort(binder: Any, filter_: Any) -> bool:
    """Whether "other target creature" from a creature stands behind one target that is called by no word for a
    creature: other than the source."""
    if binder.on_stack or len(binder.named) != 1 or not found(filter_, lambda part: part == OTHER):
        return False
    wanted, before = _sorts(filter_), _sorts(binder.named[0].filter)
    return bool(wanted & set(binder.types)) and bool(before) and not wanted & before


def _sorts(filter_: Any) -> set[str | None]:
    """The card types that a noun names, and those whose subtypes it names."""
    words = found(filter_, lambda part: isinstance(part, Is) and part.category in ("type", "subtype"))
    return {each.word if each.category == "type" else family(each.word) for each in words}


def than_source(binder: Any, condition: Any) -> Any:
    """ "If you control another creature" from a permanent that may itself be one: other than the source, not than what
    is targeted."""

    def change(part: Any) -> Any:
        if not isinstance(part, AllOf) or Not(Same(OTHER)) not in part.filters:
            return part
        kinds = {each.word for each in found(part, lambda p: isinstance(p, Is) and p.category == "type")}
        fits = kinds & set(binder.types) if kinds else "creature" in binder.types
        if not fits or binder.on_stack:
            return part
        return AllOf(tuple(Not(Same(SELF)) if each == Not(Same(OTHER)) else each for each in part.filters))

    return rewrite(condition, lambda part: CastFor("kicker") if part == KICKED else change(part))


def given_up(binder: Any, instruction: Any) -> Any:
    """ "Sacrifice it" behind an action on what may be anybody's: a player sacrifices only what they control.

    Raises Unbound where no target, or more than one, is what its text says you control.
    """
    last = binder.last
    if not isinstance(instruction, Move) or instruction.how != "sacrifice" or instruction.affects != Only(IT):
        return instruction
    if not isinstance(last, Only) or last.ref.kind != "target":
        return instruction
    of = dict(placed(binder.named))
    if last.ref.index not in of or is_yours(of[last.ref.index]) or not of[last.ref.index].player:
        return instruction
    yours = [Only(Ref("target", at)) for at, target in of.items() if is_yours(target)]
    if len(yours) != 1:
        raise Unbound("what is sacrificed")
    return rewrite(instruction, lambda part: yours[0] if part == Only(IT) else part)


class Met(NamedTuple):
    """What has been mentioned at one place of a body: what was last, what at all, how many were made, what has gone
    away since, whether a card was exiled, what may be elsewhere or not, and what "he" and "she" are."""

    last: Any
    seen: tuple[Ref, ...]
    made: int | None
    away: tuple[Ref, ...]
    exiled: bool
    astray: tuple[Ref, ...]
    he: Ref | None


def met(binder: Any) -> Met:
    """What has been mentioned so far, as a pronoun sees it, and what has been put elsewhere."""
    seen = tuple(binder.seen)
    return Met(binder.last, seen, binder.made, binder.away, binder.exiled, binder.astray, binder.he)


def go_back(binder: Any, to: Met) -> None:
    """Speak on as if what came after a place had not been said: what happens otherwise follows upon nothing of it."""
    binder.last, binder.seen, binder.made, binder.away, binder.he = to.last, list(to.seen), to.made, to.away, to.he
    binder.exiled, binder.astray = to.exiled, to.astray


def as_if_not_made(binder: Any, last: Any, held: Met) -> None:
    """Speak on as if the last instruction had made no tokens: what happens instead of it knows of none of them.

    held: what had been mentioned before that instruction. What it would have made a copy of stays what it speaks of.
    """
    if not isinstance(last, CreateToken | CreateCopyToken):
        return
    go_back(binder, held)
    if isinstance(last, CreateCopyToken):
        binder._see(Only(last.of))


def asked_of(binder: Any, condition: Any) -> None:
    """Take up the one object that a condition asks about, where nothing else has been mentioned."""
    named = found(condition, lambda p: isinstance(p, Ref) and p.kind in ("self", "host", "target", "that"))
    if len(refs := list(dict.fromkeys(named))) == 1 and binder.last is None and not binder.lost:
        binder._see(Only(refs[0]))


def part_ways(binder: Any, aways: list[tuple[Ref, ...]]) -> None:
    """Remember what was put elsewhere whatever happened, and what only in one of several cases."""
    certain = set(aways[0]).intersection(*aways[1:])
    binder.away = tuple(ref for ref in aways[0] if ref in certain)
    binder.astray = (*binder.astray, *(set().union(*aways) - certain))


def rejoin(binder: Any, before: Met, branches: list[Met]) -> None:
    """Speak on behind what only happens under a condition: what it alone mentions is not what "it" means, and what it
    alone puts elsewhere may be there or not."""
    binder.astray = tuple(ref for each in branches for ref in each.astray)
    part_ways(binder, [each.away for each in branches])
    binder.exiled = any(each.exiled for each in branches)
    binder.he = branches[0].he if len({each.he for each in branches}) == 1 else None
    lasts = {each[0] for each in branches if each[0] != before[0]}
    last = lasts.pop() if len(lasts) == 1 else None
    if before[0] is None and not before[1] and binder.event is None and isinstance(last, Only):
        if last.ref.kind == "target" and all(set(each[1]) <= {last.ref} for each in branches):
            # A target is one whether or not anything happens to it, and nothing else has been spoken of.
            binder.last, binder.seen, binder.made = last, [last.ref], before[2]
            return
    if any((each[0], set(each[1])) != (before[0], set(before[1])) for each in branches):
        binder.last, binder.seen = None, list(before[1])
    else:
        binder.last, binder.seen = before[0], list(before[1])
    binder.made = before[2] if all(each[2] == before[2] for each in branches) else None


def with_subject(each: If) -> If:
    """An instruction whose condition stands behind it and speaks of what it acts upon."""
    if not found(each.condition, lambda part: part == SUBJECT):
        return each
    begun = each.then[0]
    affects: Any = begun.effect.affects if isinstance(begun, Begin) else None
    if isinstance(begun, PutCounters | Move) and len(each.then) == 1:
        affects = begun.on if isinstance(begun, PutCounters) else begun.affects
    if not isinstance(affects, Only):
        raise Unbound("condition")
    if isinstance(begun, Move) and affects.ref.kind != "?T" and found(each.condition, lambda p: p == State("card")):
        # What has died is asked about as the card that it is by now, not as it was.
        raise Unbound("condition")
    return If(rewrite(each.condition, lambda p: affects.ref if p == SUBJECT else p), each.then, each.else_)


def is_spell(named: list[Target], ref: Ref) -> bool:
    """Whether what is copied can be a spell, not a card in another zone."""
    if ref.kind == "target" and 0 < ref.index <= len(named):
        return "stack" in named[ref.index - 1].zones
    return ref.kind not in ("linked", "made", "top_of_library", "top_of_graveyard")


def while_of(part: Any, affects: Any, meant: Callable[[str], Ref]) -> Any:
    """A part of the time for which an effect lasts, its pronoun bound to what it means.

    "It" is the object that the effect affects. So is "that creature", unless the effect is one on the source, which
    calls itself otherwise: there it is what was spoken of before.
    """
    if not isinstance(part, Ref) or not part.kind.startswith("?"):
        return part
    if part == HE:
        return meant(part.kind)
    return meant(part.kind) if affects == Only(SELF) and part.kind.startswith("?that ") else Ref("it")


def in_zone_of_next(targets: list[tuple[int, Any]], number: int, kept: bool) -> Any:
    """A target as it is meant: of cards that are listed before "from your graveyard", each is there.

    targets: each with its place in the text. kept: only words that were not understood name it. Returns the target.
    Raises Unbound where it is a card and no zone is named for it, unless it is kept.
    """
    at, target = targets[number]
    if not _is_card(target) or target.zones != ("battlefield",):
        return target
    told = [(place, each) for place, each in targets if place > at and _is_card(each)]
    later = [(place, each) for place, each in told if each.zones not in (target.zones, ANYWHERE)]
    if not later and not kept:
        raise Unbound("where the card is")
    if not later:
        return msgspec.structs.replace(target, filter=joined((target.filter, Did("where it is"))), zones=ANYWHERE)
    there = min(later, key=lambda pair: pair[0])[1]
    whose = tuple(each for each in _filters(there.filter) if isinstance(each, OwnedBy | ControlledBy | Did))
    return msgspec.structs.replace(target, filter=joined((target.filter, *whose)), zones=there.zones)


def _filters(filter_: Any) -> tuple[Any, ...]:
    return filter_.filters if isinstance(filter_, AllOf) else (filter_,)


def _is_card(target: Any) -> bool:
    return State("card") in _filters(target.filter)


def dealt_by_source(condition: Any, body: tuple[Instruction, ...], it: Ref | None) -> tuple[Instruction, ...]:
    """Instructions behind a condition: where that speaks of the source, "it deals damage" is said of the source.

    it: what stands for the pronoun in the first of them; None where that is known to begin with "it".
    """
    about = isinstance(condition, CastFor) or found(condition, lambda part: part == SELF)
    if about and body and isinstance(body[0], Damage) and it in (None, body[0].from_):
        return (msgspec.structs.replace(body[0], from_=SELF), *body[1:])
    return body


def given_to_itself(begun: Begin) -> Begin:
    """An effect by which an object gives itself an ability: what that calls by the name of the object is its own.

    Left as it is where abilities within that ability speak of the object, to which they may not belong.
    """
    abilities = tuple(each for mod in begun.effect.mods if isinstance(mod, AddAbilities) for each in mod.abilities)
    if found(abilities, lambda part: isinstance(part, AddAbilities | CreateToken | CreateCopyToken)):
        return begun

    def change(part: Any) -> Any:
        if isinstance(part, str):
            return part.replace("«it»", "~")
        return SELF if part == Ref("granter") else part

    mods = tuple(rewrite(mod, change) if isinstance(mod, AddAbilities) else mod for mod in begun.effect.mods)
    return msgspec.structs.replace(begun, effect=msgspec.structs.replace(begun.effect, mods=mods))
