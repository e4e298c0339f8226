"""The one thing that a card takes along as it becomes a new object."""

from __future__ import annotations

from collections.abc import Iterable

from layerproof.kb.model import ability as ab
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.proof.check.incomplete import Incomplete

Pairs = tuple[tuple[str, tuple[str | int, ...]], ...]


def taken_along(
    old: GameObject | None, facts: Iterable[tuple[str, int | str]] = (), choices: Pairs = ()
) -> tuple[tuple[tuple[str, int | str], ...], Pairs]:
    """The facts and choices of a new object whose card was another object before.

    old: that object, if any. Being a commander belongs to the card, and so does a choice made before the game; what the
    scenario says of the new object goes before. Raises Incomplete where the permanent had several cards.
    """
    facts = tuple(facts)
    if old is None or not [1 for fact, value in old.told if fact == "commander" and value]:
        return facts, choices
    if old.melded or old.components:
        raise Incomplete("the commander among several cards")
    if "commander" not in dict(facts):
        facts = with_told(facts, (("commander", 1),))
    for face in old.card.faces:
        for text in face.abilities:
            for key in text.choose if isinstance(text, ab.AsEnters) and text.before_game else ():
                if key in dict(old.choices) and key not in dict(choices):
                    choices = (*choices, (key, dict(old.choices)[key]))
    return facts, choices
