"""What a body of instructions has said so far, and how it names objects: `target creature`, then `that creature`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from layerproof.kb.model.effect import All, NextSpells, Only, Players, Scope, Several, Union
from layerproof.kb.model.expression import AllOf, AnyOf, ControlledBy, Filter, Is, Player, Ref
from layerproof.kb.model.instruction import Instruction, Target
from layerproof.kb.model.node import mentions
from layerproof.kb.wording.amounts.values import quantity
from layerproof.kb.wording.granted_abilities import Render
from layerproof.kb.wording.nouns.noun_phrases import noun, player_name, reference
from layerproof.kb.wording.words.english import DOUBT, doubtful, listed, number_word, unmodelled

_ANY_TARGET = frozenset({"creature", "planeswalker", "battle"})


@dataclass(frozen=True)
class Talk:
    """What a body has said so far: its targets and which of them have been named.

    host: `enchanted creature`. types: the card types of the object itself. about: what `that` of a trigger is called.
    zone: where the ability functions. up_to: the facts say that there may be no target. first: the first instruction
    after the targets.
    """

    render: Render
    host: str = ""
    targets: tuple[Target, ...] = ()
    said: frozenset[tuple[str, int]] = frozenset()
    types: frozenset[str] = frozenset()
    about: str = "that creature"
    zone: str = "battlefield"
    up_to: bool = False
    first: Instruction | None = None


def target_words(target: Target, another: bool = False) -> str:
    """The phrase of a target: `target creature you control`, `any target`, `another target creature`."""
    words = _target_words(target, another)
    if target.by == "random":
        return f"{words} chosen at random"
    if not target.by:
        return words
    found = _WHOSE.search(words)
    whose = "" if found is None else " they control" if found[1] else " you don't control"
    return f"{_WHOSE.sub('', words)} of an opponent's choice{whose}"


# Who controls a target, which is said behind who chooses it.
_WHOSE = re.compile(rf" (?:(an opponent controls)|{DOUBT}?you don't control)$")


def _target_words(target: Target, another: bool) -> str:
    if target.filter is None:
        who = "opponent" if target.opponent else "player"
        few = "" if target.least != 0 else doubtful(f"{_most(target.count)} ")
        return f"{few}target {who}" if target.player else "target permanent"
    kinds = frozenset(each.word for each in _any(target.filter) if isinstance(each, Is))
    if target.player and kinds == _ANY_TARGET:
        return "any target" if target.count == 1 and target.least != 0 and not target.any else unmodelled("any target")
    phrase = noun(target.filter, target.zones)
    words = phrase.singular()
    other = phrase.other or another or target.other
    start = "another target" if other else "target"
    if target.least is not None and not target.any:
        few = f"{number_word(target.least)} or {number_word(target.count)}" if target.least else _most(target.count)
        whose = " that player controls" * (target.each is not None)
        return doubtful(f"{few} {'other ' * other}target {words if target.count == 1 else phrase.plural()}{whose}")
    if target.any:
        most = "any number of" if target.limit is None else f"{quantity(target.limit)}"
        most = most if target.limit is None else doubtful(f"up to {most}" if target.least == 0 else most)
        most = doubtful("one or more") if target.least == 1 and target.limit is None else most
        return f"{most} {'other ' if phrase.other or another else ''}target {phrase.plural()}"
    if target.each is not None:
        return doubtful(f"{start} {words} that player controls")
    if target.count > 1:
        return doubtful(f"{number_word(target.count)} target {phrase.plural()}")
    if target.player:
        words = f"{'opponent' if target.opponent else 'player'} or {words}"
    return f"{start} {words}"


def _most(count: int) -> str:
    return f"up to {number_word(count)}"


def _any(filter_: Filter) -> tuple[Filter, ...]:
    return filter_.filters if isinstance(filter_, AnyOf) else (filter_,)


def thing(ref: Ref, talk: Talk) -> tuple[str, Talk]:
    """How a body names one object now, and the talk after it: `target creature` at first, `that creature` later."""
    key = (ref.kind, ref.index)
    named = _target_at(ref.index, talk) if ref.kind == "target" else None
    if named is not None:
        target, first = named
        if target.count > 1:
            said = replace(talk, said=talk.said | {("target", first)})
            of = "them" if ("target", first) in talk.said else target_words(target)
            return doubtful(f"the {_PLACES[ref.index - first]} of {of}"), said
        if key not in talk.said:
            words = by_name(target_words(target), target, talk)
            if talk.up_to:
                words = f"up to one {words.replace('another', 'other')}"
                words = words if len(talk.targets) == 1 else doubtful(words)
            return words, replace(talk, said=talk.said | {key})
        if target.player and target.filter is None:
            return "that player", talk
        return doubtful(f"that {_kind_word(target)}"), talk
    if ref.kind == "that":
        return doubtful("it" if key in talk.said else talk.about), replace(talk, said=talk.said | {key})
    if ref.kind == "chosen":
        return doubtful("the chosen permanent"), talk
    return reference(ref, talk.host), talk


def player_words(player: Player, talk: Talk) -> str:
    """How a body names one player now: `target opponent` at first, `that player` later.

    >>> player_words(Player("target"), Talk(lambda ability, words: "", targets=(Target(player=True, opponent=True),)))
    'target opponent'
    """
    if player.kind == "target" and ("player", player.index) in talk.said:
        return "that player"
    if player.kind == "target" and 0 < player.index <= len(talk.targets) and talk.targets[player.index - 1].opponent:
        return target_words(talk.targets[player.index - 1])
    return player_name(player)


_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _target_at(index: int, talk: Talk) -> tuple[Target, int] | None:
    """The target to which an object of this number belongs, and the number of the first of its objects."""
    place = 1
    for each in talk.targets:
        if place <= index < place + each.count:
            return each, place
        place += each.count
    return None


def _open_target(index: int, talk: Talk) -> Target | None:
    """The target that begins with this number and stands for a number of objects that is left open."""
    named = _target_at(index, talk)
    return named[0] if named is not None and (named[0].any or named[0].each is not None) else None


def for_each_player(text: str, talk: Talk, before: Talk) -> str:
    """The sentence that first names a target for each of some players, with that before it.

    talk, before: what the body has said with the sentence and without it.
    """
    for kind, index in talk.said - before.said:
        named = _target_at(index, talk) if kind == "target" else None
        if named is not None and named[0].each is not None:
            return doubtful(f"for each {'opponent' if named[0].each.kind == 'opponent' else 'player'}, {text}")
    return text


def named_in(record: object) -> list[Ref]:
    """All references to objects in a record."""
    refs: list[Ref] = []

    def keep(part: object) -> bool:
        if isinstance(part, Ref):
            refs.append(part)
        return False

    mentions(record, keep)
    return refs


def by_name(text: str, record: object, talk: Talk) -> str:
    """The sentence with what it calls an object or the host called by what it is, where only one can be meant.

    record: the instruction or condition of which it is the sentence.
    """
    refs = named_in(record)
    targets = {ref.index for ref in refs if ref.kind == "target"}
    others = {ref.kind for ref in refs if ref.kind not in ("self", "host", "it", "made", "target")}
    if len(targets) == 1 and not others and (named := _target_at(targets.pop(), talk)) and named[0].count == 1:
        text = text.replace("that object", f"that {_kind_word(named[0])}")
    elif not targets and others == {"that"}:
        text = text.replace("that object", talk.about)
    return text.replace("enchanted permanent", talk.host) if talk.host else text


def of_whom(words: str, filter_: Filter, talk: Talk) -> tuple[str, Talk]:
    """The phrase for objects with the target player who controls them named at first, and the talk after it."""
    for each in filter_.filters if isinstance(filter_, AllOf) else (filter_,):
        if isinstance(each, ControlledBy) and each.player.kind == "target" and "that player controls" in words:
            key = ("player", each.player.index)
            words = words.replace("that player controls", f"{player_words(each.player, talk)} controls")
            return words, replace(talk, said=talk.said | {key})
    return words, talk


def _kind_word(target: Target) -> str:
    types = noun(target.filter, target.zones).types
    return next(iter(types)) if len(types) == 1 else "permanent"


def everything(scope: Scope, talk: Talk) -> tuple[str, bool, Talk]:
    """The objects of a scope after a verb such as `destroy`: `all black creatures`."""
    words, many, _, after = scope_words(scope, talk)
    return (f"all {words}" if isinstance(scope, All) and not words.startswith("all ") else words), many, after


def scope_words(scope: Scope, talk: Talk) -> tuple[str, bool, frozenset[str], Talk]:
    """The objects of a scope as the object of a sentence: words, whether plural, their card types."""
    match scope:
        case Only(ref):
            words, after = thing(ref, talk)
            types: frozenset[str] = frozenset()
            if ref.kind == "target" and (named := _target_at(ref.index, talk)) is not None:
                types = noun(named[0].filter).types
            elif ref.kind == "self":
                types = talk.types
            return words, False, types, after
        case All(filter_, zones):
            phrase = noun(filter_, zones)
            words, after = of_whom(phrase.all(), filter_, talk)
            return words, True, phrase.types, after
        case Union(scopes):
            return _united(scopes, talk)
        case Several("target", index) if (target := _open_target(index, talk)) is not None:
            key = ("target", index)
            types = noun(target.filter, target.zones).types
            if key in talk.said:
                return f"those {_kind_word(target)}s", True, types, talk
            return target_words(target), target.any, types, replace(talk, said=talk.said | {key})
        case Several("that"):
            return "they", True, frozenset(), talk
        case Several():
            return doubtful("those objects"), True, frozenset(), talk
        case NextSpells(filter_):
            return f"the next {noun(filter_, ('stack',)).singular()} you cast this turn", False, frozenset(), talk
        case Players(player):
            return player_words(player, talk), player.kind == "any", frozenset(), talk
        case _:
            return unmodelled("those objects"), True, frozenset(), talk


def _united(scopes: tuple[Scope, ...], talk: Talk) -> tuple[str, bool, frozenset[str], Talk]:
    """Several scopes together: all objects of one target by its phrase, others one behind the other."""
    numbers = [each.ref.index for each in scopes if isinstance(each, Only) and each.ref.kind == "target"]
    named = _target_at(numbers[0], talk) if len(numbers) == len(scopes) else None
    if named is not None and numbers == list(range(named[1], named[1] + named[0].count)):
        target, first = named
        types = noun(target.filter, target.zones).types
        if ("target", first) in talk.said:
            return doubtful(f"those {_kind_word(target)}s"), True, types, talk
        return target_words(target), True, types, replace(talk, said=talk.said | {("target", first)})
    parts = []
    for each in scopes:
        words, _, _, talk = scope_words(each, talk)
        parts.append(words)
    return unmodelled(listed(parts)), True, frozenset(), talk


def player_said(player: Player, talk: Talk) -> Talk:
    """The talk after a player has been named."""
    return replace(talk, said=talk.said | {("player", player.index)}) if player.kind == "target" else talk
