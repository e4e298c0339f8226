"""Bodies: the text after a cost or an event, as instructions in order.

A sentence that is not understood becomes an instruction that says what it could touch; it makes every pronoun after it
unclear.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from layerproof.kb.model.expression import Chose, OpaqueCondition, Player, Ref
from layerproof.kb.model.instruction import Body, If, Instruction, OtherAction
from layerproof.kb.oracle import grammar
from layerproof.kb.oracle.binding import Binder, Unbound
from layerproof.kb.oracle.detect import touches_of
from layerproof.kb.oracle.engine import Parse
from layerproof.kb.oracle.marks import found
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
def body_of(text: str, types: tuple[str, ...], about: Ref | None, cost: str = "") -> Body:
    """The instructions of a body, targets first.

    text: normalised. types: the card types of the source. about: the object that a triggered ability is about. cost:
    what was paid, which "the sacrificed creature" may mean.
    """
    tokens = tokenize(text)
    parse = grammar.parse(tokens)
    binder = Binder(parse.targets, about, bool(set(types) & {"instant", "sorcery"}))
    out: list[Instruction] = []
    spans = sentences(tokens)
    at = 0
    while at < len(spans):
        taken, made = _next(parse, binder, spans, at, out)
        out += made
        at += taken
    return (*binder.named, *out)


def _next(parse: Parse, binder: Binder, spans: list[tuple[int, int]], at: int, before: list[Instruction]) -> tuple[int, list[Instruction]]:
    """The instructions of the next sentence, and how many sentences they took."""
    start, end = spans[at]
    for more in (1, 0):
        if at + more < len(spans):
            done = _understood(parse, binder, start, spans[at + more][1])
            if done is not None:
                return more + 1, done
    if parse.word(start) == "if" and parse.word(start + 1) == "you" and parse.word(start + 2) in ("do", "don't"):
        return 1, _if_you_do(parse, binder, start, end, before)
    return 1, [_other(parse, binder, start, end)]


def _understood(parse: Parse, binder: Binder, start: int, end: int) -> list[Instruction] | None:
    """The bound instructions of some tokens, None where they have no reading or several."""
    readings = parse.whole("sentence", start, end)
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
    copy = Binder(binder.targets, binder.event, binder.on_stack)
    _take(copy, binder)
    return copy


def _take(binder: Binder, other: Binder) -> None:
    binder.named = list(other.named)
    binder._index = dict(other._index)
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
    gloss = "that was done" if positive else "that was not done"
    return [If(OpaqueCondition(gloss), tuple(done))]


def _other(parse: Parse, binder: Binder, start: int, end: int) -> Instruction:
    """A sentence that is kept as its words, with the targets that it names."""
    text = plain(parse.tokens[start:end])
    for at in range(start, end):
        if parse.word(at) != "target" or parse.word(at - 1) in ("that", "the"):
            continue
        readings = [(r, stop) for r, stop in (*parse.at("target_words", at), *_players(parse, at)) if stop <= end]
        if readings:
            what = max(readings, key=lambda each: each[1])[0]
            if not found(what, lambda p: isinstance(p, Ref | Player) and p.kind.startswith("?")):
                binder.add_target(parse.target(at, what))
    binder.unknown()
    return OtherAction(text, touches_of(text))


def _players(parse: Parse, at: int) -> list[tuple[Any, int]]:
    from layerproof.kb.model.instruction import Target

    return [(Target(player=True), end) for _, end in parse.at("target_player", at)]
