"""Drawing cards one by one, and revealing one as it is drawn (rule key draw.one_at_a_time)."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.keyword_files import does, keyword_ability
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.occurrence import Drew, StatusChange
from layerproof.kb.scenario.size_limits import too_many
from layerproof.solver.layers.reading import top_of_library
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.replacing.happening import Happening
from layerproof.solver.replacing.happens import become, follow
from layerproof.solver.situation import moving
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.guard import unhindered
from layerproof.solver.situation.libraries import unlisted_leaves
from layerproof.solver.situation.log import Doubt

FIRST = "may be revealed as the first card drawn"
REVEALED = "revealed_as_drawn"


def draw(game: Game, player: str, number: int) -> None:
    """A player draws cards: the listed ones on top of the library first, then unknown ones.

    A card that `reveal` among the choices names is revealed as it is drawn. Raises Forbidden where it could not be,
    Undecided where it is not known to be the first one. Source: rule key draw.one_at_a_time.
    """
    unhindered(game, "draw")
    if (why := too_many(number, "draws")) is not None:
        raise Undecided(why)
    for _ in range(number):
        happens, follows = become(game, Happening("draw", player=player))
        for each in happens:
            _draw_one(game, str(each.player))
        follow(game, follows)


def _draw_one(game: Game, player: str) -> None:
    top, before = top_of_library(game.situation, player), drawn_before(game, player)
    if top is None and not unlisted_leaves(game, player, rule="draw"):
        # Nothing is drawn, and the player loses (rule key state_based.empty_library).
        game.set_player(player, "draw.empty_library", drew_nothing=True)
        return
    with game.one_moment():
        if top is not None:
            card = moving.move(game, top, "hand", way="drawn", by=player)
        else:
            card = None
            drawn = game.situation.player_state(player).drawn
            game.set_player(player, "draw", drawn=drawn + 1)
        game.draws = game.draws | {player: (before or 0) + 1}
        game.report(Drew(player))
    if top is not None and card is not None and card.zone == "hand":
        _reveal(game, card.id, game.item(top).label, before)


def drawn_before(game: Game, player: str) -> int | None:
    """How many cards a player has drawn this turn, or at least how many; None where the timeline does not tell of all
    draws and of none.

    Source: the timeline, or the fact `cards drawn this turn` that it tells.
    """
    if player in game.draws:
        return game.draws[player]
    told = dict(game.situation.player_state(player).told).get("cards drawn this turn")
    return told if isinstance(told, int) else None


def _reveal(game: Game, card: int, label: str | None, before: int | None) -> None:
    """The card that was drawn is revealed where that is said; where it is not and could be, its ability is in doubt."""
    keywords = [each.ability.keyword for each in game.entry(card).abilities if isinstance(each.ability, Keyword)]
    rules = [record.rule for each in keywords if does(each, FIRST) and (record := keyword_ability(each)) is not None]
    if label is None or label not in (game.reveals or ()):
        if rules and not before and game.played and game.reveals is None:
            game.doubted.append(Doubt(card, "whether a card is revealed as it is drawn (choices: reveal would say it)"))
        return
    game.reveals = tuple(each for each in game.reveals or () if each != label)
    if not rules or before:
        raise Forbidden(f"{label} cannot be revealed as it is drawn", rules[0] if rules else "draw.one_at_a_time")
    if before is None:
        raise Undecided("whether a card is the first one drawn in the turn is not told (turn: or told: would say it)")
    if len(rules) > 1:
        raise Undecided("by which of several abilities a card is revealed as it is drawn")
    game.update(card, rules[0], label=label, shown=True)
    game.labels[label] = card
    with game.one_moment():
        game.report(StatusChange(card, REVEALED))


def to_reveal(entry: Any) -> tuple[str, ...] | None:
    """The labels of the cards that an entry of the timeline says are revealed as they are drawn; None where it does not
    say it. Source: docs/scenarios.md, `reveal`."""
    said = dict(getattr(entry, "choices", ())).get("reveal")
    return None if said is None else tuple(str(each) for each in said if each != "none")


def nothing_left_to_reveal(game: Game) -> None:
    """Raise Forbidden where a card is said to be revealed as it is drawn and was not drawn (rule key
    draw.one_at_a_time)."""
    if game.reveals:
        raise Forbidden(f"{game.reveals[0]} is not drawn here", "draw.one_at_a_time", "name a card that is drawn")
