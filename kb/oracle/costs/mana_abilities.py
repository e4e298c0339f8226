"""Mana: what a mana ability adds."""

from __future__ import annotations

import re

from msgspec.structs import replace

from layerproof.kb.model.ability import Mana, SpendOnly
from layerproof.kb.model.expression import Condition, Filter, FitsChosen, Player
from layerproof.kb.oracle.events.trigger_conditions import condition_of
from layerproof.kb.oracle.single_phrases import filter_of, parse_filter, value_of
from layerproof.kb.oracle.words.lexicon import number_of

_SYMBOLS = re.compile(r"^Add ((?:\{[^}]+\})+(?:(?:, (?:or )?| or )(?:\{[^}]+\})+)*)\.(?: (.*))?$", re.DOTALL)
_FOR_EACH = re.compile(r"^Add ((?:\{[^}]+\})+) for each ([^.]+)\.(?: (.*))?$", re.DOTALL)
_EQUAL = re.compile(r"^Add an amount of ((?:\{[^}]+\})) equal to ([^.]+)\.(?: (.*))?$", re.DOTALL)
_ANY = re.compile(
    r"^Add (one|two|three|four|five) mana of (any(?: one)? color|the chosen color)\.(?: (.*))?$", re.DOTALL
)
_PRODUCE = re.compile(r"^Add one mana of any (?:color|type) that (an? [^.]+?) could produce\.(?: (.*))?$", re.DOTALL)
_AMONG = re.compile(r"^Add one mana of any color among ([^.]+)\.(?: (.*))?$", re.DOTALL)
_COMMANDER = re.compile(r"^Add one mana of any color in your commander's color identity\.(?: (.*))?$", re.DOTALL)
_SPEND = re.compile(
    r"^Spend this mana only to (?:cast (?P<spells>[^.]*?spells?))?(?: or )?"
    r"(?:activate (?P<any>abilities)(?: of (?P<of>[^.]+))?)?\.(?: (.*))?$",
    re.DOTALL,
)
_INSTEAD = re.compile(r"^If ([^,]+), add ((?:\{[^}]+\})+) instead\.(?: (.*))?$", re.DOTALL)


def mana_of(effect: str) -> tuple[Mana | None, str]:
    """What an effect adds as mana, and what else it does; None where it is no effect of a known mana ability.

    >>> mana_of("Add {G}. ~ deals 1 damage to you.")[1]
    '~ deals 1 damage to you.'
    """
    mana, rest = _adding(effect)
    spend = _SPEND.match(rest) if mana is not None else None
    if mana is None or spend is None:
        return mana, rest
    only = _spend_only(spend)
    return (mana, rest) if only is None else (replace(mana, only=only), spend[4] or "")


def _spend_only(spend: re.Match[str]) -> SpendOnly | None:
    """What mana may be spent on; None where the words are not understood."""

    spells = filter_of(spend["spells"]) if spend["spells"] else None
    abilities: Filter | None = FitsChosen() if spend["any"] else None
    if spend["of"]:
        abilities = filter_of(re.sub(r" sources?$", "s", spend["of"]))
    understood = (spells is not None) == bool(spend["spells"]) and (abilities is not None) == bool(spend["any"])
    return SpendOnly(spells, abilities) if understood and (spells or abilities) else None


def _adding(effect: str) -> tuple[Mana | None, str]:
    if not effect.startswith(("Add ", "Choose a color of ")) or re.search(r"\btarget\b", effect):
        return None, effect
    found = _SYMBOLS.match(effect)
    if found:
        rest = found[2] or ""
        instead = _INSTEAD.match(rest)
        if instead:
            condition = _when(instead[1])
            if condition is None:
                return None, effect
            return Mana(symbols=found[1], instead_if=condition, instead=instead[2]), instead[3] or ""
        return Mana(symbols=found[1]), rest
    found = _FOR_EACH.match(effect)
    if found:
        value = value_of("each", found[2])
        return (Mana(symbols=found[1], times=value), found[3] or "") if value is not None else (None, effect)
    found = _EQUAL.match(effect)
    if found:
        value = value_of("value", found[2])
        return (Mana(symbols=found[1], times=value), found[3] or "") if value is not None else (None, effect)
    found = _ANY.match(effect)
    if found:
        kind = "chosen" if found[2] == "the chosen color" else "any color"
        return Mana(times=number_of(found[1]) or 1, any_color=kind), found[3] or ""
    return _any_of(effect)


def _any_of(effect: str) -> tuple[Mana | None, str]:
    for form, kind in ((_PRODUCE, "producible"), (_AMONG, "among")):
        found = form.match(effect)
        if found:
            words = re.sub(r"^an? ", "", found[1])
            filter_ = parse_filter(words)
            return (Mana(any_color=kind, among=filter_), found[2] or "") if filter_ is not None else (None, effect)
    found = re.match(r"^Choose a color of (an? [^.]+)\. Add one mana of that color\.(?: (.*))?$", effect)
    if found:
        filter_ = parse_filter(re.sub(r"^an? ", "", found[1]))
        return (Mana(any_color="among", among=filter_), found[2] or "") if filter_ is not None else (None, effect)
    found = _COMMANDER.match(effect)
    return (Mana(any_color="commander"), found[1] or "") if found else (None, effect)


def _when(words: str) -> Condition | None:
    return condition_of(words)


__all__ = ["Player", "mana_of"]
