"""The known cards that a description fits, for cards that a scenario leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from layerproof.kb.cards.embedded_facts import card_names
from layerproof.kb.cards.meld_pairs import meld_pair
from layerproof.kb.cards.store import load_card
from layerproof.kb.keywords.keyword_files import keyword_ability
from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as mo
from layerproof.kb.model.card import Face
from layerproof.kb.model.node import mentions
from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.participants import templates
from layerproof.solver.proof.check.phrasing import named_by
from layerproof.solver.proof.check.printed import cost_value, face_colors, printed_number, spelled_out

_PERMANENT = {"artifact", "battle", "creature", "enchantment", "land", "planeswalker"}
_ALWAYS_SUPERTYPES = {"legendary", "basic", "snow"}
_BASIC = {"Plains", "Island", "Swamp", "Mountain", "Forest"}
_SORTS: dict[str, tuple[type, ...]] = {
    "an activated ability": (ab.Activated, ab.Loyalty),
    "a triggered ability": (ab.Triggered,),
    "a static ability": (ab.Static,),
    "a level ability": (ab.LevelBand,),
}
_DEEDS: dict[str, tuple[type, ...]] = {
    "sets base power and toughness": (mo.SetBasePT,),
    "changes power and toughness": (mo.ModifyPT,),
    "switches power and toughness": (mo.SwitchPT,),
    "sets colors": (mo.SetColors,),
    "adds colors": (mo.AddColors,),
    "sets card types": (mo.SetTypes,),
    "adds types": (mo.AddTypes,),
    "sets subtypes": (mo.SetSubtypes,),
    "removes all abilities": (mo.RemoveAllAbilities,),
    "adds abilities": (mo.AddAbilities,),
    "changes text": (mo.ReplaceWord, mo.ExchangeText, mo.FullTextOf),
}


def cards_that_fit(text: str, edition: Edition) -> list[str]:
    """The names of the known cards that a description fits, each by the name of its front face, sorted.

    text: as the proof format describes it. Raises Incomplete for words that are not known here, and where it is not
    sure whether a card fits.
    """
    return list(_found(text, edition))


@lru_cache(maxsize=256)
def _found(text: str, edition: Edition) -> tuple[str, ...]:
    descriptions = [_Description(each, edition) for each in text.split(", or ")]
    faces = [load_card(name).faces[0] for name in card_names()]
    fronts = {face.name: face for face in faces if face.name is not None and meld_pair(face.name) is None}
    return tuple(name for name in sorted(fronts) if any(each.fits(fronts[name]) for each in descriptions))


class _Description:
    """One alternative of a description, taken apart: what must be so, and what must not, of each sort."""

    def __init__(self, text: str, edition: Edition) -> None:
        self.text, self.edition = text.strip(), edition
        rest, _, deeds = self.text.partition(" that ")
        rest, _, excluded = rest.partition(" without ")
        words, _, required = rest.partition(" with ")
        self.words = words.split()
        self.required = [each.strip() for each in required.split(" and ")] if required else []
        self.excluded = [each.strip() for each in excluded.split(" and ")] if excluded else []
        self.deeds = [each.strip() for each in deeds.split(" and that ")] if deeds else []
        if not (self.words or self.required or self.excluded or self.deeds):
            raise Incomplete(f"the cards that are {text!r}")
        # What is not understood must be told even if no card is asked for it.
        nothing = Face(name=None)
        for word in self.words:
            self._word(word, nothing)
        for quality in self.required + self.excluded:
            self._quality(quality, nothing)
        for deed in self.deeds:
            self._does(deed, nothing)

    def fits(self, face: Face) -> bool:
        """Whether the front face of a card fits. Raises Incomplete where it is not sure."""
        return (
            all(self._word(word, face) for word in self.words)
            and all(self._quality(each, face) for each in self.required)
            and not any(self._quality(each, face) for each in self.excluded)
            and all(self._does(each, face) for each in self.deeds)
        )

    def _unknown(self, word: str) -> Incomplete:
        return Incomplete(f"the word {word!r} in the description {self.text!r} of cards")

    def _word(self, word: str, face: Face) -> bool:
        vocabulary = self.edition.vocabulary
        if word in vocabulary.card_types:
            return word in face.types
        if word in _ALWAYS_SUPERTYPES or word in vocabulary.supertypes:
            return word in face.supertypes
        if word in vocabulary.colors:
            return word in own_colors(face)
        if vocabulary.families_of(word):
            return word in own_subtypes(face, self.edition)
        many = len(own_colors(face))
        if word in ("colorless", "monocolored", "multicolored"):
            return many == 0 if word == "colorless" else many == 1 if word == "monocolored" else many > 1
        if word in ("card", "spell"):
            return word == "card" or "land" not in face.types
        if word == "permanent":
            return bool(_PERMANENT.intersection(face.types))
        numbers = re.fullmatch(r"(-?\d+)/(-?\d+)", word)
        if numbers:
            stated = printed_number(face.power), printed_number(face.toughness)
            return stated == (int(numbers[1]), int(numbers[2]))
        if word.startswith("non") and len(word) > 3:
            return not self._word(word[4:] if word[3] == "-" else word[3:], face)
        raise self._unknown(word)

    def _quality(self, quality: str, face: Face) -> bool:
        number = re.fullmatch(r"(power|toughness|mana value) (\d+)( or less| or greater)?", quality)
        if number:
            stated, limit = _stated(face, number[1]), int(number[2])
            if stated is None:
                return False
            return {" or less": stated <= limit, " or greater": stated >= limit}.get(number[3], stated == limit)
        if quality == "no abilities":
            return not face.abilities and not ("land" in face.types and _BASIC.intersection(face.subtypes))
        if quality in _SORTS:
            return any(isinstance(each, _SORTS[quality]) for each in face.abilities)
        known = self.edition.vocabulary.keyword_abilities
        whole = keyword_ability(quality)
        if not (quality in known or quality.split(" from ")[0] in known or (whole is not None and whole.name in known)):
            raise self._unknown(quality)
        return any(
            quality in _names(each) if isinstance(each, ab.Keyword) else named_by(each, quality)
            for each in face.abilities
        )

    def _does(self, deed: str, face: Face) -> bool:
        if deed not in _DEEDS:
            raise self._unknown(deed)
        kinds = _DEEDS[deed]
        if any(isinstance(mod, kinds) for mod in _modifications(face)):
            return True
        # What may interfere with anything at all is, by the words of the format, none of these deeds.
        touched = {str(getattr(kind, "kind", "")) for kind in kinds}
        for each in face.abilities:
            if isinstance(each, ab.Opaque) and touched.intersection(each.touches):
                raise Incomplete(f"whether {face.name}, of which only the words are known, {deed}")
            if isinstance(each, ab.Spell | ab.Modal) and mentions(each, lambda node: isinstance(node, kinds)):
                raise Incomplete(f"whether the resolution of {face.name} {deed}")
        return False


def _stated(face: Face, what: str) -> int | None:
    """The power, toughness or mana value of a face as printed, None where it has none."""
    if what == "mana value":
        return cost_value(face.mana_cost)
    return printed_number(face.power if what == "power" else face.toughness)


def _names(keyword: ab.Keyword) -> set[str]:
    """The words by which a description may name a keyword ability of a card."""
    quality = (keyword.quality or "").lower()
    named = {keyword.keyword}
    if quality:
        named.add(f"{keyword.keyword} from {quality}")
    stated = keyword_ability(keyword.keyword)
    if stated is not None and stated.written is not None:
        named.add(stated.written.replace("{quality}", quality))
    return named


def _modifications(face: Face) -> Iterator[mo.Modification]:
    """What the static abilities of a card do, and what the effects do that its resolution begins."""
    for each in face.abilities:
        if isinstance(each, ab.Static | ab.Keyword):
            for template in templates(each):
                if not any(isinstance(mod, mo.BecomeCopy) for mod in template.effect.mods):
                    yield from template.effect.mods
        elif isinstance(each, ab.Spell):
            for instruction in each.body:
                effect = getattr(instruction, "effect", None)
                yield from effect.mods if effect is not None else ()


def _defining(face: Face) -> Iterator[mo.Modification]:
    """The modifications of a card's characteristic-defining abilities."""
    for each in face.abilities:
        for template in templates(each):
            if template.cda:
                yield from template.effect.mods


def own_colors(face: Face) -> frozenset[str]:
    """The colors of a card: those printed, as its characteristic-defining abilities state them (devoid: none).

    >>> own_colors(Face(name=None, mana_cost="{B}", abilities=(ab.Keyword("devoid"),)))
    frozenset()
    """
    colors = face_colors(face)
    for mod in _defining(face):
        if isinstance(mod, mo.SetColors | mo.AddColors):
            if not set(mod.colors) <= {"white", "blue", "black", "red", "green"}:
                raise Incomplete(f"the colors of {face.name}")
            colors = frozenset(mod.colors) if isinstance(mod, mo.SetColors) else colors | frozenset(mod.colors)
    return colors


def own_subtypes(face: Face, edition: Edition) -> frozenset[str]:
    """The subtypes of a card: those printed, and those that its characteristic-defining abilities add (changeling)."""
    words = tuple(face.subtypes)
    for mod in _defining(face):
        if isinstance(mod, mo.AddTypes):
            words += mod.subtypes
        elif isinstance(mod, mo.SetTypes | mo.SetSubtypes | mo.RemoveTypes):
            raise Incomplete(f"the types of {face.name}")
    return spelled_out(words, edition)


__all__ = ["cards_that_fit", "own_colors", "own_subtypes"]
