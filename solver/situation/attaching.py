"""Whether an Aura, Equipment or Fortification can be attached to something."""

from __future__ import annotations

from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.expression import InZone
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.protecting import protected_from
from layerproof.solver.layers.reading import fits, has_keyword_that
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.view import Entry


def may_be_attached(scene: Scene, identifier: int, host: int | str) -> bool:
    """Whether an object can be attached to an object or a player, as things are.

    Sources: rule keys attach.aura, attach.aura_creature, attach.equipment, attach.equipment_creature,
    attach.fortification, attach.not_attachable, keyword.protection_auras. It does not look at costs or at who
    controls what.
    """
    entry = scene.view.get(identifier)
    if entry is None or host == identifier:
        return False
    if "creature" in entry.types and not (
        "Equipment" in entry.subtypes and has_keyword_that(entry, "stays attached as a creature")
    ):
        return False
    if "Aura" in entry.subtypes:
        enchants = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
        enchants = [each for each in enchants if does(each.keyword, "says what is enchanted")]
        return bool(enchants) and all(_enchants(scene, identifier, entry, each, host) for each in enchants)
    found = scene.view.get(host) if isinstance(host, int) else None
    if found is None or not isinstance(host, int) or scene.items[host].zone != "battlefield":
        return False
    if protected_from(scene.words, found, entry, _left_by(scene, found, identifier, host)):
        return False
    if "Equipment" in entry.subtypes:
        return "creature" in found.types
    return "Fortification" in entry.subtypes and "land" in found.types


def _enchants(scene: Scene, aura: int, entry: Entry, enchant: Keyword, host: int | str) -> bool:
    if isinstance(host, str):
        left = any(each.lost for each in scene.situation.players if each.name == host)
        return not left and enchant.filter is None and (enchant.quality or "player") in ("player", "opponent")
    found = scene.view.get(host)
    if (
        found is None
        or enchant.filter is None
        or protected_from(scene.words, found, entry, _left_by(scene, found, aura, host))
    ):
        return False
    # An Aura enchants a card outside the battlefield only where its ability names a zone.
    if scene.items[host].zone != "battlefield" and not mentions(enchant.filter, lambda node: isinstance(node, InZone)):
        return False
    return fits(enchant.filter, scene, Source(aura), host)


# What an effect says of the protection that it gives, in words of the card facts.
_LEAVES_THIS, _LEAVES_AURAS = "this protection leaves this Aura attached", "this protection leaves Auras attached"


def _left_by(scene: Scene, host: Entry, attached: int, where: int) -> frozenset[int]:
    """The objects that grant protection to a host and say that this does not remove what is attached (rule keys
    keyword.protection_kept_aura, keyword.protection_kept_attached)."""
    left: set[int] = set()
    for source in {each.granter for each in host.abilities if isinstance(each.ability, Keyword)}:
        says = None if source is None else scene.view.get(source)
        words = set() if says is None else _says_left(says)
        if source is None or not words:
            continue
        if _LEAVES_THIS in words and source == attached:
            left.add(source)
        elif _LEAVES_AURAS in words and "Aura" in scene.view[attached].subtypes:
            if scene.items[attached].attached_to != where:
                raise Undecided("whether an Aura becomes attached where the Auras that are there already are left")
            left.add(source)
        elif words - {_LEAVES_THIS, _LEAVES_AURAS}:
            raise Undecided("which of what is attached already an effect leaves that gives protection")
    return frozenset(left)


def _says_left(entry: Entry) -> set[str]:
    return {
        mod.gloss
        for instance in entry.abilities
        for effect in static_effects(instance.ability)
        for mod in effect.effect.mods
        if isinstance(mod, RuleEffect) and "leaves" in mod.gloss and "attached" in mod.gloss
    }
