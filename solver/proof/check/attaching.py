"""What may be attached to what, and what protection forbids."""

from __future__ import annotations

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.expression import Filter
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says


def protected(host: Entry, other: Entry) -> bool:
    """Whether the host has protection from a quality that the other object has."""
    return any(
        isinstance(each.ability, Keyword)
        and each.ability.keyword == "protection"
        and has_quality(other, each.ability.quality or "")
        for each in host.abilities
    )


def has_quality(entry: Entry, quality: str) -> bool:
    """Whether an object has a quality that protection names: everything, a color, a card type or a subtype.

    Plurals are understood (`creatures`, `Goblins`).
    """
    if quality == "everything":
        return True
    words = {*entry.colors, *entry.types, *entry.subtypes, *entry.supertypes}
    if quality in ("multicolored", "monocolored", "colorless"):
        return {"multicolored": len(entry.colors) > 1, "monocolored": len(entry.colors) == 1}.get(
            quality, not entry.colors
        )
    singular = quality[:-1] if quality.endswith("s") else quality
    folded = {word.lower() for word in words}
    return quality.lower() in folded or singular.lower() in folded or (quality == "sorceries" and "sorcery" in words)


def may_be_attached(game: Game, attachment: int, host: int | str) -> bool:
    """Whether an Aura, Equipment or Fortification can be attached to an object or player, by the present view.

    A bestowed Aura follows the enchant ability that it has. An Aura without an enchant ability can be attached to
    nothing. Source: the rules on Auras, Equipment and Fortifications.
    """
    view = game.view
    entry = view.get(attachment)
    if entry is None or attachment == host:
        return False
    reconfigures = any(isinstance(e.ability, Keyword) and e.ability.keyword == "reconfigure" for e in entry.abilities)
    if "creature" in entry.types and not ("Equipment" in entry.subtypes and reconfigures):
        return False
    if "Aura" in entry.subtypes:
        keywords = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
        enchants = [each for each in keywords if each.keyword == "enchant"]
        return bool(enchants) and all(_enchants(game, attachment, each, host) for each in enchants)
    found = view.get(host) if isinstance(host, int) else None
    if found is None or not found.battlefield or protected(found, entry):
        return False
    if "Equipment" in entry.subtypes:
        return "creature" in found.types
    return "Fortification" in entry.subtypes and "land" in found.types


def _enchants(game: Game, aura: int, enchant: Keyword, host: int | str) -> bool:
    if isinstance(host, str):
        return enchant.filter is None and (enchant.quality or "player") in ("player", "opponent")
    view = game.view
    found = view.get(host)
    if found is None or protected(found, view[aura]):
        return False
    if enchant.filter is None or not (found.battlefield or _names_zone(enchant.filter)):
        return False
    return game.reader(Says(aura)).fits(enchant.filter, found)


def _names_zone(filter: Filter) -> bool:
    return "InZone" in repr(filter)
