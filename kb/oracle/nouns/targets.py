"""Targets and objects: what the instructions of a sentence act upon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.effect import Effect, Only, Union
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    ControlledBy,
    HasCounter,
    Is,
    Not,
    PerPlayer,
    Player,
    Ref,
    Same,
    State,
    Times,
    X,
)
from layerproof.kb.model.instruction import (
    Begin,
    OtherAction,
    PutCounters,
    Target,
)
from layerproof.kb.model.keyword_action import Choose
from layerproof.kb.model.modification import (
    AddAbilities,
    AddTypes,
    SetBasePT,
)
from layerproof.kb.notation.number_words import NUMBERS
from layerproof.kb.oracle.effects.static_sentences import all_of
from layerproof.kb.oracle.words.open_references import (
    HE,
    HOST,
    IT,
    OTHER,
    SELF,
    THAT_PLAYER,
    YOU,
    Mention,
    Thing,
    found,
    is_mark,
    joined,
    loosely,
    other,
    rewrite,
)
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

ANY_TARGET = AnyOf((Is("type", "creature"), Is("type", "planeswalker"), Is("type", "battle")))


_THEY = Player("?they")
_ABILITY, _SPELL = State("ability"), State("spell")
# What a target on the stack may be called.
_ON_STACK = (
    (("activated", "or", "triggered", "ability"), _ABILITY),
    (("activated", "ability"), State("activated_ability")),
    (("triggered", "ability"), State("triggered_ability")),
    (("spell", "or", "ability"), AnyOf((_SPELL, _ABILITY))),
    (("spell", ",", "activated", "ability", ",", "or", "triggered", "ability"), AnyOf((_SPELL, _ABILITY))),
)

# Who else chooses a thing that is no target.
CHOOSERS = ("that player", "defending player", "an opponent")
# Whoever else chooses a target.
_AT_RANDOM = ["chosen", "at", "random"]
_OPPONENTS = ["of", "an", "opponent", "'s", "choice"]

# Words behind "earthbend X" for an object that the text has named before.
_ELSEWHERE = frozenset({"that", "its", "it", "his", "him", "her", "them", "their", "those"})


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `target_words` and `object`."""
    _targets(grammar)
    _objects(grammar)


