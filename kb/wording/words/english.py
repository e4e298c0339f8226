"""English for today's templating: articles, plurals, numbers, lists, sentences, and the mark of doubt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from layerproof.kb.notation.number_words import NUMBER_WORDS

DOUBT = "\ue000"
GLOSS = "\ue001"
_MARKS = DOUBT + GLOSS
SELF = "~"
# The object whose effect granted an ability: an ability within quotation marks means by this the object that has it.
GIVER = "«it»"
_PLURALS = {
    "Elf": "Elves", "Wolf": "Wolves", "Werewolf": "Werewolves", "Dwarf": "Dwarves", "Fungus": "Fungi", "Ox": "Oxen",
    "Mouse": "Mice", "Cyclops": "Cyclopes", "Plains": "Plains", "Merfolk": "Merfolk", "Eldrazi": "Eldrazi",
    "Kithkin": "Kithkin", "Myr": "Myr", "Samurai": "Samurai", "Kor": "Kor", "Moonfolk": "Moonfolk", "Fish": "Fish",
    "Equipment": "Equipment", "Homunculus": "Homunculi", "Hero": "Heroes", "Octopus": "Octopuses",
    "Pegasus": "Pegasi", "Sheep": "Sheep", "Vedalken": "Vedalken", "Viashino": "Viashino", "Naga": "Naga",
}  # fmt: skip
_LAST_WORD = re.compile(r"[A-Za-z’'-]+$")


def doubtful(text: str) -> str:
    """Mark a phrase whose official wording is not certain.

    >>> doubtful("somehow").endswith("somehow")
    True
    """
    return DOUBT + text


def unmodelled(gloss: str) -> str:
    """Mark a phrase that is a gloss in our own words, so that the official one may say anything.

    >>> unmodelled("attack tax").endswith("attack tax")
    True
    """
    return GLOSS + gloss


def unmarked(text: str) -> str:
    """The text without marks.

    >>> unmarked(doubtful("somehow"))
    'somehow'
    """
    return text.replace(DOUBT, "").replace(GLOSS, "")


def number_word(number: int) -> str:
    """A number in words, as counts of objects are written; from twenty-one on in digits.

    >>> number_word(3)
    'three'
    """
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def with_article(noun: str) -> str:
    """A noun phrase with the indefinite article.

    >>> with_article("artifact"), with_article("3/3 green Elephant"), with_article("8/8 Octopus")
    ('an artifact', 'a 3/3 green Elephant', 'an 8/8 Octopus')
    """
    plain = noun.lstrip(_MARKS)
    vowel = re.match(r"[aeiouAEIOU]|8|11/|18/|X\b", plain) and not re.match(r"(?:one|uni)", plain)
    return f"{'an' if vowel else 'a'} {noun}"


def plural(noun: str) -> str:
    """The plural of a noun phrase whose last word is the noun.

    >>> plural("Sliver creature"), plural("Plains"), plural("Elf"), plural("sorcery")
    ('Sliver creatures', 'Plains', 'Elves', 'sorceries')
    """
    found = _LAST_WORD.search(noun)
    if not found:
        return noun
    word = found[0]
    if word in _PLURALS:
        changed = _PLURALS[word]
    elif re.search(r"[^aeiou]y$", word):
        changed = word[:-1] + "ies"
    elif re.search(r"(?:s|x|ch|sh)$", word):
        changed = word + "es"
    else:
        changed = word + "s"
    return noun[: found.start()] + changed


def listed(parts: Sequence[str], word: str = "and") -> str:
    """The parts of an enumeration, with a comma before the last word where there are three or more.

    >>> listed(["flying", "haste"]), listed(["red", "green", "blue"], "or")
    ('flying and haste', 'red, green, or blue')
    """
    if len(parts) < 3:
        return f" {word} ".join(parts)
    return f"{', '.join(parts[:-1])}, {word} {parts[-1]}"


def capital(text: str) -> str:
    """The text with its first letter in upper case, where it begins with a letter.

    >>> capital("draw a card"), capital("{T}")
    ('Draw a card', '{T}')
    """
    start = len(text) - len(text.lstrip(_MARKS))
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def small(text: str) -> str:
    """The text with its first letter in lower case, as after the comma of a trigger.

    >>> small("Draw a card.")
    'draw a card.'
    """
    start = len(text) - len(text.lstrip(_MARKS))
    return text[:start] + text[start : start + 1].lower() + text[start + 1 :]


def sentence(text: str) -> str:
    """The text as a sentence: a capital at its beginning, a full stop at its end.

    >>> sentence("draw a card"), sentence('it has "{T}: Add {G}."')
    ('Draw a card.', 'It has "{T}: Add {G}."')
    """
    ended = text.endswith((".", '."', ".'", ".'\""))
    return capital(text) + ("" if ended else ".")


def signed(number: int) -> str:
    """A number with its sign.

    >>> signed(2), signed(-1)
    ('+2', '-1')
    """
    return f"{number:+d}"
