"""Dependent sentences: sentences that belong to the one before, and sentences that are understood in part."""

from __future__ import annotations

import re

from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import Chose, ControlledBy, InZone, Matches, OpaqueCondition, Outcome, Unless
from layerproof.kb.model.instruction import (
    Begin,
    If,
    Instruction,
    Move,
    OtherAction,
    Pays,
)
from layerproof.kb.oracle.bodies.body_stretches import NAMES_OBJECTS, copied, kept, take, understood
from layerproof.kb.oracle.bodies.joined_clauses import replace
from layerproof.kb.oracle.concerns.possible_effects import touches_of
from layerproof.kb.oracle.nouns.described_objects import still
from layerproof.kb.oracle.nouns.reference_kinds import Met, as_if_not_made, part_ways
from layerproof.kb.oracle.nouns.references import Binder, Unbound, dealt_by_source
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.lexicon import TYPE_WORDS, subtype_words
from layerproof.kb.oracle.words.open_references import SELF, YOU, found, joined
from layerproof.kb.oracle.words.parser import Parse


def instead_of(parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction], held: Met) -> bool:
    """ "If …, … instead": the last instruction happens only if not; whether that was what the sentence is.

    held: what had been mentioned before the last instruction.
    """
    for condition, inner_start, inner_end in _instead_spans(parse, start, end):
        asking, trial = copied(binder), copied(binder)
        for each in (asking, trial):
            as_if_not_made(each, before[-1] if before else None, held)
        readings = parse.whole("condition", *condition)
        if len(readings) != 1 or not before or isinstance(before[-1], If | OtherAction):
            continue
        done = understood(parse, trial, inner_start, inner_end)
        if done is None:
            continue
        try:
            (made,) = asking.body((If(readings[0], ()),))
        except Unbound:
            continue
        left = binder.away
        take(binder, trial)
        part_ways(binder, [left, trial.away])
        if parse.word(inner_start) == "it":
            assert isinstance(made, If)
            done = list(dealt_by_source(made.condition, tuple(done), None))
        replace(before, made.condition, done)  # type: ignore[union-attr]
        return True
    return False


def still_is(parse: Parse, start: int, end: int, before: list[Instruction]) -> bool:
    """ "It's still a land" after an effect that gives types: it adds to them."""
    left_out = ("'s", "'re", "it's", "they're", "it", "they", "a", "an", "he", "she")
    words = [word for word in parse.words[start:end] if word not in left_out]
    if len(words) == 3 and words[1].capitalize() in subtype_words():
        # A subtype that it keeps as well.
        del words[1]
    if not before or len(words) != 2 or words[0] != "still" or words[1] not in TYPE_WORDS:
        return False
    kept_on = _adding(before[-1])
    if kept_on is None:
        return False
    before[-1] = kept_on
    return True


def _adding(last: Instruction) -> Instruction | None:
    """An effect that gives types, made to add to those that are there; also one that hangs on what one may do."""
    if isinstance(last, If) and last.then and not last.else_:
        inner = _adding(last.then[-1])
        return None if inner is None else If(last.condition, (*last.then[:-1], inner))
    if not isinstance(last, Begin):
        return None
    effect = last.effect
    return Begin(Effect(effect.affects, still(effect.mods), effect.condition, effect.duration))


def _loose_condition(
    parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction], held: Met | None
) -> list[Instruction] | None:
    """ "If …, …" whose condition is not understood, but what then happens is: the condition is kept as its words."""
    for comma in [at for at in range(start, end) if parse.word(at) == ","]:
        words = plain(parse.tokens[start + 1 : comma])
        trial = copied(binder)
        trial.it_unclear = bool(NAMES_OBJECTS.search(words))
        inner, instead = comma + 1, False
        stop = end
        if parse.word(inner) == "instead":
            inner, instead = inner + 1, True
        elif parse.word(end - 1) == "instead":
            stop, instead = end - 1, True
        if instead and (not before or isinstance(before[-1], If | OtherAction)):
            continue
        if instead and held is not None:
            as_if_not_made(trial, before[-1], held)
        done = understood(parse, trial, inner, stop)
        if done is not None and "would" not in words.split():
            trial.it_unclear = False
            take(binder, trial)
            if instead:
                replace(before, OpaqueCondition(words), done)
                return []
            return [If(OpaqueCondition(words), tuple(done))]
    return None


