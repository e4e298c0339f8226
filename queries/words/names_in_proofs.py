"""Names in proofs turned into words: rows into layers, participants into abilities, effects and counters."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model.ability import Ability, ClassLevel, LevelBand, Static, StationBand
from layerproof.kb.model.card import Card
from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.notation.short_forms import keyword
from layerproof.kb.rulebook.edition import Edition, load_edition
from layerproof.kb.wording.abilities import ability_text
from layerproof.queries.words.proof_records import record_from
from layerproof.solver.layers.changing import intrinsic_ability

Step = dict[str, Any]
_COUNTERS = re.compile(r"([0-9]+) (.+) counters$")
_STATIC = re.compile(r"([0-9]+)\.(.+)\.([0-9]+)$")
_MAX = 110


def layer_name(edition: Edition, row: str) -> str:
    """Say which layer a row of an edition is: `layer 6`, or with a letter where a layer has several rows.

    >>> layer_name(load_edition("current"), "layer.power_toughness.set")
    'layer 7b'
    """
    groups: list[list[str]] = []
    families: list[str] = []
    for each in edition.layers:
        family = _family(each.key)
        if not families or families[-1] != family:
            families.append(family)
            groups.append([])
        groups[-1].append(each.key)
    for number, group in enumerate(groups, 1):
        if row in group:
            return f"layer {number}" + (chr(ord("a") + group.index(row)) if len(group) > 1 else "")
    return row


def _family(key: str) -> str:
    """The layer of a row: those of copying and being face down are one, and so are those of power and toughness."""
    return "layer.copy" if key.startswith(("layer.copy", "face_down")) else ".".join(key.split(".")[:2])


class Names:
    """The words for what stands in one proof: objects, participants, players.

    It reads the proof alone: the records of objects and effects that its steps of kind `change` hold.
    """

    def __init__(self, proof: dict[str, Any]) -> None:
        self.edition = load_edition(proof["edition"])
        self.objects: dict[int, Step] = {}
        self.effects: dict[int, Step] = {}
        self.labels: dict[int, str] = {}
        self.ended: set[int] = set()
        for step in proof["steps"]:
            said = step["conclusion"]
            if step["kind"] == "change":
                self._learn(said["change"])
            elif step["kind"] in ("printed", "final") and said["label"]:
                self.labels[said["object"]] = said["label"]

    def _learn(self, change: Step) -> None:
        if "new" in change:
            made = change["new"]
            self.objects[made["id"]] = made
            if made.get("label"):
                self.labels[made["id"]] = made["label"]
        elif "object" in change:
            self.objects[change["object"]] = {**self.objects.get(change["object"], {}), **change["set"]}
            if change["set"].get("label"):
                self.labels[change["object"]] = change["set"]["label"]
        elif "ends" in change:
            self.ended.add(change["ends"])
        elif "begins" in change:
            self.effects[change["begins"]["id"]] = change["begins"]
        elif "effect" in change:
            self.effects[change["effect"]] = {**self.effects.get(change["effect"], {}), **change["set"]}

    # --- objects -----------------------------------------------------------------------------------------------

    def card(self, identifier: int) -> Card | None:
        """Give the card of an object; that of a copy effect on it where it has become a copy."""
        copied: Card | None = None
        for number, effect in self.effects.items():
            if number not in self.ended and identifier in (effect.get("objects") or ()):
                copied = self.copied_by(f"effect {number}") or copied
        return copied or self._own_card(identifier)

    def copied_by(self, part: str) -> Card | None:
        """Give the card whose values a copy effect gives; None for another participant."""
        effect = self.effects.get(int(part.split()[1]), {}) if part.startswith("effect ") else {}
        taken = [mod["card"] for mod in effect.get("mods", ()) if mod.get("type") == "take_values"]
        return _card(taken[0]) if taken else None

    def _own_card(self, identifier: int) -> Card | None:
        made = self.objects.get(identifier)
        return None if made is None or "card" not in made else _card(made["card"])

    def object(self, identifier: int) -> str:
        """Name an object: by its label, else by its card."""
        return self.labels.get(identifier) or self.card_name(identifier)

    def card_name(self, identifier: int) -> str:
        """Name the card of an object, of the face that is up."""
        made = self.objects.get(identifier, {})
        faces = made.get("card", {}).get("faces", [])
        face = made.get("face", 0)
        name = faces[face if face < len(faces) else 0].get("name") if faces else None
        return str(name or self.labels.get(identifier) or f"object {identifier}")

    def both(self, identifier: int) -> str:
        """Name an object by its label and its card, where they say different things."""
        label, name = self.object(identifier), self.card_name(identifier)
        return label if _same(label, name) else f"{label} ({name})"

    def listed(self, identifiers: list[int]) -> str:
        """Name several objects."""
        names = [self.object(each) for each in identifiers]
        if len(names) < 2:
            return names[0] if names else "no object"
        return ", ".join(names[:-1]) + " and " + names[-1]

    # --- participants ------------------------------------------------------------------------------------------

    def short(self, part: str, about: int | None = None) -> str:
        """Name a participant briefly, as seen from an object: `its level band`, a card, `its +1/+1 counters`."""
        owner = self.owner(part)
        own = owner is not None and owner == about
        counters = _COUNTERS.match(part)
        if counters:
            kind = counters[2]
            return f"its {kind} counters" if own else f"the {kind} counters on {self.object(int(counters[1]))}"
        if part.endswith((" merged", " face down")):
            what = "being merged" if part.endswith("merged") else "being face down"
            return f"its {what}" if own else f"{self.object(owner or 0)} {what}"
        if part.startswith("effect "):
            return self._effect(int(part.split()[1]))
        ability = self.ability_of(part)
        special = band_words(ability)
        if special:
            return f"its {special}" if own else f"the {special} of {self.object(owner or 0)}"
        return "its own ability" if own else self.card_name(owner or 0)

    def long(self, part: str, about: int | None = None) -> str:
        """Name a participant with its text: `Godhead of Awe's ability “Other creatures have …”`."""
        short = self.short(part, about)
        if part.startswith("effect "):
            said = self._effect_text(self.effects.get(int(part.split()[1]), {}))
            return f"{short} (“{said}”)" if said else short
        text = self.text(part)
        if not text:
            return short
        if short == "its own ability":
            return f"its ability “{text}”"
        if short.startswith(("its ", "the ")):
            return short
        return f"{short}’s ability “{text}”"

    def owner(self, part: str) -> int | None:
        """Give the object whose ability, counters or status a participant is; of an effect the object it came from."""
        if part.startswith("effect "):
            source = self.effects.get(int(part.split()[1]), {}).get("source")
            return source if isinstance(source, int) else None
        found = re.match(r"[0-9]+", part)
        return int(found[0]) if found else None

    def _effect(self, identifier: int) -> str:
        effect = self.effects.get(identifier, {})
        source, origin = effect.get("source"), str(effect.get("origin") or "")
        until = (effect.get("duration") or {}).get("when", "")
        if until.startswith("no longer "):
            return f"being {until.removeprefix('no longer ')}"
        return f"the effect of {self.card_name(source)}" if isinstance(source, int) else (origin or "an effect")

    def _effect_text(self, effect: Step) -> str:
        """The modifications of an effect in force as the text that a static ability with them would have."""
        mods = [each for each in _mods(effect) if each.get("type") != "take_values"]
        if not mods:
            taken = [each["card"]["faces"][0].get("name") for each in effect.get("mods", ())]
            return f"becomes a copy of {taken[0]}" if taken and taken[0] else ""
        effect_of = Effect(Only(Ref("it")), tuple(record_from(each) for each in mods))
        return _shortened(ability_text(Static((effect_of,)), ("permanent",)).text)

    def ability_of(self, part: str) -> Ability | None:
        """Give the ability that a participant of a static ability comes from, where the proof holds it."""
        found = _STATIC.match(part)
        return None if found is None else self._instance(int(found[1]), found[2], 0)

    def _instance(self, identifier: int, name: str, depth: int) -> Ability | None:
        """The ability of an instance's name on an object: printed, of a merged component, granted or copied."""
        if depth > 8:
            return None
        if "/" in name:
            granting, _, last = name.rpartition("/")
            if ":" in last:
                other, _, inner = last.partition(":")
                return self._instance(int(other), inner, depth + 1) if other.isdigit() else None
            return self._granted(granting, int(last), depth) if last.isdigit() else None
        merged = re.match(r"m([0-9]+)\.([0-9]+)$", name)
        if merged:
            components = self.objects.get(identifier, {}).get("components", ())
            number = int(merged[1])
            if number < len(components):
                card = _card(components[number]["card"])
                return _at(card.faces[components[number].get("face", 0)].abilities, int(merged[2]))
            return None
        return self._printed(identifier, int(name)) if name.isdigit() else None

    def _printed(self, identifier: int, index: int) -> Ability | None:
        """The ability at a place of the text of an object: of the values it copied, else of its own card."""
        made = self.objects.get(identifier, {})
        top = [_card(each["card"]) for each in made.get("components", ())[:1]]
        for card in (*top, self.card(identifier), self._own_card(identifier)):
            found = None if card is None else self._on_card(card, made, index)
            if found is not None:
                return found
        return None

    def _on_card(self, card: Card, made: Step, index: int) -> Ability | None:
        if card.layout in ("split", "room"):
            return _at(tuple(each for face in card.faces for each in face.abilities), index)
        face = 1 if made.get("flipped") and card.layout == "flip" else int(made.get("face", 0))
        return _at(card.faces[face if face < len(card.faces) else 0].abilities, index)

    def _granted(self, part: str, index: int, depth: int) -> Ability | None:
        """The ability with this number among those that a participant grants."""
        counters = _COUNTERS.match(part)
        if counters:
            return keyword(counters[2])
        if part.startswith("effect "):
            effect = self.effects.get(int(part.split()[1]), {})
            given = [
                each
                for mod in _mods(effect)
                if mod.get("type") == "add_abilities"
                for each in record_from(mod["abilities"])
            ]
            return _at(tuple(given), index)
        found = _STATIC.match(part)
        if found is None:
            return None
        ability = self._instance(int(found[1]), found[2], depth + 1)
        if isinstance(ability, LevelBand | StationBand | ClassLevel):
            return _at(ability.abilities, index)
        if isinstance(ability, Static) and int(found[3]) < len(ability.effects):
            mods = ability.effects[int(found[3])].mods
            return _at(tuple(each for mod in mods if isinstance(mod, AddAbilities) for each in mod.abilities), index)
        return None

    def text(self, part: str) -> str:
        """Give the text of the ability that a participant comes from; empty where the proof does not hold it."""
        ability = self.ability_of(part)
        return self.ability_words(ability, self.owner(part))

    def instance_words(self, identifier: int, name: str) -> str:
        """Name an ability of an object by its text."""
        if name.startswith("intrinsic "):
            return f"“{self.ability_words(intrinsic_ability(name.split()[1]), None)}”"
        if name.startswith("text "):
            return f"ability {int(name.split()[1]) + 1} of its new text"
        ability = self._instance(identifier, name, 0)
        special = band_words(ability)
        return special or f"“{self.ability_words(ability, identifier)}”" if ability is not None else "an ability"

    def words_on(self, card: Card | None, identifier: int, name: str) -> str:
        """Name an ability of an object by its text on one card: its own (None), or the one that a copy effect takes.

        An ability that is not text of that card is named as `instance_words` does.
        """
        card = card or self._own_card(identifier)
        if card is None or not name.isdigit():
            return self.instance_words(identifier, name)
        ability = self._on_card(card, self.objects.get(identifier, {}), int(name))
        special = band_words(ability)
        return special or f"“{self.ability_words(ability, identifier)}”" if ability is not None else "an ability"

    def ability_words(self, ability: Ability | None, owner: int | None) -> str:
        """Give an ability as text, shortened where it is long."""
        if ability is None:
            return ""
        card = None if owner is None else self.card(owner)
        face = None if card is None else card.faces[0]
        types = (*face.types, *face.subtypes) if face is not None else ("permanent",)
        named = face is not None and "legendary" in face.supertypes
        return _shortened(ability_text(ability, types, face.name if named and face is not None else None).text)


