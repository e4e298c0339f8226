"""Effects of a resolution as they begin: values become numbers, references become identifiers, words are filled in."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import modification as mo
from layerproof.kb.model.ability import RESOLVING, Ability
from layerproof.kb.model.effect import All, Duration, Effect, Only, Players, Scope, Several, Union, Until, While
from layerproof.kb.model.expression import AllOf, Both, Condition, Is, Matches, Player, Ref, State
from layerproof.kb.model.node import rewritten
from layerproof.solver.proof.check.binding import Copied, bound
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.gathering import several
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.made_by import hand_on_maker
from layerproof.solver.proof.check.printed import spelled_out
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.spoken_of import about

_FIXED_REFS = ("target", "chosen", "made", "moved", "that", "linked", "granter", "top_of_graveyard")


def fixed_references(reader: Reader, node: Any) -> Any:
    """A record with references to targets and other objects made `object` references, and players named.

    References that stay as they are: the source, its host, the object affected, and all that is said within an ability
    which somebody will have resolve later, with targets of its own.
    """

    def change(inner: Any) -> Any:
        if isinstance(inner, Ref) and inner.kind in _FIXED_REFS:
            return Ref("object", reader.refer_object(inner) or 0)
        told = isinstance(reader.says.that, str) and isinstance(inner, Player) and inner.kind == "that"
        if told or (isinstance(inner, Player) and inner.kind in ("target", "chosen")):
            names = reader.players(inner)
            return Player("named", name=names[0] if names else "")
        if isinstance(inner, Several):
            return Union(tuple(Only(Ref("object", each)) for each in several(reader, inner)))
        if isinstance(inner, Is) and inner.word == "chosen":
            return Is(inner.category, reader.chosen_word(inner.category) or "chosen")
        return inner

    return rewritten(node, change, RESOLVING)


def begin(game: Game, reader: Reader, effect: Effect, this: Ability | None, origin: str = "") -> tuple[int, ...]:
    """Let an effect of a resolution begin, on the objects that it applies to now; the new identifiers.

    An effect on no object is not created. Where the values worked out differ from object to object, each object has an
    effect of its own, all with the one timestamp. A While duration that does not hold now never starts. Source: the
    rules on continuous effects from resolutions.
    """
    apart = _taken_apart(game, effect)
    if apart:
        return tuple(new for each in apart for new in begin(game, reader, each, this, origin))
    if isinstance(effect.affects, All | Union) and any(_runs_out(mod) for mod in effect.mods):
        # Each of them gets a shield of its own.
        if isinstance(effect.affects, Union) and any(isinstance(each, Players) for each in effect.affects.scopes):
            raise Incomplete("a shield of a player together with others")
        own = [msgspec.structs.replace(effect, affects=Only(Ref("object", it))) for it in _affected(reader, effect)]
        return tuple(new for each in own for new in begin(game, reader, each, this, origin))
    if _not_fixed(reader, effect):
        return (_begin_rules(game, reader, effect, origin),)
    affected = _affected(reader, effect)
    if not affected:
        return ()
    duration = _duration(reader, effect.duration)
    if isinstance(duration, While):
        never = _asks_for_status_of_what_left(reader, duration.condition)
        if never or not reader.holds(duration.condition, affected[0]):
            return ()
    groups: dict[tuple[mo.Modification, ...], list[int]] = {}
    for each in affected:
        mods = [mod for mod in effect.mods if not _does_nothing(reader, mod, each, len(affected) < 2)]
        if mods:
            fixed = tuple(_fixed(reader, mod, each, this, affected) for mod in mods)
            for mod, taken in zip(mods, fixed, strict=True):
                if isinstance(mod, mo.BecomeCopy) and isinstance(taken, mo.TakeValues):
                    hand_on_maker(game, each, reader.refer_object(mod.of, each) or 0, taken.card)
            groups.setdefault(fixed, []).append(each)
    if not groups:
        return ()
    condition = fixed_references(reader, effect.condition)
    timestamp = game.stamp()
    return tuple(
        game.begin(
            mods,
            tuple(objects),
            reader.you(),
            reader.says.source,
            condition=condition,
            duration=duration,
            origin=origin,
            timestamp=timestamp,
        )
        for mods, objects in groups.items()
    )


def _taken_apart(game: Game, effect: Effect) -> list[Effect]:
    """The effect on objects and that on the rules, of one that is both to all objects of a description. Nothing where
    it is not both, or where the edition lets both have the objects of the first."""
    on_rules = [isinstance(mod, mo.PreventDamage | mo.Cant | mo.Replace | mo.RuleEffect) for mod in effect.mods]
    if len(set(on_rules)) < 2 or game.edition.policy("effect_parts") != "independently":
        return []
    scopes = effect.affects.scopes if isinstance(effect.affects, Union) else (effect.affects,)
    if not any(isinstance(each, All) for each in scopes):
        return []
    pairs = list(zip(effect.mods, on_rules, strict=True))
    parts = [tuple(mod for mod, rule in pairs if rule is wanted) for wanted in (False, True)]
    return [msgspec.structs.replace(effect, mods=part) for part in parts]


def _not_fixed(reader: Reader, effect: Effect) -> bool:
    """Whether the set of objects of an effect is not fixed: it is one on the rules, or prevents damage in a scope."""
    if all(isinstance(mod, mo.RuleEffect | mo.Replace | mo.Cant) for mod in effect.mods):
        return True
    if not any(isinstance(mod, mo.PreventDamage | mo.Regeneration) for mod in effect.mods):
        return False
    if isinstance(effect.affects, Only) and not isinstance(reader.refer(effect.affects.ref), str):
        return False
    if all(isinstance(mod, mo.RuleEffect | mo.PreventDamage | mo.Replace | mo.Cant) for mod in effect.mods):
        return True
    if any(isinstance(mod, mo.PreventDamage) for mod in effect.mods):
        raise Incomplete("an effect that prevents damage in a scope and does something else too")
    return False


def _affected(reader: Reader, effect: Effect) -> tuple[int, ...]:
    scope = effect.affects
    if isinstance(scope, Only):
        found = reader.refer(scope.ref)
        return (found,) if isinstance(found, int) and found in reader.view else ()
    return reader.scope(scope)


def _begin_rules(game: Game, reader: Reader, effect: Effect, origin: str) -> int:
    """An effect on the rules begins: it changes no characteristics, so that its set is not fixed."""
    return game.begin(
        tuple(fixed_references(reader, _with_amount(reader, mod, None)) for mod in effect.mods),
        None,
        reader.you(),
        reader.says.source,
        scope=_scope(reader, effect.affects),
        condition=fixed_references(reader, effect.condition),
        duration=_duration(reader, effect.duration),
        origin=origin,
    )


def _scope(reader: Reader, scope: Scope) -> Scope:
    found = reader.refer(scope.ref) if isinstance(scope, Only) else None
    if isinstance(found, str):
        return Players(Player("named", name=found))
    return fixed_references(reader, scope)  # type: ignore[no-any-return]


def _runs_out(mod: mo.Modification) -> bool:
    return isinstance(mod, mo.PreventDamage) and (mod.next or (mod.amount is not None and not mod.each))


def _with_amount(reader: Reader, mod: mo.Modification, it: int | None) -> mo.Modification:
    if isinstance(mod, mo.PreventDamage) and mod.amount is not None:
        mod = msgspec.structs.replace(mod, amount=reader.value(mod.amount, it))
    if isinstance(mod, mo.PreventDamage) and reader.refer_object(Ref("chosen")) is None:
        if about(mod.source, "chosen", players=False):
            raise Incomplete("a source of damage that was chosen and is not named")
    return mod


def _duration(reader: Reader, duration: Duration) -> Duration | None:
    if isinstance(duration, Until):
        if duration.when == "perpetual" or duration.when.endswith((" upkeep", "end step", " cast")):
            raise Incomplete(f"an effect until {duration.when}")
        if duration.when == "source leaves" and not _stays(reader):
            raise Incomplete("an effect until its source leaves, begun when it was no longer there")
        return None if duration.when == "never" else duration
    return fixed_references(reader, duration)  # type: ignore[no-any-return]


def _asks_for_status_of_what_left(reader: Reader, condition: Condition | None) -> bool:
    """Whether a condition asks that an object have a status that has left, and has none: what it last was is no
    status of now (rule key effect.for_as_long_as)."""
    if isinstance(condition, Both):
        return any(_asks_for_status_of_what_left(reader, each) for each in condition.conditions)
    if not isinstance(condition, Matches):
        return False
    parts = condition.filter.filters if isinstance(condition.filter, AllOf) else (condition.filter,)
    status = any(isinstance(each, State) and each.word in ("tapped", "untapped") for each in parts)
    return status and reader.refer_object(condition.ref) in reader.world.gone


def _stays(reader: Reader) -> bool:
    source = reader.world.objects.get(reader.says.source or 0)
    return source is not None and source.zone == "battlefield"


def _does_nothing(reader: Reader, mod: mo.Modification, it: int, alone: bool) -> bool:
    """Whether an object would become a copy of what is no object, such as a target that was not chosen: it does not.
    Nor does one exchange anything with nothing."""
    if isinstance(mod, mo.ExchangeText):
        return alone
    return isinstance(mod, mo.BecomeCopy) and reader.refer_object(mod.of, it) is None


def _fixed(reader: Reader, mod: mo.Modification, it: int, this: Ability | None, affected: tuple[int, ...]) -> Any:
    if isinstance(mod, mo.ExchangeText | mo.FullTextOf):
        return mod
    if isinstance(mod, mo.BecomeCopy):
        mod = msgspec.structs.replace(mod, of=Ref("object", reader.refer_object(mod.of, it) or 0))
    found = bound(reader, _with_amount(reader, mod, it), it, this, affected)
    if isinstance(found, Copied):
        return mo.AddAbilities(tuple(ability for _, ability in found.found))
    if isinstance(found, mo.AddAbilities):
        return mo.AddAbilities(tuple(_given(reader, each) for each in found.abilities))
    if isinstance(found, mo.TakeValues | mo.SetController | mo.ModifyPT | mo.SetBasePT | mo.DefinePT):
        return found
    if isinstance(found, mo.AddTypes | mo.SetSubtypes) and any(word.startswith("every ") for word in found.subtypes):
        words = spelled_out(found.subtypes, reader.world.edition)
        return msgspec.structs.replace(found, subtypes=tuple(sorted(words)))
    return fixed_references(reader, found)


def _given(reader: Reader, ability: Ability) -> Ability:
    """An ability that an effect of a resolution gives; what it says about chosen words is filled in."""

    def change(inner: Any) -> Any:
        if isinstance(inner, Is) and inner.word == "chosen":
            return Is(inner.category, reader.chosen_word(inner.category) or "chosen")
        return inner

    return rewritten(ability, change)
