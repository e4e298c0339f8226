"""Reading: one stretch of a body as instructions, or kept as its words."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model.expression import Player, Ref, X
from layerproof.kb.model.instruction import Instruction, OtherAction, Target
from layerproof.kb.oracle.binding import Binder, Unbound
from layerproof.kb.oracle.detect import touches_of
from layerproof.kb.oracle.engine import Parse
from layerproof.kb.oracle.marks import found
from layerproof.kb.oracle.tokens import plain


def understood(parse: Parse, binder: Binder, start: int, end: int) -> list[Instruction] | None:
    """The bound instructions of some tokens, None where they have no reading or several."""
    readings = parse.whole("sentence", start, end)
    if any(parse.words[at : at + 3] == ["where", "x", "is"] for at in range(start, end)):
        # A reading in which an X is left has given the value to another part.
        readings = tuple(each for each in readings if not found(each, lambda part: isinstance(part, X)))
    results: list[tuple[Any, Any]] = []
    for reading in readings:
        trial = copied(binder)
        try:
            body = list(trial.body(reading))
        except Unbound:
            continue
        if (body, trial.named) not in [(b, t.named) for b, t in results]:
            results.append((body, trial))
    if len(results) != 1:
        return None
    body, trial = results[0]
    take(binder, trial)
    done: list[Instruction] = body
    return done


def copied(binder: Binder) -> Binder:
    copy = Binder(binder.targets, binder.event, binder.on_stack, binder.second)
    copy.types = binder.types
    take(copy, binder)
    return copy


def take(binder: Binder, other: Binder) -> None:
    binder.named = list(other.named)
    binder._index = dict(other._index)
    binder._chosen = dict(other._chosen)
    binder.last, binder.seen, binder.lost = other.last, list(other.seen), other.lost
    binder.gone = other.gone


def kept(parse: Parse, binder: Binder, start: int, end: int) -> OtherAction:
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
    if NAMES_OBJECTS.search(text):
        binder.unknown()
    return OtherAction(text, touches_of(text))


# Words that may be what a later pronoun means.
NAMES_OBJECTS = re.compile(
    r"\b(?:[cC]reatures?|[pP]ermanents?|[cC]ards?|[tT]okens?|[lL]ands?|[aA]rtifacts?|[eE]nchantments?|[sS]pells?|it|them"
    r"|planeswalkers?|another|one of|[mM]anifest|[aA]mass|[iI]ncubate|[bB]olster|[cC]onjure|[sS]eek|[dD]iscover"
    r"|target)\b"
    r"|(?<!^)(?<![.] )\b[A-Z][a-z]{2,}"
)


def _players(parse: Parse, at: int) -> list[tuple[Any, int]]:
    return [(Target(player=True), end) for _, end in parse.at("target_player", at)]
