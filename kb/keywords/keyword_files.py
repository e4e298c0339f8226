"""Reads the file of a keyword ability when it is first asked about: most questions need few of them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.files.yaml_source import Document, read_document
from layerproof.kb.keywords.keyword_record import Afterwards, KeywordAbility
from layerproof.kb.notation.plain_data import NotationError, decode

FILES = Path(__file__).parent / "abilities"
# Words that are written together with a quality stand for the keyword that the rules define for all of them.
_ENDINGS = (("cycling", "typecycling"), ("walk", "landwalk"))
_LONGEST = 40  # a word of a scenario may be longer than the name of a file can be
_NAME = re.compile(r'^name: "?(.+?)"?$', re.MULTILINE)

# What the cost of a kicker ability does to its spell (rule key keyword.kicker.kicked).
KICKS = "kicks its spell"


class Stated(NamedTuple):
    """The file of a keyword ability: its record, and the abilities it stands for with their parameters still open."""

    record: KeywordAbility
    abilities: tuple[Any, ...]
    document: Document


def file_of(name: str) -> Path:
    """The file in which a keyword ability of this name would stand, whether or not it exists.

    >>> file_of("for mirrodin!").name
    'for-mirrodin.yaml'
    """
    return FILES / (re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + ".yaml")


@cache
def stated(name: str) -> Stated | None:
    """What the file of a keyword ability says; None where there is no file.

    name: in lower case; of a word such as `islandcycling` the file of all typecyclings. Raises KnowledgeError with
    file, line and key when the file is malformed.

    >>> stated("undying").record.takes, stated("islandcycling").record.name, stated("shouting")
    ((), 'typecycling', None)
    """
    file = file_of(name)
    if len(name) > _LONGEST or not file.exists():
        known = next((stem for ending, stem in _ENDINGS if name.endswith(ending) and name not in (ending, stem)), None)
        return None if known is None or len(name) > _LONGEST else stated(known)
    document = read_document(file)
    content = dict(document.value) if isinstance(document.value, dict) else {}
    abilities = content.pop("abilities", None)
    try:
        record: KeywordAbility = decode(content, KeywordAbility)
    except NotationError as error:
        raise malformed(document, error) from None
    return (
        Stated(record, tuple(abilities) if isinstance(abilities, list) else (), document)
        if record.name == name
        else None
    )


def keyword_ability(name: str) -> KeywordAbility | None:
    """The record of a keyword ability by its name in lower case; None where no file states it.

    >>> keyword_ability("flying").several
    'redundant'
    """
    found = stated(name)
    return None if found is None else found.record


@cache
def does(name: str, what: str) -> bool:
    """Whether a keyword ability is one to which the rules give a certain effect, in the words of docs/keywords.md.

    >>> does("deathtouch", "any damage is lethal"), does("flying", "any damage is lethal")
    (True, False)
    """
    record = keyword_ability(name)
    return record is not None and what in record.does


def is_open_resolving(name: str) -> bool:
    """Whether a keyword ability changes what comes of its spell as it resolves, in a way that is not stated.

    >>> is_open_resolving("cipher"), is_open_resolving("buyback")
    (True, False)
    """
    record = keyword_ability(name)
    return record is not None and "resolving" in record.leaves_open


def afterwards(name: str) -> Afterwards | None:
    """Where a keyword ability sends its spell as it resolves; None where it sends it nowhere.

    >>> afterwards("rebound").to, afterwards("flying")
    ('exile', None)
    """
    record = keyword_ability(name)
    return None if record is None else record.afterwards


def written(name: str, quality: str) -> str | None:
    """How a keyword ability is written with a quality, where that is not its name and then the quality.

    >>> written("landwalk", "island"), written("protection", "red"), written("equip", "Knight")
    ('islandwalk', 'protection from red', None)
    """
    record = keyword_ability(name)
    return None if record is None or record.written is None else record.written.replace("{quality}", quality)


@cache
def keyword_names() -> tuple[str, ...]:
    """The names of all keyword abilities that have a file, sorted.

    >>> keyword_names()[:2]
    ('absorb', 'affinity')
    """
    return tuple(sorted(_NAME.findall("\n".join(_texts()))))


@cache
def keywords_with(entry: str) -> tuple[KeywordAbility, ...]:
    """The keyword abilities whose files have an entry, in the order of their names.

    entry: such as `permits`. Only the files that have it are read as YAML, which all of them would take too long.

    >>> [each.name for each in keywords_with("pays")]
    ['convoke', 'delve', 'improvise']
    """
    line = re.compile(rf"^{entry}:", re.MULTILINE)
    names = [name[1] for text in _texts() if line.search(text) and (name := _NAME.search(text))]
    return tuple(each for each in map(keyword_ability, names) if each is not None)


@cache
def _texts() -> tuple[str, ...]:
    return tuple(file.read_text(encoding="utf-8") for file in sorted(FILES.glob("*.yaml")))


def malformed(document: Document, error: NotationError) -> KnowledgeError:
    """What is wrong with the file of a keyword ability, with its line."""
    return KnowledgeError(
        what=f"{'.'.join(map(str, error.path))}: {error.what}",
        expected=error.expected,
        mend=error.mend or "see docs/keywords.md",
        file=document.file,
        line=document.where(error.path).line,
    )
