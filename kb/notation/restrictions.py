"""Restrictions and permissions in words, read as what they forbid and allow.

The words are those of a predicate: what rules text says of creatures, cards or players that it names before. Both the
notation of card facts and the compiler of rules text make their effects on rules here, so that equal words mean the
same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    Compare,
    ControlledBy,
    Filter,
    HasKeyword,
    Is,
    Not,
    Player,
    Ref,
    Same,
    Stat,
    State,
)
from layerproof.kb.model.modification import Allows, Forbids, Limits, MoreLoyalty, Requires, RuleEffect
from layerproof.kb.model.modification import Says as Saying
from layerproof.kb.model.permissions.abilities_of_players import shield
from layerproof.kb.model.permissions.rule_effect import AS_A_SORCERY
from layerproof.kb.notation.number_words import NUMBERS

Says = tuple[Saying, ...]
# What is forbidden of a permanent that can't be sacrificed.
BE_SACRIFICED = "be sacrificed"
# The same where a cost asks for it: what nothing can cause a player to do may be done for a cost.
BE_GIVEN_UP = "be sacrificed for a cost"
_STATES = ("tapped", "untapped", "colorless", "multicolored", "monocolored", "face_down")
_TYPES = ("artifact", "creature", "enchantment", "instant", "land", "planeswalker", "sorcery", "battle")
_SUPERTYPES = ("legendary", "basic", "snow")
_KEYWORDS = (
    "flying", "haste", "reach", "shadow", "defender", "first strike", "trample", "horsemanship", "vigilance",
)  # fmt: skip
_QUALITY = re.compile(r"(?P<noun>.+?) with (?P<with>.+)$")
_POWER = re.compile(r"(power|toughness) ([0-9]+) or (less|greater)$")


@cache
def rule_effect(words: str) -> RuleEffect:
    """The effect on rules that a predicate states, with what it forbids and allows where that is understood.

    words: as in `can't block`, `can't be blocked by creatures with power 2 or less`. Returns a record that always keeps
    the words; `says` is empty where they are not understood as a whole. Source: the meaning of "can't" (rule key
    cant_beats_can). It does not promise that nothing else is said where it is empty.

    >>> [each.action for each in rule_effect("can't attack or block").says]
    ['attack', 'block']
    """
    return RuleEffect(words, restriction(words) or ())


def restriction(words: str) -> Says | None:
    """What a predicate forbids and allows; None where its words are not understood as a whole.

    >>> restriction("can't be blocked except by creatures with haste")[0].by
    Not(filter=AllOf(filters=(Is(category='type', word='creature'), HasKeyword(keyword='haste'))))
    """
    for pattern, build in _FORMS:
        found = pattern.fullmatch(words.strip().rstrip("."))
        if found:
            return build(*found.groups())
    return None


def described(words: str) -> Filter | None:
    """The filter that a description of objects stands for, in the singular or the plural; None if it is not understood.

    >>> described("red creatures")
    AllOf(filters=(Is(category='type', word='creature'), Is(category='color', word='red')))
    """
    words = words.strip()
    quality = _QUALITY.match(words)
    extra: list[Filter] = []
    if quality:
        words, having = quality["noun"], quality["with"]
        number = _POWER.match(having)
        if number:
            extra.append(Compare(number[1], "<=" if number[3] == "less" else ">=", int(number[2])))
        else:
            keywords = re.split(r" and/or | or ", having)
            if any(each not in _KEYWORDS for each in keywords):
                return None
            extra.append(_any([HasKeyword(each) for each in keywords]))
    if re.search(r" (?:and|and/or|or) ", words):
        kinds = re.split(r",? (?:and/or|and|or) |, ", words)
        # "Instant and sorcery" are those that are one of the two; what else "and" joins is not clear.
        if " and " in words and not all(each in _TYPES for each in kinds):
            return None
        parts = [described(each) for each in kinds]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        if extra and any(map(_names_a_kind, known[:-1])):
            # "Walls and creatures with flying": Walls as they are.
            if known[-1] != Is("type", "creature") or any(
                Is("type", "creature") in _parts(each) for each in known[:-1]
            ):
                return None
            return AnyOf((*known[:-1], _all([known[-1], *extra])))
        return _all([AnyOf(tuple(known)), *extra])
    found: list[Filter] = []
    for word in reversed(words.split()):
        one = _word(word)
        if one is None:
            return None
        found.append(one)
    return _all([*found, *extra]) if found else None


def _parts(filter_: Filter) -> tuple[Filter, ...]:
    return filter_.filters if isinstance(filter_, AllOf) else (filter_,)


def _names_a_kind(filter_: Filter) -> bool:
    """Whether a description has a noun of its own, so that it needs none from what it is joined to."""
    return any(isinstance(each, Is) and each.category in ("type", "subtype") for each in _parts(filter_))


def _any(filters: list[Filter]) -> Filter:
    return filters[0] if len(filters) == 1 else AnyOf(tuple(filters))


def _all(filters: list[Filter]) -> Filter:
    return filters[0] if len(filters) == 1 else AllOf(tuple(filters))


_PLURALS = {"sorceries": "sorcery", "oxen": "ox"}


def _word(word: str) -> Filter | None:
    if word.startswith("non") and len(word) > 4:
        inner = _word(word[3:].lstrip("-"))
        return None if inner is None else Not(inner)
    if word in COLORS:
        return Is("color", word)
    single = _PLURALS.get(word.lower(), word.removesuffix("s"))
    for each in (word, single):
        if each in _TYPES:
            return Is("type", each)
        if each in _SUPERTYPES:
            return Is("supertype", each)
        if each in _STATES:
            return State(each)
        if each == "token":
            return State("token")
    if word[:1].isupper() and word.isalpha():
        return Is("subtype", "Ox" if word == "Oxen" else single)
    return None


def _blocked(words: str, negative: bool) -> Says | None:
    by = described(words)
    return None if by is None else (Forbids("be blocked", Not(by) if negative else by),)


def _block_only(words: str) -> Says | None:
    attacker = described(words)
    return None if attacker is None else (Forbids("block", Not(attacker)),)


def _block_not(words: str) -> Says | None:
    attacker = described(words)
    return None if attacker is None else (Forbids("block", attacker),)


def _cast(words: str) -> Says | None:
    kind = words.strip()
    if not kind:
        return (Forbids("cast"),)
    of = described(kind)
    return None if of is None else (Forbids("cast", of=of),)


def _flash(words: str) -> Says | None:
    kind = (words or "").strip()
    if not kind:
        return (Allows("cast as an instant"),)
    # Two names one after the other are no subtypes of one card, but what it is sold as.
    of = None if re.search(r"[A-Z][a-z]+ [A-Z]", kind) else described(kind)
    return None if of is None else (Allows("cast as an instant", of),)


def _cast_or_activate(words: str) -> Says | None:
    of = described(words)
    return None if of is None else (Forbids("cast"), Forbids("activate", of=of, zones=("battlefield",)))


def _zones(words: str) -> tuple[str, ...]:
    return tuple(_PLACES[each] for each in words.removeprefix("their ").split(" or "))


def _from_library(words: str) -> Says | None:
    zones = ("top of library",)
    if not words.strip():
        return (Allows("cast", None, zones),)
    of = described(words)
    return None if of is None else (Allows("cast", of, zones),)


def _out_of(verb: str, *places: str | None) -> Says:
    zones = tuple(each.removeprefix("your ") for each in places if each)
    cast = Allows("cast", _SELF, zones)
    return (cast,) if verb == "cast" else (cast, Allows("play land", _SELF, zones))


def _weaker() -> Says:
    # Seen from the attacker: what has less power than it.
    return (Forbids("be blocked", Compare("power", "<", Stat("power", Ref("that")))),)


_NUMBER = "(one|two|three|four|five)"
_IF_ABLE = "(?: (?:each|this) (?:combat|turn))? if able"


def _no_more(number: str, action: str) -> Says:
    return (Limits(action, most=NUMBERS[number]),)


_SELF = Same(Ref("self"))
_OUT = "(your graveyard|exile)"
_TOP = ("top of library",)
_LAND_ON_TOP = Allows("play land", Is("type", "land"), _TOP)
_PLACES = {"graveyards": "graveyard", "libraries": "library", "exile": "exile"}
_EVEN = Compare("mana_value", "multiple of", 2)
_ATTACK, _BLOCK, _ACTIVATE = Forbids("attack"), Forbids("block"), Forbids("activate")
_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Says | None]], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        ("can't attack", lambda: (_ATTACK,)),
        ("can't block", lambda: (_BLOCK,)),
        ("can't attack alone", lambda: (Forbids("attack alone"),)),
        (
            "activates? loyalty abilities of planeswalkers for an additional ([+-][0-9]+)",
            lambda number: (MoreLoyalty(int(number)),),
        ),
        ("can't block alone", lambda: (Forbids("block alone"),)),
        ("can't attack or block alone", lambda: (Forbids("attack alone"), Forbids("block alone"))),
        (f"attacks?{_IF_ABLE}", lambda: (Requires("attack"),)),
        (f"blocks?{_IF_ABLE}", lambda: (Requires("block"),)),
        (f"attacks? an opponent{_IF_ABLE}", lambda: (Requires("attack opponent"),)),
        (f"blocks? ~{_IF_ABLE}", lambda: (Requires("block it"),)),
        (f"attacks? or blocks?{_IF_ABLE}", lambda: (Requires("attack"), Requires("block"))),
        (f"must be blocked{_IF_ABLE}", lambda: (Requires("be blocked"),)),
        ("all creatures able to block (?:it|~)(?: this turn)? do so", lambda: (Requires("be blocked by all"),)),
        (f"no more than {_NUMBER} creatures? can (attack|block) each (?:combat|turn)", _no_more),
        (f"can't be blocked by more than {_NUMBER} creatures?", lambda number: _no_more(number, "be blocked")),
        (
            f"can't be blocked except by {_NUMBER} or more creatures",
            lambda number: (Limits("be blocked", least=NUMBERS[number]),),
        ),
        ("can block an additional creature(?: each combat)?", lambda: (Allows("block another"),)),
        ("can't attack or block", lambda: (_ATTACK, _BLOCK)),
        (
            "can't attack or block(?:,)? and its activated abilities can't be activated",
            lambda: (_ATTACK, _BLOCK, _ACTIVATE),
        ),
        ("is detained", lambda: (_ATTACK, _BLOCK, _ACTIVATE)),
        ("can't be blocked", lambda: (Forbids("be blocked"),)),
        ("can't be blocked by weaker creatures", _weaker),
        ("can't be blocked by creatures with lesser power", _weaker),
        ("can't be blocked by (?!more )(.+)", lambda words: _blocked(words, False)),
        ("can't be blocked except by (?!two |three |four )(.+)", lambda words: _blocked(words, True)),
        ("can block only (.+)", _block_only),
        ("can't block (?:it|~)", lambda: (Forbids("block", _SELF),)),
        ("can't block (?!more |unless |alone|~)(.+)", _block_not),
        ("can't be sacrificed(?: this turn)?", lambda: (Forbids(BE_SACRIFICED),)),
        ("can't be countered", lambda: (Forbids("be countered"),)),
        ("can't be the targets? of spells or abilities", lambda: (Forbids("be targeted"),)),
        (
            "can't be the targets? of spells or abilities (?:your opponents control|an opponent controls)",
            lambda: (Forbids("be targeted", ControlledBy(Player("opponent"))),),
        ),
        ("has (shroud|hexproof|protection from .+)", shield),
        ("can't be turned face up", lambda: (Forbids("turn face up"),)),
        ("can't become suspected", lambda: (Forbids("become suspected"),)),
        ("can't play lands", lambda: (Forbids("play land"),)),
        ("can't cast ((?:[a-zA-Z-]+,? |and/or |or )*)spells", _cast),
        ("can't be cast", lambda: (Forbids("cast"),)),
        ("can cast spells only during their own turns", lambda: (Forbids("cast", outside="own turn"),)),
        (
            "can cast spells and activate abilities only during their own turns",
            lambda: (Forbids("cast", outside="own turn"), Forbids("activate", outside="own turn")),
        ),
        ("can't cast spells or activate abilities of (.+)", _cast_or_activate),
        ("can't cast spells from anywhere other than their hands", lambda: (Forbids("cast", apart_from=("hand",)),)),
        (
            "can't cast spells from (graveyards|libraries|exile|their graveyards|graveyards or libraries)",
            lambda words: (Forbids("cast", zones=_zones(words)),),
        ),
        (
            "can't play lands or cast spells from your hand",
            lambda: (Forbids("play land", zones=("hand",)), Forbids("cast", zones=("hand",))),
        ),
        ("may play lands from the top of your library", lambda: (_LAND_ON_TOP,)),
        (
            "may play lands and cast spells from the top of your library",
            lambda: (_LAND_ON_TOP, Allows("cast", None, _TOP)),
        ),
        ("may cast ((?:[a-zA-Z-]+ )*)spells from the top of your library", _from_library),
        (
            "can cast spells only any time they could cast a sorcery",
            lambda: (Forbids("cast", unless=AS_A_SORCERY),),
        ),
        ("can't activate abilities", lambda: (_ACTIVATE,)),
        (
            "can't cast spells with (even|odd) mana values?",
            lambda parity: (Forbids("cast", of=_EVEN if parity == "even" else Not(_EVEN)),),
        ),
        (
            "can't activate abilities other than mana and loyalty abilities",
            lambda: (Forbids("activate", mana=False, loyalty=False),),
        ),
        (
            "can't activate abilities (?:that aren't|unless they're) mana abilities",
            lambda: (Forbids("activate", mana=False),),
        ),
        ("may play an additional land on each of (?:your|their) turns", lambda: (Allows("land"),)),
        ("may cast ((?:[a-zA-Z-]+ )*)spells as though they had flash", _flash),
        ("may cast (?:this spell|~) as though it had flash", lambda: (Allows("cast as an instant", _SELF),)),
        (f"may (cast|play) ~ from {_OUT}(?: or from {_OUT})?", _out_of),
        ("may be played", lambda: (Allows("cast"), Allows("play land"))),
        ("may play lands from your graveyard", lambda: (Allows("play land", Is("type", "land"), ("graveyard",)),)),
        (
            "can attack(?: this turn)? as though (?:it|they) didn't have defender",
            lambda: (Allows("attack"),),
        ),
        ("can attack(?: this turn)? as though (?:it|they) had haste", lambda: (Allows("attack at once"),)),
        ("can have any number of Roles attached", lambda: (Allows("several roles"),)),
        ("is not hindered by summoning sickness", lambda: (Allows("attack at once"), Allows("tap"))),
    )
)
