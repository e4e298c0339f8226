"""Which instructions a spell, an activated or a triggered ability has, and which of several is meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model.expression import Condition
from layerproof.kb.model.instruction import Body, SetLevel
from layerproof.kb.scenario.claims.quoted_words import Bearer, Held, calling, words_of
from layerproof.kb.wording.costs.cost_phrases import cost_phrase
from layerproof.kb.wording.trusted_wording import Wording
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.paid_for import which_of
from layerproof.solver.proof.check.picking import follow_on, modes_named
from layerproof.solver.proof.check.reading import phrases
from layerproof.solver.proof.check.view import Entry, Instance, intrinsic_ability, intrinsic_types
from layerproof.solver.proof.check.world import Choices


class Found(NamedTuple):
    """An ability that is meant: its instructions, the record it comes from, its condition, texts that name it, the
    object that granted it, and which of several instances of a keyword ability it comes from."""

    body: Body
    ability: ab.Ability
    texts: tuple[str, ...]
    condition: Condition | None = None
    granter: int | None = None
    which: int | None = None


def spell_body(entry: Entry, choices: Choices) -> Body:
    """The instructions of an instant or sorcery spell: all its spell abilities in order, of modes those chosen."""
    body: Body = ()
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, ab.Spell):
            body = follow_on(body, ability.body)
        elif isinstance(ability, ab.Modal):
            body = follow_on(body, modes_named(ability.modes, dict(choices).get("mode", ())))
        elif isinstance(ability, ab.Opaque) and ability.touches:
            raise Incomplete(f"what a spell does: {ability.gloss}")
    return body


def activated(entry: Entry) -> list[Found]:
    """The activated abilities of an object in order, intrinsic mana abilities last."""
    found: list[Found] = []
    for instance in entry.abilities:
        found.extend(_activated(instance))
    for word in intrinsic_types(entry):
        ability = intrinsic_ability(word)
        text = f"{{T}}: Add {ability.adds.symbols if ability.adds else ''}"
        found.append(Found((), ability, (text,)))
    return found


def _activated(instance: Instance) -> list[Found]:
    ability = instance.ability
    if isinstance(ability, ab.Activated):
        cost = ", ".join(map(cost_phrase, ability.cost))
        adds = f"{cost}: Add {ability.adds.symbols}" if ability.adds and ability.adds.symbols else f"{cost}:"
        return [Found(ability.body, ability, (adds,), granter=instance.granter)]
    if isinstance(ability, ab.Loyalty):
        cost = "-X" if ability.cost is None else f"{ability.cost:+d}"
        return [Found(ability.body, ability, (cost,), granter=instance.granter)]
    if isinstance(ability, ab.ClassLevel):
        text = f"{ability.cost}: Level {ability.level}"
        return [Found((SetLevel(ability.level),), ability, (text,), granter=instance.granter)]
    if isinstance(ability, ab.Keyword):
        parts = [each for each in meaning(ability) if isinstance(each, ab.Activated)]
        return [Found(each.body, ability, phrases(ability), granter=instance.granter) for each in parts]
    return []


def refuse_worded(entry: Entry, which: int | str) -> None:
    """Refuse to say which activated ability is meant where the answer hangs on one of which only the words are known.

    One that stands behind the ability of a number changes nothing about that number.
    """
    counted = 0
    for instance in entry.abilities:
        counted += len(_activated(instance))
        words = instance.ability.gloss if isinstance(instance.ability, ab.Opaque) else ""
        price, colon, _ = words.partition(": ")
        if not colon or "." in price or '"' in price:
            continue
        if (isinstance(which, int) and counted < which) or (isinstance(which, str) and which.lower() in words.lower()):
            raise Incomplete(f"an activated ability of which only the words are known: {words}")


def triggered(entry: Entry) -> list[Found]:
    """The triggered abilities of an object in order; chapters are among them."""
    found: list[Found] = []
    for instance in entry.abilities:
        ability = instance.ability
        if isinstance(ability, ab.Triggered):
            found.append(Found(ability.body, ability, (ability.when,), ability.condition, instance.granter))
        elif isinstance(ability, ab.Chapter):
            found.append(Found(ability.body, ability, tuple(map(str, ability.numbers)), None, instance.granter))
        elif isinstance(ability, ab.Keyword):
            which, texts = which_of(entry.abilities, instance), phrases(ability)
            parts = [each for each in meaning(ability, which) if isinstance(each, ab.Triggered)]
            found.extend(Found(each.body, ability, texts, each.condition, instance.granter, which) for each in parts)
    return found


def bearing(entry: Entry, names: Callable[[int], tuple[str, ...]] | None = None) -> Bearer:
    """An object with its abilities, to look for words in them; names: of the objects that granted some."""
    held = [
        Held(each.ability, each.text, names(each.granter) if names is not None and each.granter is not None else ())
        for each in entry.abilities
    ]
    types = calling(entry.types, entry.subtypes, entry.supertypes)
    return Bearer(entry.names, types, tuple(held), tuple(map(intrinsic_ability, intrinsic_types(entry))))


def worded(ability: ab.Ability, entry: Entry) -> Wording:
    """An ability of an object as rules text, by the words and the name by which the object calls itself."""
    return words_of(ability, bearing(entry))


def picked(abilities: list[Found], which: int | str, entry: Entry) -> Found:
    """The ability that a scenario means by its number or by a piece of its text.

    Raises Incomplete where the number does not exist, or no text that is known here tells which one is meant.
    """
    if isinstance(which, int):
        if not 1 <= which <= len(abilities):
            raise Incomplete(f"the ability number {which}, of {len(abilities)}")
        return abilities[which - 1]
    wanted = which.lower()
    fitting = [each for each in abilities if any(wanted in text.lower() for text in each.texts)]
    if len(fitting) != 1:
        fitting = [each for each in abilities if worded(each.ability, entry).says(which)]
    if not fitting:
        # A quotation that can be in one of the abilities only means that one.
        fitting = [each for each in abilities if not worded(each.ability, entry).lacks(which)]
    if fitting and all(each.body == fitting[0].body for each in fitting):
        return fitting[0]
    raise Incomplete(f"which ability {which!r} means")
