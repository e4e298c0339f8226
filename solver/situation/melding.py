"""Melding: what is instructed to meld is exiled, and melds if it can (rule key meld.only_pairs)."""

from __future__ import annotations

from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario import event as ev
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation import moving
from layerproof.solver.situation.game import Game, Invalid


def melds(game: Game, event: ev.Melds) -> None:
    """Two objects are exiled, to be melded; where they cannot meld they stay there.

    Only two cards of a meld pair meld: tokens and any other cards do not. Raises Undecided where both are meld cards,
    since what they meld into is not modelled.
    """
    items = [game.existing(each) for each in event.melds]
    if len(items) != 2 or items[0].id == items[1].id:
        raise Invalid("two different objects meld", "melds: [LABEL, LABEL]")
    if all(_is_meld_card(each) for each in items):
        raise Undecided("what two meld cards meld into is not modelled")
    labels = [event.as_] if isinstance(event.as_, str) else list(event.as_ or ())
    with game.at_one_moment():
        for item in items:
            leaves_card = not (item.token or item.copy)
            label = labels.pop(0) if labels and leaves_card else None
            moving.move(game, item.id, "exile", label, None, at_once=True)
    moving.come_back(game)
    game.deed("cannot meld", None, *(each.id for each in items))


def _is_meld_card(item: GameObject) -> bool:
    return item.card.layout == "meld" and not (item.token or item.copy)
