"""Actions: the sentences of spells and of activated and triggered abilities, each as instructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.effect import All, Effect, Only, Players, Scope, Union, Until
from layerproof.kb.model.expression import (
    AnyOf,
    Chose,
    ControlledBy,
    CountersOn,
    InZone,
    Is,
    Matches,
    Minus,
    Not,
    OpaqueCondition,
    OwnedBy,
    PerPlayer,
    Player,
    Ref,
    Stat,
    State,
)
from layerproof.kb.model.instruction import (
    Attach,
    Begin,
    Damage,
    Draw,
    GainLife,
    If,
    Manifest,
    Move,
    MoveCounters,
    OtherAction,
    PutCounters,
    RemoveCounters,
    SetStatus,
    Target,
)
from layerproof.kb.model.ability import Keyword
from layerproof.kb.model.modification import AddAbilities, AddTypes, BecomeCopy, ExchangeText, ModifyPT, ReplaceWord, RuleEffect, SetBasePT, SetController, SwitchPT
from layerproof.kb.oracle.clauses import all_of
from layerproof.kb.oracle.detect import touched
from layerproof.kb.oracle.engine import NO, Grammar, Parse
from layerproof.kb.oracle.marks import HOST, IT, SELF, THEY, YOU, Mention, Thing, Together, joined, other, rewrite
from layerproof.kb.oracle.predicates import with_x
from layerproof.kb.oracle.shapes import gathered, still

ANY_TARGET = AnyOf((Is("type", "creature"), Is("type", "planeswalker"), Is("type", "battle")))
NEVER = Until("never")


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `action`: one sentence, as a tuple of instructions."""
    _targets(grammar)
    _objects(grammar)
    _effects(grammar)
    _counters(grammar)
    _moves(grammar)
    _players(grammar)
    _joined(grammar)


