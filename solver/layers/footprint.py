"""Footprints: which sorts of characteristics a phrase reads and a modification writes.

They only serve to skip pairs of effects that cannot interact (a test shows that skipping changes no answer); whether
one effect depends on another is always found by trial.
"""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import expression as e
from layerproof.kb.model import modification as m
from layerproof.kb.model.node import Node
from layerproof.solver.layers.settled import WITHOUT_CHARACTERISTICS
from layerproof.solver.layers.view import BASIC_LANDS

NAME, COST, COLOR, SUPER, TYPE, SUBTYPE, LOSS, GAIN, PT, CONTROL, TEXT = (1 << bit for bit in range(11))
EVERYTHING = (1 << 11) - 1

_BY_CATEGORY = {"type": TYPE, "subtype": SUBTYPE, "supertype": SUPER, "color": COLOR}
_STATS = {"mana_value": COST, "colors": COLOR, "loyalty": EVERYTHING}
_STATES = {
    "multicolored": COLOR, "monocolored": COLOR, "colorless": COLOR, "permanent": TYPE, "named": NAME,
    "historic": TYPE | SUPER | SUBTYPE, "equipped": SUBTYPE, "enchanted": SUBTYPE, "modified": SUBTYPE | CONTROL,
}  # fmt: skip
_DISTINCT = {
    "card type": TYPE, "color": COLOR, "basic land type": SUBTYPE, "creature type": SUBTYPE, "name": NAME,
    "power": PT | TYPE, "mana value": COST,
}  # fmt: skip
_SHARES = {"color": COLOR, "card type": TYPE, "name": NAME}


def reads(record: Any) -> int:
    """The sorts of characteristics that a filter, value, condition, scope or player reads, as bits."""
    found = 0
    match record:
        case e.Is(category=category):
            return _BY_CATEGORY[category]
        case e.State(word=word):
            return _STATES.get(word, 0)
        case e.HasKeyword() | e.HasAnyAbility() | e.PointsOf():
            return LOSS | GAIN | SUBTYPE | TYPE
        case e.Compare(stat=stat, value=value):
            return _STATS.get(stat, PT | TYPE) | reads(value)
        case e.Stat(stat=stat):
            return _STATS.get(stat, PT | TYPE)
        case e.Named():
            return NAME
        case e.ControlledBy() | e.CastBy() | e.Player() | e.FirstCast():
            return CONTROL | reads(getattr(record, "filter", ()))
        case e.HeldBy(condition=condition):
            return CONTROL | reads(condition)
        case e.SharesWith(category=category):
            return _SHARES.get(category, SUBTYPE)
        case e.Distinct(what=what, among=among):
            return _DISTINCT.get(what, EVERYTHING) | reads(among)
        case e.Greatest(stat=stat, among=among):
            return _STATS.get(stat, PT | TYPE) | reads(among)
        case e.Total(stat=stat, among=among):
            return _STATS.get(stat, PT | TYPE) | reads(among)
        case e.ManaSymbols(among=among):
            return COST | reads(among)
        case e.EnteredThisTurn():
            return EVERYTHING
        case e.Party():
            return TYPE | SUBTYPE | CONTROL
        case e.Devotion():
            return COST | CONTROL | LOSS | GAIN
        case Node():
            for field in record.__struct_fields__:
                found |= reads(getattr(record, field))
        case tuple():
            for each in record:
                found |= reads(each)
    return found


def writes(mod: m.Modification) -> int:
    """The sorts of characteristics that a modification may change, as bits."""
    if isinstance(mod, WITHOUT_CHARACTERISTICS):
        return 0
    match mod:
        case m.SetController():
            return CONTROL
        case m.ReplaceWord():
            return TEXT | SUBTYPE
        case m.ExchangeText():
            return TEXT | LOSS | GAIN
        case m.SetName() | m.AddName():
            return NAME
        case m.AddTypes(subtypes=subtypes):
            gains = GAIN if any(word in BASIC_LANDS or word[0].islower() for word in subtypes) else 0
            return TYPE | SUBTYPE | SUPER | gains | (GAIN if "land" in mod.types else 0)
        case m.SetTypes() | m.RemoveTypes():
            return TYPE | SUBTYPE | SUPER | LOSS | GAIN
        case m.SetSubtypes():
            return SUBTYPE | LOSS | GAIN | TEXT
        case m.RemoveSubtypes():
            return SUBTYPE | LOSS
        case m.SetColors() | m.AddColors():
            return COLOR
        case m.AddAbilities() | m.CopyAbilities() | m.AddKeyword() | m.AddForEach():
            return GAIN
        case m.RemoveKeyword() | m.RemoveAllAbilities() | m.CantHave():
            return LOSS
        case m.DefinePT() | m.SetBasePT() | m.ModifyPT() | m.SwitchPT():
            return PT
    return EVERYTHING


def does_reads(mod: m.Modification) -> int:
    """The sorts of characteristics on which it depends what a modification does to an object; 0 if it is constant."""
    match mod:
        case m.DefinePT() | m.SetBasePT() | m.ModifyPT():
            return reads((mod.power, mod.toughness)) | (CONTROL if _says_you(mod) else 0)
        case m.CopyAbilities():
            return LOSS | GAIN | TEXT | reads(mod.among) | CONTROL
        case m.AddKeyword(number=number):
            return reads(number) | CONTROL
        case m.AddForEach(among=among):
            return COLOR | TYPE | SUBTYPE | reads(among) | CONTROL
        case m.FullTextOf() | m.BecomeCopy() | m.ExchangeText():
            return EVERYTHING
        case m.SetController():
            return CONTROL
        case m.AddAbilities(abilities=abilities):
            return COST if any(getattr(each, "cost", None) == "its mana cost" for each in abilities) else 0
    return 0


def _says_you(record: Any) -> bool:
    if isinstance(record, e.Player):
        return True
    if isinstance(record, msgspec.Struct):
        return any(_says_you(getattr(record, field)) for field in record.__struct_fields__)
    return isinstance(record, tuple) and any(_says_you(each) for each in record)