def _instead_spans(parse: Parse, start: int, end: int) -> list[tuple[tuple[int, int], int, int]]:
    """Where the condition and the action of "if C, A instead" or "A instead if C" stand."""
    out: list[tuple[tuple[int, int], int, int]] = []
    words = parse.words[start:end]
    if words[:1] == ["if"] and "instead" in words:
        at = start + words.index("instead")
        if parse.word(at - 1) == "," and at + 1 < end:
            out.append(((start + 1, at - 1), at + 1, end))
    if words[:1] == ["if"] and words[-1:] == ["instead"] and "," in words:
        for comma in [start + i for i, word in enumerate(words) if word == ","]:
            out.append(((start + 1, comma), comma + 1, end - 1))
    if "instead" in words[:-2]:
        at = start + words.index("instead")
        if parse.word(at + 1) == "if":
            out.append(((at + 2, end), start, at))
    return out


_GOVERNING = frozenset(
    ["until", "turn", "where", "each", "if", "unless", "instead", "equal", "long", "unless", "except", "choice"]
)
# Words with which a clause of its own begins.
_BEGINNINGS = frozenset(
    [
        "draw",
        "draws",
        "discard",
        "discards",
        "put",
        "puts",
        "create",
        "creates",
        "gain",
        "gains",
        "lose",
        "loses",
        "you",
        "it",
        "they",
        "that",
        "scry",
        "surveil",
        "exile",
        "exiles",
        "destroy",
        "return",
        "returns",
        "sacrifice",
        "sacrifices",
        "tap",
        "untap",
        "shuffle",
        "shuffles",
        "mill",
        "mills",
        "~",
        "look",
        "reveal",
        "reveals",
        "search",
        "deals",
        "goad",
        "investigate",
        "proliferate",
        "attach",
        "add",
        "remove",
        "choose",
        "each",
        "its",
        "target",
        "the",
        "then",
        "roll",
        "flip",
        "prevent",
    ]
)


def parts_of(
    parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction], held: Met | None = None
) -> list[Instruction]:
    """A sentence that is understood only up to an "and" or "then", or behind a condition; the rest is kept as words.

    held: what had been mentioned before the last instruction.
    """
    if parse.word(start) == "if":
        for comma in [at for at in range(start, end) if parse.word(at) == ","]:
            for condition in parse.whole("condition", start + 1, comma):
                try:
                    (made,) = binder.body((If(condition, ()),))
                except Unbound:
                    break
                return [If(made.condition, (kept(parse, binder, comma + 1, end),))]  # type: ignore[union-attr]
        loosely = _loose_condition(parse, binder, start, end, before, held)
        if loosely is not None:
            return loosely
    if parse.word(start) == "unless":
        for comma in [at for at in range(start, end) if parse.word(at) == ","]:
            done = understood(parse, binder, comma + 1, end)
            if done is not None:
                return [_unless(parse, start + 1, comma, done)]
    if parse.words[start : start + 2] == ["you", "may"] and parse.word(start + 2) not in _NO_OPTION:
        trial = copied(binder)
        inner = parts_of(parse, trial, start + 2, end, [])
        if len(inner) > 1:
            # Both are what one may do.
            take(binder, trial)
            return [If(Chose("may"), tuple(inner))]
    joints = [at for at in range(end - 1, start, -1) if parse.word(at) in ("and", "then")]
    for at in joints:
        left = at - 1 if parse.word(at - 1) == "," else at
        # A part of a noun phrase is no clause, and a duration, amount or condition in the rest belongs to the whole.
        rest = parse.words[at + 1 : end]
        if "except" in parse.words[start:at]:
            continue
        if (rest[:1] and rest[0] not in _BEGINNINGS) or set(rest) & _GOVERNING:
            continue
        if any(stop == end or parse.word(stop) == "at" for _, stop in parse.at("object", at + 1)):
            # The second of two things that one verb acts upon.
            continue
        done = understood(parse, binder, start, left)
        if done is not None:
            return [*done, kept(parse, binder, at + 1, end)]
    for at in joints:
        governed = set(parse.words[start:at]) & _GOVERNING or parse.word(start) in ("when", "whenever", "at")
        explained = "where" in parse.words[at:end] and "x" in parse.words[start:at]
        if governed or explained or "instead" in parse.words[at:end]:
            continue
        left = at - 1 if parse.word(at - 1) == "," else at
        if any(parse.whole(phrase, start, left) for phrase in ("object", "target_object", "thing")):
            # The first of two things that one verb speaks of.
            continue
        trial = copied(binder)
        other = kept(parse, trial, start, left)
        done = understood(parse, trial, at + 1, end)
        if done is not None and not set(other.touches) & {
            "ability",
            "modify_pt",
            "set_pt",
            "type",
            "color",
            "control",
            "copy",
            "text",
        }:
            take(binder, trial)
            return [other, *done]
    for at in [at for at in range(start + 1, end) if parse.word(at) == "if" and parse.word(at + 1) != "able"]:
        done = understood(parse, binder, start, at)
        if done is not None:
            return [If(OpaqueCondition(plain(parse.tokens[at + 1 : end])), tuple(done))]
    for at in [at for at in range(start + 1, end) if parse.word(at) == "unless"]:
        trial = copied(binder)
        done = understood(parse, trial, start, at)
        if done is not None and all(isinstance(each, Begin) for each in done):
            take(binder, trial)
            return [_unless(parse, at + 1, end, done)]
    return [kept(parse, binder, start, end)]


