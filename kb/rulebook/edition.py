"""Editions: the rules as published on a date, as numbers, layer rows, policies and vocabulary.

Code names a rule by its key; only an edition knows the number. An edition is one complete file in `editions/`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec
import yaml

from layerproof.kb.errors import KnowledgeError, nearest
from layerproof.kb.rulebook.vocabulary import Vocabulary, VocabularyFile, vocabulary_from

EDITIONS = Path(__file__).parent / "editions"
KEYS = Path(__file__).parent / "keys.yaml"

# What one part of an effect does; each kind belongs in exactly one row of every edition.
KINDS = (
    "copy",
    "merge",
    "entering_choice",
    "face_down",
    "control",
    "text",
    "type",
    "color",
    "ability",
    "keyword_counter",
    "define_pt",
    "set_pt",
    "modify_pt",
    "pt_counter",
    "switch_pt",
)


class LayerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layer or sublayer: its rule key, the kinds it accepts, and whether defining abilities go first in it."""

    key: str
    accepts: tuple[str, ...]
    cda_first: bool


@dataclass(frozen=True)
class Citation:
    """A rule as an edition numbers it: the edition's name, the key, the number, and the gloss in our own words."""

    edition: str
    key: str
    number: str
    gloss: str


class _EditionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    published: str
    numbers: dict[str, str]
    digests: dict[str, str]
    layers: tuple[LayerRow, ...]
    policies: dict[str, str]
    vocabulary: VocabularyFile


@dataclass(frozen=True, eq=False)
class Edition:
    """The rules as published on one date.

    `name` is the date as written; `numbers` maps a rule key to its number, `digests` to the digest of its masked text;
    `layers` are the rows in the order in which they apply; `policies` name a value for each point on which editions
    differ; `digest` is the SHA-256 over all of this. Editions are compared by identity: each is loaded once.
    """

    name: str
    published: date
    numbers: Mapping[str, str]
    digests: Mapping[str, str]
    layers: tuple[LayerRow, ...]
    policies: Mapping[str, str]
    vocabulary: Vocabulary
    digest: str

    def cite(self, key: str) -> Citation:
        """Cite the rule of a key under the number that it has in this edition.

        Raises `KnowledgeError` for a key that no edition has, with the nearest known keys, and for one that this
        edition does not have, with the editions that do. It does not promise that the rule fits what is said of it.

        >>> load_edition("2026-01-16").cite("copy.exceptions").gloss
        'A copy effect may have exceptions.'
        """
        number = self.numbers.get(key)
        if number is None:
            raise _uncitable(self, key)
        return Citation(self.name, key, number, glosses()[key])

    def policy(self, name: str) -> str:
        """Give the value of a named policy in this edition. Raises `KnowledgeError` for a name that is no policy.

        >>> load_edition("2012-10-01").policy("legend_rule"), load_edition("current").policy("legend_rule")
        ('all_die', 'controller_keeps_one')
        """
        value = self.policies.get(name)
        if value is None:
            raise KnowledgeError(
                f"there is no policy {name!r} in the edition {self.name}",
                expected="one of " + ", ".join(sorted(self.policies)),
                mend=", ".join(nearest(name, self.policies)) or None,
            )
        return value

    def row_of(self, kind: str) -> LayerRow:
        """Give the layer row that accepts a kind of modification. Raises `KnowledgeError` for an unknown kind.

        >>> load_edition("2012-10-01").row_of("pt_counter").key
        'layer.power_toughness.counter'
        """
        for row in self.layers:
            if kind in row.accepts:
                return row
        raise KnowledgeError(f"no layer accepts the kind {kind!r}", expected="one of " + ", ".join(KINDS))

    def __repr__(self) -> str:
        return f"<Edition {self.name}>"

    # Batches run in several processes, and a read-only mapping is not copied there; the file is.
    def __reduce__(self) -> tuple[object, ...]:
        return load_edition, (self.name,)


@cache
def edition_names() -> tuple[str, ...]:
    """List the names of the editions that the project holds, the oldest first; `current` means the last one.

    >>> edition_names()[0]
    '2012-07-01'
    """
    return tuple(sorted(file.stem for file in EDITIONS.glob("*.yaml")))


