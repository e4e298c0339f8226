"""Added sentences: sentences that say more of what the instruction before them does, and join it."""

from __future__ import annotations

import re

import msgspec

from layerproof.kb.model.effect import Only, Several
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.instruction import (
    Begin,
    ChooseWord,
    CopySpell,
    CreateCopyToken,
    CreateToken,
    Delayed,
    If,
    Instruction,
    Manifest,
    Move,
    OtherAction,
    Pays,
    PutCounters,
    Search,
    SetStatus,
)
from layerproof.kb.model.modification import ReplaceWord
from layerproof.kb.oracle.bodies.put_onto_battlefield import as_it_enters, states
from layerproof.kb.oracle.words.open_references import found
from layerproof.kb.oracle.words.parser import Parse

_NOT_REGENERATED = re.compile(
    r"(?:it|he|she|they|(?:that|the) creature|that permanent|those creatures) can't be regenerated"
)


def unregenerated(parse: Parse, start: int, end: int, before: list[Instruction]) -> bool:
    """Whether a sentence forbids to regenerate what the instruction before it destroys, which then is changed.

    That may stand under a condition, or behind what is done otherwise.
    """
    if not before or not _NOT_REGENERATED.fullmatch(" ".join(parse.words[start:end])):
        return False
    changed = _for_good(before[-1])
    if changed is not None:
        before[-1] = changed
    return changed is not None


def _for_good(last: Instruction) -> Instruction | None:
    """An instruction that destroys, as one behind which nothing can be regenerated; None where it destroys nothing."""
    if isinstance(last, Move) and last.how == "destroy":
        return msgspec.structs.replace(last, regenerate=False)
    if not isinstance(last, If | Pays):
        return None
    for field in ("else_", "then"):
        body: tuple[Instruction, ...] = getattr(last, field)
        inner = _for_good(body[-1]) if body else None
        if inner is not None:
            return msgspec.structs.replace(last, **{field: (*body[:-1], inner)})
    return None


_EXCLUDES = re.compile(r"The new (?:color|basic land type|creature type) can't be (\S+)")


def excludes(said: str, before: list[Instruction]) -> bool:
    """Whether a sentence says what the new word of the text change before it cannot be, which then is changed."""
    words, last = _EXCLUDES.fullmatch(said), before[-1] if before else None
    if words is None or not isinstance(last, Begin) or not isinstance(last.effect.mods[-1], ReplaceWord):
        return False
    change = msgspec.structs.replace(last.effect.mods[-1], never=(words[1],))
    effect = msgspec.structs.replace(last.effect, mods=(*last.effect.mods[:-1], change))
    before[-1] = msgspec.structs.replace(last, effect=effect)
    return True


def of_what_returns(words: list[str], before: list[Instruction], made: list[Instruction]) -> bool:
    """Join what is said of an object to the delayed triggered ability that will put it onto the battlefield.

    words: the sentence, in lower case. before: the instructions before it, whose last is changed where it is such an
    ability. made: the instructions of the sentence. Returns whether they are joined.
    """
    last = before[-1] if before else None
    if not isinstance(last, Delayed) or not made:
        return False
    comes = [each for each in last.body if isinstance(each, Move) and each.to == "battlefield"]
    about = {_acted_upon(each) for each in made}
    if len(comes) != 1 or comes[0] != last.body[-1] or len(about) != 1 or not about <= {Ref("made"), Several("made")}:
        return False
    if found(made, lambda part: isinstance(part, Ref) and part.kind not in ("self", "granter", "made", "it")):
        return False
    body = list(last.body)
    if not (states(words) and as_it_enters(body, made)):
        body += made
    before[-1] = msgspec.structs.replace(last, body=tuple(body))
    return True


_CHOOSES = re.compile(r"choose an? (?:color|creature type|card type|land type|basic land type|player|opponent)\b[^.]*")


def of_what_is_chosen(before: list[Instruction], made: list[Instruction]) -> bool:
    """Join what hangs on a word that is chosen only under a condition to that condition.

    before: the instructions before, whose last is changed where it is such a choice. made: the instructions of the
    sentence behind it. Returns whether they are joined.
    """
    last = before[-1] if before else None
    if not isinstance(last, If) or last.else_ or not made:
        return False
    chosen = last.then[-1] if last.then else None
    if not isinstance(chosen, ChooseWord) and not (
        isinstance(chosen, OtherAction) and _CHOOSES.fullmatch(chosen.gloss)
    ):
        return False
    if not found(tuple(made), _is_chosen_word):
        return False
    before[-1] = msgspec.structs.replace(last, then=(*last.then, *made))
    return True


def of_what_is_made(before: list[Instruction], made: list[Instruction]) -> bool:
    """Join what is done with objects that are made only under a condition to that condition.

    before: the instructions before, whose last is changed where it makes objects under a condition and none of the
    others makes any. made: the instructions of the sentence behind it. Returns whether they are joined.
    """
    last = before[-1] if before else None
    if not isinstance(last, If | Pays) or last.else_ or not made or found(tuple(before[:-1]), _makes):
        return False
    if not found(last.then, _makes) or not all(found((each,), _is_made) for each in made):
        return False
    before[-1] = msgspec.structs.replace(last, then=(*last.then, *made))
    return True


def _makes(part: object) -> bool:
    """Whether an instruction creates a token or puts something onto the battlefield."""
    if isinstance(part, Move):
        return part.to == "battlefield"
    return isinstance(part, CreateToken | CreateCopyToken | CopySpell | Manifest | Search)


def _is_made(part: object) -> bool:
    return isinstance(part, Ref | Several) and part.kind == "made"


def _is_chosen_word(part: object) -> bool:
    """Whether a part of a record is a word, or speaks of a player, that was chosen."""
    words = getattr(part, "colors", None) or getattr(part, "subtypes", None) or ()
    return "chosen" in (getattr(part, "quality", None), getattr(part, "word", None), *words) or part == Player("chosen")


def _acted_upon(each: Instruction) -> object:
    """What an instruction affects, None for one that affects nothing that could come back."""
    scope = None
    if isinstance(each, Begin):
        scope = each.effect.affects
    elif isinstance(each, PutCounters):
        scope = each.on
    elif isinstance(each, SetStatus):
        scope = each.affects
    return scope.ref if isinstance(scope, Only) else scope


__all__ = ["excludes", "of_what_is_chosen", "of_what_is_made", "of_what_returns", "unregenerated"]
