"""Continuous effects that a scenario gives as rules text."""

from __future__ import annotations

import re

from layerproof.kb.model import modification as m
from layerproof.kb.model.effect import Until
from layerproof.kb.model.situation import InForce
from layerproof.kb.rulebook.edition import load_edition
from layerproof.kb.shorthand import keyword
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game

_SUBJECT = re.compile(r"(?:this|that|the|target|enchanted|equipped) (?:creature|permanent|object|artifact|land) ", re.I)
_GETS = re.compile(r"gets ([+-][0-9]+)/([+-][0-9]+)$")
_KEYWORDS = re.compile(r"(?:has|gains) (.+)$")
_IN_ADDITION = re.compile(r"is an? ([A-Z][A-Za-z' -]*) in addition to its other (?:creature )?types$")


def typed_effect(game: Game, identifier: int, text: str, until: str | None, controller: str) -> None:
    """Begin the continuous effect that a sentence of rules text states about one object.

    Understood are sentences that change power and toughness by numbers, give keyword abilities, or add a creature type;
    a sentence is taken whole or not at all. Raises Undecided for any other.
    """
    sentence = text.strip().rstrip(".")
    duration = Until(until) if until else None
    if sentence.endswith(" until end of turn"):
        sentence, duration = sentence[: -len(" until end of turn")], Until("end of turn")
    subject = _SUBJECT.match(sentence)
    mods = _mods(sentence[subject.end() :]) if subject else ()
    if not mods:
        raise Undecided(f"the rules text {text!r} is not modelled")
    number = game.identify()
    game.begin(
        InForce(
            number, game.tick(), controller, mods, objects=(identifier,), duration=duration, origin="a stated effect"
        )
    )


def _mods(predicate: str) -> tuple[m.Modification, ...]:
    found = _GETS.match(predicate)
    if found:
        return (m.ModifyPT(int(found[1]), int(found[2])),)
    found = _IN_ADDITION.match(predicate)
    if found and load_edition("current").vocabulary.families_of(found[1]):
        return (m.AddTypes(subtypes=(found[1],)),)
    found = _KEYWORDS.match(predicate)
    if found:
        known = load_edition("current").vocabulary.keyword_abilities
        words = [keyword(each.strip()) for each in re.split(r", and |, | and ", found[1])]
        if all(each.keyword in known for each in words):
            return (m.AddAbilities(tuple(words)),)
    return ()
