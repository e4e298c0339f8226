"""Delayed triggers: sentences that create a delayed triggered ability, and rows of a table of results."""

from __future__ import annotations

import re
from collections.abc import Callable

from layerproof.kb.model.expression import Both, Chose, Compares, Condition, Ref, Rolled
from layerproof.kb.model.instruction import Body, Delayed, If, Instruction, Move, OtherAction
from layerproof.kb.oracle.bodies.body_stretches import copied, take, understood
from layerproof.kb.oracle.concerns.possible_effects import KINDS, touches_of
from layerproof.kb.oracle.events.trigger_conditions import split_trigger
from layerproof.kb.oracle.nouns.references import Binder
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.oracle.words.parser import Parse

_LEADS = (["until", "your", "next", "turn", ","], ["this", "turn", ","], ["until", "end", "of", "turn", ","])
# An event that is watched for a time, or once.
_FOR_A_TIME = re.compile(r"\b(?:this turn|this combat|you next cast)\b")
_AT = re.compile(r"at (?:the beginning of (?:the next|your next|that) [^,]*|end of combat)$")
_NEXT_SPELL = re.compile(r"When you next cast (?:an?|another) [^,]*spell")

Reader = Callable[[str, Ref | None, str], Body]


def delayed(parse: Parse, binder: Binder, start: int, end: int, read: Reader) -> list[Instruction] | None:
    """ "Whenever …  this turn, …" and the like: what a delayed triggered ability will do, None for another sentence.

    read: reads a body by itself, for an ability that names targets of its own. Only what could change a characteristic
    is taken apart; anything else is kept as its words.
    """
    lead = next((words for words in _LEADS if parse.words[start : start + len(words)] == words), [])
    at = start + len(lead)
    if parse.word(at) not in ("when", "whenever", "at"):
        return _behind(parse, binder, start, end) if not lead else None
    if not set(touches_of(plain(parse.tokens[start:end]))) - {"objects", "players"}:
        return None
    text = plain(parse.tokens[at:end])
    split = split_trigger(f"{text[:1].upper()}{text[1:]}.")
    if split is None or not (lead or _FOR_A_TIME.search(split.when) or _AT.match(split.when)):
        return None
    comma = next((c for c in range(at, end) if _same(plain(parse.tokens[c + 1 : end]), split.effect)), None)
    if comma is None:
        return None
    trial = copied(binder)
    about = Ref("that") if _NEXT_SPELL.match(text[:1].upper() + text[1:]) else split.about
    if about is not None:
        trial.event, trial.second, trial.last, trial.lost = about, split.second, None, False
    done = understood(parse, trial, comma + 1, end)
    body: Body = tuple(done or ())
    if done is None or len(trial.named) > len(binder.named):
        body = read(split.effect, about, split.second)
        if touched_in(body):
            return None
    else:
        take(binder, trial)
    binder.unknown()
    if split.condition is not None:
        body = (If(split.condition, body),)
    return [Delayed(f"{' '.join(lead)} {split.when}".replace(" ,", ",").strip(), body)]


def _same(one: str, two: str) -> bool:
    return one.rstrip(".").lower() == two.rstrip(".").lower()


def _behind(parse: Parse, binder: Binder, start: int, end: int) -> list[Instruction] | None:
    """An instruction with its time behind it: "… at the beginning of the next end step"."""
    for at in range(start + 1, end):
        if parse.word(at) == "at" and _AT.match(plain(parse.tokens[at:end])):
            trial = copied(binder)
            done = understood(parse, trial, start, at)
            timed = None if done is None else _timed(plain(parse.tokens[at:end]), done)
            if timed is not None:
                take(binder, trial)
            return timed
    return None


def _timed(when: str, done: list[Instruction]) -> list[Instruction] | None:
    """What is done at a later time, where the time stands behind it: a condition in front of it is asked now, and of
    "exile it and return it …" the exile is done now. None for other instructions of which the time may be that of the
    last one or of all."""
    if len(done) == 1 and isinstance(done[0], If) and not done[0].else_ and not isinstance(done[0].condition, Chose):
        inner = _timed(when, list(done[0].then))
        return None if inner is None else [If(done[0].condition, tuple(inner))]
    if len(done) == 2 and all(isinstance(each, Move) for each in done):
        first, last = done
        if isinstance(first, Move) and isinstance(last, Move) and first.to == "exile" and last.affects == first.affects:
            return [first, Delayed(when, (last,))]
    return [Delayed(when, tuple(done))] if len(done) == 1 else None


def touched_in(body: Body) -> bool:
    """Whether a part of a body is kept as words that could change a characteristic."""

    def test(part: object) -> bool:
        return isinstance(part, OtherAction) and bool(set(part.touches) & {*KINDS, "any"})

    return bool(found(body, test))


def row_at(parse: Parse, start: int) -> tuple[int, Condition] | None:
    """A row of a table of results that begins at a place: where its text begins, and for which results it is."""
    words = parse.words[start : start + 4]
    if not words or not words[0].rstrip("+").isdigit():
        return None
    low = int(words[0].rstrip("+"))
    result = Rolled()
    if words[1:2] == ["|"]:
        return start + 2, Compares(result, ">=" if words[0].endswith("+") else "=", low)
    if words[1:3] == ["+", "|"]:
        return start + 3, Compares(result, ">=", low)
    if words[1:4] == ["or", "less", "|"]:
        return start + 4, Compares(result, "<=", low)
    if len(words) > 3 and words[1] in ("—", "-") and words[2].isdigit() and words[3] == "|":
        return start + 4, Both((Compares(result, ">=", low), Compares(result, "<=", int(words[2]))))
    return None
