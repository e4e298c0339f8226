"""Modifications that do the same to every object in every view, so that nothing has to be worked out first."""

from __future__ import annotations

from layerproof.kb.keywords.chosen_qualities import CHOSEN_QUALITIES
from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import Keyword

# What says something of the game's rules, or of events to come, and changes no characteristic of an object.
WITHOUT_CHARACTERISTICS = (
    m.RuleEffect, m.Regeneration, m.PreventDamage, m.Replace, m.Cant, m.MoreDevotion, m.StaysAway,
)  # fmt: skip


def settled(mod: m.Modification) -> bool:
    """Whether `work_out` gives back a modification as it stands, whatever the object and the view.

    >>> settled(m.ModifyPT(1, 1)), settled(m.SetColors(("chosen",)))
    (True, False)
    """
    match mod:
        case m.DefinePT(power=power, toughness=toughness) | m.SetBasePT(power=power, toughness=toughness):
            return type(power) is int and type(toughness) is int
        case m.ModifyPT(power=power, toughness=toughness):
            return type(power) is int and type(toughness) is int
        case m.AddTypes(subtypes=words) | m.SetSubtypes(subtypes=words):
            return not any(word == "chosen" or word.startswith("every ") for word in words)
        case m.SetColors(colors=words) | m.AddColors(colors=words):
            return "chosen" not in words
        case m.AddAbilities(abilities=abilities):
            return not any(
                isinstance(each, Keyword)
                and (each.quality == "chosen" or each.quality in CHOSEN_QUALITIES or each.cost == "its mana cost")
                for each in abilities
            )
    return isinstance(mod, _SETTLED)


_SETTLED = (
    m.SwitchPT, m.RemoveAllAbilities, m.RemoveKeyword, m.CantHave, m.SetTypes, m.RemoveTypes, m.RemoveSubtypes,
    m.SetName, m.AddName, *WITHOUT_CHARACTERISTICS,
)  # fmt: skip
