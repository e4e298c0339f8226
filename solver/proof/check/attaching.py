"""What may be attached to what, and what protection forbids."""

from __future__ import annotations

import re

from layerproof.kb.keywords.chosen_qualities import CHOSEN_QUALITIES, NAME, PLAYER
from layerproof.kb.model.ability import Ability, Keyword, Opaque, Static
from layerproof.kb.model.effect import Effect
from layerproof.kb.model.expression import Filter, InZone
from layerproof.kb.model.modification import RuleEffect
from layerproof.kb.model.node import mentions
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.phrasing import keyword_lets, lets
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says


def protected(game: Game, host: Entry, other: Entry, damage: bool = False) -> bool:
    """Whether the host has protection from a quality that the other object has.

    An Aura that says so is not kept off by the protection that it grants itself, nor an attached one by protection
    whose effect leaves Auras attached. damage: what is asked is not whether it can be attached, but whether it can deal
    damage to the host, block or target it. Raises Incomplete for a quality that is no known word, and where the words
    of an effect may leave other things attached.
    """
    keywords = [(each.ability, each.granter) for each in host.abilities if isinstance(each.ability, Keyword)]
    against = [(each, granter) for each, granter in keywords if keyword_lets(each.keyword, "protects from a quality")]
    open_ = False
    for each, granter in against:
        quality = each.quality or ""
        if not understood(game, quality):
            open_ = True
        elif _is_of(host, other, quality) and (damage or not _is_left(game, host, other, granter)):
            return True
    if open_:
        raise Incomplete("a quality to protect from that is no single word")
    return False


def protected_from_side(host: Entry, player: str | None) -> bool:
    """Whether the host has protection from that player, or from the opponents of its controller, one of whom that
    player is."""
    keywords = [each.ability for each in host.abilities if isinstance(each.ability, Keyword)]
    against = {each.quality for each in keywords if keyword_lets(each.keyword, "protects from a quality")}
    if any(each in ("chosen", *CHOSEN_QUALITIES) for each in against):
        raise Incomplete("a quality to protect from that is chosen and not told")
    return f"{PLAYER}{player}" in against or (host.controller != player and not against.isdisjoint(_RIVALS))


def _is_of(host: Entry, other: Entry, quality: str) -> bool:
    return host.controller != other.controller if quality in _RIVALS else has_quality(other, quality)


def _is_left(game: Game, host: Entry, other: Entry, granter: int | None) -> bool:
    """Whether the effect that grants a protection says that it leaves this object attached where it is."""
    source = None if granter is None else game.view.get(granter)
    words = set() if source is None else set(_kept_attached(game, source))
    if granter == other.id and _LEAVES_ITSELF in words:
        return True
    if _LEAVES_AURAS in words and "Aura" in other.subtypes:
        if game.objects[other.id].attached_to != host.id:
            raise Incomplete("an Aura that becomes attached where others are left")
        return True
    if words - {_LEAVES_ITSELF, _LEAVES_AURAS}:
        raise Incomplete("an effect that may leave attached what it protects from")
    return False


def kept_from_opponents(game: Game, entry: Entry, source: Entry | None) -> bool:
    """Whether an object has hexproof, or hexproof from a quality that a source has, which an opponent controls.

    Raises Incomplete for a quality that is no known word, and where the source is not known.
    """
    keywords = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
    qualities = [each.quality for each in keywords if keyword_lets(each.keyword, "targeted by no opponent")]
    if None in qualities:
        return True
    if qualities and (source is None or not all(understood(game, each or "") for each in qualities)):
        raise Incomplete("a quality to be kept from that is no single word")
    return any(source is not None and has_quality(source, each or "") for each in qualities)


def hexproof_rule(entry: Entry) -> tuple[str, ...]:
    """The rules by which hexproof keeps a target off: those of hexproof from a quality where it has no other."""
    keywords = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
    whole = any(each.quality is None for each in keywords if keyword_lets(each.keyword, "targeted by no opponent"))
    return ("keyword.hexproof.permanent",) if whole else ("keyword.hexproof.from_quality", "keyword.hexproof.permanent")


