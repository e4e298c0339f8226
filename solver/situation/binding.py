"""Binding: what a resolution fills in when a continuous effect begins (rule keys effect.fixed_value,
effect.fixed_set)."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import expression as e
from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import RESOLVING, Ability, Keyword
from layerproof.kb.model.effect import All, Duration, Effect, Only, Players, Scope, Several, Union, Until, While
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import InForce
from layerproof.solver.layers.changing import Granted, work_out
from layerproof.solver.layers.choosing import chosen
from layerproof.solver.layers.copiable import copied_card
from layerproof.solver.layers.reading import players, refer_any
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.speaking import speaks_of_objects
from layerproof.solver.layers.values import affected, evaluate, holds, several
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.makers import take_maker

replace = msgspec.structs.replace
THIS_ABILITY = Keyword("this ability")
# Ends that the timeline is not followed to.
_NOT_FOLLOWED = frozenset(
    {
        "your next upkeep", "end of your next upkeep", "its next upkeep", "your next end step", "next end step",
        "source is cast", "perpetual",
    }
)  # fmt: skip
_POINTERS = ("target", "that", "chosen", "made", "moved", "granter", "top_of_graveyard", "top_of_library", "linked")


def begin_effect(game: Game, effect: Effect, source: Source, origin: str, this: Ability | None = None) -> None:
    """Begin a continuous effect of a resolving spell or ability.

    The affected objects are those of now; values are worked out once; chosen words are filled in; what the text points
    at is fixed by identifier. Nothing is created for an effect on no object. this: the ability that resolves.
    """
    scene = game.scene()
    if effect.condition is not None and _unsteady(effect.condition):
        raise Undecided("an effect with a condition of its own is not modelled")
    parts = _parts(game, effect)
    if len(parts) > 1:
        for part in parts:
            begin_effect(game, part, source, origin, this)
        return
    objects = affected(effect.affects, scene, source)
    if isinstance(effect.affects, All | Union) and _limited(effect):
        # Each object has a shield of its own (rule key prevention.several_shields).
        if isinstance(effect.affects, Union) and any(isinstance(each, Players) for each in effect.affects.scopes):
            raise Undecided("a shield of a player together with others is not modelled")
        for each in objects:
            begin_effect(game, replace(effect, affects=Only(e.Ref("object", each))), source, origin, this)
        return
    rules_only = all(isinstance(mod, m.RuleEffect | m.Replace | m.Cant) for mod in effect.mods)
    unfixed = all(isinstance(mod, m.RuleEffect | m.Replace | m.Cant | m.PreventDamage) for mod in effect.mods)
    if rules_only or (unfixed and (not isinstance(effect.affects, Only) or _a_player(effect.affects, scene, source))):
        _begin_rule(game, effect, scene, source, origin)
        return
    if not objects or isinstance(effect.affects, Players):
        return
    duration = effect.duration
    if isinstance(duration, While) and not holds(duration.condition, scene, source._replace(it=objects[0])):
        # An effect whose time would already be over does not begin (rule key effect.for_as_long_as).
        return
    # Values may differ from object to object; then each object gets an effect of its own values.
    groups: dict[tuple[Any, ...], list[int]] = {}
    for it in objects:
        mods = tuple(
            bound for mod in effect.mods for bound in bind(mod, scene, game, source._replace(it=it), objects, this)
        )
        if mods:
            groups.setdefault(mods, []).append(it)
    if not groups:
        # It would do nothing: what an object was to become a copy of is no object.
        return
    number, timestamp = game.identify(), game.tick()
    for index, (mods, group) in enumerate(groups.items()):
        game.begin(
            InForce(
                number if index == 0 else game.identify(),
                timestamp,
                scene.you(source),
                mods,
                objects=tuple(group),
                source=source.id,
                condition=None if effect.condition is None else pointed(effect.condition, scene, source),
                duration=lasting(effect.duration, scene, source),
                origin=origin,
            ),
            "copy.become_copiable" if any(isinstance(mod, m.TakeValues) for mod in mods) else "effect.resolution",
        )


def _parts(game: Game, effect: Effect) -> tuple[Effect, ...]:
    """What changes characteristics or controllers, and what only changes rules, of an effect on all that fit: the set
    of each is found by itself, by the policy `effect_parts` (rule key effect.fixed_set)."""
    rules = tuple(mod for mod in effect.mods if isinstance(mod, m.RuleEffect | m.Replace | m.Cant | m.PreventDamage))
    others = tuple(mod for mod in effect.mods if mod not in rules)
    if not rules or not others or not mentions(effect.affects, lambda node: isinstance(node, All)):
        return (effect,)
    if game.edition.policy("effect_parts") == "together":
        return (effect,)
    return replace(effect, mods=others), replace(effect, mods=rules)


def _a_player(scope: Only, scene: Scene, source: Source) -> bool:
    return isinstance(refer_any(scope.ref, scene, source), str)


def _limited(effect: Effect) -> bool:
    """Whether an effect prevents a certain amount of damage in all, or the next damage."""
    return any(
        isinstance(mod, m.PreventDamage) and ((mod.amount is not None and not mod.each) or mod.next)
        for mod in effect.mods
    )


def _begin_rule(game: Game, effect: Effect, scene: Scene, source: Source, origin: str) -> None:
    """An effect on rules only, whose affected objects are never fixed (rule key effect.fixed_set)."""
    game.begin(
        InForce(
            game.identify(),
            game.tick(),
            scene.you(source),
            tuple(_said(mod, scene, source) for mod in effect.mods),
            scope=_scope(effect.affects, scene, source),
            source=source.id,
            duration=lasting(effect.duration, scene, source),
            origin=origin,
        ),
        "effect.resolution",
    )


def _said(mod: m.Modification, scene: Scene, source: Source) -> m.Modification:
    """A modification of rules with what it points at filled in, and amounts of damage worked out."""
    if isinstance(mod, m.PreventDamage) and mod.amount is not None:
        mod = replace(mod, amount=evaluate(mod.amount, scene, source))
    if isinstance(mod, m.PreventDamage) and speaks_of_objects(mod.source, "chosen") and not source.chosen:
        raise Undecided("which source of damage was chosen is not given")
    return mod if isinstance(mod, m.RuleEffect) else pointed(mod, scene, source)


def _scope(scope: Scope, scene: Scene, source: Source) -> Scope:
    found = refer_any(scope.ref, scene, source) if isinstance(scope, Only) else None
    if isinstance(found, str):
        return Players(e.Player("named", name=found))
    return pointed(scope, scene, source)  # type: ignore[no-any-return]


def _unsteady(condition: e.Condition) -> bool:
    return isinstance(condition, e.OpaqueCondition)


def lasting(duration: Duration, scene: Scene, source: Source) -> Duration | None:
    """How long an effect lasts that begins now, None for one without an end.

    scene, source: what a condition of its time points at. Raises Undecided where its end is not followed.
    """
    if isinstance(duration, While):
        return While(pointed(duration.condition, scene, source))
    if isinstance(duration, Until) and duration.when in _NOT_FOLLOWED:
        raise Undecided(f"an effect that lasts until {duration.when} is not modelled")
    if duration == Until("source leaves"):
        item = None if source.id is None else scene.items.get(source.id)
        if item is None or item.zone != "battlefield":
            raise Undecided("an effect that lasts until its source leaves the battlefield, which it has done before")
    return None if duration == Until("never") else duration


def bind(
    mod: m.Modification,
    scene: Scene,
    game: Game,
    source: Source,
    objects: tuple[int, ...],
    this: Ability | None = None,
) -> tuple[m.Modification, ...]:
    """A modification as it is kept in an effect in force: numbers, chosen words and identifiers filled in."""
    it = source.it if source.it is not None else 0
    match mod:
        case m.BecomeCopy(of=of, exceptions=exceptions, keep=keep):
            other = refer_any(of, scene, source)
            if not isinstance(other, int):
                return ()
            filled, kept = with_this(exceptions, keep, this)
            values = game.copiable(other)
            card = copied_card(scene, values, filled, kept)
            take_maker(game, it, other, card)
            return (m.TakeValues(card, kept),)
        case m.CopyAbilities():
            granted = work_out(mod, scene, source, it)
            assert isinstance(granted, Granted)
            return (m.AddAbilities(tuple(ability for _, ability in granted.abilities)),)
        case m.AddAbilities(abilities=abilities):
            # What it points at, and its X, are those of the ability that is given.
            worked = work_out(mod, scene, source, it)
            return (worked if isinstance(worked, m.AddAbilities) else m.AddAbilities(abilities),)
        case m.ReplaceWord(family=family, from_=old, to=new, never=never):
            said = old, new
            old = str((chosen(scene, source, "from") or (old,))[0]) if old == "chosen" else old
            new = str((chosen(scene, source, "to") or (new,))[0]) if new == "chosen" else new
            if "chosen" in (old, new):
                raise Undecided("which words a text change replaces is not given")
            if "chosen" in said:
                _may_replace(game, family, old, new)
            if said == ("chosen", "chosen") and old == new:
                raise Forbidden(f"{new} is not another word than {old}", "resolve.choices", "another word")
            if new in never:
                raise Forbidden(f"{new} cannot be the new word of this text change", "resolve.choices", "another word")
            return (m.ReplaceWord(family, old, new),)
        case m.FullTextOf():
            raise Undecided("taking the full text of an object for a time is not modelled")
        case m.ExchangeText():
            # Where not both of them are there, no part of the exchange happens (rule key control.exchange).
            return (mod,) if len(objects) == 2 else ()
    worked = work_out(mod, scene, source, it, objects)
    return (worked,)  # type: ignore[return-value]


def with_this(
    exceptions: tuple[Any, ...], keep: tuple[str, ...], this: Ability | None
) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """Exceptions and kept characteristics with `this ability` replaced by the ability that resolves."""
    words = tuple(word for word in keep if word != "this ability")
    named = any(isinstance(mod, m.AddAbilities) and THIS_ABILITY in mod.abilities for mod in exceptions)
    if len(words) == len(keep) and not named:
        return exceptions, keep
    if this is None:
        raise Undecided("which ability is kept by a copy is not known")
    filled = tuple(
        m.AddAbilities(tuple(this if each == THIS_ABILITY else each for each in mod.abilities))
        if isinstance(mod, m.AddAbilities)
        else mod
        for mod in exceptions
    )
    return (filled if named else (*filled, m.AddAbilities((this,)))), words


def pointed(record: Any, scene: Scene, source: Source, it: bool = False) -> Any:
    """A record with references to targets, chosen objects and the like replaced by identifiers, X by its number.

    An ability in it that resolves by itself stays as it is: it has targets and choices of its own.
    """
    if isinstance(record, RESOLVING):
        return record
    if isinstance(record, e.Ref):
        if record.kind in _POINTERS or (it and record.kind == "it"):
            found = refer_any(record, scene, source)
            return e.Ref("object", found) if isinstance(found, int) else record
        return record
    if isinstance(record, e.Player):
        if record.kind in ("target", "chosen") or (record.kind == "that" and isinstance(source.that, str)):
            names = players(record, scene, source)
            return e.Player("named", name=names[0]) if names else record
        of = None if record.of is None else pointed(record.of, scene, source, it)
        return replace(record, of=of)
    if isinstance(record, Several):
        return Union(tuple(Only(e.Ref("object", each)) for each in several(record, scene, source)))
    if isinstance(record, e.X):
        return evaluate(record, scene, source)
    if isinstance(record, tuple):
        return tuple(pointed(each, scene, source, it) for each in record)
    if isinstance(record, msgspec.Struct):
        changed = {
            field: pointed(value, scene, source, it)
            for field in record.__struct_fields__
            if isinstance(value := getattr(record, field), msgspec.Struct | tuple)
        }
        return replace(record, **changed) if changed else record
    return record


def _may_replace(game: Game, families: tuple[str, ...], old: str, new: str) -> None:
    """Raise Forbidden where the words chosen for a text change are not both of one sort that it replaces (rule key
    text_change.only_fitting_words)."""
    known = game.edition.vocabulary
    sorts = {
        "color": known.colors,
        "basic land type": known.basic_land_types,
        "land type": known.land_types,
        "creature type": known.creature_types,
    }
    for family in families:
        if family not in sorts or {old, new} <= set(sorts[family]):
            return
    raise Forbidden(
        f"a text change of this sort does not replace {old!r} by {new!r}",
        "text_change.only_fitting_words",
        f"two words of one sort: {' or '.join(families)}",
    )
