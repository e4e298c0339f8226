"""Looking at single objects: the top card of a library, whether a permanent is transformed, words of a category."""

from __future__ import annotations

from layerproof.kb.model.ability import Chapter, Triggered
from layerproof.kb.model.card import Card
from layerproof.kb.model.situation import GameObject, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.view import PERMANENT_TYPES, Entry


def top_of_library(situation: Situation, player: str) -> GameObject | None:
    """The top card of a player's library, if it is listed: the one listed last.

    Raises Incomplete for a library that was shuffled after the last of its listed cards had come there.
    """
    cards = [each for each in situation.objects if each.zone == "library" and each.owner == player]
    on_top = [each for each in cards if each.top] or cards
    top = max(on_top, key=lambda each: each.timestamp) if on_top else None
    mixed = {each.name: each.shuffled for each in situation.players}[player]
    if cards and max(each.timestamp for each in cards) <= mixed:
        raise Incomplete("the order of a library that was shuffled")
    return top


def by_itself(word: str, entry: Entry, obj: GameObject, turn: int, edition: Edition) -> bool | None:
    """Whether an object has a status or quality that it shows by itself; None for one that asks about more.

    turn: the number of this turn. It does not promise anything of what a scenario tells.
    """
    triggers = isinstance(obj.ability, Triggered | Chapter)
    seen = {
        "tapped": obj.tapped,
        "untapped": not obj.tapped,
        "token": obj.token,
        "face_down": obj.face_down is not None,
        "face_up": obj.face_down is None,
        "flipped": obj.flipped,
        "transformed": is_transformed(obj, edition),
        "double_faced": is_double_faced(obj),
        "paired": obj.paired is not None,
        "multicolored": len(entry.colors) > 1,
        "monocolored": len(entry.colors) == 1,
        "colorless": not entry.colors,
        "permanent": bool(entry.types & PERMANENT_TYPES),
        "historic": "artifact" in entry.types or "legendary" in entry.supertypes or "Saga" in entry.subtypes,
        "spell": obj.zone == "stack" and obj.ability is None,
        "ability": obj.zone == "stack" and obj.ability is not None,
        "activated_ability": obj.zone == "stack" and obj.ability is not None and not triggers,
        "triggered_ability": obj.zone == "stack" and triggers,
        "card": not obj.token and not obj.copy and obj.ability is None,
        "copy": obj.copy,
        "named": bool(entry.names),
        "entered_this_turn": obj.entered_turn == turn,
    }
    return seen.get(word)


def is_double_faced(obj: GameObject) -> bool:
    """Whether an object is a double-faced card or token, or a melded permanent; no token is a meld card."""
    layouts = ("transform", "modal_dfc") if obj.token else ("transform", "modal_dfc", "meld")
    return obj.card.layout in layouts and not obj.components


def turns(card: Card, edition: Edition) -> bool:
    """Whether a card or token is one of those of which the edition says that they transform."""
    if edition.policies["modal_faces_transform"] == "never":
        return card.layout == "transform"
    return card.layout in ("transform", "modal_dfc")


def is_transformed(obj: GameObject, edition: Edition) -> bool:
    """Whether a permanent is double-faced, in the sense of the edition, and has its back face up."""
    if obj.components or obj.zone != "battlefield" or obj.face_down is not None:
        return False
    return turns(obj.card, edition) and obj.face == 1


def category_words(edition: Edition, category: str, entry: Entry) -> frozenset[str]:
    """The words of a category that an object has: creature types, land types, colors, names or card types."""
    words = edition.vocabulary
    if category == "creature type":
        return frozenset(word for word in entry.subtypes if "creature" in known_families(words, word))
    if category == "land type":
        return frozenset(word for word in entry.subtypes if "land" in known_families(words, word))
    if category == "color":
        return frozenset(entry.colors)
    return frozenset(entry.names) if category == "name" else entry.types


def has_adventure(situation: Situation, obj: GameObject) -> bool:
    """Whether an object has the other characteristics of an Adventure spell, also where they are not in use.

    Raises Incomplete for a spell, and for a permanent that is merged, face down or under an effect. Source: the rule on
    Adventurer cards.
    """
    affected = any(each.objects is None or obj.id in each.objects for each in situation.effects)
    if obj.zone == "stack" or obj.components or obj.face_down or (affected and obj.zone == "battlefield"):
        raise Incomplete("whether an object that something has changed has an Adventure")
    return obj.card.layout == "adventure"
