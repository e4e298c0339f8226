"""Targets that nobody was asked for as a spell was cast, since only another payment would have made it have them."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import instruction as ins
from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import CastFor, Player, Ref
from layerproof.kb.model.node import mentions, rewritten
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.spoken_of import about

# Any of these in words that are not followed could mean a target.
_MEANING_ONE = ("target", "that", "those", "it", "its", "them", "they", "their", "him", "her", "targets")


def as_asked(reader: Reader, body: ins.Body) -> ins.Body:
    """What resolves, with the targets that were asked for: fewer than the text has only where it is a spell."""
    spell = reader.world.object(reader.says.source)
    if spell is None or spell.zone != "stack":
        return body
    asked = without_unasked(reader, body)
    many = [sum(isinstance(each, ins.Target) for each in one) for one in (asked, body)]
    return asked if many[0] < many[1] else body


def without_unasked(reader: Reader, body: ins.Body) -> ins.Body:
    """The body of a spell with its conditions on how it was cast carried out, and only the targets that it then has.

    A part that has its effect only if something was paid has its targets only then, too; which of them are numbered
    first changes with it. A body with words that may mean a target, or where the two sides share a use of the word
    "target" in part, is left as it is.
    """
    done: list[ins.Instruction] = []
    passed_over: list[ins.Instruction] = []
    for each in body:
        if isinstance(each, ins.If) and isinstance(each.condition, CastFor):
            so = reader.holds(each.condition)
            done.extend(each.then if so else each.else_)
            passed_over.extend(each.else_ if so else each.then)
        else:
            done.append(each)
    uses = [each for each in body if isinstance(each, ins.Target)]
    acts = tuple(each for each in done if not isinstance(each, ins.Target))
    spans, first = [], 1
    for use in uses:
        spans.append(range(first, first + use.count))
        first += use.count
    needless = [number for span in spans for number in span
                if about(tuple(passed_over), "target", number) and not about(acts, "target", number)]  # fmt: skip
    unclear = _vague if needless else _names_a_target
    if mentions((acts, tuple(passed_over)), unclear):
        return body
    gone = [all(number in needless for number in span) for span in spans]
    if any(number in needless for span, away in zip(spans, gone, strict=True) for number in span if not away):
        return body
    if any(about(use, "target", number) for use in uses for number in needless):
        return body
    left = [number for span, away in zip(spans, gone, strict=True) if not away for number in span]
    now = {number: place for place, number in enumerate(left, start=1)}

    def counted_anew(node: Any) -> Any:
        if isinstance(node, Ref | Player | Several) and node.kind == "target" and node.index in now:
            return msgspec.structs.replace(node, index=now[node.index])
        return node

    kept = [use for use, away in zip(uses, gone, strict=True) if not away]
    return rewritten((*kept, *acts), counted_anew)


def _names_a_target(node: Any) -> bool:
    return isinstance(node, ins.OtherAction) and "target" in node.gloss.lower()


def _vague(node: Any) -> bool:
    if not isinstance(node, ins.OtherAction):
        return False
    words = "".join(letter if letter.isalpha() else " " for letter in node.gloss.lower()).split()
    return any(word in _MEANING_ONE for word in words)
