"""Matching: whether something that happened is the event that a triggered ability watches for."""

from __future__ import annotations

from typing import NamedTuple

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.expression import Filter, FitsChosen, Player, State
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.closed_words import COMBAT
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.layers.reading import fits, players
from layerproof.solver.layers.scene import Scene, Source, Undecided


class Look(NamedTuple):
    """From where one looks: the object with the ability, the scene in which things are seen, the scenes just before
    and just after the moment, what entered at it."""

    source: Source
    seen: Scene
    before: Scene
    after: Scene
    entered: frozenset[int] = frozenset()


# The occurrences that can be an event of each kind, by their tags.
SORTS: dict[type, tuple[str, ...]] = {
    te.Moves: ("zone_change",),
    te.Becomes: ("status_change",),
    te.Deals: ("damaged",),
    te.GainsLife: ("life_change",),
    te.Draws: ("drew",),
    te.Shuffles: ("shuffled",),
    te.GetsCounters: ("counter_change",),
    te.Chapter: ("counter_change",),
    te.Attaches: ("attachment_change",),
    te.Begins: ("step_began",),
    te.Casts: ("cast",),
    te.Targets: ("targeted",),
    te.Attacks: ("attacked",),
    te.Blocks: ("blocked",),
    te.IsBlocked: ("blocked",),
    te.Becoming: (),
}


def looks_back(event: te.TriggerEvent, edition: Edition) -> bool:
    """Whether an ability with this event looks at things as they were just before (rule key trigger.looks_back).

    By the policy `graveyard_looks_back` what watches cards leave a graveyard does so, or not.
    """
    match event:
        case te.AtOnce(event=inner):
            return looks_back(inner, edition)
        case te.Moves(how="countered"):
            return True
        case te.Moves(from_=from_, to=to):
            if from_ == ("battlefield",) or (to and set(to) <= {"hand", "library"}):
                return True
            return from_ == ("graveyard",) and edition.policy("graveyard_looks_back") == "just_before"
        case te.Becomes(status=status):
            return status == "phased_out"
        case te.Attaches(unattached=unattached):
            return unattached
    return False


def single(event: te.TriggerEvent) -> tuple[te.TriggerEvent, ...]:
    """The events that `or` joins, each by itself."""
    return event.events if isinstance(event, te.OneOf) else (event,)


def once(event: te.TriggerEvent, what: oc.Occurrence) -> tuple[str, int | str | None] | None:
    """What of the occurrences of one moment is one event, None where each counts by itself.

    All that "one or more" tells of is one event, or all that happens to one player or object; so is all damage that one
    of them is dealt, or that a source deals where it is not said to what; and that a creature blocks, however many it
    blocks. Source: rule keys trigger.once_each_event, trigger.blocks, combat_damage.dealt.
    """
    match event, what:
        case te.AtOnce(each=True), oc.Damaged(to=it):
            return ("at once", it)
        case te.AtOnce(each=True), oc.CounterChange(object=it):
            return ("at once", it)
        case te.AtOnce(), _:
            return ("at once", None)
        case te.Deals(source=None), oc.Damaged(to=it):
            return ("dealt", it)
        case te.Deals(to=None, player=None), oc.Damaged(source=it):
            return ("deals", it)
        case te.Blocks(what=None), oc.Blocked(object=it):
            return ("blocks", it)
    return None


def fitting(event: te.TriggerEvent, what: oc.Occurrence, look: Look) -> tuple[int | None, ...]:
    """The objects by which an occurrence fits an event: empty where it does not; None where it is about no object.

    event: a single one. Raises Undecided where it cannot be told. Source: rule keys trigger.definition,
    trigger.becomes, trigger.zone_change.
    """
    try:
        return _fitting(event.event if isinstance(event, te.AtOnce) else event, what, look)
    except KeyError:
        raise Undecided("what an object that has left was like, which a trigger condition asks") from None


