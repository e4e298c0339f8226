"""Aura swap, seen by the checker: two Auras change places, or nothing happens."""

from __future__ import annotations

from layerproof.solver.proof.check.attaching import may_be_attached
from layerproof.solver.proof.check.entering import Arrives, arrive, give_back
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.leaving import move
from layerproof.solver.proof.check.reading import Reader


def auras_change_places(game: Game, reader: Reader) -> None:
    """Put the Aura card that was chosen onto the battlefield in place of the source, and the source into the hand.

    Neither happens unless both can: the source must be an attached Aura that its controller owns, and the card must be
    able to be attached where it is.
    """
    chosen = dict(reader.says.choices).get("object")
    if chosen is None:
        raise Incomplete("the Aura card that is exchanged")
    if not chosen:
        return
    you, card = reader.you(), chosen[0]
    if not isinstance(card, int) or card not in game.objects:
        raise Incomplete("a card that is exchanged and not there")
    held = game.objects[card]
    if (held.zone, held.owner) != ("hand", you) or "Aura" not in game.view[card].subtypes:
        raise ForbiddenChoice("an exchange with what is no Aura card of the hand")
    old = game.objects.get(reader.says.source or 0)
    entry = game.view.get(old.id) if old is not None else None
    possible = (
        old is not None
        and entry is not None
        and entry.battlefield
        and "Aura" in entry.subtypes
        and not old.token
        and old.owner == you == entry.controller
        and old.attached_to is not None
        and may_be_attached(game, card, old.attached_to)
    )
    game.done("exchanges" if possible else "cannot exchange", you, card)
    if not possible or old is None:
        return
    seen = game.view
    how = Arrives(held.card, held.owner, you, attached_to=old.attached_to, was=card, came_from="hand")
    with game.one_moment():
        game.depart(card, seen)
        arrive(game, how)
        move(game, old.id, "hand", seen)
    give_back(game)
