"""Card names as people write them: folded for comparing, taken apart into faces, and the nearest on a miss."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TypeVar

from layerproof.kb.errors import KnowledgeError
from layerproof.kb.model.raw_card import RawCard

_Card = TypeVar("_Card")

# Letters that no decomposition reduces to plain ones, as they stand in names.
_LETTERS = str.maketrans({"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ß": "ss", "ł": "l"})
_OTHER = re.compile(r"[^a-z0-9]+")
_SPLIT = re.compile(r"\s+//\s+")  # a name may have two strokes within a word


def fold(name: str) -> str:
    """Fold a card name for comparing: lower case, no diacritics, no spaces and punctuation.

    name: a card name in any spelling. Returns only letters `a` to `z` and digits; a name that has none of these is
    only put in lower case. Source: our own convention. It does not promise that two cards differ when folded.

    >>> fold("Lim-Dûl's Vault")
    'limdulsvault'
    """
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS)).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("", plain) or name.lower().strip()


def unlikeness(name: str, written: str) -> int:
    """Say how far a name as a person wrote it is from that of a card: 0 for the very name, 3 where only letters agree.

    name, written: two names that fold to the same. Returns 0 where they are the same, 1 where letters are of another
    case or have other marks, 2 where the words are the same, else 3. Source: our own convention, since there are cards
    whose names differ by a space or a stroke alone.

    >>> [unlikeness("Wasteland", each) for each in ("Wasteland", "Waste Land")], unlikeness("waste land", "Waste Land")
    ([0, 3], 1)
    """
    if name == written:
        return 0
    one, other = (unicodedata.normalize("NFKD", each.translate(_LETTERS)) for each in (name, written))
    one, other = (each.encode("ascii", "ignore").decode().lower().strip() for each in (one, other))
    if one == other:
        return 1
    return 2 if _OTHER.sub(" ", one).split() == _OTHER.sub(" ", other).split() else 3


def nearness(name: str, rank: int, written: str) -> int:
    """Say how near a name of a card is to what a person wrote, the smaller the nearer: the very name before any other.

    name: as the person wrote it. rank, written: of one name of a card, see `keys_of`. Source: our own convention.

    >>> nearness("Wasteland", 0, "Waste Land") > nearness("Wasteland", 1, "Wasteland")
    True
    """
    return 4 * unlikeness(name, written) + rank


def same_name(near: int) -> bool:
    """Say whether a name was the whole name of a card, but for the case of letters and their marks.

    near: as `nearness` says. Source: our own convention.

    >>> same_name(nearness("Wasteland", 0, "Waste Land")), same_name(nearness("waste land", 0, "Waste Land"))
    (False, True)
    """
    return near in (0, 4)


def nearest_of(name: str, found: Iterable[tuple[int, _Card, str]]) -> tuple[int, _Card, str]:
    """Choose the nearest of the cards that a name may mean: the first of those that are equally near.

    name: as a person wrote it. found: of each card how near it is (see `nearness`), the card and its name as written;
    at least one. Raises KnowledgeError where cards of different names are equally near, none of them by its very name.

    >>> nearest_of("wasteland", [(12, 1, "Waste Land"), (4, 2, "Wasteland")])
    (4, 2, 'Wasteland')
    """
    ranked = sorted(found, key=lambda each: each[:1])
    first = ranked[0]
    others = [each for near, _, each in ranked if near == first[0] and unlikeness(each, first[2]) > 1]
    if others:
        raise KnowledgeError(
            f"the name {name!r} may mean several cards",
            expected="the name of a card as it is printed",
            mend=" or ".join(dict.fromkeys((first[2], *others))),
        )
    return first


def parts_of(name: str) -> tuple[str, ...]:
    """Take a whole name apart into the names of its faces; a name without `//` is its own only part.

    name: as a card file writes it. Returns at least one name. Source: the convention of card files. It does not
    promise that the card has so many faces.

    >>> parts_of("Ash // Ember")
    ('Ash', 'Ember')
    """
    return tuple(_SPLIT.split(name.strip()))


def keys_of(card: RawCard) -> list[tuple[str, int, str]]:
    """List the folded names by which a card is found, each with its rank: the smaller one is the nearer meaning.

    card: as a card file gives it. Returns each key with its rank and the name as written; rank 0 is the whole name, 1
    the name of a face, and both are 2 more for what is no card of the game itself (tokens, emblems, art cards). Source:
    our own convention. It does not promise that no other card has the same key.

    >>> from layerproof.kb.model.raw_card import RawCard, RawFace
    >>> keys_of(RawCard("Ash // Ember", "split", (RawFace("Ash"),)))
    [('ashember', 0, 'Ash // Ember'), ('ash', 1, 'Ash'), ('ember', 1, 'Ember')]
    """
    extra = 2 if card.layout in NO_CARDS else 0
    keys = {fold(card.name): (extra, card.name)}
    for relation in card.relations:
        if relation.kind == "meld_result" and relation.name != card.name:
            whole = f"{card.name} // {relation.name}"
            keys.setdefault(fold(whole), (extra, whole))
    for name in (*(face.name for face in card.faces), *parts_of(card.name)):
        keys.setdefault(fold(name), (extra + 1, name))
    return [(folded, rank, shown) for folded, (rank, shown) in keys.items()]


NO_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})


def nearest_names(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """List the known names that are most like a name, best first: those with common trigrams, ranked by likeness.

    name: a name that was not found. known: names as they are written. Returns at most `limit` names, none that is
    unlike. Source: our own measure of likeness. It does not promise that the card that was meant is among them.

    >>> nearest_names("Gloriuos Exmaple", ["Glorious Example", "Other"])
    ['Glorious Example']
    """
    from difflib import SequenceMatcher  # only a miss needs it

    wanted = fold(name)
    grams = _grams(wanted)
    scored = []
    for each in dict.fromkeys(known):
        folded = fold(each)
        common = len(grams & _grams(folded))
        if common:
            scored.append((common / (len(grams) + len(folded)), folded, each))
    scored.sort(reverse=True)
    matcher = SequenceMatcher(None, b=wanted, autojunk=False)
    ranked = []
    for _, folded, each in scored[:60]:
        matcher.set_seq1(folded)
        likeness = matcher.ratio()
        if likeness >= 0.6:
            ranked.append((-likeness, each))
    return [each for _, each in sorted(ranked)[:limit]]


def _grams(folded: str) -> set[str]:
    padded = f" {folded} "
    return {padded[at : at + 3] for at in range(len(padded) - 2)}
