"""Drawing, seen by the checker: card by card, and whether one of them is shown as it is drawn."""

from __future__ import annotations

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.occurrence import Drew, StatusChange
from layerproof.kb.scenario.size_limits import too_many
from layerproof.solver.proof.check.becoming import become, follow
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.entering import move
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.interfering import refuse
from layerproof.solver.proof.check.libraries import unlisted_goes
from layerproof.solver.proof.check.looking import top_of_library


def draw(game: Game, name: str, number: int) -> None:
    """Let a player draw so many cards one by one, as effects have it; those of which nothing is listed are only
    counted. What the entry says is shown is shown before the next card is drawn. Source: the rules on drawing."""
    if (why := too_many(number, "draws")) is not None:
        raise Incomplete(why)
    for _ in range(number):
        refuse(game, "draw")
        happen, besides = become(game, [Coming("draw", who=name)])
        for each in happen:
            _draw_one(game, each.who or name)
        follow(game, besides)


def _draw_one(game: Game, name: str) -> None:
    top = top_of_library(game.situation(), name)
    if top is None and not unlisted_goes(game, name):
        game.set_player(name, drew_nothing=True)
        return
    is_first = _none_before(game, name)
    arrived: tuple[int, ...] = ()
    with game.beat():
        if top is None:
            game.set_player(name, drawn=game.players[name].drawn + 1)
        else:
            arrived = move(game, top.id, "hand", game.view, how="drawn", by=name)
        game.cards_this_turn[name] = game.cards_this_turn.get(name, 0) + 1
        game.tell(Drew(name))
    if top is not None and len(arrived) == 1 and game.objects[arrived[0]].zone == "hand":
        _shown(game, arrived[0], top.label, is_first)


def _none_before(game: Game, name: str) -> bool | None:
    """Whether a player has drawn no card in this turn; None where that is not known."""
    counted = game.cards_this_turn.get(name)
    if counted is None:
        said = dict(game.players[name].told).get("cards drawn this turn")
        return said == 0 if isinstance(said, int) else None
    return counted == 0


def _shown(game: Game, card: int, label: str | None, is_first: bool | None) -> None:
    """Show a drawn card if the entry says so, under its label. Where it says nothing of one that may be shown, an
    ability may have triggered. ForbiddenChoice where it may not be shown."""
    abilities = [each.ability for each in game.view[card].abilities]
    letting = [each for each in abilities if isinstance(each, Keyword) and _lets(each)]
    if game.shows is None or label not in game.shows:
        if letting and is_first is not False and game.agenda.played and game.shows is None:
            game.agenda.doubt(card, "whether a card is shown as it is drawn")
        return
    game.shows.remove(str(label))
    if not letting or is_first is False:
        raise ForbiddenChoice("a card that may not be shown as it is drawn")
    if is_first is None:
        raise Incomplete("whether a card is the first that is drawn in a turn")
    if len(letting) != 1:
        raise Incomplete("several abilities by which a card is shown as it is drawn")
    game.change(card, label=label, shown=True)
    game.labels[str(label)] = card
    with game.beat():
        game.tell(StatusChange(card, "revealed_as_drawn"))


def _lets(ability: Keyword) -> bool:
    return does(ability.keyword, "may be revealed as the first card drawn")


def to_be_shown(event: object) -> list[str] | None:
    """The labels of the cards that an entry says are shown as they are drawn, and of no other; None if it is silent."""
    choices = dict(getattr(event, "choices", ()))
    return [str(each) for each in choices["reveal"] if each != "none"] if "reveal" in choices else None


def nothing_left_to_show(game: Game) -> None:
    """ForbiddenChoice where a card is said to be shown as it is drawn and was not drawn."""
    if game.shows:
        raise ForbiddenChoice("a card that is shown as it is drawn, and is not drawn")
