"""Outside the game: conditions, amounts and descriptions that speak of what is outside the game, or printed on cards
besides their characteristics.

They rest on facts that only a scenario can tell (`kb/model/told/outside_fact_kinds.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.effect import All
from layerproof.kb.model.expression import (
    AnyOf,
    Compares,
    Condition,
    ControlledBy,
    Count,
    InZone,
    Matches,
    Not,
    OwnedBy,
    Player,
    Ref,
    SomePlayer,
    State,
    Times,
    Told,
    ToldOf,
    Unless,
)
from layerproof.kb.model.modification import AddAbilities, AddTypes
from layerproof.kb.model.told.fact_kinds import OF_OBJECTS
from layerproof.kb.model.told.outside_fact_kinds import DRAFTED, OUTSIDE_OF_PLAYERS, drafted
from layerproof.kb.oracle.conditions.told_facts import EACH, OPPONENT, yes
from layerproof.kb.oracle.words.open_references import IT, SELF, YOU, Thing, joined, other
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these conditions, amounts and descriptions."""
    _players(grammar)
    _objects(grammar)
    _amounts(grammar)
    _printed(grammar)
    _subjects(grammar)


def state(fact: str) -> State:
    """The filter of a fact of objects that a scenario tells."""
    return State(fact.replace(" ", "_"))


def _pattern(words: str) -> str:
    return re.sub(r"(?<=\w)('(?:s|re|ve)\b)", r" \1", words.lower())


