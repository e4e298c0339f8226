"""Created: what a sentence says afterwards of the token that the sentence before creates."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model.instruction import CreateToken, If, Instruction
from layerproof.kb.oracle.binding import Binder, Unbound
from layerproof.kb.oracle.engine import Grammar, Parse
from layerproof.kb.oracle.marks import found, is_mark, loosely
from layerproof.kb.oracle.pointing import Met, go_back
from layerproof.kb.oracle.reading import copied


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
