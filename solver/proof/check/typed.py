"""Continuous effects given in a few plain forms of rules text, without a named card."""

from __future__ import annotations

import re

from layerproof.kb.model.effect import Only, Until
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.modification import AddAbilities, AddColors, AddTypes, Modification, ModifyPT
from layerproof.kb.notation.short_forms import keyword
from layerproof.kb.oracle.compiled import compile_effect
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.rulebook.editions.later_subtypes import known_families
from layerproof.solver.proof.check.binding import varies
from layerproof.solver.proof.check.incomplete import Incomplete

_SUBJECT = r"(?:This|Target|That) (?:creature|permanent|land|artifact|enchantment|object) "
_FORMS = re.compile(
    _SUBJECT + r"(?:gets (?P<power>[+-]\d+)/(?P<toughness>[+-]\d+)(?: and gains (?P<also>[a-z0-9 ,]+?))?"
    r"|(?:gains|has) (?P<keywords>[a-z0-9 ,{}]+?)"
    r"|is an? (?P<types>[A-Za-z ]+?) in addition to its other (?:types|creature types|colors))"
    r"(?P<eot> until end of turn)?\.?$"
)


def typed_effect(text: str, edition: Edition) -> tuple[tuple[Modification, ...], str | None]:
    """The modifications of an effect given in rules text, and its duration if the text has one.

    text: one sentence about this creature: `gets +1/+1`, `gains KEYWORD`, `has KEYWORD and KEYWORD`, `is a TYPE in
    addition to its other types`, with or without `until end of turn`. Raises Incomplete for every other text.
    """
    found = _FORMS.match(text.strip())
    if found is None or re.search(r" from (?:each|all) | and from ", text):
        return _compiled(text)
    mods: list[Modification] = []
    if found["power"]:
        mods.append(ModifyPT(int(found["power"]), int(found["toughness"])))
    words = found["also"] or found["keywords"]
    if words:
        abilities = tuple(keyword(each) for each in re.split(r", and |, | and ", words))
        if any(each.keyword not in edition.vocabulary.keyword_abilities for each in abilities):
            raise Incomplete(f"an effect given in rules text: {text}")
        mods.append(AddAbilities(abilities))
    if found["types"]:
        mods.append(_types(found["types"].split(), edition, text))
    return tuple(mods), "end of turn" if found["eot"] else None


def _compiled(text: str) -> tuple[tuple[Modification, ...], str | None]:
    """What the compiler of rules text makes of a sentence that affects its subject, where all values are numbers."""
    effect = compile_effect(text)
    if effect is None or effect.affects != Only(Ref("self")) or effect.condition is not None:
        raise Incomplete(f"an effect given in rules text: {text}")
    if not isinstance(effect.duration, Until) or any(varies(mod) for mod in effect.mods):
        raise Incomplete(f"an effect given in rules text: {text}")
    if effect.duration.when == "perpetual" or effect.duration.when.endswith((" upkeep", "end step", " cast")):
        raise Incomplete(f"an effect until {effect.duration.when}")
    return effect.mods, None if effect.duration.when == "never" else effect.duration.when


def _types(words: list[str], edition: Edition, text: str) -> Modification:
    vocabulary = edition.vocabulary
    if all(word in vocabulary.colors for word in words):
        return AddColors(tuple(words))
    types = tuple(word for word in words if word in vocabulary.card_types)
    subtypes = tuple(word for word in words if known_families(vocabulary, word))
    if len(types) + len(subtypes) != len(words):
        raise Incomplete(f"an effect given in rules text: {text}")
    return AddTypes(types=types, subtypes=subtypes)
