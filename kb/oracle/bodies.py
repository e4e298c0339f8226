"""Bodies: the text after a cost or an event, as instructions in order.

A sentence that is not understood becomes an instruction that says what it could touch; it makes every pronoun after it
unclear.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from layerproof.kb.model.expression import Chose, ControlledBy, InZone, Matches, OpaqueCondition, Player, Ref, X
from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.instruction import Begin, Body, CreateToken, If, Instruction, Move, OtherAction, Target
from layerproof.kb.oracle import grammar
from layerproof.kb.oracle.binding import Binder, Unbound
from layerproof.kb.oracle.detect import touches_of
from layerproof.kb.oracle.engine import Parse
from layerproof.kb.oracle.lexicon import TYPE_WORDS
from layerproof.kb.oracle.marks import SELF, YOU, found, joined
from layerproof.kb.oracle.shapes import still
from layerproof.kb.oracle.tokens import Token, plain, tokenize


def cost_of(text: str) -> tuple[str, ...]:
    """The parts of a cost in order, mana and tap symbols as such, others as short phrases.

    >>> cost_of("{2}, {T}, Sacrifice ~")
    ('{2}', '{T}', 'sacrifice self')
    """
    parts = []
    for part in re.split(r", (?=[A-Z{])", text.strip()):
        part = part.strip()
        if not part.startswith("{"):
            part = part[:1].lower() + part[1:]
        parts.append(part.replace("~", "self"))
    return tuple(parts)


def sentences(tokens: tuple[Token, ...]) -> list[tuple[int, int]]:
    """Where each sentence begins and ends, its full stop left out."""
    spans = []
    start = 0
    for index, token in enumerate(tokens):
        closed = token.word == "." or (token.word == '"' and _ends(token.raw) and _begins(tokens, index + 1))
        if closed or index == len(tokens) - 1:
            end = index if token.word == "." else index + 1
            if end > start:
                spans.append((start, end))
            start = index + 1
    return spans


def _ends(quote: str) -> bool:
    return quote.endswith((".", ".'", "!"))


def _begins(tokens: tuple[Token, ...], at: int) -> bool:
    return at >= len(tokens) or (tokens[at].raw[:1].isupper() or tokens[at].word == "~") and tokens[at].word != "and"


@lru_cache(maxsize=65536)
def body_of(text: str, types: tuple[str, ...], about: Ref | None, second: str = "") -> Body:
    """The instructions of a body, targets first.

    text: normalised. types: the card types of the source. about: the object that a triggered ability is about, or that
    a cost has named. second: the noun of the other object that its event names.
    """
    if "\n• " in text:
        modal = modes_in(text, types, about, second)
        if modal is not None:
            return modal
    tokens = tokenize(text)
    parse = grammar.parse(tokens)
    binder = Binder(parse.targets, about, bool(set(types) & {"instant", "sorcery"}), second)
    out: list[Instruction] = []
    spans = sentences(tokens)
    at = 0
    while at < len(spans):
        taken, made = _next(parse, binder, spans, at, out)
        out += made
        at += taken
    return (*binder.named, *out)


_CHOOSE_ONE = re.compile(r"(?:^|(?<=\. )|(?<=, ))[cC]hoose one —$")


def modes_in(text: str, types: tuple[str, ...], about: Ref | None, second: str) -> Body | None:
    """The instructions of a body that ends in "choose one" and its modes, each under the condition that it was chosen.

    Targets are numbered through the whole body, so only one mode may name any, or all the same; else None.
    """
    head, *texts = text.split("\n• ")
    start = _CHOOSE_ONE.search(head)
    if start is None or head[: start.start()].strip():
        return None
    modes: list[tuple[str, Body]] = []
    for mode in texts:
        label, dash, rest = mode.partition(" — ")
        named = bool(dash) and len(label) < 40 and "." not in label
        modes.append((label if named else mode.rstrip("."), body_of(rest if named else mode, types, about, second)))
    targets = [tuple(each for each in body if isinstance(each, Target)) for _, body in modes]
    different = {each for each in targets if each}
    if len(different) > 1:
        return None
    chosen = (If(Chose(label), tuple(each for each in body if not isinstance(each, Target))) for label, body in modes)
    return (*(different.pop() if different else ()), *chosen)


def _next(parse: Parse, binder: Binder, spans: list[tuple[int, int]], at: int, before: list[Instruction]) -> tuple[int, list[Instruction]]:
    """The instructions of the next sentence, and how many sentences they took."""
    start, end = spans[at]
    if _token_has(parse, start, end, before):
        return 1, []
    for more in (1, 0):
        if at + more < len(spans):
            done = _understood(parse, binder, start, spans[at + more][1])
            if done is not None:
                return more + 1, done
    if parse.words[start : start + 3] in (["if", "you", "do"], ["if", "you", "don't"], ["when", "you", "do"]):
        return 1, _if_you_do(parse, binder, start, end, before)
    if parse.words[start : start + 2] == ["otherwise", ","] and before and isinstance(last := before[-1], If):
        if not last.else_:
            inner = _understood(parse, binder, start + 2, end) or [_other(parse, binder, start + 2, end)]
            before[-1] = If(last.condition, last.then, tuple(inner))
            return 1, []
    instead = _instead(parse, binder, start, end, before)
    if instead:
        return 1, []
    if _still(parse, start, end, before):
        return 1, []
    return 1, _parts(parse, binder, start, end, before)


def _instead(parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction]) -> bool:
    """"If …, … instead": the last instruction happens only if not; whether that was what the sentence is."""
    for condition, inner_start, inner_end in _instead_spans(parse, start, end):
        trial = _copy(binder)
        readings = [c for c in parse.whole("condition", *condition)]
        if len(readings) != 1 or not before or isinstance(before[-1], If | OtherAction):
            continue
        done = _understood(parse, trial, inner_start, inner_end)
        if done is None:
            continue
        try:
            (made,) = binder.body((If(readings[0], ()),))
        except Unbound:
            continue
        _take(binder, trial)
        before[-1] = If(made.condition, tuple(done), (before[-1],))  # type: ignore[union-attr]
        return True
    return False


def _still(parse: Parse, start: int, end: int, before: list[Instruction]) -> bool:
    """"It's still a land" after an effect that gives types: it adds to them."""
    words = [word for word in parse.words[start:end] if word not in ("'s", "'re", "it's", "they're", "it", "they", "a", "an")]
    last = before[-1] if before else None
    if len(words) != 2 or words[0] != "still" or words[1] not in TYPE_WORDS or not isinstance(last, Begin):
        return False
    effect = last.effect
    before[-1] = Begin(Effect(effect.affects, still(effect.mods), effect.condition, effect.duration))
    return True


def _token_has(parse: Parse, start: int, end: int, before: list[Instruction]) -> bool:
    """"They have …" right after tokens are created: an ability that the tokens are created with."""
    if parse.word(start) not in ("it", "they") or parse.word(start + 1) not in ("has", "have"):
        return False
    last = before[-1] if before else None
    found_abilities = parse.whole("token_abilities", start + 2, end)
    if not isinstance(last, CreateToken) or len(found_abilities) != 1:
        return False
    fields = {field: getattr(last, field) for field in last.__struct_fields__}
    before[-1] = CreateToken(**{**fields, "abilities": (*last.abilities, *found_abilities[0])})
    return True


def _loose_condition(parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction]) -> list[Instruction] | None:
    """"If …, …" whose condition is not understood, but what then happens is: the condition is kept as its words."""
    for comma in [at for at in range(start, end) if parse.word(at) == ","]:
        words = plain(parse.tokens[start + 1 : comma])
        trial = _copy(binder)
        trial.it_unclear = bool(_NAMES_OBJECTS.search(words))
        inner, instead = comma + 1, False
        stop = end
        if parse.word(inner) == "instead":
            inner, instead = inner + 1, True
        elif parse.word(end - 1) == "instead":
            stop, instead = end - 1, True
        if instead and (not before or isinstance(before[-1], If | OtherAction)):
            continue
        done = _understood(parse, trial, inner, stop)
        if done is not None and "would" not in words.split():
            trial.it_unclear = False
            _take(binder, trial)
            if instead:
                before[-1] = If(OpaqueCondition(words), tuple(done), (before[-1],))
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


_GOVERNING = frozenset("until turn where each if unless instead equal long unless except choice".split())
# Words with which a clause of its own begins.
_BEGINNINGS = frozenset(
    "draw draws discard discards put puts create creates gain gains lose loses you it they that scry surveil exile exiles destroy "
    "return returns sacrifice sacrifices tap untap shuffle shuffles mill mills ~ look reveal reveals search deals goad "
    "investigate proliferate attach add remove choose each its target the then roll flip prevent".split()
)


def _parts(parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction]) -> list[Instruction]:
    """A sentence that is understood only up to an "and" or "then", or behind a condition; the rest is kept as words."""
    if parse.word(start) == "if":
        for comma in [at for at in range(start, end) if parse.word(at) == ","]:
            for condition in parse.whole("condition", start + 1, comma):
                try:
                    (made,) = binder.body((If(condition, ()),))
                except Unbound:
                    break
                return [If(made.condition, (_other(parse, binder, comma + 1, end),))]  # type: ignore[union-attr]
        loosely = _loose_condition(parse, binder, start, end, before)
        if loosely is not None:
            return loosely
    joints = [at for at in range(end - 1, start, -1) if parse.word(at) in ("and", "then")]
    for at in joints:
        left = at - 1 if parse.word(at - 1) == "," else at
        # A part of a noun phrase is no clause, and a duration, amount or condition in the rest belongs to the whole.
        rest = parse.words[at + 1 : end]
        if rest[:1] and rest[0] not in _BEGINNINGS or set(rest) & _GOVERNING:
            continue
        done = _understood(parse, binder, start, left)
        if done is not None:
            return [*done, _other(parse, binder, at + 1, end)]
    for at in joints:
        if set(parse.words[start:at]) & _GOVERNING or set(parse.words[at:end]) & {"instead", "where"}:
            continue
        left = at - 1 if parse.word(at - 1) == "," else at
        trial = _copy(binder)
        other = _other(parse, trial, start, left)
        done = _understood(parse, trial, at + 1, end)
        if done is not None and not set(other.touches) & {"ability", "modify_pt", "set_pt", "type", "color", "control", "copy", "text"}:
            _take(binder, trial)
            return [other, *done]
    for at in [at for at in range(start + 1, end) if parse.word(at) == "if" and parse.word(at + 1) != "able"]:
        done = _understood(parse, binder, start, at)
        if done is not None:
            return [If(OpaqueCondition(plain(parse.tokens[at + 1 : end])), tuple(done))]
    return [_other(parse, binder, start, end)]


def _understood(parse: Parse, binder: Binder, start: int, end: int) -> list[Instruction] | None:
    """The bound instructions of some tokens, None where they have no reading or several."""
    readings = parse.whole("sentence", start, end)
    if any(parse.words[at : at + 3] == ["where", "x", "is"] for at in range(start, end)):
        # A reading in which an X is left has given the value to another part.
        readings = tuple(each for each in readings if not found(each, lambda part: isinstance(part, X)))
    results: list[tuple[Any, Any]] = []
    for reading in readings:
        trial = _copy(binder)
        try:
            body = list(trial.body(reading))
        except Unbound:
            continue
        if (body, trial.named) not in [(b, t.named) for b, t in results]:
            results.append((body, trial))
    if len(results) != 1:
        return None
    body, trial = results[0]
    _take(binder, trial)
    return body


def _copy(binder: Binder) -> Binder:
    copy = Binder(binder.targets, binder.event, binder.on_stack, binder.second)
    _take(copy, binder)
    return copy


def _take(binder: Binder, other: Binder) -> None:
    binder.named = list(other.named)
    binder._index = dict(other._index)
    binder._chosen = dict(other._chosen)
    binder.last, binder.seen, binder.lost = other.last, list(other.seen), other.lost


def _if_you_do(parse: Parse, binder: Binder, start: int, end: int, before: list[Instruction]) -> list[Instruction]:
    """"If you do, …" after what one may do: it belongs to it."""
    inner = start + 3 + (1 if parse.word(start + 3) == "," else 0)
    done = _understood(parse, binder, inner, end) or [_other(parse, binder, inner, end)]
    last = before[-1] if before else None
    positive = parse.word(start + 2) == "do"
    if isinstance(last, If) and last.condition == Chose("may") and not last.else_:
        before[-1] = If(last.condition, (*last.then, *done)) if positive else If(last.condition, last.then, tuple(done))
        return []
    if positive and last == Move(Only(SELF), "graveyard", "sacrifice"):
        before[-1] = If(Matches(SELF, joined((InZone(("battlefield",)), ControlledBy(YOU)))), (last, *done))
        return []
    gloss = "that was done" if positive else "that was not done"
    return [If(OpaqueCondition(gloss), tuple(done))]


def _other(parse: Parse, binder: Binder, start: int, end: int) -> OtherAction:
    """A sentence that is kept as its words, with the targets that it names."""
    text = plain(parse.tokens[start:end])
    at = start
    while at < end:
        at += 1
        if parse.word(at - 1) in ("that", "the"):
            continue
        here = at - 1
        readings = [(r, stop) for r, stop in (*parse.at("target_words", here), *_players(parse, here)) if stop <= end]
        if readings:
            what, at = max(readings, key=lambda each: each[1])
            if not found(what, lambda p: isinstance(p, Ref | Player) and p.kind.startswith("?")):
                binder.add_target(parse.target(here, what))
    if _NAMES_OBJECTS.search(text):
        binder.unknown()
    return OtherAction(text, touches_of(text))


# Words that may be what a later pronoun means.
_NAMES_OBJECTS = re.compile(
    r"\b(?:[cC]reatures?|[pP]ermanents?|[cC]ards?|[tT]okens?|[lL]ands?|[aA]rtifacts?|[eE]nchantments?|[sS]pells?|it|them|"
    r"planeswalkers?|another|one of|[mM]anifest|[aA]mass|[iI]ncubate|[bB]olster|[cC]onjure|[sS]eek|[dD]iscover|target)\b"
    r"|(?<!^)(?<![.] )\b[A-Z][a-z]{2,}"
)


def _players(parse: Parse, at: int) -> list[tuple[Any, int]]:
    return [(Target(player=True), end) for _, end in parse.at("target_player", at)]
