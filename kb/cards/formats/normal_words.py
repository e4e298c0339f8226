"""What every importer does with the words of a card file: type lines, layouts, colors, numbers, and what is odd."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from layerproof.kb.cards.names import NO_CARDS, parts_of
from layerproof.kb.model.costs.mana import COLORED
from layerproof.kb.model.raw_card import RawCard, RawFace


def words(text: str) -> frozenset[str]:
    """Take the words of a text for a set."""
    return frozenset(text.split())


SUPERTYPES = frozenset({"basic", "legendary", "ongoing", "snow", "world", "host", "elite"})
TYPES = words(
    "artifact battle conspiracy creature dungeon enchantment instant kindred land phenomenon plane planeswalker scheme "
    "sorcery vanguard"
)
LAYOUTS = words(
    "normal split flip transform modal_dfc adventure meld leveler class saga case mutate prototype aftermath prepare "
    "reversible_card planar scheme vanguard token double_faced_token emblem host augment art_series battle"
)
TWO_PARTS = words("split room flip transform modal_dfc adventure prepare double_faced_token")

_MARKS = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "−": "-", "\u00a0": " ", "\r": None})
_COLORLESS = words("land plane phenomenon scheme vanguard conspiracy dungeon")
_TRIBAL = {"tribal": "kindred"}
WHOLE = re.compile(r"-?[0-9]{1,9}")
_NO_CHARACTER = re.compile("[\ud800-\udfff]")  # halves of pairs, which JSON can write and no file can hold
_SHOWN = 120  # characters of what is odd
_LONG_SUBTYPE = re.compile(r"Time Lord|\S+")


class Notes:
    """What an import counted and what it found odd: `odd` maps a kind of oddity to the names of the cards it is on."""

    def __init__(self) -> None:
        self.entries = 0
        self.cards = 0
        self.faces = 0
        self.odd: dict[str, list[str]] = {}

    def note(self, kind: str, name: str) -> None:
        """Note something odd of a card; it is loaded all the same."""
        self.odd.setdefault(kind, []).append((text_of(name) or "")[:_SHOWN])

    def unknown_keys(self, entry: Mapping[str, Any], known: frozenset[str], name: str) -> None:
        """Note each key of an entry that its format is not known to have."""
        if entry.keys() <= known:
            return
        for key in entry:
            if key not in known:
                self.note("unknown key", f"{name} ({key})")


def text_of(value: object) -> str | None:
    """Read what a file has where a text belongs, with straight quotes and `-` for minus signs; None where it has none.

    >>> text_of("“−1”")
    '"-1"'
    >>> text_of(2.5)
    '2.5'
    """
    if value is None or isinstance(value, bool | dict | list):
        return None
    if not isinstance(value, str):
        return str(value)
    return (value if value.isascii() else _NO_CHARACTER.sub("\ufffd", value)).translate(_MARKS)


def mana_cost_of(value: object) -> str | None:
    """Read a mana cost: None where there is none, which is not the same as `{0}`."""
    text = text_of(value)
    return text.strip() or None if text else None


def colors_of(value: object) -> tuple[str, ...] | None:
    """Read a list of colors, as letters or as words; None where the file does not say.

    >>> colors_of(["W", "green"])
    ('white', 'green')
    """
    if not isinstance(value, list):
        return None
    found = {COLORED.get(str(each).upper(), str(each).lower()) for each in value}
    return tuple(color for color in COLORED.values() if color in found)


def told_colors(entry: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Read the colors of an entry with MTGJSON's words; None where neither they nor the color identity tell them.

    >>> told_colors({"colorIdentity": []}), told_colors({"colorIdentity": ["G"]})
    ((), None)
    """
    colors = colors_of(entry.get("colors"))
    # What has a color has it in its color identity, so that an empty one tells that there is none.
    return () if colors is None and entry.get("colorIdentity") == [] else colors


