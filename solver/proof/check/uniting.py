"""Objects that are instructed to meld, seen by the checker: those that cannot meld are exiled, and that is all."""

from __future__ import annotations

from layerproof.kb.scenario import event as ev
from layerproof.solver.proof.check.entering import give_back
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.leaving import move


def unite(game: Game, event: ev.Melds) -> None:
    """Exile two objects that were to be melded and cannot be: a token or copy, or a card that is no meld card, is
    among them."""
    identifiers = [game.labelled(each) for each in event.melds]
    if len(set(identifiers)) != 2 or any(each not in game.objects for each in identifiers):
        raise Incomplete("objects that meld and are not there")
    cards = [game.objects[each] for each in identifiers]
    real = [not obj.token and not obj.copy for obj in cards]
    if all(real) and {obj.card.layout for obj in cards} == {"meld"}:
        raise Incomplete("the permanent that a meld pair becomes")
    labels = [event.as_] if isinstance(event.as_, str) else list(event.as_ or ())
    seen = game.view
    with game.one_moment():
        for identifier, has_card in zip(identifiers, real, strict=True):
            made = move(game, identifier, "exile", seen)
            if has_card and labels and made:
                label = labels.pop(0)
                game.change(made[0], label=label)
                game.labels[label] = made[0]
    give_back(game)
    game.done("cannot meld", None, *identifiers)
