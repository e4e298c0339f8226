"""Joined clauses: what one clause of a sentence says for the clauses that are joined to it, its duration and its
player."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace as replaced

from layerproof.kb.model.effect import Effect, Only, Until
from layerproof.kb.model.expression import Player
from layerproof.kb.model.instruction import Begin, Discard, Draw, GainLife, If, Move, PutCounters
from layerproof.kb.model.modification import (
    AddAbilities,
    ModifyPT,
    RemoveKeyword,
    RuleEffect,
    SetBasePT,
    SetController,
    SwitchPT,
)
from layerproof.kb.oracle.words.open_references import IT, found, rewrite
from layerproof.kb.oracle.words.parser import NO

NEVER = Until("never")
# The player of the clause before, where a verb such as "draws" has no subject of its own.
SAME = Player("?same")
_BONUSES = (AddAbilities, ModifyPT, RemoveKeyword, SetBasePT, SwitchPT)

# "And it can't be regenerated", said of what the clause before destroys.
_NOT_REGENERATED = (Begin(Effect(Only(IT), (RuleEffect("can't be regenerated"),), None, NEVER)),)


class Led(tuple[Any, ...]):
    """Instructions of a clause that a duration leads: the duration is meant for what is joined to the clause too."""


def together(one: Any, two: Any) -> Any:
    """The instructions of two joined clauses in order, NO where a verb of the second has no subject.

    A duration that leads the first is meant for the second too; one that ends the second is meant for bonuses of the
    first too.
    """
    if found(two, lambda part: part == SAME):
        players = [each.player for each in one if isinstance(each, Draw | Discard | GainLife)]
        players += [each.player for each in one if isinstance(each, PutCounters) and each.player is not None]
        players += [mod.player for mod in found(tuple(one), lambda part: isinstance(part, SetController))]
        if not players:
            return NO
        two = rewrite(tuple(two), lambda part: players[-1] if part == SAME else part)
    if isinstance(one[-1], Move) and one[-1].how == "destroy" and tuple(two) == _NOT_REGENERATED:
        return (*one[:-1], replaced(one[-1], regenerate=False))
    ends = _durations(two)
    if isinstance(one, Led):
        lead = _durations(one)
        return Led((*one, *(_lasting(each, lead[0]) for each in two))) if lead else Led((*one, *two))
    if ends:
        one = tuple(_lasting(each, ends[0]) if _is_bonus(each) else each for each in one)
    return (*one, *two)


def three(one: Any, two: Any, last: Any) -> Any:
    """The instructions of three joined clauses."""
    first = together(one, two)
    return NO if first is NO else together(first, last)


def as_long_as(before: Any, after: Any) -> tuple[Any, ...]:
    """What happens instead of an instruction lasts as long as that, where it names no end and is of the same kinds."""
    if not isinstance(before, Begin) or before.effect.duration == NEVER:
        return tuple(after)
    kinds = {type(mod) for mod in before.effect.mods} | {ModifyPT}
    return tuple(
        _lasting(each, before.effect.duration)
        if isinstance(each, Begin) and {type(mod) for mod in each.effect.mods} <= kinds
        else each
        for each in after
    )


def replace(before: list[Any], condition: Any, done: list[Any]) -> None:
    """Let what is done under a condition stand for what would be done before: as many instructions as are alike."""
    kinds = [type(each) for each in done]
    done = [sized(before[-1], done[0])] if len(done) == 1 else done
    number = len(done) if len(done) > 1 and [type(each) for each in before[-len(done) :]] == kinds else 1
    before[-number:] = [If(condition, as_long_as(before[-1], done), tuple(before[-number:]))]


def sized(before: Any, instead: Any) -> Any:
    """ "It has base power and toughness 1/1 instead", after "becomes an artifact creature with …": of that size."""
    if (
        not (isinstance(before, Begin) and isinstance(instead, Begin))
        or before.effect.affects != instead.effect.affects
    ):
        return instead
    mods, one = before.effect.mods, instead.effect.mods
    if len(one) > 1 or not isinstance(one[0], SetBasePT) or not any(isinstance(mod, SetBasePT) for mod in mods):
        return instead
    effect = instead.effect
    whole = tuple(one[0] if isinstance(mod, SetBasePT) else mod for mod in mods)
    return Begin(Effect(effect.affects, whole, effect.condition, effect.duration))


def _durations(body: Any) -> list[Any]:
    return [each.effect.duration for each in body if isinstance(each, Begin) and each.effect.duration != NEVER]


def _is_bonus(part: Any) -> bool:
    return isinstance(part, Begin) and all(isinstance(mod, _BONUSES) for mod in part.effect.mods)


def _lasting(part: Any, duration: Any) -> Any:
    if not isinstance(part, Begin) or part.effect.duration != NEVER:
        return part
    effect = part.effect
    return Begin(Effect(effect.affects, effect.mods, effect.condition, duration))


def of_untap_step(mods: Any) -> bool:
    """Whether a restriction says itself that it is one of a later untap step, so that no other duration ends it."""
    return bool(found(mods, lambda part: isinstance(part, RuleEffect) and "next untap step" in part.gloss))