def load_edition(name: str) -> Edition:
    """Give the edition of a name: `current`, or a date, which means the newest edition in force on that date.

    Raises `KnowledgeError` for what is no date and for a date before the first edition, with the list of what there
    is. It does not promise that the rules of a date between two editions were those of the earlier one: the project
    holds the editions in which something that matters has changed.

    >>> load_edition("2012-12-24")
    <Edition 2012-10-01>
    """
    return _loaded(_name_in_force(name))


@cache
def glosses() -> Mapping[str, str]:
    """Map every rule key to its gloss, one sentence in our own words. Raises `KnowledgeError` for a broken file."""
    return MappingProxyType(msgspec.convert(_yaml(KEYS), dict[str, str]))


def edition_from(content: object, file: str) -> Edition:
    """Make an edition from the plain content of its file.

    Arguments: the content as mappings, lists and texts; the file's name, for errors. Raises `KnowledgeError` for
    unknown or missing entries, a kind that is not accepted by exactly one row, a key without digest or without gloss.
    """
    try:
        data = msgspec.convert(content, _EditionFile)
        published = date.fromisoformat(data.published)
    except (msgspec.ValidationError, ValueError) as error:
        raise KnowledgeError(
            f"this is no edition file: {error}", file=file, expected="the shape that docs/editions.md describes"
        ) from None
    _check(data, file)
    return Edition(
        name=data.published,
        published=published,
        numbers=MappingProxyType(data.numbers),
        digests=MappingProxyType(data.digests),
        layers=data.layers,
        policies=MappingProxyType(data.policies),
        vocabulary=vocabulary_from(data.vocabulary),
        digest=hashlib.sha256(msgspec.json.encode(data, order="deterministic")).hexdigest(),
    )


@cache
def _loaded(name: str) -> Edition:
    path = EDITIONS / f"{name}.yaml"
    return edition_from(_yaml(path), str(path))


@cache
def _name_in_force(name: str) -> str:
    names = edition_names()
    if name == "current":
        return names[-1]
    try:
        wanted = date.fromisoformat(name)
    except (TypeError, ValueError):
        raise KnowledgeError(
            f"there is no edition {name!r}", expected="'current' or a date such as 2012-10-01", mend=", ".join(names)
        ) from None
    in_force = [known for known in names if known <= wanted.isoformat()]
    if not in_force:
        raise KnowledgeError(
            f"there is no edition that was in force on {name}",
            expected=f"a date from {names[0]} on",
            mend=", ".join(names),
        )
    return in_force[-1]


def _check(data: _EditionFile, file: str) -> None:
    for kind in KINDS:
        rows = [row.key for row in data.layers if kind in row.accepts]
        if len(rows) != 1:
            where = ", ".join(rows) or "no row"
            raise KnowledgeError(f"the kind {kind!r} is accepted by {where}", file=file, expected="exactly one row")
    for row in data.layers:
        unknown = [kind for kind in row.accepts if kind not in KINDS]
        if unknown or row.key not in data.numbers:
            what = f"the kind {unknown[0]!r}" if unknown else f"the key {row.key!r}"
            raise KnowledgeError(f"a layer row names {what}, which is not known", file=file)
    odd = data.numbers.keys() ^ data.digests.keys()
    if odd:
        raise KnowledgeError(f"the key {min(odd)!r} has only one of number and digest", file=file, expected="both")


def _uncitable(edition: Edition, key: str) -> KnowledgeError:
    if key not in glosses():
        return KnowledgeError(
            f"there is no rule key {key!r}",
            expected="a key of kb/rulebook/keys.yaml",
            mend=", ".join(nearest(key, glosses())) or None,
        )
    have = [name for name in edition_names() if key in load_edition(name).numbers]
    between = f"the editions from {have[0]} to {have[-1]} have it" if have else "no edition has it"
    return KnowledgeError(f"the edition {edition.name} has no rule {key!r}", expected=f"an edition with it; {between}")


def _yaml(path: Path) -> object:
    # The safe loader in C is ten times as fast as the one in Python; some builds of PyYAML lack it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.load(path.read_bytes(), Loader=loader)
    except (OSError, yaml.YAMLError) as error:
        raise KnowledgeError(f"the file cannot be read: {error}", file=str(path)) from None