# Behind "you may" these begin no option of this resolution, or another sentence.
_NO_OPTION = ("have", "choose", "cast", "play", "activate")
# What a player may do so that something does not happen.
_DOES = re.compile(
    r"(?:you|an? (?:player|opponent)|any (?:player|opponent)|(?:that|defending|target|each) (?:player|opponent)|they"
    r"|(?:its|their|that \w+'s) controller) "
    r"(?:pays?|sacrifices?|discards?|exiles?|returns?|reveals?|taps?|has ~ deal|puts?) .*"
)


def _unless(parse: Parse, start: int, end: int, done: list[Instruction]) -> Instruction:
    """What happens unless a player does something: the player may do that, and where not it happens."""
    words = plain(parse.tokens[start:end])
    if _DOES.fullmatch(words):
        return If(Unless(Outcome("pays", "true")), tuple(done), (OtherAction(words, touches_of(words)),))
    return If(Unless(OpaqueCondition(words)), tuple(done))


_MAY = re.compile(r"(?:[tT]hen )?[yY]ou may (?!have\b|choose new|cast|play|activate)(?P<what>.+)", re.DOTALL)


def _chooses_x(last: Instruction | None) -> bool:
    """Whether an instruction has an X that the player then chooses."""
    if isinstance(last, Pays):
        return any("X" in repr(part) for part in last.cost)
    inner = last.then[0] if isinstance(last, If) and len(last.then) == 1 else last
    return isinstance(inner, OtherAction) and re.search(r"\bX\b", inner.gloss) is not None


def _if_chosen(last: Instruction | None, done: list[Instruction], positive: bool) -> Instruction | None:
    """What one may do, of which only the words are known, with what follows if one does or doesn't do it.

    The clause asks whether the player chose to do it, whatever came of that, so that what it is need not be known. None
    where the last instruction is no such option.
    """
    if isinstance(last, If) and positive and len(last.then) == 1 and not last.else_:
        inner = _if_chosen(last.then[0], done, positive)
        return None if inner is None else If(last.condition, (inner,))
    option = _MAY.fullmatch(last.gloss) if isinstance(last, OtherAction) else None
    if option is None or not isinstance(last, OtherAction):
        return None
    act = OtherAction(option["what"], last.touches)
    return If(Chose("may"), (act, *done)) if positive else If(Chose("may"), (act,), tuple(done))


def if_you_do(parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction]) -> list[Instruction]:
    """ "If you do, …" after what one may do: it belongs to it."""
    inner = start + 3 + (1 if parse.word(start + 3) == "," else 0)
    done = understood(parse, binder, inner, end) or [kept(parse, binder, inner, end)]
    return hung_on(before, done, parse.word(start + 2) == "do")


def hung_on(before: list[Instruction], done: list[Instruction], positive: bool) -> list[Instruction]:
    """Instructions that are followed only if what stands before them was done, or was not: they are put into it, or
    given back with a condition of their own."""
    last = before[-1] if before else None
    if isinstance(last, If) and last.condition == Chose("may") and not last.else_:
        before[-1] = If(last.condition, (*last.then, *done)) if positive else If(last.condition, last.then, tuple(done))
        return []
    if (
        isinstance(last, Pays)
        and not _chooses_x(last)
        and not (last.then if positive else last.else_)
        and not (last.then and last.else_)
    ):
        then, otherwise = (tuple(done), last.else_) if positive else (last.then, tuple(done))
        before[-1] = Pays(last.cost, then, otherwise, last.player)
        return []
    optional = None if _chooses_x(last) else _if_chosen(last, done, positive)
    if optional is not None:
        before[-1] = optional
        return []
    if positive and last == Move(Only(SELF), "graveyard", "sacrifice"):
        before[-1] = If(Matches(SELF, joined((InZone(("battlefield",)), ControlledBy(YOU)))), (last, *done))
        return []
    if _chooses_x(last) or found(tuple(before), lambda part: isinstance(part, Outcome) and part.of == "act"):
        # What X is was chosen as well, which no choice of an option tells; nor is it told of which of two acts one is.
        return [If(OpaqueCondition("that was done" if positive else "that was not done"), tuple(done))]
    # Whether it was done is asked of the instruction before, whatever came of that.
    done_so = Outcome("act", "done")
    return [If(done_so if positive else Unless(done_so), tuple(done))]
