"""The phrases of costs: a short form of each part of a cost, and its reading."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from layerproof.kb.model.costs import cost as parts
from layerproof.kb.model.costs.mana import COLORS, mana_cost
from layerproof.kb.model.expression import AllOf, AnyOf, Filter, Is, Not, Ref, Same, Stat, State, Value, X
from layerproof.kb.notation.number_words import NUMBERS

_TYPES = (
    "artifact", "battle", "creature", "enchantment", "instant", "land", "planeswalker", "sorcery",
)  # fmt: skip
_SUPERTYPES = ("basic", "legendary", "snow")
_HEAD = r"(?P<number>an?|another|[a-z]+|X|[0-9]+) (?P<what>.+?)"
_SYMBOLS = re.compile(r"(?:\{[^{}]+\})+")
# Words of abilities that change who may be tapped for a cost in power, and with which power.
OF_TAPPING_FOR_POWER = ("crew", "saddle")
Reader = Callable[[str], "Filter | None"]


def cost_part(phrase: str, read: Reader | None = None) -> parts.CostPart:
    """The part of a cost that a phrase says (rule key cost.definition).

    phrase: in the short form, the source being `self`. read: reads a noun phrase (in the singular or plural, without
    article) as a filter; by default only single words of a type line and two of them joined by `or` are read. Returns
    OtherCost for what is not understood. It raises nothing.

    >>> cost_part("{2}{G}"), cost_part("pay 2 life")
    (ManaPart(symbols='{2}{G}'), LifePart(amount=2))
    >>> cost_part("sacrifice two creatures").number, cost_part("sing a song")
    (2, OtherCost(text='sing a song'))
    """
    if phrase in ("{T}", "{Q}"):
        return parts.TapSelf() if phrase == "{T}" else parts.UntapSelf()
    if re.fullmatch(r"(?:pay )?(?:\{E\})+", phrase):
        return parts.EnergyPart(phrase.count("{E}")) if phrase.startswith("pay") else parts.OtherCost(phrase)
    if _SYMBOLS.fullmatch(phrase):
        return parts.ManaPart(phrase) if _is_mana(phrase) else parts.OtherCost(phrase)
    if either := re.fullmatch(r"\{([WUBRG])\} or \{([WUBRG])\}", phrase):
        # One mana of either color, which a hybrid symbol says.
        return parts.ManaPart(f"{{{either[1]}/{either[2]}}}")
    verb, _, rest = phrase.partition(" ")
    verb = verb.lower()
    made = _VERBS[verb](rest, read or simple_filter) if verb in _VERBS else None
    return parts.OtherCost(phrase) if made is None else made


def cost_parts(text: str) -> parts.Cost:
    """The parts of a cost written in one line, at its commas; each as `cost_part` reads it.

    >>> cost_parts("{2}, {T}, sacrifice self")
    (ManaPart(symbols='{2}'), TapSelf(), SacrificePart(what=None, number=1))
    """
    return tuple(cost_part(each.strip()) for each in text.split(", ") if each.strip())


@cache
def _is_mana(phrase: str) -> bool:
    try:
        mana_cost(phrase)
    except ValueError:
        return False
    return True


def simple_filter(words: str) -> Filter | None:
    """The filter of a noun phrase of one word of a type line, or of several joined by `or`; None for any other.

    >>> simple_filter("creature"), simple_filter("Goblins")
    (Is(category='type', word='creature'), None)
    """
    choices = [_simple(each) for each in words.split(" or ")]
    if any(each is None for each in choices):
        return None
    found = tuple(each for each in choices if each is not None)
    return found[0] if len(found) == 1 else AnyOf(found)


def _simple(words: str) -> Filter | None:
    *before, head = words.split(" ")
    found: list[Filter] = []
    for word in before:
        if word in COLORS or word in _SUPERTYPES:
            found.append(Is("color" if word in COLORS else "supertype", word))
        elif word in _TYPES:
            found.append(Is("type", word))
        else:
            return None
    single = head if head in _TYPES or head in ("permanent", "card") else head[:-1] if head.endswith("s") else head
    if single in _TYPES:
        found.append(Is("type", single))
    elif head in COLORS:
        found.append(Is("color", head))
    elif single in ("permanent", "card"):
        found.append(State(single))
    elif head[:1].isupper() and head.isalpha() and not head.endswith("s"):
        found.append(Is("subtype", head))
    else:
        return None
    return found[0] if len(found) == 1 else AllOf(tuple(found))


def _counted(text: str, read: Reader) -> tuple[Filter, Value] | None:
    """A number and a noun phrase: `a creature`, `another artifact`, `two lands`."""
    head = re.fullmatch(_HEAD, text)
    number = None if head is None else _number(head["number"])
    if head is None or number is None:
        return None
    filter_ = read(head["what"])
    if filter_ is None:
        return None
    if head["number"] == "another":
        inner = filter_.filters if isinstance(filter_, AllOf) else (filter_,)
        filter_ = AllOf((Not(Same(Ref("self"))), *inner))
    return filter_, number


def _number(word: str) -> Value | None:
    if word in ("a", "an", "another"):
        return 1
    if word == "X":
        return X()
    if word.isdigit():
        return int(word)
    return NUMBERS.get(word)


def _sacrifice(text: str, read: Reader) -> parts.CostPart | None:
    if text == "self":
        return parts.SacrificePart()
    found = _counted(text, read)
    return None if found is None else parts.SacrificePart(*found)


def _discard(text: str, read: Reader) -> parts.CostPart | None:
    if text == "self":
        return parts.DiscardPart(itself=True)
    if text == "your hand":
        return parts.DiscardPart(hand=True)
    at_random = text.endswith(" at random")
    found = _cards(text.removesuffix(" at random"), read)
    return None if found is None else parts.DiscardPart(*found, at_random=at_random)


def _cards(text: str, read: Reader) -> tuple[Filter | None, Value] | None:
    """A number of cards: any (None), or those that fit."""
    head = re.fullmatch(r"(?P<number>an?|[a-z]+|X|[0-9]+) (?:(?P<what>.+) )?cards?", text)
    number = None if head is None else _number(head["number"])
    if head is None or number is None or head["number"] == "another":
        return None
    if head["what"] is None:
        return None, number
    filter_ = read(head["what"])
    return None if filter_ is None else (filter_, number)


def _pay(text: str, read: Reader) -> parts.CostPart | None:
    life = re.fullmatch(r"([0-9]+|X) life", text)
    if life:
        number = _number(life[1])
        return None if number is None else parts.LifePart(number)
    equal = re.fullmatch(r"life equal to (?:~|self)'s (power|toughness|mana value)", text)
    return None if equal is None else parts.LifePart(Stat(equal[1].replace(" ", "_"), Ref("self")))


def _reveal(text: str, read: Reader) -> parts.CostPart | None:
    if text == "self from your hand":
        return parts.RevealPart()
    found = re.fullmatch(r"(.+) from your hand", text)
    cards = None if found is None else _cards(found[1], read)
    return None if cards is None else parts.ShowPart(*cards)


def _draw(text: str, read: Reader) -> parts.CostPart | None:
    found = re.fullmatch(r"(a|[a-z]+) cards?", text)
    number = None if found is None else _number(found[1])
    return None if number is None else parts.DrawPart(number)


def _remove(text: str, read: Reader) -> parts.CostPart | None:
    found = re.fullmatch(r"(an?|[a-z]+|X) ([^ ]+) counters? from (.+)", text)
    number = None if found is None else _number(found[1])
    if found is None or number is None:
        return None
    if found[3] == "self":
        return parts.RemovePart(found[2], number)
    controlled = re.fullmatch(r"an? (.+) you control", found[3])
    filter_ = None if controlled is None else read(controlled[1])
    return None if filter_ is None else parts.RemovePart(found[2], number, filter_)


def _tap(text: str, read: Reader) -> parts.CostPart | None:
    powerful = re.fullmatch(r"(other )?untapped (.+) you control with total power ([0-9]+)", text)
    if powerful:
        filter_ = read(powerful[2])
        if filter_ is not None and powerful[1]:
            filter_ = AllOf((Not(Same(Ref("self"))), filter_))
        return None if filter_ is None else parts.TapPowerPart(filter_, int(powerful[3]))
    found = re.fullmatch(r"(an|another|[a-z]+|X) untapped (.+) you control", text)
    counted = None if found is None else _counted(f"{found[1]} {found[2]}", read)
    return None if counted is None else parts.TapPart(*counted)


def _exile(text: str, read: Reader) -> parts.CostPart | None:
    if text == "self":
        return parts.ExilePart(itself=True)
    found = re.fullmatch(r"(.+) from your (graveyard|hand)", text)
    if found is not None:
        if found[1] == "self":
            return parts.ExilePart(zone=found[2], itself=True)
        cards = _cards(found[1], read)
        return None if cards is None else parts.ExilePart(*cards, zone=found[2])
    controlled = re.fullmatch(r"(.+) you control", text)
    counted = None if controlled is None else _counted(controlled[1], read)
    if counted is None:
        return None
    zone = "stack" if re.search(r"\bspells?$", controlled[1]) else "battlefield"  # type: ignore[index]
    return parts.ExilePart(*counted, zone=zone)


def _return(text: str, read: Reader) -> parts.CostPart | None:
    if text == "self to its owner's hand":
        return parts.ReturnPart()
    found = re.fullmatch(r"(.+) you control to (?:its|their) owner's hand", text)
    counted = None if found is None else _counted(found[1], read)
    return None if counted is None else parts.ReturnPart(*counted)


_VERBS: dict[str, Callable[[str, Reader], parts.CostPart | None]] = {
    "sacrifice": _sacrifice,
    "discard": _discard,
    "pay": _pay,
    "remove": _remove,
    "tap": _tap,
    "exile": _exile,
    "return": _return,
    "reveal": _reveal,
    "draw": _draw,
}


_CHOSEN_TO_CAST = re.compile(
    r"As an additional cost to cast (?:this spell|~), choose an? "
    r"(creature type|land type|basic land type|card type|color|number|player|opponent)\b"
)


def chosen_to_cast(words: str) -> str | None:
    """What is chosen as a cost of casting by the words of an ability that is kept as words (rule key cast.costs).

    >>> chosen_to_cast("As an additional cost to cast this spell, choose a creature type.")
    'creature type'
    """
    found = _CHOSEN_TO_CAST.match(words)
    return None if found is None else found[1].replace("opponent", "player")
