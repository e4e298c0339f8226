"""Tokens and copies that a text makes, and the exceptions of copies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import Compare, ExiledWith, PerPlayer, Player, Ref, State, X
from layerproof.kb.model.instruction import Begin, CopySpell, CreateCopyToken, CreateToken, ForEach
from layerproof.kb.model.keyword_action import Choose
from layerproof.kb.model.modification import (
    AddAbilities,
    AddTypes,
    BecomeCopy,
    Modification,
    RemoveKeyword,
    RemoveTypes,
    SetBasePT,
    SetColors,
    SetName,
    SetSubtypes,
    SetTypes,
)
from layerproof.kb.oracle.bodies.quoted_abilities import quoted
from layerproof.kb.oracle.effects.predicates import with_x
from layerproof.kb.oracle.effects.static_sentences import all_of
from layerproof.kb.oracle.nouns.described_objects import Kind, gathered
from layerproof.kb.oracle.words.lexicon import family
from layerproof.kb.oracle.words.open_references import THEY, YOU, Thing, joined
from layerproof.kb.oracle.words.parser import NO, Grammar, Parse

ALL_COLORS = ("white", "blue", "black", "red", "green")
# Tokens whose characteristics the rules give: name, then the quoted text of its ability.
_PREDEFINED = {
    "food": ("Food", "{2}, {T}, Sacrifice ~: You gain 3 life."),
    "blood": ("Blood", "{1}, {T}, Discard a card, Sacrifice ~: Draw a card."),
    "clue": ("Clue", "{2}, Sacrifice ~: Draw a card."),
    "treasure": ("Treasure", "{T}, Sacrifice ~: Add one mana of any color."),
    "powerstone": ("Powerstone", "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell."),
    "map": ("Map", "{1}, {T}, Sacrifice ~: Target creature you control explores. Activate only as a sorcery."),
    "junk": (
        "Junk",
        "{T}, Sacrifice ~: Exile the top card of your library. You may play that card this turn. Activate only as a "
        "sorcery.",
    ),
    "lander": (
        "Lander",
        "{2}, {T}, Sacrifice ~: Search your library for a basic land card, put it onto the battlefield tapped, then "
        "shuffle.",
    ),
    "gold": ("Gold", "Sacrifice ~: Add one mana of any color."),
}


def add_rules(grammar: Grammar) -> None:
    """Add the rules for creating tokens and for copies with exceptions."""
    rule = grammar.rule
    _described(grammar)
    rule("action", "[<maker>] create|creates <new_token>", _created)
    rule("action", "[<maker>] create|creates <new_token> for each <each>", _created_each)
    rule(
        "action",
        "[<maker>] create|creates <new_token> , where x is <any_value>",
        lambda p, made, v: _created(p, with_x(made, v)),
    )
    # The comma may stand within the quotation before.
    rule("action", "[<maker>] create|creates <quoted_token> where x is <any_value>", lambda p, t, v: _of_x(p, t, v))
    rule("maker", "<who>")
    number = "a number of [<supertype>] [<size>] [<colors>] <kind> tokens"
    rule(
        "action",
        f"[<maker>] create|creates {number} equal to <any_value>",
        lambda p, s, z, c, k, v: _numbered(p, s, z, c, k, None, v),
    )
    rule("action", f"[<maker>] create|creates {number} with <token_abilities> equal to <any_value>", _numbered)
    rule("new_token", "a|an token that's|that 's a copy of <ref>", lambda ref: ("copy", ref, 1, ((), ()), False))
    rule("new_token", "a tapped token that's|that 's a copy of <ref>", lambda ref: ("copy", ref, 1, ((), ()), True))
    rule(
        "new_token", "<number> tapped tokens that are copies of <ref>", lambda n, ref: ("copy", ref, n, ((), ()), True)
    )
    rule("new_token", "<number> tokens that are copies of <ref>", lambda n, ref: ("copy", ref, n, ((), ()), False))
    rule(
        "new_token",
        "a|an token that's|that 's a copy of <ref> [,] except <exceptions>",
        lambda ref, ex: ("copy", ref, 1, ex, False),
    )
    rule(
        "new_token",
        "<number> tokens that are copies of <ref> , except <exceptions>",
        lambda n, ref, ex: ("copy", ref, n, ex, False),
    )
    rule(
        "new_token",
        "a tapped token that's|that 's a copy of <ref> , except <exceptions>",
        lambda ref, ex: ("copy", ref, 1, ex, True),
    )
    exiled = "a|an token that's|that 's a copy of <exiled_card>"
    rule("new_token", exiled, lambda ref: ("copy", ref, 1, ((), ()), False))
    rule("new_token", f"{exiled} , except <exceptions>", lambda ref, ex: ("copy", ref, 1, ex, False))

    @grammar.primitive("exiled_card")
    def exiled_card(parse: Parse, at: int) -> Iterator[tuple[Ref, int]]:
        # "A creature card exiled with" the source: one that is chosen as the ability resolves.
        if parse.word(at) in ("a", "an"):
            for thing, end in parse.at("core", at + 1):
                if not thing.many and parse.words[end : end + 3] in (["exiled", "with", "~"], ["exiled", "with", "it"]):
                    exiled = joined((*thing.filters, ExiledWith()))
                    if parse.words[end + 3 : end + 6] == ["with", "mana", "value"] and parse.word(end + 6) == "x":
                        costing = joined((exiled, Compare("mana_value", "=", X())))
                        yield Ref("?C", parse.choice(at, Choose(costing, zone="exile"))), end + 7
                        return
                    yield Ref("?C", parse.choice(at, Choose(exiled, zone="exile"))), end + 3

    @grammar.primitive("quoted_token")
    def quoted_token(parse: Parse, at: int) -> Iterator[tuple[Any, int]]:
        for made, end in parse.at("new_token", at):
            if parse.word(end - 1) == '"' and parse.tokens[end - 1].raw.endswith(","):
                yield made, end

    for lead in ("a tapped and attacking token that's", "a tapped and attacking token that 's"):
        rule("new_token", f"{lead} a copy of <ref>", lambda ref: ("attacking", ref, 1, ((), ()), True))
        rule("new_token", f"{lead} a copy of <ref> , except <exceptions>", lambda r, ex: ("attacking", r, 1, ex, True))
    both = "<number> tokens that are copies of <ref> and that are tapped and attacking"
    rule("new_token", both, lambda n, ref: ("attacking", ref, n, ((), ()), True))
    rule(
        "action",
        "for each <thing> , create a token that's|that 's a copy of <each_one> [, except <exceptions>]",
        lambda thing, _, ex: _for_each(thing, ex),
    )
    rule(
        "action",
        "for each of (them|those creatures) , "
        "create a token that's|that 's a copy of <each_one> [, except <exceptions>]",
        lambda _, ex: (ForEach(Only(THEY), (CreateCopyToken(Ref("it"), *(ex or ((),))[:1]),)),),
    )
    rule("each_one", "(it|that creature|that permanent|that artifact|that card)", lambda: 1)
    number_of = "for each <each> , [<maker>] create|creates <new_token>"
    rule("action", number_of, lambda v, p, made: _created_each(p, made, v))
    sized = "[<maker>] create|creates a|an [<colors>] <kind> token with"
    rule(
        "action",
        f"{sized} power equal to <any_value> and toughness equal to <any_value>",
        lambda p, c, k, one, two: _created(p, _token(1, None, (one, two), c, k, None, None, False)),
    )
    rule(
        "action",
        f"{sized} [base] power and toughness each equal to <any_value>",
        lambda p, c, k, v: _created(p, _token(1, None, (v, v), c, k, None, None, False)),
    )
    for word in _PREDEFINED:
        rule("new_token", f"<count> {word} token|tokens", lambda n, word=word: ("known", word, n, None, False))
        rule("new_token", f"a tapped {word} token", lambda word=word: ("known", word, 1, None, True))
    rule("action", "copy <ref>", lambda ref: (CopySpell(ref),))
    rule("action", "copy <ref> , except <exceptions>", lambda ref, ex: (CopySpell(ref, ex[0]),))
    rule("action", "copy <ref> , except that the copy <copy_pred>", lambda ref, ex: (CopySpell(ref, ex),))
    rule("copy_pred", "is <colors>", lambda colors: (SetColors(colors),))
    _exceptions(grammar)


def _described(grammar: Grammar) -> None:
    """`two 1/1 white Soldier creature tokens with flying`."""
    rule = grammar.rule
    head = "<count> [tapped] [<supertype>] [<size>] [<colors>] <kind> token|tokens"
    plain = "<count> tapped [<supertype>] [<size>] [<colors>] <kind> token|tokens"
    for pattern, tapped in ((head.replace("[tapped] ", ""), False), (plain, True)):

        def build(
            n: Any,
            sup: Any,
            size: Any,
            colors: Any,
            kind: Kind,
            more: Any = None,
            name: Any = None,
            tapped: bool = tapped,
        ) -> Any:
            return _token(n, sup, size, colors, kind, more, name, tapped)

        rule("new_token", pattern, build)
        rule("new_token", f"{pattern} with <token_abilities>", build)
        if not tapped:
            for words in ("that's", "that 's", "that are"):
                rule("new_token", f"{pattern} {words} tapped and attacking", lambda *made: _attacking(build(*made)))
        rule(
            "new_token",
            f"{pattern} named <card_name>",
            lambda n, s, z, c, k, name, t=tapped: _token(n, s, z, c, k, None, name, t),
        )
        rule(
            "new_token",
            f"{pattern} named <card_name> with <token_abilities>",
            lambda n, s, z, c, k, name, more, t=tapped: _token(n, s, z, c, k, more, name, t),
        )
        rule(
            "new_token",
            f"{pattern} with <token_abilities> named <card_name>",
            lambda n, s, z, c, k, more, name, t=tapped: _token(n, s, z, c, k, more, name, t),
        )
    rule(
        "new_token",
        "<card_name> , a|an [<supertype>] [<size>] [<colors>] <kind> token [with <token_abilities>]",
        lambda name, sup, size, colors, kind, more: _token(1, sup, size, colors, kind, more, name, False),
    )
    rule("token_abilities", "<own_ability_item>")
    rule(
        "new_token",
        "<count> [<size>] <kind> token|tokens that's|that 's|that are all colors",
        lambda n, size, kind: _token(n, None, size, ALL_COLORS, kind, None, None, False),
    )
    rule("token_abilities", "<own_ability_item> (and|, and) <own_ability_item>", lambda a, b: a + b)
    rule(
        "token_abilities",
        "<own_ability_item> , <own_ability_item> (, and|and) <own_ability_item>",
        lambda a, b, c: a + b + c,
    )
    rule(
        "token_abilities",
        "<own_ability_item> , <own_ability_item> , <own_ability_item> , and <own_ability_item>",
        lambda *all_: sum(all_, ()),
    )


def _token(number: Any, sup: Any, size: Any, colors: Any, kind: Kind, more: Any, name: Any, tapped: bool) -> Any:
    if size is not None and (size[0] is None or size[1] is None):
        return NO
    supertypes = (*((sup,) if sup else ()), *kind.supertypes)
    power, toughness = size or (None, None)
    if not kind.types:
        return NO
    token = CreateToken(
        types=kind.types, power=power, toughness=toughness, subtypes=kind.subtypes, supertypes=supertypes,
        colors=colors or (), name=name, abilities=tuple(more or ()), number=number, tapped=tapped,
    )  # fmt: skip
    return ("token", token, number, None, tapped)


def _attacking(made: Any) -> Any:
    """Tokens that enter tapped and attacking."""
    if made is NO:
        return NO
    what, token, number, exceptions, _ = made
    fields = {field: getattr(token, field) for field in token.__struct_fields__}
    return what, CreateToken(**{**fields, "tapped": True, "attacking": True}), number, exceptions, True


def _created(player: Player | None, made: Any) -> Any:
    what, thing, number, exceptions, tapped = made
    who = player or YOU
    if what in ("copy", "attacking"):
        return (CreateCopyToken(thing, exceptions[0], number, who, tapped, what == "attacking"),)
    if what == "known":
        return (_predefined(thing, number, who, tapped),)
    return (_with(thing, number, who),)


def _for_each(thing: Thing, exceptions: Any) -> Any:
    scope = all_of(thing)
    if scope is NO or thing.many:
        return NO
    return (ForEach(scope, (CreateCopyToken(Ref("it"), (exceptions or ((),))[0]),)),)


def _numbered(player: Any, sup: Any, size: Any, colors: Any, kind: Kind, more: Any, value: Any) -> Any:
    made = _token(value, sup, size, colors, kind, more, None, False)
    return NO if made is NO else _created(player, made)


def _with(token: CreateToken, number: Any, player: Player) -> CreateToken:
    fields = {field: getattr(token, field) for field in token.__struct_fields__}
    return CreateToken(**{**fields, "number": number, "player": player})


def _predefined(word: str, number: Any, player: Player, tapped: bool) -> CreateToken:
    name, text = _PREDEFINED[word]
    return CreateToken(
        ("artifact",), subtypes=(name,), abilities=quoted(text), number=number, player=player, tapped=tapped
    )


def _of_x(player: Player | None, made: Any, value: Any) -> Any:
    return _created(player, with_x(made, value))


def _created_each(player: Player | None, made: Any, value: Any) -> Any:
    what, thing, number, exceptions, tapped = made
    if number != 1:
        return NO
    return _created(player, (what, thing, value, exceptions, tapped))


def _exceptions(grammar: Grammar) -> None:
    """What follows "except": modifications of the copied values, and characteristics that are kept."""
    rule = grammar.rule
    rule("exceptions", "<exception>")
    rule("exceptions", "<exception> <more_exceptions>", _both)
    rule("more_exceptions", "(and|, and) <exception>")
    rule("more_exceptions", ", <exception> <more_exceptions>", _both)
    rule("copied_thing", "(it|that token|the token|that creature|its controller|this permanent|they)", lambda: 1)
    rule("copied_thing", "(the copy|he|she|the tokens|those tokens|the copies)", lambda: 1)
    rule("exception", "[<copied_thing>] <exception_pred>", lambda _, found: found)
    pred = "exception_pred"
    rule(pred, "(is|'s|are|'re) <shape>", lambda mods: (mods, ()))
    rule(pred, "(is|'s) a|an <supertype> <subtypes> named <card_name>", _of_a_name)
    rule(pred, "(is|'s|are|'re) <size>", lambda size: ((SetBasePT(*size),), ()))
    rule(pred, "(is|'s|are|'re) <colors>", lambda colors: ((SetColors(colors),), ()))
    both = ("legendary", "snow")
    rule(pred, "(is|'s) legendary and snow in addition to its other types", lambda: ((AddTypes(supertypes=both),), ()))
    rule(
        pred,
        "(is|'s|are) legendary [in addition to its other types]",
        lambda: ((AddTypes(supertypes=("legendary",)),), ()),
    )
    rule(
        pred,
        "(has|have|gains|gain) <abilities> and (is|'s) not legendary",
        lambda found: ((AddAbilities(found), RemoveTypes(supertypes=("legendary",))), ()),
    )
    rule(pred, "is <size> and has|have <abilities>", lambda size, found: ((SetBasePT(*size), AddAbilities(found)), ()))
    rule(
        pred,
        "(isn't|'s not|aren't|are not|is not|'re not) legendary",
        lambda: ((RemoveTypes(supertypes=("legendary",)),), ()),
    )
    rule("spell_ref", "(the spell|that spell|that creature|the creature|it|that token|the permanent)", lambda: 1)
    rule(
        pred,
        "(isn't|'s not) legendary if <spell_ref> (is|'s) legendary",
        lambda ref: ((RemoveTypes(supertypes=("legendary",)),), ()),
    )
    rule(pred, "(isn't|'s not|isn't) (a|an) <type_word>", lambda word: ((RemoveTypes(types=(word,)),), ()))
    rule(pred, "(has|have|gains|gain) <abilities>", lambda found: ((AddAbilities(found),), ()))
    rule(pred, "(has|have) <base>", lambda mods: (mods, ()))
    rule(pred, "(loses|lose) <keyword_name>", lambda word: ((RemoveKeyword(word),), ()))
    rule(pred, "(has|have) <abilities> and this ability", lambda found: ((AddAbilities(found),), ("this ability",)))
    rule(pred, "(has|have) this ability and <abilities>", lambda found: ((AddAbilities(found),), ("this ability",)))
    rule(pred, "(is|'s) <shape> (and|, and it) loses all other card types", _only_types)
    rule(pred, "(has|have) this ability", lambda: ((), ("this ability",)))
    rule(pred, "(doesn't|don't) copy that (creature|permanent) 's color", lambda: ((), ("color",)))
    rule("exception", "(its|his|her) name is <card_name>", lambda name: ((SetName(name),), ()))
    rule(pred, "(has|have) (~ 's|its) other abilities", lambda: ((), ("other abilities",)))
    rule(
        "exception", "it 's a|an <subtypes> artifact with <abilities> and it loses all other card types", _only_artifact
    )
    rule("exception", "(its|his|her) name is ~", lambda: ((SetName("~"),), ()))
    rule(
        "exception",
        "its power and toughness are equal to ~ 's power and toughness",
        lambda: ((), ("power", "toughness")),
    )


def _of_a_name(supertype: str, subtypes: Any, name: str) -> Any:
    if {family(word) for word in subtypes} != {"creature"}:
        return NO
    return (AddTypes(supertypes=(supertype,)), SetSubtypes(subtypes, "creature"), SetName(name)), ()


def _only_artifact(subtypes: Any, abilities: Any) -> Any:
    """A copy that is an artifact of these artifact types alone (rule key type.set)."""
    if {family(word) for word in subtypes} != {"artifact"}:
        return NO
    return (SetTypes(("artifact",)), SetSubtypes(subtypes, "artifact"), AddAbilities(abilities)), ()


def _only_types(mods: Any) -> Any:
    """A copy that loses the card types it is not said to have: those that it is said to have stand alone already."""
    return (mods, ()) if any(isinstance(mod, SetTypes) for mod in mods) else NO


def _both(one: Any, two: Any) -> Any:
    return gathered((*one[0], *two[0])), (*one[1], *two[1])


__all__ = ["Begin", "BecomeCopy", "Effect", "Modification", "Only", "PerPlayer", "Ref", "State", "add_rules"]
