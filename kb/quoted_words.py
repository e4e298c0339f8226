"""The words of an ability that an object has from its own text: as a card file prints them, where it has the card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from layerproof.kb.cards.names import fold
from layerproof.kb.cards.raw import RawFace
from layerproof.kb.cards.sources import by_source, sources
from layerproof.kb.cards.store import embedded_card
from layerproof.kb.model.ability import Ability, ClassLevel, Keyword, LevelBand, Loyalty, Solved, StationBand
from layerproof.kb.wording import Wording, ability_text

_THIS = "this creature"
_SENTENCE = re.compile(r"(?:^|(?<=[.:—•\n\"] ))[a-z]")


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
    rendered = ability_text(ability, types, names[0] if names else None, compared=embedded)
    if isinstance(ability, Keyword):
        return rendered
    for name in names:
        printed = _printed(name).get(ability)
        if printed is None:
            continue
        forms, alone = printed
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
    return rendered


@cache
def _embedded(name: str) -> frozenset[Ability]:
    """The abilities that the embedded facts give to a face of this name."""
    found = embedded_card(name)
    faces = found[1].faces if found is not None else ()
    own = [each for face in faces if face.name == name for each in face.abilities]
    symbols = (LevelBand, StationBand, ClassLevel, Solved)
    return frozenset((*own, *(inner for each in own if isinstance(each, symbols) for inner in each.abilities)))


@by_source
@cache
def _printed(name: str) -> dict[Ability, tuple[tuple[str, ...], bool]]:
    """The printed words of each ability of a face in all their forms, and whether they are those of it alone."""
    from layerproof.kb.oracle.quoting import keeps_the_words, printed_words  # which brings the compiler

    found = sorted((hit for index in sources() if (hit := index.find(name)) is not None), key=lambda each: each[0])
    faces = [face for _, raw in found for face in raw.faces if fold(face.name) == fold(name)]
    out: dict[Ability, tuple[tuple[str, ...], bool]] = {}
    for face in faces[:1]:
        try:
            rows = printed_words(face) or ()
        except Exception:  # a strange text, of which the card does not know any ability either
            continue
        texts = [text for _, text, _ in rows]
        for ability, text, plain in rows:
            forms, alone = out.get(ability, ((), True))
            mine = (text, *(_spoken(plain, word, face) for word in _calls(face)))
            sure = alone and texts.count(text) == 1 and keeps_the_words(ability, plain)
            out[ability] = (tuple(dict.fromkeys((*forms, *mine))), sure)
    return out


def _calls(face: RawFace) -> tuple[str, ...]:
    """The words by which the text of a face may call the object."""
    short = re.split(r", | of the | the ", face.name)[0]
    return tuple(dict.fromkeys((_THIS, face.name, short)))


def _spoken(plain: str, word: str, face: RawFace) -> str:
    """A paragraph with these words where `~` stands for the object, and its name in what it grants."""
    text = plain.replace("~", word).replace("«it»", face.name)
    return _SENTENCE.sub(lambda found: found[0].upper(), text)
