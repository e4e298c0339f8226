"""From a raw card to a card of the model: its characteristics as printed, its text through the compiler."""

from __future__ import annotations

import re
from functools import lru_cache

from layerproof.kb.cards.formats.normal_words import WHOLE, missing_faces, tells_color
from layerproof.kb.model.ability import UNTOLD, Ability, Opaque
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.raw_card import RawCard, RawFace
from layerproof.kb.oracle.compiled import compile_face

_PROTOTYPE = re.compile(r"^Prototype ((?:\{[^}]+\})+) [—–-] (\S+)/(\S+?)(?= \(|$)", re.MULTILINE)
UNKNOWN = "any"


@lru_cache(maxsize=8192)
def compiled_card(raw: RawCard) -> Card:
    """Make the card of the model that a raw card describes; what is not understood of it becomes Opaque.

    raw: as a card file gives it. Returns a card whose faces are those that its name promises: one that the file does
    not have is there by its name, and may be anything. Where a number or the color cannot be known, an Opaque ability
    says so, so that no answer rests on it. Source: the card file; the meaning of text is `layerproof.kb.oracle`'s. It
    does not promise that any ability is understood, and it raises nothing.

    >>> from layerproof.kb.model.raw_card import RawCard, RawFace
    >>> bear = RawFace("Glorious Example", "{1}{G}", types=("creature",), subtypes=("Elf",), power="2", toughness="2")
    >>> compiled_card(RawCard("Glorious Example", "normal", (bear,))).faces[0].power
    2
    """
    faces = [_face(face) for face in raw.faces]
    faces += [_untold(name) for name in missing_faces(raw)]
    prototype = _PROTOTYPE.search(raw.faces[0].oracle_text) if raw.layout == "prototype" else None
    if prototype is not None:
        cost, power, toughness = prototype.groups()
        faces.append(Face(name=raw.faces[0].name, mana_cost=cost, power=number(power), toughness=number(toughness)))
    return Card(faces=tuple(faces), layout=raw.layout)


def number(text: str | None) -> int | str | None:
    """A printed power, toughness or loyalty: a number where it is one, else the text; None where there is none.

    >>> number("-0"), number("1+*")
    (0, '1+*')
    """
    if text is None:
        return None
    return int(text) if WHOLE.fullmatch(text) else text


def _face(raw: RawFace) -> Face:
    abilities = list(_abilities(raw))
    odd = [text for text in (raw.power, raw.toughness) if text is not None and not WHOLE.fullmatch(text)]
    if any("*" not in text for text in odd):
        abilities.append(Opaque("its printed power or toughness is no number", ("set_pt",)))
    abilities += [Opaque(f"its {what} is not told by the card file", (UNTOLD,)) for what in _not_told(raw)]
    defense = number(raw.defense)
    return Face(
        name=raw.name,
        types=raw.types,
        mana_cost=raw.mana_cost,
        colors=_colors(raw),
        color_indicator=raw.color_indicator,
        supertypes=raw.supertypes,
        subtypes=raw.subtypes,
        power=number(raw.power),
        toughness=number(raw.toughness),
        loyalty=number(raw.loyalty),
        defense=defense if isinstance(defense, int) else None,
        abilities=tuple(abilities),
    )


def _colors(raw: RawFace) -> tuple[str, ...] | None:
    """The colors that a file gives, where neither mana cost nor color indicator tells them.

    A file gives the colors as they are after characteristic-defining abilities, so they are not what is printed where
    a mana cost is.
    """
    if raw.mana_cost is not None or raw.color_indicator or (raw.layout == "flip" and not raw.is_front):
        return None
    return raw.colors or None


def _not_told(raw: RawFace) -> list[str]:
    """What is printed on a face of its types and the card file does not say."""
    needed = {
        "loyalty": "planeswalker" in raw.types and raw.loyalty is None,
        "defense": "battle" in raw.types and raw.defense is None,
        "power": "creature" in raw.types and raw.power is None,
        "toughness": "creature" in raw.types and raw.toughness is None,
        "color": not tells_color(raw),
        "type line": not raw.types,
    }
    return [what for what, lacking in needed.items() if lacking]


def _untold(name: str) -> Face:
    return Face(name=name, abilities=(Opaque("this face is not told by the card file", (UNTOLD,)),))


def _abilities(raw: RawFace) -> tuple[Ability, ...]:
    try:
        return compile_face(raw)
    except Exception as error:  # one strange text must not end a run over many cards; it stays unknown, and is counted
        return (Opaque(f"the compiler failed: {type(error).__name__}", (UNKNOWN,)),)
