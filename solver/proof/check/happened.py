"""Whether a trigger event is what happened: the checker's own reading of events and occurrences."""

from __future__ import annotations

import json
from dataclasses import dataclass

import msgspec

from layerproof.kb.model import occurrence as oc
from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.expression import Filter, FitsChosen, Player, State
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.rulebook.edition import Edition
from layerproof.kb.scenario.closed_words import COMBAT
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check.chronicle import Picture
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Says

# By occurrences of which kinds an event can come about.
KINDS: dict[type, tuple[str, ...]] = {
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
}
# What is not told of a sort may be an event of these kinds.
_UNTOLD: dict[str, tuple[type, ...]] = {
    "step_began": (te.Begins,),
    "cast": (te.Casts,),
    "targeted": (te.Targets,),
    "attacked": (te.Attacks,),
    "blocked": (te.Blocks, te.IsBlocked),
    "damaged": (te.Deals,),
    "drew": (te.Draws,),
}


def is_seen_before(event: te.TriggerEvent, edition: Edition) -> bool:
    """Whether the game looks back in time for this event: abilities and objects are taken as they were before it.

    So it is for what leaves the battlefield, for what is put into a hand or library, for phasing out, for becoming
    unattached, and by the edition for cards that leave a graveyard. Source: the rules on triggers that look back.
    """
    if isinstance(event, te.AtOnce):
        return is_seen_before(event.event, edition)
    if isinstance(event, te.Becomes):
        return event.status == "phased_out"
    if isinstance(event, te.Attaches):
        return event.unattached
    if not isinstance(event, te.Moves):
        return False
    if event.from_ == ("graveyard",):
        return edition.policy("graveyard_looks_back") == "just_before"
    if event.how == "countered":
        return True
    return event.from_ == ("battlefield",) or (event.to != () and all(each in ("hand", "library") for each in event.to))


@dataclass(frozen=True)
class Sight:
    """What one object's ability sees of a beat: the picture in which it reads, and those before and after the beat;
    what entered at it; whether it looks back; who controls a delayed ability."""

    watcher: int
    picture: Picture
    earlier: Picture
    after: Picture
    entered: frozenset[int]
    back: bool
    you: str | None = None

    @property
    def reader(self) -> Reader:
        """Reads phrases of the ability in the picture."""
        return Reader(self.picture.world, self.picture.view, Says(self.watcher, controller=self.you))

    def entry(self, identifier: int) -> Entry:
        """An object as it is in the picture, or as it was last known. Raises Incomplete where neither is known."""
        found = self.reader.entry(identifier)
        if found is None:
            raise Incomplete("what an object was like that a trigger condition asks about")
        return found

    def blocked_until_then(self, identifier: int) -> bool:
        """Whether a creature was blocking before the beat. It then does not block anew."""
        obj = self.earlier.world.object(identifier)
        return obj is not None and dict(obj.told).get("blocking", 0) != 0

    def fits(self, filter: Filter, identifier: int) -> bool:
        """Whether an object fits a filter of the event."""
        return self.reader.fits(filter, self.entry(identifier))

    def means(self, player: Player, name: str) -> bool:
        """Whether a player is one that the event speaks of."""
        return name in self.reader.players(player)


def subjects(event: te.TriggerEvent, what: oc.Occurrence, sight: Sight) -> list[int | None]:
    """The objects that what happened is about, where it is this event; nothing where it is not.

    event: no alternative of several. Where it is about no object, the list is one None. Raises Incomplete where it is
    not known whether it is this event.
    """
    if isinstance(event, te.AtOnce):
        event = event.event
    match what:
        case oc.Unsaid():
            return _not_told(event, what, sight)
        case _ if isinstance(event, te.OpaqueEvent):
            if not event.sorts or tag_of(type(what)) in event.sorts:
                raise Incomplete(f"an event of which only the words are known: {event.gloss}")
        case oc.ZoneChange() if isinstance(event, te.Moves):
            return _zone_change(event, what, sight)
        case oc.StatusChange() if isinstance(event, te.Becomes):
            right = event.status == what.status and sight.fits(event.who, what.object)
            if right and (event.into is None or sight.fits(event.into, what.object)):
                return [what.object]
        case oc.Damaged() if isinstance(event, te.Deals):
            return _damage(event, what, sight)
        case oc.LifeChange() if isinstance(event, te.GainsLife):
            return [None] if event.loses == (what.number < 0) and sight.means(event.player, what.player) else []
        case oc.Drew() if isinstance(event, te.Draws):
            return [None] if sight.means(event.player, what.player) else []
        case oc.Shuffled() if isinstance(event, te.Shuffles):
            return [None] if sight.means(event.player, what.player) else []
        case oc.CounterChange() if isinstance(event, te.GetsCounters):
            right = event.removed == (what.number < 0) and (event.kind == "any" or event.kind == what.kind)
            if event.last:
                left = sight.after.world.object(what.object)
                right = right and left is not None and all(each.kind != event.kind for each in left.counters)
            return [what.object] if right and sight.fits(event.on, what.object) else []
        case oc.CounterChange() if isinstance(event, te.Chapter):
            return [what.object] if _reaches(event, what, sight) else []
        case oc.AttachmentChange() if isinstance(event, te.Attaches):
            return _attachment(event, what, sight)
        case oc.StepBegan() if isinstance(event, te.Begins):
            return [None] if what.step in event.steps and sight.means(event.player, what.player) else []
        case oc.Cast() if isinstance(event, te.Casts):
            right = sight.means(event.player, what.player) and sight.fits(event.what, what.object)
            return [what.object] if right else []
        case oc.Targeted() if isinstance(event, te.Targets):
            return _target(event, what, sight)
        case oc.Attacked() if isinstance(event, te.Attacks):
            if event.alone and not what.alone:
                return []
            return [what.object] if sight.fits(event.who, what.object) else []
        case oc.Blocked() if isinstance(event, te.Blocks):
            if event.what is not None:
                right = sight.fits(event.what, what.attacker)
            else:
                right = not sight.blocked_until_then(what.object)
            return [what.object] if right and sight.fits(event.who, what.object) else []
        case oc.Blocked() if isinstance(event, te.IsBlocked):
            right = sight.fits(event.who, what.attacker) and sight.fits(event.by, what.object)
            return [what.attacker] if right else []
    return []


