"""The lexicon: words of rules text and what they stand for in the model."""

from __future__ import annotations

import re
from functools import cache

from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.notation.number_words import NUMBERS
from layerproof.kb.notation.short_forms import CARD_TYPES, SUPERTYPES
from layerproof.kb.rulebook import load_edition

# Subtypes whose plural is the word itself, and those whose plural is not made by adding an s.
_SAME_PLURALS = frozenset((
    "Aetherborn", "Astartes", "Aurochs", "Bison", "Caribou", "Custodes", "Dauthi", "Djinn", "Eldrazi", "Elk",
    "Equipment", "Fish", "Jellyfish", "Kavu", "Kirin", "Kithkin", "Kor", "Merfolk", "Metathran", "Moonfolk",
    "Moose", "Myr", "Nephilim", "Ninja", "Plains", "Samurai", "Sheep", "Slith", "Soltari", "Spacecraft", "Starfish",
    "Thalakos", "Treefolk", "Vedalken",
))  # fmt: skip
_ODD_PLURALS = {
    "Ally": "Allies", "Army": "Armies", "Child": "Children", "Class": "Classes", "Cyberman": "Cybermen",
    "Cyclops": "Cyclopes", "Dwarf": "Dwarves", "Elf": "Elves", "Fox": "Foxes", "Fungus": "Fungi",
    "Harpy": "Harpies", "Hero": "Heroes", "Homunculus": "Homunculi", "Leech": "Leeches", "Locus": "Loci",
    "Mercenary": "Mercenaries", "Mouse": "Mice", "Octopus": "Octopuses", "Ox": "Oxen", "Pegasus": "Pegasi",
    "Phoenix": "Phoenixes", "Platypus": "Platypuses", "Pony": "Ponies", "Sphinx": "Sphinxes", "Thief": "Thieves",
    "Wallaby": "Wallabies", "Werewolf": "Werewolves", "Witch": "Witches", "Wolf": "Wolves",
}  # fmt: skip
# Words of a type line that the rules no longer or not yet list, but cards of a corpus bear.
_MORE_SUBTYPES = {
    "Sorcerer", "Reveler", "Gus", "Lobster", "Skunk", "Cephalid", "Nautilid", "Naga", "Hound", "Alicorn", "Pony",
    "Plan",
}  # fmt: skip

TYPE_PLURALS = {
    "artifacts": "artifact", "battles": "battle", "creatures": "creature", "enchantments": "enchantment",
    "instants": "instant", "lands": "land", "planeswalkers": "planeswalker", "sorceries": "sorcery",
}  # fmt: skip
TYPE_WORDS = {**{word: word for word in CARD_TYPES}, **TYPE_PLURALS}
COLOR_WORDS = frozenset(COLORS)
SUPERTYPE_WORDS = frozenset(SUPERTYPES)

# Adjectives that are a status or quality of the model.
STATE_WORDS = {
    "tapped": "tapped", "untapped": "untapped", "attacking": "attacking", "blocking": "blocking", "token": "token",
    "multicolored": "multicolored", "monocolored": "monocolored", "colorless": "colorless", "historic": "historic",
    "equipped": "equipped", "enchanted": "enchanted", "modified": "modified", "face-down": "face_down",
    "face-up": "face_up", "transformed": "transformed", "commander": "commander", "double-faced": "double_faced",
    "blocked": "blocked", "unblocked": "unblocked", "suspected": "suspected", "goaded": "goaded",
    "foretold": "foretold", "decorated": "decorated", "premium": "premium", "white-bordered": "white-bordered",
    "combined": "combined", "stickered": "stickered",
}  # fmt: skip
# A word for creatures of one of several types.
OUTLAWS = ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")
# Words that stand at the end of a noun phrase without being a type, and the status they are.
HEAD_STATES = {
    "permanent": "permanent", "permanents": "permanent", "token": "token", "tokens": "token", "card": "card",
    "cards": "card", "spell": "spell", "spells": "spell", "commander": "commander", "commanders": "commander",
}  # fmt: skip
PLURAL_HEADS = frozenset({"permanents", "tokens", "cards", "spells", "commanders", *TYPE_PLURALS})


@cache
def subtype_words() -> dict[str, tuple[str, bool]]:
    """Every subtype as it may be written, one or many: the subtype, and whether the word is a plural only."""
    words: dict[str, tuple[str, bool]] = {}
    vocabulary = load_edition("current").vocabulary
    every = {
        word
        for family in vocabulary.subtypes
        if family not in ("planar", "dungeon")
        for word in vocabulary.subtypes[family]
    }
    for word in sorted(every | _MORE_SUBTYPES):
        plural = (
            word
            if word in _SAME_PLURALS
            else _ODD_PLURALS.get(word) or (f"{word[:-1]}ies" if word.endswith(("ry", "by", "ty")) else f"{word}s")
        )
        words.setdefault(plural, (word, True))
        if word == "Ninja":
            words.setdefault("Ninjas", (word, True))
        if word == "Dwarf":
            words.setdefault("Dwarfs", (word, True))
    for word in every | _MORE_SUBTYPES:
        words[word] = (word, False)
    return words


def same_plural(subtype: str) -> bool:
    """Whether the word for several of a subtype is the word for one of it."""
    return subtype in _SAME_PLURALS


@cache
def family(subtype: str) -> str | None:
    """The family of a subtype."""
    return load_edition("current").vocabulary.family_of(subtype)


@cache
def basic_land_types() -> tuple[str, ...]:
    """The basic land types of the current edition."""
    return load_edition("current").vocabulary.basic_land_types


COUNTER_KIND = re.compile(r"[+-][0-9X]+/[+-][0-9X]+$|[a-z][a-z'-]*$")
# Words before "counter" that are no kind of counter.
NOT_COUNTER = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "or",
        "and",
        "more",
        "no",
        "another",
        "each",
        "all",
        "those",
        "with",
        "its",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "x",
        "that",
        "this",
        "many",
        "any",
        "additional",
        "would",
        "instead",
        "kind",
        "target",
        "may",
        "have",
        "is",
        "are",
        "those",
        "their",
        "same",
    ]
)


def number_of(word: str) -> int | None:
    """The number that a word or figure stands for, None for another word."""
    return int(word) if word.isdigit() else NUMBERS.get(word)
