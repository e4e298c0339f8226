"""Continuous effects that a resolution begins, as sentences with their duration."""

from __future__ import annotations

from layerproof.kb.model.effect import Effect, Only
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.modification import (
    AddAbilities,
    AddTypes,
    BecomeCopy,
    CopyAbilities,
    Modification,
    ModifyPT,
    PreventDamage,
    Regeneration,
    RemoveAllAbilities,
    ReplaceWord,
    SetBasePT,
    SetColors,
    SetController,
    SetSubtypes,
    SetTypes,
    SwitchPT,
)
from layerproof.kb.wording.amounts.values import condition
from layerproof.kb.wording.effects.copy_exceptions import exceptions_text
from layerproof.kb.wording.effects.predicates import Subject, duration_words, predicate
from layerproof.kb.wording.events.replacement_effects import replacing_words
from layerproof.kb.wording.instructions.prevention import prevention_text
from layerproof.kb.wording.nouns.antecedents import Talk, player_said, player_words, scope_words, thing
from layerproof.kb.wording.nouns.noun_phrases import PERMANENT_TYPES
from layerproof.kb.wording.words.english import SELF, doubtful, listed, unmodelled


def effect_text(effect: Effect, talk: Talk) -> tuple[str, Talk]:
    """The sentence by which a resolution begins a continuous effect, and the talk after it.

    effect: with its duration. talk: what the body has said so far. It does not promise the official place of the
    duration where the mark of doubt stands in the result.
    """
    words, many, types, after = scope_words(effect.affects, talk)
    if any(isinstance(mod, AddTypes) and "creature" in mod.types for mod in effect.mods):
        types -= {"creature"}  # what is made a creature was not printed as one, whatever it is now
    until = duration_words(effect.duration)
    until = f" {until}" if until else ""
    first, rest = effect.mods[0], effect.mods[1:]
    match first:
        case SetController(Player("you")):
            text = f"gain control of {words}{until}"
            if rest:
                text = doubtful(f"{text}. It {predicate(Subject('it', False, types, True), rest, talk.render)}{until}")
            return text, after
        case SetController(Player("some_opponent" | "described" as kind, name=name)) if not rest:
            return f"{name if kind == 'described' else 'an opponent'} gains control of {words}{until}", after
        case SetController(Player("owner", Ref("it"))) if not rest:
            return doubtful(f"each player gains control of {words} they own{until}"), after
        case SetController(player) if not rest:
            who = player.name or player_words(player, after)
            return doubtful(f"{who} gains control of {words}{until}"), player_said(player, after)
        case ReplaceWord(family, old, new) if not rest:
            before, behind = ("one" if old == "chosen" else f"the word {old}"), ("another" if new == "chosen" else new)
            kinds = [f"{before} {'color word' if each == 'color' else each} with {behind}" for each in family]
            return f"change the text of {words} by replacing all instances of {listed(kinds, 'or')}{until}", after
        case SwitchPT() if not rest:
            owner, tail = ("the", f" of {words}") if many else (f"{words}'s", "")
            return f"switch {owner} power and toughness{tail}{until}", after
        case Regeneration() if not rest and effect.condition is None:
            return (doubtful(f"regenerate {words}") if many else f"regenerate {words}"), after
        case PreventDamage() if effect.condition is None:
            return prevention_text(first, effect, words), after
        case CopyAbilities(kind, of=Ref("target") as of) if not rest and effect.condition is None and not many:
            other, after = thing(of, after)
            return f"{words} gains all {kind} abilities of {other}{until}", after
        case BecomeCopy(of, exceptions, keep) if not rest:
            other, after = thing(of, after)
            if other == "target card":
                other = "that card"
            text = exceptions_text(exceptions, keep, talk.render)
            full = f"{words} {'become' if many else 'becomes'} a copy of {other}{until}{text}"
            return (doubtful(full) if text and until else full), after
    told = [replacing_words(mod) for mod in effect.mods if not isinstance(mod, PreventDamage | Regeneration)]
    if len(told) == len(effect.mods) and all(told):
        return unmodelled(f"{until.lstrip()}, " * bool(until) + " and ".join(str(each) for each in told)), after
    text = predicate(Subject(words, many, types, True), effect.mods, talk.render)
    where = ""
    for mark in (", where X is ", " for each "):
        if mark in text and '"' not in text:
            text, _, clause = text.partition(mark)
            where = f"{mark}{clause}"
            break
    if until == " until end of turn" and text.startswith("can't ") and len(effect.mods) == 1:
        head, except_, tail = text.partition(" except ")
        return f"{words} {head} this turn{except_}{tail}", after
    full = _when_over(words, text, until, where, effect.mods)
    made = [mod for mod in effect.mods if isinstance(mod, AddTypes)]
    if isinstance(effect.affects, Only) and made and "creature" in made[0].types:
        kept = types & set(PERMANENT_TYPES) - {"creature"} - set(made[0].types)
        if kept == {"land"}:
            full += ". They're still lands" if many else ". It's still a land"
            full = full if words == SELF else doubtful(full)
    if effect.condition is not None:
        full = unmodelled(f"{full} while {condition(effect.condition)}")
    return full, after


def _when_over(words: str, text: str, until: str, where: str, mods: tuple[Modification, ...]) -> str:
    """The sentence with its duration: at the end, but first where what comes before it is long."""
    kinds = {type(mod) for mod in mods}
    granted = sum(len(mod.abilities) for mod in mods if isinstance(mod, AddAbilities))
    shaped = bool(kinds & {AddTypes, SetTypes, SetSubtypes}) and SetBasePT in kinds
    if until and ((RemoveAllAbilities in kinds and len(kinds) > 1) or (shaped and granted > 1)):
        return f"{until.lstrip()}, {words} {text}{where}"
    full = f"{words} {text}{until}{where}"
    plain = kinds <= {ModifyPT, AddAbilities} or kinds <= {SetColors, AddAbilities} or shaped or len(kinds) == 1
    return full if plain else doubtful(full)
