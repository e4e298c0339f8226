"""Damage: what it does to creatures, planeswalkers and players (rule key damage.results)."""

from __future__ import annotations

from layerproof.kb.model.modification import RuleEffect
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.reading import has_keyword
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.situation.game import Game


def deal_damage(game: Game, dealer: int | None, to: int | str, number: int) -> None:
    """Deal damage to an object or player.

    dealer: the object that deals it, None if the scenario names none. Sources: rule keys damage.results,
    damage.results.wither, damage.results.loyalty, damage.results.marked. Raises Undecided while something that may
    prevent or replace damage is in play and not modelled.
    """
    if number <= 0:
        return
    _nothing_interferes(game)
    source = None if dealer is None else game.entry(dealer)
    withering = source is not None and (has_keyword(source, "wither") or has_keyword(source, "infect"))
    if isinstance(to, str):
        if source is not None and has_keyword(source, "infect"):
            raise Undecided("poison counters are not modelled")
        game.gain_life(to, -number)
    else:
        entry = game.scene().view.get(to)
        if entry is None:
            return
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


def _nothing_interferes(game: Game) -> None:
    """Stop where an ability or effect about damage is there that is not modelled."""
    scene = game.scene()
    for identifier, entry in scene.view.items():
        if scene.items[identifier].zone != "battlefield":
            continue
        for instance in entry.abilities:
            for effect in static_effects(instance.ability):
                for mod in effect.effect.mods:
                    _is_about_damage(mod, game.name(identifier))
            gloss = getattr(instance.ability, "gloss", "")
            if gloss and ("damage" in gloss or "life" in gloss):
                raise Undecided(f"an ability of {game.name(identifier)} about damage is not modelled ({gloss})")
    for effect_ in game.situation.effects:
        for mod in effect_.mods:
            _is_about_damage(mod, effect_.origin)


def _is_about_damage(mod: object, of: str) -> None:
    if isinstance(mod, RuleEffect) and "damage" in mod.gloss:
        raise Undecided(f"an effect of {of} about damage is not modelled ({mod.gloss})")