def type_line(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Take a type line apart into supertypes, card types and subtypes.

    line: as printed, with a dash before the subtypes. Returns supertypes and types in lower case, the word Tribal as
    Kindred, subtypes as printed. Source: the reading of type lines. It does not promise that the words are known.

    >>> type_line("Legendary Artifact Creature — Time Lord Pirate")
    (('legendary',), ('artifact', 'creature'), ('Time Lord', 'Pirate'))
    """
    left, _, right = re.sub(r"\s+[—–-]+(\s+|$)", " — ", line.strip(), count=1).partition(" — ")
    words = [word.lower() for word in left.split()]
    supertypes = [word for word in words if word in SUPERTYPES]
    types = [_TRIBAL.get(word, word) for word in words if word not in SUPERTYPES and word != "token"]
    # The type of a plane is all that follows the dash, however many words it has.
    whole = types[-1:] == ["plane"]
    subtypes = [right.strip()] if whole and right.strip() else _LONG_SUBTYPE.findall(right)
    return tuple(supertypes), tuple(types), tuple(subtypes)


def type_lists(entry: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Read the lists `supertypes`, `types` and `subtypes` of an entry, or its type line where they are missing."""
    lists = [entry.get(key) for key in ("supertypes", "types", "subtypes")]
    if not isinstance(lists[1], list) or not lists[1]:
        return type_line(text_of(entry.get("type")) or "")
    supertypes, types, subtypes = ([text_of(w) or "" for w in each] if isinstance(each, list) else [] for each in lists)
    lowered = (_TRIBAL.get(word.lower(), word.lower()) for word in types)
    return tuple(map(str.lower, supertypes)), tuple(word for word in lowered if word != "token"), tuple(subtypes)


def layout_of(given: object, types: tuple[str, ...], subtypes: tuple[str, ...], name: str, notes: Notes) -> str:
    """Name a layout in the words of the model; one that is not known is noted and kept."""
    layout = text_of(given) or "normal"
    if layout not in LAYOUTS:
        notes.note("unknown layout", f"{name} ({layout})")
    if layout == "split" and "Room" in subtypes:
        return "room"
    return {"aftermath": "split", "reversible_card": "normal", "battle": "transform"}.get(layout, layout)


def sides_of(names: list[str]) -> list[list[int]]:
    """Group the faces of a reversible card, both sides of which are whole cards, into cards.

    names: of all its faces in order. Returns for each card the indexes of its faces; two sides that are the same card
    are one. Source: the convention of card files. It does not promise that two unlike sides have one face each, but
    it takes them so.

    >>> sides_of(["Ash", "Ash"]), sides_of(["Ash", "Ember", "Ash", "Ember"]), sides_of(["Ash", "Ember"])
    ([[0]], [[0, 1]], [[0], [1]])
    """
    half, odd = divmod(len(names), 2)
    if half and not odd and names[:half] == names[half:]:
        return [list(range(half))]
    return [[names.index(name)] for name in dict.fromkeys(names)]


def layout_of_side(given: object, faces: int) -> str:
    """Name the layout of one side of a reversible card: as the file says, else by the number of its faces."""
    layout = text_of(given)
    if layout is not None and layout != "reversible_card":
        return layout
    return "normal" if faces == 1 else "adventure"


def note_face(face: RawFace, notes: Notes) -> None:
    """Note what is odd of one face: numbers that are none, and words of its type line."""
    notes.faces += 1
    for value in (face.power, face.toughness):
        if value is not None and not WHOLE.fullmatch(value):
            kind = "power or toughness with a star" if "*" in value else "power or toughness that is no number"
            notes.note(kind, f"{face.name} ({value})")
    for value in (face.loyalty, face.defense):
        if value is not None and not WHOLE.fullmatch(value):
            notes.note("loyalty or defense that is no number", f"{face.name} ({value})")
    if not face.types:
        notes.note("no type line", face.name)
    for word in face.types:
        if word not in TYPES and face.layout not in NO_CARDS:
            notes.note("unknown card type", f"{face.name} ({word})")


def note_card(card: RawCard, notes: Notes) -> RawCard:
    """Count a card and note what is odd of it. Returns the card."""
    notes.cards += 1
    for face in card.faces:
        note_face(face, notes)
        if not tells_color(face):
            notes.note("color not told", face.name)
    for name in missing_faces(card):
        notes.note("face not told", name)
    return card


def tells_color(face: RawFace) -> bool:
    """Say whether the color of a face can be known: from its mana cost, a color indicator, the file, or its type."""
    # A color indicator stands on cards without a mana cost, and on some of which it is {0}.
    if face.mana_cost not in (None, "{0}") or face.color_indicator or face.colors is not None:
        return True
    if face.layout == "flip" and not face.is_front:
        return True  # flipping changes neither color nor mana cost
    return bool(_COLORLESS & {*face.types}) and "creature" not in face.types


def missing_faces(card: RawCard) -> tuple[str, ...]:
    """Name the faces that the name of a card promises and the file does not have.

    card: as a card file gives it. Returns names, empty for a whole card. Source: the convention of card files that a
    whole name has ` // ` between the names of its faces. It does not promise that the faces that are there are whole.

    >>> missing_faces(RawCard("Ash // Ember", "split", (RawFace("Ash"),)))
    ('Ember',)
    """
    return parts_of(card.name)[len(card.faces) :] if card.layout in TWO_PARTS else ()
