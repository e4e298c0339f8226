"""Costs as phrases, the way today's rules text writes them."""

from __future__ import annotations

from layerproof.kb.model.costs import cost as parts
from layerproof.kb.model.expression import Filter, Stat, Value, X
from layerproof.kb.wording.amounts.values import quantity
from layerproof.kb.wording.nouns.noun_phrases import noun
from layerproof.kb.wording.words.english import number_word, with_article

ITSELF = "self"


def cost_phrase(part: parts.CostPart) -> str:
    """A part of a cost as its phrase, the source being `self`; reading it again gives the part.

    >>> cost_phrase(parts.TapSelf()), cost_phrase(parts.SacrificePart()), cost_phrase(parts.DiscardPart(number=2))
    ('{T}', 'sacrifice self', 'discard two cards')
    """
    match part:
        case parts.ManaPart(symbols):
            return symbols
        case parts.TapSelf():
            return "{T}"
        case parts.UntapSelf():
            return "{Q}"
        case parts.LifePart(amount):
            if isinstance(amount, Stat):
                return f"pay life equal to {quantity(amount)}"
            return f"pay {'X' if isinstance(amount, X) else quantity(amount)} life"
        case parts.EnergyPart(number):
            return "pay " + "{E}" * number
        case parts.SacrificePart(what, number):
            return f"sacrifice {ITSELF if what is None else _counted(what, number)}"
        case parts.DiscardPart(what, number, itself, at_random, hand):
            cards = ITSELF if itself else "your hand" if hand else _cards(what, number)
            return f"discard {cards}" + (" at random" if at_random else "")
        case parts.ExilePart(what, number, zone, itself):
            if zone in ("battlefield", "stack"):
                return f"exile {ITSELF}" if itself or what is None else f"exile {_counted(what, number)} you control"
            return f"exile {ITSELF if itself else _cards(what, number)} from your {zone}"
        case parts.RemovePart(kind, number, what):
            from_ = ITSELF if what is None else f"{_counted(what, 1)} you control"
            if number == 1:
                return f"remove {with_article(f'{kind} counter')} from {from_}"
            return f"remove {_number(number)} {kind} counters from {from_}"
        case parts.TapPart(what, number):
            return f"tap {_counted(what, number, 'untapped ')} you control"
        case parts.TapPowerPart(what, power):
            other = "other " if noun(what).other else ""
            return f"tap {other}untapped {noun(what).plural()} you control with total power {quantity(power)}"
        case parts.RevealPart():
            return f"reveal {ITSELF} from your hand"
        case parts.ReturnPart(what, number):
            owner = "its" if number == 1 else "their"
            if what is None:
                return f"return {ITSELF} to its owner's hand"
            return f"return {_counted(what, number)} you control to {owner} owner's hand"
        case parts.ShowPart(what, number):
            return f"reveal {_cards(what, number)} from your hand"
        case parts.DrawPart(number):
            return f"draw {_cards(None, number)}"
        case parts.OtherCost(text):
            return text


def _counted(what: Filter, number: Value, before: str = "") -> str:
    words = noun(what)
    if number != 1:
        other = "other " if words.other else ""
        return f"{_number(number)} {other}{before}{words.plural()}"
    if words.other:
        return f"another {before}{words.singular()}"
    return with_article(before + words.singular())


def _cards(what: Filter | None, number: Value) -> str:
    cards = "card" if what is None else noun(what, ("hand",)).singular()
    if number == 1:
        return with_article(cards)
    return f"{_number(number)} {cards}s"


def _number(number: Value) -> str:
    return "X" if isinstance(number, X) else number_word(number) if isinstance(number, int) else quantity(number)
