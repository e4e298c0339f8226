"""Editions: the rules as published on a date, as numbers, layer rows, policies and vocabulary.

Code names a rule by its key; only an edition knows the number. What an edition says is read from the histories of
keys, rows, policies and words (`dated.py`) as of its day.
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

from layerproof.kb.errors import KnowledgeError, nearest
from layerproof.kb.rulebook.dated_values import (
    HISTORY,
    Histories,
    histories,
    in_force,
    place_on,
    plain_yaml,
    value_on,
    vocabulary_on,
)
from layerproof.kb.rulebook.policies import policy_histories
from layerproof.kb.rulebook.vocabulary import Vocabulary, VocabularyFile, vocabulary_from

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


class _Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


def edition_names() -> tuple[str, ...]:
    """List the names of the editions that the project holds, the oldest first; `current` means the last one.

    >>> edition_names()[0]
    '2010-07-16'
    """
    return histories().days


def load_edition(name: str) -> Edition:
    """Give the edition of a name: `current`, or a date, which means the newest edition in force on that date.

    Raises `KnowledgeError` for what is no date and for a date before the first edition, with the list of what there
    is. Every text since the first is an edition, so the rules of a date between two are those of the earlier one.

    >>> load_edition("2012-12-24")
    <Edition 2012-10-01>
    """
    return _loaded(_name_in_force(name))


@cache
def glosses() -> Mapping[str, str]:
    """Map every rule key to its gloss, one sentence in our own words. Raises `KnowledgeError` for a broken file."""
    return MappingProxyType(msgspec.convert(plain_yaml(KEYS), dict[str, str]))


def edition_of(found: Histories, policies: Mapping[str, Mapping[str, str]], name: str) -> Edition:
    """Make the edition of a day from the histories of everything.

    Arguments: the histories; those of the policies; the day of an edition. Raises `KnowledgeError` for a kind that is
    not accepted by exactly one row, a row without a rule, a policy without a value, and lists that are none.
    """
    places = {key: place for key, lines in found.numbers.items() if (place := place_on(lines, name, key))}
    rows = tuple(
        LayerRow(row.key, row.accepts, row.cda_first) for row in found.rows if in_force(row.since, row.until, name)
    )
    values = {policy: value_on(history, name) for policy, history in policies.items()}
    data = _Content(
        name,
        {key: number for key, (number, _) in places.items()},
        {key: digest for key, (_, digest) in places.items()},
        rows,
        {policy: value for policy, value in values.items() if value is not None},
        vocabulary_on(found.lists, name),
    )
    _check(data, values)
    return Edition(
        name=data.published,
        published=date.fromisoformat(data.published),
        numbers=MappingProxyType(data.numbers),
        digests=MappingProxyType(data.digests),
        layers=data.layers,
        policies=MappingProxyType(data.policies),
        vocabulary=vocabulary_from(data.vocabulary),
        digest=hashlib.sha256(msgspec.json.encode(data, order="deterministic")).hexdigest(),
    )


@cache
def _loaded(name: str) -> Edition:
    return edition_of(histories(), policy_histories(), name)


@cache
def _name_in_force(name: str) -> str:
    names = edition_names()
    if name == "current":
        return names[-1]
    try:
        wanted = date.fromisoformat(name)
    except (TypeError, ValueError):
        raise KnowledgeError(
            f"there is no edition {name!r}", expected=f"'current', or a date from {names[0]} on", mend=names[-1]
        ) from None
    in_force = [known for known in names if known <= wanted.isoformat()]
    if not in_force:
        raise KnowledgeError(
            f"there is no edition that was in force on {name}",
            expected=f"a date from {names[0]} on",
            mend=f"{names[0]}, the first edition known here",
        )
    return in_force[-1]


def _check(data: _Content, policies: Mapping[str, str | None]) -> None:
    file = str(HISTORY / "layers.yaml")
    for kind in KINDS:
        rows = [row.key for row in data.layers if kind in row.accepts]
        if len(rows) != 1:
            where = ", ".join(rows) or "no row"
            raise KnowledgeError(
                f"on {data.published} the kind {kind!r} is accepted by {where}", file=file, expected="exactly one row"
            )
    for row in data.layers:
        unknown = [kind for kind in row.accepts if kind not in KINDS]
        if unknown or row.key not in data.numbers:
            what = f"the kind {unknown[0]!r}" if unknown else f"the key {row.key!r}"
            raise KnowledgeError(f"a layer row of {data.published} names {what}, which is not known", file=file)
    for policy, value in policies.items():
        if value is None:
            raise KnowledgeError(f"the policy {policy!r} has no value on {data.published}", file="policies.yaml")


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
