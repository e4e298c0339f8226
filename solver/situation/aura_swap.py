"""Aura swap: an Aura is exchanged with an Aura card in its player's hand (rule key keyword.aura_swap)."""

from __future__ import annotations

from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.situation import moving
from layerproof.solver.situation.arriving import Arriving
from layerproof.solver.situation.attaching import may_be_attached
from layerproof.solver.situation.game import Forbidden, Game


def swap_auras(game: Game, source: Source) -> None:
    """Exchange the Aura with the Aura card of the hand that was chosen, if both halves are possible.

    They are if the player owns the Aura, which is attached, and the card could be attached where it is; else nothing
    happens (rule key keyword.aura_swap.whole). Raises Undecided where it is not told which card is chosen, Forbidden
    where that is no Aura card of the player's hand.
    """
    scene = game.scene()
    you = scene.you(source)
    if dict(source.choices).get("object") == ():
        return
    if not source.chosen:
        raise Undecided("which Aura card of the hand is exchanged is not told")
    card = game.item(source.chosen[0])
    seen = scene.view.get(card.id)
    if seen is None or card.zone != "hand" or card.owner != you or "Aura" not in seen.subtypes:
        raise Forbidden("what is exchanged is no Aura card of the hand", "keyword.aura_swap", "name one that is")
    host = _host(game, scene, source.id, you, card.id)
    if host is None or source.id is None:
        game.deed("cannot exchange", you, card.id)
        return
    game.deed("exchanges", you, card.id)
    with game.at_one_moment():
        moving.move(game, card.id, "battlefield", None, Arriving(controller=you, attached_to=host), at_once=True)
        moving.move(game, source.id, "hand", at_once=True)
    moving.come_back(game)


def _host(game: Game, scene: Scene, aura: int | None, you: str, card: int) -> int | str | None:
    """What the Aura is attached to, if the exchange is possible; None where it is not."""
    item = None if aura is None else game.there(aura)
    if item is None or item.zone != "battlefield" or item.token or item.owner != you:
        return None
    if "Aura" not in scene.view[item.id].subtypes or scene.controller_of(item.id) != you:
        return None
    host = item.attached_to
    return host if host is not None and may_be_attached(scene, card, host) else None
