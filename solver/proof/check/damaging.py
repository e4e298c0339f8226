"""Damage and its results."""

from __future__ import annotations

from collections.abc import Sequence

from layerproof.kb.model.ability import Ability, Opaque
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse, refuse_change
from layerproof.solver.proof.check.preventing import Dealt, not_prevented, preventions
from layerproof.solver.proof.check.reading import has_keyword

# With so many poison counters a player loses.
_POISONED = 10


def deal_damage(
    game: Game, number: int, to: Sequence[int | str], source: int | None, combat: bool | None = False
) -> None:
    """Deal damage to objects and players, all at once; combat: whether it is combat damage, None if not known.

    A planeswalker loses loyalty, a battle defense; damage to a creature is marked, or by a source with wither or
    infect becomes -1/-1 counters; a source with lifelink gains its controller as much life. Raises Incomplete where an
    effect of which only the words are known may prevent or change the damage.
    """
    if number <= 0:
        return
    view = game.view
    abilities = [each.ability for other in view.values() if other.battlefield for each in other.abilities]
    if game.damage_rules or any(_speaks_of_damage(each) for each in abilities):
        raise Incomplete("damage that an effect on the rules may prevent or change")
    entry = (view.get(source) or game.known.get(source)) if source is not None else None

    def keyword(word: str) -> bool:
        return entry is not None and has_keyword(entry, word)

    known = preventions(game)
    for each in to:
        refuse_change(game, "damage", each)
        many = not_prevented(game, Dealt(number, each, source, len(to) == 1, combat), known)
        if not many:
            continue
        if isinstance(each, str):
            if keyword("toxic") and combat is not False:
                raise Incomplete("poison counters of combat damage by a source with toxic")
            if keyword("infect"):
                game.poison[each] = game.poison.get(each, 0) + many
                if game.poison[each] >= _POISONED:
                    raise Incomplete("a player with so many poison counters")
            else:
                refuse(game, "life")
                game.set_player(each, life=game.players[each].life - many)
        elif each in view and each in game.objects:
            types = view[each].types
            if "creature" in types:
                if keyword("wither") or keyword("infect"):
                    game.put(each, "-1/-1", many)
                else:
                    game.change(each, damage=game.objects[each].damage + many)
                if keyword("deathtouch"):
                    game.change(each, deathtouched=True)
            if "planeswalker" in types:
                game.remove(each, "loyalty", many)
            if "battle" in types:
                game.remove(each, "defense", many)
        else:
            continue
        if keyword("lifelink") and entry is not None:
            refuse(game, "life")
            player = game.players[entry.controller]
            game.set_player(player.name, life=player.life + many)


def _speaks_of_damage(ability: Ability) -> bool:
    return mentions(ability, is_damage_rule) or (isinstance(ability, Opaque) and "damage" in ability.gloss)


def is_damage_rule(node: object) -> bool:
    """Whether a record is an effect on the rules that speaks of damage, such as a prevention effect."""
    return isinstance(node, RuleEffect) and ("damage" in node.gloss or "prevent" in node.gloss)
