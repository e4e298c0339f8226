"""Auras that are Auras because they were cast bestowed, seen by the checker: as what, and until when."""

from __future__ import annotations

from layerproof.kb.model import ability as ab
from layerproof.kb.model.expression import Is
from layerproof.kb.model.modification import AddAbilities, AddTypes, Modification, SetTypes
from layerproof.solver.proof.check.game import Game

BESTOWED: tuple[Modification, ...] = (
    SetTypes(("enchantment",)),
    AddTypes(subtypes=("Aura",)),
    AddAbilities((ab.Keyword("enchant", filter=Is("type", "creature")),)),
)


def bestows(game: Game, effect: int, identifier: int) -> bool:
    """Whether an effect is what makes an object an Aura that was cast bestowed."""
    return game.effects[effect].objects == (identifier,) and game.effects[effect].mods == BESTOWED


def cease_bestowing(game: Game, identifier: int) -> None:
    """A bestowed object is from now on what it would be otherwise."""
    for effect in [each for each in game.effects if bestows(game, each, identifier)]:
        game.end(effect)


def host_gone(game: Game, host: int) -> None:
    """What an object that has left was enchanted by and was bestowed is from now on what it would be otherwise."""
    for obj in list(game.objects.values()):
        if obj.attached_to == host:
            cease_bestowing(game, obj.id)
