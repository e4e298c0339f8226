"""Paragraphs about costs: additional and alternative costs, and what makes spells and abilities cost more or less."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from layerproof.kb.model.costs.cost import (
    Cost,
    DiscardPart,
    ExilePart,
    ManaPart,
    OtherCost,
    ReturnPart,
    SacrificePart,
    ShowPart,
)
from layerproof.kb.model.costs.cost_ability import AdditionalCost, AlternativeCost, ChangesCost, Costing, PaidTogether
from layerproof.kb.model.expression import AllOf, Condition, Player, Ref, Same, State, Targets, Turn, Value
from layerproof.kb.model.instruction import CreateCopyToken
from layerproof.kb.model.modification import BecomeCopy
from layerproof.kb.oracle.bodies.ability_bodies import cost_of
from layerproof.kb.oracle.events.trigger_conditions import condition_of
from layerproof.kb.oracle.single_phrases import filter_of, value_of
from layerproof.kb.oracle.words.lexicon import number_of
from layerproof.kb.oracle.words.open_references import found, is_mark

_THIS = r"(?:[Tt]his spell|~)"
_MANA = r"(?P<mana>(?:\{[0-9WUBRGCX/P]+\})+)"
_IF = r"(?:If (?P<when>[^,.]+), )?"
_WAY = rf"{_MANA} (?P<way>less|more)"
_TAIL = r"(?P<tail> [^.]+|, where [^.]+)?"


def copies_chosen(part: Any) -> bool:
    """Whether a part of a body is a copy of what was chosen, for its cost or otherwise."""
    return isinstance(part, CreateCopyToken | BecomeCopy) and part.of == Ref("chosen")


def chooses_apart(cost: Cost) -> bool:
    """Whether two parts of a cost each have a player choose objects, so that "the sacrificed creature" or "the exiled
    card" is not the first one chosen.

    >>> from layerproof.kb.oracle.bodies.ability_bodies import cost_of
    >>> chooses_apart(cost_of("Sacrifice a Goblin, Exile a creature card from your graveyard"))
    True
    >>> chooses_apart(cost_of("{T}, Sacrifice ~, Discard a card"))
    False
    """
    choosing = [
        each
        for each in cost
        if (isinstance(each, SacrificePart | ReturnPart | ShowPart) and each.what is not None)
        or (isinstance(each, DiscardPart) and not each.itself and not each.hand)
        or (isinstance(each, ExilePart) and not each.itself)
    ]
    return len(choosing) > 1


def _form(*pieces: str) -> re.Pattern[str]:
    return re.compile("".join(pieces))


_ADDITIONAL = _form(
    rf"As an additional cost to cast {_THIS}, ",
    r"(?P<may>you may )?(?P<what>[^.]+?)(?P<often> any number of times)?\.",
)
_RATHER = _form(_IF, rf"[Yy]ou may (?P<what>[^.]+?) rather than pay (?:{_THIS}'s|this) mana cost\.")
_RATHER_OTHERS = _form(
    r"You may (?P<what>[^.]+?) rather than pay the mana cost for ",
    r"(?P<of>[^.]*?spells) (?:that )?you cast\.",
)
_FREE = _form(_IF, rf"[Yy]ou may cast {_THIS} without paying its mana cost\.")
_FREE_OTHERS = _form(
    r"You may cast (?P<of>[^.]*?spells)(?: from your (?P<zone>hand|graveyard))? ",
    r"without paying their mana costs?\.",
)
_CHANGE_SELF = _form(_IF, rf"{_THIS} costs {_WAY} to cast", _TAIL, r"\.")
_CHANGE = _form(
    r"(?P<of>(?:[A-Z][^.]*?)?[Ss]pells?)(?P<who> you cast| your opponents cast)?(?P<turn> during your turn)?",
    r"(?P<aims> that target ~)?",
    rf"(?P<kind> (?:with|of the chosen) [^.]+?)? costs? {_WAY} to cast",
    _TAIL,
    r"\.(?P<only> This effect reduces only the amount of colored mana you pay\.)?",
)
_OF_IT = re.compile(r" if it has ([a-z ]+)")
_ABOUT_IT = re.compile(r"\b(?:its|it(?<! on it))\b")
_LEAST = _form(
    r"(?:As long as (?P<when>[^,.]+), e|E)ach spell that would cost less than (?P<number>[a-z]+) mana to cast ",
    r"costs (?P=number) mana to cast\.",
)
_ABILITIES_OF = _form(
    rf"Activated abilities of (?P<of>[^.]+?) cost {_WAY} to activate(?P<not> unless they're mana abilities)?\.",
    r"(?P<floor> This effect can't reduce the mana in that cost to less than one mana\.)?",
)
_KEYWORD_COST = _form(
    r"(?P<keyword>Equip|Cycling) (?:abilities|costs) you (?:activate|pay) cost ",
    rf"{_WAY}(?: to activate)?\.",
)
# Where an ability says that it functions (rule key ability.functions.stated_zones).
_PLACES: dict[str, tuple[str, ...]] = {
    "on the stack": ("stack",),
    "in the command zone or on the battlefield": ("battlefield", "command"),
}
_WHERE = re.compile(rf"As long as ~ is (?P<place>{'|'.join(_PLACES)}), ")
YOU, OPPONENT = Player("you"), Player("opponent")


def costs_of(text: str) -> Costing | None:
    """The static ability of a paragraph about costs; None where it is no such paragraph or not understood whole.

    text: normalised. Sources: rule keys cost.additional, cost.alternative, cost.changed.

    >>> costs_of("As an additional cost to cast ~, sacrifice a creature.").optional
    False
    >>> costs_of("White spells cost {3} more to cast.").more
    '{3}'
    """
    if where := _WHERE.match(text):
        return _there(text[where.end() :], where["place"])
    for pattern, build in _FORMS:
        match = pattern.fullmatch(text)
        if match:
            made: Costing | None = build(match)
            return None if made is None or found(made, is_mark) else made
    return None


def _there(said: str, place: str) -> Costing | None:
    """What an ability says of other spells that functions where its object is said to be; "it" is that object."""
    made = costs_of(said[:1].upper() + said[1:].replace(" that target it ", " that target ~ "))
    return msgspec.structs.replace(made, zones=_PLACES[place]) if isinstance(made, ChangesCost) else None


def _additional(match: re.Match[str]) -> Costing | None:
    options = _options(match["what"])
    if options is None:
        return None
    times = None if match["often"] else 1
    return AdditionalCost(tuple(PaidTogether(each) for each in options), bool(match["may"]), times)


def _options(words: str) -> list[Cost] | None:
    """One cost, or several of which one is paid: `discard a card or pay {5}`."""
    whole = _together(words)
    if whole is not None:
        return [whole]
    pieces = re.split(r", or | or |, ", words)
    costs = [_together(each) for each in pieces]
    if len(costs) < 2 or any(each is None for each in costs):
        return None
    return [each for each in costs if each is not None]


def _together(words: str) -> Cost | None:
    """The parts of a cost that are joined by `and`; None where one of them is not understood."""
    parts: list[Any] = []
    for piece in re.split(r" and (?=[a-z]+ )", words):
        mana = re.fullmatch(r"pay ((?:\{[^{}E]+\})+)", piece)
        parts += (ManaPart(mana[1]),) if mana else cost_of(piece)
    return None if any(isinstance(each, OtherCost) for each in parts) else tuple(parts)


def _rather(match: re.Match[str]) -> Costing | None:
    cost = _together(match["what"])
    condition, understood = _when(match["when"])
    return AlternativeCost(cost, condition=condition) if cost is not None and understood else None


def _rather_others(match: re.Match[str]) -> Costing | None:
    cost, of = _together(match["what"]), filter_of(match["of"])
    return None if cost is None or of is None else AlternativeCost(cost, of)


def _free(match: re.Match[str]) -> Costing | None:
    condition, understood = _when(match["when"])
    return AlternativeCost(condition=condition) if understood else None


def _free_others(match: re.Match[str]) -> Costing | None:
    of = filter_of(match["of"])
    zones = (match["zone"],) if match["zone"] else ()
    return None if of is None else AlternativeCost(spells=of, from_=zones)


def _change_self(match: re.Match[str]) -> Costing | None:
    return _changed(match, {"zones": ("stack",)}, match["tail"])


def _change(match: re.Match[str]) -> Costing | None:
    words = re.sub(r"^Each ", "", match["of"])
    own = _OF_IT.fullmatch(match["tail"] or "")
    of = filter_of(words + (match["kind"] or "") + (f" with {own[1]}" if own else ""))
    # "It" is the spell: what it is belongs to what it is called; other things are not said of the source.
    if of is None or (own is None and _ABOUT_IT.search(match["tail"] or "")):
        return None
    if match["aims"]:
        of = AllOf((*(of.filters if isinstance(of, AllOf) else (of,)), Targets(Ref("self"))))
    player = {" you cast": YOU, " your opponents cast": OPPONENT}.get(match["who"] or "")
    fields = {"spells": of, "player": player, "colored_only": bool(match["only"])}
    return _changed(match, fields, "" if own else match["tail"])


def _changed(match: re.Match[str], fields: dict[str, Any], behind: str | None) -> Costing | None:
    """More or less mana, with what stands behind: for how many things, what X is, when."""
    groups = match.groupdict()
    mana, tail = match["mana"], (behind or "").strip()
    condition, understood = _when(groups.get("when"))
    if groups.get("turn"):
        condition = Turn(YOU)
    times: Value | None = 1
    if each := re.fullmatch(r"for each (.+)", tail):
        times = _value("each", each[1])
    elif where := re.fullmatch(r", where X is (.+)", tail):
        times = _value("value", where[1]) if mana == "{X}" else None
        mana = "{1}"
    elif only := re.fullmatch(r"(?:if|as long as) (.+)", tail):
        if condition is not None:
            return None
        condition, understood = _when(only[1])
    elif tail:
        return None
    if times is None or not understood or "{X}" in mana:
        return None
    return ChangesCost(**_way(match, mana), times=times, condition=condition, **fields)


def _way(match: re.Match[str], mana: str) -> dict[str, Any]:
    return {match["way"]: mana}


def _least(match: re.Match[str]) -> Costing | None:
    number = number_of(match["number"])
    condition, understood = _when(match["when"])
    if number is None or not understood:
        return None
    return ChangesCost(spells=State("spell"), at_least=number, condition=condition)


def _abilities_of(match: re.Match[str]) -> Costing | None:
    host = re.fullmatch(r"(?:enchanted|equipped) \w+", match["of"])
    of = Same(Ref("host")) if host else filter_of(match["of"])
    if of is None:
        return None
    which = "any but mana" if match["not"] else "any"
    floor = 1 if match["floor"] else None
    return ChangesCost(**_way(match, match["mana"]), abilities=which, of=of, not_below=floor)


def _keyword_cost(match: re.Match[str]) -> Costing | None:
    return ChangesCost(**_way(match, match["mana"]), abilities=match["keyword"].lower(), player=YOU)


def _when(words: str | None) -> tuple[Condition | None, bool]:
    """The condition of words, and whether they are understood."""

    if words is None:
        return None, True
    condition = condition_of(words)
    return condition, condition is not None


def _value(name: str, words: str) -> Value | None:
    return value_of(name, words)


_FORMS = (
    (_ADDITIONAL, _additional),
    (_RATHER, _rather),
    (_RATHER_OTHERS, _rather_others),
    (_FREE, _free),
    (_FREE_OTHERS, _free_others),
    (_CHANGE_SELF, _change_self),
    (_LEAST, _least),
    (_ABILITIES_OF, _abilities_of),
    (_KEYWORD_COST, _keyword_cost),
    (_CHANGE, _change),
)
