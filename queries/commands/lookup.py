"""Looking up cards."""

from __future__ import annotations

import textwrap

from layerproof.kb.cards.store import load_card
from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.card import Face
from layerproof.kb.wording.plain_words import plainly


def card_lines(name: str, width: int = 120) -> list[str]:
    """Show the printed characteristics of a card, face by face.

    name: the English name of a card or of a face. width: of the lines. Returns lines. Raises KnowledgeError for a name
    that no known card has, with the nearest names. It does not promise the official wording of abilities.

    >>> card_lines("Grizzly Bears")[1]
    'Creature — Bear  2/2'
    """
    card = load_card(name)
    lines: list[str] = []
    for number, face in enumerate(card.faces):
        if number:
            lines.append(f"-- {card.layout} --")
        lines += _face_lines(face, width)
    opaque = [ability.gloss for face in card.faces for ability in face.abilities if isinstance(ability, Opaque)]
    lines += [f"Not modelled: {plainly(gloss)}" for gloss in opaque]
    return lines


def _face_lines(face: Face, width: int) -> list[str]:
    from layerproof.queries.words.object_table import ability_lines, power_toughness, types_text

    head = f"{face.name or '(no name)'}  {face.mana_cost or ''}".rstrip()
    line = types_text(face.supertypes, face.types, face.subtypes)
    if face.power is not None or face.toughness is not None:
        power, toughness = face.power, face.toughness
        line += "  " + (
            power_toughness(power, toughness)
            if isinstance(power, int) and isinstance(toughness, int)
            else f"{power}/{toughness}"
        )
    for word, number in (("loyalty", face.loyalty), ("defense", face.defense)):
        if number is not None:
            line += f"  {word} {number}"
    lines = [head, line]
    colors = face.colors if face.colors is not None else face.color_indicator
    if face.colors is not None or face.color_indicator:
        lines.append("colors: " + (", ".join(colors) or "colorless"))
    types = (*face.types, *face.subtypes, *face.supertypes)
    texts = ability_lines([(each, "") for each in face.abilities], types, face.name or "")
    for text in texts:
        for part in text.splitlines():
            lines += textwrap.wrap(part, width, initial_indent="  ", subsequent_indent="    ")
    return lines
