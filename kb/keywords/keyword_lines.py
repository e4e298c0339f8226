"""Keyword abilities as they are written in rules text: one part of a keyword line, and the line itself."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.costs.mana import COLORS
from layerproof.kb.model.expression import Filter
from layerproof.kb.notation.short_forms import keyword as from_text
from layerproof.kb.rulebook.edition import load_edition

# While a text is read, a word of one's choice stands as a mark and what is chosen.
MARK = "?"
# Of these no number matters to characteristics, or what they do is asked about by their name alone.
_COUNTED = ("annihilator", "devour", "firebending", "mobilize")
_MANA = r"\{[^\s]+"
_TWO_KICKERS = re.compile(rf"kicker ({_MANA}) and/or ({_MANA})")
_LINE_FORMS = (
    # name, then a cost in mana, then perhaps what the cost buys
    re.compile(rf"(?P<name>[a-z' -]+?) (?P<cost>{_MANA})$"),
    # name, a number, a dash, a cost
    re.compile(r"(?P<name>[a-z' -]+?) (?P<number>[0-9]+|x)\s?—\s?(?P<cost>.+)$"),
    # name, a dash, a cost in words
    re.compile(r"(?P<name>[a-z' -]+?)\s?—\s?(?P<cost>.+)$"),
    re.compile(r"(?P<name>[a-z' -]+?) (?P<number>[0-9]+|x)$"),
)
# Keywords that are written with more words before or after them.
_LONGER = (
    re.compile(r"(?P<quality>[a-z]+(?: [a-z]+)?)(?P<name>cycling) (?P<cost>\{.+)$"),
    re.compile(r"(?P<name>equip) (?P<quality>[a-z ]+?)\s?(?:—\s?(?P<text>.+)|(?P<cost>\{[^ ]+))$"),
    re.compile(r"(?P<name>splice) (?P<quality>onto [a-z ]+?)\s?(?:—\s?(?P<text>.+)|(?P<cost>\{[^ ]+))$"),
    re.compile(r"(?P<name>partner)(?: with (?P<quality>.+)| ?— ?(?P<text>.+))$"),
    re.compile(r"(?P<name>affinity) (?P<quality>for [a-z0-9 ]+)$"),
    re.compile(r"(?P<name>champion) (?P<quality>an? [a-z ]+)$"),
    re.compile(r"(?P<quality>[a-z]+) (?P<name>offering)$"),
    re.compile(r"(?P<name>prototype) (?P<cost>\{[^ ]+)\s?—.*$"),
    re.compile(r"(?P<name>ward)\s?—\s?(?P<cost>.+)$"),
    re.compile(r"(?P<name>commander) (?P<cost>ninjutsu \{.+)$"),
    re.compile(r"(?P<name>craft) (?P<quality>with .+?) (?P<cost>\{.+)$"),
    re.compile(r"(?P<name>more than meets the eye|web-slinging|cumulative upkeep) (?P<cost>.+)$"),
    re.compile(r"(?P<name>aura swap|level up|gift) (?P<cost>.+)$"),
    re.compile(r"(?P<name>doctor's companion|choose a background|friends forever)$"),
    re.compile(r"(?P<name>kicker) (?P<cost>\{.+)$"),
    re.compile(r"(?P<name>trample) (?P<quality>over planeswalkers)$"),
    re.compile(r"(?P<name>devour) (?P<quality>[a-z]+) (?P<number>[0-9]+)$"),
    re.compile(r"(?P<name>companion)\s?—\s?(?P<cost>.+)$"),
)  # fmt: skip
# Not in the list of the rules, or older names of abilities in it.
_MORE_NAMES = frozenset(
    [
        "doctor's companion",
        "choose a background",
        "friends forever",
        "totem armor",
        "multikicker",
        "megamorph",
        "gift a treasure",
        "prepared",
        "increment",
        "paradigm",
        "sneak",
        "disappear",
        "mayhem",
        "warp",
        "start your engines!",
        "for mirrodin!",
        "double team",
    ]
)
# Several cycling abilities of one line, the first of which is none with the others as its cost.
_CYCLINGS = re.compile(rf"(?:[a-z ]*cycling {_MANA}, )+[a-z ]*cycling {_MANA}")
_OLD_NAMES = {"totem armor": "umbra armor"}


@cache
def written_names() -> frozenset[str]:
    """The names of keyword abilities of the current edition, landwalks by their lands included."""
    vocabulary = load_edition("current").vocabulary
    walks = {f"{land.lower()}walk" for land in vocabulary.land_types}
    walks |= {f"{kind} landwalk" for kind in ("nonbasic", "snow", "legendary", "artifact")}
    walks |= {f"snow {land.lower()}walk" for land in vocabulary.basic_land_types}
    return vocabulary.keyword_abilities | walks | {"landwalk"}


def keyword_line(text: str, parse_filter: Any) -> tuple[Keyword, ...] | None:
    """The keyword abilities of a line, None when it is not made of keyword abilities alone.

    text: a paragraph without reminder text. parse_filter: reads what an Aura may enchant, None where it can't.

    >>> [each.keyword for each in keyword_line("Flying, first strike; ward {2}", None)]
    ['flying', 'first strike', 'ward']
    """
    text = text.strip()
    lower = text.lower()
    if lower.startswith("enchant ") and '"' not in text:
        return _enchant(text[8:].rstrip("."), parse_filter)
    whole = None if _CYCLINGS.fullmatch(lower) else _one(text)
    if whole is not None:
        return whole
    out: list[Keyword] = []
    parts = [part for part in re.split(r"[,;] (?![^{]*\})", text) if part]
    for part in parts:
        one = _one(part)
        if one is None:
            return None
        out += one
    return tuple(out)


def hides_keywords(text: str) -> bool:
    """Whether a line that was not understood as a whole names keyword abilities that the object has.

    >>> hides_keywords("Flying, shouting"), hides_keywords("Players shout.")
    (True, False)
    """
    if "." in text:
        return False
    parts = [part.strip().lower() for part in re.split(r"[,;] ", text)]
    hiding = ("enchant ", "hexproof from ", "protection from ", "trample ")
    return any(part in written_names() or part.startswith(hiding) for part in parts)


def _enchant(words: str, parse_filter: Any) -> tuple[Keyword, ...] | None:
    if words in ("player", "opponent"):
        return (Keyword("enchant", quality=words),)
    found: Filter | None = parse_filter(words) if parse_filter else None
    return None if found is None else (Keyword("enchant", filter=found),)


def _one(text: str) -> tuple[Keyword, ...] | None:
    """The ability or abilities that one part of a keyword line stands for."""
    original = text.strip().rstrip(".")
    text = original.lower()
    names = written_names() | _MORE_NAMES
    if text in names:
        name = _OLD_NAMES.get(text, text)
        return (from_text(name) if name.endswith("walk") else Keyword(name),)
    for start in ("protection from ", "hexproof from "):
        listed = re.split(r",? and from |, from ", original[len(start) :])
        if re.fullmatch(r"[a-z]+(?:, [a-z]+)+, and [a-z]+", original[len(start) :]):
            listed = re.split(", and |, ", original[len(start) :])
        if text.startswith(start) and not re.search(r"[,.;\"]", "".join(listed)):
            read = [qualities(part) for part in listed]
            if () in read:
                return None
            return tuple(Keyword(start.split(" ")[0], quality=word) for words in read for word in words)
    counted = re.match(r"([a-z]+) X, where X is (.+)$", original[:1].lower() + original[1:])
    if counted and counted[1] in _COUNTED:
        # Its number is counted, and kept in words.
        return (Keyword(counted[1], quality=f"X, where X is {counted[2]}"),)
    two = _TWO_KICKERS.fullmatch(text)
    if two is not None:
        # Written as one, it is two abilities (rule key keyword.kicker.two_costs).
        return tuple(Keyword("kicker", cost=_as_written(each, original)) for each in two.groups())
    for form in (*_LONGER, *_LINE_FORMS):
        found = form.match(text)
        if found is None:
            continue
        parts = found.groupdict()
        name = parts["name"].strip()
        if name in names:
            return (_made(name, parts, original),)
    # "Equip {3}. This ability costs less …": the cost is what it says, what it may become is no matter of layers.
    first, _, rest = text.partition(". ")
    if rest and first.startswith(
        ("equip", "crew", "cycling", "level up", "suspend", "ninjutsu", "flashback", "escape")
    ):
        made = _one(first)
        if made is None or len(made) > 1:
            return made
        cost = rest if made[0].cost is None else f"{made[0].cost}. {rest}"
        return (Keyword(made[0].keyword, made[0].number, cost, made[0].quality),)
    return None


def _made(name: str, parts: dict[str, Any], original: str) -> Keyword:
    number = parts.get("number")
    cost = parts.get("cost") or parts.get("text")
    quality = parts.get("quality")
    words = _as_written(quality, original) if quality else None
    if words and name == "cycling":
        # Behind another one of the line it is written small.
        words = words[:1].upper() + words[1:]
    return Keyword(
        _OLD_NAMES.get(name, name),
        number=int(number) if number and number.isdigit() else None,
        cost=_cost(cost, original) if cost else None,
        quality=words,
    )


def _cost(cost: str, original: str) -> str:
    return _as_written(cost, original) if "{" in cost else cost


def _as_written(words: str, original: str) -> str:
    at = original.lower().find(words)
    return original[at : at + len(words)]


_CHOSEN = {
    "the chosen color": "chosen", "that color": "chosen", "the chosen type": "chosen",
    "the color of your choice": f"{MARK}color", "the color of its controller's choice": f"{MARK}color",
}  # fmt: skip


def qualities(text: str) -> tuple[str, ...]:
    """The qualities that words after `from` stand for, one ability each; none where they are not understood.

    >>> qualities("each color")
    ('white', 'blue', 'black', 'red', 'green')
    """
    if text.strip() in ("each color", "all colors"):
        return COLORS
    quality = _quality(text)
    if text.strip() == "each of your opponents":
        return ("each of your opponents",)
    unclear = re.search(r"\bcolors?\b(?<!one or more colors)|^of\b| or from |\btype of your choice$", quality)
    unclear = None if quality in _CHOSEN.values() else unclear
    return () if unclear else (quality,)


def _quality(text: str) -> str:
    text = text.strip()
    if text in _CHOSEN:
        return _CHOSEN[text]
    return text if " among " in text else text.removeprefix("each ")
