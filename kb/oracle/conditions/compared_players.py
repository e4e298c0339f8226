"""Compared players: rarer conditions and amounts about what was paid, cast, attacked or owned, and how players
compare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.expression import (
    AnyOf,
    AtLeast,
    Compare,
    Compares,
    Condition,
    ControlledBy,
    Count,
    CountPlayers,
    Either,
    Exists,
    Greatest,
    HandSize,
    Life,
    Matches,
    Minus,
    Most,
    Not,
    Outcome,
    OwnedBy,
    Player,
    Ref,
    Same,
    Stat,
    State,
    Sum,
    ThisWay,
    Told,
    ToldOf,
    Unless,
    Value,
)
from layerproof.kb.model.phrases.combat_filters import Attacks
from layerproof.kb.oracle.conditions.told_facts import yes
from layerproof.kb.oracle.nouns.qualifiers import STATS
from layerproof.kb.oracle.words.open_references import IT, SELF, YOU, Thing, found, is_mark, joined
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

_EACH, _ANY = Player("each"), Player("any")
_DONE = Outcome("act", "done")
_NO_EXCHANGE = ["you", "don't", "or", "can't", "make", "an", "exchange"]


def add_rules(grammar: Grammar) -> None:
    """Add the rules for these conditions and amounts."""
    _came_of(grammar)
    _told(grammar)
    _players(grammar)
    _things(grammar)
    _amounts(grammar)


def _came_of(grammar: Grammar) -> None:
    """What only the resolution itself, or the payment for it, can tell."""
    rule = grammar.rule
    rule("simple", "it exploited that creature", lambda: Outcome("exploit", "that creature"))
    activated = "to activate this ability"
    rule("simple", f"mana from a treasure was spent {activated}", lambda: Outcome("payment", "mana from a Treasure"))
    rule("simple", f"exactly <number> colors of mana were spent {activated}", _colors_paid)
    for side in ("heads", "tails"):
        rule("simple", f"both coins come up {side}", lambda side=side: Outcome("coins", f"both {side}"))
    rule("simple", "you won", lambda: Outcome("clash", "won"))
    rule("simple", "you sacrifice a|an <thing> this way", _sacrificed)
    rule("simple", "you don't sacrifice a|an <thing>", _not_sacrificed)

    @grammar.primitive("unable")
    def unable(parse: Parse, at: int) -> Iterator[tuple[Condition, int]]:
        # Of one instruction only it is told whether it was done.
        again = any(parse.words[i + 1 : i + 3] == ["you", "do"] for i in range(len(parse.words)))
        if parse.words[at : at + 2] == ["you", "can't"] and parse.word(at + 2) == "," and not again:
            yield Unless(_DONE), at + 2
        if parse.words[at : at + 7] == _NO_EXCHANGE and not again:
            yield Unless(_DONE), at + 7
        if parse.words[at : at + 3] == ["the", "player", "does"] and parse.word(at + 3) == "," and not again:
            yield _DONE, at + 3

    rule("simple", "<unable>")


def _colors_paid(number: Any) -> Any:
    return Outcome("colors paid", str(number)) if isinstance(number, int) else NO


def _sacrificed(thing: Thing) -> Any:
    return NO if thing.many or thing.zones else Compares(ThisWay("sacrificed", thing.filter), ">=", 1)


def _not_sacrificed(thing: Thing) -> Any:
    done = _sacrificed(thing)
    return NO if done is NO else Unless(done)


def _told(grammar: Grammar) -> None:
    """What the scenario tells of players and objects."""
    rule = grammar.rule
    rule("simple", "it's|it 's the first combat phase of the turn", _first_combat)
    rule("condition", "<simple> or a spell was warped this turn", lambda one: Either((one, _warped())))
    rule("simple", "an opponent has cast a blue or black spell this turn", _blue_or_black)
    rule("simple", "you haven't cast a spell from your hand this turn", _none_from_hand)
    rule("simple", "<ref> was crewed by exactly <number> creatures", _crewed)
    rule("simple", "<ref> was cast for its warp cost", lambda ref: Matches(ref, State("cast_for_its_warp_cost")))
    rule("simple", "that spell was kicked", lambda: Compares(ToldOf("times kicked", Ref("?that spell")), ">=", 1))

    @grammar.primitive("explained_x")
    def explained_x(parse: Parse, at: int) -> Iterator[tuple[Value, int]]:
        # The X that a sentence before has explained by what the scenario tells, which stays what it was.
        said = [i for i in range(at) if parse.words[i : i + 3] == ["where", "x", "is"]]
        if parse.word(at) != "x" or len(said) != 1 or parse.word(at + 1) != "is":
            return
        end = next((i for i in range(said[0], at) if parse.word(i) == "."), at)
        values = set(parse.whole("any_value", said[0] + 3, end))
        if len(values) == 1 and isinstance(value := values.pop(), Told | ToldOf):
            yield value, at + 1

    rule("simple", "<explained_x> is <comparison>", lambda x, what: Compares(x, *what))


def _first_combat() -> Condition:
    return Compares(Told("combat phases this turn", Player("active")), "=", 1)


def _warped() -> Condition:
    return yes("spells warped this turn", _ANY)


def _blue_or_black() -> Condition:
    return yes("blue or black spells cast this turn", Player("opponent"))


def _none_from_hand() -> Condition:
    return Unless(yes("spells cast from hand this turn"))


def _crewed(ref: Ref, number: Any) -> Condition:
    return Compares(ToldOf("creatures that crewed it this turn", ref), "=", number)


def _players(grammar: Grammar) -> None:
    """How players compare with one another."""
    rule = grammar.rule
    rule("simple", "a player has more life than each other player", lambda: _one_leads(Life(_EACH)))
    rule("simple", "a player has more cards in hand than each other player", lambda: _one_leads(HandSize(_EACH)))
    rule("simple", "a player controls more <thing> than each other player", _someone_controls_most)
    rule("simple", "you control more <thing> than each other player", _you_control_most)

    @grammar.primitive("alone_there")
    def alone_there(parse: Parse, at: int) -> Iterator[tuple[Thing, int]]:
        # "That opponent" is who controls the one target of which the text says that an opponent controls it.
        before = parse.words[:at]
        lead = parse.words[at : at + 5] == ["that", "opponent", "controls", "no", "other"]
        if lead and sum(word in ("opponent", "opponents", "player") for word in before) == 1 and "target" in before:
            yield from parse.at("thing", at + 5)

    rule("simple", "<alone_there>", _no_other)
    rule("simple", "you control neither creature", _neither)


def _one_leads(value: Value) -> Condition:
    return Compares(CountPlayers(_ANY, Compares(value, "=", Most(value, _ANY))), "=", 1)


def _held(thing: Thing, player: Player) -> Value:
    return Count(thing.with_(ControlledBy(player)).filter)


def _someone_controls_most(thing: Thing) -> Any:
    return _one_leads(_held(thing, _EACH)) if thing.many and not thing.zones else NO


def _you_control_most(thing: Thing) -> Any:
    if not thing.many or thing.zones:
        return NO
    as_many = Compares(_held(thing, _EACH), ">=", _held(thing, YOU))
    return Compares(CountPlayers(_ANY, as_many), "=", 1)


def _no_other(thing: Thing) -> Any:
    if not thing.many or thing.zones:
        return NO
    return Unless(Exists(joined((Not(Same(IT)), *thing.filters, ControlledBy(Player("controller", IT))))))


def _neither() -> Condition:
    return Unless(Either(tuple(Matches(Ref("target", n), ControlledBy(YOU)) for n in (1, 2))))


def _things(grammar: Grammar) -> None:
    """Filters that compare with another object, and conditions about a permanent or a card."""
    rule = grammar.rule
    rule("has", "(power or toughness) <comparison>", lambda what: _either_stat(("power", "toughness"), what))
    base = ("base_power", "base_toughness")
    rule("has", "(base power or toughness) <comparison>", lambda what: _either_stat(base, what))
    for words, stat in STATS.items():
        for much, op in (("greater", ">"), ("lesser", "<")):
            rule(
                "post",
                f"with {much} {words} than <ref>",
                lambda ref, stat=stat, op=op: ((Compare(stat, op, Stat(stat, ref)),), None),
            )
    rule("post", "other than <ref> or ~", lambda ref: NO if ref == SELF else ((Not(Same(ref)), Not(Same(SELF))), None))
    rule("simple", "a|an <thing> or a card in your hand has <has>", _there_or_in_hand)
    rule("simple", "you control each <core> on the battlefield with the greatest power", _all_the_greatest)


def _either_stat(stats: tuple[str, str], what: tuple[str, Any]) -> AnyOf:
    return AnyOf(tuple(Compare(stat, *what) for stat in stats))


def _there_or_in_hand(thing: Thing, has: Any) -> Any:
    if thing.many or thing.zones or State("card") in thing.filters:
        return NO
    yours = Exists(joined((State("card"), OwnedBy(YOU), has)), ("hand",))
    return Either((Exists(joined((*thing.filters, has))), yours))


def _all_the_greatest(thing: Thing) -> Any:
    if thing.many or thing.zones:
        return NO
    greatest = Compare("power", "=", Greatest("power", thing.filter))
    return Unless(Exists(joined((*thing.filters, greatest, Not(ControlledBy(YOU))))))


def _amounts(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("told_history", "of that spell 's colors", lambda: Stat("colors", Ref("?that spell")))
    cast = "instant and sorcery spells cast this turn"
    rule("told_history", "instant and sorcery spells you 've cast this turn", lambda: Told(cast))
    rule("told_history", "players being attacked", lambda: CountPlayers(_ANY, Exists(Attacks(_EACH))))
    rule("amount_base", "the total amount of mana paid this way", lambda: ThisWay("paid", None, "mana"))
    commander = joined((State("commander"), OwnedBy(YOU)))
    places = "of a commander you own on the battlefield or in the command zone"
    for words, stat in STATS.items():
        rule(
            "amount_base",
            f"the greatest {words} {places}",
            lambda stat=stat: Greatest(stat, commander, ("battlefield", "command")),
        )
        rule("told_value", f"the {words} of the card returned this way", lambda stat=stat: Stat(stat, Ref("moved")))
    rule("amount_base", "the greatest power and/or toughness among <thing>", _greater_greatest)
    rule("amount_base", "the difference between its power and toughness", _difference)


def _greater_greatest(thing: Thing) -> Any:
    """The greater of two greatest numbers: the one, and what the other is above it."""
    if not thing.many or thing.zones or found(thing, is_mark) != found(thing, lambda p: p == Ref("?other")):
        return NO
    power, toughness = (Greatest(stat, thing.filter) for stat in ("power", "toughness"))
    return Sum((power, AtLeast(Sum((toughness, Minus(power))), 0)))


def _difference() -> Value:
    """How far apart the two are: one way or the other, of which one is not negative."""
    power, toughness = Stat("power", IT), Stat("toughness", IT)
    return Sum((AtLeast(Sum((power, Minus(toughness))), 0), AtLeast(Sum((toughness, Minus(power))), 0)))
