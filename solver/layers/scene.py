"""The scene: a situation, an edition and the view as it is at the present point of the derivation."""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.model.situation import GameObject, Situation
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.vocabulary import Vocabulary
from layerproof.kb.wording.plain_words import plainly
from layerproof.solver.layers.view import Entry, View


class Undecided(Exception):
    """What is not modelled could matter: what it is, and where it was met."""

    def __str__(self) -> str:
        return plainly(super().__str__())


NOT_YET = "the rules for commanders are not followed yet"


def named(item: GameObject) -> str:
    """An object in words: its label, or the name of its card."""
    return item.label or item.card.name or f"object {item.id}"


def open_zone(item: GameObject) -> Undecided:
    """What is said where it counts in which of two zones an object is."""
    one, _, other = item.zone.partition(" or ")
    if other != "command":
        return Undecided(f"whether {named(item)} is in {one} or {other}")
    tells = f"{{leaves: {named(item)}, to: command}}"
    return Undecided(f"whether {named(item)} is in {one} or in the command zone: {NOT_YET} ({tells} says that it goes)")


class Source(NamedTuple):
    """From where a phrase of rules text speaks.

    id: the object with the ability, or that an effect in force came from (None if there is none). you: the player who
    is "you", where it is fixed (effects in force, resolutions); None means the controller of the source in the view.
    targets, chosen, made: identifiers of objects or names of players, of a resolution. that: the object a trigger is
    about. x: the value of X. choices: what was chosen in a resolution. granter: the object whose effect granted the
    ability that speaks. each: the player whom a phrase about players one by one is looking at.
    amount: how much an event was about that is replaced. died: what died in the resolution so far. by_rules: it is a
    resolution that the rules bring about, so that nothing that the scenario does not tell is done. life_lost: how much
    life players have lost because the resolution said so. acted: the objects that its last instruction acted upon which
    tells of objects on the battlefield, None where none has. resolving: it is a resolution.
    """

    id: int | None
    you: str | None = None
    targets: tuple[int | str, ...] = ()
    chosen: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    that: int | str | None = None
    x: int | None = None
    choices: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    granter: int | None = None
    it: int | None = None
    each: str | None = None
    amount: int | None = None
    died: tuple[int, ...] = ()
    by_rules: bool = False
    life_lost: int = 0
    acted: tuple[int, ...] | None = None
    resolving: bool = False


class Scene:
    """Everything that a phrase of rules text can be read against. The view is replaced as the derivation goes on."""

    __slots__ = ("edition", "gone", "items", "last_known", "order", "situation", "view", "words", "zones")

    def __init__(self, situation: Situation, edition: Edition, last_known: View | None = None) -> None:
        self.situation = situation
        self.edition = edition
        self.words: Vocabulary = edition.vocabulary
        self.items: dict[int, GameObject] = {item.id: item for item in situation.objects if not item.phased_out}
        self.gone: dict[int, GameObject] = {item.id: item for item in situation.gone}
        self.zones: dict[str, list[int]] = {}
        for item in self.items.values():
            self.zones.setdefault(item.zone, []).append(item.id)
        self.view: View = {}
        self.last_known: View = last_known or {}

    def entry(self, identifier: int) -> Entry | None:
        """The entry of an object in the view, or as it last existed."""
        return self.view.get(identifier) or self.last_known.get(identifier)

    def names(self, identifier: int) -> tuple[str, ...]:
        """The names of an object in the view, or those it had as it last existed."""
        found = self.entry(identifier)
        return () if found is None else found.names

    def item(self, identifier: int) -> GameObject | None:
        """The object of an identifier, as it is or as it last existed."""
        return self.items.get(identifier) or self.gone.get(identifier)

    def in_zones(self, zones: tuple[str, ...]) -> list[int]:
        """The identifiers of the objects in these zones. Raises Undecided where it is a choice in which one is."""
        for place in self.zones:
            if " or " in place and any(zone in place.split(" or ") for zone in zones):
                raise open_zone(self.items[self.zones[place][0]])
        if len(zones) == 1:
            return self.zones.get(zones[0], [])
        return [each for zone in zones for each in self.zones.get(zone, [])]

    def zone_of(self, identifier: int) -> str:
        """The zone of an object that exists. Raises Undecided where it is a choice in which one it is."""
        zone = self.items[identifier].zone
        if " or " in zone:
            raise open_zone(self.items[identifier])
        return zone

    def you(self, source: Source) -> str:
        """The player whom the word "you" of a source means (rule key object.you)."""
        if source.you is not None:
            return source.you
        entry = None if source.id is None else self.entry(source.id)
        if entry is None:
            return self.situation.players[0].name
        item = self.item(source.id) if source.id is not None else None
        if item is not None and item.zone not in ("battlefield", "stack"):
            return item.owner
        return entry.controller

    def controller_of(self, identifier: int) -> str | None:
        """Who controls an object, or owns it where no one can control it (rule key control.owner_instead)."""
        entry, item = self.entry(identifier), self.item(identifier)
        if entry is None or item is None:
            return None
        return entry.controller if item.zone in ("battlefield", "stack") else item.owner
