"""Raw cards: what a card file says of a card, in one record for every format, before its text is compiled."""

from __future__ import annotations

from msgspec import Struct


class RawFace(Struct, frozen=True, omit_defaults=True):
    """One face of a card as a card file gives it.

    name: of this face. mana_cost: the symbols, None when there is none; `{0}` is a mana cost. supertypes, types: in
    lower case; subtypes: as printed. oracle_text: one paragraph a line, with straight quotes and with `-` for either
    minus sign. power, toughness, loyalty, defense: texts as given, also with `-` for either minus sign. colors: the
    names of the colors, None when the file does not say. color_indicator: names of colors. layout, card_name: of the
    whole card, the layout in the words of `layerproof.kb.model.card`. is_front: whether it is the first face.
    """

    name: str
    mana_cost: str | None = None
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    oracle_text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] | None = None
    color_indicator: tuple[str, ...] = ()
    layout: str = "normal"
    card_name: str = ""
    is_front: bool = True


class Relation(Struct, frozen=True, omit_defaults=True):
    """Another object that a card file connects with a card: `kind` is the file's word, as `meld_result` or `token`."""

    kind: str
    name: str


class RawCard(Struct, frozen=True, omit_defaults=True):
    """A card as a card file gives it: its whole name, its layout, its faces (the front one first) and its relations.

    casual: whether the file marks it as one for casual play that the rules do not cover (rule key
    cards.not_covered); None where the file has no such mark.
    """

    name: str
    layout: str
    faces: tuple[RawFace, ...]
    relations: tuple[Relation, ...] = ()
    casual: bool | None = None
