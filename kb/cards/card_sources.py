"""Where cards come from in a run: files that were named, the installed index, the embedded facts, in this order."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from layerproof.kb.cards.card_index import CardIndex
from layerproof.kb.cards.data_places import installed_index
from layerproof.kb.cards.embedded_facts import card_names, embedded_card
from layerproof.kb.cards.formats.compiled_card import compiled_card
from layerproof.kb.cards.formats.merged_card import completed, is_whole
from layerproof.kb.cards.names import nearest_names, same_name
from layerproof.kb.model.card import Card
from layerproof.kb.model.raw_card import RawCard

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

_Remembering = TypeVar("_Remembering", bound="_lru_cache_wrapper[Any]")

EMBEDDED = "embedded facts"
VARIABLE = "LAYERPROOF_CARDS"


class Found(NamedTuple):
    """A card that a name means, what card file it is from (or the embedded facts), and its record there if any."""

    card: Card
    source: str
    raw: RawCard | None


class _Configured:
    """The card sources of this process; the command line sets them once."""

    files: tuple[Path, ...] = ()
    installed: bool = True
    opened: tuple[CardIndex, ...] | None = None
    process: int = 0
    remembering: ClassVar[list[_lru_cache_wrapper[Any]]] = []


def use_sources(files: Iterable[Path | str] = (), installed: bool = True) -> None:
    """Set where cards come from: card files first, then (if wanted) the installed index, then the embedded facts.

    files: card files in the order in which they are asked, before those that the environment variable LAYERPROOF_CARDS
    lists. installed: whether the installed index is asked. A command calls this once, before any card is looked up. It
    raises nothing: a file that cannot be used is an error when the first card is looked up (or `sources` is called).

    >>> use_sources(installed=False)
    >>> sources()
    ()
    >>> use_sources()
    """
    _Configured.files = tuple(Path(file) for file in files)
    _Configured.installed = installed
    _Configured.opened = None
    for each in _Configured.remembering:
        each.cache_clear()


def by_source(remembering: _Remembering) -> _Remembering:
    """Let what remembers results that hang on the known cards (a function under `cache`) forget them in `use_sources`.

    >>> from functools import cache
    >>> loaded = by_source(cache(lambda: len(sources())))
    >>> loaded.cache_info().currsize
    0
    """
    _Configured.remembering.append(remembering)
    return remembering


def sources() -> tuple[CardIndex, ...]:
    """The card indexes that are asked, in their order; a file that was not used before is imported into the cache.

    Raises KnowledgeError when a file is no card file or an index cannot be read. It does not promise that there are
    any: without card files only the embedded facts are known.
    """
    # A process that was forked must not use the open files of the one that it comes from.
    if _Configured.opened is None or _Configured.process != os.getpid():
        listed = [Path(file) for file in os.environ.get(VARIABLE, "").split(os.pathsep) if file]
        indexes = []
        for file in dict.fromkeys((*_Configured.files, *listed)):
            from layerproof.kb.cards.card_import import index_for  # an installed index is read without it

            indexes.append(index_for(file))
        if _Configured.installed and installed_index().exists():
            indexes.append(CardIndex(installed_index()))
        _Configured.opened, _Configured.process = tuple(indexes), os.getpid()
    return _Configured.opened


def find_card(name: str) -> Found | None:
    """Find the card that a name means in the sources of this run: of equal spelling, a whole card before a face.

    name: the name of a card or of a face; case, diacritics and punctuation do not matter, but the very name comes
    first. Returns the card with its source, or None. Of sources that have the same whole card the first gives what it
    has, the others what it lacks. Raises KnowledgeError when a source cannot be read, embedded facts are malformed, or
    a spelling that is no card's may mean several. Source: as named in the answer.
    It does not promise that every ability of the card is modelled.

    >>> find_card("Grizzly Bears").card.faces[0].power
    2
    """
    found = [(*hit, index) for index in sources() if (hit := index.find(name)) is not None]
    found.sort(key=lambda each: each[0])  # which keeps the order of the sources among equals
    embedded = embedded_card(name, faces=not found or found[0][0] > 0)
    if not found or (embedded is not None and embedded[0] < found[0][0]):
        return None if embedded is None else Found(embedded[1], EMBEDDED, None)
    _, raw, index = found[0]
    for _, other, _ in found[1:]:
        if not is_whole(raw):
            raw = completed(raw, other)
    compiled = compiled_card(raw)
    twin = embedded_card(raw.name, faces=False)
    if twin is not None and same_name(twin[0]) and preferred(compiled, twin[1]) is not compiled:
        return Found(twin[1], EMBEDDED, raw)
    return Found(compiled, index.label, raw)


def preferred(compiled: Card, embedded: Card) -> Card:
    """Choose between what was compiled from a card file and the embedded facts of the same card.

    compiled, embedded: the two readings. Returns the compiled card only where both agree: the embedded facts were
    read by people, and as long as the compiler is not proved equal to them they are what an answer should rest on.
    Source: our own decision; `tests/cards/test_card_index.py` says what is asserted of their agreement. It does not
    promise that the embedded facts are as new as the card file.

    >>> from layerproof.kb.model.card import Face
    >>> facts = Card((Face("Glorious Example", power=2),))
    >>> preferred(Card((Face("Glorious Example", power=3),)), facts) is facts
    True
    """
    return compiled if compiled == embedded else embedded


@by_source
@cache
def mentioned(words: str) -> bool:
    """Whether a card file of this run has a card in whose name, type line or text these words stand.

    Raises KnowledgeError as `sources` does.

    >>> mentioned("flyng")
    False
    """
    return any(index.mentions(words) for index in sources())


def nearest_known(name: str, limit: int = 3) -> list[str]:
    """List the known names that are most like a name that was not found, best first, from all sources."""
    known: dict[str, None] = dict.fromkeys(card_names())
    for index in sources():
        known.update(dict.fromkeys(index.names()))
    return nearest_names(name, known, limit)
