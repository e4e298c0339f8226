"""Static abilities as sentences."""

from __future__ import annotations

from layerproof.kb.model.ability import Static
from layerproof.kb.model.effect import All, Effect, Only, Players, Scope, Union
from layerproof.kb.model.expression import Condition, Is, Matches, Player, Ref, Value
from layerproof.kb.model.modification import (
    AddTypes,
    DefinePT,
    ModifyPT,
    RemoveAllAbilities,
    RuleEffect,
    SetBasePT,
    SetController,
    SetSubtypes,
)
from layerproof.kb.model.permissions.abilities_of_players import is_shield
from layerproof.kb.wording.amounts.values import condition, quantity
from layerproof.kb.wording.effects.predicates import Subject, predicate
from layerproof.kb.wording.events.replacement_effects import replacing_words
from layerproof.kb.wording.granted_abilities import Render
from layerproof.kb.wording.nouns.noun_phrases import noun, player_name
from layerproof.kb.wording.words.english import SELF, capital, doubtful, sentence, unmodelled

# The one rule effect that today's templating words for the controller.
_UNBLOCKED = "may assign combat damage as though it weren't blocked"


def static_text(ability: Static, host: str, types: frozenset[str], render: Render) -> str:
    """The sentences of a static ability.

    host: what the object is attached to, `enchanted creature`. types: the card types of the object itself. render:
    the text of a granted ability.
    """
    held = ability.condition or _shared(ability)
    if isinstance(held, Matches) and held.ref == Ref("host"):
        known = noun(held.filter)
        host_types = known.types | frozenset(known.heads)
        inner = render
        render = lambda one, kinds: inner(one, kinds | host_types)  # noqa: E731
    parts = [_effect(effect, host, types, render) for effect in ability.effects]
    text = _while(" ".join(sentence(part) for part in parts), held, host)
    elsewhere = ability.zones != ("battlefield",) and not ability.cda and "can't be countered" not in text
    odd = elsewhere or len(parts) > 1 or held == Matches(Ref("host"), Is("type", "creature"))
    return doubtful(text) if odd else text


def _shared(ability: Static) -> Condition | None:
    conditions = {effect.condition for effect in ability.effects}
    return next(iter(conditions)) if len(conditions) == 1 else None


def _while(text: str, held: Condition | None, host: str) -> str:
    if held is None:
        return text
    words = condition(held, host)
    if words == "it's your turn":
        return f"During your turn, {_lower(text)}"
    if SELF in words or (host and host in words):
        first = text
        if host and text.startswith(capital(host)):
            first = ("it" + text[len(host) :]).replace("it is ", "it's ").replace("it isn't", "it isn't")
        return f"As long as {words}, {_lower(first)}".replace(f", {SELF} is ", ", it's ")
    return f"{text.removesuffix('.')} as long as {words}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


_PLAYERS = {
    "you": "you", "any": "players", "opponent": "your opponents", "defending": "defending player",
}  # fmt: skip


def _effect(effect: Effect, host: str, types: frozenset[str], render: Render) -> str:
    first = effect.mods[0]
    if (
        isinstance(first, RuleEffect)
        and is_shield(first)
        and effect.affects == Players(Player("you"))
        and len(effect.mods) in (1, 3)
    ):
        # Protection also prevents damage and keeps Auras off.
        return f"you have {first.gloss.removeprefix('has ')}"
    events = [replacing_words(mod) for mod in effect.mods]
    if any(events):
        return unmodelled("; ".join(each for each in events if each))
    if isinstance(first, DefinePT):
        return _define(first.power, first.toughness)
    if isinstance(first, SetController) and first.player == Player("you") and len(effect.mods) == 1:
        subject, _ = _subject(effect.affects, effect, host, types)
        return f"you control {subject.words}"
    if isinstance(effect.affects, Players):
        player = effect.affects.player
        who = _PLAYERS.get(player.kind) or player_name(player)
        gloss = first.gloss if isinstance(first, RuleEffect) else ""
        if gloss == "no maximum hand size":
            return f"{who} have {gloss}"
        if gloss == "can't play lands":
            return f"{who} {gloss}"
        return unmodelled(f"{who} {gloss}")
    subject, _ = _subject(effect.affects, effect, host, types)
    if effect.mods == (RuleEffect(_UNBLOCKED),) and not subject.many:
        return f"you may have {subject.words} {_UNBLOCKED.replace('may assign', 'assign its')}"
    text = predicate(subject, effect.mods, render)
    if isinstance(effect.affects, All) and any(_uncertain_for_all(mod, effect) for mod in effect.mods):
        text = doubtful(text)
    animated = any(isinstance(mod, AddTypes) and "creature" in mod.types for mod in effect.mods)
    if animated and any(isinstance(mod, SetBasePT) for mod in effect.mods) and _lands(effect.affects):
        text += " that are still lands" if subject.many else ". It's still a land"
    return f"{subject.words} {text}"


