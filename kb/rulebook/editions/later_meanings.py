"""Today's words on cards that meant nothing of the kind in older editions, and the targets that they allow.

A card file has the words of today. Under an older edition the card had others, and where the difference decides the
answer is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.expression import AllOf, AnyOf, Filter, Is
from layerproof.kb.model.instruction import Target
from layerproof.kb.rulebook.dated_values import in_force, plain_yaml
from layerproof.kb.rulebook.edition import Edition

MEANINGS = Path(__file__).parents[1] / "meanings.yaml"


class Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meaning of words, and since which edition they have it.

    beside_players: the card type of objects that a target may be, where it may be a player. legendary: the card type of
    objects that have this supertype.
    """

    gloss: str
    since: str
    beside_players: str = ""
    legendary: str = ""


@cache
def meanings() -> Mapping[str, Meaning]:
    """Give the meanings by their names. Raises `KnowledgeError` for a file that cannot be used.

    >>> meanings()["planeswalker_beside_players"].since
    '2018-07-13'
    """
    try:
        return msgspec.convert(plain_yaml(MEANINGS), dict[str, Meaning])
    except msgspec.ValidationError as error:
        raise KnowledgeError(f"these are no meanings: {error}", file=str(MEANINGS)) from None


@cache
def _later(edition: Edition) -> tuple[Meaning, ...]:
    return tuple(each for each in meanings().values() if not in_force(each.since, "", edition.name))


def target_of_later_words(edition: Edition, target: Target, types: frozenset[str]) -> str | None:
    """Say why it is open whether an object that fits today's words could be a target; None where it is not.

    edition: the rules. target: as today's words have it. types: the card types of the object. Of an edition in which
    words that allow a player did not allow a planeswalker besides, a planeswalker is open that would not be allowed as
    a creature: so Lightning Bolt and Jace Beleren in 2012. Source: `meanings.yaml`.
    """
    kinds = frozenset(_kinds(target.filter)) if target.player else frozenset()
    late = {each.beside_players: each for each in _later(edition) if each.beside_players in kinds & types}
    if not late or types & (kinds - {each.beside_players for each in _later(edition)}):
        return None
    kind, meaning = next(iter(late.items()))
    return (
        f"whether a {kind} may be this target: today's words of the card allow it beside players, which no words did"
        f" before {meaning.since}, and what the card said under the rules of {edition.name} is not known"
    )


def legendary_by_later_words(edition: Edition, types: frozenset[str]) -> str | None:
    """Say why it is open whether an object with these card types is legendary by what its card says; None where not.

    >>> from layerproof.kb.rulebook.edition import load_edition
    >>> legendary_by_later_words(load_edition("current"), frozenset(["planeswalker"])) is None
    True
    """
    for meaning in _later(edition):
        if meaning.legendary in types:
            return f"whether a {meaning.legendary} is legendary: cards of this type say so only since {meaning.since}"
    return None


def _kinds(node: Filter | None) -> Iterator[str]:
    """The card types that a filter, or one of its alternatives, asks for."""
    match node:
        case Is(category="type", word=word):
            yield word
        case AnyOf(filters=filters) | AllOf(filters=filters):
            for each in filters:
                yield from _kinds(each)