def _targets(grammar: Grammar) -> None:
    rule = grammar.rule

    @grammar.primitive("target_words")
    def target_words(parse: Parse, at: int) -> Iterator[tuple[Target, int]]:
        for target, end in _plain(parse, at):
            yield chosen_by(parse, at, target, end)

    def _plain(parse: Parse, at: int) -> Iterator[tuple[Target, int]]:
        count = 1
        open_ = _open_number(parse, at)
        if open_ is not None:
            limit, after = open_
            least = {"one": 1, "up": 0}.get(parse.word(at))
            for what, end in _after_count(parse, after, 2):
                yield Target(what.filter, what.player, what.zones, 1, True, limit, None, least), end
            return
        if parse.word(at) == "up" and parse.word(at + 1) == "to":
            for number, end in parse.at("number", at + 2):
                if isinstance(number, int):
                    yield from _at_least(0, _after_count(parse, end, number))
            return
        if NUMBERS.get(parse.word(at), 0) > 1:
            for number, end in parse.at("number", at):
                yield from _after_count(parse, end, number)
            return
        if parse.word(at) == "one" and parse.word(at + 1) == "or" and parse.word(at + 2) == "two":
            yield from _at_least(1, _after_count(parse, at + 3, 2))
            return
        if [parse.word(at + n) for n in range(6)] == ["one", ",", "two", ",", "or", "three"]:
            yield from _at_least(1, _after_count(parse, at + 6, 3))
            return
        yield from _after_count(parse, at, count)

    def _after_count(parse: Parse, at: int, count: int) -> Iterator[tuple[Target, int]]:
        before = parse.word(at) in ("another", "other")
        if parse.words[at : at + 3] == ["a", "second", "target"]:
            before, at = True, at + 1
        if before:
            at += 1
        if parse.word(at) == "any" and parse.word(at + 1) in ("target", "targets", "other") and not before:
            end = at + 2 if parse.word(at + 1) != "other" else at + 3
            filter_ = joined((ANY_TARGET, other())) if parse.word(at + 1) == "other" else ANY_TARGET
            yield Target(filter_, True, ("battlefield",), count), end
        if parse.word(at) == "targets" and count > 1:
            yield Target(ANY_TARGET, True, ("battlefield",), count), at + 1
        if parse.word(at) != "target":
            return
        for words, state in _ON_STACK:
            if tuple(parse.words[at + 1 : at + 1 + len(words)]) == words:
                yield Target(state, False, ("stack",), count), at + 1 + len(words)
        word = parse.word(at + 1)
        if word in ("player", "opponent") and parse.word(at + 2) == "or":
            for thing, end in parse.at("thing", at + 3):
                yield _target(thing, count, True, word == "opponent"), end
        if parse.words[at + 1 : at + 6] == ["player", ",", "planeswalker", ",", "or"]:
            # What is said of the last of them is said of it alone.
            for thing, end in parse.at("thing", at + 6):
                if not thing.many and thing.zones is None:
                    either = AnyOf((Is("type", "planeswalker"), thing.filter))
                    yield Target(either, True, ("battlefield",), count), end
        for thing, end in parse.at("thing", at + 1):
            if before:
                thing = thing.with_(other())
            if _moves_with_counters(thing):
                continue
            yield _target(thing, count), end
            if parse.word(end) == "or" and parse.word(end + 1) == "player":
                yield _target(thing, count, True), end + 2

    rule("target_object", "<target>")

    @grammar.primitive("for_each_player")
    def for_each_player(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        """ "For each opponent, … target creature that player controls": a target for each of them."""
        who = {"opponent": Player("opponent"), "player": Player("any")}.get(parse.word(at + 2))
        if parse.words[at : at + 2] != ["for", "each"] or who is None or parse.word(at + 3) != ",":
            return
        for body, end in parse.at("action", at + 4):
            each = _for_each(parse, body, who)
            if each is not None:
                yield each, end

    rule("sentence", "<for_each_player>")

    @grammar.primitive("support")
    def support(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at) != "support":
            return
        for number, end in parse.at("number", at + 1):
            if isinstance(number, int):
                # A spell is no creature that could be a target, so that "other" is right for it too.
                others = Target(joined((Is("type", "creature"), Not(Same(SELF)))), count=number, least=0)
                yield (PutCounters("+1/+1", Only(Ref("?T", parse.target(at, others)))),), end

    @grammar.primitive("earthbend")
    def earthbend(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at) == "you":
            at += 1
        if parse.word(at) != "earthbend":
            return
        for number, end in parse.at("number", at + 1):
            rest = parse.words[end:]
            if rest[:4] == [",", "where", "x", "is"] and _ELSEWHERE.intersection(rest[: (*rest, ".").index(".")]):
                # What it means was named before the land, and the land becomes a creature that it could mean, too.
                continue
            land = Target(joined((Is("type", "land"), ControlledBy(YOU))))
            ref = Ref("?T", parse.target(at, land))
            mods = (SetBasePT(0, 0), AddTypes(("creature",)), AddAbilities((Keyword("haste"),)))
            back = OtherAction("it returns tapped when it dies or is exiled", ("objects",))
            yield (Begin(Effect(Only(ref), mods)), PutCounters("+1/+1", Only(ref), number), back), end


def _for_each(parse: Parse, body: Any, who: Player) -> Any:
    """A body with its one target as a target for each of the players; None where it is of no player or others are."""
    numbers = {part.index for part in found(body, lambda part: isinstance(part, Ref) and part.kind == "?T")}
    if len(numbers) != 1 or found(body, lambda part: part in (THAT_PLAYER, _THEY)):
        return None
    at, target = parse.targets[numbers.pop()]
    filters = target.filter.filters if isinstance(target.filter, AllOf) else (target.filter,)
    theirs = ControlledBy(_THEY if ControlledBy(_THEY) in filters else THAT_PLAYER)
    if theirs not in filters or target.player or target.any:
        return None
    left = tuple(each for each in filters if each != theirs)
    number = parse.target(at, Target(joined(left), False, target.zones, target.count, each=who, least=target.least))
    return rewrite(tuple(body), lambda part: Ref("?T", number) if isinstance(part, Ref) and part.kind == "?T" else part)


def _open_number(parse: Parse, at: int) -> tuple[Any, int] | None:
    """The limit of a number of targets that is no plain number, and where it ends: "any number of", "up to X"."""
    words = parse.words[at : at + 4]
    if words[:3] == ["any", "number", "of"]:
        return None, at + 3
    if words == ["up", "to", "one", "hundred"]:
        return 100, at + 4
    if words[:3] == ["one", "or", "more"]:
        return None, at + 3
    start = 2 if words[:2] == ["up", "to"] else 0
    if words[start : start + 1] == ["x"]:
        return _x_of(parse, at), at + start + 1
    if start and words[2:4] == ["twice", "x"]:
        return Times((2, _x_of(parse, at))), at + 4
    if start and words[2:4] == ["that", "many"]:
        return PerPlayer("that many"), at + 4
    return None


def _x_of(parse: Parse, at: int) -> Any:
    """The X of a number of targets: the announced one, unless the sentence explains it."""
    said = next((i for i in range(at, len(parse.words)) if parse.words[i : i + 3] == ["where", "x", "is"]), None)
    if said is None:
        return X()
    ends = [i for i in range(said, len(parse.words)) if parse.word(i) in (".", '"')]
    end = ends[0] if ends else len(parse.words)
    # The number of targets is chosen as the ability is put onto the stack.
    suffix = ["as", "you", "activate", "this", "ability"]
    end = end - len(suffix) if parse.words[end - len(suffix) : end] == suffix else end
    values = {v for v in parse.whole("any_value", said + 3, end) if not found(v, loosely) and not found(v, is_mark)}
    return values.pop() if len(values) == 1 else PerPlayer("X")


def _both(one: Any, two: Any) -> Any:
    """ "Creatures other than this one and that one": the second is left out too, and is not meant besides."""
    return NO if found(one, lambda part: part == Not(Same(SELF))) else Union((one, two))


def _with_others(ref: Ref, thing: Thing, than: Ref = OTHER) -> Any:
    others = all_of(thing)
    # Beside "enchanted creature" and beside "it", others are other than that one, not than the source.
    than = HOST if ref == HOST else than
    others = rewrite(others, lambda part: than if part == OTHER else part)
    return Union((Only(ref), others)) if thing.many and others is not NO else NO


def chosen_by(parse: Parse, at: int, target: Target, end: int) -> tuple[Target, int]:
    """A target of the words from one place to another, with who else chooses it, and where what says so ends."""
    if parse.words[end : end + len(_AT_RANDOM)] == _AT_RANDOM:
        return msgspec.structs.replace(target, by="random"), end + len(_AT_RANDOM)
    said = next((n for n in range(at, end + 1) if parse.words[n : n + len(_OPPONENTS)] == _OPPONENTS), None)
    if said is None:
        return target, end
    return msgspec.structs.replace(target, by="opponent"), max(end, said + len(_OPPONENTS))


def _at_least(least: int, found: Iterator[tuple[Target, int]]) -> Iterator[tuple[Target, int]]:
    for target, end in found:
        yield msgspec.structs.replace(target, least=least), end


def _target(thing: Thing, count: int, player: bool = False, opponent: bool = False) -> Target:
    zones = thing.where()
    head = [f for f in thing.filters if isinstance(f, AnyOf) and State("spell") in f.filters]
    if head and thing.zones is None:
        zones = ("battlefield", "stack")
    return Target(thing.filter, player, zones, count, opponent=opponent)


def _objects(grammar: Grammar) -> None:
    """`object`: what an instruction acts upon, as a scope."""
    rule = grammar.rule
    rule("object", "<object_one>")
    rule("object", "<object_one> and <object_two>", _both)
    rule("object", "<ref_noun> and <thing>", lambda ref, t: _with_others(ref, t))
    rule("object", "it and <thing>", lambda thing: _with_others(IT, thing, IT))
    rule("object", "(he|she) and <thing>", lambda thing: _with_others(HE, thing, HE))
    rule("object_two", "<ref>", Only)
    rule("object_two", "all|each <thing>", all_of)
    rule("object_one", "<ref>", Only)
    rule("object_one", "<refs>", Only)
    rule("object_one", "all|each [of] <thing>", all_of)
    rule("object_one", "each of <target>", Only)
    rule("object_one", "only <thing>", lambda thing: all_of(thing) if thing.many else NO)
    rule("put_on", "<object>")
    rule("put_on", "<a_thing>", Only)
    rule("action", "choose <a_thing>", lambda ref: (Mention(Only(ref)),))

    @grammar.primitive("a_card")
    def a_card(parse: Parse, at: int) -> Iterator[tuple[Ref, int]]:
        if parse.word(at) in ("a", "an"):
            for thing, end in parse.at("thing", at + 1):
                # "From each graveyard" is one card of each, not one of them all.
                each = any(parse.word(place) == "each" for place in range(at, end))
                if not each and not thing.many and thing.zones in (("hand",), ("graveyard",)):
                    yield Ref("?C", parse.choice(at, Choose(thing.filter, zone=thing.zones[0]))), end

    @grammar.primitive("a_thing")
    def a_thing(parse: Parse, at: int) -> Iterator[tuple[Ref, int]]:
        # "A creature you control": an object that is chosen as the ability resolves.
        another = parse.word(at) == "another" and parse.word(at + 1) != "target"
        if parse.word(at) in ("a", "an") or another:
            for thing, end in parse.at("thing", at if another else at + 1):
                if not thing.many and State("spell") not in thing.filters and thing.zones in (None, ("battlefield",)):
                    if State("card") not in thing.filters:
                        chance = parse.words[end : end + 2] == ["at", "random"]
                        chosen = Choose(thing.filter, by="random" if chance else _chooser(parse, at))
                        yield Ref("?C", parse.choice(at, chosen)), end + 2 * chance

    rule("object_one", "<thing>", lambda thing: all_of(thing) if thing.many else NO)


def _chooser(parse: Parse, at: int) -> str:
    """Who else chooses what is named at a place, by the words before it."""
    if parse.word(at - 1) != "chooses":
        return ""
    return next((who for who in CHOOSERS if parse.words[max(at - 3, 0) : at - 1] == who.split()), "")


def _moves_with_counters(thing: Thing) -> bool:
    """Whether words about counters stand behind cards where none have any: they say with what the cards are exiled."""
    return set(thing.where()) <= {"graveyard", "hand", "library"} and bool(
        found(thing.filter, lambda part: isinstance(part, HasCounter))
    )
