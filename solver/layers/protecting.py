"""Protection: whether an object has protection from a quality that another has."""

from __future__ import annotations

from layerproof.kb.keywords.chosen_qualities import CHOSEN_QUALITIES, NAME, PLAYER
from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.notation.short_forms import CARD_TYPES, SUPERTYPES
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import Entry

# What a card or a scenario calls the opponents of the controller, where protection names them.
_OPPONENTS = ("opponent", "opponents", "each opponent", "your opponents", "each of your opponents")
_PLURALS = {"sorceries": "sorcery", "enchantments": "enchantment", "planeswalkers": "planeswalker"}


def protected_from(words: Vocabulary, host: Entry, entry: Entry, left: frozenset[int] = frozenset()) -> bool:
    """Whether an object has protection from a quality of another (rule key keyword.protection).

    words: those of the edition. left: the objects of which the protection that they grant does not remove the other
    object. Raises Undecided for a quality that is not modelled.
    """
    for instance in host.abilities:
        ability = instance.ability
        if not isinstance(ability, Keyword) or not does(ability.keyword, "protects from a quality"):
            continue
        if left and instance.granter in left:
            continue
        if ability.quality in _OPPONENTS:
            if entry.controller != host.controller:
                return True
        elif _has_quality(words, entry, ability.quality or ""):
            return True
    return False


def protected_from_player(host: Entry, player: str | None) -> bool:
    """Whether an object has protection from a player, as from each opponent of its controller (rule key
    keyword.protection.player)."""
    keywords = [each.ability for each in host.abilities if isinstance(each.ability, Keyword)]
    against = {each.quality for each in keywords if does(each.keyword, "protects from a quality")}
    if "chosen" in against or any(each in against for each in CHOSEN_QUALITIES):
        raise Undecided("from what it is protected is not told")
    return f"{PLAYER}{player}" in against or (player != host.controller and not against.isdisjoint(_OPPONENTS))


def hidden_from(words: Vocabulary, host: Entry, by: Entry | None) -> tuple[str, ...]:
    """The rule keys by which an object cannot be the target of what an opponent controls; empty where it can be.

    by: the spell, or the object whose ability it is. Source: rule keys keyword.hexproof.permanent,
    keyword.hexproof.from_quality. Raises Undecided for a quality that is not modelled, or for a source that is unknown.
    """
    abilities = [each.ability for each in host.abilities if isinstance(each.ability, Keyword)]
    qualities = [each.quality for each in abilities if does(each.keyword, "targeted by no opponent")]
    if None in qualities:
        return ("keyword.hexproof.permanent",)
    if qualities and by is None:
        raise Undecided("whether a source that is not there has a quality")
    if any(by is not None and _has_quality(words, by, quality or "") for quality in qualities):
        return ("keyword.hexproof.from_quality", "keyword.hexproof.permanent")
    return ()


def _has_quality(words: Vocabulary, entry: Entry, quality: str) -> bool:
    match quality:
        case "everything":
            return True
        case "colorless":
            return not entry.colors
        case "multicolored":
            return len(entry.colors) > 1
        case "monocolored":
            return len(entry.colors) == 1
        case "each color" | "all colors":
            return bool(entry.colors)
    number = quality.removeprefix("mana value ")
    if number != quality and number.isdigit():
        return entry.mana_value == int(number)
    if quality.startswith(PLAYER):
        # Elsewhere than on the battlefield or the stack the owner stands for the controller.
        return entry.controller == quality.removeprefix(PLAYER)
    if quality.startswith(NAME):
        return quality.removeprefix(NAME) in entry.names
    singular = _PLURALS.get(quality, quality.removesuffix("s"))
    for word in (quality, singular):
        if word in COLORS:
            return word in entry.colors
        if word in CARD_TYPES:
            return word in entry.types
        if word in SUPERTYPES:
            return word in entry.supertypes
        if known_families(words, word):
            return quality in entry.subtypes or singular in entry.subtypes
    raise Undecided(f"what protects from {quality} is not modelled")
