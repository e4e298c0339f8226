"""Further instructions: discarding, regenerating, preventing damage, exchanging control, proliferating, tokens of a
named card."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.effect import All, Effect, Only, Players, Scope, Union, Until
from layerproof.kb.model.expression import AllOf, Is, Player, Ref, Same, State
from layerproof.kb.model.instruction import (
    Begin,
    CreateNamedToken,
    Discard,
    Draw,
    ExchangeControl,
    ExchangeLife,
    Move,
    OtherAction,
    Proliferate,
)
from layerproof.kb.model.modification import PreventDamage, Regeneration
from layerproof.kb.oracle.instructions.damage_and_life import by_someone
from layerproof.kb.oracle.words.lexicon import subtype_words
from layerproof.kb.oracle.words.open_references import IT
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

TURN = Until("end of turn")


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `action` that move nothing by itself but are records of their own."""
    rule = grammar.rule
    rule("action", "regenerate <object>", lambda s: (Begin(Effect(s, (Regeneration(),), None, TURN)),))
    rule("action", "proliferate", lambda: (Proliferate(),))
    by_someone(rule, "discard", "<count> (card|cards)", lambda p, n: (Discard(n, p),))
    by_someone(rule, "discard", "(your|their) hand", lambda p: (Discard(None, p),))
    rule("action", "draw <count> card|cards , then discard <count> card|cards", _loot)
    rule("action", "exile <object> until ~ leaves the battlefield", _exile_until)
    rule("action", "exile <a_thing> until ~ leaves the battlefield", lambda ref: _exile_until(Only(ref)))
    rule("action", "exchange control of <unlike>", lambda pair: (ExchangeControl(*pair),))
    rule(
        "action",
        "exchange control of <two>",
        lambda ref: (ExchangeControl(ref, Ref("?T2", ref.index)),),
    )
    rule("action", "exchange control of ~ and <ref>", lambda b: (ExchangeControl(Ref("self"), b),))
    for stat in ("power", "toughness"):
        rule("action", f"exchange your life total with <ref_noun> 's {stat}", lambda r, s=stat: (ExchangeLife(s, r),))
        rule(
            "action",
            f"exchange <target_player> 's life total with <ref_noun> 's {stat}",
            lambda player, r, s=stat: (ExchangeLife(s, r, player),),
        )
    rule("action", "create a|an <card_name> token", _named)
    _prevention(grammar)

    @grammar.primitive("two")
    def two(parse: Parse, at: int) -> Any:
        for ref, end in parse.at("target", at):
            if parse.targets[ref.index][1].count == 2:
                yield ref, end


def _named(name: str) -> Any:
    return NO if name in subtype_words() or "," in name else (CreateNamedToken(name),)


def _loot(drawn: Any, discarded: Any) -> Any:
    return (Draw(drawn), Discard(discarded))


def _exile_until(scope: Scope) -> Any:
    return (Move(scope, "exile", "exile", linked=True, until="source leaves"),)


def _prevention(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("combat", "combat damage", lambda: True)
    rule("combat", "damage", lambda: False)
    rule(
        "action",
        "prevent all <combat> that would be dealt to <object> this turn",
        lambda c, s: _prevent(s, None, True, c),
    )
    rule(
        "action",
        "prevent all <combat> that would be dealt this turn to <object>",
        lambda c, s: _prevent(s, None, True, c),
    )
    rule(
        "action",
        "prevent all <combat> that would be dealt by <object> this turn",
        lambda c, s: _prevent(s, None, False, c),
    )
    rule(
        "action",
        "prevent all <combat> that would be dealt this turn by <object>",
        lambda c, s: _prevent(s, None, False, c),
    )
    rule("action", "prevent all <combat> <object> would deal this turn", lambda c, s: _prevent(s, None, False, c))
    rule(
        "action",
        "prevent the next <number> damage that would be dealt to <object> this turn",
        lambda n, s: _prevent(s, n, True, False),
    )
    rule(
        "action",
        "prevent all combat damage that would be dealt this turn",
        lambda: _prevent(All(State("permanent")), None, False, True),
    )
    for color in ("", *COLORS):
        rule(
            "action",
            f"the next time a {color} source of your choice would deal damage to you this turn , prevent that damage",
            lambda color=color: _next_from(color),
        )
    rule("clause", "prevent all <combat> that would be dealt to <subject>", lambda c, s: _static(s, True, c))
    rule("clause", "prevent all <combat> that would be dealt by <subject>", lambda c, s: _static(s, False, c))
    rule("clause", "prevent all <combat> that would be dealt to and dealt by <subject>", _both_ways)


def _prevent(scope: Scope, amount: Any, to: bool, combat: bool) -> Any:
    if scope is NO:
        return NO
    return (Begin(Effect(scope, (PreventDamage(amount, to, combat),), None, TURN)),)


def _next_from(color: str) -> Any:
    """The next damage of a source that is chosen as the ability resolves, and that must have a color if one is said."""
    chosen = Same(Ref("chosen"))
    source = AllOf((Is("color", color), chosen)) if color else chosen
    return (Begin(Effect(Players(Player("you")), (PreventDamage(source=source, next=True),), None, TURN)),)


def _static(scope: Scope, to: bool, combat: bool) -> Any:
    return (Effect(scope, (PreventDamage(None, to, combat),)),) if scope is not NO else NO


def _both_ways(combat: bool, scope: Scope) -> Any:
    return (
        (Effect(scope, (PreventDamage(None, True, combat), PreventDamage(None, False, combat))),)
        if scope is not NO
        else NO
    )


__all__ = ["IT", "Only", "OtherAction", "Player", "Players", "Union", "add_rules"]
