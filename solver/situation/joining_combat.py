"""Creatures that are put onto the battlefield attacking (rule key attack.put_attacking)."""

from __future__ import annotations

from layerproof.kb.model.expression import Ref
from layerproof.kb.model.told.fact_kinds import named_by, naming, with_told
from layerproof.solver.layers.reading import refer
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.situation.game import Forbidden, Game

_DECLARED = ("combat", "declare attackers")
_BLOCKED = ("declare blockers", "combat damage", "end of combat")
# Before attackers are declared, and where no step is told.
_OPEN = (None, "beginning of combat")


def joins_combat(game: Game, source: Source, identifier: int, like: Ref | None = None) -> None:
    """Let a creature that has just been put onto the battlefield attacking be an attacking creature.

    It never attacked, so that nothing is reported. What is no creature, is a battle, is under the control of a player
    who is not the attacking player, or would attack what is no longer there, is not attacking (rule keys
    attack.put_attacking, combat.only_creatures). Once blockers are declared it is unblocked. like: the object that
    attacks, or attacked as it last was there, what this one does; else its controller chooses, as the scenario tells
    with `attacking` among the choices. Raises Undecided where that is not told and there is a choice, and where it is
    not known whether there are attacking creatures yet.
    """
    step, item = game.situation.step, game.there(identifier)
    if item is None or item.zone != "battlefield":
        return
    if step in _OPEN or (step == "combat" and not _anything_attacks(game)):
        raise Undecided("what is put onto the battlefield attacking where no attackers were declared is not modelled")
    entry = game.entry(identifier)
    if "creature" not in entry.types or "battle" in entry.types:
        return
    if step not in (*_DECLARED, *_BLOCKED) or entry.controller != game.situation.active:
        return
    whom = _as_chosen(game, source, entry.controller) if like is None else _as_another(game, source, like)
    if whom is not None:
        unblocked = (("blocked", 0),) if step in _BLOCKED else ()
        game.update(identifier, "attack.put_attacking", told=with_told(item.told, (("attacking", whom), *unblocked)))


def _anything_attacks(game: Game) -> bool:
    return any(dict(item.told).get("attacking") for item in game.situation.objects)


def _as_chosen(game: Game, source: Source, player: str) -> str:
    """What the player chooses that it attacks: a defending player, or a planeswalker of one."""
    scene = game.scene()
    there = scene.in_zones(("battlefield",))
    opponents = [each.name for each in game.situation.players if not each.lost and each.name != player]
    walkers = [each for each in there if "planeswalker" in scene.view[each].types]
    walkers = [each for each in walkers if scene.controller_of(each) in opponents]
    told = [str(value) for key, values in source.choices if key == "attacking" for value in values]
    if len(told) == 1:
        if told[0] in opponents:
            return told[0]
        chosen = None if game.is_player(told[0]) else game.find(told[0])
        if chosen is not None and "battle" in game.entry(chosen.id).types:
            raise Undecided("a battle that something is put onto the battlefield attacking")
        if chosen is None or chosen.id not in walkers:
            raise Forbidden(f"{told[0]} cannot be attacked by a creature of {player}", "attack.put_attacking")
        return naming(chosen.id)
    battles = any("battle" in scene.view[each].types for each in there)
    if told or battles or len(opponents) + len(walkers) != 1:
        raise Undecided(f"what {player} has a creature attack that is put there attacking is not told")
    return opponents[0]


def _as_another(game: Game, source: Source, like: Ref) -> str | None:
    """What another creature attacks, or attacked as it last was there; None where that is gone."""
    other = refer(like, game.scene(), source)
    value = 1 if other is None else dict(game.item(other).told).get("attacking", 1)
    named = named_by(value)
    if not isinstance(value, str):
        raise Undecided("what another creature was attacking is not told")
    if not named:
        return None if game.situation.player_state(value).lost else value
    if len(named) > 1 or (game.there(named[0]) is not None and "battle" in game.entry(named[0]).types):
        raise Undecided("what is put onto the battlefield attacking a battle is not modelled")
    there = game.there(named[0])
    if there is None or there.zone != "battlefield" or "planeswalker" not in game.entry(named[0]).types:
        return None
    return None if game.entry(named[0]).controller == game.situation.active else value
