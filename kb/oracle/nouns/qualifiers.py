"""What follows a noun: whose it is, what it has, where it is."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.keyword_lines import written_names
from layerproof.kb.model.effect import ELSEWHERE
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    AttachedTo,
    CastBy,
    Compare,
    ControlledBy,
    Filter,
    HasAnyAbility,
    HasCounter,
    HasKeyword,
    Is,
    Named,
    Not,
    OwnedBy,
    Player,
    Ref,
    Same,
    SharesWith,
    Stat,
    State,
    Value,
)
from layerproof.kb.oracle.nouns import combat_qualifiers
from layerproof.kb.oracle.words.chosen_words import mark_of
from layerproof.kb.oracle.words.open_references import SELF, YOU, Thing, joined
from layerproof.kb.oracle.words.parser import NO, Grammar

STATS = {
    "power": "power", "toughness": "toughness", "mana value": "mana_value", "base power": "base_power",
    "base toughness": "base_toughness", "loyalty": "loyalty",
}  # fmt: skip


_COUNTERS_PUT = "got_+1/+1_counters_from_its_controller_this_turn"


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `post`: filters and zones that follow a noun."""
    rule = grammar.rule

    def post(pattern: str, build: Any) -> None:
        rule("post", pattern, lambda *parts: _post(build(*parts)))

    def of_player(player: Player | None) -> Filter:
        return ControlledBy(player or YOU)

    post("<controller>", of_player)
    # Whoever of the opponents chooses it.
    post("of an opponent 's choice they control", lambda: of_player(Player("opponent")))
    post("[of an opponent 's choice] you don't control", lambda: Not(ControlledBy(YOU)))
    post("(your opponents|opponents|an opponent|you) cast|casts", lambda: NO)
    # Whoever controls the spell by then.
    for player, who in (("you", YOU), ("your opponents", Player("opponent"))):
        post(f"{player} cast", lambda who=who: CastBy(who))
    post("you own", lambda: OwnedBy(YOU))
    post("you don't own", lambda: Not(OwnedBy(YOU)))
    rule("post", "you own that (aren't|isn't) on the battlefield", lambda: ((OwnedBy(YOU),), ELSEWHERE))
    post("that you 've put one or more +1/+1 counters on this turn", lambda: State(_COUNTERS_PUT))
    post("(an opponent|your opponents) own|owns", lambda: OwnedBy(Player("opponent")))
    post("you both own and control", lambda: (OwnedBy(YOU), ControlledBy(YOU)))
    post("you own and control", lambda: (OwnedBy(YOU), ControlledBy(YOU)))
    post("you control but don't own", lambda: (ControlledBy(YOU), Not(OwnedBy(YOU))))
    post("with <has>", lambda has: has)
    post("with <has> and <has>", lambda one, two: (one, two))
    post("with <has> or <has>", lambda one, two: AnyOf((one, two)))
    post("with <has> and/or <has>", lambda one, two: AnyOf((one, two)))
    post("with <has> , <has> , (or|and/or) <has>", lambda a, b, c: AnyOf((a, b, c)))
    post("without <keyword_name>", lambda word: Not(HasKeyword(word)))
    post("without <keyword_name> or <keyword_name>", lambda a, b: (Not(HasKeyword(a)), Not(HasKeyword(b))))
    post("without a <counter_kind> counter on it|them|him|her", lambda kind: Not(HasCounter(kind)))
    post("of the chosen (type|creature type|subtype)", lambda: Is("subtype", "chosen"))
    post("of the creature type of your choice", lambda: Is("subtype", mark_of("creature type")))
    post("of the color of your choice", lambda: Is("color", mark_of("color")))
    post("of the chosen color", lambda: Is("color", "chosen"))
    post("(that's|that are|that is|that 's) <is>", lambda what: what)
    post("(that isn't|that aren't|that is not) <is>", lambda what: Not(what))
    post("(that don't|that doesn't) have <has>", lambda has: Not(has))
    post("named <card_name>", lambda name: Named(name))
    post("not named <card_name>", lambda name: Not(Named(name)))
    post("with the chosen name", lambda: Named("chosen"))
    post("other than ~", lambda: Not(Same(SELF)))
    post("other than <ref>", lambda ref: NO if ref == SELF else Not(Same(ref)))
    post("other than <enumeration>", lambda what: Not(what))
    post("attached to <ref>", lambda ref: AttachedTo(ref))
    post("that entered [the battlefield] this turn", lambda: State("entered_this_turn"))
    rule("shared", "[at least one] [a] creature type", lambda: "creature type")
    rule("shared", "[at least one] [a] color", lambda: "color")
    rule("shared", "[at least one] [a] card type", lambda: "card type")
    post("that share|shares <shared> with <ref>", lambda what, ref: SharesWith(what, ref))
    post("that don't|doesn't share <shared> with <ref>", lambda what, ref: Not(SharesWith(what, ref)))
    post("with the same name as <ref>", lambda ref: SharesWith("name", ref))
    post("(that don't|that doesn't) have the same name as <ref>", lambda ref: Not(SharesWith("name", ref)))
    post("of <that_type>", lambda family: Is("subtype", "chosen"))
    combat_qualifiers.add_rules(grammar, post)
    post("on the battlefield", lambda: ("battlefield",))
    _zones(grammar)
    _possessions(grammar)
    _players(grammar)
    _being(grammar)


