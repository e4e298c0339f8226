"""Normalised text: rules text as one plain form, whatever file it came from.

Reminder text goes, quotation marks and minus signs become plain, and an object's words for itself become `~`.
"""

from __future__ import annotations

import re

from layerproof.kb.keywords.keyword_lines import written_names
from layerproof.kb.oracle.words.lexicon import family, subtype_words

_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "−": "-", "–": "-", "‑": "-"})
_REMINDER = re.compile(r"\s*\([^()]*\)")
# Station states in its reminder text from which number of counters on the object is a creature.
_STATION = re.compile(r"It's an artifact creature at ([0-9]+)\+")

_KINDS = (
    "creature|permanent|land|artifact|enchantment|planeswalker|Aura|Equipment|Vehicle|Saga|Class|Case|Room|card|token"
    "|Fortification|Spacecraft|Siege|battle|Mount|Curse|Background|Contraption|Attraction|Plane|dungeon|commander|Role"
    "|Food|Treasure|Clue|Blood|Map|Powerstone|Junk|Gold|boon|emblem|Shrine|Rune|Cartouche|Ship|Lander|Planet"
)
_THIS = re.compile(rf"\b[Tt]his (?:{_KINDS})\b(?!-)")
_SPELL = re.compile(r"\b[Tt]his spell\b")


def station_threshold(text: str) -> int | None:
    """The number of counters from which reminder text says that the object is a creature, None where it does not."""
    found = _STATION.search(text)
    return int(found[1]) if found else None


def normalise(text: str, name: str = "", types: tuple[str, ...] = (), legendary: bool = False) -> str:
    """Rules text in one plain form.

    text: one or more paragraphs. name: the object's own name, which becomes `~`, but within a quoted ability, where it
    means the object that grants it, `«it»`; legendary: its short forms become so too. types: its card types; `this
    spell` becomes `~` on instants and sorceries. Returns the text without reminder text, with straight quotation marks
    and plain minus signs. It does not promise that a word equal to the name never means something else.

    >>> normalise("Example gets −1/−1. (It shrinks.)", "Example")
    '~ gets -1/-1.'
    """
    text = _without_reminders(text)
    if '"' in name:
        # A name with a quotation in it would else be taken apart.
        text = text.replace(name.translate(_QUOTES), "~")
    if name:
        text = _own_name(text, name.translate(_QUOTES), legendary)
    text = _THIS.sub("~", text)
    if set(types) & {"instant", "sorcery"}:
        text = _SPELL.sub("~", text)
    return "\n".join(_paragraphs(text))


def without_reminders(text: str) -> list[str]:
    """The paragraphs of rules text without reminder text, with straight quotation marks and plain minus signs.

    >>> without_reminders("Flying\\nDraw a card. (It’s new.)")
    ['Flying', 'Draw a card.']
    """
    return _paragraphs(_without_reminders(text))


def _without_reminders(text: str) -> str:
    text = text.translate(_QUOTES)
    while (shorter := _REMINDER.sub("", text)) != text:
        text = shorter
    return text


def _paragraphs(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _short_forms(name: str) -> list[str]:
    """The shorter names by which the text of a legendary object calls it, the longest first."""
    short = [name.split(mark, 1)[0] for mark in (", ", " of ", " the ") if mark in name]
    parts = name.split(" ")
    if not short:
        short += [" ".join(parts[:number]) for number in range(2, len(parts))]
    first = parts[0]
    if "," not in first and len(first) > 2:
        short.append(first)
    return sorted({each for each in short if each not in _COMMON and each != name}, key=len, reverse=True)


def _also_a_type(form: str) -> bool:
    """Whether a short form is a subtype too, so that only its place tells which of the two is meant."""
    return form in subtype_words() and family(form) != "planeswalker"


# A subtype describes objects behind an article, a number or another adjective, and before a noun. Where nothing of
# that stands about the word, it is the object's name: "When Rhino enters", "a counter on Rhino" (rule key
# name.self_reference).
_WORDS_BEFORE = (
    "when whenever if exile sacrifice regenerate return untap tap transform put damage have on to than from as and"
)
_BEFORE_A_NAME = "|".join(
    ["^", r"(?<=\n)", *(rf"(?<=[{mark}] )" for mark in "—:.,")]
    + [rf"(?<=\b[{word[0].upper()}{word[0]}]{word[1:]} )" for word in _WORDS_BEFORE.split()]
)
_VERBS = (
    "enters attacks blocks deals dealt dies leaves would can can't has is isn't was gets gains loses becomes assign"
    " assigns fights doesn't transforms"
)
_BEHIND_A_NAME = rf"(?='s\b|[,.:;]|\n|\Z| (?:{'|'.join(_VERBS.split())}|or another|this turn|into|onto)\b)"


# A name in this place is a word of the sentence: a planeswalker type, a verb, a part of another name.
_NOT_NAME = r"(?<!\ba )(?<!\ban )(?<!\bnamed )(?<!\banother )(?<!\bother )"
_NOT_BEFORE = r"(?! planeswalker| target\b|\w|-\w)"
_COMMON = frozenset(
    [
        "The",
        "When",
        "Whenever",
        "At",
        "If",
        "As",
        "Each",
        "All",
        "Target",
        "Add",
        "Draw",
        "Until",
        "You",
        "Your",
        "Other",
        "Another",
        "For",
        "Choose",
    ]
)


def _no_keyword(form: str) -> str:
    """What must not stand behind a form of a name: where it is a keyword ability, or the first word of one, a line of
    keyword abilities is no sentence about the object."""
    small = form.lower()
    rests = [re.escape(name[len(small) :]) for name in sorted(written_names()) if name.startswith(f"{small} ")]
    if small in written_names():
        rests.append(r"(?:, [a-z][a-z ]*)*(?:\n|\Z)")
    return "".join(f"(?!{rest})" for rest in rests)


def _own_name(text: str, name: str, legendary: bool) -> str:
    bare = name.removeprefix("A-")
    short = _short_forms(bare) if legendary else []
    forms = [bare, *(each for each in short if not _also_a_type(each))]
    subtype = r"(?! creature| artifact| token|s\b)" if bare in subtype_words() else ""
    ends = {each: f"{_NOT_BEFORE}{subtype}{_no_keyword(each)}" for each in forms}
    plain = [rf"{_NOT_NAME}(?<!\w){re.escape(each)}{ends[each]}" for each in forms]
    types = [rf"(?:{_BEFORE_A_NAME}){each}{_BEHIND_A_NAME}" for each in short if _also_a_type(each)]
    pattern = re.compile("|".join((*plain, *types)))
    # Objects named so are all of that name, not this object: the name stays whole there.
    kept = re.compile(rf"(?<=\bnamed ){re.escape(bare)}(?!\w)")
    parts = []
    for index, part in enumerate(text.split('"')):
        own = "«it»" if index % 2 else "~"
        names = kept.findall(part)
        pieces = [pattern.sub(own, piece) for piece in kept.split(part)]
        parts.append(bare.join(pieces) if names else pieces[0])
    return '"'.join(parts).replace("A-~", "~") if name != bare else '"'.join(parts)
