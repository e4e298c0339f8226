"""Noun phrases: which objects a piece of rules text speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    Bears,
    Compare,
    Filter,
    Greatest,
    HostFits,
    Is,
    Not,
    Player,
    Ref,
    Stat,
    State,
    X,
)
from layerproof.kb.oracle.nouns.shared_qualifiers import narrowed
from layerproof.kb.oracle.words.lexicon import (
    COLOR_WORDS,
    HEAD_STATES,
    OUTLAWS,
    PLURAL_HEADS,
    STATE_WORDS,
    SUPERTYPE_WORDS,
    TYPE_WORDS,
    family,
    same_plural,
    subtype_words,
)
from layerproof.kb.oracle.words.open_references import SELF, Thing, found, joined, other
from layerproof.kb.oracle.words.parser import Grammar, Parse

# One word of a noun phrase: its filter, where it ends, what sort of word it is, whether a phrase may end with it,
# whether it is a plural.
_Word = tuple[Filter, int, str, bool, bool]
_SORTS_THAT_SPREAD = frozenset({"color", "supertype", "state", "non", "list color", "list state", "list supertype"})
_HOSTED = (State("enchanted"), State("equipped"))
_SIZE = re.compile(r"[0-9]+/[0-9]+$")


def words(parse: Parse, at: int) -> Iterator[_Word]:
    """The words of a noun phrase that begin at a place: colors, types, statuses, `non` before one of them."""
    if at >= len(parse.tokens):
        return
    word, raw = parse.tokens[at]
    if _SIZE.match(word):
        power, toughness = word.split("/")
        both = AllOf((Compare("power", "=", int(power)), Compare("toughness", "=", int(toughness))))
        yield both, at + 1, "state", False, False
    if word in COLOR_WORDS:
        yield Is("color", word), at + 1, "color", False, False
    if word in SUPERTYPE_WORDS:
        yield Is("supertype", word), at + 1, "supertype", False, False
    if word in TYPE_WORDS and word != "host":
        yield Is("type", TYPE_WORDS[word]), at + 1, "type", True, word in PLURAL_HEADS
    hosted = word in ("enchanted", "equipped") and at + 1 < len(parse.tokens) and same_plural(parse.tokens[at + 1].raw)
    if word in STATE_WORDS and not hosted and not (word == "token" and parse.word(at + 1) in ("", ".", ",")):
        # "Equipped creature and Equipment" is not what is equipped of both: such a word is one of its noun alone.
        sort = "host" if word in ("enchanted", "equipped") else "state"
        yield State(STATE_WORDS[word]), at + 1, sort, False, False
    if word in ("outlaw", "outlaws"):
        yield AnyOf(tuple(Is("subtype", each) for each in OUTLAWS)), at + 1, "subtype", True, word == "outlaws"
    if word in HEAD_STATES:
        yield State(HEAD_STATES[word]), at + 1, "head", True, word in PLURAL_HEADS
    yield from _subtypes(parse, at)
    if word.startswith("non") and len(word) > 3:
        yield from _negated(raw[3:].lstrip("-"), at)
    if word == "face" and parse.word(at + 1) in ("down", "up"):
        yield State(f"face_{parse.word(at + 1)}"), at + 2, "state", False, False


def _subtypes(parse: Parse, at: int) -> Iterator[_Word]:
    known = subtype_words()
    raw = parse.tokens[at].raw
    if at + 1 < len(parse.tokens):
        double = f"{raw} {parse.tokens[at + 1].raw}"
        if double in known:
            yield Is("subtype", known[double][0]), at + 2, "subtype", True, known[double][1]
            return
    if raw in known:
        word, many = known[raw]
        yield Is("subtype", word), at + 1, "subtype", True, many or same_plural(word)


def _negated(rest: str, at: int) -> Iterator[_Word]:
    known = subtype_words()
    if rest in COLOR_WORDS:
        yield Not(Is("color", rest)), at + 1, "non", False, False
    elif rest in SUPERTYPE_WORDS:
        yield Not(Is("supertype", rest)), at + 1, "non", False, False
    elif rest in TYPE_WORDS:
        yield Not(Is("type", TYPE_WORDS[rest])), at + 1, "non", False, False
    elif rest in STATE_WORDS:
        yield Not(State(STATE_WORDS[rest])), at + 1, "non", False, False
    elif rest in known:
        yield Not(Is("subtype", known[rest][0])), at + 1, "non", False, False


def _separator(parse: Parse, at: int) -> int:
    """Where the next part of an enumeration begins, 0 where none goes on."""
    word = parse.word(at)
    if word == ",":
        return at + 2 if parse.word(at + 1) in ("or", "and", "and/or") else at + 1
    return at + 1 if word in ("or", "and", "and/or") else 0


def _enumerations(parse: Parse, at: int) -> Iterator[_Word]:
    """Single words of one sort joined by `or`, `and` or commas: at least two; with `non` each of them holds."""
    for first in words(parse, at):
        yield from _go_on(parse, (first,))


def _go_on(parse: Parse, so_far: tuple[_Word, ...]) -> Iterator[_Word]:
    end = so_far[-1][1]
    start = _separator(parse, end)
    if not start:
        return
    for word in words(parse, start):
        if any(each[0] == word[0] for each in so_far):
            # "Legendary creature or creature with flying" are two phrases.
            continue
        more = (*so_far, word)
        sorts = {each[2] for each in more}
        if sorts == {"non"}:
            yield joined(tuple(each[0] for each in more)), word[1], "non", False, False
        elif (
            sorts == {"head"}
            or sorts <= {"type", "subtype"}
            or sorts == {"color"}
            or sorts <= {"state", "host"}
            or sorts == {"supertype"}
            or (sorts == {"supertype", "subtype"} and parse.word(start - 1) == "and" and not word[4])
        ):
            # An enumeration must be closed by a word, not by commas alone.
            if parse.word(start - 1) in ("or", "and", "and/or"):
                filters = tuple(each[0] for each in more)
                heads = all(each[3] for each in more) and "supertype" not in sorts
                listed = "state" if word[2] == "host" else word[2]
                yield AnyOf(filters), word[1], f"list {listed}", heads, word[4]
        else:
            continue
        yield from _go_on(parse, more)


def _slots(
    parse: Parse, at: int, sorts: frozenset[str], listed: tuple[Filter, ...] = ()
) -> Iterator[tuple[tuple[Filter, ...], int, bool]]:
    """Filters of words in a row that end with a word that may end a noun phrase, and whether it is a plural."""
    if "list type" in sorts or "list subtype" in sorts:
        # Only `card`, `spell`, `token`, `permanent` or a type may follow an enumeration of types.
        # A type of the enumeration is none of these: "creature or enchantment creature" are two phrases.
        following = [each for each in words(parse, at) if each[2] in ("head", "type") and each[0] not in listed]
    else:
        following = list(words(parse, at))
    for filter_, end, sort, head, many in (*following, *_enumerations(parse, at)):
        if sort.startswith("list t") or sort.startswith("list su"):
            # `artifact creature or Vehicle` is not `artifact (creature or Vehicle)`: such words do not spread.
            if sort != "list supertype" and sorts - _SORTS_THAT_SPREAD:
                continue
        if head:
            yield (filter_,), end, many
        of = filter_.filters if isinstance(filter_, AnyOf) and sort == "list type" else ()
        apart = isinstance(filter_, AnyOf) and any(map(_of_no_creature, filter_.filters))
        for rest, after, plural in _slots(parse, end, sorts | {sort}, of):
            if not (apart and rest[-1] == _CREATURE):
                yield (filter_, *rest), after, plural


def _alternatives(parse: Parse, at: int) -> Iterator[tuple[tuple[Filter, ...], int, bool]]:
    """Phrases of several words joined by `or` or `and`, at least one of them longer than a word."""
    for first, end, plural in _slots(parse, at, frozenset()):
        start = _separator(parse, end)
        if not start:
            continue
        closed = plural and parse.tokens[end - 1].raw not in _one_and_many()
        for rest, after, many, long in _more(parse, start):
            heads = isinstance(last := _last_word(rest[-1]), State) and last not in first
            if closed and not _stands_alone(first) and not long:
                continue
            typed = len(first) == 1 and not closed and isinstance(last, Is) and last.category == "type" and long
            # "Saga or enchantment creature": no creature is asked for where a Saga is.
            typed = typed and not (last == _CREATURE and _of_no_creature(first[0]))
            if heads and last == State("card") and not closed and _stands_alone(first) and _but_subtype(rest[-1]):
                # "Artifact or non-Aura enchantment card": both are cards.
                *others, longest = rest
                yield (AnyOf((joined(first), *others, _without(longest, last))), last), after, many
                continue
            # "An enchanted creature or enchantment creature": each has its noun.
            each_its_own = len(first) > 1 and not closed and isinstance(last, Is) and last == first[-1]
            if (long or len(first) > 1) and (
                closed or each_its_own or (_stands_alone(first) and not heads and not typed)
            ):
                yield (AnyOf((joined(first), *rest)),), after, many


_CREATURE = Is("type", "creature")


def _of_no_creature(filter_: Filter) -> bool:
    """Whether a word is a subtype that is not one of creatures."""
    return isinstance(filter_, Is) and filter_.category == "subtype" and family(filter_.word) not in ("creature", None)


@cache
def _one_and_many() -> frozenset[str]:
    """The subtypes whose plural is the same word, which do not close a phrase as a plural does."""
    return frozenset(word for word in subtype_words() if same_plural(word))


def _but_subtype(filter_: Filter) -> bool:
    """Whether a phrase begins with a subtype that is ruled out, which no phrase before it can share."""
    first = filter_.filters[0] if isinstance(filter_, AllOf) else filter_
    return isinstance(first, Not) and isinstance(first.filter, Is) and first.filter.category == "subtype"


def _without(filter_: Filter, head: Filter) -> Filter:
    """The last of several alternatives without the noun that all of them share."""
    parts = filter_.filters if isinstance(filter_, AllOf) else (filter_,)
    return joined(tuple(each for each in parts if each != head))


def _last_word(filter_: Filter) -> Filter:
    return filter_.filters[-1] if isinstance(filter_, AllOf) else filter_


def _more(parse: Parse, at: int) -> Iterator[tuple[tuple[Filter, ...], int, bool, bool]]:
    for filters, end, many in _slots(parse, at, frozenset()):
        if parse.word(at - 1) != ",":
            yield (joined(filters),), end, many, len(filters) > 1
        start = _separator(parse, end)
        if start:
            for rest, after, plural, long in _more(parse, start):
                yield (joined(filters), *rest), after, plural, long or len(filters) > 1


def _stands_alone(filters: tuple[Filter, ...]) -> bool:
    """Whether the first of several phrases has no word that could belong to all of them."""
    return (
        (isinstance(filters[0], Is) and filters[0].category in ("type", "subtype"))
        or len(filters) == 1
        or filters[0] in _HOSTED
        or (
            isinstance(filters[0], Not)
            and isinstance(filters[0].filter, Is)
            and filters[0].filter.category == "subtype"
        )
    )


def add_rules(grammar: Grammar) -> None:
    """Add the rules for noun phrases: `thing`, and `adjective` for what may stand after `is`."""

    @grammar.primitive("core")
    def core(parse: Parse, at: int) -> Iterator[tuple[Thing, int]]:
        for filters, end, many in (*_slots(parse, at, frozenset()), *_alternatives(parse, at)):
            yield Thing(filters, None, many), end

    @grammar.primitive("thing")
    def thing(parse: Parse, at: int) -> Iterator[tuple[Thing, int]]:
        before: tuple[Filter, ...] = ()
        one = parse.word(at) == "another"
        if parse.word(at) in ("other", "another"):
            before, at = (other(),), at + 1
        for base, end in parse.at("core", at):
            # "Another Merfolk" is one, though the word is that of several.
            yield from _with_posts(parse, Thing(before + base.filters, base.zones, base.many and not one), end)

    @grammar.primitive("adjective")
    def adjective(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
        for filter_, end, sort, _, _ in (*words(parse, at), *_enumerations(parse, at)):
            if sort in ("color", "state", "host", "supertype", "list color", "list state", "list supertype", "non"):
                yield filter_, end


def _with_greatest(parse: Parse, thing: Thing, at: int) -> tuple[Thing, int] | None:
    """ "With the greatest power" behind a phrase: the greatest among all that fit the phrase before."""
    stat = {"power": "power", "toughness": "toughness"}.get(parse.word(at + 3))
    end = at + 4
    if parse.words[at : at + 3] == ["with", "the", "greatest"] and parse.words[at + 3 : at + 5] == ["mana", "value"]:
        stat, end = "mana_value", at + 5
    if stat is None or parse.words[at : at + 3] != ["with", "the", "greatest"] or parse.word(end) in ("or", "among"):
        return None
    if found(thing.filters, lambda part: isinstance(part, Ref | Player) and part.kind.startswith("?")):
        return None
    zones = thing.zones or ("battlefield",)
    return thing.with_(Compare(stat, "=", Greatest(stat, thing.filter, zones))), end


def _with_posts(parse: Parse, thing: Thing, at: int) -> Iterator[tuple[Thing, int]]:
    yield thing, at
    greatest = _with_greatest(parse, thing, at)
    if greatest is not None:
        yield greatest
    # A phrase with an amount goes on within it: "with power less than the number of lands you control".
    last = thing.filters[-1] if thing.filters else None
    known = isinstance(last, Compare) and (isinstance(last.value, int | X) or last.value == Stat("loyalty", SELF))
    if isinstance(last, Bears | HostFits) or (isinstance(last, Compare) and not known):
        return
    for (filters, zones), end in parse.at("post", at):
        if zones is not None and thing.zones is not None:
            continue
        if zones not in (None, ("stack",)) and State("spell") in thing.filters:
            # A spell is on the stack: where it was cast from is no place where it is.
            continue
        together = narrowed(thing.filters, filters) or thing.filters + filters
        yield from _with_posts(parse, Thing(together, zones or thing.zones, thing.many), end)