def _players(grammar: Grammar) -> None:
    rule = grammar.rule
    for what, words in OUTSIDE_OF_PLAYERS.items():
        rule("simple", _pattern(words), lambda what=what: yes(what))
    rule("simple", "you aren't playing with sleeves", lambda: Unless(yes("playing with sleeves")))
    rule("simple", "you are way behind", lambda: yes("way behind"))
    event = "the unknown event on <date>"
    rule("simple", f"the mirrans won {event}", lambda _: yes("Mirrans won the event"))
    rule("simple", "the phyrexians won that event", lambda: yes("Phyrexians won the event"))

    @grammar.primitive("date")
    def date(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
        if re.fullmatch(r"\d+(?:st|nd|rd|th)", parse.word(at + 1)) and parse.word(at + 2) == ",":
            yield " ".join(parse.words[at : at + 4]), at + 4

    for words, op in (("shorter", "<"), ("taller", ">")):
        rule("simple", f"you 're {words} than an opponent", lambda op=op: _than_opponent(op))
    size = "maximum hand size"
    rule("simple", f"you have a {size} other than <number>", lambda n: Unless(_exactly(size, n)))
    losses = "losses in this event"
    rule("simple", "you have exactly <number> loss|losses in the event you 're playing", lambda n: _exactly(losses, n))
    rule(
        "simple",
        "you removed a creature card with <keyword_name> from the draft with cards named <card_name>",
        lambda word, _: yes(drafted(word)) if word in DRAFTED else NO,
    )


def _than_opponent(op: str) -> Condition:
    return SomePlayer(OPPONENT, Compares(Told("height"), op, Told("height", EACH)))


def _exactly(what: str, number: Any) -> Condition:
    return Compares(Told(what), "=", number)


def _objects(grammar: Grammar) -> None:
    rule = grammar.rule
    zones = InZone(("battlefield", "command"))
    rule("simple", "~ is on the battlefield or in (the|your) command zone", lambda: Matches(SELF, zones))
    rule("simple", "<ref> (is|'s) being held above the battlefield", lambda ref: Matches(ref, _HELD))
    delved = "a creature card with <keyword_name> was exiled with ~ 's delve ability"
    rule("simple", delved, _delved)
    rule(
        "simple",
        "<number> or more hands are touching <ref_noun>",
        lambda n, ref: Compares(ToldOf("hands touching it", ref), ">=", n),
    )


def _delved(word: str) -> Any:
    fact = f"exiled a creature card with {word} to delve"
    return Matches(SELF, state(fact)) if fact in OF_OBJECTS else NO


_HELD = state("held above the battlefield")


def _amounts(grammar: Grammar) -> None:
    rule = grammar.rule
    for words, what in (
        ("name sticker on ~ with seven or fewer letters", "name stickers of seven or fewer letters on it"),
        ("name sticker on ~ with eight or more letters", "name stickers of eight or more letters on it"),
    ):
        rule("told_history", words, lambda what=what: ToldOf(what))
    for words, what in (
        ("name sticker on it", "name stickers on it"),
        ("die in its stack", "dice in its stack"),
        ("result stored on it", "results stored on it"),
        ("tally mark on it", "tally marks on it"),
        ("creature on the battlefield that it 's taller than", "creatures it is taller than"),
        ("set of three numbers in a row with chip counters on them", "sets of three chip counters in a row"),
        (
            "item in its art that 's not touching ~ , another item , or the card frame",
            "items in its art that touch nothing",
        ),
    ):
        rule("told_history", words, lambda what=what: ToldOf(what, IT))
    outside = "other card named <card_name> you have with you outside the game"
    rule("told_history", outside, lambda _: ToldOf("other cards of its name outside the game"))
    same = "the greatest number of stored results on it of the same value"
    rule("amount_base", same, lambda: ToldOf("most results stored on it that are the same", IT))
    rule("amount_base", "your highest commander tax among your commanders", lambda: Told("highest commander tax"))
    rule("amount_base", "the current hour , using the twelve-hour system", lambda: Told("hour of the day"))
    rule("amount", "the square of <amount_base>", lambda value: Times((value, value)))
    rule("told_history", "<stuck_together>")

    @grammar.primitive("stuck_together")
    def stuck_together(parse: Parse, at: int) -> Iterator[tuple[ToldOf, int]]:
        # A name with full stops in it is no name that the grammar reads.
        if parse.words[at : at + 2] == ["cards", "named"]:
            for end in range(at + 3, min(at + 14, len(parse.tokens))):
                if parse.words[end : end + 5] == ["stuck", "together", "to", "form", "it"]:
                    yield ToldOf("cards stuck together to form it"), end + 5


def _printed(grammar: Grammar) -> None:
    def post(pattern: str, build: Any) -> None:
        grammar.rule("post", pattern, lambda: ((build,), None))

    symbol = state("has a black or silver expansion symbol")
    post("with a black or silver expansion symbol", symbol)
    post("without a black or silver expansion symbol", Not(symbol))
    for behind in ("", " on it"):
        post(f"with an art sticker{behind}", state("has an art sticker"))
        post(f"with a name sticker{behind}", state("has a name sticker"))
    post("with a sticker on it", state("stickered"))
    post("which aren't from the mom main set", Not(state("from the MOM main set")))
    post("wearing hats in their art", state("wears a hat in its art"))
    releases = "at least five different english language magic releases"
    post(f"that has been printed in {releases}", state("printed in at least five releases"))
    post("with flavor text", state("has flavor text"))
    grammar.rule("post", "in your graveyards", lambda: ((OwnedBy(YOU),), ("graveyard",)))
    grammar.rule("told_history", "order of the widget watermarks among <thing>", _watermarks)


def _watermarks(thing: Thing) -> Any:
    if not thing.many or thing.zones:
        return NO
    return Count(thing.with_(state("has an Order of the Widget watermark")).filter)


def _subjects(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("subject", "<core> , <core> , and other <branded>", _and_others)
    rule("branded", "transformers ® <thing>", lambda thing: thing._replace(filters=(_BRAND, *thing.filters)))
    rule("pred", "is also a|an <subtypes> with <abilities>", lambda subs, found: _also(subs, found))


_BRAND = state("Transformers card")


def _and_others(one: Thing, two: Thing, three: Thing) -> Any:
    """Whole kinds and others, all with the controller that is named last."""
    whose = tuple(each for each in three.filters if isinstance(each, ControlledBy))
    rest = tuple(each for each in three.filters if each not in whose)
    if len(whose) != 1 or not (one.many and two.many and three.many) or three.zones:
        return NO
    return All(joined((AnyOf((one.filter, two.filter, joined((other(), *rest)))), *whose)))


def _also(subtypes: tuple[str, ...], abilities: Any) -> Any:
    return (AddTypes(subtypes=subtypes), AddAbilities(abilities))


__all__ = ["Player", "Ref", "add_rules", "state"]
