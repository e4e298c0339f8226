"""Trigger events of objects that change zones, from the words that stand behind the objects."""

from __future__ import annotations

from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.expression import AllOf, AnyOf, ControlledBy, Filter, OwnedBy, Player, Same, State
from layerproof.kb.model.node import mentions
from layerproof.kb.oracle.words.open_references import HOST, SELF, joined

_OWNERS = {"your": Player("you"), "an opponent's": Player("opponent")}
_BATTLEFIELD = ("battlefield",)


def enters(who: Filter, under: str) -> te.TriggerEvent:
    """Entering the battlefield, perhaps under the control of a player that the words name.

    >>> enters(State("token"), "").to
    ('battlefield',)
    """
    whole = joined((who, ControlledBy(_OWNERS[under]))) if under else who
    return te.Moves(whole, to=_BATTLEFIELD)


def to_graveyard(who: Filter, whose: str, source: str) -> te.TriggerEvent | None:
    """Being put into a graveyard, perhaps one of a player, perhaps from a zone that the words name.

    Where they name none, what is described as a permanent comes from the battlefield (rule key
    object.description_means_permanent), and a card from anywhere. None where the words do not tell it, or name another
    zone than the battlefield for a permanent.

    >>> to_graveyard(State("permanent"), "an opponent's", "").from_
    ('battlefield',)
    """
    whole = _in_zone_of(who, whose)
    match source:
        case "from the battlefield":
            return te.Moves(whole, from_=_BATTLEFIELD, to=("graveyard",))
        case "" if is_permanent(who) is not False:
            return te.Moves(whole, from_=_BATTLEFIELD, to=("graveyard",)) if is_permanent(who) else None
        case _ if is_permanent(who):
            # What is on the battlefield does not come from elsewhere.
            return None
        case "from anywhere" | "":
            return te.Moves(whole, to=("graveyard",))
        case "from anywhere other than the battlefield" | "except from the battlefield":
            return te.Moves(whole, to=("graveyard",), not_from=_BATTLEFIELD)
        case "from your library" | "from a library" | "from their library":
            return te.Moves(whole, from_=("library",), to=("graveyard",))
    return None


def leaves_graveyard(who: Filter, whose: str) -> te.TriggerEvent:
    """Leaving a graveyard, perhaps one of a player.

    >>> leaves_graveyard(State("card"), "a").from_
    ('graveyard',)
    """
    return te.Moves(_in_zone_of(who, whose), ("graveyard",))


def exiled(who: Filter, source: str = "") -> te.TriggerEvent:
    """Being put into exile, perhaps from the battlefield; only a card or spell comes from elsewhere where no zone is
    named (rule key object.description_means_permanent).

    An object that says so of itself is on the battlefield too, where its abilities function.

    >>> exiled(State("permanent")).from_
    ('battlefield',)
    >>> exiled(State("card")).from_
    ()
    """
    anywhere = not source and is_permanent(who) is False
    return te.Moves(who, () if anywhere else _BATTLEFIELD, ("exile",))


def to_hand(who: Filter, whose: str) -> te.TriggerEvent | None:
    """A permanent being returned to a hand, perhaps that of a player: what it is returned to is its owner's hand.

    >>> to_hand(State("permanent"), "your").who.filters[1].player.kind
    'you'
    """
    return None if is_permanent(who) is False else te.Moves(_in_zone_of(who, whose), _BATTLEFIELD, ("hand",))


def is_permanent(who: Filter) -> bool | None:
    """Whether a description means permanents on the battlefield, not cards or spells; None for the object with the
    ability, of which the words alone do not tell it.

    Source: rule key object.description_means_permanent.

    >>> is_permanent(State("card"))
    False
    """
    if isinstance(who, AnyOf):
        found = {is_permanent(each) for each in who.filters}
        return False if False in found else (None if None in found else True)
    if who == Same(HOST):
        return True
    if who == Same(SELF) or (isinstance(who, AllOf) and Same(SELF) in who.filters):
        return None
    return not mentions(who, lambda part: part in (State("card"), State("spell")))


def _in_zone_of(who: Filter, whose: str) -> Filter:
    return joined((who, OwnedBy(_OWNERS[whose]))) if whose in _OWNERS else who


__all__ = ["enters", "exiled", "is_permanent", "leaves_graveyard", "to_graveyard", "to_hand"]
