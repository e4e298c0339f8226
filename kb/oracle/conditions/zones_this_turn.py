"""Zones this turn: conditions and amounts about zones and events of which only a scenario tells
(`kb/model/told/fact_kinds.py`).

What an object was crafted with, damage and cards put into a graveyard this turn, lands played, libraries.
"""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.effect import Effect
from layerproof.kb.model.expression import Compares, Condition, Player, SomePlayer, Told, ToldOf, Unless
from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.oracle.conditions.told_facts import EACH, yes
from layerproof.kb.oracle.nouns.described_objects import gathered
from layerproof.kb.oracle.words.parser import Grammar


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these conditions and amounts."""
    _crafted(grammar)
    _this_turn(grammar)
    _identity(grammar)
    rule = grammar.rule
    rule("simple", "a library has <number> or fewer cards in it", lambda n: _some_library("<=", n))
    rule("simple", "a library has <number> or more cards in it", lambda n: _some_library(">=", n))
    rule("told_history", "player who has lost the game", lambda: Told("players who have lost the game"))
    doors = "unlocked doors among rooms you control"
    rule("told_history", doors, lambda: Told("unlocked doors"))
    rule("simple", f"there are <number> or more {doors}", lambda n: Compares(Told("unlocked doors"), ">=", n))


def _some_library(op: str, number: Any) -> Condition:
    return SomePlayer(Player("any"), Compares(Told("cards in library", EACH), op, number))


def _crafted(grammar: Grammar) -> None:
    """Numbers of the cards exiled to pay for the craft ability (rule key keyword.craft) that put the object there."""
    rule = grammar.rule
    cards = "the exiled cards used to craft it"
    for words, what in (
        (f"the total power of {cards}", "total power of the cards it was crafted with"),
        (f"the number of colors among {cards}", "colors of the cards it was crafted with"),
    ):
        rule("amount_base", words, lambda what=what: ToldOf(what))


def _this_turn(grammar: Grammar) -> None:
    rule = grammar.rule
    most = Told("greatest damage by one source this turn")
    dealt = "a source you controlled dealt <number> or more damage this turn"
    rule("simple", dealt, lambda n: Compares(most, ">=", n))
    cards = "creature cards put into their graveyard this turn"
    rule("simple", "a creature card was put into your graveyard from anywhere this turn", lambda: yes(cards))
    for words in ("you didn't play a land this turn", "you haven't played a land this turn"):
        rule("simple", words, lambda: Unless(yes("lands played this turn")))


def _identity(grammar: Grammar) -> None:
    """Protection from the colors that are not in the color identity of the player's commander."""
    outside = "protection from each color that's|that 's not in your commander 's color identity"
    grammar.rule("statement", f"<subject> <preds> and has|have {outside}", _protected)
    grammar.rule("simple", "<color> isn't in your commander 's color identity", _outside)


def _protected(scope: Any, mods: Any) -> Any:
    return (Effect(scope, gathered(mods)), *(_from(scope, color) for color in COLORS))


def _from(scope: Any, color: str) -> Effect:
    protection = AddAbilities((Keyword("protection", quality=color),))
    return Effect(scope, (protection,), _outside(color))


def _outside(color: str) -> Condition:
    return Unless(yes(f"{color} in their commander's color identity"))
