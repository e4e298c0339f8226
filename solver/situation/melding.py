"""Melding: two objects are exiled, and the cards of a meld pair come back as one permanent (rule key meld)."""

from __future__ import annotations

from layerproof.kb.cards.meld_pairs import melded_into
from layerproof.kb.cards.store import load_card
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.card import Card
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario import event as ev
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation import moving
from layerproof.solver.situation.arriving import Arriving
from layerproof.solver.situation.entering import enter
from layerproof.solver.situation.game import Game, Invalid


def melds(game: Game, event: ev.Melds) -> None:
    """Two objects are exiled and put onto the battlefield melded; where they cannot meld they stay in exile.

    Only the two cards of one meld pair meld: tokens and any other cards do not (rule key meld.only_pairs). The melded
    permanent has the values of the combined face. Raises Invalid where the event names one object twice or a label
    that is taken; Undecided where the two have different owners, or no facts of the combined face are known.
    """
    items = [game.existing(each) for each in event.melds]
    if len(items) != 2 or items[0].id == items[1].id:
        raise Invalid("two different objects meld", "melds: [LABEL, LABEL]")
    combined = _combined(game, *items)
    labels = [event.as_] if isinstance(event.as_, str) else list(event.as_ or ())
    exiled: list[GameObject] = []
    with game.at_one_moment():
        for item in items:
            leaves_card = not (item.token or item.copy) and combined is None
            label = labels.pop(0) if labels and leaves_card else None
            made = moving.move(game, item.id, "exile", label, None, at_once=True)
            exiled += [] if made is None else [made]
    moving.come_back(game)
    if combined is None or [each.zone for each in exiled] != ["exile", "exile"]:
        game.deed("cannot meld", None, *(each.id for each in items))
        return
    owner = exiled[0].owner
    how = Arriving(
        label=labels[0] if labels else None,
        controller=game.player(event.controller) if event.controller else items[0].controller,
        was=exiled[0].id,
        came_from="exile",
        melded=tuple(each.card for each in exiled),
        parts=tuple(each.id for each in exiled),
        before=game.scene_before(None),
    )
    before = game.mark()
    for each in exiled:
        game.remove(each.id, "meld")
    new = enter(game, combined, owner, how)
    if new is None:
        game.undo(before)
        return
    for each in exiled:
        game.became[each.id] = new.id
    game.deed("melds", None, new.id, *(each.id for each in items))


def _combined(game: Game, one: GameObject, other: GameObject) -> Card | None:
    """The card record of the combined face of two objects; None where they are no meld pair."""
    if not all(_is_meld_card(each) for each in (one, other)):
        return None
    name = melded_into(one.card.name, other.card.name)
    if name is None:
        return None
    if "meld" not in game.edition.numbers:
        raise Undecided("cards that meld, before the rules knew of it, are not modelled")
    if one.owner != other.owner:
        raise Undecided("cards of two owners that meld are not modelled")
    try:
        return load_card(name)
    except KnowledgeError:
        raise Undecided(f"the combined face {name} is not among the cards that are known") from None


def _is_meld_card(item: GameObject) -> bool:
    return item.card.layout == "meld" and not (item.token or item.copy or item.melded)