def _fitting(event: te.TriggerEvent, what: oc.Occurrence, look: Look) -> tuple[int | None, ...]:
    if isinstance(what, oc.Unsaid):
        return _unsaid(event, what, look)
    if isinstance(event, te.OpaqueEvent):
        if event.sorts and tag_of(type(what)) not in event.sorts:
            return ()
        raise Undecided(f"whether this happens is not modelled: {event.gloss}")
    match event, what:
        case te.Moves(), oc.ZoneChange():
            return _moved(event, what, look)
        case te.Becomes(who=who, status=status, into=into), oc.StatusChange(object=it):
            if status != what.status or not _fits(who, look, it) or (into is not None and not _fits(into, look, it)):
                return ()
            return (it,)
        case te.Deals(), oc.Damaged():
            return _damaged(event, what, look)
        case te.GainsLife(player=player, loses=loses), oc.LifeChange(player=name, number=number):
            return (None,) if (number < 0) == loses and _is(player, name, look) else ()
        case (te.Draws(player=player), oc.Drew(player=name)) | (te.Shuffles(player=player), oc.Shuffled(player=name)):
            return (None,) if _is(player, name, look) else ()
        case te.GetsCounters(on=on, kind=kind, removed=removed), oc.CounterChange(object=it, number=number):
            if event.last and _number(look.after, it, kind):
                return ()
            return (it,) if (number < 0) == removed and kind in ("any", what.kind) and _fits(on, look, it) else ()
        case te.Chapter(numbers=numbers), oc.CounterChange(object=it, kind="lore", number=number):
            if it != look.source.id or number < 0:
                return ()
            now = _number(look.after, it, "lore")
            return (it,) if any(now - number < each <= now for each in numbers) else ()
        case te.Attaches(), oc.AttachmentChange():
            return _attached(event, what, look)
        case te.Begins(steps=steps, player=player), oc.StepBegan(step=step, player=name):
            return (None,) if step in steps and _is(player, name, look) else ()
        case te.Casts(player=player, what=spell), oc.Cast(object=it, player=name):
            return (it,) if _is(player, name, look) and _fits(spell, look, it) else ()
        case te.Targets(), oc.Targeted():
            return _targeted(event, what, look)
        case te.Attacks(who=who, alone=alone), oc.Attacked(object=it):
            return (it,) if _fits(who, look, it) and (what.alone or not alone) else ()
        case te.Blocks(who=who, what=None), oc.Blocked(object=it):
            return (it,) if _fits(who, look, it) and not _blocked_before(look, it) else ()
        case te.Blocks(who=who, what=other), oc.Blocked(object=it, attacker=attacker):
            return (it,) if _fits(who, look, it) and other and _fits(other, look, attacker) else ()
        case te.IsBlocked(who=who, by=by), oc.Blocked(object=it, attacker=attacker):
            return (attacker,) if _fits(who, look, attacker) and _fits(by, look, it) else ()
    return ()


def _fits(filter_: Filter, look: Look, it: int) -> bool:
    return fits(filter_, look.seen, look.source, it)


def _blocked_before(look: Look, it: int) -> bool:
    """Whether a creature was blocking already, so that it does not begin to (rule key trigger.blocks)."""
    item = look.before.items.get(it)
    return item is not None and bool(dict(item.told).get("blocking"))


def _is(player: Player, name: str, look: Look) -> bool:
    return name in players(player, look.seen, look.source)


def _number(scene: Scene, it: int, kind: str) -> int:
    """How many counters of a kind are on an object."""
    item = scene.item(it)
    return 0 if item is None else sum(each.number for each in item.counters if each.kind == kind)


def _moved(event: te.Moves, what: oc.ZoneChange, look: Look) -> tuple[int | None, ...]:
    sure = True
    if event.to and what.to not in event.to:
        return ()
    if event.in_combat and not _in_combat(look.before):
        return ()
    if event.from_ and what.from_ not in event.from_:
        if what.from_ != "unknown" or event.from_ == (what.to,):
            # From wherever it came, it was not where it went.
            return ()
        sure = False
    if event.not_from:
        if what.from_ in event.not_from:
            return ()
        sure = sure and what.from_ != "unknown"
    if event.how and what.how != event.how:
        if what.how != "unknown":
            return ()
        sure = False
    if event.player is not None and what.player is not None and not _is(event.player, what.player, look):
        return ()
    sure = sure and (event.player is None or what.player is not None)
    if look.seen is look.before:
        objects: tuple[int | None, ...] = (what.object,)
    else:
        objects = what.became or (None,)
    found = tuple(each for each in objects if _is_moved(event.who, each, what, look))
    if found and not sure:
        raise Undecided("from where an object moved, or how, is not told")
    return found


