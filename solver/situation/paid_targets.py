"""Targets that a spell or ability has only for what was paid as it was cast (rule key keyword.kicker.targets)."""

from __future__ import annotations

import re

import msgspec

from layerproof.kb.model import instruction as i
from layerproof.kb.model.expression import CastFor
from layerproof.kb.model.node import mentions, rewritten
from layerproof.solver.layers.scene import Scene, Source
from layerproof.solver.layers.speaking import points_at
from layerproof.solver.layers.values import holds

# Words that may speak of a target.
_TARGETING = re.compile(r"\btargets?\b", re.IGNORECASE)
_POINTING = re.compile(r"\b(?:targets?|that|those|it|its|them|they|their|him|her)\b", re.IGNORECASE)


def of_a_spell(body: i.Body, scene: Scene, source: Source) -> i.Body:
    """The instructions that resolve, of a spell by what was paid for it; an ability has all its targets."""
    item = None if source.id is None else scene.items.get(source.id)
    if item is None or item.zone != "stack":
        return body
    paid = as_paid(body, scene, source)
    return body if targets_of(paid) == targets_of(body) else paid


def as_paid(body: i.Body, scene: Scene, source: Source) -> i.Body:
    """The instructions by what was paid, without the targets of which only the branches that are not followed speak.

    body: of a spell. The targets that are left are numbered from one. Source: rule keys keyword.kicker.targets,
    cast.targets. What cannot be told apart, since words may speak of a target, is given back as it is.
    """
    followed, left_out = list[i.Instruction](), list[i.Instruction]()
    for each in body:
        if isinstance(each, i.If) and isinstance(each.condition, CastFor):
            paid = holds(each.condition, scene, source)
            followed += each.then if paid else each.else_
            left_out += each.else_ if paid else each.then
        else:
            followed.append(each)
    said = tuple(each for each in followed if not isinstance(each, i.Target))
    missing = target_places(tuple(left_out)) - target_places(said)
    words = _POINTING if missing else _TARGETING
    if mentions((*said, *left_out), lambda node: isinstance(node, i.OtherAction) and bool(words.search(node.gloss))):
        return body
    kept, numbers, place = list[i.Target](), dict[int, int](), 0
    for target in targets_of(body):
        places = range(place + 1, place + 1 + target.count)
        place += target.count
        if missing.issuperset(places):
            continue
        if missing.intersection(places) or target_places((target,)) & missing:
            return body
        for at in places:
            numbers[at] = len(numbers) + 1
        kept.append(target)
    return rewritten((*kept, *said), lambda node: _renumbered(node, numbers))


def targets_of(body: i.Body) -> list[i.Target]:
    """The uses of the word "target" in instructions, in their order."""
    return [each for each in body if isinstance(each, i.Target)]


def target_places(body: i.Body) -> set[int]:
    """The places of the targets that instructions speak of, from one (rule key cast.targets).

    >>> from layerproof.kb.model.effect import Only
    >>> from layerproof.kb.model.expression import Ref
    >>> target_places((i.Move(Only(Ref("target", 2)), "exile"),))
    {2}
    """
    places: set[int] = set()

    def note(node: object) -> bool:
        if points_at(node, "target"):
            places.add(node.index)
        return False

    mentions(body, note)
    return places


def _renumbered(node: object, numbers: dict[int, int]) -> object:
    if points_at(node, "target") and node.index in numbers:
        return msgspec.structs.replace(node, index=numbers[node.index])
    return node
