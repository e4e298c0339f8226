"""Instructions that only ask where they are followed: counters, discarding, exchanging control, manifesting."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from layerproof.kb.model import modification as m
from layerproof.kb.model.ability import RESOLVING, Ability
from layerproof.kb.model.card import Card, Face
from layerproof.kb.model.effect import Only, Until
from layerproof.kb.model.expression import Player, Ref
from layerproof.kb.model.instruction import (
    Begin,
    Body,
    CastCard,
    CastFromTop,
    ExileUntil,
    Move,
    OtherAction,
    ShuffleIntoLibrary,
    Target,
)
from layerproof.kb.model.node import mentions, rewritten
from layerproof.kb.model.occurrence import Unsaid
from layerproof.kb.model.situation import InForce
from layerproof.kb.model.trigger_event import Begins, OpaqueEvent, TriggerEvent
from layerproof.solver.layers.reading import players, refer, top_of_library
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import affected, evaluate
from layerproof.solver.replacing.happens import become, counters_on, follow, let_happen, put_counters
from layerproof.solver.situation import moving
from layerproof.solver.situation.damage import damage_event, deal_damage
from layerproof.solver.situation.entering import Arriving
from layerproof.solver.situation.followed import found_again, is_not_followed
from layerproof.solver.situation.game import Forbidden, Game, Invalid, new_object
from layerproof.solver.situation.guard import unhindered
from layerproof.solver.situation.libraries import is_empty
from layerproof.solver.situation.log import Waiting
from layerproof.solver.situation.suspecting import get_designation


def stated_at_once(game: Game, being: tuple[m.Modification, ...]) -> bool:
    """Whether what an effect says of a permanent that it puts there is so as it enters (rule key
    effect.begins_on_entering): by some editions what it is, by later ones also what it has and lacks."""
    policy = game.edition.policy("stated_characteristics")
    has = any(isinstance(mod, m.AddAbilities | m.AddKeyword | m.RemoveAllAbilities | m.CantHave) for mod in being)
    return policy == "as_it_enters" or (policy == "what_it_is" and not has)


def proliferate(game: Game, source: Source, origin: str) -> None:
    """Each chosen permanent gets another counter of each kind that is on it (rule key proliferate).

    Raises Undecided where something has counters and it is not told what is chosen, and where what is chosen gets one
    of a single kind by the edition and several are on it.
    """
    unhindered(game, "counters")
    scene = game.scene()
    you = scene.you(source)
    counted = any(scene.items[each].counters for each in scene.in_zones(("battlefield",)))
    poisoned = any(each.endswith(" counters") and told for p in scene.situation.players for each, told in p.told)
    if not source.chosen and ("object", ()) not in source.choices and (counted or poisoned):
        raise Undecided(
            f"which permanents and players are chosen to get counters for {origin} is not told "
            "(choices: object, with a list for several and none for nothing)"
        )
    chosen = [game.item(it) for it in source.chosen if game.there(it)]
    one = game.edition.policy("proliferate_kinds") == "one_kind"
    if one and any(len({each.kind for each in it.counters if each.number}) > 1 for it in chosen):
        raise Undecided("which of several kinds of counters proliferating adds to")
    put_counters(game, *(counters_on(it.id, each.kind, 1, you, True) for it in chosen for each in it.counters))


def fight(game: Game, source: Source, first: Ref, second: Ref) -> None:
    """Two creatures deal damage equal to their power to each other, at one moment (rule key fight).

    No damage is dealt unless both are creatures on the battlefield (rule key fight.no_creature).
    """
    scene = game.scene()
    pair = refer(first, scene, source), refer(second, scene, source)
    one, other = pair
    if one is None or other is None:
        return
    on_battlefield = scene.in_zones(("battlefield",))
    if any(each not in on_battlefield or "creature" not in scene.view[each].types for each in (one, other)):
        game.deed("does not fight", None, one, other)
        return
    if one == other:
        # All of it is one event, if of two portions in some editions (rule key fight.itself).
        game.deed("fights itself", None, one, other)
        power, twice = scene.view[one].power or 0, game.edition.policy("fight_itself") == "two_portions"
        portions = (power, power) if twice else (2 * power,)
        deal_damage(game, *(damage_event(one, one, each) for each in portions))
        return
    game.deed("fights", None, one, other)
    powers = {each: scene.view[each].power or 0 for each in (one, other)}
    deal_damage(game, damage_event(one, other, powers[one]), damage_event(other, one, powers[other]))


def populated(game: Game, source: Source, origin: str) -> int | None:
    """The creature token that a player who populates copies, None where they control none (rule key populate).

    Raises Undecided where there are several and the scenario does not tell which, Forbidden where it names none of
    them.
    """
    scene = game.scene()
    you = scene.you(source)
    mine = [each for each in scene.in_zones(("battlefield",)) if scene.view[each].controller == you]
    tokens = [each for each in mine if scene.items[each].token and "creature" in scene.view[each].types]
    named = [each for each in source.chosen if each in tokens]
    if source.chosen and not named and tokens:
        raise Forbidden(f"{origin} lets no such object be copied", "populate")
    if len(tokens) > 1 and len(named) != 1:
        raise Undecided(f"which creature token {you} copies for {origin} is not told (choices: object)")
    token = next(iter(named or tokens), None)
    if token is None:
        game.deed("populates nothing", you)
    else:
        game.deed("populates", you, token)
    return token


def designate(game: Game, source: Source, what: str, on: Ref) -> None:
    """An object on the battlefield gets a designation, which stays with it (rule key monstrosity)."""
    found = refer(on, game.scene(), source)
    if found is not None:
        get_designation(game, found, what)


def away_until(game: Game, source: Source, was: int, exiled: int) -> None:
    """An exiled object comes back when the source leaves the battlefield (rule key effect.until_event).

    was: the object that it was; where that has become several cards, all of them come back.
    """
    game.begin(
        InForce(
            game.identify(),
            game.tick(),
            game.scene().you(source),
            (m.StaysAway(),),
            objects=game.parts(was, exiled),
            source=source.id,
            duration=Until("source leaves"),
        ),
        "effect.until_event",
    )


def exchange_control(game: Game, source: Source, origin: str, first: Any, second: Any) -> None:
    """Two players exchange control of two objects, or nothing happens (rule key control.exchange)."""
    scene = game.scene()
    one, other = refer(first, scene, source), refer(second, scene, source)
    if one is None or other is None or one not in scene.view or other not in scene.view:
        return
    mine, theirs = scene.view[one].controller, scene.view[other].controller
    if mine == theirs:
        return
    number, timestamp = game.identify(), game.tick()
    for index, (it, player) in enumerate(((one, theirs), (other, mine))):
        effect = InForce(
            number if index == 0 else game.identify(),
            timestamp,
            scene.you(source),
            (m.SetController(Player("named", name=player)),),
            objects=(it,),
            source=source.id,
            origin=origin,
        )
        game.begin(effect, "control.exchange")


def cast_card(game: Game, source: Source, instruction: CastCard | CastFromTop | ExileUntil) -> Source:
    """Cards are cast as something resolves; from where it speaks now, with the spells among what was made."""
    from layerproof.solver.game.while_resolving import cast_from_top, cast_while_resolving, exile_until

    if isinstance(instruction, ExileUntil):
        return source._replace(made=(*source.made, *exile_until(game, source, instruction)))
    if isinstance(instruction, CastFromTop):
        return source._replace(made=(*source.made, *cast_from_top(game, source, instruction)))
    return source._replace(made=(*source.made, *cast_while_resolving(game, source, instruction)))


def remove_counters(game: Game, source: Source, kind: str, scope: Any, number: Any) -> None:
    """Counters are removed from the objects of a scope; of every kind for `any`, all of them without a number."""
    scene = game.scene()
    for it in affected(scope, scene, source):
        for counters in game.item(it).counters:
            if kind in ("any", counters.kind):
                count = counters.number if number is None else evaluate(number, scene, source._replace(it=it))
                game.remove_counters(it, counters.kind, count)


def move_counters(game: Game, source: Source, from_: Any, to: Any) -> None:
    """All counters of an object are moved onto another (rule key counter.move)."""
    scene = game.scene()
    one, other = refer(from_, scene, source), refer(to, scene, source)
    if one is None or other is None or game.there(one) is None or game.there(other) is None:
        return
    for counters in game.item(one).counters:
        event = counters_on(other, counters.kind, counters.number, scene.you(source), True)
        happens, follows = become(game, event)
        if happens or follows:
            # Where they can't be put there, none is taken away either.
            game.remove_counters(one, counters.kind, counters.number, "counter.move")
            let_happen(game, happens)
            follow(game, follows)


def manifest(game: Game, source: Source, how: str, player: Any) -> None:
    """The top card of a player's library is put onto the battlefield face down (rule keys manifest, cloak)."""
    scene = game.scene()
    for name in players(player, scene, source):
        top = top_of_library(game.situation, name)
        if top is None and is_empty(game, name):
            continue
        if top is None:
            raise Undecided(f"the top card of the library of {name} is not known")
        moving.move(game, top, "battlefield", None, Arriving(controller=name, face_down=how))


