"""Copying as rules text words it: what becomes a copy of what, and with which exceptions."""

from __future__ import annotations

from layerproof.kb.model.modification import (
    AddAbilities,
    AddTypes,
    Modification,
    RemoveTypes,
    SetBasePT,
    SetColors,
    SetName,
    SetSubtypes,
)
from layerproof.kb.wording.amounts.values import point
from layerproof.kb.wording.granted_abilities import Render
from layerproof.kb.wording.words.english import doubtful, listed, with_article

THIS_ABILITY = "this ability"


def exceptions_text(
    exceptions: tuple[Modification, ...], keep: tuple[str, ...], render: Render, copied: str = "creature"
) -> str:
    """The end of a copying sentence, from `, except` on; empty where there are no exceptions.

    exceptions, keep: as in the record of the copy. copied: what the copied object is called. The result carries the
    mark of doubt where the order of several exceptions may differ from the official one.

    >>> exceptions_text((SetBasePT(7, 5),), ("this ability",), str)
    ", except it's 7/5 and it has this ability"
    """
    parts = [f"it doesn't copy that {copied}'s {each}" for each in keep if each != THIS_ABILITY]
    parts += [_exception(each, render) for each in exceptions]
    if THIS_ABILITY in keep:
        parts.append("it has this ability")
    if not parts:
        return ""
    text = f", except {listed(parts)}"
    odd = (len(parts) > 1 and any('"' in part for part in parts)) or set(keep) - {THIS_ABILITY, "color"}
    return doubtful(text) if odd else text


def _exception(mod: Modification, render: Render) -> str:
    match mod:
        case SetBasePT(power, toughness) if power is not None and toughness is not None:
            return f"it's {point(power)}/{point(toughness)}"
        case AddAbilities(abilities):
            return f"it has {listed([render(each, frozenset({'creature'})) for each in abilities])}"
        case AddTypes(types, subtypes, supertypes):
            words = " ".join([listed(supertypes), *subtypes, *types]).strip()
            noun = words if not (types or subtypes) else with_article(words)
            return f"it's {noun} in addition to its other types"
        case RemoveTypes((), ("legendary",)):
            return "it isn't legendary"
        case SetName(str(name)):
            return f"its name is {name}"
        case SetColors((color,)):
            return f"it's {color}"
        case SetSubtypes((subtype,)):
            return doubtful(f"it's {with_article(subtype)}")
        case _:
            return doubtful("it's changed")


__all__ = ["THIS_ABILITY", "exceptions_text"]