def band_words(ability: Ability | None) -> str:
    """Name a level band, station band or class level; empty for another ability.

    >>> band_words(LevelBand(1, 3, 4, 4))
    'level band (LEVEL 1-3)'
    """
    match ability:
        case LevelBand(minimum, maximum):
            return f"level band (LEVEL {minimum}{'+' if maximum is None else f'-{maximum}'})"
        case StationBand():
            return "station ability"
        case ClassLevel(level):
            return f"ability of level {level}"
    return ""


def of_one_world(proof: dict[str, Any]) -> dict[str, Any]:
    """Give a proof with steps: of a proof over several worlds, that of the first world on which the verdict rests.

    >>> of_one_world({"proofs": [{"world": 3, "proof": {"steps": []}}]})
    {'steps': []}
    """
    if "steps" in proof:
        return proof
    first: dict[str, Any] = proof["proofs"][0]["proof"]
    return first


def _card(plain: Step) -> Card:
    card: Card = record_from(plain)
    return card


def _mods(effect: Step) -> list[Step]:
    """The modifications of an effect in force; of a shape chosen as an object entered those that it holds."""
    found: list[Step] = []
    for mod in effect.get("mods", ()):
        found += mod["mods"] if mod.get("type") == "entering_shape" else [mod]
    return found


def _at(abilities: tuple[Ability, ...], index: int) -> Ability | None:
    return abilities[index] if index < len(abilities) else None


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MAX else flat[: _MAX - 1].rsplit(" ", 1)[0] + " …"


def _same(label: str, name: str) -> bool:
    from layerproof.kb.scenario.scenario_file import default_label

    return label == name or label == default_label(name)
