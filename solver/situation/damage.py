"""Damage: what it does to creatures, planeswalkers and players (rule key damage.results)."""

from __future__ import annotations

from layerproof.kb.model.occurrence import Damaged
from layerproof.solver.layers.protecting import protected_from
from layerproof.solver.layers.reading import has_keyword
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import unhindered
from layerproof.solver.situation.shields import after_prevention


def deal_damage(game: Game, dealer: int | None, to: int | str, number: int) -> None:
    """Deal damage to an object or player.

    dealer: the object that deals it, None if the scenario names none. Sources: rule keys damage.results,
    damage.results.wither, damage.results.loyalty, damage.results.marked. Raises Undecided while something that may
    prevent or replace damage is in play and not modelled.
    """
    if number <= 0:
        return
    source = None if dealer is None else game.entry(dealer)
    unhindered(game, "damage", to if isinstance(to, int) else None)
    if source is not None and isinstance(to, int) and to in game.scene().view:
        # Damage from what it has protection from is prevented (rule key keyword.protection_damage).
        if protected_from(game.entry(to), source):
            return
    number = after_prevention(game, dealer, to, number)
    if number <= 0:
        return
    if isinstance(to, str) or (dealer is not None and has_keyword(game.entry(dealer), "lifelink")):
        unhindered(game, "life")
    with game.one_moment():
        _results(game, dealer, to, number)


def _results(game: Game, dealer: int | None, to: int | str, number: int) -> None:
    """What damage that is dealt does, and the report of it (rule key damage.results)."""
    source = None if dealer is None else game.entry(dealer)
    withering = source is not None and (has_keyword(source, "wither") or has_keyword(source, "infect"))
    if isinstance(to, str):
        if source is not None and has_keyword(source, "infect"):
            raise Undecided("poison counters are not modelled")
        game.report(Damaged(dealer, to, number))
        game.gain_life(to, -number)
    else:
        entry = game.scene().view.get(to)
        if entry is None:
            return
        game.report(Damaged(dealer, to, number))
        if "creature" in entry.types:
            if withering:
                game.put_counters(to, "-1/-1", number)
            else:
                item = game.item(to)
                deadly = source is not None and has_keyword(source, "deathtouch")
                game.update(to, damage=item.damage + number, deathtouched=item.deathtouched or deadly)
        if "planeswalker" in entry.types:
            game.remove_counters(to, "loyalty", number)
        if "battle" in entry.types:
            game.remove_counters(to, "defense", number)
    if source is not None and has_keyword(source, "lifelink"):
        game.gain_life(source.controller, number)
