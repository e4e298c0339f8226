"""Which objects and players the steps of a proof name, and what they tell of them besides changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

# What is named: `object` with its identifier, or `player` with their name.
About = tuple[str, int | str]
# Also the stack as a whole; `hand` with the name of a player is the cards in it.
STACK: About = ("zone", "stack")
# Kinds of steps that say what was chosen or done with what they name, or happened to it in place of something else.
_TELLING = ("resolved", "replaced", "stacked")
_NAMING = frozenset(("object", "objects", "became", "source", "to", "target", "by", "attacker", "whom", "player"))


def named_in(says: Mapping[str, Any]) -> frozenset[About]:
    """The objects and players that the conclusion of a step names, also within the events it speaks of.

    says: plain data. It does not promise that they are there.

    >>> sorted(named_in({"would": {"what": "damage", "player": "you", "source": 5}}))
    [('object', 5), ('player', 'you')]
    """
    found: set[About] = set()
    for key, value in says.items():
        for each in value if isinstance(value, list | tuple) else (value,):
            if isinstance(each, Mapping):
                found |= named_in(each)
            elif key in _NAMING and type(each) is int:
                found.add(("object", each))
            elif key in _NAMING and isinstance(each, str):
                found.add(("player", each))
    return frozenset(found)


class Told:
    """What the log of a proof tells of each object and player besides what changed them.

    What was chosen, done or replaced as something resolved is told of what it names, of what changed by the same cause,
    of what resolved, and of its targets, since it may be why nothing happened to them. Of the stack is told what left
    it, what was not put on it, and what was chosen as something resolved, which may be whether something is cast; of a
    hand what came and left; of an object which effect on it has ended. steps: of the log, as plain data.
    """

    def __init__(self, steps: Iterable[Mapping[str, Any]]) -> None:
        self._of: dict[About, list[int]] = {}
        self._targets: dict[int, frozenset[About]] = {}
        self._resolving: dict[int, int] = {}
        self._deeds: dict[int, list[int]] = {}
        self._within: dict[tuple[str, Any], frozenset[About]] = {}
        for step in steps:
            self._add(step["id"], step["kind"], step["rule"], step["conclusion"], step["premises"])

    def of(self, about: About) -> list[int]:
        """The numbers of the steps that tell of something."""
        return self._of.get(about, [])

    def _add(self, number: int, kind: str, rule: str, says: Mapping[str, Any], premises: Iterable[int]) -> None:
        source = next((self._resolving[each] for each in premises if each in self._resolving), None)
        if rule in ("resolve.steps", "resolve.top"):
            source = says["object"]
        if source is not None:
            self._resolving[number] = source
        about: set[About] = set()
        if kind == "change":
            about |= self._changed(says["change"])
            self._with_deeds(says["change"], premises)
        if kind in _TELLING:
            about |= named_in(says) | (set() if kind == "replaced" else {STACK})
            if source is not None:
                about |= {("object", source)} | self._targets.get(source, frozenset())
            for cause in premises:
                self._deeds.setdefault(cause, []).append(number)
        self._tell(about, number)

    def _tell(self, about: Iterable[About], number: int) -> None:
        for each in about:
            told = self._of.setdefault(each, [])
            if number not in told:
                told.append(number)

    def _with_deeds(self, change: Mapping[str, Any], premises: Iterable[int]) -> None:
        """Tell of what changes what was chosen and done by the same cause."""
        item = change["new"]["id"] if "new" in change else change.get("object", change.get("gone"))
        about: About | None = ("object", item) if item is not None else None
        about = ("player", change["player"]) if "player" in change else about
        for number in (each for cause in premises for each in self._deeds.get(cause, ())):
            self._tell(() if about is None else (about,), number)

    def _changed(self, change: Mapping[str, Any]) -> set[About]:
        new = change.get("new", {})
        item, fields = (new.get("id"), new) if new else (change.get("object"), change.get("set", {}))
        if fields.get("targets") is not None and item is not None:
            self._targets[item] = named_in({"target": fields["targets"]})
        begun = change.get("begins", {})
        if begun:
            self._within["effect", begun["id"]] = named_in({"objects": begun.get("objects") or ()})
        if "ends" in change:
            return set(self._within.get(("effect", change["ends"]), ()))
        if new:
            zones = {"stack": STACK, "hand": ("hand", new["owner"])}
            self._within["object", new["id"]] = frozenset({zones[new["zone"]]} if new["zone"] in zones else ())
        into = self._within.get(("object", item), frozenset()) - {STACK} if new else frozenset()
        return {*into, *self._within.get(("object", change.get("gone")), ())}