def emblems(game: Game, source: Source, abilities: tuple[Ability, ...], player: Player) -> tuple[int, ...]:
    """Give each of these players an emblem with these abilities (rule key emblem.definition)."""
    card = Card((Face(None, abilities=abilities),), "emblem")
    names = players(player, game.scene(), source)
    return tuple(new_object(game, card, "command", name, rule="emblem.definition").id for name in names)


def delay(
    game: Game,
    source: Source,
    when: str,
    event: TriggerEvent,
    body: Body | None = None,
    moved: frozenset[int] = frozenset(),
    this: Ability | None = None,
) -> None:
    """A delayed triggered ability is created, with all that it refers to as it is now (rule key trigger.delayed).

    body: its instructions, None where only words are known. moved: what this resolution has moved, which is found where
    it went (rule key zone_change.effect_finds).
    """
    from layerproof.solver.situation.binding import pointed

    _ask_whether_it_is_listed(game, event, body or (), when)
    scene = game.scene()
    if source.id is not None:
        fixed, then = pointed(event, scene, source), said_later(game, source, body, moved, this)
        you, since = scene.you(source), len(game.log.moments)
        game.delayed.append(Waiting(source.id, you, fixed, when, since, then, game.situation.turn))


def _ask_whether_it_is_listed(game: Game, event: TriggerEvent, body: Body, when: str) -> None:
    """Stop where a delayed ability would do something at a later step, and the scenario has no way to say that it
    resolves, since nothing is put on the stack in it (rule key trigger.delayed)."""
    if (
        not game.played
        and isinstance(event, Begins)
        and not all(isinstance(each, Begin | OtherAction) for each in body)
    ):
        raise Undecided(f"what is done later is not modelled in a timeline without actions ({when})")


