"""Optional changes: what a player may have an object become, and numbers of an object that an instruction changes."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Only, Scope
from layerproof.kb.model.expression import Chose, Player, Stat
from layerproof.kb.model.instruction import If
from layerproof.kb.model.modification import SetBasePT, SetController
from layerproof.kb.oracle.bodies.action_sentences import lasting
from layerproof.kb.oracle.effects.continuous_effects import begin
from layerproof.kb.oracle.effects.predicates import with_x
from layerproof.kb.oracle.words.open_references import IT, rewrite
from layerproof.kb.oracle.words.parser import NO, Grammar


def add_rules(grammar: Grammar) -> None:
    """Add the rules for sentences with "may have" and "change"."""
    rule = grammar.rule
    for lead in ("you may have", "then you may have"):
        for words, power, toughness in _BASES:
            rule(
                "sentence",
                f"{lead} the base {words} of <object> become <base_number> [<duration>]",
                lambda s, v, d, p=power, t=toughness: _may(_base(s, v, p, t, d)),
            )
        rule(
            "sentence",
            f"{lead} <given_to> gain control of <object> [<duration>]",
            lambda p, s, d: _may(_given(p, s, d)),
        )
        rule(
            "sentence",
            f"{lead} <the_player> gain control of <object> [<duration>]",
            lambda p, s, d: _may(_given(p, s, d)),
        )
    rule("sentence", "then you may have <effect>", lambda body: (If(Chose("may"), body),))
    rule(
        "sentence",
        "<duration> , you may have <open_effect> , where x is <any_value>",
        lambda d, body, v: with_x(_may_for(d, body), v),
    )
    rule(
        "sentence",
        "you may have the base power and toughness of <object> become <size> <duration> , where x is <any_value>",
        lambda s, pt, d, v: with_x(_may(_base(s, pt, True, True, d)), v),
    )
    rule("sentence", "<duration> , you may have <open_effect>", lambda d, body: _may_for(d, body))
    for words, power, toughness in _BASES:
        for base in ("base ", ""):
            rule(
                "action",
                f"change <ref_noun> 's {base}{words} to <base_number> [<duration>]",
                lambda ref, v, d, p=power, t=toughness: _base(Only(ref), v, p, t, d),
            )
            rule(
                "action",
                f"change the {base}{words} of <object> to <base_number> [<duration>]",
                lambda s, v, d, p=power, t=toughness: _base(s, v, p, t, d),
            )
    rule("base_number", "equal to <any_value>", lambda v: (v, v))
    rule("base_number", "<any_value>", lambda v: (v, v))
    rule("base_number", "<size>")
    for pattern in ("[equal to] <ref_noun> 's power and toughness", "[equal to] the power and toughness of <ref_noun>"):
        rule("base_number", pattern, lambda ref: (Stat("power", ref), Stat("toughness", ref)))
    rule("sentence", "you may change <changed>", lambda body: (If(Chose("may"), body),))
    for words, power, toughness in _BASES:
        rule(
            "changed",
            f"<ref_noun> 's base {words} to <base_number> [<duration>]",
            lambda ref, v, d, p=power, t=toughness: _base(Only(ref), v, p, t, d),
        )
        rule(
            "changed",
            f"the base {words} of <object> to <base_number> [<duration>]",
            lambda s, v, d, p=power, t=toughness: _base(s, v, p, t, d),
        )


_BASES = (("power", True, False), ("toughness", False, True), ("power and toughness", True, True))


def _may(body: Any) -> Any:
    return NO if body is NO else (If(Chose("may"), tuple(body)),)


def _may_for(duration: Any, body: Any) -> Any:
    return (If(Chose("may"), tuple(lasting(duration, body))),)


def _given(player: Player, scope: Scope, duration: Any) -> Any:
    return begin(scope, (SetController(player),), duration)


def _base(scope: Scope, number: Any, power: bool, toughness: bool, duration: Any) -> Any:
    if None in number or (power != toughness and number[0] != number[1]):
        return NO
    # "Its power" within the amount is that of what changes.
    if isinstance(scope, Only):
        number = rewrite(tuple(number), lambda part: scope.ref if part == IT and scope.ref != IT else part)
    return begin(scope, (SetBasePT(number[0] if power else None, number[1] if toughness else None),), duration)
