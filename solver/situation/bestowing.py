"""What makes a spell or permanent an Aura that was cast bestowed, and when that ends."""

from __future__ import annotations

from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as m
from layerproof.kb.model.situation import GameObject, InForce
from layerproof.kb.notation.short_forms import filter_word
from layerproof.solver.situation.game import Game

# What the effect that makes a bestowed spell or permanent an Aura comes from.
_BESTOWED = "cast as an Aura"


def bestowed(game: Game, item: GameObject) -> None:
    """A bestowed spell, and the permanent it becomes, is an Aura and no creature (rule key keyword.bestow_aura)."""
    creature = filter_word("creature")
    number = game.identify()
    game.begin(
        InForce(
            number,
            game.tick(),
            item.controller,
            (
                m.SetTypes(("enchantment",)),
                m.AddTypes(subtypes=("Aura",)),
                m.AddAbilities((ab.Keyword("enchant", filter=creature),)),
            ),
            objects=(item.id,),
            source=item.id,
            origin=_BESTOWED,
        ),
        "keyword.bestow_aura",
    )


def is_bestowed(game: Game, identifier: int) -> bool:
    """Whether an object is an Aura because it was cast bestowed."""
    return any(each.origin == _BESTOWED and identifier in (each.objects or ()) for each in game.situation.effects)


def no_longer_bestowed(game: Game, identifier: int) -> None:
    """What made an object an Aura ends (rule keys keyword.bestow_illegal_target, keyword.bestow_unattached)."""
    effects = game.situation.effects
    ended = {each.id for each in effects if each.origin == _BESTOWED and identifier in (each.objects or ())}
    game.end_effects(ended, "keyword.bestow_unattached")


def left_by_its_host(game: Game, host: int) -> None:
    """What was bestowed and attached to an object that leaves is unattached, and so no longer bestowed, at once.

    It does not wait for state-based actions (rule key keyword.bestow_unattached): they find it a creature.
    """
    for item in game.situation.objects:
        if item.attached_to == host:
            no_longer_bestowed(game, item.id)