def said_later(
    game: Game, source: Source, body: Body | None, moved: frozenset[int], this: Ability | None = None
) -> Body | None:
    """Instructions that are followed later, with all that they refer to as it is now; None where that is not known.

    Targets of their own are chosen when they are put on the stack.
    """
    from layerproof.solver.situation.binding import pointed

    if body is None or (source.targets and mentions(body, lambda node: isinstance(node, Target))):
        return None
    if any(each in game.parted for each in moved):
        raise Undecided("what is done later with the several cards of one permanent is not modelled")
    fixed: Body = pointed(_where_that_went(game, source, body, moved, this), game.scene(), source)
    if mentions(fixed, lambda node: isinstance(node, Ref) and node.kind == "granter"):
        # What granted the ability is not known.
        return None

    def where_it_went(record: Any) -> Any:
        known = isinstance(record, Ref) and record.kind == "object" and record.index in moved
        return Ref("object", game.follow(record.index)) if known else record

    return rewritten(fixed, where_it_went)


def _where_that_went(
    game: Game, source: Source, body: Body, moved: frozenset[int], this: Ability | None = None
) -> Body:
    """Instructions that move later what a trigger is about, or the source, as the object that it is now: what has left
    is what it became in the zone to which it went (rule keys zone_change.trigger_finds, trigger.delayed).

    A spell goes somewhere as it has resolved, and is not the same object then.
    """
    known = {"that": source.that, "self": source.id}
    if source.id is None or game.item(source.id).zone == "stack":
        known["self"] = None

    def found_now(record: Any) -> Any:
        if not isinstance(record, Move | ShuffleIntoLibrary) or not isinstance(record.affects, Only):
            return record
        kind = record.affects.ref.kind
        lost = known.get(kind)
        if not isinstance(lost, int) or (kind == "that" and game.there(lost) is not None):
            return record
        stays = lost not in moved and is_not_followed(game, source, record.affects.ref, this, lost)
        now = (lost,) if stays or game.there(lost) is not None else found_again(game, lost, set(moved))
        if len(now) != 1:
            raise Undecided("what is done later with the several cards of one permanent is not modelled")
        if game.there(now[0]) is None and kind == "that":
            # It has gone on from there, and nothing finds it.
            return record
        return replace(record, affects=Only(Ref("object", now[0])))

    return rewritten(body, found_now, RESOLVING)


def label_what_came(game: Game, makes: list[str], first: int, origin: str) -> None:
    """Give labels to the new objects of a resolution: those on the battlefield and the stack, else all that are new.

    first: the first identifier that the resolution could give. Raises Invalid where there are fewer objects.
    """
    if not makes:
        return
    if game.set_off:
        raise Undecided(f"which of what {origin} and its reflexive ability make has a label is not told apart")
    new = [item for item in game.situation.objects if item.id >= first]
    active = [item for item in new if item.zone in ("battlefield", "stack")]
    chosen = active if len(active) >= len(makes) else new
    for label, item in zip(makes, chosen, strict=False):
        game.update(item.id, "given", label=label)
        game.labels[label] = item.id
    for label in makes[len(chosen) :]:
        raise Invalid(f"{origin} makes nothing for the label {label!r}", "list what it makes in order")


def not_modelled(game: Game, source: Source, gloss: str) -> None:
    """Take down words which are not modelled, and that they may speak of a reflexive or a delayed triggered ability;
    mana that they certainly add is added."""
    from layerproof.solver.game.mana_added import add_as_said

    if add_as_said(game, source, gloss):
        return
    game.unheeded += (gloss,)
    if source.id is None:
        return
    if _REFLEXIVE.search(gloss):
        game.report(Unsaid("offered", source.id))
    elif _DELAYED.search(gloss):
        delay(game, source, gloss, OpaqueEvent(gloss))


_REFLEXIVE = re.compile(r"\bwhen (?:you|they|that player) (?:do|does)\b|\bwhen\b.* this way\b", re.IGNORECASE)
_DELAYED = re.compile(r"\bat the beginning of\b|\bat end of\b|\bwhen(?:ever)?\b|\bthe next time\b", re.IGNORECASE)


def stays_uncountered(game: Game, identifier: int) -> bool:
    """Whether a spell or ability cannot be countered."""
    from layerproof.solver.game.countering import cannot_be_countered

    return cannot_be_countered(game, identifier)