def _uncertain_for_all(mod: object, effect: Effect) -> bool:
    """Whether today's templating may word this for many objects as `each` or with `all` and without."""
    if isinstance(mod, AddTypes):
        return not mod.types
    if isinstance(mod, ModifyPT):
        return "chosen type" in noun(effect.affects.filter).singular() if isinstance(effect.affects, All) else False
    return mod == RemoveAllAbilities() and len(effect.mods) == 1


def _lands(scope: Scope) -> bool:
    """Whether a scope says lands, by card type or by one basic land type."""
    phrase = noun(scope.filter) if isinstance(scope, All) else None
    basic = {"Plains", "Island", "Swamp", "Mountain", "Forest"}
    return phrase is not None and (phrase.heads == ("land",) or (len(phrase.heads) == 1 and phrase.heads[0] in basic))


def _define(power: Value | None, toughness: Value | None) -> str:
    if power is not None and power == toughness:
        return f"{SELF}'s power and toughness are each equal to {quantity(power)}"
    if power is None and toughness is not None:
        return f"{SELF}'s toughness is equal to {quantity(toughness)}"
    if toughness is None and power is not None:
        return f"{SELF}'s power is equal to {quantity(power)}"
    if power is not None and toughness is not None:
        one = quantity(power)
        two = quantity(toughness).replace(one, "that number")
        return f"{SELF}'s power is equal to {one} and its toughness is equal to {two}"
    return doubtful("")


def _subject(scope: Scope, effect: Effect, host: str, types: frozenset[str]) -> tuple[Subject, bool]:
    match scope:
        case Only(ref):
            if ref.kind == "host":
                kinds = frozenset(host.split()[1:])
                return Subject(host, False, kinds), False
            if ref.kind == "self":
                made = any(isinstance(mod, AddTypes) and "creature" in mod.types for mod in effect.mods)
                return Subject(SELF, False, types - {"creature"} if made else types), False
            return Subject(doubtful("that permanent"), False), False
        case Union((Only(Ref("self")), Only(Ref("paired")))):
            return Subject("both creatures", True, frozenset({"creature"})), True
        case All(filter_, ("hand",)) if "you own" in (held := noun(filter_, ("hand",)).all()):
            return Subject(doubtful(held.replace("you own", "in your hand")), True), True
        case All(filter_, zones):
            phrase = noun(filter_, zones)
            single = any(isinstance(mod, AddTypes) and mod.subtypes for mod in effect.mods) and not any(
                isinstance(mod, SetBasePT | SetSubtypes) for mod in effect.mods
            )
            if single and "creature" not in phrase.types:
                return Subject(phrase.each(), False, phrase.types), False
            slivers = not phrase.other and phrase.before and phrase.heads == ("creature",) and not phrase.after
            everyone = slivers and phrase.before[-1][:1].isupper()
            return Subject(f"all {phrase.some()}" if everyone else phrase.all(), True, phrase.types), True
        case _:
            return Subject(unmodelled("those objects"), True), True


__all__ = ["static_text"]
