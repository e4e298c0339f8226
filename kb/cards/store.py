"""The card store: the card or face that a name means, from the embedded facts."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.card import Card
from layerproof.kb.notation import NotationError, decode
from layerproof.kb.yaml_source import read_documents

FACTS = Path(__file__).parent / "facts"


def slug(name: str) -> str:
    """A card name folded for finding files: lower case, no diacritics, `-` for each run of other characters.

    >>> slug("Lim-Dûl's Vault")
    'lim-dul-s-vault'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def fact_file(name: str) -> Path:
    """The file in which the facts of a card of this name stand, whether or not it exists."""
    folded = slug(name)
    return FACTS / (folded[:1] or "-") / f"{folded}.yaml"


@cache
def card_names() -> tuple[str, ...]:
    """The names of all embedded cards and of their faces, sorted."""
    names: set[str] = set()
    for file in FACTS.glob("*/*.yaml"):
        names.update(_names_in(file))
    return tuple(sorted(names))


_NAME_LINE = re.compile(r"^(?:  - |    )?name: (.+?)\s*$", re.MULTILINE)


def _names_in(file: Path) -> list[str]:
    found = _NAME_LINE.findall(file.read_text(encoding="utf-8"))
    names = [each.strip("\"'").replace("''", "'") for each in found]
    return [" // ".join(names), *names] if len(names) > 1 else names


@cache
def load_card(name: str) -> Card:
    """The card of this name: a whole card first, else the card one of whose faces has the name.

    name: an English card name; case, diacritics and punctuation do not matter. Raises KnowledgeError when no embedded
    card has the name (with the nearest names), or its facts are malformed (with file, line and key). It does not
    promise that every ability of the card is modelled: look for Opaque among them.

    >>> load_card("Grizzly Bears").faces[0].power
    2
    """
    file = fact_file(name)
    if file.exists():
        return read_card(file)
    folded = slug(name)
    for other in sorted(FACTS.glob("*/*.yaml")):
        if folded in [slug(each) for each in _names_in(other)]:
            return read_card(other)
    from difflib import get_close_matches

    close = get_close_matches(name, card_names(), 3, 0.6)
    raise KnowledgeError(
        what=f"no card named {name!r} is known",
        expected="the English name of a card, or of one face, among the known cards",
        mend="did you mean " + " or ".join(close) + "?" if close else "",
    )


def read_card(file: Path) -> Card:
    """The card whose facts a file holds. Raises KnowledgeError with file, line and key when they are malformed."""
    documents = read_documents(file)
    if documents.errors:
        raise documents.errors[0]
    document = documents.documents[0]
    try:
        card: Card = decode(document.value, Card)
    except NotationError as error:
        place = document.where(error.path)
        raise KnowledgeError(
            what=f"{'.'.join(map(str, error.path))}: {error.what}",
            expected=error.expected,
            mend=error.mend,
            file=str(file),
            line=place.line,
        ) from None
    return card


def face_of(card: Card, name: str) -> int:
    """The index of the face that a name means; 0 when it names the whole card."""
    folded = slug(name)
    for index, face in enumerate(card.faces):
        if face.name is not None and slug(face.name) == folded:
            return index
    return 0
