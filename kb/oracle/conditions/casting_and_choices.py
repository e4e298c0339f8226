"""Casting and choices: conditions about how something was cast, what it was, and what came of a coin, a payment or a
choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.costs.mana import COLORED
from layerproof.kb.model.expression import (
    AttachedTo,
    Both,
    CastFor,
    Compare,
    Compares,
    Condition,
    ControlledBy,
    Either,
    Exists,
    HandSize,
    InZone,
    Is,
    Life,
    Matches,
    Named,
    Not,
    Outcome,
    Party,
    Player,
    Ref,
    SharesWith,
    SomePlayer,
    State,
    Told,
    ToldOf,
    Total,
    Unless,
    Was,
    X,
)
from layerproof.kb.oracle.conditions.told_facts import EACH, OPPONENT, yes
from layerproof.kb.oracle.nouns.qualifiers import STATS
from layerproof.kb.oracle.words.open_references import IT, SELF, THAT_PLAYER, YOU, Thing, joined, other
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

_SYMBOLS = {letter.lower(): color for letter, color in COLORED.items()}
_CAST = "cast_by_its_controller"


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these conditions."""
    _announced(grammar)
    _casting(grammar)
    _mana(grammar)
    _were(grammar)
    _players(grammar)
    _there(grammar)
    _outcomes(grammar)


def _announced(grammar: Grammar) -> None:
    """The X that was announced, where the text does not say what else X is."""

    @grammar.primitive("announced_x")
    def announced_x(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at) == "x" and not any(parse.words[i : i + 2] == ["where", "x"] for i in range(len(parse.words))):
            yield X(), at + 1

    grammar.rule("simple", "<announced_x> (is|was) <comparison>", lambda x, what: Compares(x, *what))