def _any_kind(things: tuple[Thing, ...]) -> Any:
    return NO if any(each.zones for each in things) else AnyOf(tuple(each.filter for each in things))


def _post(value: Any) -> Any:
    if value is NO:
        return NO
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return (), value
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], tuple):
        return value
    if isinstance(value, tuple):
        return value, None
    return (value,), None


def _zones(grammar: Grammar) -> None:
    def zone(pattern: str, zones: tuple[str, ...], owner: Player | None = None) -> None:
        filters = (OwnedBy(owner),) if owner else ()
        grammar.rule("post", pattern, lambda: (filters, zones))

    opponent = Player("opponent")
    for word, name in (("graveyard", "graveyard"), ("hand", "hand"), ("library", "library")):
        zone(f"in|from your {word}", (name,), YOU)
        zone(f"in|from (an opponent|each opponent) 's {word}", (name,), opponent)
        grammar.rule("post", f"in|from <the_player> 's {word}", lambda who, name=name: ((OwnedBy(who),), (name,)))
        grammar.rule("post", f"in|from <ref> 's (controller|owner) 's {word}", lambda ref: NO)
    zone("in your opponents ' graveyards", ("graveyard",), opponent)
    zone("in|from (all|each) graveyards|graveyard", ("graveyard",))
    zone("in graveyards", ("graveyard",))
    zone("in|from a graveyard", ("graveyard",))
    zone("in exile", ("exile",))
    zone("on the stack", ("stack",))
    zone("in each player 's hand", ("hand",))
    zone("in the command zone", ("command",))


def _compared(stat: str, op: str, value: Any) -> Filter:
    """A number compared; "toughness greater than its power" is said of one object, "less than its power" of two."""
    if isinstance(value, Stat) and value.of == Ref("?it") and value.stat != stat:
        value = Stat(value.stat, Ref("it"))
    return Compare(stat, op, value)


