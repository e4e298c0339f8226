"""What stays with a card whatever object it becomes."""

from __future__ import annotations

from layerproof.kb.model.ability import AsEnters
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.solver.layers.scene import Undecided

Told = tuple[tuple[str, int | str], ...]
Choices = tuple[tuple[str, tuple[str | int, ...]], ...]


def lasting(was: GameObject, told: Told = (), choices: Choices = ()) -> tuple[Told, Choices]:
    """What is told of and chosen for an object that a card becomes, with what stays with the card.

    was: the object that the card was before. told, choices: what is said of the new one, which comes first. A card that
    is a commander stays one, and keeps what was chosen for it before the game. Raises Undecided for a commander that is
    one of several cards of a permanent.
    """
    if not dict(was.told).get("commander"):
        return told, choices
    if was.components or was.melded:
        raise Undecided("which of the cards of a permanent is the commander")
    texts = [each for face in was.card.faces for each in face.abilities if isinstance(each, AsEnters)]
    before_game = {key for each in texts if each.before_game for key in each.choose}
    kept = tuple(pair for pair in was.choices if pair[0] in before_game - dict(choices).keys())
    return with_told((("commander", 1),), told), (*choices, *kept)
