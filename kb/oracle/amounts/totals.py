"""Totals: totals, mana symbols, numbers of players, and bonuses with two amounts."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import (
    AnyOf,
    AtLeast,
    ChosenNumber,
    Compares,
    ControlledBy,
    Count,
    CountPlayers,
    Distinct,
    ExiledWith,
    Greatest,
    Half,
    HandSize,
    InZone,
    Life,
    ManaSymbols,
    Minus,
    Party,
    Player,
    Ref,
    Same,
    Stat,
    State,
    Sum,
    Told,
    Total,
)
from layerproof.kb.model.modification import DefinePT, ModifyPT
from layerproof.kb.oracle.effects.predicates import change_of
from layerproof.kb.oracle.nouns.qualifiers import STATS
from layerproof.kb.oracle.words.open_references import IT, SELF, Thing, joined
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

_EACH = Player("each")


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these amounts and predicates."""
    rule = grammar.rule
    for words, stat in STATS.items():
        if words in ("power", "toughness", "mana value"):
            rule("amount_base", f"the total {words} of <thing>", lambda thing, stat=stat: _total(stat, thing))
            rule("amount_base", f"the total {words} of the exiled cards", lambda stat=stat: _exiled(stat))
            rule("amount_base", f"their total {words}", lambda stat=stat: _exiled(stat))
            rule(
                "amount_base",
                f"the greatest {words} among <thing> and <thing>",
                lambda one, two, stat=stat: _greatest_of(stat, one, two),
            )
    rule("told_history", "<color> mana symbols in the mana costs of <thing>", _symbols)
    rule("told_history", "<color> mana symbol in its mana cost", lambda color: ManaSymbols(color, Same(IT)))
    mine = joined((State("permanent"), ControlledBy(Player("you"))))
    rule("amount_base", "your devotion to hybrid", lambda: ManaSymbols("hybrid", mine))
    rule("told_history", "creature|creatures in your party", Party)
    rule("told_history", "card in your opponents ' hands", lambda: HandSize(Player("opponent")))
    rule("told_history", "opponent you have", lambda: CountPlayers(Player("opponent")))
    rule("amount_base", "the number of opponents you have", lambda: CountPlayers(Player("opponent")))
    rule("told_history", "opponent whose life total is less than half their starting life total", _under_half)
    rule("each_thing", "differently named <thing>", lambda thing: _names(thing))
    rule("each_thing", "differently named token among <thing>", _token_names)
    most = "gets|get <pt> for each of its creature types , to a maximum of <number>"
    rule("pred", most, lambda pt, n: _up_to(pt, Distinct("creature type", Same(IT)), n))
    rule("clause", "for each <each> , <subject> gets|get <pt>", _bonus_each)
    _both_amounts(grammar)


def _bonus_each(value: Any, scope: Any, pt: Any) -> Any:
    mods = change_of(pt, value)
    return NO if scope is NO or mods is NO else (Effect(scope, mods),)


def _greatest_of(stat: str, one: Thing, two: Thing) -> Any:
    """The greatest of a number among objects of two places, as permanents and cards in a graveyard."""
    if not one.many or not two.many or (one.zones is None) == (two.zones is None) or State("card") in one.filters:
        return NO
    parts = tuple(joined((*thing.filters, InZone(thing.where()))) for thing in (one, two))
    return Greatest(stat, AnyOf(parts), one.where() + two.where())


def _up_to(pt: Any, value: Any, most: Any) -> Any:
    """A bonus so many times, but not more often than that."""
    if not isinstance(most, int):
        return NO
    # The most, less what is missing to it.
    return change_of(pt, Sum((most, Minus(AtLeast(Sum((most, Minus(value))))))))


def _total(stat: str, thing: Thing) -> Any:
    if not thing.many or (thing.zones is None and State("card") in thing.filters):
        return NO
    return Total(stat, thing.filter, thing.where())


def _exiled(stat: str) -> Any:
    return Total(stat, ExiledWith(Ref("self")), ("exile",))


def _symbols(color: str, thing: Thing) -> Any:
    if not thing.many or (thing.zones is None and State("card") in thing.filters):
        return NO
    return ManaSymbols(color, thing.filter, thing.where())


def _under_half() -> Any:
    doubled = Sum((Life(_EACH), Life(_EACH)))
    return CountPlayers(Player("opponent"), Compares(doubled, "<", Told("starting life total", _EACH)))


def _names(thing: Thing) -> Any:
    if thing.many or (thing.zones is None and State("card") in thing.filters):
        return NO
    return Distinct("name", thing.filter, thing.where())


def _token_names(thing: Thing) -> Any:
    return Distinct("name", joined((State("token"), *thing.filters)), thing.where()) if thing.many else NO


def _both_amounts(grammar: Grammar) -> None:
    """Bonuses whose two numbers are counted in two ways."""
    rule = grammar.rule

    @grammar.primitive("x_and_y")
    def x_and_y(parse: Parse, at: int) -> Any:
        if parse.word(at) in ("+x/+y", "-x/-y"):
            yield -1 if parse.word(at)[0] == "-" else 1, at + 1

    rule("pred", "gets|get <x_and_y> , where x is <value> and y is <value>", _xy)
    rule("pred", "gets|get <x_and_y> , where x is <rounded> , and y is <rounded>", _xy)
    rule("pred", "gets|get <x_and_y> , where x is the exiled <linked_card> 's power and y is its toughness", _linked_pt)
    rule("linked_card", "[creature] card", lambda: 1)
    for words, up in (("up", True), ("down", False)):
        rule("rounded", f"half <amount_base> , rounded {words}", lambda v, up=up: Half(v, up))
    rule("pred", "gets|get <pt> for each <each> and <pt> for each <each>", _twice)
    rule(
        "statement",
        "~ 's power is equal to <any_value> and its toughness is equal to <number> minus that number",
        lambda value, number: _defined(value, Sum((number, Minus(value)))),
    )
    rule(
        "statement",
        "~ 's power is equal to the last chosen number and its toughness is equal to <number> minus that number",
        lambda number: _chosen_number(number),
    )


def _xy(sign: int, x: Any, y: Any) -> Any:
    if isinstance(x, int) or isinstance(y, int):
        return NO
    return (ModifyPT(x, y),) if sign == 1 else (ModifyPT(Minus(x), Minus(y)),)


def _linked_pt(sign: int, _card: Any) -> Any:
    linked = Ref("linked")
    return (ModifyPT(Stat("power", linked), Stat("toughness", linked)),) if sign == 1 else NO


def _twice(one: Any, each: Any, two: Any, again: Any) -> Any:
    first, second = change_of(one, each), change_of(two, again)
    return NO if first is NO or second is NO else (*first, *second)


def _defined(power: Any, toughness: Any) -> Any:
    return (Effect(Only(SELF), (DefinePT(power, toughness),)),)


def _chosen_number(number: Any) -> Any:
    return _defined(ChosenNumber(), Sum((number, Minus(ChosenNumber()))))


__all__ = ["Count", "add_rules"]
