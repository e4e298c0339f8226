"""Emblems: objects in the command zone that have abilities and nothing else."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.ability import Ability, Activated, Static, Triggered
from layerproof.kb.model.expression import Is, Player, Ref
from layerproof.kb.model.instruction import CreateEmblem
from layerproof.kb.oracle.bodies.quoted_abilities import quoted
from layerproof.kb.oracle.words.open_references import YOU, found
from layerproof.kb.oracle.words.parser import NO, Grammar


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `action` by which a player gets an emblem."""
    rule = grammar.rule
    rule("action", "[<gainer>] get|gets an emblem with [,] <emblem_quotes>", _emblem)
    rule("emblem_quotes", "<quote>", lambda one: (one,))
    rule("emblem_quotes", "<quote> and <quote>", lambda one, two: (one, two))


def _emblem(player: Player | None, texts: tuple[str, ...]) -> Any:
    abilities = tuple(_in_command_zone(each) for text in texts for each in quoted(text))
    # An emblem remembers nothing that was chosen, and not what made it.
    if found(abilities, lambda part: part == Ref("granter") or (isinstance(part, Is) and part.word == "chosen")):
        return NO
    return (CreateEmblem(abilities, player or YOU),)


def _in_command_zone(ability: Ability) -> Ability:
    """The ability as it functions where emblems are (rule key emblem.definition)."""
    zones = ("command",)
    match ability:
        case Static(effects, condition, ("battlefield",), cda):
            return Static(effects, condition, zones, cda)
        case Triggered(when, body, condition, ("battlefield",)):
            return Triggered(when, body, condition, zones)
        case Activated(cost, body, adds, restriction, ("battlefield",)):
            return Activated(cost, body, adds, restriction, zones)
    return ability
