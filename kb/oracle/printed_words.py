"""Printed words: the printed words of the abilities that the rules text of a face stands for."""

from __future__ import annotations

import re
from functools import cache

from layerproof.kb.model.ability import Ability, ClassLevel, LevelBand, Solved, StationBand
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.raw_card import RawFace
from layerproof.kb.oracle.faces import abilities_of, paragraphs_of
from layerproof.kb.oracle.overrides import override_of
from layerproof.kb.oracle.words.lexicon import family, subtype_words
from layerproof.kb.oracle.words.normalised_text import normalise, without_reminders
from layerproof.kb.wording.words.english import plural

_LABEL = re.compile(r"^[A-Z][\w' !-]* — ")
_HEADER = re.compile(r"^(?:[0-9]+\+ \| |Solved — )")


def under_symbols(abilities: tuple[Ability, ...]) -> list[Ability]:
    """The abilities of a face with those under a level, station or case symbol in its place.

    >>> from layerproof.kb.model.ability import Keyword
    >>> under_symbols((StationBand(8, abilities=(Keyword("flying"),)),)) == [Keyword("flying")]
    True
    """
    out: list[Ability] = []
    for each in abilities:
        out += each.abilities if isinstance(each, LevelBand | StationBand | Solved | ClassLevel) else (each,)
    return out


def printed_words(raw: RawFace) -> tuple[tuple[Ability, str, str], ...] | None:
    """Each ability of a face with the paragraph that it is printed as, once as it is and once with `~` for the object.

    raw: the face as a card file gives it. Returns the abilities in the order of the text, without reminder text and
    without what stands before a level, station or case symbol; None where the paragraphs and the abilities cannot be
    told apart. Source: the card file. It does not promise that a paragraph stands for one ability only.

    >>> printed_words(RawFace("Example", types=("creature",), oracle_text="Example can't block. (It's shy.)"))[0][1:]
    ("Example can't block.", "~ can't block.")
    """
    if override_of(raw.name) is not None:
        return None
    paragraphs = paragraphs_of(raw)
    whole = under_symbols(abilities_of(raw))
    alone = [under_symbols(abilities) for _, abilities in paragraphs]
    if [type(each) for each in whole] != [type(each) for group in alone for each in group]:
        return None
    legendary = "legendary" in raw.supertypes or "planeswalker" in raw.types
    printed = without_reminders(raw.oracle_text)
    plain = normalise(raw.oracle_text, raw.name, raw.types, legendary).split("\n")
    if len(printed) != len(plain):
        return None
    out: list[tuple[Ability, str, str]] = []
    at, following = 0, iter(whole)
    for (text, _), group in zip(paragraphs, alone, strict=True):
        start, end = _lines(_letters(text), plain, at)
        if end == start:
            return None
        said = [_HEADER.sub("", "\n".join(lines[start:end])) for lines in (printed, plain)]
        out += [(next(following), said[0], said[1]) for _ in group]
        at = end
    return tuple(out)


def keeps_the_words(ability: Ability, text: str) -> bool:
    """Say whether each word of a text that a text-changing effect may change stands in the record too.

    ability: the record. text: the paragraph that it is compiled from, `~` standing for the object. Returns False where
    a color word or a subtype is in the text alone: the record may then be the same though the text was changed (rule
    key text_change.only_fitting_words). It does not promise that the record keeps other words.

    >>> from layerproof.kb.model.ability import Opaque
    >>> keeps_the_words(Opaque("an Elf is chosen"), "Choose an Elf."), keeps_the_words(Opaque("odd"), "Choose an Elf.")
    (True, False)
    """
    record, forms = repr(ability).lower(), _words_that_change()
    words = set(re.findall(r"[A-Za-z]{3,}", text)) & forms.keys()
    return all(any(form in record for form in forms[word]) for word in words)


@cache
def _words_that_change() -> dict[str, tuple[str, ...]]:
    """The color words, creature types and land types in singular and plural, each with both forms in small letters."""
    types = [word for word in subtype_words() if family(word) in ("creature", "land")]
    pairs = [(word, word) for word in COLORS] + [(word, plural(word)) for word in types]
    return {word: tuple(form.lower() for form in pair) for pair in pairs for word in pair}


def _lines(wanted: str, lines: list[str], at: int) -> tuple[int, int]:
    """The lines that a paragraph is made of: where it begins, not before `at`, and where it ends."""
    for start in range(at, len(lines)):
        left = wanted
        for end in range(start, len(lines)):
            line = _HEADER.sub("", lines[end])
            forms = [each for each in (_letters(line), _letters(_LABEL.sub("", line))) if left.startswith(each)]
            if not forms or not forms[0]:
                break
            left = left.removeprefix(forms[0])
            if not left:
                return start, end + 1
    return at, at


def _letters(text: str) -> str:
    return re.sub(r"[^\w~{}+/]", "", text)
