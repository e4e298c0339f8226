"""Looking up cards and rules."""

from __future__ import annotations

import textwrap

from layerproof.kb.cards.store import load_card
from layerproof.kb.errors import KnowledgeError, nearest
from layerproof.kb.model.ability import Opaque
from layerproof.kb.model.card import Face
from layerproof.kb.rulebook.edition import edition_names, glosses, load_edition
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


def rule_lines(rule: str, edition: str = "current") -> list[str]:
    """Show a rule of an edition by its key or by its number.

    rule: a rule key, the beginning of one with its dot, or a number. edition: a date or `current`. Returns lines of
    number, key and gloss; a key has below it the other numbers that it has in other editions. Raises KnowledgeError for
    what is neither, with the nearest keys, and for a key that this edition does not have. The gloss is in our words: it
    does not promise the text of the rule.

    >>> rule_lines("order.timestamp", "2012-10-01")[0].split()[1]
    'order.timestamp'
    """
    book = load_edition(edition)
    if rule[:1].isdigit():
        wanted = rule.rstrip(".")
        keys = [key for key, number in book.numbers.items() if number == wanted]
        keys += [key for key, number in book.numbers.items() if _within(number, wanted)]
        if not keys:
            close = nearest(wanted, sorted(set(book.numbers.values())))
            raise KnowledgeError(
                f"no rule key has the number {rule} in the edition {book.name}",
                expected="the number of a rule that can be cited (layerproof rules list)",
                mend=", ".join(close) or None,
            )
        return [_rule_line(book.numbers[key], key) for key in keys]
    if rule not in glosses():
        below = [key for key in book.numbers if key.startswith(rule.rstrip(".") + ".")]
        if below:
            return [_rule_line(book.numbers[key], key) for key in below]
    cited = book.cite(rule)
    return [_rule_line(cited.number, cited.key), *_elsewhere(rule, cited.number)]


def _within(number: str, wanted: str) -> bool:
    """Whether a number is that of a subrule: a letter or a part after a dot follows."""
    rest = number.removeprefix(wanted)
    return rest != number and bool(rest) and (rest[0].isalpha() or rest[0] == ".")


def _rule_line(number: str, key: str) -> str:
    return f"{number:<8} {key}    {glosses()[key]}"


def _elsewhere(key: str, number: str) -> list[str]:
    """The other numbers that a key has, each with the editions from the first to the last that have it."""
    spans: list[list[str]] = []
    for name in edition_names():
        other = load_edition(name).numbers.get(key, "")
        if spans and spans[-1][0] == other:
            spans[-1][2] = name
        else:
            spans.append([other, name, name])
    if len(spans) == 1:
        return []
    lines = []
    for other, first, last in spans:
        if other != number:
            where = f"in the edition {first}" if first == last else f"in the editions from {first} to {last}"
            lines.append(f"{other or 'no rule':<8} {where}")
    return lines


def rules_listed(edition: str = "current") -> list[str]:
    """List the rules that can be cited, in the order of their numbers in an edition.

    edition: a date or `current`. Returns lines of number, key and gloss. Raises KnowledgeError for an edition that is
    not there.
    """
    book = load_edition(edition)
    ordered = sorted(book.numbers.items(), key=lambda pair: (_place(pair[1]), pair[0]))
    return [_rule_line(number, key) for key, number in ordered]


def _place(number: str) -> tuple[int, int, str]:
    section, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(section) if section.isdigit() else 0, int(digits or 0), rest[len(digits) :]
