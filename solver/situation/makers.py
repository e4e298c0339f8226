"""Whom an ability refers to that speaks of what made its object, once it is copied onto another object."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model.card import Card
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.instruction import CreateToken
from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.model.node import mentions, rewritten
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game


def speaks_of_its_maker(card: Card) -> bool:
    """Whether abilities of an object itself, not of what it gives abilities to or creates, speak of what made it."""
    abilities = tuple(each for face in card.faces for each in face.abilities)
    return mentions(rewritten(abilities, _without_others), lambda node: node == Ref("granter"))


def _without_others(node: Any) -> Any:
    if isinstance(node, AddAbilities | CreateToken):
        return msgspec.structs.replace(node, abilities=())
    return node


def take_maker(game: Game, identifier: int, original: int, card: Card) -> None:
    """Let a copy refer to the object to which the abilities refer that it has copied (rule key
    name.self_reference.granting).

    identifier: the copy. original: of what. card: the values that it takes. Raises Undecided where that object is not
    known, or the copy was made by another one itself.
    """
    if not speaks_of_its_maker(card):
        return
    maker, own = game.item(original).granter, game.item(identifier).granter
    if maker is None or own not in (None, maker):
        raise Undecided(f"what made the object that {game.name(identifier)} is a copy of is not told apart")
    if own is None:
        game.update(identifier, "name.self_reference.granting", granter=maker)
