"""The words that a claim quotes, and whether an object has them: keyword abilities by their parts, printed words where
a card file or the embedded facts have them, and rendered words where these agree.

Both the solver and the checker say which abilities an object has, and ask here for their words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from layerproof.kb.cards.card_sources import by_source, sources
from layerproof.kb.cards.embedded_facts import embedded_card
from layerproof.kb.cards.names import fold
from layerproof.kb.keywords.keyword_phrases import behind, is_named, phrase_of
from layerproof.kb.model.ability import Ability, ClassLevel, Keyword, LevelBand, Loyalty, Solved, StationBand
from layerproof.kb.model.modification import AddAbilities
from layerproof.kb.model.node import nodes_of
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.wording.abilities import ability_text
from layerproof.kb.wording.trusted_wording import Trust, Wording

_THIS = "this creature"
_SENTENCE = re.compile(r"(?:^|(?<=[.:—•\n\"] ))[a-z]")
_SYMBOLS = (LevelBand, StationBand, ClassLevel, Solved)
_QUOTED = re.compile(r'"([^"]*)"')


class Held(NamedTuple):
    """An ability that an object has: the record, whether it is of the object's own text, printed, copied or changed,
    and the names of the object whose effect granted it, where that is known."""

    ability: Ability
    text: bool
    givers: tuple[str, ...] = ()


class Bearer(NamedTuple):
    """An object as its words depend on it: its names, the types by which it calls itself, its abilities in order, and
    the mana abilities that its land types give it, the words of which the rules say (rule key land.intrinsic_mana)."""

    names: tuple[str, ...]
    types: frozenset[str]
    held: tuple[Held, ...]
    intrinsic: tuple[Ability, ...] = ()


class Found(NamedTuple):
    """Whether an object has some words: yes, no, or None where it is not known; then why: the ability, as far as its
    words are known, that may have them."""

    holds: bool | None
    why: str = ""


def calling(types: Iterable[str], subtypes: Iterable[str], supertypes: Iterable[str]) -> frozenset[str]:
    """The types by which an object may call itself; one that has every creature type does so by none of these."""
    few = frozenset(subtypes)
    return frozenset((*types, *supertypes, *(few if len(few) < 20 else ())))


def has_keyword(bearer: Bearer, phrase: str) -> Found | None:
    """Whether an object has the keyword abilities that a phrase names; None where it names none.

    phrase: as in rules text, in capital or small letters, with all, some or none of the parameters. An ability is
    compared by its parts with each that is said. Source: the scenario format.

    >>> bear = Bearer(("Bear",), frozenset(("creature",)), (Held(Keyword("ward", cost="{2}"), True),))
    >>> has_keyword(bear, "Ward {2}").holds, has_keyword(bear, "ward—{3}").holds, has_keyword(bear, "Draw a card")
    (True, False, None)
    """
    wanted = phrase_of(phrase)
    if not wanted:
        return None
    found = [_has_one(bearer, each, phrase) for each in wanted]
    return next((each for each in found if each.holds is False), next((e for e in found if e.holds is None), found[0]))


def _has_one(bearer: Bearer, wanted: Keyword, phrase: str) -> Found:
    own = [each.ability for each in bearer.held if isinstance(each.ability, Keyword)]
    said = [is_named(each, wanted) for each in own]
    alone = wanted == Keyword(wanted.keyword)
    if True in said or (alone and any(behind(each.ability) == wanted.keyword for each in bearer.held)):
        return Found(True)
    # Parts that the record says in other words may be printed as they are claimed.
    open_ = [words_of(each, bearer) for each, held in zip(own, said, strict=True) if held is None]
    if any(each.says(phrase) for each in open_):
        return Found(True)
    return Found(None, open_[0].text) if open_ else Found(False)


def has_text(bearer: Bearer, piece: str) -> Found:
    """Whether a piece of rules text is in the text of an ability of an object.

    Where the words of an ability are printed, they decide; of others only an exact match is a yes, and a no needs that
    the piece says what the ability surely does not. Source: the scenario format.

    >>> has_text(Bearer((), frozenset(), (Held(Keyword("flying"), True),)), "draw a card").holds
    False
    """
    abilities = [each.ability for each in bearer.held if each.text or not isinstance(each.ability, _SYMBOLS)]
    wordings = [words_of(each, bearer) for each in abilities]
    wordings += [ability_text(each, bearer.types, trust=Trust.COMPARED) for each in bearer.intrinsic]
    if any(each.says(piece) for each in wordings):
        return Found(True)
    maybe = next((each.text for each in wordings if not each.lacks(piece)), None)
    return Found(False) if maybe is None else Found(None, maybe)


def words_of(ability: Ability, bearer: Bearer) -> Wording:
    """The words of one ability of an object.

    What it has from its own text alone is worded as it is printed; what an effect of another object's ability grants,
    as that is printed in quotation marks, which may name the granting object (rule key name.self_reference.granting).
    It does not promise the official wording: see what the wording itself says of being exact.
    """
    alike = [each for each in bearer.held if each.ability == ability]
    inside = any(isinstance(e.ability, _SYMBOLS) and ability in e.ability.abilities for e in bearer.held if e.text)
    if (alike and all(each.text for each in alike)) or (alike and inside):
        return own_words(ability, bearer.types, bearer.names)
    givers = next((each.givers for each in alike if each.givers), ())
    if not alike and ability in bearer.intrinsic:
        return ability_text(ability, bearer.types, trust=Trust.COMPARED)
    return _granted_words(ability, bearer, givers)


def own_words(ability: Ability, types: Iterable[str], names: tuple[str, ...]) -> Wording:
    """The words of an ability that an object has from its own text, printed or copied, and not from an effect.

    ability: the record. types: the card types, subtypes and supertypes by which the object calls itself. names: the
    names of the object. Returns the printed paragraph, which is exact, where a card file of this run has a face of that
    name with just this ability; else the rendering (`ability_text`), narrowed to what is printed if only the face is
    known, or if the record does not keep each word that a text-changing effect may change: else a text that was
    changed makes another record, which is rendered. Source: the card files. Raises KnowledgeError as
    `sources` does. It does not promise that a card file is as old as the edition.

    >>> own_words(Keyword("flying"), ("creature",), ("No Such Card",)).text
    'flying'
    """
    embedded = any(ability in _embedded(name) for name in names)
    trust = Trust.COMPARED if embedded else Trust.ONE_WORDING
    rendered = ability_text(ability, types, names[0] if names else None, trust)
    if isinstance(ability, Keyword):
        return rendered
    for name in names:
        printed = _printed(name).get(ability)
        if printed is not None:
            return _as_printed(ability, rendered, *printed)
    return rendered


def _granted_words(ability: Ability, bearer: Bearer, givers: tuple[str, ...]) -> Wording:
    """The words of an ability that an effect has granted, as the granting object quotes them."""
    embedded = any(ability in _grants(name) for name in givers)
    trust = Trust.COMPARED if embedded else Trust.NEVER
    rendered = ability_text(ability, bearer.types, _first(bearer.names), trust, _first(givers))
    if isinstance(ability, Keyword):
        return rendered
    for name in givers:
        printed = _quoted(name).get(ability)
        if printed is not None:
            return _as_printed(ability, rendered, *printed)
    return rendered


def _first(names: tuple[str, ...]) -> str | None:
    return names[0] if names else None


def _as_printed(ability: Ability, rendered: Wording, forms: tuple[str, ...], alone: bool) -> Wording:
    """A rendering, with the printed words in its place or, where these are not of this ability alone, beside it."""
    if isinstance(ability, Loyalty):
        cost = rendered.text.partition(": ")[0]
        forms = (*forms, *(f"{cost}: {each.partition(': ')[2]}" for each in forms))
    if rendered.exact:
        # A file may have older words than today's official ones, which a scenario may quote.
        forms = (*forms, rendered.text, *rendered.also)
    if alone:
        return replace(rendered, text=forms[0], also=forms[1:], exact=True, own_exact=True, printed=forms)
    # Words of several abilities, or words that the record loses, tell nothing of what is lacking.
    return replace(rendered, exact=False, own_exact=False, printed=forms)


@cache
def _embedded(name: str) -> frozenset[Ability]:
    """The abilities that the embedded facts give to a face of this name."""
    found = embedded_card(name)
    faces = found[1].faces if found is not None else ()
    own = [each for face in faces if face.name == name for each in face.abilities]
    return frozenset((*own, *(inner for each in own if isinstance(each, _SYMBOLS) for inner in each.abilities)))


@cache
def _grants(name: str) -> frozenset[Ability]:
    """The abilities that those of an embedded face of this name grant of which the rendering is the official text."""
    sure = [each for each in _embedded(name) if ability_text(each, ("creature",), name, Trust.COMPARED).exact]
    return frozenset(inner for each in sure for inner in _granted_by(each))


def _granted_by(ability: Ability) -> list[Ability]:
    """The abilities in quotation marks that an ability grants, in the order of its record."""
    granting = [node for node in nodes_of(ability) if isinstance(node, AddAbilities)]
    return [each for node in granting for each in node.abilities if not isinstance(each, Keyword)]


@by_source
@cache
def _printed(name: str) -> dict[Ability, tuple[tuple[str, ...], bool]]:
    """The printed words of each ability of a face in all their forms, and whether they are those of it alone."""
    from layerproof.kb.oracle.printed_words import keeps_the_words

    out: dict[Ability, tuple[tuple[str, ...], bool]] = {}
    face, rows = _rows(name)
    texts = [text for _, text, _ in rows]
    if face is None:
        return out
    for ability, text, plain in rows:
        forms, alone = out.get(ability, ((), True))
        mine = (text, *(_spoken(plain, word, face) for word in _calls(face)))
        sure = alone and texts.count(text) == 1 and keeps_the_words(ability, plain)
        out[ability] = (tuple(dict.fromkeys((*forms, *mine))), sure)
    return out


@by_source
@cache
def _quoted(name: str) -> dict[Ability, tuple[tuple[str, ...], bool]]:
    """The printed words of each ability that an ability of a face grants, one in a paragraph, in quotation marks."""
    from layerproof.kb.oracle.printed_words import keeps_the_words

    out: dict[Ability, tuple[tuple[str, ...], bool]] = {}
    _, rows = _rows(name)
    for ability, text, plain in rows:
        quotes, granted = _QUOTED.findall(text), _granted_by(ability)
        if len(quotes) == len(granted) == 1:
            sure = granted[0] not in out and keeps_the_words(granted[0], " ".join(_QUOTED.findall(plain)))
            out[granted[0]] = ((quotes[0],), sure)
    return out


@by_source
@cache
def _rows(name: str) -> tuple[RawFace | None, tuple[tuple[Ability, str, str], ...]]:
    """The first face of a name in the card files of this run, and its abilities with their paragraphs."""
    from layerproof.kb.oracle.printed_words import printed_words  # which brings the compiler

    found = sorted((hit for index in sources() if (hit := index.find(name)) is not None), key=lambda each: each[0])
    faces = [face for _, raw in found for face in raw.faces if fold(face.name) == fold(name)]
    try:
        return (faces[0], printed_words(faces[0]) or ()) if faces else (None, ())
    except Exception:  # a strange text, of which the card does not know any ability either
        return None, ()


def _calls(face: RawFace) -> tuple[str, ...]:
    """The words by which the text of a face may call the object."""
    short = re.split(r", | of the | the ", face.name)[0]
    return tuple(dict.fromkeys((_THIS, face.name, short)))


def _spoken(plain: str, word: str, face: RawFace) -> str:
    """A paragraph with these words where `~` stands for the object, and its name in what it grants."""
    text = plain.replace("~", word).replace("«it»", face.name)
    return _SENTENCE.sub(lambda found: found[0].upper(), text)
