"""Reflexive triggered abilities: what "When you do" begins, as an ability with targets and choices of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from layerproof.kb.model.effect import Several
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.instruction import (
    Body,
    Discard,
    If,
    Instruction,
    Mill,
    Move,
    OtherAction,
    Reflexive,
    Search,
    Target,
)
from layerproof.kb.oracle.bodies.dependent_sentences import hung_on
from layerproof.kb.oracle.concerns.possible_effects import touches_of
from layerproof.kb.oracle.nouns.references import Binder
from layerproof.kb.oracle.words.open_references import found, rewrite
from layerproof.kb.oracle.words.parser import Parse

_LEADS = (["when", "you", "do", ","], ["when", "you", "don't", ","], ["when", "they", "do", ","])


class Before(NamedTuple):
    """What the instructions before a reflexive ability have named: how many targets, in how many entries, how many
    chosen objects, and how many objects made (None where that is not certain)."""

    targets: int
    entries: int
    chosen: int
    made: int | None


def begins_reflexive(parse: Parse, start: int) -> bool:
    """Whether a sentence begins a reflexive triggered ability, to which all that follows belongs."""
    return parse.words[start : start + 4] in _LEADS


def named_before(binder: Binder) -> Before:
    """What has been named so far, as a reflexive ability begins."""
    return Before(sum(each.count for each in binder.named), len(binder.named), len(binder._chosen), binder.made)


def hung(
    parse: Parse, binder: Binder, start: int, known: Before, inner: list[Instruction], out: list[Instruction], text: str
) -> None:
    """Put a reflexive ability behind what it hangs on.

    start: where its sentence begins. known: what was named before. inner: its instructions, bound as though they went
    on with those before. text: its words, which are kept where it cannot be told which objects are its own.
    """
    own = tuple(binder.named[known.entries :])
    binder.named = binder.named[: known.entries]
    lead = " ".join(parse.words[start : start + 3])
    condition = inner[0].condition if inner and isinstance(inner[0], If) and not inner[0].else_ else None
    intervening = condition is not None and parse.word(start + 4) == "if"
    translation = _Translation(known, tuple(out), tuple(inner))
    body: Body = rewrite((*own, *inner), translation.of_part)
    asks = found(condition, lambda p: isinstance(p, Ref | Player) and p.kind == "target" and p.index > known.targets)
    if translation.unclear or (intervening and asks):
        body, translation.of = (OtherAction(text, touches_of(text)),), []
        intervening = False
    made: Instruction = Reflexive(lead, body, tuple(translation.of))
    if intervening and condition is not None:
        # It triggers only if the condition holds then, and does something only if it still does.
        made = If(condition, (made,))
    out += hung_on(out, [made], parse.word(start + 2) == "do")
    binder.unknown()


class _Translation:
    """References of instructions that went on with others, as those of an ability of its own.

    of: the objects and players of before that are spoken of. unclear: it cannot be told which of the two is meant.
    """

    def __init__(self, known: Before, before: Body, inner: Body) -> None:
        self.known = known
        self.of: list[Ref | Player] = []
        self.unclear = False
        self.moves = bool(found(inner, _moves))
        self.moved = bool(found(before, _moves))

    def of_part(self, part: Any) -> Any:
        """One part of the instructions."""
        if isinstance(part, Target) and part.limit is not None and found(part.limit, _is_before):
            self.unclear = True
        if isinstance(part, Ref | Player) and part.kind in ("target", "chosen", "made"):
            if isinstance(part, Player) and part.kind == "chosen":
                return part
            count = getattr(self.known, {"target": "targets"}.get(part.kind, part.kind))
            if count is None:
                self.unclear = True
                return part
            return self._spoken(part) if part.index <= count else _shifted(part, count)
        if isinstance(part, Ref) and part.kind in ("moved", "spoken"):
            if self.moves and self.moved:
                self.unclear = True
            return part if self.moves else self._spoken(part)
        if isinstance(part, Several) and part.kind in ("target", "chosen", "made"):
            count = getattr(self.known, {"target": "targets"}.get(part.kind, part.kind))
            if count is None or part.index <= count:
                self.unclear = True
                return part
            return Several(part.kind, part.index - count)
        if isinstance(part, Several) and (part.kind == "affected" or (part.kind == "moved" and self.moved)):
            self.unclear = True
        return part

    def _spoken(self, part: Ref | Player) -> Ref | Player:
        if part not in self.of:
            self.of.append(part)
        place = self.of.index(part) + 1
        return Ref("before", place) if isinstance(part, Ref) else Player("before", index=place)


def _shifted(part: Ref | Player, count: int) -> Ref | Player:
    if isinstance(part, Ref):
        return Ref(part.kind, part.index - count)
    return Player(part.kind, part.of, part.index - count, part.name)


def _moves(part: object) -> bool:
    return isinstance(part, Move | Mill | Discard | Search)


def _is_before(part: object) -> bool:
    return isinstance(part, Ref | Player) and part.kind == "before"
