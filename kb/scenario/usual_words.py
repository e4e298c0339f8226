"""Words that judges use for what happens, and the entries of a timeline that say it.

A word of this table is no entry: what it says leaves something open that the entry must say (where an object goes, what
made it happen), so that nothing is taken for it. The message names the entry, with what was typed filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

_GRAVEYARD: Final = "{leaves: IT, to: graveyard}"
_BY: Final = "what does it is told by its own entry, such as {resolves: CARD, targets: [IT]}"
_CHOSEN: Final = "{resolves: CARD, choices: {object: IT}}"

# For each word: entries that are meant (IT is what was typed behind the word), and what else must be known.
_MEANT: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "dies": ((_GRAVEYARD,), ""),
    "destroy": ((_GRAVEYARD,), f"it says that nothing kept it from going there; else {_BY}"),
    "sacrifice": ((_GRAVEYARD,), f"where it matters that it was sacrificed, what asked for it is told: {_CHOSEN}"),
    "bounce": (("{leaves: IT, to: hand}",), ""),
    "flicker": (("{leaves: IT, to: exile}", "{returns: IT, as: IT-again}"), "the new object has a label of its own"),
    "exile": (("{leaves: IT, to: exile}",), ""),
    "tuck": (("{leaves: IT, to: library}",), ""),
    "discard": ((_GRAVEYARD,), "the card is listed before: {in: hand, card: CARD, as: IT}"),
    "mill": ((_GRAVEYARD,), "the card is listed before: {in: library, card: CARD, as: IT}"),
    "draw": (("{in: hand, card: CARD}",), "what makes a player draw is an entry of its own, such as {resolves: CARD}"),
    "search": ((_CHOSEN,), "the card is listed before: {in: library, card: CARD, as: IT}"),
    "counter spell": ((_GRAVEYARD,), f"or {_BY}"),
    "deal": (("{damage: 3, to: IT}",), "with from: LABEL for its source"),
    "fight": (("{together: [{damage: 2, to: OTHER, from: IT}, {damage: 2, to: IT, from: OTHER}]}",), ""),
    "gain life": (("{life: {you: 23}}",), "it says what the life total is now"),
    "lose life": (("{life: {you: 17}}",), "it says what the life total is now"),
    "create": (("{token: {name: Bear, types: [creature], subtypes: [Bear], colors: [green], pt: 2/2}}",), ""),
    "reanimate": (("{returns: IT}",), ""),
    "steal": (("{gains_control: you, of: IT}",), ""),
    "equip": (("{attach: IT, to: OTHER}",), ""),
    "pump": (('{effect: "This creature gets +3/+3.", on: IT, until: end of turn}',), ""),
    "proliferate": (("{put: {+1/+1: 1}, on: IT}",), f"or {_BY}"),
    "attacks": (("{attack: [IT]}",), "or, where nobody acts, {told: {attacking: opponent}, of: IT}"),
    "blocks": (("{block: [IT], attacker: OTHER}",), ""),
    "play": (("{cast: IT}", "{play_land: IT}"), "or, where nobody acts, {enters: CARD}"),
    "regenerate": (("{resolves: CARD, targets: [IT]}",), ""),
    "concede": (("{leaves_game: IT}",), ""),
    "morph": (("{turn_face_up: IT}",), ""),
    "monstrous": (("{told: {monstrous: true}, of: IT}",), ""),
    "clone": (("{enters: CARD, copy_of: IT}",), ""),
}  # fmt: skip

_ALSO: Final[dict[str, str]] = {
    "die": "dies", "died": "dies", "kill": "dies", "kills": "dies", "killed": "dies", "graveyard": "dies",
    "destroys": "destroy", "destroyed": "destroy", "wrath": "destroy",
    "sacrifices": "sacrifice", "sacrificed": "sacrifice", "sac": "sacrifice", "sacs": "sacrifice",
    "bounces": "bounce", "bounced": "bounce", "unsummon": "bounce", "hand": "bounce",
    "flickers": "flicker", "flickered": "flicker", "blink": "flicker", "blinks": "flicker", "blinked": "flicker",
    "exiles": "exile", "exiled": "exile",
    "tucks": "tuck", "library": "tuck", "shuffle": "tuck", "shuffles": "tuck",
    "discards": "discard", "discarded": "discard", "mills": "mill", "milled": "mill",
    "draws": "draw", "drawn": "draw", "tutor": "search", "tutors": "search", "searches": "search", "fetch": "search",
    "counter": "counter spell", "counters_spell": "counter spell", "countered": "counter spell",
    "deals": "deal", "deals_damage": "deal", "burn": "deal", "fights": "fight",
    "gain_life": "gain life", "gains_life": "gain life", "gains": "gain life", "gain": "gain life",
    "lose_life": "lose life", "loses_life": "lose life", "loses": "lose life", "lose": "lose life",
    "creates": "create", "make": "create", "makes": "create", "reanimates": "reanimate", "return": "reanimate",
    "steals": "steal", "control": "steal", "equips": "equip", "enchant": "equip", "attaches": "equip",
    "pumps": "pump", "gets": "pump", "proliferates": "proliferate", "attacking": "attacks", "attacker": "attacks",
    "attackers": "attacks", "blocking": "blocks", "blocker": "blocks",
    "plays": "play", "casts": "play", "played": "play",
    "regenerates": "regenerate", "concedes": "concede", "unmorph": "morph", "unmorphs": "morph",
    "monstrosity": "monstrous", "copy": "clone", "copies_as": "clone",
}  # fmt: skip


def usual_words() -> Iterator[str]:
    """Give the words for which there is an entry that is meant."""
    yield from (*_MEANT, *_ALSO)


def entries_meant(word: str, typed: Any = None) -> tuple[tuple[str, ...], str]:
    """Give the entries that a word of judges means, and what else must be known; nothing where there are none.

    word: the key of an entry that is none. typed: what stands behind it, which is filled in if it is a label. Source:
    docs/scenarios.md. It does not promise that what happened is said by these entries alone.

    >>> entries_meant("dies", "bear")
    (('{leaves: bear, to: graveyard}',), '')
    """
    meant, note = _MEANT.get(_ALSO.get(word.lower(), word.lower()), ((), ""))
    label = typed if isinstance(typed, str) and typed.strip() else "LABEL"
    return tuple(_filled(each, label) for each in meant), _filled(note, label)


def _filled(text: str, label: str) -> str:
    return re.sub(r"\bIT\b", lambda _: label, text)


def mend_for(word: str, typed: Any = None) -> str:
    """Write the mend for a word of judges; nothing where it is none.

    >>> mend_for("flicker", "bear")
    '{leaves: bear, to: exile}, then {returns: bear, as: bear-again} (the new object has a label of its own)'
    """
    meant, note = entries_meant(word, typed)
    between = " or " if word.lower() in ("play", "plays", "casts", "played") else ", then "
    return between.join(meant) + (f" ({note})" if note else "")
