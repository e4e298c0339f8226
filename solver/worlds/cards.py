"""The known cards that a description fits, for unknown cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from layerproof.kb.cards.card_sources import by_source
from layerproof.kb.cards.embedded_facts import card_names
from layerproof.kb.cards.meld_pairs import meld_pair
from layerproof.kb.cards.store import load_card
from layerproof.kb.keywords.keyword_files import keyword_ability, written
from layerproof.kb.keywords.keyword_phrases import behind
from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as m
from layerproof.kb.model.card import Face
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.rulebook.edition import Edition
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.reading import PERMANENT_TYPES
from layerproof.solver.layers.view import BASIC_LANDS, cost_value, face_colors, star_number
from layerproof.solver.situation.game import Invalid

Test = Callable[[Face], bool]
_STAT = re.compile(r"(power|toughness|mana value) (\d+)(?: or (less|greater))?$")
_PT = re.compile(r"(-?\d+)/(-?\d+)$")
_ABILITIES: dict[str, Any] = {
    "an activated ability": (ab.Activated, ab.Loyalty),
    "a triggered ability": ab.Triggered,
    "a static ability": ab.Static,
    "a level ability": ab.LevelBand,
}
# What a card's static abilities or its resolution do, in the words of the rules.
_DOES: dict[str, Any] = {
    "sets base power and toughness": m.SetBasePT,
    "changes power and toughness": m.ModifyPT,
    "switches power and toughness": m.SwitchPT,
    "sets colors": m.SetColors,
    "adds colors": m.AddColors,
    "sets card types": m.SetTypes,
    "adds types": m.AddTypes,
    "sets subtypes": m.SetSubtypes,
    "removes all abilities": m.RemoveAllAbilities,
    "adds abilities": m.AddAbilities,
    "changes text": (m.ReplaceWord, m.ExchangeText, m.FullTextOf),
}
# Supertypes that every edition has, also where its list of them was not found.
_SUPERTYPES = {"legendary", "basic", "snow"}
_HELP = (
    "words of a type line and colors (each perhaps with non before it), then perhaps with or without a keyword ability,"
    " power 2 or less, mana value 3, an activated ability…, then perhaps that and what it does; several joined by or"
)


@by_source
@cache
def fitting_cards(description: str, edition: Edition) -> tuple[str, ...]:
    """The names of the known cards whose front face fits a description such as `creature with level up`.

    description: card types, supertypes, colors and subtypes in a row, each perhaps with `non` before it, or `card`,
    `permanent`, `colorless`, `multicolored`; then perhaps `with` and `without` qualities joined by `and` (a keyword
    ability, `power 2 or less`, `toughness 1`, `mana value 3 or greater`, `an activated ability`, `no abilities`); then
    perhaps `that` and what its abilities do (`removes all abilities`); several descriptions joined by `, or`. Raises
    Invalid for other words and when no known card fits. It speaks of the cards known to this run, not of all there are.

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> "Grizzly Bears" in fitting_cards("creature with power 2 or less and no abilities", load_edition("current"))
    True
    """
    alternatives = [_description(each.strip(), edition) for each in description.split(", or ")]
    found = tuple(name for name, face in _fronts() if any(test(face) for test in alternatives))
    if not found:
        raise Invalid(f"no known card is a {description!r}", "a description that some known card fits")
    return found


@by_source
@cache
def _fronts() -> tuple[tuple[str, Face], ...]:
    """The known cards, each once, by the name of the first face; what two cards meld into is none."""
    faces = (load_card(name).faces[0] for name in card_names() if meld_pair(name) is None)
    return tuple(sorted({face.name: face for face in faces if face.name is not None}.items()))


def _description(text: str, edition: Edition) -> Test:
    text, _, does = text.partition(" that ")
    words, _, without = text.partition(" without ")
    words, _, qualities = words.partition(" with ")
    tests = [_word(each, edition) for each in words.split()]
    tests += [_quality(each, edition) for each in qualities.split(" and ") if qualities]
    tests += [_not(_quality(each, edition)) for each in without.split(" and ") if without]
    tests += [_doing(each.strip()) for each in does.split(" and that ") if does]
    if not tests:
        raise Invalid(f"{text!r} describes no cards", _HELP)
    return lambda face: all(test(face) for test in tests)


def _not(test: Test) -> Test:
    return lambda face: not test(face)


def _word(word: str, edition: Edition) -> Test:
    vocabulary = edition.vocabulary
    if word in ("card", "spell"):
        return lambda face: word == "card" or "land" not in face.types
    if word == "permanent":
        return lambda face: bool(PERMANENT_TYPES & set(face.types))
    if word in vocabulary.card_types:
        return lambda face: word in face.types
    if word in vocabulary.supertypes | _SUPERTYPES:
        return lambda face: word in face.supertypes
    if word in COLORS:
        return lambda face: word in _colors(face)
    numbers = {"colorless": (0,), "monocolored": (1,), "multicolored": (2, 3, 4, 5)}
    if word in numbers:
        return lambda face: len(_colors(face)) in numbers[word]
    pair = _PT.match(word)
    if pair:
        return lambda face: (star_number(face.power), star_number(face.toughness)) == (int(pair[1]), int(pair[2]))
    if vocabulary.families_of(word):
        return lambda face: word in _subtypes(face, edition)
    if word.startswith("non"):
        rest = word[3:].removeprefix("-")
        return _not(_word(rest, edition))
    raise Invalid(f"the word {word!r} describes no cards", _HELP)


def _defined(face: Face) -> list[Any]:
    """The modifications of the characteristic-defining abilities of a card."""
    return [
        mod
        for ability in face.abilities
        for effect in static_effects(ability)
        if effect.cda
        for mod in effect.effect.mods
    ]


def _colors(face: Face) -> frozenset[str]:
    """The colors of a card, as its characteristic-defining abilities have them (rule key keyword.devoid)."""
    found = frozenset(face_colors(face))
    for mod in _defined(face):
        if isinstance(mod, m.SetColors):
            found = frozenset(mod.colors)
        elif isinstance(mod, m.AddColors):
            found |= frozenset(mod.colors)
    return found


def _subtypes(face: Face, edition: Edition) -> frozenset[str]:
    """The subtypes of a card, as its characteristic-defining abilities have them (rule key keyword.changeling)."""
    words = [*face.subtypes, *(word for mod in _defined(face) if isinstance(mod, m.AddTypes) for word in mod.subtypes)]
    return frozenset(words) if "every creature type" not in words else frozenset(words) | _creature_types(edition)


@cache
def _creature_types(edition: Edition) -> frozenset[str]:
    return frozenset(edition.vocabulary.creature_types)


def _has_intrinsic(face: Face) -> bool:
    """Whether a card has a mana ability by a basic land type (rule key land.intrinsic_mana)."""
    return "land" in face.types and bool(set(face.subtypes) & set(BASIC_LANDS))


def _quality(text: str, edition: Edition) -> Test:
    text = text.strip()
    stat = _STAT.match(text)
    if stat:
        name, number, how = stat[1], int(stat[2]), stat[3]

        def compares(face: Face) -> bool:
            value = cost_value(face.mana_cost) if name == "mana value" else star_number(getattr(face, name))
            if value is None:
                return False
            return value <= number if how == "less" else value >= number if how == "greater" else value == number

        return compares
    if text == "no abilities":
        return lambda face: not face.abilities and not _has_intrinsic(face)
    if text in _ABILITIES:
        kind = _ABILITIES[text]
        return lambda face: any(isinstance(each, kind) for each in face.abilities)
    if not _is_keyword(text, edition):
        raise Invalid(f"{text!r} is no keyword ability and no quality of cards", _HELP)
    return lambda face: any(_same_keyword(each, text) for each in face.abilities)


def _is_keyword(text: str, edition: Edition) -> bool:
    known = edition.vocabulary.keyword_abilities
    written_so = keyword_ability(text)
    return (
        text in known or text.partition(" from ")[0] in known or (written_so is not None and written_so.name in known)
    )


def _same_keyword(ability: ab.Ability, text: str) -> bool:
    if not isinstance(ability, ab.Keyword):
        return behind(ability) == text
    if ability.keyword == text:
        return True
    quality = (ability.quality or "").lower()
    return text in (f"{ability.keyword} from {quality}", written(ability.keyword, quality))


def _doing(text: str) -> Test:
    if text not in _DOES:
        raise Invalid(f"{text!r} is not understood as what a card does", "one of " + ", ".join(_DOES))
    kinds = _DOES[text]

    def does(face: Face) -> bool:
        return any(
            isinstance(mod, kinds)
            for ability in face.abilities
            if isinstance(ability, ab.Static | ab.Keyword)
            for effect in static_effects(ability)
            for mod in effect.effect.mods
        ) or any(isinstance(mod, kinds) for mod in _begun(face.abilities))

    return does


def _begun(record: Any) -> list[Any]:
    """The modifications of the effects that the instructions of a spell begin."""
    found: list[Any] = []
    if isinstance(record, tuple):
        for each in record:
            found += _begun(each)
    elif isinstance(record, ab.Spell):
        for each in record.body:
            effect = getattr(each, "effect", None)
            found += list(effect.mods) if effect is not None else []
    return found