def _in_combat(scene: Scene) -> bool:
    """Whether it is a combat phase. Raises Undecided where something attacks and no step is
    named."""
    step = scene.situation.step
    if step is None and any(dict(item.told).get("attacking") for item in scene.situation.objects):
        raise Undecided("whether it is the combat phase is not told (step: would say it)")
    return step in COMBAT


def _is_moved(who: Filter, it: int | None, what: oc.ZoneChange, look: Look) -> bool:
    if it is not None:
        return _fits(who, look, it)
    if isinstance(who, FitsChosen) or (who == State("card") and what.object is None):
        return True
    if what.object is not None and (State("card") in getattr(who, "filters", (who,))):
        # A token is no card.
        return False
    raise Undecided("what a card that is not listed is, or a token that is gone, which a trigger condition asks")


def _damaged(event: te.Deals, what: oc.Damaged, look: Look) -> tuple[int | None, ...]:
    if event.combat is not None and what.combat is not None and event.combat != what.combat:
        return ()
    sure = event.combat is None or what.combat is not None
    if event.to is None and event.player is None and what.source is None:
        # Whether it is the source of other damage at this moment is not told.
        sure = False
    if event.source is not None and not isinstance(event.source, FitsChosen):
        if what.source is None:
            sure = False
        elif not _fits(event.source, look, what.source):
            return ()
    about = what.to if isinstance(what.to, int) else what.source
    if event.to is not None or event.player is not None:
        if isinstance(what.to, str):
            if event.player is None or not _is(event.player, what.to, look):
                return ()
        elif event.to is None or not _fits(event.to, look, what.to):
            return ()
    if not sure:
        raise Undecided("which source dealt damage, or whether it was combat damage, is not told")
    return (about,)


def _attached(event: te.Attaches, what: oc.AttachmentChange, look: Look) -> tuple[int | None, ...]:
    if event.unattached != (what.to is None) or not _fits(event.who, look, what.object):
        return ()
    edition = look.after.edition
    if what.object in look.entered and edition.policy("becoming_while_entering") == "nothing":
        return ()
    if event.to is not None and not (isinstance(what.to, int) and _fits(event.to, look, what.to)):
        return ()
    return (what.object,)


def _targeted(event: te.Targets, what: oc.Targeted, look: Look) -> tuple[int | None, ...]:
    if event.of != "either" and (event.of == "ability") != what.ability:
        return ()
    if event.player is not None and not _is(event.player, what.player, look):
        return ()
    return (what.target,) if isinstance(what.target, int) and _fits(event.who, look, what.target) else ()


def _unsaid(event: te.TriggerEvent, what: oc.Unsaid, look: Look) -> tuple[int | None, ...]:
    """Nothing where what is not told could not be the event; else it is undecided."""
    if isinstance(event, te.OpaqueEvent):
        possible = not event.sorts or what.sort in event.sorts
    else:
        possible = what.sort in SORTS.get(type(event), ())
    if isinstance(event, te.Becomes) and event.status in ("blocked", "unblocked"):
        possible = what.sort == event.status and (what.object is None or _fits(event.who, look, what.object))
    if isinstance(event, te.Begins) and what.player is not None:
        possible = possible and _is(event.player, what.player, look)
    if isinstance(event, te.Casts) and possible and what.object is not None and what.player is not None:
        possible = _is(event.player, what.player, look) and _fits(event.what, look, what.object)
    if possible:
        raise Undecided(
            f"whether a trigger condition was met that the timeline does not tell of ({in_words(what.sort)})"
        )
    return ()
