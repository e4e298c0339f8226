"""Created tokens: what a sentence says afterwards of the token that the sentence before creates."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from layerproof.kb.model.instruction import (
    CreateCopyToken,
    CreateToken,
    If,
    Instruction,
    OtherAction,
    Pays,
    PutCounters,
)
from layerproof.kb.oracle.bodies.body_stretches import copied
from layerproof.kb.oracle.nouns.reference_kinds import Met, go_back
from layerproof.kb.oracle.nouns.references import Binder, Unbound
from layerproof.kb.oracle.words.open_references import found, is_mark, loosely
from layerproof.kb.oracle.words.parser import Grammar, Parse


def add_rules(grammar: Grammar) -> None:
    """Add the rule for `token_points`, the power and toughness of a token as two amounts."""
    pattern = "its power is equal to <any_value> and its toughness is equal to <any_value>"
    grammar.rule("token_points", pattern, lambda power, toughness: (power, toughness))


def token_sized(parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction], held: Met) -> bool:
    """ "Its power is equal to … and its toughness is equal to …" right after a token without either is created.

    held: what had been mentioned before the token, which "that creature" then means. Returns whether it was that.
    """
    last = before[-1] if before else None
    inside = isinstance(last, If) and not last.else_ and bool(last.then)
    made = last.then[-1] if inside and isinstance(last, If) else last
    readings = parse.whole("token_points", start, end)
    readings = tuple(each for each in readings if not found(each, loosely)) or readings
    if not isinstance(made, CreateToken) or made.power is not None or len(readings) != 1:
        return False
    trial = copied(binder)
    go_back(trial, held)
    try:
        power, toughness = trial._pronouns(readings[0])
    except Unbound:
        return False
    if found((power, toughness), is_mark):
        return False
    token: Any = msgspec.structs.replace(made, power=power, toughness=toughness)
    before[-1] = If(last.condition, (*last.then[:-1], token)) if inside and isinstance(last, If) else token
    return True


def token_has(parse: Parse, start: int, end: int, before: list[Instruction]) -> bool:
    """ "They have …" right after tokens are created: an ability that the tokens are created with."""
    verb = tokens_verb(parse, start)
    if verb is None:
        return False
    found_abilities = parse.whole("token_abilities", verb + 1, end)
    if len(found_abilities) != 1:
        return False
    for place in range(len(before) - 1, -1, -1):
        having = _created_with(before[place], found_abilities[0])
        if having is not None:
            before[place] = having
            return True
        if not isinstance(before[place], PutCounters):
            return False
    return False


def _created_with(one: Instruction, abilities: Any) -> Instruction | None:
    """The instruction with tokens that it creates last having more abilities; None where it creates none."""
    if isinstance(one, If | Pays) and one.then and not one.else_:
        inner = _created_with(one.then[-1], abilities)
        return None if inner is None else msgspec.structs.replace(one, then=(*one.then[:-1], inner))
    if not isinstance(one, CreateToken):
        return None
    return msgspec.structs.replace(one, abilities=(*one.abilities, *abilities))


_TOKENS = (
    ["those", "tokens"],
    ["those", "creatures"],
    ["the", "tokens"],
    ["that", "token"],
    ["the", "token"],
    ["they", "each"],
    ["it"],
    ["they"],
)


def tokens_verb(parse: Parse, start: int) -> int | None:
    """Where "has" or "have" stands behind words that may mean tokens, None where they do not."""
    for words in _TOKENS:
        at = start + len(words)
        if parse.words[start:at] == words and parse.word(at) in ("has", "have"):
            return at
    return None


def of_tokens(parse: Parse, start: int, before: list[Instruction]) -> bool:
    """Whether a sentence says what tokens have that were created just before: no effect begins by that."""
    last = before[-1] if before else None
    while isinstance(last, If) and last.then:
        last = last.then[-1]
    made = isinstance(last, CreateToken | CreateCopyToken)
    if isinstance(last, OtherAction):
        made = re.search(r"\b[cC]reates? .*\btokens?\b", last.gloss) is not None
    return made and tokens_verb(parse, start) is not None