def _possessions(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("has", "<keyword_name>", lambda word: HasKeyword(word))
    rule("has", "a <keyword_name> ability", lambda word: HasKeyword(word))
    for words, stat in STATS.items():
        rule("has", f"{words} <comparison>", lambda what, stat=stat: _compared(stat, *what))
    rule(
        "has",
        "base power and toughness <size>",
        lambda pt: (
            AllOf((Compare("base_power", "=", pt[0]), Compare("base_toughness", "=", pt[1]))) if None not in pt else NO
        ),
    )
    rule("comparison", "<value> or less|fewer", lambda value: ("<=", value))
    rule("comparison", "<value> or greater|more", lambda value: (">=", value))
    rule("comparison", "less than <value>", lambda value: ("<", value))
    rule("comparison", "greater than <value>", lambda value: (">", value))
    rule("comparison", "less than or equal to <value>", lambda value: ("<=", value))
    rule("comparison", "greater than or equal to <value>", lambda value: (">=", value))
    rule("comparison", "equal to <value>", lambda value: ("=", value))
    rule("comparison", "<fixed>", lambda value: ("=", value))
    rule("has", "no abilities", lambda: Not(HasAnyAbility()))
    rule("has", "a|an <counter_kind> counter on it|them|him|her", lambda kind: HasCounter(kind))
    rule("has", "<counter_kind> counters on them", lambda kind: HasCounter(kind))
    rule("has", "[a|one or more] counter|counters on it|them|him|her", lambda: HasCounter("any"))
    rule("has", "one or more <counter_kind> counters on it|them|him|her", lambda kind: HasCounter(kind))
    rule(
        "has",
        "<number> or more <counter_kind> counters on it|them|him|her",
        lambda n, kind: HasCounter(kind, n) if isinstance(n, int) else NO,
    )
    rule(
        "has",
        "<number> or more counters on it|them|him|her",
        lambda n: HasCounter("any", n) if isinstance(n, int) else NO,
    )
    rule("has", "no <counter_kind> counters on it|them|him|her", lambda kind: Not(HasCounter(kind)))
    rule("has", "no counters on it|them|him|her", lambda: Not(HasCounter("any")))

    @grammar.primitive("keyword_name")
    def keyword_name(parse: Any, at: int) -> Any:
        names = written_names()
        text = ""
        for end in range(at, min(at + 3, len(parse.tokens))):
            text = f"{text} {parse.tokens[end].word}".strip()
            if text in names:
                yield (text, end + 1)


def _players(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("controller", "you control", lambda: YOU)
    rule(
        "controller",
        "(an opponent controls|your opponents control|opponents control|each opponent controls)",
        lambda: Player("opponent"),
    )
    rule("controller", "<the_player> controls")
    rule("controller", "they control", lambda: Player("?they"))
    rule("the_player", "that opponent", lambda: Player("?that player"))
    rule("the_player", "that player", lambda: Player("?that player"))
    rule("the_player", "enchanted player", lambda: Player("host"))
    rule("the_player", "the chosen player", lambda: Player("chosen"))
    rule("the_player", "<ref> 's controller", lambda ref: Player("controller", ref))
    rule("the_player", "its|their controller", lambda: Player("controller", Ref("?it")))
    rule("the_player", "its owner", lambda: Player("owner", Ref("?it")))
    rule("the_player", "<target_player>")
    rule("the_player", "defending player", lambda: Player("?defending"))
    rule("the_player", "the active player", lambda: Player("active"))


def _being(grammar: Grammar) -> None:
    """What may follow `that is`, `is` and `it's`: adjectives, kinds, both."""
    rule = grammar.rule
    rule("is", "<adjective>")
    rule("is", "[a|an|also] <thing>", lambda thing: NO if thing.zones or _beside_host(thing) else thing.filter)
    rule("is", "a|an <thing> , a|an <thing> , or a|an <thing>", lambda *things: _any_kind(things))
    rule("is", "a|an <thing> or a|an <thing>", lambda a, b: NO if a.zones or b.zones else AnyOf((a.filter, b.filter)))
    rule("is", "the chosen color", lambda: Is("color", "chosen"))
    rule("is", "(the chosen type|the chosen creature type|of the chosen type)", lambda: Is("subtype", "chosen"))
    rule("is", "<thing> and/or <thing>", lambda a, b: NO if a.zones or b.zones else AnyOf((a.filter, b.filter)))
    rule("is", "both <color> and <color>", lambda a, b: joined_colors(a, b))
    rule("enumeration", "<thing>", _enumerated)


def _beside_host(thing: Thing) -> bool:
    """Whether a phrase such as "blocking equipped creature" was taken for one noun: it names the host, whom something
    is blocking."""
    hosted = {State("enchanted"), State("equipped")} & set(thing.filters)
    return bool(hosted) and not thing.many and thing.filters[0] in (State("blocking"), State("attacking"))


def _enumerated(thing: Thing) -> Any:
    """What others are left out; "other than enchanted creature" means the one that the source is attached to."""
    hosted = {State("enchanted"), State("equipped")} & set(thing.filters)
    return NO if thing.zones or (hosted and not thing.many) else thing.filter


def joined_colors(one: str, two: str) -> Filter:
    """The filter of an object that is both colors."""

    return joined((Is("color", one), Is("color", two)))


__all__ = ["STATS", "Thing", "Value", "add_rules"]
