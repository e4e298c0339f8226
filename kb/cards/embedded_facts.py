"""The facts of cards that are embedded in the project, found by the names of cards and of their faces."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from layerproof.kb.cards.names import fold, nearest_of, nearness
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.card import Card

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
def _face_files() -> dict[str, list[Path]]:
    """The files of the embedded cards by the folded names of the cards and of their faces."""
    files: dict[str, list[Path]] = {}
    for file in sorted(FACTS.glob("*/*.yaml")):
        for name in dict.fromkeys(map(fold, _names_in(file))):
            files.setdefault(name, []).append(file)
    return files


def _nearest_in(name: str, file: Path) -> tuple[int, Path, str]:
    """How near the names of an embedded card come to a name, its file, and the nearest of its names."""
    whole = file.stem.replace("-", "")
    written = [each for each in _names_in(file) if fold(each) == fold(name)]
    return min((nearness(name, int(slug(each).replace("-", "") != whole), each), file, each) for each in written)


def embedded_card(name: str, faces: bool = True) -> tuple[int, Card] | None:
    """Find the embedded card that a name means, with how near it is: 0 if it is its very name, 1 if that of a face.

    name: an English card name. faces: whether the names of faces, and whole names without their punctuation, are looked
    for too, which takes longer. Returns how near the name is (see `layerproof.kb.cards.names.nearness`) and the card;
    None where no embedded card has the name. Raises KnowledgeError when its facts are malformed, or a spelling that is
    no card's may mean several. Source: the embedded facts. It does not promise that every ability of the card is
    modelled.

    >>> embedded_card("Grizzly Bears")[0]
    0
    """
    file = fact_file(name)
    if _exists(file) and fold(name) in map(fold, _names_in(file)):
        near = _nearest_in(name, file)[0]
        if near == 0 or not faces:
            return near, read_card(file)
    others = _face_files().get(fold(name), []) if faces else []
    if not others:
        return None
    near, file, _ = nearest_of(name, [_nearest_in(name, each) for each in others])
    return near, read_card(file)


def _exists(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # the name is too long for that of a file
        return False


@cache
def read_card(file: Path) -> Card:
    """The card whose facts a file holds. Raises KnowledgeError with file, line and key when they are malformed."""
    # A run that takes its cards from an index alone reads no YAML, and need not wait for its reader.
    from layerproof.kb.files.yaml_source import read_documents
    from layerproof.kb.notation.plain_data import NotationError, decode

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
