"""Static abilities about costs, as sentences."""

from __future__ import annotations

from layerproof.kb.model.costs.cost import Cost, ManaPart
from layerproof.kb.model.costs.cost_ability import AdditionalCost, AlternativeCost, ChangesCost, Costing
from layerproof.kb.model.expression import AllOf, Filter, Is, Player, Ref, State, Targets, Value
from layerproof.kb.wording.amounts.values import condition, each_of
from layerproof.kb.wording.costs.cost_phrases import cost_phrase
from layerproof.kb.wording.nouns.noun_phrases import noun
from layerproof.kb.wording.words.english import SELF, capital, doubtful, number_word, unmodelled

_WHO = {Player("you"): " you cast", Player("opponent"): " your opponents cast"}

# Where an ability says that it functions.
_PLACES = {
    ("stack",): f"as long as {SELF} is on the stack, ",
    ("battlefield", "command"): f"as long as {SELF} is in the command zone or on the battlefield, ",
}


def costing_text(ability: Costing) -> str:
    """The paragraph of an ability about costs.

    >>> costing_text(AlternativeCost())
    'You may cast this spell without paying its mana cost.'
    """
    if isinstance(ability, AdditionalCost):
        return _additional(ability)
    return _alternative(ability) if isinstance(ability, AlternativeCost) else _changes(ability)


def _additional(ability: AdditionalCost) -> str:
    costs = " or ".join(_together(each.cost) for each in ability.options)
    may = "you may " if ability.optional else ""
    often = "" if ability.times == 1 else " any number of times"
    text = f"As an additional cost to cast this spell, {may}{costs}{often}."
    return text if ability.spells is None and len(ability.options) < 3 else doubtful(text)


def _together(cost: Cost) -> str:
    return " and ".join(f"pay {each.symbols}" if isinstance(each, ManaPart) else cost_phrase(each) for each in cost)


def _alternative(ability: AlternativeCost) -> str:
    if ability.cost:
        of = (
            "this spell's mana cost"
            if ability.spells is None
            else f"the mana cost for {_plural(ability.spells)} you cast"
        )
        text = f"you may {_together(ability.cost)} rather than pay {of}"
    elif ability.spells is None:
        text = "you may cast this spell without paying its mana cost"
    else:
        zone = f" from your {ability.from_[0]}" if ability.from_ else ""
        text = f"you may cast {_plural(ability.spells)}{zone} without paying their mana costs"
    if ability.condition is not None:
        text = f"if {condition(ability.condition)}, {text}"
    text = capital(text) + "."
    return text if ability.spells is None and ability.condition is None else doubtful(text)


def _plural(spells: Filter) -> str:
    return noun(spells, ("stack",)).plural()


def _changes(ability: ChangesCost) -> str:
    if ability.at_least is not None:
        number = number_word(ability.at_least)
        text = f"each spell that would cost less than {number} mana to cast costs {number} mana to cast."
        return capital(text if ability.condition is None else f"as long as {condition(ability.condition)}, {text}")
    mana, way = (ability.more, "more") if ability.more is not None else (ability.less or "", "less")
    if ability.abilities is not None:
        return unmodelled(f"abilities cost {mana} {way} to activate")
    tail = _times(ability.times)
    if ability.spells is None:
        text = f"This spell costs {mana} {way} to cast{tail}"
        text += f" if {condition(ability.condition)}" if ability.condition is not None else ""
    else:
        who = "" if ability.player is None else _WHO.get(ability.player, "")
        spells, aims = _aimed(ability.spells)
        where = _PLACES.get(ability.zones, "")
        aims = " that target it" if aims and where else aims
        text = f"{capital(where + _plural(spells))}{who}{aims} cost {mana} {way} to cast{tail}"
        if ability.condition is not None:
            text = f"if {condition(ability.condition)}, {text}"
    text += "." + (" This effect reduces only the amount of colored mana you pay." if ability.colored_only else "")
    plain = ability.times == 1 and ability.condition is None and not _nested(ability.spells)
    return text if plain else doubtful(text)


def _aimed(spells: Filter) -> tuple[Filter, str]:
    """The spells without what they target, and the words for that."""
    parts = spells.filters if isinstance(spells, AllOf) else (spells,)
    rest = tuple(each for each in parts if each != Targets(Ref("self")))
    if len(rest) == len(parts):
        return spells, ""
    return (rest[0] if len(rest) == 1 else AllOf(rest)), f" that target {SELF}"


def _nested(spells: Filter | None) -> bool:
    """Whether the order of words of a noun phrase is not certain."""
    several = spells.filters if isinstance(spells, AllOf) else () if spells is None else (spells,)
    parts = [each for each in several if each != Targets(Ref("self"))]
    uncertain = any(not isinstance(each, Is | State) or each.word == "chosen" for each in parts)
    return uncertain or len([each for each in parts if each != State("spell")]) > 1


def _times(times: Value) -> str:
    if isinstance(times, int):
        return ""
    counted = each_of(times)
    return f" for each {counted}" if counted is not None else doubtful(" for each")
