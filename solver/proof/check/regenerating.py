"""Destruction, and what regenerates instead of being destroyed."""

from __future__ import annotations

from layerproof.kb.model.modification import Regeneration, RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import StatusChange
from layerproof.solver.proof.check.game import Game, replace
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import is_there, templates
from layerproof.solver.proof.check.reading import has_keyword
from layerproof.solver.proof.check.view import View
from layerproof.solver.proof.check.world import Says


def shield_of(game: Game, identifier: int) -> int | None:
    """The effect in force that regenerates an object the next time it would be destroyed: the oldest, None if none.

    Raises Incomplete where a static ability regenerates it, or where an effect on the rules speaks of regenerating.
    Source: the rules on regenerating.
    """
    for entry in game.view.values():
        for instance in entry.abilities:
            for template in templates(instance.ability):
                if any(isinstance(mod, Regeneration) for mod in template.effect.mods) and is_there(
                    game.world(), game.view, game.objects[entry.id], instance, template
                ):
                    raise Incomplete("a static ability that regenerates")
    found = []
    for effect in game.effects.values():
        if any(isinstance(mod, Regeneration) for mod in effect.mods) and identifier in (effect.objects or ()):
            reader = game.reader(Says(effect.source, controller=effect.controller))
            if reader.holds(effect.condition, identifier):
                found.append((effect.timestamp, effect.id))
    if found and _forbidden(game):
        raise Incomplete("an effect on the rules that speaks of regenerating")
    return min(found)[1] if found else None


def _forbidden(game: Game) -> bool:
    def speaks(node: object) -> bool:
        return isinstance(node, RuleEffect) and "regenerat" in node.gloss

    abilities = tuple(each.ability for entry in game.view.values() if entry.battlefield for each in entry.abilities)
    return mentions(abilities, speaks) or any(mentions(each.mods, speaks) for each in game.effects.values())


def regenerate(game: Game, identifier: int, effect: int) -> None:
    """Use up a shield of an object: it is tapped, damage is removed, and the effect is on it no more."""
    shield = game.effects[effect]
    if len(shield.mods) > 1:
        raise Incomplete("a regeneration shield that is one effect with others")
    with game.beat():
        if not game.objects[identifier].tapped:
            game.tell(StatusChange(identifier, "tapped"))
        game.change(identifier, tapped=True, damage=0, deathtouched=False)
    left = tuple(each for each in shield.objects or () if each != identifier)
    if left:
        game.effects[effect] = replace(shield, objects=left)
    else:
        game.end(effect)
    game.touched()


def survives(game: Game, identifier: int, seen: View, may_regenerate: bool) -> bool:
    """Whether a permanent that would be destroyed stays: it is indestructible or regenerates; seen: the view before."""
    if identifier in seen and has_keyword(seen[identifier], "indestructible"):
        return True
    shield = shield_of(game, identifier) if may_regenerate else None
    if shield is not None:
        regenerate(game, identifier, shield)
    return shield is not None
