"""The vocabulary lists of an edition, read from its rules text: card types, subtypes, keywords, counters.

Which rule holds which list is told by the rule keys, so that this file needs no rule number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from layerproof.kb.rulebook.texts.rules_text import RulesText

# The family of subtypes and the key of the rule that lists it. An edition without the key has no such subtypes.
SUBTYPE_KEYS = {
    "artifact": "subtype.artifact",
    "enchantment": "subtype.enchantment",
    "land": "subtype.land",
    "planeswalker": "subtype.planeswalker",
    "spell": "subtype.spell",
    "creature": "subtype.creature",
    "planar": "subtype.planar",
    "dungeon": "subtype.dungeon",
    "battle": "subtype.battle",
}

# What is printed on a card and may have no function in the game, and the key of the rule that speaks of it.
PRINTED_KEYS = {
    "illustration": "card.illustration",
    "reminder text": "text_box.reminder_text",
    "flavor text": "text_box.flavor_text",
    "ability words": "ability_word.list",
    "flavor words": "text_box.flavor_words",
    "icons in the text box": "text_box.icons",
    "chaos symbol": "text_box.chaos_symbol",
}
_NO_FUNCTION = re.compile(r"no (?:game function|effect on game ?play|special rules meaning)")
_LABEL = re.compile(r"in italics at the beginning of some abilities")
_ASIDE = re.compile(r"\s*\([^)]*\)")
# "Supertypes are printed directly before card types" is no list of them.
_LIST = re.compile(r"(?:types?|supertypes) (?:are|is) (?!printed )(.*?)\.(?:\s|$)")
_LONG_WORDS = re.compile(r"two words long: (.*?)\. All other creature types are one word long: (.*?)\.(?:\s|$)")
_COUNTER = re.compile(r"(?<![\w/'])([a-z]+(?: [a-z]+)?|[+-]\d/[+-]\d) counters?\b")
# Words that stand before "counter" in a sentence without being the name of a kind.
_NOT_KINDS = """
    a ability abilities additional adds all and another any are as be becomes by can cards cost each every extra fewer
    for from game gets given had has have if in is it its keyword kind many matching more move moved multiple new no
    not object of on one or other permanent player put putting received removed same single some specifically spell
    states such target that the their these those three to two type using was which with would
"""
_NO_KIND = frozenset(_NOT_KINDS.split())


def read_vocabulary(rules: RulesText, numbers: Mapping[str, str]) -> dict[str, object]:
    """Read all vocabulary lists of an edition, in the shape of `VocabularyFile`.

    Arguments: the rules text and the number of each rule key in it. Lists are in the order of the book; each is one
    string with commas between its words. A list that this edition does not have is empty. It does not promise
    sense: a person reads the draft.
    """
    subtypes = {family: _listed(rules, numbers.get(key)) for family, key in SUBTYPE_KEYS.items()}
    return {
        "card_types": ", ".join(_listed(rules, numbers.get("type.list"))),
        "supertypes": ", ".join(_listed(rules, numbers.get("supertype.list"))),
        "colors": ", ".join(_colors(rules, numbers.get("color.five"))),
        "subtypes": {family: ", ".join(words) for family, words in subtypes.items() if words},
        "basic_land_types": ", ".join(_listed(rules, numbers.get("land.intrinsic_mana"))),
        "keyword_abilities": ", ".join(_keyword_abilities(rules, numbers.get("keyword.definition"))),
        "keyword_actions": ", ".join(_keyword_actions(rules, numbers.get("keyword_action.definition"))),
        "keyword_counters": ", ".join(_keyword_counters(rules, numbers.get("counter.keyword"))),
        "counters_with_rules_meaning": ", ".join(_counters(rules)),
        "ability_words": ", ".join(_ability_words(rules, numbers.get("ability_word.list"))),
        "italic_labels": ", ".join(_printed(rules, numbers, _LABEL)),
        "without_game_function": ", ".join(_printed(rules, numbers, _NO_FUNCTION)),
    }


def words_of(text: str) -> list[str]:
    """Split a written enumeration into its words; what stands in parentheses is left out.

    >>> words_of("Aura (see there), Curse, and Shrine")
    ['Aura', 'Curse', 'Shrine']
    """
    parts = re.split(r",\s*(?:and\s+)?|\s+and\s+", _ASIDE.sub("", text))
    return [part.strip() for part in parts if part.strip()]


def _listed(rules: RulesText, number: str | None) -> list[str]:
    if number is None:
        return []
    text = _ASIDE.sub("", rules.rules[number])
    long = _LONG_WORDS.search(text)
    if long:
        return sorted(words_of(long[1]) + words_of(long[2]))
    # The list is the first sentence of that form; rules that were moved there may follow it.
    found = [match for match in _LIST.findall(text) if not match.startswith("called ")]
    return words_of(found[0]) if found else []


def _colors(rules: RulesText, number: str | None) -> list[str]:
    return words_of(rules.rules[number].split(":")[1].rstrip(".")) if number else []


def _keyword_abilities(rules: RulesText, number: str | None) -> list[str]:
    if number is None:
        return []
    section = number.split(".")[0] + "."
    headings = [text for rule, text in rules.rules.items() if rule.startswith(section) and rule[-1].isdigit()]
    names = [heading.rstrip(".") for heading in headings[1:]]
    parts = [part for name in names for part in name.split(" and ")]
    return [re.sub(r".*\((.*)\)", r"\1", part).lower() for part in parts]


def _keyword_actions(rules: RulesText, number: str | None) -> list[str]:
    names = _keyword_abilities(rules, number)
    # Some headings name what is acted on, or two actions.
    return [part for name in names for part in re.split(r"/| or ", name)]


def _printed(rules: RulesText, numbers: Mapping[str, str], says: re.Pattern[str]) -> list[str]:
    """What is printed on cards and of which its rule, or the rule above it, says something."""
    found = []
    for name, key in PRINTED_KEYS.items():
        number = numbers.get(key)
        if number is not None:
            above = rules.rules.get(number[:-1], "") if number[-1].isalpha() else ""
            if says.search(rules.rules[number]) or (says is _NO_FUNCTION and says.search(above)):
                found.append(name)
    return found


def _keyword_counters(rules: RulesText, number: str | None) -> list[str]:
    if number is None:
        return []
    match = re.search(r"counter can be are (.*?)(?:, as well as|\.)", rules.rules[number])
    return words_of(match[1]) if match else []


def _ability_words(rules: RulesText, number: str | None) -> list[str]:
    match = re.search(r"ability words are (.*?)\.(?:\s|$)", rules.rules[number]) if number else None
    return words_of(match[1]) if match else []


def _counters(rules: RulesText) -> list[str]:
    """Collect the kinds of counters that the rules name, in alphabetical order."""
    found: set[str] = set()
    for text in rules.rules.values():
        for phrase in _COUNTER.findall(text):
            kind = phrase.split()[-1]
            if kind not in _NO_KIND and len(kind) > 2:
                found.add(kind)
    return sorted(found)
