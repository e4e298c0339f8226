"""What has changed between two situations, as the conclusions of `event` steps."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model.effect import Until
from layerproof.kb.model.modification import TakeValues
from layerproof.kb.model.node import Node
from layerproof.kb.model.situation import Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.step_rules import change_rule

Change = tuple[str, dict[str, Any]]


def as_plain(value: Any) -> Any:
    """A record, or a tuple of them, as the plain data that JSON gives back."""
    return msgspec.json.decode(msgspec.json.encode(value))


def changes(before: Situation, after: Situation, edition: Edition) -> list[Change]:
    """Pairs of a rule key and a change, in the order of the proof format: gone, new, objects, ends, begins, effects,
    players, the game. The clock and the next identifier are no changes, and the origin of an effect is left out."""
    found: list[Change] = []
    old = {each.id: each for each in before.objects}
    here = {each.id for each in after.objects}
    for each in before.objects:
        # What came and went within the event is no change between its two ends.
        if each.id not in here:
            found.append((change_rule(edition, "gone"), {"gone": each.id}))
    for each in after.objects:
        if each.id not in old:
            found.append((change_rule(edition, "new"), {"new": as_plain(each)}))
    for each in after.objects:
        if each.id in old and (fields := _different(old[each.id], each)):
            rule = change_rule(edition, "object", tuple(fields))
            found.append((rule, {"object": each.id, "set": fields}))
    found.extend(_of_effects(before, after, edition))
    players = {each.name: each for each in before.players}
    for player in after.players:
        if fields := _different(players[player.name], player):
            found.append((change_rule(edition, "player"), {"player": player.name, "set": fields}))
    fields_of_game = ("active", "step", "turn", "priority", "passed", "strikes", "struck")
    game = {name: getattr(after, name) for name in fields_of_game}
    if changed := {name: as_plain(value) for name, value in game.items() if getattr(before, name) != value}:
        found.append((change_rule(edition, "game"), {"game": changed}))
    return found


def _of_effects(before: Situation, after: Situation, edition: Edition) -> list[Change]:
    old = {each.id: each for each in before.effects}
    new = {each.id: each for each in after.effects}
    found: list[Change] = [
        (change_rule(edition, "ends"), {"ends": identifier}) for identifier in old if identifier not in new
    ]
    for identifier, effect in new.items():
        if identifier not in old:
            shown = as_plain(msgspec.structs.replace(effect, origin=""))
            until = effect.duration.when if isinstance(effect.duration, Until) else ""
            copies = any(isinstance(each, TakeValues) for each in effect.mods)
            found.append((change_rule(edition, "begins", until=until, copies=copies), {"begins": shown}))
    for identifier, effect in new.items():
        if identifier in old and (fields := _different(old[identifier], effect)):
            found.append((change_rule(edition, "effect"), {"effect": identifier, "set": fields}))
    return found


def _different(before: Node, after: Node) -> dict[str, Any]:
    """The fields in which two records differ, in the order of the record, with the new values."""
    if before is after:
        return {}
    return {
        name: as_plain(getattr(after, name))
        for name in after.__struct_fields__
        if getattr(before, name) != getattr(after, name)
    }
