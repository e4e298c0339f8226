"""Put onto battlefield: what the text says a permanent is or has that the same resolution puts onto the battlefield.

It is so as the permanent enters; what it only becomes or gains comes afterwards (rule key effect.begins_on_entering).
"""

from __future__ import annotations

import re

import msgspec

from layerproof.kb.model.effect import Only, Several, Until
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.instruction import Begin, If, Instruction, Move, OtherAction, Pays, PutCounters, SetStatus
from layerproof.kb.oracle.concerns.possible_effects import touches_of
from layerproof.kb.oracle.words.open_references import found

_STATES = re.compile(
    r"(?:it|he|she|they|(?:each of )?(?:them|that \w+|those \w+))(?: ?'s| ?'re| is| are| has| have)\b(?!.*\b"
    r"(?:gains?|becomes?|loses?(?! all other card types)|gets?)\b)"
)


def states(words: list[str]) -> bool:
    """Whether a sentence says what something is or has, and not what it becomes or gains.

    words: in lower case, as tokens.

    >>> states(["it", "'s", "an", "artifact"]), states(["it", "gains", "haste"])
    (True, False)
    """
    return _STATES.match(" ".join(words)) is not None


def as_it_enters(out: list[Instruction], made: list[Instruction]) -> bool:
    """Join what is stated of a permanent to the instruction that puts it onto the battlefield.

    out: the instructions before, whose last is changed where it is that one. made: those of the sentence that states
    it. Returns whether they are joined; they are not where an effect ends or speaks of other objects.
    """
    if len(made) != 1 or not isinstance(begun := made[0], Begin):
        return False
    effect = begun.effect
    of = effect.affects.ref if isinstance(effect.affects, Only) else effect.affects
    if of not in (Ref("made"), Several("made")) or effect.duration != Until("never") or effect.condition is not None:
        return False
    if found(effect.mods, lambda part: isinstance(part, Ref) and part.kind not in ("self", "granter")):
        return False
    return _joined(out, begun)


def _joined(out: list[Instruction], begun: Begin) -> bool:
    """Join it to the last instruction that puts something onto the battlefield, behind which only it was acted upon."""
    for place in range(len(out) - 1, -1, -1):
        joined = _entering(out[place], begun)
        if joined is not None:
            out[place] = joined
            return True
        if not isinstance(out[place], PutCounters | SetStatus | Begin):
            return False
    return False


def of_face_down(out: list[Instruction], said: str) -> list[Instruction] | None:
    """What is stated of something right after it is turned face down, kept as its words; None behind anything else.

    Those are characteristics that it is listed to have face down, copied with it, and no effect on a face-up object
    (rule key face_down.characteristics). out: the instructions before. said: the sentence.
    """
    last = out[-1] if out else None
    if not isinstance(last, SetStatus) or last.status != "face_down":
        return None
    return [OtherAction(said, touches_of(said))]


def _entering(one: Instruction, begun: Begin) -> Instruction | None:
    """The instruction with what is stated of what it puts onto the battlefield last; None where it puts nothing."""
    if isinstance(one, If | Pays) and one.then and not one.else_:
        inner = list(one.then)
        return msgspec.structs.replace(one, then=tuple(inner)) if _joined(inner, begun) else None
    if not isinstance(one, Move) or one.to != "battlefield" or one.face_down is not None:
        return None
    return msgspec.structs.replace(one, being=(*one.being, *begun.effect.mods))
