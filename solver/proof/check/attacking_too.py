"""Creatures that come onto the battlefield attacking, without ever having been declared as attackers."""

from __future__ import annotations

from layerproof.kb.model.expression import Ref
from layerproof.kb.model.told.fact_kinds import named_by, with_told
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.reading import Reader


def attack_too(game: Game, reader: Reader, identifier: int, like: Ref | None = None) -> None:
    """Make an attacking creature of what an effect has put onto the battlefield attacking.

    Only a creature that the attacking player controls, and that is no battle, becomes one, while there is combat and
    for as long as what it would attack is there. It is unblocked once blockers have been declared. like: it attacks
    what this object does, or did. Incomplete where it is not told what it attacks, or how far combat has gone.
    """
    attackers = [obj for obj in game.objects.values() if dict(obj.told).get("attacking")]
    late = game.step in ("declare blockers", "combat damage", "end of combat")
    early = game.step == "declare attackers" or (game.step == "combat" and attackers)
    if not late and not early and game.step in (None, "combat", "beginning of combat"):
        raise Incomplete("a creature that comes attacking before attackers were declared")
    entry = game.view.get(identifier)
    if entry is None or not entry.battlefield or not (late or early):
        return
    if entry.controller != game.active or "creature" not in entry.types or "battle" in entry.types:
        return
    against = _the_same(game, reader, like) if like is not None else _chosen(game, reader, entry.controller)
    if against is None:
        return
    facts: tuple[tuple[str, int | str], ...] = (("attacking", against),)
    if late:
        facts += (("blocked", 0),)
    game.change(identifier, told=with_told(game.objects[identifier].told, facts))


def _open_to_attack(game: Game, attacker: str) -> dict[str, str]:
    """Whom and what a creature of a player may attack, by name or label, with how that is kept."""
    others = {name: name for name, player in game.players.items() if name != attacker and not player.lost}
    for entry in game.view.values():
        if entry.battlefield and "planeswalker" in entry.types and entry.controller in others:
            others[game.objects[entry.id].label or f"number {entry.id}"] = f"object {entry.id}"
    return others


def _chosen(game: Game, reader: Reader, attacker: str) -> str:
    able = _open_to_attack(game, attacker)
    said = [str(each) for each in reader.choice("attacking")]
    if len(said) > 1:
        raise Incomplete("several things that creatures come attacking")
    battle = any(entry.battlefield and "battle" in entry.types for entry in game.view.values())
    if said and said[0] in able:
        return able[said[0]]
    if battle or (not said and len(able) != 1):
        raise Incomplete("what a creature comes attacking")
    if said:
        raise ForbiddenChoice("what a creature comes attacking may not be attacked")
    return next(iter(able.values()))


def _the_same(game: Game, reader: Reader, like: Ref) -> str | None:
    """What another creature attacks, or last attacked; None where that is no longer there to be attacked."""
    other = reader.refer_object(like)
    obj = None if other is None else game.objects.get(other) or game.gone.get(other)
    attacked = dict(obj.told).get("attacking") if obj is not None else None
    if not isinstance(attacked, str):
        raise Incomplete("what another creature was attacking")
    numbers = named_by(attacked)
    if not numbers:
        return attacked if attacked in game.players and not game.players[attacked].lost else None
    entry = game.view.get(numbers[0])
    if len(numbers) > 1 or (entry is not None and "battle" in entry.types):
        raise Incomplete("a battle that a creature comes attacking")
    stands = entry is not None and entry.battlefield and "planeswalker" in entry.types
    return attacked if stands and entry is not None and entry.controller != game.active else None
