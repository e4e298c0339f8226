"""Keyword actions that ask players for choices or costs: sacrificing, paying, milling, scrying, populating."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from layerproof.kb.model.ability import Activated
from layerproof.kb.model.costs.cost import DiscardPart, LifePart, ManaPart, SacrificePart
from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import (
    Both,
    Chose,
    Compare,
    ControlledBy,
    Exists,
    HasCounter,
    InZone,
    Is,
    Matches,
    Not,
    OwnedBy,
    Player,
    Ref,
    Same,
    State,
    Unless,
)
from layerproof.kb.model.instruction import (
    Begin,
    Choose,
    CopySpell,
    CreateToken,
    Designate,
    Discard,
    Draw,
    ExileUntil,
    If,
    Mill,
    Move,
    Pays,
    Populate,
    PutCounters,
    Sacrifice,
    Scry,
    Shuffle,
)
from layerproof.kb.model.modification import AddTypes, Cant, Replace
from layerproof.kb.model.replacement import GoesTo, UnderControl, Would
from layerproof.kb.oracle.effects.continuous_effects import BARRED
from layerproof.kb.oracle.instructions.damage_and_life import by_someone
from layerproof.kb.oracle.words.lexical_tokens import plain
from layerproof.kb.oracle.words.open_references import SELF, YOU, Mention, Thing, joined
from layerproof.kb.oracle.words.open_references import other as other_than
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

_CHOICE = "[(of their choice|of his or her choice|of your choice)]"


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `action` and `sentence` that are keyword actions of players."""
    rule = grammar.rule
    by_someone(rule, "sacrifice", f"<given_up> {_CHOICE}", lambda p, what: (Sacrifice(what[0], what[1], p),))
    rule("given_up", "a|an <thing>", lambda thing: _own(thing, 1))
    rule("given_up", "another <thing>", lambda thing: _own(thing, 1, True))
    rule("given_up", "<number> <thing>", lambda n, thing: _own(thing, n, many=True))
    by_someone(rule, "discard", "<count> (card|cards) at random", lambda p, n: (Discard(n, p, at_random=True),))
    by_someone(rule, "mill", "<count> (card|cards)", lambda p, n: (Mill(n, p),))
    rule("action", "[you] scry <number>", lambda n: (Scry(n),))
    rule("action", "[you] surveil <number>", lambda n: (Scry(n, "graveyard"),))
    rule("action", "investigate", lambda: _clue())
    rule("action", "populate", lambda: (Populate(),))
    rule("action", "adapt <number>", _adapt)
    rule("action", "monstrosity <number>", _monstrosity)
    rule("action", "bolster <number>", _bolster)
    rule("action", "discover <number>", _discover)
    rule("action", "<object> endures <number>", _endures)
    for words, subtype in (("zombies", "Zombie"), ("orcs", "Orc")):
        rule("action", f"amass {words} <number>", lambda number, subtype=subtype: _amass(subtype, number))
    rule("action", "[you] shuffle (your library|)", lambda: (Shuffle(),))
    _paying(grammar)
    _forbidding(grammar)
    rule(
        "sentence",
        "<the_player> reveals (their|his or her) hand <break> you choose <card_there> from it <break> "
        "that player discards that card",
        lambda player, _, what, __: (Discard(1, player, what[0], by=YOU),),
    )
    rule("card_there", "a|an card", lambda: (None,))
    rule("card_there", "a|an <thing>", _card)


def _card(thing: Thing) -> Any:
    """What a card that is chosen in a hand must be like; NO for what is no card, or is somewhere else."""
    stated = tuple(each for each in thing.filters if each != State("card"))
    if thing.many or thing.zones is not None or State("card") not in thing.filters or not stated:
        return NO
    return (joined(stated),)


def _forbidding(grammar: Grammar) -> None:
    """What can't happen, or happens otherwise, for a time."""
    rule = grammar.rule
    for words, what in BARRED.items():
        rule("effect", f"<player_subject> {words} <duration>", lambda s, d, w=what: _cant(Would(w, player=s.player), d))
    rule("action", "damage can't be prevented <duration>", lambda d: _cant(Would("prevent"), d))
    skipped = Replace(Would("draw", player=YOU), optional=True)
    rule(
        "clause",
        "if you would draw a card , you may skip that draw instead",
        lambda: (Effect(Only(SELF), (skipped,)),),
    )
    dying = "would die <duration> , exile it instead"
    rule("sentence", f"if <dying> {dying}", _exiled)
    enters = "would enter [the battlefield] under an opponent 's control <duration>"
    rule("sentence", f"if a|an <thing> {enters} , it enters under your control instead", _taken_over)
    rule("dying", "<target>")
    rule("dying", "<that_noun>")


def _cant(would: Would, duration: Any) -> Any:
    return (Begin(Effect(Only(SELF), (Cant(would),), None, duration)),)


def _taken_over(thing: Thing, duration: Any) -> Any:
    if thing.many or thing.zones:
        return NO
    would = Would("enter", object=thing.filter, player=Player("opponent"))
    return (Begin(Effect(Only(SELF), (Replace(would, (UnderControl(YOU),)),), None, duration)),)


def _exiled(ref: Ref, duration: Any) -> Any:
    would = Would("move", object=Same(ref), from_="battlefield", to="graveyard")
    return (Begin(Effect(Only(SELF), (Replace(would, (GoesTo("exile"),)),), None, duration)),)