def _targets(grammar: Grammar) -> None:
    rule = grammar.rule

    @grammar.primitive("target_words")
    def target_words(parse: Parse, at: int) -> Iterator[tuple[Target, int]]:
        count = 1
        if parse.word(at) == "up" and parse.word(at + 1) == "to":
            for number, end in parse.at("number", at + 2):
                if isinstance(number, int):
                    yield from _after_count(parse, end, number)
            return
        if parse.word(at) in ("two", "three", "four", "five"):
            for number, end in parse.at("number", at):
                yield from _after_count(parse, end, number)
            return
        if parse.word(at) == "one" and parse.word(at + 1) == "or" and parse.word(at + 2) == "two":
            yield from _after_count(parse, at + 3, 2)
            return
        if [parse.word(at + n) for n in range(6)] == ["one", ",", "two", ",", "or", "three"]:
            yield from _after_count(parse, at + 6, 3)
            return
        yield from _after_count(parse, at, count)

    def _after_count(parse: Parse, at: int, count: int) -> Iterator[tuple[Target, int]]:
        before = parse.word(at) in ("another", "other")
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
        word = parse.word(at + 1)
        if word in ("player", "opponent") and parse.word(at + 2) == "or":
            for thing, end in parse.at("thing", at + 3):
                yield _target(thing, count, True), end
        for thing, end in parse.at("thing", at + 1):
            if before:
                thing = thing.with_(other())
            yield _target(thing, count), end
            if parse.word(end) == "or" and parse.word(end + 1) == "player":
                yield _target(thing, count, True), end + 2

    rule("target_object", "<target>")

    @grammar.primitive("earthbend")
    def earthbend(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        if parse.word(at) != "earthbend":
            return
        for number, end in parse.at("number", at + 1):
            land = Target(joined((Is("type", "land"), ControlledBy(YOU))))
            ref = Ref("?T", parse.target(at, land))
            mods = (SetBasePT(0, 0), AddTypes(("creature",)), AddAbilities((Keyword("haste"),)))
            back = OtherAction("it returns tapped when it dies or is exiled", ("objects",))
            yield (Begin(Effect(Only(ref), mods)), PutCounters("+1/+1", Only(ref), number), back), end


def _target(thing: Thing, count: int, player: bool = False) -> Target:
    zones = thing.where()
    head = [f for f in thing.filters if isinstance(f, AnyOf) and State("spell") in f.filters]
    if head and thing.zones is None:
        zones = ("battlefield", "stack")
    return Target(thing.filter, player, zones, count)


def _objects(grammar: Grammar) -> None:
    """`object`: what an instruction acts upon, as a scope."""
    rule = grammar.rule
    rule("object", "<object_one>")
    rule("object", "<object_one> and <object_two>", lambda one, two: Union((one, two)))
    rule("object_two", "<ref>", Only)
    rule("object_two", "all|each <thing>", all_of)
    rule("object_one", "<ref>", Only)
    rule("object_one", "<refs>", Only)
    rule("object_one", "all|each [of] <thing>", all_of)
    rule("object_one", "each of <target>", Only)
    rule("put_on", "<object>")
    rule("put_on", "<a_thing>", Only)
    rule("action", "choose <a_thing>", lambda ref: (Mention(Only(ref)),))
    rule("sacrificed", "<a_thing>", Only)

    @grammar.primitive("a_card")
    def a_card(parse: Parse, at: int) -> Iterator[tuple[Ref, int]]:
        if parse.word(at) in ("a", "an"):
            for thing, end in parse.at("thing", at + 1):
                if not thing.many and thing.zones in (("hand",), ("graveyard",)):
                    yield Ref("?C", at), end

    @grammar.primitive("a_thing")
    def a_thing(parse: Parse, at: int) -> Iterator[tuple[Ref, int]]:
        # "A creature you control": an object that is chosen as the ability resolves.
        another = parse.word(at) == "another" and parse.word(at + 1) != "target"
        if parse.word(at) in ("a", "an") or another:
            for thing, end in parse.at("thing", at if another else at + 1):
                if not thing.many and State("spell") not in thing.filters and thing.zones in (None, ("battlefield",)):
                    if State("card") not in thing.filters and State("token") not in thing.filters[-1:]:
                        yield Ref("?C", at), end

    rule("object_one", "<thing>", lambda thing: all_of(thing) if thing.many else NO)


def _effects(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("effect", "<object> [each] <preds>", lambda s, mods: _begin(s, mods, None))
    rule("effect", "<object> [each] <preds> <duration>", lambda s, mods, d: _begin(s, mods, d))
    rule("effect", "<duration> , <object> [each] <preds>", lambda d, s, mods: _begin(s, mods, d))
    rule("effect", "<object> [each] <preds> <duration> , where x is <any_value>", lambda s, mods, d, v: _begin(s, with_x(mods, v), d))
    rule("effect", "<object> [each] <preds> , where x is <any_value>", lambda s, mods, v: _begin(s, with_x(mods, v), None))
    rule("effect", "<duration> , <object> [each] <preds> , where x is <any_value>", lambda d, s, mods, v: _begin(s, with_x(mods, v), d))
    rule("effect", "<object> [each] <preds> <duration> for each <each>", _for_each)
    rule("effect", "<object> [each] <preds> <duration> (and|, and) <preds> <duration>", _two_durations)
    rule("effect", "<object> [each] <preds> <duration> (and|, and) <restriction_pred>", lambda s, mods, d, more: _begin(s, (*mods, *more), d))
    for words, power, toughness in (("power", True, False), ("toughness", False, True), ("power and toughness", True, True)):
        rule("effect", f"double <object> 's {words} [<duration>]", lambda s, d, p=power, t=toughness: _double(s, p, t, d))
        rule("effect", f"double its {words} [<duration>]", lambda d, p=power, t=toughness: _double(Only(IT), p, t, d))
        rule("effect", f"double the {words} of <object> [<duration>]", lambda s, d, p=power, t=toughness: _double(s, p, t, d))
    rule("effect", "suspect <object>", lambda s: _begin(s, (AddAbilities((Keyword("menace"),)), RuleEffect("can't block")), None))
    rule("action", "double the number of <counter_kind> counters on <ref>", lambda k, ref: (PutCounters(k, Only(ref), CountersOn(k, ref)),))
    rule("effect", "<object> [each] (becomes|become) <shape> [<duration>] <still_after>", lambda s, shape, d, w: _begin(s, still(gathered(shape)), d))
    rule("still_after", "<break> (it's|it 's|they're|they 're) still [a|an] <type_word>")
    rule("effect", "<duration> , <object> [each] (becomes|become) <shape> <still_after>", lambda d, s, shape, w: _begin(s, still(gathered(shape)), d))
    rule("effect", "<object> (becomes|become) (a copy|copies) of <ref> <duration> , except <exceptions>", lambda s, ref, d, ex: _begin(s, (BecomeCopy(ref, *ex),), d))
    rule("effect", "<duration> , <object> (becomes|become) (a copy|copies) of <ref> , except <exceptions>", lambda d, s, ref, ex: _begin(s, (BecomeCopy(ref, *ex),), d))
    rule("effect", "switch <object> 's power and toughness [<duration>]", lambda s, d: _begin(s, (SwitchPT(),), d))
    rule("effect", "switch its power and toughness [<duration>]", lambda d: _begin(Only(IT), (SwitchPT(),), d))
    rule("effect", "switch the power and toughness of <object> [<duration>]", lambda s, d: _begin(s, (SwitchPT(),), d))
    rule("effect", "[you] gain control of <object> [<duration>]", lambda s, d: _begin(s, (SetController(YOU),), d))
    rule("effect", "each player gains control of all <thing> they own", lambda t: _begin(all_of(t), (SetController(Player("owner", Ref("it"))),), None))
    rule("effect", "<player_subject> gain|gains|have <abilities> [<duration>]", lambda s, found, d: _rule(s, "has it as a player", d))
    rule("effect", "<duration> , <player_subject> gain|gains|have <abilities>", lambda d, s, found: _rule(s, "has it as a player", d))
    rule("effect", "change the text of <object> by replacing all instances of one creature type with <subtypes>", lambda s, subs: _begin(s, (ReplaceWord(("creature type",), "chosen", subs[0]),), None))
    rule("effect", "<duration> , gain control of <object>", lambda d, s: _begin(s, (SetController(YOU),), d))
    rule("effect", "<the_player> gains control of <object> [<duration>]", lambda p, s, d: _begin(s, (SetController(p),), d))
    rule("effect", "<player_subject> <restriction> [<duration>]", lambda s, text, d: _rule(s, text, d))
    rule("effect", "<object> [each] <preds> [<duration>] . the <keyword_name> cost is equal to (its|that card 's|their) mana cost", _its_cost)
    rule("effect", "<object> [each] <preds> [<duration>] . its <keyword_name> cost is equal to its mana cost", _its_cost)
    rule("effect", "change the text of <object> by replacing all instances of one <word_family> with another [<duration>]", lambda s, f, d: _begin(s, (ReplaceWord(f),), d))
    rule("effect", "change the text of <object> by replacing all instances of <word_pair> [<duration>]", lambda s, f, d: _begin(s, (ReplaceWord(f),), d))
    rule("word_family", "creature type", lambda: ("creature type",))
    rule("word_family", "basic land type", lambda: ("basic land type",))
    rule("word_family", "color word", lambda: ("color",))
    rule("word_pair", "one color word with another or one basic land type with another", lambda: ("color", "basic land type"))
    rule("effect", "<duration> , exchange the text boxes of <refs>", lambda d, who: _begin(Only(who), (ExchangeText(),), d))
    rule("action", "<effect>")


def _begin(scope: Scope, mods: Any, duration: Any) -> Any:
    mods = gathered(mods)
    if isinstance(scope, Players):
        return NO
    if duration is None:
        # Without an end only what the text means for good is left to last; a bonus that names none is odd.
        return (Begin(Effect(scope, mods)),)
    return (Begin(Effect(scope, mods, None, duration)),)


def _double(scope: Scope, power: bool, toughness: bool, duration: Any) -> Any:
    """Doubling adds as much as there is when the effect begins."""
    of = scope.ref if isinstance(scope, Only) else Ref("it")
    return _begin(scope, (ModifyPT(Stat("power", of) if power else 0, Stat("toughness", of) if toughness else 0),), duration)


def _for_each(scope: Scope, mods: Any, duration: Any, value: Any) -> Any:
    from layerproof.kb.oracle.marks import scaled

    if len(mods) != 1 or not isinstance(mods[0], ModifyPT):
        return NO
    mod = mods[0]
    if not isinstance(mod.power, int) or not isinstance(mod.toughness, int):
        return NO
    return _begin(scope, (ModifyPT(scaled(mod.power, value), scaled(mod.toughness, value)),), duration)


def _two_durations(scope: Scope, one: Any, first: Any, two: Any, second: Any) -> Any:
    if first != second:
        return NO
    return _begin(scope, one + two, first)


def _its_cost(scope: Scope, mods: Any, duration: Any, word: str) -> Any:
    """Keyword abilities whose cost a second sentence states."""
    from layerproof.kb.model.ability import Keyword
    from layerproof.kb.model.modification import AddAbilities

    if mods != (AddAbilities((Keyword(word),)),):
        return NO
    return _begin(scope, (AddAbilities((Keyword(word, cost="its mana cost"),)),), duration)


def _rule(scope: Scope, text: str, duration: Any) -> Any:
    if text.startswith("may"):
        return NO
    return (Begin(Effect(scope, (RuleEffect(text),), None, duration or NEVER)),)


def _counters(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("action", "put <counter_list> on <put_on>", lambda kinds, on: tuple(PutCounters(k, on, n) for n, k in kinds))
    rule("action", "put <counter_list> on <object> for each <each>", _counters_each)
    rule("action", "move all counters from <ref> onto <ref>", lambda one, two: (MoveCounters(one, two),))
    rule("action", "put a number of <counter_kind> counters on <object> equal to <any_value>", lambda k, on, v: (PutCounters(k, on, v),))
    rule("action", "put that many <counter_kind> counters on <object>", lambda k, on: (PutCounters(k, on, PerPlayer("that many")),))
    rule("counter_list", "<counter_item>", lambda one: (one,))
    rule("counter_list", "<counter_item> and <counter_item>", lambda *all_: all_)
    rule("counter_list", "<counter_item> , <counter_item> , and <counter_item>", lambda *all_: all_)
    rule("counter_item", "<count> [additional] <counter_kind> counter|counters", lambda n, kind: (n, kind))
    rule("action", "remove <count> <counter_kind> counter|counters from <object>", lambda n, k, of: (RemoveCounters(k, of, n),))
    rule("action", "remove all <counter_kind> counters from <object>", lambda k, of: (RemoveCounters(k, of),))
    rule("action", "remove all counters from <object>", lambda of: (RemoveCounters("any", of),))


def _counters_each(kinds: Any, on: Scope, value: Any) -> Any:
    if len(kinds) != 1 or not isinstance(kinds[0][0], int):
        return NO
    from layerproof.kb.oracle.marks import scaled

    return (PutCounters(kinds[0][1], on, scaled(kinds[0][0], value)),)


def _moves(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("action", "destroy <object>", lambda s: (Move(s, "graveyard", "destroy"),))
    rule("action", "exile <a_thing>", lambda ref: (Move(Only(ref), "exile", "exile"),))
    for under in ("", " under your control"):
        rule("action", f"put <a_card> onto the battlefield{under}", lambda ref: (Move(Only(ref), "battlefield", under=YOU),))
        rule("action", f"put <a_card> onto the battlefield tapped{under}", lambda ref: (Move(Only(ref), "battlefield", under=YOU, tapped=True),))
        rule("action", f"return <a_card> to the battlefield{under}", lambda ref: (Move(Only(ref), "battlefield", "return", under=YOU),))
    rule("action", "return <a_card> to your hand", lambda ref: (Move(Only(ref), "hand", "return"),))
    rule("action", "return <a_thing> to its owner 's hand", lambda ref: (Move(Only(ref), "hand", "return"),))
    rule("action", "untap <a_thing>", lambda ref: (SetStatus("untapped", Only(ref)),))
    rule("action", "tap <a_thing>", lambda ref: (SetStatus("tapped", Only(ref)),))
    rule("action", "exile <object>", lambda s: (Move(s, "exile", "exile"),))
    rule("action", "sacrifice <sacrificed>", lambda s: (Move(s, "graveyard", "sacrifice"),))
    rule("sacrificed", "(~|it|them|that creature|that token)", lambda: NO)
    rule("sacrificed", "~", lambda: Only(SELF))
    rule("sacrificed", "it", lambda: Only(IT))
    rule("sacrificed", "<that_noun>", Only)
    rule("action", "return <object> to (its owner's|its owner 's|their owner 's|their owners ') hand|hands", lambda s: (Move(s, "hand", "return"),))
    rule("action", "return <object> to your hand", lambda s: (Move(s, "hand", "return"),))
    for under, who in (("", None), (" under your control", YOU)):
        rule("action", f"return <object> to the battlefield{under}", lambda s, who=who: (Move(s, "battlefield", "return", under=who),))
        rule("action", f"return <object> to the battlefield tapped{under}", lambda s, who=who: (Move(s, "battlefield", "return", under=who, tapped=True),))
        for tapped in (False, True):
            rule(
                "action",
                f"(return|put) <object> (to|onto) the battlefield{' tapped' * tapped}{under} with <counter_list> on it",
                lambda s, kinds, who=who, tapped=tapped: _with_counters(s, kinds, who, tapped),
            )
        rule("action", f"put <object> onto the battlefield{under}", lambda s, who=who: (Move(s, "battlefield", "put", under=who or YOU),))
    rule("action", "return <object> to the battlefield under (its owner 's|their owners '|its owner's) control", lambda s: (Move(s, "battlefield", "return", under=Player("owner", Ref("it"))),))
    rule("action", "return ~ from your graveyard to your hand", lambda: (Move(Only(SELF), "hand", "return"),))
    rule("action", "return ~ from your graveyard to the battlefield", lambda: (Move(Only(SELF), "battlefield", "return"),))
    rule("action", "return ~ from your graveyard to the battlefield tapped", lambda: (Move(Only(SELF), "battlefield", "return", tapped=True),))
    for verb, status in (("tap", "tapped"), ("untap", "untapped"), ("transform", "transformed"), ("convert", "transformed"), ("flip", "flipped")):
        rule("action", f"{verb} <object>", lambda s, status=status: (SetStatus(status, s),))
    rule("action", "turn <object> face down", lambda s: (SetStatus("face_down", s),))
    rule("action", "turn <object> face up", lambda s: (SetStatus("face_up", s),))
    rule("action", "manifest the top card of your library", lambda: (Manifest(),))
    rule("action", "cloak the top card of your library", lambda: (Manifest("cloak"),))
    rule("action", "attach <ref> to <ref>", lambda what, ref: (Attach(what, ref),))
    rule("action", "choose <target>", lambda ref: (Mention(Only(ref)),))
    rule("action", "[<gainer>] get|gets an emblem with <quote>", lambda p, text: (OtherAction(f'emblem: "{text}"', touched(text)),))


def _with_counters(scope: Scope, kinds: Any, who: Player | None, tapped: bool) -> Any:
    counters = tuple(PutCounters(kind, Only(Ref("it")), number) for number, kind in kinds)
    return (Move(scope, "battlefield", "return", under=who, tapped=tapped, counters=counters),)


def _players(grammar: Grammar) -> None:
    rule = grammar.rule
    number = "<any_number>"
    rule("any_number", "<number>")
    rule("damage_source", "~", lambda: SELF)
    rule("damage_source", "it", lambda: IT)
    rule("damage_source", "<that_noun>")
    rule("damage_source", "<target>")
    rule("damage_source", "<host>", lambda _: HOST)
    rule("action", "<fighter> (fights|fight) <fighter>", _fight)
    rule("fighter", "<ref>")
    rule("sentence", "<object> [each] <preds> <duration> and (fights|fight) <fighter>", _and_fights)
    rule("action", "<damage>")
    rule("damage", f"<damage_source> deals|deal {number} damage to <damaged>", lambda src, n, to: _damage(src, n, to))
    rule("action", "<damage_source> deals damage to <damaged> equal to <any_value>", lambda src, to, v: _damage(src, v, to))
    rule("action", "<damage_source> deals damage equal to <any_value> to <damaged>", lambda src, v, to: _damage(src, v, to))
    rule("damaged", "<object>")
    rule("damaged", "<who>", Players)
    rule("who", "you", lambda: YOU)
    rule("who", "each opponent", lambda: Player("opponent"))
    rule("who", "each player", lambda: Player("any"))
    rule("who", "<the_player>")
    rule("gainer", "<who>")
    rule("action", f"[<gainer>] gain|gains {number} life", lambda p, n: (GainLife(n, p or YOU),))
    rule("action", f"<gainer> lose|loses {number} life", lambda p, n: (GainLife(-n if isinstance(n, int) else Minus(n), p),))
    rule("action", "<gainer> lose|loses life equal to <any_value>", lambda p, v: (GainLife(Minus(v), p),))
    rule("any_number", "that much", lambda: PerPlayer("that much"))
    rule("any_number", "that many", lambda: PerPlayer("that many"))
    rule("action", "[<gainer>] gain|gains life equal to <any_value>", lambda p, v: (GainLife(v, p or YOU),))
    rule("action", f"[<gainer>] gain|gains {number} life for each <each>", lambda p, n, v: _each_life(p, n, v, 1))
    rule("action", f"<gainer> lose|loses {number} life for each <each>", lambda p, n, v: _each_life(p, n, v, -1))
    rule("action", "[<gainer>] draw|draws <count> card|cards", lambda p, n: (Draw(n, p or YOU),))
    rule("action", "[<gainer>] draw|draws an additional card", lambda p: (Draw(1, p or YOU),))
    rule("action", "[<gainer>] draw|draws a card for each <each>", lambda p, v: (Draw(v, p or YOU),))
    rule("action", "[<gainer>] draw|draws cards equal to <any_value>", lambda p, v: (Draw(v, p or YOU),))
    rule("action", f"you draw <count> card|cards and [you] lose {number} life", lambda n, m: (Draw(n), GainLife(-m if isinstance(m, int) else Minus(m))))


def _damage(source: Ref, number: Any, to: Scope) -> Any:
    # "Target creature deals damage equal to its power": its own.
    number = rewrite(number, lambda p: source if p == IT and source != IT else p)
    return (Damage(number, to, source),)


def _fight(one: Ref, two: Ref) -> Any:
    return (Together((Damage(Stat("power", one), Only(two), one), Damage(Stat("power", two), Only(one), two))),)


def _and_fights(scope: Scope, mods: Any, duration: Any, other: Ref) -> Any:
    return (*_begin(scope, mods, duration), *_fight(scope.ref, other)) if isinstance(scope, Only) else NO


def _each_life(player: Player | None, number: Any, value: Any, sign: int) -> Any:
    from layerproof.kb.oracle.marks import scaled

    return (GainLife(scaled(sign * number, value), player or YOU),) if isinstance(number, int) else NO


def _joined(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("sentence", "<action>")
    rule("sentence", "<action> (and|, then|, and) <action>", lambda a, b: a + b)
    rule("sentence", "<action> , <action> (, and|, then) <action>", lambda a, b, c: a + b + c)
    rule("sentence", "then <sentence>")
    rule("sentence", "<object> <preds> <duration> and deals <number> damage to <damaged>", _and_deals)
    rule("sentence", "<choice>")
    rule("choice", "<object> gains your choice of <kw_choice> [<duration>]", lambda s, words, d: _choice(s, (), words, d))
    rule("choice", "<object> loses your choice of <kw_choice> [<duration>]", _lose_choice)
    rule("choice", "<duration> , <object> gains your choice of <kw_choice>", lambda d, s, words: _choice(s, (), words, d))
    rule("choice", "<duration> , <object> <preds> and gains your choice of <kw_choice>", lambda d, s, mods, words: _choice(s, mods, words, d))
    rule("sentence", "you and <object_one> [each] gain|have <abilities> [<duration>]", _you_too)
    rule("action", "goad <object>", lambda s: (Begin(Effect(s, (RuleEffect("is goaded"),), None, Until("your next turn"))),))
    rule("choice", "<object> <preds> and gains your choice of <kw_choice> [<duration>]", _choice)
    rule("kw_choice", "<ability_item> or <ability_item>", lambda *all_: all_)
    rule("kw_choice", "<ability_item> , <ability_item> , or <ability_item>", lambda *all_: all_)
    rule("kw_choice", "<ability_item> , <ability_item> , <ability_item> , or <ability_item>", lambda *all_: all_)
    rule("sentence", "you may <sentence>", lambda body: (If(Chose("may"), body),))
    rule("sentence", "you may have <effect>", lambda body: (If(Chose("may"), body),))
    rule("sentence", "you may have <damage>", lambda body: (If(Chose("may"), body),))
    rule("sentence", "<duration> , <open_effect> and <open_effect>", lambda d, one, two: _lasting(d, one + two))
    rule("open_effect", "[you] gain control of <object>", lambda s: _begin(s, (SetController(YOU),), None))
    rule("open_effect", "<object> [each] <preds>", lambda s, mods: _begin(s, mods, None))
    rule("sentence", "if <condition> , <sentence>", lambda c, body: (If(c, body),))
    rule("sentence", "if <condition> , <action> and <action>", lambda c, a, b: (If(c, (*a, *b)),))
    rule("sentence", "<joined> , where x is <any_value>", lambda body, v: with_x(body, v))
    rule("joined", "<action>")
    rule("joined", "<action> (and|, then|, and) <action>", lambda a, b: a + b)
    rule("joined", "you may <action>", lambda body: (If(Chose("may"), body),))
    rule("joined", "if <condition> , <action>", lambda c, body: (If(c, body),))
    rule("action", "<earthbend>")
    rule("sentence", "<sentence_then> if <condition>", lambda body, c: (If(c, body),))
    rule("sentence_then", "<action>")
    rule("sentence", "for each <each> , <action>", lambda *a: NO)


def _lose_choice(scope: Scope, choices: Any, duration: Any) -> Any:
    from layerproof.kb.model.modification import RemoveKeyword

    words = [c[0].keyword for c in choices if len(c) == 1]
    return tuple(If(Chose(word), _begin(scope, (RemoveKeyword(word),), duration)) for word in words)


def _you_too(scope: Scope, abilities: Any, duration: Any) -> Any:
    return (*_begin(scope, (AddAbilities(abilities),), duration), Begin(Effect(Players(YOU), (RuleEffect("has it as a player"),), None, duration or NEVER)))


def _lasting(duration: Any, body: Any) -> Any:
    return tuple(Begin(Effect(each.effect.affects, each.effect.mods, None, duration)) for each in body)


def _choice(scope: Scope, mods: Any, choices: Any, duration: Any) -> Any:
    from layerproof.kb.model.ability import Keyword
    from layerproof.kb.model.modification import AddAbilities

    out: list[Any] = list(_begin(scope, mods, duration)) if mods else []
    for choice in choices:
        if len(choice) != 1 or not isinstance(choice[0], Keyword):
            return NO
        out.append(If(Chose(choice[0].keyword), _begin(scope, (AddAbilities(choice),), duration)))
    return tuple(out)


def _and_deals(scope: Scope, mods: Any, duration: Any, number: Any, to: Scope) -> Any:
    if not isinstance(scope, Only):
        return NO
    return (*_begin(scope, mods, duration), Damage(number, to, scope.ref))


__all__ = ["All", "ControlledBy", "InZone", "Matches", "Not", "OpaqueCondition", "OwnedBy", "THEY", "add_rules", "joined"]
