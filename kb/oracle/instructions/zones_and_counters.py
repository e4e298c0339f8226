"""Zones and counters: counters, and objects that change zones or status."""

from __future__ import annotations

from typing import Any

from layerproof.kb.model.effect import Effect, Only, Players, Scope, Several, Until
from layerproof.kb.model.expression import (
    PerPlayer,
    Player,
    Ref,
)
from layerproof.kb.model.instruction import (
    Attach,
    Begin,
    Connive,
    Explore,
    KeywordAction,
    Manifest,
    Move,
    MoveCounters,
    OtherAction,
    PutCounters,
    RemoveCounters,
    SetStatus,
)
from layerproof.kb.model.modification import SetController
from layerproof.kb.notation.restrictions import rule_effect
from layerproof.kb.oracle.bodies.joined_clauses import SAME
from layerproof.kb.oracle.effects.continuous_effects import begin
from layerproof.kb.oracle.words.open_references import IT, SELF, THEY, YOU, Mention, found, scaled
from layerproof.kb.oracle.words.parser import NO, Grammar

DETAINED = rule_effect("is detained")


def add_rules(grammar: Grammar) -> None:
    """Add the rules for `action` that handle counters and objects."""
    _counters(grammar)
    _moves(grammar)


def _counters(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("action", "put <counter_list> on <put_on>", lambda kinds, on: tuple(PutCounters(k, on, n) for n, k in kinds))
    rule("action", "put <counter_list> on <object> for each <each>", _counters_each)
    rule("action", "move all counters from <ref> onto <ref>", lambda one, two: (MoveCounters(one, two),))
    rule(
        "action",
        "put a number of <counter_kind> counters on <object> equal to <any_value>",
        lambda k, on, v: (PutCounters(k, on, v),),
    )
    rule(
        "action",
        "put a number of <counter_kind> counters equal to <any_value> on <object>",
        lambda k, v, on: (PutCounters(k, on, v),),
    )
    rule(
        "action",
        "put that many <counter_kind> counters on <object>",
        lambda k, on: (PutCounters(k, on, PerPlayer("that many")),),
    )
    rule("action", "distribute <count> <counter_kind> counters among <object>", _distributed)
    rule("counter_list", "<counter_item>", lambda one: (one,))
    rule("counter_list", "<counter_item> and <counter_item>", lambda *all_: all_)
    rule("counter_list", "<counter_item> , <counter_item> , and <counter_item>", lambda *all_: all_)
    rule("counter_item", "<count> [additional] <counter_kind> counter|counters", lambda n, kind: (n, kind))
    rule(
        "action",
        "remove <count> <counter_kind> counter|counters from <object>",
        lambda n, k, of: (RemoveCounters(k, of, n),),
    )
    rule("action", "remove all <counter_kind> counters from <object>", lambda k, of: (RemoveCounters(k, of),))
    rule("action", "remove all counters from <object>", lambda of: (RemoveCounters("any", of),))


def _distributed(number: Any, kind: str, among: Scope) -> Any:
    return (OtherAction(f"distribute {kind} counters", ("objects",)), Mention(among))


def _counters_each(kinds: Any, on: Scope, value: Any) -> Any:
    if len(kinds) != 1 or not isinstance(kinds[0][0], int):
        return NO

    return (PutCounters(kinds[0][1], on, scaled(kinds[0][0], value)),)


def _moves(grammar: Grammar) -> None:
    rule = grammar.rule
    rule("action", "destroy <object>", lambda s: (Move(s, "graveyard", "destroy"),))
    rule("action", "counter <object>", lambda s: (Move(s, "graveyard", "counter"),))
    rule("action", "detain <object>", lambda s: (Begin(Effect(s, (DETAINED,), None, Until("your next turn"))),))
    rule("action", "exile <a_thing>", lambda ref: (Move(Only(ref), "exile", "exile"),))
    for under in ("", " under your control"):
        rule(
            "action",
            f"put <a_card> onto the battlefield{under}",
            lambda ref: (Move(Only(ref), "battlefield", under=YOU),),
        )
        rule(
            "action",
            f"put <a_card> onto the battlefield tapped{under}",
            lambda ref: (Move(Only(ref), "battlefield", under=YOU, tapped=True),),
        )
        rule(
            "action",
            f"return <a_card> to the battlefield{under}",
            lambda ref: (Move(Only(ref), "battlefield", "return", under=YOU),),
        )
    rule("action", "return <a_card> to your hand", lambda ref: (Move(Only(ref), "hand", "return"),))
    rule("action", "return <a_thing> to its owner 's hand", lambda ref: (Move(Only(ref), "hand", "return"),))
    rule("action", "untap <a_thing>", lambda ref: (SetStatus("untapped", Only(ref)),))
    rule("action", "tap <a_thing>", lambda ref: (SetStatus("tapped", Only(ref)),))
    rule("action", "exile <a_card>", lambda ref: (Move(Only(ref), "exile", "exile"),))
    rule("action", "exile <object>", lambda s: (Move(s, "exile", "exile"),))
    rule("action", "sacrifice <sacrificed>", lambda s: (Move(s, "graveyard", "sacrifice"),))
    rule("sacrificed", "(them|those tokens|the tokens)", lambda: Only(THEY))
    rule("sacrificed", "~", lambda: Only(SELF))
    rule("sacrificed", "it", lambda: Only(IT))
    rule("sacrificed", "<that_noun>", Only)
    rule(
        "action",
        "return <object> to (its owner's|its owner 's|their owner 's|their owners ') hand|hands",
        lambda s: (Move(s, "hand", "return"),),
    )
    rule("action", "return <object> to your hand", lambda s: (Move(s, "hand", "return"),))
    for under, who in (("", None), (" under your control", YOU)):
        rule(
            "action",
            f"return <object> to the battlefield{under}",
            lambda s, who=who: (Move(s, "battlefield", "return", under=who),),
        )
        rule(
            "action",
            f"return <object> to the battlefield tapped{under}",
            lambda s, who=who: (Move(s, "battlefield", "return", under=who, tapped=True),),
        )
        for tapped in (False, True):
            rule(
                "action",
                f"(return|put) <object> (to|onto) the battlefield{' tapped' * tapped}{under} with <counter_list> on it",
                lambda s, kinds, who=who, tapped=tapped: _with_counters(s, kinds, who, tapped),
            )
        rule(
            "action",
            f"put <object> onto the battlefield{under}",
            lambda s, who=who: (Move(s, "battlefield", "put", under=who or YOU),),
        )
    rule(
        "action",
        "return <object> to the battlefield under (its owner 's|their owners '|its owner's) control",
        lambda s: (Move(s, "battlefield", "return", under=Player("owner", Ref("it"))),),
    )
    rule("action", "return ~ from your graveyard to your hand", lambda: (_back("hand"),))
    rule(
        "action",
        "return ~ from your graveyard to the battlefield",
        lambda: (_back("battlefield"),),
    )
    rule(
        "action",
        "return ~ from your graveyard to the battlefield tapped",
        lambda: (_back("battlefield", True),),
    )
    for verb, status in (
        ("tap", "tapped"),
        ("untap", "untapped"),
        ("transform", "transformed"),
        ("convert", "transformed"),
        ("flip", "flipped"),
    ):
        rule("action", f"{verb} <object>", lambda s, status=status: (SetStatus(status, s),))
    rule("action", "turn <object> face down", lambda s: (SetStatus("face_down", s),))
    rule("action", "turn <object> face up", lambda s: (SetStatus("face_up", s),))
    rule("action", "manifest the top card of your library", lambda: (Manifest(),))
    rule("action", "cloak the top card of your library", lambda: (Manifest("cloak"),))
    rule("action", "attach <ref> to <ref>", lambda what, ref: (Attach(what, ref),))
    for words in ("the ring tempts you", "it becomes night", "it becomes day"):
        rule("action", words, lambda words=words: (KeywordAction(words.replace("ring", "Ring")),))
    rule("action", "manifest dread", lambda: (KeywordAction("manifest dread"), Mention(Only(Ref("made")))))
    rule("action", "<object> (is|are|'s|'re) no longer suspected", lambda s: (SetStatus("unsuspected", s),))
    rule("action", "untaps <object>", lambda s: (SetStatus("untapped", s),))
    rule("action", "puts <counter_list> on <put_on>", lambda kinds, on: _put_by(SAME, kinds, on))
    rule("action", "<the_player> puts <counter_list> on <object>", _put_by)
    rule("action", "gains control of <object> [<duration>]", lambda s, d: begin(s, (SetController(SAME),), d))
    rule(
        "action",
        "<the_player> untaps <object> and gains control of it",
        lambda p, s: (SetStatus("untapped", s), *begin(s, (SetController(p),), None)),
    )
    out = "it is removed from combat"
    rule("action", "remove <object> from combat", lambda s: (OtherAction(out, ("objects",)), Mention(s)))
    rule("action", "<object> explores|explore", lambda s: _one_of(s, Explore, "it explores"))
    rule("action", "<object> connives|connive", lambda s: _one_of(s, Connive, "it connives"))
    # Another target that only the words of an effect speak of is a target all the same.
    for verb in ("attack", "block"):
        rule("action", f"<object> {verb}s <target> <duration>", lambda s, ref, d, v=verb: _has_to(v, s, Only(ref), d))
        player = f"<object> {verb}s <target_player> <duration>"
        rule("action", player, lambda s, p, d, v=verb: _has_to(v, s, Players(p), d))
    rule("action", "choose <target> and <target>", lambda one, two: (Mention(Only(one)), Mention(Only(two))))
    rule("action", "choose any number of <thing>", lambda thing: (Mention(Several("chosen")),) if thing.many else NO)
    rule("action", "choose <target>", lambda ref: (Mention(Only(ref)),))


def _back(to: str, tapped: bool = False) -> Move:
    """The source goes back from its owner's graveyard; where it is elsewhere, it stays there."""
    return Move(Only(SELF), to, "return", tapped=tapped, out_of="graveyard")


def _put_by(player: Player, kinds: Any, on: Scope) -> Any:
    """A player, who need not be the controller of the ability, puts counters; NO where "it" may be what tells who."""
    if player.of is not None and found(on, lambda part: part == IT):
        return NO
    return tuple(PutCounters(kind, on, number, player) for number, kind in kinds)


def _has_to(verb: str, scope: Scope, at: Scope, duration: Any) -> Any:
    """The requirement that an object attacks or blocks another target; NO for what it is not required to do."""
    if duration not in (Until("end of turn"), Until("end of combat")) or not isinstance(scope, Only):
        return NO
    return (*begin(scope, (rule_effect(f"{verb}s that target if able"),), duration), Mention(at))


def _one_of(scope: Scope, action: Any, words: str) -> Any:
    """A keyword action of the one object that a scope names; of several it is only named."""
    return (action(scope.ref), Mention(scope)) if isinstance(scope, Only) else (KeywordAction(words), Mention(scope))


def _with_counters(scope: Scope, kinds: Any, who: Player | None, tapped: bool) -> Any:
    counters = tuple(PutCounters(kind, Only(Ref("it")), number) for number, kind in kinds)
    return (Move(scope, "battlefield", "return", under=who, tapped=tapped, counters=counters),)