def _zone_change(event: te.Moves, what: oc.ZoneChange, sight: Sight) -> list[int | None]:
    """The objects that moved as the event says; before they moved where it looks back, else what they became."""
    doubts = []
    if event.to and what.to not in event.to:
        return []
    if event.in_combat:
        then = sight.earlier.world.situation
        if then.step is None and any(dict(each.told).get("attacking") for each in then.objects):
            raise Incomplete("whether it is combat")
        if then.step not in COMBAT:
            return []
    if what.from_ == "unknown":
        if event.from_ == (what.to,):
            return []  # Nothing moves from a zone to the same zone.
        doubts += [event.from_, event.not_from]
    elif (event.from_ and what.from_ not in event.from_) or what.from_ in event.not_from:
        return []
    if event.how and event.how != what.how:
        if what.how != "unknown":
            return []
        doubts.append((event.how,))
    if event.player is not None:
        if what.player is None:
            doubts.append(("player",))
        elif not sight.means(event.player, what.player):
            return []
    moved: list[int | None] = [what.object] if sight.back else list(what.became) or [None]
    right = [each for each in moved if _moved_one_fits(event.who, each, what, sight)]
    if right and any(doubts):
        raise Incomplete("from where something moved, or in which way")
    return right


def _moved_one_fits(who: Filter, moved: int | None, what: oc.ZoneChange, sight: Sight) -> bool:
    if moved is not None:
        return sight.fits(who, moved)
    only_cards = State("card") in (who, *getattr(who, "filters", ()))
    if who == FitsChosen() or (who == State("card") and what.object is None):
        return True
    if what.object is not None and only_cards:
        return False  # A token that has left is no card.
    raise Incomplete("what moved, of which nothing is known in the zone where it went")


def _damage(event: te.Deals, what: oc.Damaged, sight: Sight) -> list[int | None]:
    doubtful = False
    if event.combat is not None:
        if what.combat is None:
            doubtful = True
        elif what.combat is not event.combat:
            return []
    if event.source is not None and event.source != FitsChosen():
        if what.source is None:
            doubtful = True
        elif not sight.fits(event.source, what.source):
            return []
    if what.source is None and event.to is None and event.player is None:
        doubtful = True  # It may be dealt together with other damage of its source.
    if event.to is not None or event.player is not None:
        if isinstance(what.to, int):
            right = event.to is not None and sight.fits(event.to, what.to)
        else:
            right = event.player is not None and sight.means(event.player, what.to)
        if not right:
            return []
    if doubtful:
        raise Incomplete("who dealt damage, or whether it was combat damage")
    return [what.to if isinstance(what.to, int) else what.source]


def _reaches(event: te.Chapter, what: oc.CounterChange, sight: Sight) -> bool:
    """Whether by lore counters put on it a Saga reaches a chapter: it had fewer and now has at least so many."""
    if what.kind != "lore" or what.number < 0 or what.object != sight.watcher:
        return False
    saga = sight.after.world.object(what.object)
    have = sum(each.number for each in saga.counters if each.kind == "lore") if saga is not None else 0
    return any(have - what.number < chapter <= have for chapter in event.numbers)


def _attachment(event: te.Attaches, what: oc.AttachmentChange, sight: Sight) -> list[int | None]:
    if event.unattached is not (what.to is None):
        return []
    entering = what.object in sight.entered
    if entering and sight.after.world.edition.policy("becoming_while_entering") == "nothing":
        return []
    if not sight.fits(event.who, what.object):
        return []
    if event.to is not None and (not isinstance(what.to, int) or not sight.fits(event.to, what.to)):
        return []
    return [what.object]


def _target(event: te.Targets, what: oc.Targeted, sight: Sight) -> list[int | None]:
    sort = "ability" if what.ability else "spell"
    if event.of not in ("either", sort) or isinstance(what.target, str):
        return []
    if event.player is not None and not sight.means(event.player, what.player):
        return []
    return [what.target] if sight.fits(event.who, what.target) else []


def _not_told(event: te.TriggerEvent, what: oc.Unsaid, sight: Sight) -> list[int | None]:
    """Nothing, if what is not told cannot be this event."""
    may_be = isinstance(event, _UNTOLD.get(what.sort, ()))
    if isinstance(event, te.Becomes):
        may_be = what.sort == event.status and event.status in ("blocked", "unblocked")
        may_be = may_be and (what.object is None or sight.fits(event.who, what.object))
    if isinstance(event, te.OpaqueEvent):
        may_be = what.sort in event.sorts or not event.sorts
    if may_be and isinstance(event, te.Begins | te.Casts) and what.player is not None:
        may_be = sight.means(event.player, what.player)
    if may_be and isinstance(event, te.Casts) and what.object is not None:
        may_be = sight.fits(event.what, what.object)
    if may_be:
        raise Incomplete(f"whether something happened that the timeline does not tell ({in_words(what.sort)})")
    return []


def plain_text(what: oc.Occurrence | te.TriggerEvent) -> str:
    """What happened, or an event, as canonical JSON, by which it is found among the steps of a proof."""
    return json.dumps(msgspec.to_builtins(what), sort_keys=True)