def _own(thing: Thing, number: Any, other: bool = False, many: bool = False) -> Any:
    """What is sacrificed: permanents, of which the text need not say that the player controls them."""
    mine = (ControlledBy(YOU), OwnedBy(YOU))
    if thing.zones not in (None, ("battlefield",)) or thing.many != many or State("card") in thing.filters:
        return NO
    if State("spell") in thing.filters or any(each in thing.filters for each in mine):
        return NO
    return (thing.with_(other_than()) if other else thing).filter, number


def _clue() -> Any:
    draws = Activated((ManaPart("{2}"), SacrificePart()), (Draw(),))
    return (CreateToken(("artifact",), subtypes=("Clue",), abilities=(draws,)),)


def _adapt(number: Any) -> Any:
    counters = PutCounters("+1/+1", Only(SELF), number)
    return (If(Matches(SELF, Not(HasCounter("+1/+1"))), (counters,)),)


def _monstrosity(number: Any) -> Any:
    grown = (PutCounters("+1/+1", Only(SELF), number), Designate("monstrous"))
    return (If(Unless(Matches(SELF, State("monstrous"))), grown),)


def _bolster(number: Any) -> Any:
    weakest = Choose(joined((Is("type", "creature"), ControlledBy(YOU))), "toughness")
    return (weakest, PutCounters("+1/+1", Only(Ref("chosen")), number))


def _discover(number: Any) -> Any:
    """Cards are exiled until one that is no land and costs so much at most; uncast, it goes to the hand."""
    cheap = Compare("mana_value", "<=", number)
    return (ExileUntil(joined((Not(Is("type", "land")), cheap)), cheap, uncast="hand"),)


def _endures(scope: Any, number: Any) -> Any:
    """Counters on the permanent, which has to be there for it, or else a Spirit token."""
    if not isinstance(scope, Only) or not isinstance(number, int) or number < 1:
        return NO
    token = CreateToken(("creature",), number, number, subtypes=("Spirit",), colors=("white",))
    there = Both((Chose("may"), Matches(scope.ref, InZone(("battlefield",)))))
    return (Mention(scope), If(there, (PutCounters("+1/+1", scope, number),), (token,)), Mention(scope))


def _amass(subtype: str, number: Any) -> Any:
    army = joined((Is("type", "creature"), Is("subtype", "Army"), ControlledBy(YOU)))
    token = CreateToken(("creature",), 0, 0, subtypes=(subtype, "Army"), colors=("black",))
    chosen = Ref("chosen")
    more = Begin(Effect(Only(chosen), (AddTypes(subtypes=(subtype,)),)))
    return (
        If(Unless(Exists(army)), (token,)),
        Choose(army),
        PutCounters("+1/+1", Only(chosen), number),
        If(Unless(Matches(chosen, Is("subtype", subtype))), (more,)),
    )


def _paying(grammar: Grammar) -> None:
    """What a player may pay as a spell or ability resolves, and what happens unless they do."""
    rule = grammar.rule
    rule("paid", "(pay|pays) <mana>", lambda symbols: (ManaPart(symbols),))
    rule("paid", "(pay|pays) <number> life", lambda n: (LifePart(n),))
    rule("paid_too", "<paid>")
    rule("paid_too", "(sacrifice|sacrifices) <given_up>", lambda what: (SacrificePart(*what),))
    rule("paid_too", "(sacrifice|sacrifices) (~|this aura|this enchantment)", lambda: (SacrificePart(),))
    rule("paid_too", "(discard|discards) <count> (card|cards)", lambda n: (DiscardPart(None, n),))
    rule("payer", "you", lambda: YOU)
    rule("payer", "they", lambda: Player("?they"))
    rule("payer", "<the_player>")
    rule("sentence", "<unless_action> unless <payer> <paid_too>", _unless)
    rule("unless_action", "<action>")
    rule("sentence", "<payer> may <paid>", lambda player, cost: (Pays(cost, player=player),))


def _unless(body: Any, player: Player, cost: Any) -> Any:
    return (Pays(cost, (), tuple(body), player),)


_NEW_TARGETS = re.compile(r"[yY]ou may choose (?:a )?new targets? for (?:the|that|each|those) cop(?:y|ies)")


def new_targets(parse: Parse, start: int, end: int, before: list[Any]) -> bool:
    """Whether a sentence lets new targets be chosen for the copy that the instruction before it makes, which then does
    so."""
    last = before[-1] if before else None
    if not isinstance(last, CopySpell) or not _NEW_TARGETS.fullmatch(plain(parse.tokens[start:end])):
        return False
    before[-1] = msgspec.structs.replace(last, new_targets=True)
    return True


def countered_to(parse: Parse, start: int, end: int, before: list[Any]) -> bool:
    """Whether a sentence says where the spell goes that the instruction before it counters, which then is changed."""
    words = " ".join(parse.words[start:end])
    last = before[-1] if before else None
    offer = last if isinstance(last, Pays) and last.else_ and not last.then else None
    inner = last if offer is None else offer.else_[-1]
    if not isinstance(inner, Move) or inner.how != "counter" or inner.to != "graveyard":
        return False
    for does, zone in (("exile it", "exile"), ("put it into its owner 's hand", "hand")):
        for instead in ("instead of putting it into its owner 's graveyard", "instead of into its owner 's graveyard"):
            if words == f"if that spell is countered this way , {does} {instead}":
                moved = Move(inner.affects, zone, "counter")
                spared = None if offer is None else Pays(offer.cost, (), (*offer.else_[:-1], moved), offer.player)
                before[-1] = spared or moved
                return True
    return False
