"""Sentences: actions joined by "and" and "then", under conditions and choices."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Effect, Only, Players, Scope, Until
from layerproof.kb.model.expression import (
    Chose,
)
from layerproof.kb.model.instruction import (
    Begin,
    CreateCopyToken,
    Damage,
    If,
)
from layerproof.kb.model.modification import (
    AddAbilities,
    BecomeCopy,
    RuleEffect,
    SetController,
)
from layerproof.kb.model.permissions.abilities_of_players import as_player
from layerproof.kb.oracle.bodies.joined_clauses import NEVER, three, together
from layerproof.kb.oracle.effects.continuous_effects import begin
from layerproof.kb.oracle.effects.predicates import given_x
from layerproof.kb.oracle.words.open_references import IT, SUBJECT, YOU, rewrite
from layerproof.kb.oracle.words.parser import NO, Grammar


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `sentence`: a tuple of instructions."""
    _joined(grammar)


def _joined(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("sentence", "<action>")
    rule("sentence", "<action> (and|, then|, and) <action>", _and_then)
    rule("sentence", "<action> , <action> (, and|, then) <action>", _and_three)
    rule("sentence", "then <sentence>")
    rule("sentence", "<object> <preds> <duration> and deals <number> damage to <damaged>", _and_deals)
    rule("sentence", "<choice>")
    rule("sentence", "you and <object_one> [each] gain|have <abilities> [<duration>]", _you_too)
    rule(
        "action",
        "goad <object>",
        lambda s: (Begin(Effect(s, (RuleEffect("is goaded"),), None, Until("your next turn"))),),
    )
    rule("sentence", "you may <sentence>", lambda body: (If(Chose("may"), body),))
    rule("sentence", "you may have <effect>", lambda body: (If(Chose("may"), body),))
    rule("sentence", "you may have <damage>", lambda body: (If(Chose("may"), body),))
    rule("sentence", "<duration> , <open_effect> and <open_effect>", lambda d, one, two: lasting(d, one + two))
    rule("open_effect", "[you] gain control of <object>", lambda s: begin(s, (SetController(YOU),), None))
    rule("open_effect", "<object> [each] <preds>", lambda s, mods: begin(s, mods, None))
    rule("sentence", "if <condition> , <sentence>", lambda c, body: (If(c, body),))
    rule("sentence", "if <condition> , <action> and <action>", _if_both)
    rule("sentence", "<joined> , where x is <any_value>", lambda body, v: given_x(body, v) or NO)
    rule("joined", "<action>")
    rule("joined", "<action> (and|, then|, and) <action>", together)
    rule("joined", "you may <action>", lambda body: (If(Chose("may"), body),))
    rule("joined", "if <condition> , <action>", lambda c, body: (If(c, body),))
    rule("action", "<earthbend>")
    rule("action", "<support>")
    rule("sentence", "<sentence_then> if <condition>", lambda body, c: (If(_of_subject(c), body),))
    rule(
        "sentence",
        "<sentence_then> if <condition> , and <sentence_then> if <condition>",
        lambda one, c, two, d: (If(_of_subject(c), one), If(_of_subject(d), two)),
    )
    rule("sentence_then", "<action>")
    rule("sentence", "for each <each> , <action>", lambda *a: NO)


def _and_then(one: Any, two: Any) -> Any:
    """Two actions; what follows the exceptions of a copy is another exception and no effect of its own."""
    return NO if _excepting(one) and isinstance(two[0], Begin) else together(one, two)


def _and_three(one: Any, two: Any, last: Any) -> Any:
    return NO if _excepting(one) and isinstance(two[0], Begin) else three(one, two, last)


def _excepting(body: Any) -> bool:
    """Whether a body ends with a copy that has exceptions."""
    last = body[-1]
    if isinstance(last, Begin):
        return any(isinstance(mod, BecomeCopy) and mod.exceptions for mod in last.effect.mods)
    return isinstance(last, CreateCopyToken) and bool(last.exceptions)


def _if_both(condition: Any, one: Any, two: Any) -> Any:
    body = together(one, two)
    return NO if body is NO else (If(condition, tuple(body)),)


def _you_too(scope: Scope, abilities: Any, duration: Any) -> Any:
    return (
        *begin(scope, (AddAbilities(abilities),), duration),
        Begin(Effect(Players(YOU), as_player(abilities), None, duration or NEVER)),
    )


def lasting(duration: Any, body: Any) -> Any:
    """The effects of a body with the duration that leads them."""
    return tuple(Begin(Effect(each.effect.affects, each.effect.mods, None, duration)) for each in body)


def _and_deals(scope: Scope, mods: Any, duration: Any, number: Any, to: Scope) -> Any:
    if not isinstance(scope, Only):
        return NO
    return (*begin(scope, mods, duration), Damage(number, to, scope.ref))


def _of_subject(condition: Any) -> Any:
    """A condition behind its instruction: "it" is what the instruction acts upon."""
    return rewrite(condition, lambda part: SUBJECT if part == IT else part)
