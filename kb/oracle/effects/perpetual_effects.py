"""Perpetual effects: effects of digital play that have no end and go on in whatever zone their objects are.

The Comprehensive Rules define no such effect. What it would do to which objects is read; resolving it is not followed.
"""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import All, Scope, Union, Until
from layerproof.kb.model.expression import State
from layerproof.kb.model.modification import ModifyPT, SetBasePT
from layerproof.kb.oracle.effects.continuous_effects import begin
from layerproof.kb.oracle.effects.predicates import with_x
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.oracle.words.parser import NO, Grammar

PERPETUAL = Until("perpetual")


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `effect` with the adverb before its verb."""
    rule = grammar.rule
    rule("effect", "<object> [each] perpetually <preds>", _begun)
    rule("effect", "<object> [each] perpetually <preds> , where x is <any_value>", _with_x)
    for words, size in (
        ("base power", lambda pt: SetBasePT(pt, None)),
        ("base toughness", lambda pt: SetBasePT(None, pt)),
    ):
        rule(
            "effect",
            f"<object> 's {words} perpetually becomes [equal to] <value>",
            lambda s, value, size=size: begin(s, (size(value),), PERPETUAL),
        )
    rule(
        "effect",
        "<object> 's base power and toughness perpetually become <size>",
        lambda s, pt: NO if None in pt else begin(s, (SetBasePT(*pt),), PERPETUAL),
    )


def _begun(scope: Scope, mods: Any) -> Any:
    return NO if _somewhere(scope) else begin(scope, mods, PERPETUAL)


def _somewhere(scope: Scope) -> bool:
    """Whether cards are meant in zones that are not named ("all cards you own")."""
    parts = scope.scopes if isinstance(scope, Union) else (scope,)
    return any(
        isinstance(each, All)
        and each.zones == ("battlefield",)
        and bool(found(each.filter, lambda part: part == State("card")))
        for each in parts
    )


def _with_x(scope: Scope, mods: Any, value: Any) -> Any:
    if _somewhere(scope) or not any(isinstance(each, ModifyPT) for each in mods):
        return NO
    return begin(scope, with_x(mods, value), PERPETUAL)
