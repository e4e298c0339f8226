"""Copies of what an effect has made: what their abilities say of its source is still said of that one."""

from __future__ import annotations

from collections.abc import Iterator

from layerproof.kb.model.card import Card
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.instruction import CreateToken
from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.model.node import Node
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete


def hand_on_maker(game: Game, copy: int, original: int, card: Card) -> None:
    """Let a new copy know whom the copied abilities speak of that speak of the maker of the original.

    An object refers to one maker only: Incomplete where the copy has one of its own already, and where that of the
    original is not known.
    """
    if Ref("granter") not in set(_said(tuple(each for face in card.faces for each in face.abilities))):
        return
    first = game.objects.get(original) or game.gone.get(original)
    maker, present = None if first is None else first.granter, game.objects[copy].granter
    if maker is None or (present is not None and present != maker):
        raise Incomplete("whom a copied ability speaks of that speaks of the maker of an object")
    if present is None:
        game.change(copy, granter=maker)


def _said(node: object) -> Iterator[Ref]:
    # What abilities that are given to others, or to tokens, call their granter is the object itself.
    if isinstance(node, tuple):
        for each in node:
            yield from _said(each)
    elif isinstance(node, Ref):
        yield node
    elif isinstance(node, Node) and not isinstance(node, AddAbilities):
        for field in node.__struct_fields__:
            if not (field == "abilities" and isinstance(node, CreateToken)):
                yield from _said(getattr(node, field))
