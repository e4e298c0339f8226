"""Auras that enter without resolving as Aura spells: what they enchant as they enter."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene, Undecided
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.arriving import Arriving
from layerproof.solver.situation.attaching import may_be_attached
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.guard import unhindered

_PLAYERS = ("player", "opponent")


def hosts_told(entry: Any) -> tuple[str, ...]:
    """What the choices of an entry say that Auras enchant which enter by it: labels and names of players."""
    return tuple(str(each) for each in dict(getattr(entry, "choices", ())).get("attached_to", ()))


def enchants_as_it_enters(
    game: Game, item: GameObject, how: Arriving, ahead: Derivation
) -> tuple[bool, int | str | None]:
    """What an object that is entering will be attached to, and whether it enters at all.

    item: the object, on the battlefield already for the look-ahead. ahead: how it would be there. What is told or said
    of what enters (how.attached_to) is that; an Aura of which nothing is said enchants what the player chooses under
    whose control it enters, of all that it can enchant. Where there is one such object or player no more need be told;
    where there is none it does not enter. Raises Undecided where the choice is not told, Forbidden where what is told
    cannot be enchanted. Sources: rule keys attach.aura_enters, attach.aura_nothing_to_enchant.
    """
    entry = ahead.scene.view[item.id]
    if how.attached_to is not None or "Aura" not in entry.subtypes:
        return True, how.attached_to
    name = game.name(item.id)
    if how.came_from == "stack" and how.was is not None and "Aura" in game.entry(how.was).subtypes:
        raise Undecided(f"what the Aura spell {name} targets is not told (targets: would say it)")
    _is_known(entry, name)
    unhindered(game, "attach")
    hosts = _possible(game, item, entry)
    old = () if how.was is None else (how.was,)
    if not hosts:
        game.deed("enchants nothing", entry.controller, *old)
        return False, None
    told = [game.who(each) for each in game.hosts]
    chosen = [each for each in hosts if each in told] if told else hosts
    if not chosen:
        raise Forbidden(f"{name} cannot enchant what is told", "attach.aura_enters", "name what it can enchant")
    if len(chosen) > 1:
        raise Undecided(f"what {name} enchants as it enters is not told (attached_to: would say it)")
    host = chosen[0]
    unhindered(game, "attach", host if isinstance(host, int) else None)
    game.deed("enchants", entry.controller, item.id, *([host] if isinstance(host, int) else []))
    return True, host


def _is_known(entry: Entry, name: str) -> None:
    """Stop where it is not known what an Aura can enchant."""
    enchants = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
    enchants = [each for each in enchants if does(each.keyword, "says what is enchanted")]
    if not enchants or "creature" in entry.types:
        raise Undecided(f"what becomes of {name} as it enters, an Aura that is a creature or has no enchant ability")
    if any(each.filter is None and (each.quality or "player") not in _PLAYERS for each in enchants):
        raise Undecided(f"what {name} enchants is not modelled")


def _possible(game: Game, item: GameObject, entry: Entry) -> list[int | str]:
    """All that an Aura can enchant, as things are before anything enters that enters at the same moment."""
    there = game.scene_before(None).view
    new = game.arriving or set()
    others = [each for each in game.situation.objects if each.id in there and each.id not in new]
    alone = [each for each in game.situation.objects if each.id == item.id]
    situation = msgspec.structs.replace(game.situation, objects=tuple(sorted({*others, *alone}, key=lambda it: it.id)))
    scene = Scene(situation, game.edition, game.last_known)
    Derivation(scene).run()
    seen = scene.view[item.id]
    if (seen.types, seen.subtypes, seen.colors, seen.controller) != (
        entry.types, entry.subtypes, entry.colors, entry.controller
    ):  # fmt: skip
        raise Undecided(f"what {game.name(item.id)} is as it is chosen what it enchants")
    objects: list[int | str] = [each.id for each in others if each.id != item.id and each.id in scene.view]
    rival = any(isinstance(each.ability, Keyword) and each.ability.quality == "opponent" for each in entry.abilities)
    names = [each.name for each in situation.players if not (rival and each.name == entry.controller)]
    return [each for each in (*objects, *names) if may_be_attached(scene, item.id, each)]