_MANA_VALUE = re.compile(r"mana value ([0-9]+)")
# In words of the card facts.
_LEAVES_ITSELF, _LEAVES_AURAS = "this protection leaves this Aura attached", "this protection leaves Auras attached"
# Protection from a player is written so where it is from those who are no friends of the controller.
_RIVALS = frozenset({"opponent", "opponents", "each opponent", "your opponents", "each of your opponents"})


def _kept_attached(game: Game, entry: Entry) -> list[str]:
    """What the abilities of an object say about protection that leaves things attached."""
    mods = [mod for each in entry.abilities for effect in _effects(each.ability) for mod in effect.mods]
    words = [mod.gloss for mod in mods if isinstance(mod, RuleEffect)]
    words += [each.ability.gloss for each in entry.abilities if isinstance(each.ability, Opaque)]
    return [each for each in words if "attached" in each or "remove" in each]


def _effects(ability: Ability) -> tuple[Effect, ...]:
    return ability.effects if isinstance(ability, Static) else ()


def understood(game: Game, quality: str) -> bool:
    """Whether a quality is a color or a word of a type line, also in the plural, or says how many colors there are."""
    if quality in ("everything", "each color", "all colors", "multicolored", "monocolored", "colorless", "sorceries"):
        return True
    if quality in _RIVALS or quality.startswith((PLAYER, NAME)):
        return True
    if _MANA_VALUE.fullmatch(quality):
        return True
    words = game.edition.vocabulary
    known = {*words.colors, *words.card_types, *words.supertypes}
    singular = quality.removesuffix("s")
    return any(each in known or words.family_of(each) is not None for each in (quality, singular))


def has_quality(entry: Entry, quality: str) -> bool:
    """Whether an object has a quality that protection names: everything, a color, a card type or a subtype.

    Plurals are understood (`creatures`, `Goblins`).
    """
    if quality == "everything":
        return True
    if quality.startswith(PLAYER):
        return entry.controller == quality[len(PLAYER) :]
    if quality.startswith(NAME):
        return quality[len(NAME) :] in entry.names
    number = _MANA_VALUE.fullmatch(quality)
    if number:
        return entry.mana_value == int(number[1])
    if quality in ("multicolored", "monocolored", "colorless", "each color", "all colors"):
        many = len(entry.colors)
        return {"multicolored": many > 1, "monocolored": many == 1, "colorless": not many}.get(quality, many > 0)
    words = {*entry.colors, *entry.types, *entry.subtypes, *entry.supertypes}
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
    stays = lets(entry, "stays attached as a creature")
    if "creature" in entry.types and not ("Equipment" in entry.subtypes and stays):
        return False
    if "Aura" in entry.subtypes:
        keywords = [each.ability for each in entry.abilities if isinstance(each.ability, Keyword)]
        enchants = [each for each in keywords if keyword_lets(each.keyword, "says what is enchanted")]
        return bool(enchants) and all(_enchants(game, attachment, each, host) for each in enchants)
    found = view.get(host) if isinstance(host, int) else None
    if found is None or not found.battlefield or protected(game, found, entry):
        return False
    if "Equipment" in entry.subtypes:
        return "creature" in found.types
    return "Fortification" in entry.subtypes and "land" in found.types


def _enchants(game: Game, aura: int, enchant: Keyword, host: int | str) -> bool:
    if isinstance(host, str):
        if game.players[host].lost:
            return False
        return enchant.filter is None and (enchant.quality or "player") in ("player", "opponent")
    view = game.view
    found = view.get(host)
    if found is None or protected(game, found, view[aura]):
        return False
    if enchant.filter is None or not (found.battlefield or _names_zone(enchant.filter)):
        return False
    return game.reader(Says(aura)).fits(enchant.filter, found)


def _names_zone(filter: Filter) -> bool:
    return mentions(filter, lambda node: isinstance(node, InZone))