def _casting(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("simple", "~ was bargained", lambda: CastFor("bargain"))
    rule("simple", "evidence was collected", lambda: CastFor("collect evidence"))
    rule("simple", "the gift was promised", lambda: CastFor("gift"))
    rule("simple", "(~ was|it was|they were) cast using <keyword_name>", CastFor)
    rule("simple", "(~ was|it was|they were) cast using teamwork", lambda: CastFor("teamwork"))
    rule("simple", "(~ 's|its|his|her) <keyword_name> cost was paid", CastFor)
    rule("simple", "(~ 's|its|his|her) sneak cost was paid", lambda: CastFor("sneak"))
    rule("simple", "tribute wasn't paid", lambda: Unless(Outcome("tribute", "paid")))
    rule("simple", "you cast <ref>", lambda ref: Matches(ref, State(_CAST)))
    rule("simple", "you cast them", lambda: Matches(IT, State(_CAST)))
    rule("simple", "<ref> wasn't cast", lambda ref: Matches(ref, Not(State("was_cast"))))
    main = State("cast_in_its_controller's_main_phase")
    rule("simple", "you cast <ref> during your main phase", lambda ref: Matches(ref, joined((State(_CAST), main))))
    hand = State("cast_from_hand")
    rule("simple", "you didn't cast <ref> from your hand", lambda ref: Matches(ref, Not(joined((State(_CAST), hand)))))
    rule(
        "simple",
        "you cast <ref> from anywhere other than your hand",
        lambda ref: Matches(ref, joined((State(_CAST), Not(hand)))),
    )
    rule("simple", "<ref> is saddled", lambda ref: Matches(ref, State("saddled")))


def _mana(grammar: Grammar) -> None:
    """What mana was spent to cast an object."""
    rule = grammar.rule
    spent = "(mana was|mana were) spent to cast <cast_ref>"
    rule("cast_ref", "<ref>")
    for least in ("at least <number>", "<number> or more"):
        rule("simple", f"{least} {spent}", lambda n, ref: _spent(ref, "mana", n))
        rule("simple", f"{least} <color> {spent}", lambda n, color, ref: _spent(ref, f"{color} mana", n))
    rule("simple", "<mana> was spent to cast <cast_ref>", _symbols_spent)


def _spent(ref: Ref, what: str, least: Any) -> Condition:
    return Compares(ToldOf(f"{what} spent to cast", ref), ">=", least)


def _symbols_spent(mana: str, ref: Ref) -> Any:
    symbols = mana.lower().strip("{}").split("}{")
    if not set(symbols) <= set(_SYMBOLS):
        return NO
    asked = tuple(_spent(ref, f"{_SYMBOLS[each]} mana", symbols.count(each)) for each in dict.fromkeys(symbols))
    return asked[0] if len(asked) == 1 else Both(asked)


def _were(grammar: Grammar) -> None:
    """What an object was before it left, or is like another."""
    rule = grammar.rule
    rule("simple", "<was_ref> was <is>", Was)
    rule("simple", "<was_ref> (wasn't|was not) <is>", lambda ref, what: Unless(Was(ref, what)))
    rule("simple", "they were <is>", lambda what: Was(IT, what))
    rule("simple", "<was_ref> had <has>", Was)
    rule("was_ref", "<ref>")
    rule("simple", "<ref> shares <shared> with <ref_noun>", lambda a, what, b: Matches(a, SharesWith(what, b)))
    rule("simple", "<ref_noun> (remains|is) attached to <ref>", lambda a, b: Matches(a, AttachedTo(b)))
    rule("simple", "<ref> (is|'s|remains) exiled", lambda ref: Matches(ref, InZone(("exile",))))
    rule(
        "simple",
        "~ is in the command zone or on the battlefield",
        lambda: Matches(SELF, InZone(("command", "battlefield"))),
    )
    for words, stat in STATS.items():
        rule(
            "simple",
            f"<ref_noun> 's {words} remains <comparison>",
            lambda ref, what, stat=stat: Matches(ref, Compare(stat, *what)),
        )
        rule("condition", f"<ref_noun> 's {words} is <comparison> or if <simple>", _or_if(stat))


def _or_if(stat: str) -> Any:
    return lambda ref, what, two: Either((Matches(ref, Compare(stat, *what)), two))


def _players(grammar: Grammar) -> None:
    rule = grammar.rule
    defending = Player("?defending")
    rule("simple", "defending player is poisoned", lambda: yes("poison counters", defending))
    rule(
        "simple",
        "defending player has <number> or fewer cards in hand",
        lambda n: Compares(HandSize(defending), "<=", n),
    )
    rule("simple", "that player is the monarch", lambda: yes("monarch", THAT_PLAYER))
    rule("simple", "you have the initiative", lambda: yes("initiative"))
    rule(
        "simple",
        "you have more life than an opponent",
        lambda: SomePlayer(OPPONENT, Compares(Life(YOU), ">", Life(EACH))),
    )
    rule("simple", "you gained <number> or more life this turn", lambda n: _at_least("life gained this turn", n))
    rule("simple", "you have a full party", lambda: Compares(Party(), "=", 4))
    rule(
        "simple",
        "you attacked with creatures with total power <number> or greater this combat",
        lambda n: _at_least("power attacked with this combat", n),
    )


def _at_least(what: str, number: Any) -> Condition:
    return Compares(Told(what), ">=", number)


def _there(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("simple", "<thing> have total <total_stat> <comparison>", _total)
    rule("total_stat", "power|toughness", lambda: NO)
    for word in ("power", "toughness"):
        rule("total_stat", word, lambda word=word: word)
    rule("simple", "a|an <thing> is attacking", lambda thing: _exists(thing, State("attacking")))
    rule("simple", "your team controls another <thing>", lambda t: _exists(t, other(), ControlledBy(Player("team"))))
    for many, kind in (("artifacts", "artifact"), ("creatures", "creature")):
        words = f"you control {many} named <card_name> and <card_name>"
        rule("simple", words, lambda one, two, kind=kind: _both_named(kind, one, two))


def _total(thing: Thing, stat: str, what: Any) -> Any:
    return NO if not thing.many or thing.zones else Compares(Total(stat, thing.filter), *what)


def _exists(thing: Thing, *more: Any) -> Any:
    return NO if thing.many or thing.zones else Exists(joined((*thing.filters, *more)))


def _both_named(kind: str, one: str, two: str) -> Any:
    return Both(tuple(Exists(joined((Is("type", kind), Named(name), ControlledBy(YOU)))) for name in (one, two)))


def _outcomes(grammar: Grammar) -> None:
    """What came of a coin, a clash, or what another player may pay."""
    rule = grammar.rule

    @grammar.primitive("flip")
    def flip(parse: Parse, at: int) -> Iterator[tuple[Condition, int]]:
        words = parse.words[at : at + 4]
        # One coin that is flipped now, not at a later time.
        coins = [i for i in range(len(parse.words)) if parse.words[i : i + 3] == ["flip", "a", "coin"]]
        if len(coins) == 1 and parse.word(coins[0] + 3) != "at" and words[2:] == ["the", "flip"]:
            if words[0] == "you" and words[1] in ("win", "lose"):
                yield Outcome("flip", "won" if words[1] == "win" else "lost"), at + 4

    rule("simple", "<flip>")

    @grammar.primitive("clash")
    def clash(parse: Parse, at: int) -> Iterator[tuple[Condition, int]]:
        if parse.words[at : at + 2] in (["you", "win"], ["you", "won"]) and {"clash", "clashes"} & set(parse.words):
            yield Outcome("clash", "won"), at + 2

    rule("simple", "<clash>")

    @grammar.primitive("vote")
    def vote(parse: Parse, at: int) -> Iterator[tuple[Condition, int]]:
        word = parse.word(at)
        if word in ("the", "you", "") or parse.words[at + 1 : at + 4] != ["gets", "more", "votes"]:
            return
        won = Outcome("vote", word)
        yield won, at + 4
        if parse.words[at + 4 : at + 9] == ["or", "the", "vote", "is", "tied"]:
            yield Either((won, Outcome("vote", "tied"))), at + 9

    rule("simple", "<vote>")
