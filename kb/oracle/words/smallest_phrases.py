"""The smallest phrases: numbers, symbols, colors, counters, names, and words that point at one object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.expression import FitsChosen, PerPlayer, Player, Ref, X
from layerproof.kb.model.instruction import Target
from layerproof.kb.oracle.nouns.targets import chosen_by
from layerproof.kb.oracle.words.lexicon import COLOR_WORDS, COUNTER_KIND, NOT_COUNTER, number_of, same_plural
from layerproof.kb.oracle.words.open_references import HE, HOST, IT, SELF, THEY, Thing
from layerproof.kb.oracle.words.parser import Grammar, Parse

_HOST_WORDS = ("enchanted", "equipped", "fortified")


def add_rules(grammar: Grammar) -> None:
    """Add the rules for single words and for references."""
    _numbers(grammar)
    _names(grammar)
    _references(grammar)


def _numbers(grammar: Grammar) -> None:
    @grammar.primitive("number")
    def number(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        word = parse.word(at)
        if word == "x":
            yield X(), at + 1
        elif (found := number_of(word)) is not None:
            yield found, at + 1

    @grammar.primitive("count")
    def count(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at) in ("a", "an"):
            yield 1, at + 1
        if parse.word(at) == "that" and parse.word(at + 1) == "many":
            yield PerPlayer("that many"), at + 2
        yield from parse.at("number", at)

    @grammar.primitive("fixed")
    def fixed(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        yield from parse.at("number", at)

    @grammar.primitive("pt")
    def pt(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        word = parse.word(at)
        if word[:1] in "+-" and "/" in word and parse.word(at + 1) not in ("counter", "counters"):
            one, _, two = word.partition("/")
            yield (_signed(one), _signed(two)), at + 1

    @grammar.primitive("size")
    def size(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        word = parse.word(at)
        one, slash, two = word.partition("/")
        if slash and _plain(one) is not None and _plain(two) is not None:
            yield (_plain(one), _plain(two)), at + 1

    @grammar.primitive("mana")
    def mana(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at).startswith("{"):
            yield parse.tokens[at].raw, at + 1

    @grammar.primitive("quote")
    def quote(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at) == '"':
            yield parse.tokens[at].raw, at + 1


def _signed(text: str) -> tuple[int, Any] | None:
    """A signed number as its sign and its amount."""
    sign = -1 if text[0] == "-" else 1
    amount: Any = X() if text[1:] in ("x", "y") else int(text[1:]) if text[1:].isdigit() else None
    return None if amount is None else (sign, amount)


def _plain(text: str) -> Any:
    return X() if text == "x" else int(text) if text.isdigit() else None


def _names(grammar: Grammar) -> None:
    @grammar.primitive("color")
    def color(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at) in COLOR_WORDS:
            yield parse.word(at), at + 1

    @grammar.primitive("counter_kind")
    def counter_kind(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        word = parse.word(at)
        if parse.word(at + 1) in ("counter", "counters") and COUNTER_KIND.match(word) and word not in NOT_COUNTER:
            yield word, at + 1
        double = f"{word} {parse.word(at + 1)}"
        if parse.word(at + 2) in ("counter", "counters") and double in ("first strike", "double strike"):
            yield double, at + 2

    @grammar.primitive("card_name")
    def card_name(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        # A name goes on over capitals and small words between them; every place where it may end is tried.
        text = ""
        for end in range(at, min(at + 7, len(parse.tokens))):
            word, raw = parse.tokens[end]
            if word in ('"', ".", "~") or word.startswith("{"):
                return
            text += raw if word in (",", "'s", "'") or not text else f" {raw}"
            if raw[:1].isupper() or raw[:1].isdigit():
                yield text, end + 1
            elif word not in (",", "of", "the", "and", "to", "for", "in", "from", "'s", "'", "a", "with"):
                return

    grammar.rule("colors", "<color>", lambda a: (a,))
    grammar.rule("colors", "<color> and <color>", lambda a, b: (a, b))
    grammar.rule("colors", "<color> , <color> , and <color>", lambda a, b, c: (a, b, c))
    grammar.rule("colors", "<color> , <color> , <color> , and <color>", lambda *all_: tuple(all_))
    grammar.rule("colors", "colorless", lambda: ())
    every = ("white", "blue", "black", "red", "green")
    grammar.rule("colors", "all colors", lambda: every)
    grammar.rule("colors", "(white , blue , black , red , and green)", lambda: every)


def _references(grammar: Grammar) -> None:
    """References to one object; those that need the rest of the text are marks."""
    rule = grammar.rule
    rule("ref", "<ref_noun>")
    rule("ref", "it", lambda: IT)
    rule("ref", "<itself>")
    rule("ref", "(him|her|he|she|himself|herself)", lambda: HE)
    rule("ref_noun", "~", lambda: SELF)
    rule("ref_noun", "this spell", lambda: SELF)
    rule("ref_noun", "«it»", lambda: Ref("granter"))
    rule("ref_noun", "the exiled card", lambda: Ref("linked"))
    rule("ref_noun", "the card exiled with ~", lambda: Ref("linked"))
    rule("ref_noun", "the chosen (creature|permanent|card|land|artifact)", lambda: Ref("chosen"))
    rule("ref_noun", "the sacrificed (creature|permanent|artifact|land|enchantment)", lambda: Ref("chosen"))
    rule("ref_noun", "the top card of your library", lambda: Ref("top_of_library"))
    rule("ref_noun", "the top card of your graveyard", lambda: Ref("top_of_graveyard"))
    rule("ref_noun", "<that_noun>")
    rule("ref_noun", "<host>", lambda host: HOST)
    rule("ref_noun", "<target>")
    rule("refs", "each of (them|those creatures|those permanents|those lands)", lambda: THEY)
    rule("refs", "(they|them|those creatures|those permanents|those lands|those tokens|those artifacts)", lambda: THEY)
    rule(
        "refs",
        "(the tokens|those cards|those spells|those elves|the chosen creatures|the chosen permanents)",
        lambda: THEY,
    )
    rule("refs", "each of (those tokens|those cards|those artifacts|the tokens)", lambda: THEY)

    @grammar.primitive("that_noun")
    def that_noun(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        # `that creature you control` is something else.
        the = parse.word(at) == "the" and parse.word(at + 1) in ("creature", "permanent", "land", "artifact")
        if the and parse.word(at + 2) in ("gets", "gains", "becomes", "loses", "has", "is", "can't", "'s"):
            yield Ref(f"?that {parse.word(at + 1)}"), at + 2
        if the and parse.word(at - 1) == "sacrifice" and parse.word(at + 2) == "at":
            yield Ref(f"?that {parse.word(at + 1)}"), at + 2
        if parse.words[at : at + 4] == ["the", "creature", "you", "control"] and parse.word(at + 4) in (
            "gets",
            "gains",
        ):
            yield Ref("?yours"), at + 4
        if parse.words[at : at + 2] == ["the", "copy"]:
            yield Ref("?that copy"), at + 2
        if parse.words[at : at + 3] == ["the", "other", "creature"]:
            yield Ref("?that second"), at + 3
        if parse.words[at : at + 3] == ["the", "blocking", "creature"]:
            yield Ref("?that second"), at + 3
        if parse.word(at) == "that" or (parse.word(at) == "the" and parse.word(at + 1) == "token"):
            for thing, end in parse.at("core", at + 1):
                one = isinstance(thing, Thing) and (not thing.many or same_plural(parse.tokens[end - 1].raw))
                if one and len(thing.filters) == 1:
                    yield Ref(f"?that {parse.word(end - 1)}"), end

    @grammar.primitive("host")
    def host(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at) in _HOST_WORDS:
            for thing, end in parse.at("core", at + 1):
                if len(thing.filters) == 1 and (not thing.many or same_plural(parse.tokens[end - 1].raw)):
                    yield thing.filters[0], end
                elif parse.word(end - 1) == "creature":
                    yield thing.filters[-1], end

    @grammar.primitive("that_type")
    def that_type(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
        # "That type" is the one that the text has let be chosen before.
        if parse.words[at : at + 2] == ["that", "type"]:
            for index in range(at - 1, 0, -1):
                if parse.words[index : index + 2] in (["creature", "type"], ["land", "type"]):
                    if "choose" in parse.words[max(0, index - 4) : index]:
                        yield parse.word(index), at + 2
                    return

    @grammar.primitive("itself")
    def itself(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        # What deals damage to itself is what deals it, whatever was spoken of before.
        if parse.word(at) == "itself" and parse.words[at - 2 : at] != ["damage", "to"]:
            yield IT, at + 1

    @grammar.primitive("target")
    def target(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        for what, end in parse.at("target_words", at):
            yield Ref("?T", parse.target(at, what)), end

    @grammar.primitive("target_player")
    def target_player(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at) == "target" and parse.word(at + 1) in ("player", "opponent"):
            target = Target(player=True, opponent=parse.word(at + 1) == "opponent")
            chosen, end = chosen_by(parse, at, target, at + 2)
            yield Player("?T", index=parse.target(at, chosen)), end

    rule("object_word", "object", FitsChosen)
