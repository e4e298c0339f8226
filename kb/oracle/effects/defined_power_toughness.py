"""Defined power toughness: characteristic-defining abilities that state power and toughness."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import Sum
from layerproof.kb.model.modification import DefinePT
from layerproof.kb.oracle.words.open_references import SELF, found
from layerproof.kb.oracle.words.parser import NO, Grammar


def add_rules(grammar: Grammar) -> None:
    """Add the rules for the sentences of characteristic-defining abilities."""
    rule = grammar.rule
    rule("statement", "~ 's power and toughness are each equal to <any_value>", lambda v: _defines(v, v))
    rule("statement", "~ 's power and toughness are each equal to <named_value>", lambda v: _defines(v, v))
    rule("statement", "~ 's power is equal to <named_value>", lambda v: _defines(v, None))
    rule("statement", "~ 's power is equal to <any_value>", lambda v: _defines(v, None))
    rule("statement", "~ 's toughness is equal to <any_value>", lambda v: _defines(None, v))
    rule("statement", "~ 's power is equal to <any_value> and its toughness is equal to <any_value>", _both)
    rule(
        "statement", "~ 's power is equal to <any_value> and its toughness is equal to that number plus <number>", _plus
    )


def _defines(power: Any, toughness: Any) -> Any:
    return (Effect(Only(SELF), (DefinePT(power, toughness),)),)


def _both(power: Any, toughness: Any) -> Any:
    if found(toughness, lambda part: getattr(part, "what", "") == "?that number"):
        return NO
    return _defines(power, toughness)


def _plus(value: Any, number: Any) -> Any:
    return _defines(value, Sum((value, number)))
