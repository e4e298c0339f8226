"""Claims about the rulebook itself: what its lists hold, what may be chosen, which way a rule decides."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from layerproof.kb.errors import some_of
from layerproof.kb.model.node import Node
from layerproof.kb.notation.plain_data import NotationError, Path, describe
from layerproof.kb.rulebook.policies import policy_notes
from layerproof.kb.rulebook.texts.vocabulary_lists import PRINTED_KEYS

# The lists that an edition holds, and the key of the rule that gives each.
LISTS: Mapping[str, str] = MappingProxyType(
    {
        "card types": "type.list",
        "supertypes": "supertype.list",
        "colors": "color.five",
        "mana types": "mana.types",
        "artifact types": "subtype.artifact",
        "enchantment types": "subtype.enchantment",
        "land types": "subtype.land",
        "basic land types": "land.intrinsic_mana",
        "planeswalker types": "subtype.planeswalker",
        "spell types": "subtype.spell",
        "creature types": "subtype.creature",
        "planar types": "subtype.planar",
        "dungeon types": "subtype.dungeon",
        "battle types": "subtype.battle",
        "keyword abilities": "keyword.definition",
        "keyword actions": "keyword_action.definition",
        "keyword counters": "counter.keyword",
        "ability words": "ability_word.list",
        "italic labels": "ability_word.list",
        "printed without function": "text_box.italic",
    }
)
# Lists whose words have a rule of their own each: the key of it by the word.
WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"italic labels": PRINTED_KEYS, "printed without function": PRINTED_KEYS}
)
# What a player may be asked to choose: the list it is chosen from, and the key of the rule that says so.
CHOICES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "color": ("colors", "color.choice"),
        "card type": ("card types", "type.list"),
        **{
            name.removesuffix("s"): (name, "subtype.choice")
            for name in LISTS
            if LISTS[name].startswith("subtype.") or name == "basic land types"
        },
    }
)
_HOLDS = ("includes", "excludes")
_APART = "apart_from"
KEYS = ("rulebook", "choosable")


class RulebookPart(Node, frozen=True):
    """What is claimed of one list, of one choice or of one policy of the rulebook.

    sort: `list` (name is one of LISTS), `choice` (one of CHOICES) or `policy` (one of the policies of the editions).
    exactly: the words that it holds, in any order, where all of them are claimed; of a policy its one value. includes:
    words it has. excludes: words it lacks. apart_from: lists with which it has no word in common, whatever the case of
    the letters.
    """

    sort: str
    name: str
    exactly: tuple[str, ...] | None = None
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    apart_from: tuple[str, ...] = ()


def read_rulebook(data: Mapping[str, Any], path: Path) -> tuple[RulebookPart, ...]:
    """Read a claim about the rulebook: what `rulebook` and `choosable` say, in the written order.

    data: the mapping of the claim without its `id`, `edition` and `because`. Returns one part for each list, choice or
    policy that is named. Raises NotationError for a list, a choice or a policy that no edition knows, for a value of
    a wrong form and for a claim about objects beside it. Words need not stand on the list: that is what is claimed.

    >>> read_rulebook({"rulebook": {"supertypes": {"includes": ["snow"]}}}, ())[0].includes
    ('snow',)
    """
    parts: list[RulebookPart] = []
    for key, body in data.items():
        if key not in KEYS:
            raise NotationError((*path, key), f"{key!r} stands beside a claim about the rulebook", "a claim of its own")
        if not isinstance(body, dict) or not body:
            raise NotationError((*path, key), f"found {describe(body)}", "a mapping such as {card types: [artifact]}")
        for name, says in body.items():
            parts.extend(_parts(key, name, says, (*path, key, name)))
    return tuple(parts)


def _parts(key: str, name: Any, says: Any, path: Path) -> list[RulebookPart]:
    if key == "rulebook" and name == "policies":
        return [_policy(each, value, (*path, each)) for each, value in _mapping(says, path).items()]
    known = LISTS if key == "rulebook" else CHOICES
    if name not in known:
        raise _unknown(name, list(known) + (["policies"] if key == "rulebook" else []), path)
    sort = "list" if key == "rulebook" else "choice"
    if isinstance(says, list):
        return [RulebookPart(sort, name, exactly=_words(says, path))]
    holds = (*_HOLDS, _APART) if sort == "list" else _HOLDS
    for each in _mapping(says, path):
        if each not in holds:
            raise _unknown(each, list(holds), (*path, each))
    found = {each: _words(words, (*path, each)) for each, words in says.items()}
    for each in found.get(_APART, ()):
        if each not in LISTS or each == name:
            raise _unknown(each, [other for other in LISTS if other != name], (*path, _APART))
    return [RulebookPart(sort, name, **found)]


def _policy(name: Any, value: Any, path: Path) -> RulebookPart:
    notes = policy_notes()
    if name not in notes:
        raise _unknown(name, list(notes), path)
    if value not in notes[name].values:
        raise _unknown(value, list(notes[name].values), path)
    return RulebookPart("policy", name, exactly=(value,))


def _mapping(data: Any, path: Path) -> dict[str, Any]:
    if not isinstance(data, dict) or not data:
        raise NotationError(path, f"found {describe(data)}", "a list of words, or {includes: […], excludes: […]}")
    return data


def _words(data: Any, path: Path) -> tuple[str, ...]:
    if not isinstance(data, list) or any(not isinstance(each, str) for each in data):
        raise NotationError(path, f"found {describe(data)}", "a list of words")
    if len(set(data)) != len(data):
        raise NotationError(path, "a word stands twice", "each word once")
    return tuple(data)


def _unknown(name: Any, known: list[str], path: Path) -> NotationError:
    from difflib import get_close_matches

    close = get_close_matches(str(name), known, 1)
    mend = f"did you mean {close[0]!r}?" if close else ""
    return NotationError(path, f"the rulebook has no {name!r}", some_of(name, known, "docs/scenarios.md"), mend)
