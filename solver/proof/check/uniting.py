"""Objects that are instructed to meld, seen by the checker: a meld pair becomes one permanent, others stay exiled."""

from __future__ import annotations

from layerproof.kb.cards.meld_pairs import melded_into
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario import event as ev
from layerproof.solver.proof.check.entering import Arrives, arrive, give_back
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.leaving import move
from layerproof.solver.proof.check.making import known_card


def unite(game: Game, event: ev.Melds) -> None:
    """Exile two objects; if both are the real cards of one meld pair and lie in exile then, put them onto the
    battlefield as one permanent with the combined face.

    Raises Incomplete where one of them is not there, for cards of different owners, and in editions without melding.
    """
    identifiers = [game.labelled(each) for each in event.melds]
    if len(set(identifiers)) != 2 or any(each not in game.objects for each in identifiers):
        raise Incomplete("objects that meld and are not there")
    pair = [game.objects[each] for each in identifiers]
    into = _pair_becomes(pair)
    if into is not None and "meld" not in game.edition.numbers:
        raise Incomplete("melding in an edition that does not know it")
    if into is not None and pair[0].owner != pair[1].owner:
        raise Incomplete("a meld pair of two owners")
    controller = event.controller or game.objects[identifiers[0]].controller
    labels = [event.as_] if isinstance(event.as_, str) else list(event.as_ or ())
    seen = game.view
    lie: list[int] = []
    with game.one_moment():
        for identifier, obj in zip(identifiers, pair, strict=True):
            made = move(game, identifier, "exile", seen)
            if into is None and labels and made and not (obj.token or obj.copy):
                label = labels.pop(0)
                game.change(made[0], label=label)
                game.labels[label] = made[0]
            lie.extend(made)
    give_back(game)
    if into is None or len(lie) != 2 or any(game.objects[each].zone != "exile" for each in lie):
        game.done("cannot meld", None, *identifiers)
        return
    new = _as_one(game, lie, into, controller, labels[0] if labels else None)
    if new is not None:
        game.done("melds", None, new, *identifiers)


def _pair_becomes(pair: list[GameObject]) -> str | None:
    """The name of what two objects meld into, None where one is no card of a meld pair with the other."""
    if any(obj.token or obj.copy or obj.melded or obj.card.layout != "meld" for obj in pair):
        return None
    return melded_into(pair[0].card.name, pair[1].card.name)


def _as_one(game: Game, lie: list[int], into: str, controller: str, label: str | None) -> int | None:
    """Put two exiled cards onto the battlefield combined; None where that can't enter, and they stay in exile."""
    cards = tuple(game.objects[each].card for each in lie)
    owner = game.objects[lie[0]].owner
    how = Arrives(
        known_card(into),
        owner=owner,
        controller=controller,
        label=label,
        was=lie[0],
        came_from="exile",
        melded=cards,
    )
    as_it_was = game.kept()
    with game.beat():
        for each in lie:
            game.depart(each, game.view)
        new = arrive(game, how)
    if new is None:
        game.restore(as_it_was)
        return None
    for each in lie:
        game.became[each] = new
    return new
