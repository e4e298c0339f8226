"""Tables of the characteristics of objects, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from layerproof.kb.model.ability import Ability, ClassLevel, Keyword, LevelBand, Opaque, Solved, StationBand
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.situation import GameObject
from layerproof.kb.wording.abilities import ability_text
from layerproof.kb.wording.plain_words import plainly
from layerproof.solver.layers.changing import intrinsic_ability
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.layers.view import Entry, basic_land_types, subtypes_plain
from layerproof.solver.situation.game import Game

# The order in which type lines name card types.
_TYPES = (
    "tribal", "kindred", "enchantment", "artifact", "land", "creature", "planeswalker", "battle", "instant", "sorcery",
)  # fmt: skip
_HEADS = ("label", "name", "p/t", "colors", "types", "controller", "counters", "status", "zone")


def objects_of(game: Game) -> tuple[GameObject, ...]:
    """Give the objects to show at the end of a timeline: those that exist, then labelled ones as they last existed."""
    there = {item.id for item in game.situation.objects}
    named = set(game.labels.values())
    left = tuple(item for item in game.situation.gone if item.id in named and item.id not in there)
    return (*game.situation.objects, *left)


def table(game: Game, width: int = 120) -> list[str]:
    """Show each object's characteristics at the end of a timeline.

    game: the game at the end of the timeline. width: how wide the lines may be. Returns lines: one for each object with
    label, name, power and toughness, colors, type line, controller, counters, status and zone (columns in which nothing
    stands are left out), and below it one for each of its abilities; where the columns are wider than the lines may be,
    the same object by object. Of an object that has left the last known information is shown. It does not promise the
    official wording of abilities.
    """
    items = objects_of(game)
    if not items:
        return ["There are no objects."]
    rows = [_row(item, game) for item in items]
    used = [index for index, _ in enumerate(_HEADS) if any(row[index] for row in rows)]
    widths = [max(len(_HEADS[index]), *(len(row[index]) for row in rows)) for index in used]
    narrow = sum(widths) + 2 * (len(widths) - 1) > width
    lines = [] if narrow else [_line([_HEADS[index] for index in used], widths)]
    for item, row in zip(items, rows, strict=True):
        lines += _stacked(row, width) if narrow else [_line([row[index] for index in used], widths)]
        lines += [line for text in abilities_of(item, game) for line in _wrapped(text, width)]
    return lines


def blocks(lines: Sequence[str]) -> list[str]:
    """Give the lines of a table object by object, so that tables can be compared whatever the order of their objects.

    >>> blocks(["label", "bear", "  · trample", "elf"])
    ['label', 'bear\\n  · trample', 'elf']
    """
    found: list[str] = []
    for line in lines:
        if line.startswith("  ") and found:
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _stacked(row: Sequence[str], width: int) -> list[str]:
    """A row for narrow terminals: label, name, power and toughness, and below them the rest with its heads."""
    first = "  ".join(cell for cell in row[:3] if cell)
    told = [cell if head in ("colors", "types") else f"{head} {cell}" for head, cell in zip(_HEADS, row, strict=True)]
    rest = "; ".join(each for each, cell in list(zip(told, row, strict=True))[3:] if cell)
    lines = textwrap.wrap(first, width, subsequent_indent="    ", break_on_hyphens=False)
    return lines + textwrap.wrap(rest, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def _wrapped(text: str, width: int) -> list[str]:
    return [
        line
        for part in text.splitlines()
        for line in textwrap.wrap(part, max(width, 20), initial_indent="  · ", subsequent_indent="    ")
    ]


def _row(item: GameObject, game: Game) -> tuple[str, ...]:
    label = item.label if item.label is not None and game.labels.get(item.label) == item.id else f"#{item.id}"
    counters = ", ".join(f"{each.number} {each.kind}" for each in item.counters)
    there = game.there(item.id) is not None
    zone = item.zone if there else f"left the {item.zone}"
    try:
        entry = game.entry(item.id)
    except Undecided:
        return label, item.card.name or "", "", "", "", item.controller, counters, status_of(item, game), zone
    controller = entry.controller if item.zone in ("battlefield", "stack") else item.owner
    return (
        label,
        " // ".join(entry.names) or "(no name)",
        power_toughness(entry.power, entry.toughness),
        color_words(entry.colors),
        type_line(entry, game),
        controller,
        counters,
        status_of(item, game, entry),
        zone,
    )


def power_toughness(power: int | None, toughness: int | None) -> str:
    """Write power and toughness; nothing where there is none.

    >>> power_toughness(4, 4)
    '4/4'
    """
    return "" if power is None and toughness is None else f"{power}/{toughness}"


def color_words(colors: Iterable[str]) -> str:
    """Write colors in their usual order.

    >>> color_words({"green", "white"}), color_words(())
    ('white, green', 'colorless')
    """
    there = set(colors)
    return ", ".join(color for color in COLORS if color in there) or "colorless"


def type_line(entry: Entry, game: Game) -> str:
    """Write the type line of an object; subtypes that its card has keep their printed order."""
    printed = [word for face in entry.card.faces for word in face.subtypes]
    subtypes = subtypes_plain(entry.subtypes, game.edition.vocabulary)
    return types_text(sorted(entry.supertypes), entry.types, sorted(subtypes, key=lambda word: _place(word, printed)))


def _place(word: str, printed: Sequence[str]) -> tuple[int, str]:
    return (printed.index(word) if word in printed else len(printed)), word


def types_text(supertypes: Iterable[str], types: Iterable[str], subtypes: Iterable[str]) -> str:
    """Write a type line.

    >>> types_text(["legendary"], ["creature", "artifact"], ["Golem"])
    'Legendary Artifact Creature — Golem'
    """
    order = {word: index for index, word in enumerate(_TYPES)}
    ordered = sorted(types, key=lambda word: (order.get(word, len(order)), word))
    left = " ".join(word.capitalize() for word in (*supertypes, *ordered))
    right = " ".join(subtypes)
    return f"{left} — {right}" if right else left


def status_of(item: GameObject, game: Game, entry: Entry | None = None) -> str:
    """Write what else is to be said of an object: its status, loyalty or defense, what it is attached to."""
    said: list[str] = []
    if item.tapped:
        said.append("tapped")
    if item.flipped:
        said.append("flipped")
    if item.face_down is not None:
        said.append("face down")
    if item.phased_out:
        said.append("phased out")
    if item.token:
        said.append("token")
    if item.attached_to is not None:
        to = item.attached_to if isinstance(item.attached_to, str) else game.name(item.attached_to)
        said.append(f"attached to {to}")
    if entry is not None and item.zone != "battlefield":
        for word, number in (("loyalty", entry.loyalty), ("defense", entry.defense)):
            if number is not None:
                said.append(f"{word} {number}")
    if item.level > 1:
        said.append(f"level {item.level}")
    if item.solved:
        said.append("solved")
    return ", ".join(said)


def abilities_of(item: GameObject, game: Game) -> list[str]:
    """Write the abilities of an object: keyword abilities together, each other ability as a text of its own."""
    try:
        entry = game.entry(item.id)
        names = game.scene().names
    except Undecided as error:
        return [f"({error})"]
    abilities = [(each.ability, "".join(names(each.granter)[:1]) if each.granter else "") for each in entry.abilities]
    abilities += [(intrinsic_ability(land), "") for land in basic_land_types(entry)]
    types = entry.types | entry.subtypes | entry.supertypes
    return ability_lines(abilities, types, "".join(entry.names[:1]))


def ability_lines(abilities: Iterable[tuple[Ability, str]], types: Iterable[str], name: str) -> list[str]:
    """Write abilities as lines, keyword abilities that follow each other in one.

    abilities: each with the name of the object that granted it, if one did. types: the types, subtypes and supertypes
    of the object that has them. name: its name, which may be empty.
    """
    lines: list[str] = []
    keywords: list[str] = []
    words = frozenset(types)
    for ability, giver in (*abilities, (None, "")):
        if isinstance(ability, Keyword):
            keywords.append(ability_text(ability, words, name or None).text)
            continue
        if keywords:
            lines.append(", ".join(keywords))
            keywords = []
        if ability is not None:
            lines.append(_text(ability, words, name, giver))
    return lines


def _text(ability: Any, types: frozenset[str], name: str, giver: str) -> str:
    """One ability as text; what stands under a level, station or case symbol with that symbol before it."""
    within = getattr(ability, "abilities", ())
    # What changes costs has a filter of that name.
    under = [(each, giver) for each in within] if isinstance(within, tuple) else []
    inner = "; ".join(ability_lines(under, types, name))
    match ability:
        case LevelBand(minimum, maximum, power, toughness):
            symbol = f"LEVEL {minimum}{'+' if maximum is None else f'-{maximum}'}"
            return _under(symbol, power_toughness(power, toughness), inner)
        case StationBand(minimum, power, toughness):
            return _under(f"STATION {minimum}+", power_toughness(power, toughness), inner)
        case ClassLevel(level, cost):
            return _under(f"{cost}: level {level}", inner)
        case Solved():
            return _under("Solved", inner)
        case Opaque(gloss):
            return f"(not modelled: {plainly(gloss, name or 'this object')})"
    return ability_text(ability, types, name or None, giver=giver or None).text or "(an ability without words)"


def _under(symbol: str, *said: str) -> str:
    return f"{symbol}: " + ", ".join(each for each in said if each)
