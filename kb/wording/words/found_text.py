"""Whether a piece of rules text is found in the text of an ability."""

from __future__ import annotations

import re

_OBJECT = (
    "creature|land|artifact|enchantment|permanent|planeswalker|battle|token|card|spell|Aura|Equipment|Vehicle|Saga|Class"
    "|Case|Siege|Spacecraft|Fortification"
)
_SELF = re.compile(rf"\b([Tt])his (?:{_OBJECT})\b")
_FIRST_OBJECT = re.compile(rf"(?:{_OBJECT})\b", re.IGNORECASE)
_HOSTS = "creature|land|artifact|permanent|planeswalker|enchantment|Plains|Island|Swamp|Mountain|Forest"
_HOST = re.compile(rf"\b([Ee])nchanted (?:{_HOSTS})\b")
_QUOTED = re.compile(r'"[^"]*"')


def plain(text: str) -> str:
    """The text with one word for the words by which an object calls itself, or what it is attached to.

    What an object calls itself goes by what it was printed as (this creature, this permanent), which its record does
    not say.

    >>> plain("Sacrifice this artifact") == plain("Sacrifice this permanent")
    True
    """
    return _HOST.sub(r"\1nchanted creature", _SELF.sub(r"\1his creature", text.replace("\n", " ")))


def own_text(text: str) -> str:
    """The text of an ability without what stands in quotation marks in it.

    >>> own_text('It has "{T}: Add {G}."')
    'It has ""'
    """
    return _QUOTED.sub('""', text)


def text_found(piece: str, text: str) -> bool:
    """Say whether a piece of rules text stands in the text of an ability, at word and symbol boundaries.

    piece: as a scenario quotes it; its first letter may be in either case, the rest must agree. text: the text of one
    ability; what stands in quotation marks in it belongs to another ability and is not looked at. Source: the
    scenario format. What the object calls itself (this creature, this permanent) may differ. It does not promise
    anything about a text that was not rendered exactly.

    >>> text_found("{T}: Add {C}", "{T}: Add {C}{C}."), text_found("add {C}{C}", "{T}: Add {C}{C}.")
    (False, True)
    """
    wanted = piece.strip().rstrip(".")
    if not wanted:
        return False
    # A piece may itself contain a quotation; only a piece without one is kept out of quotations.
    own = text if '"' in piece else own_text(text)
    first = _FIRST_OBJECT.match(wanted)
    called = _SELF.sub(rf"\1his {first[0].lower()}", own) if first else own
    return any(_stands(*pair) for pair in ((wanted, own), (plain(wanted), plain(own)), (wanted, called)))


# How sentences are joined, and words that go with number and order: the record does not say which of them are printed.
_JOINTS = frozenset({
    "a", "an", "and", "or", "all", "are", "be", "also", "each", "every", "had", "has", "have", "he", "her", "him",
    "his", "is", "it", "its", "it's", "she", "that", "that's", "the", "their", "them", "then", "they", "they're",
    "this", "those", "you've",
})  # fmt: skip
# What may stand in front or behind, or be said of what keeps its types; at the ends of a piece a part of it too.
_MOVABLE = re.compile(
    r"\b(?:(?:until )?end of turn|until (?:your|the) next (?:turn|upkeep|end step)|this turn)\b"
    r"|\buntil(?: end(?: of)?)?$|^(?:of )?turn\b|\bin addition to (?:its|their) other (?:\w+ and )?types\b"
    r"|\b(?:it's still a land|they're still lands)\b"
)


def loosely_found(piece: str, text: str) -> bool:
    """Say whether a piece may stand in a text whose sentences are joined otherwise ("then", "and", a full stop), which
    speaks of several as of each, or in which a duration has another place.

    piece, text: as for `text_found`. It finds what that does not, and is only to be used against a piece's absence.

    >>> loosely_found("scry 2, then draw a card", "Scry 2. Draw a card."), loosely_found("scry 3", "Scry 2.")
    (True, False)
    """
    own = text if '"' in piece else own_text(text)
    words = _loosened(piece)
    if not words:
        # Joints may differ; the colon behind a cost does not.
        return ":" not in piece
    return f" {' '.join(words)} " in f" {' '.join(_loosened(own))} "


def _loosened(text: str) -> list[str]:
    """The words of a text by their stems, without joints, what may stand elsewhere, and marks."""
    words = re.findall(r"\{[^}]+\}|[\w'’/+−-]+", _MOVABLE.sub(" ", plain(text.strip(" .,")).lower()))
    return [re.sub(r"(?:ves|ies|s)$", "", each) or each for each in words if each not in _JOINTS]


def _stands(wanted: str, own: str) -> bool:
    first, rest = wanted[0], wanted[1:]
    start = f"[{re.escape(first.lower())}{re.escape(first.upper())}]" if first.isalpha() else re.escape(first)
    before = r"(?<![\w'’])" if re.match(r"\w", first) else (r"(?<!\})" if first == "{" else "")
    if first in "+-":
        before = r"(?<![\w/])"
    last = wanted[-1]
    after = r"(?![\w])" if re.match(r"\w", last) else (r"(?!\{)" if last == "}" else "")
    return re.search(before + start + re.escape(rest) + after, own) is not None
