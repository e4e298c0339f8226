"""Bare words and short forms of the notation, spelled out as records or as fuller plain data."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_args

from layerproof.kb.model.ability import Ability, Activated, Keyword, Mana, Static
from layerproof.kb.model.card import Card
from layerproof.kb.model.costs.cost import CostPart
from layerproof.kb.model.costs.cost_ability import AlternativeCost, PaidTogether
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.effect import Duration, Only, Scope, Until
from layerproof.kb.model.expression import (
    AllOf,
    Condition,
    Filter,
    FitsChosen,
    HasAnyAbility,
    Is,
    Not,
    Player,
    Ref,
    Same,
    State,
    ThatMuch,
    Turn,
    Value,
    X,
)
from layerproof.kb.model.instruction import Instruction
from layerproof.kb.model.modification import Modification
from layerproof.kb.model.told.fact_kinds import STATE_FACTS
from layerproof.kb.notation.cost_words import cost_part
from layerproof.kb.notation.restrictions import rule_effect

CARD_TYPES = (
    "artifact", "battle", "creature", "dungeon", "enchantment", "instant", "kindred", "land", "phenomenon", "plane",
    "planeswalker", "scheme", "sorcery", "tribal", "vanguard", "conspiracy",
)  # fmt: skip
SUPERTYPES = ("basic", "legendary", "snow", "world", "ongoing", "host", "elite")
REFS = (
    "self", "host", "it", "target", "that", "chosen", "made", "granter", "top_of_graveyard", "top_of_library",
    "linked", "last_linked", "paired", "moved", "spoken",
)  # fmt: skip
PLAYERS = (
    "you", "opponent", "any", "host", "target", "chosen", "controller", "owner", "active", "defending", "each", "team",
    "some_opponent", "monarch", "that", "left", "right",
)  # fmt: skip
STATES = (
    "tapped", "untapped", "token", "face_down", "face_up", "flipped", "transformed", "double_faced", "multicolored",
    "monocolored", "colorless", "permanent", "historic", "equipped", "enchanted", "modified", "spell", "card", "copy",
    "ability", "activated_ability", "triggered_ability",
    "mana_producing", "named", "has_adventure", "entered_this_turn", "attacking_alone", "unblocked", "paired",
    "suspected", "goaded",
    *STATE_FACTS,
)  # fmt: skip
_UNTILS = (
    "end of turn", "end of combat", "your next turn", "end of your next turn", "its next untap step", "source leaves",
    "host leaves", "never", "your next upkeep", "end of your next upkeep", "its next upkeep", "your next end step",
    "next end step", "source is cast", "perpetual",
)  # fmt: skip
_INDEXED = re.compile(r"([a-z_]+)(?: ([0-9]+))?$")
_WALK = re.compile(r"(?:(nonbasic|snow|legendary|artifact) )?([A-Za-z]+?)walk$")
_WITH_COST = re.compile(
    r"(?:level up|ward|equip|morph|megamorph|disguise|cycling|kicker|flashback|scavenge|outlast|unearth|bestow|mutate"
    r"|prototype|reconfigure|fortify|echo|madness|ninjutsu|buyback|entwine|suspend|cumulative upkeep|embalm|eternalize"
    r"|dash|emerge|evoke|blitz|recover|encore|escape|foretell|spectacle|surge|miracle|overload|replicate|retrace"
    r"|transfigure|transmute|reinforce|awaken|impending|level|craft|plot|offspring|squad|disturb|freerunning|prowl|warp"
    r"|harmonize|mayhem|more than meets the eye|aura swap|web-slinging|sneak|cleave|multikicker|escalate)(?= |—|$)"
)
_NUMBER_AND_COST = re.compile(r"(suspend|reinforce|awaken) ([0-9]+)—(.+)$")
_TYPECYCLING = re.compile(r"([A-Za-z]+(?: [a-z]+)?)cycling ?(\{.+)$")
_WITH_NUMBER = re.compile(r"([a-z' ]+?) ([0-9]+|X)$")


def _ref(value: Any) -> Any:
    if isinstance(value, str):
        found = _INDEXED.match(value)
        if found and found[1] in REFS:
            return Ref(found[1], int(found[2] or 1))
    return value


def _player(value: Any) -> Any:
    if isinstance(value, str):
        found = _INDEXED.match(value)
        if found and found[1] in PLAYERS:
            of = Ref("it") if found[1] in ("controller", "owner") else None
            return Player(found[1], of, int(found[2] or 1))
    elif isinstance(value, dict) and len(value) == 1:
        kind, of = next(iter(value.items()))
        if kind in ("controller", "owner") and isinstance(_ref(of), Ref):
            return Player(kind, _ref(of))
    return value


def filter_word(word: str) -> Filter | None:
    """The filter that one bare word of the notation stands for, or None.

    Card types, supertypes and colors in lower case, subtypes with a capital, status words, `other` (not the source),
    `object` (anything), `permanent`, `vanilla` (without abilities); `non` before a word turns it round.

    >>> filter_word("noncreature")
    Not(filter=Is(category='type', word='creature'))
    """
    if word in CARD_TYPES:
        return Is("type", word)
    if word in SUPERTYPES:
        return Is("supertype", word)
    if word in COLORS:
        return Is("color", word)
    if word in STATES:
        return State(word)
    if word == "other":
        return Not(Same(Ref("self")))
    if word == "object":
        return FitsChosen()
    if word == "vanilla":
        return Not(HasAnyAbility())
    if word[:1].isupper():
        return Is("subtype", word)
    if word.startswith("non"):
        inner = filter_word(word[3:].lstrip("-"))
        return None if inner is None else Not(inner)
    return None


def _filter(value: Any) -> Any:
    if isinstance(value, str):
        return filter_word(value) or value
    if isinstance(value, list):
        return {"all_of": {"filters": value}}
    if isinstance(value, dict) and len(value) == 1:
        tag, inner = next(iter(value.items()))
        if tag in ("all_of", "any_of") and isinstance(inner, list):
            return {tag: {"filters": inner}}
        if tag == "chosen" and isinstance(inner, str):
            return Is("subtype" if inner.endswith(("type",)) else inner, "chosen")
        if tag == "has_any_ability":
            return HasAnyAbility()
    return value


def _value(value: Any) -> Any:
    if value == "that_much":
        return ThatMuch()
    return X() if value in ("x", "X") else value


def _condition(value: Any) -> Any:
    if isinstance(value, dict) and len(value) == 1 and "turn" in value:
        player = _player(value["turn"])
        return Turn(player) if isinstance(player, Player) else value
    if isinstance(value, list):
        return {"both": {"conditions": value}}
    if isinstance(value, dict) and len(value) == 1:
        tag, inner = next(iter(value.items()))
        if tag in ("both", "either") and isinstance(inner, list):
            return {tag: {"conditions": inner}}
    return value


def _scope(value: Any) -> Any:
    ref = _ref(value)
    if isinstance(ref, Ref):
        return Only(ref)
    if isinstance(value, list):
        return {"union": {"scopes": value}}
    return value


def _duration(value: Any) -> Any:
    return Until(value) if value in _UNTILS else value


def _modification(value: Any) -> Any:
    """A bare word: `remove_all_abilities`, `switch_pt`; lists of words directly under the tag."""
    if isinstance(value, str) and value in ("remove_all_abilities", "switch_pt", "exchange_text", "regeneration"):
        return {value: {}}
    if isinstance(value, dict) and len(value) == 1:
        tag, inner = next(iter(value.items()))
        if tag == "rule" and isinstance(inner, str):
            return rule_effect(inner)
        plain_lists = ("set_types", "set_subtypes", "set_colors", "add_colors", "add_abilities")
        if tag in plain_lists and isinstance(inner, list):
            field = tag.split("_")[1]
            return {tag: {field: inner}}
    return value


def keyword(text: str) -> Keyword:
    """The keyword ability that a phrase of a keyword line stands for.

    >>> keyword("protection from red"), keyword("islandwalk").quality
    (Keyword(keyword='protection', number=None, cost=None, quality='red', filter=None), 'Island')
    """
    if text.startswith("protection from "):
        return Keyword("protection", quality=text[16:])
    if text.startswith("hexproof from "):
        return Keyword("hexproof", quality=text[14:])
    if text.startswith("trample over "):
        return Keyword("trample", quality=text[8:])
    walk = _WALK.match(text)
    if walk:
        land = walk[2] if walk[2] == "land" else walk[2].capitalize()
        return Keyword("landwalk", quality=f"{walk[1]} {land}" if walk[1] else land)
    counted = _NUMBER_AND_COST.match(text)
    if counted:
        return Keyword(counted[1], int(counted[2]), counted[3])
    of_type = _TYPECYCLING.match(text)
    if of_type:
        return Keyword("cycling", cost=of_type[2], quality=of_type[1])
    numbered = _WITH_NUMBER.match(text)
    if numbered and not _WITH_COST.match(text):
        return Keyword(numbered[1], number=None if numbered[2] == "X" else int(numbered[2]))
    priced = _WITH_COST.match(text)
    if priced and len(text) > priced.end():
        return Keyword(priced[0], cost=text[priced.end() :].lstrip(" —"))
    return Keyword(text)


def _ability(value: Any) -> Any:
    if isinstance(value, str):
        return keyword(value)
    if isinstance(value, dict) and len(value) == 1:
        tag, inner = next(iter(value.items()))
        if tag == "enchant":
            return {"keyword": {"keyword": "enchant", "filter": inner}}
    return value


def _static(value: Any) -> Any:
    if isinstance(value, dict) and ("affects" in value or "mods" in value):
        own = {key: value[key] for key in ("condition", "zones", "cda") if key in value}
        effect = {key: inner for key, inner in value.items() if key not in own}
        return {"effects": [{"affects": "self", **effect}], **own}
    return value


def split_cost(text: str) -> list[str]:
    """The parts of a cost written in one line, at its commas.

    >>> split_cost("{2}, {T}, sacrifice self")
    ['{2}', '{T}', 'sacrifice self']
    """
    return [part.strip() for part in text.split(", ") if part.strip()]


def _cost_part(value: Any) -> Any:
    return cost_part(value) if isinstance(value, str) else value


def _activated(value: Any) -> Any:
    if isinstance(value, dict) and isinstance(value.get("cost"), str):
        return {**value, "cost": split_cost(value["cost"])}
    return value


def _paid(value: Any) -> Any:
    """The parts of one cost, written in one line or as a list."""
    if isinstance(value, str | list):
        return {"cost": split_cost(value) if isinstance(value, str) else value}
    return _activated(value)


def _mana(value: Any) -> Any:
    return Mana(symbols=value) if isinstance(value, str) and value.startswith("{") else value


def _instruction(value: Any) -> Any:
    if isinstance(value, dict) and "mods" in value:
        return {"begin": {"effect": {"affects": "self", **value}}}
    if isinstance(value, dict) and len(value) == 1:
        tag, inner = next(iter(value.items()))
        if tag == "effect":
            return {"begin": {"effect": inner}}
        if tag == "target" and inner == "player":
            return {"target": {"player": True}}
    return value


def _card(value: Any) -> Any:
    if isinstance(value, dict) and "faces" not in value:
        face = {key: inner for key, inner in value.items() if key != "layout"}
        return {"faces": [face], **({"layout": value["layout"]} if "layout" in value else {})}
    return value


def _members(union: Any) -> frozenset[Any]:
    return frozenset(each for each in get_args(union) if isinstance(each, type) and each not in (int, str))


SHORTHANDS: dict[Any, Callable[[Any], Any]] = {
    Ref: _ref,
    Player: _player,
    Mana: _mana,
    Card: _card,
    Static: _static,
    Activated: _activated,
    AlternativeCost: _paid,
    PaidTogether: _paid,
    frozenset((Ref, Player)): _ref,
    _members(CostPart): _cost_part,
    _members(Filter): _filter,
    _members(Value): _value,
    _members(Condition): _condition,
    _members(Scope): _scope,
    _members(Duration): _duration,
    _members(Modification): _modification,
    _members(Ability): _ability,
    _members(Instruction): _instruction,
}
__all__ = ["SHORTHANDS", "AllOf", "filter_word", "keyword", "split_cost"]
