"""Quiet events: those that do the same whatever happened before them, so that their order changes timestamps alone.

Where the events of an unknown order are quiet the timeline is followed once and the timestamps are permuted; where one
is not (a resolution that reads characteristics, something that enters in a way that others decide, a state-based action
that some order would bring) every order is followed. What is called quiet here is so in every order; what is not called
quiet may still be.
"""

from __future__ import annotations

from typing import Any

from layerproof.kb.cards.store import face_of, load_card
from layerproof.kb.errors import KnowledgeError
from layerproof.kb.keywords.keyword_files import does
from layerproof.kb.keywords.meaning import interferes, meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import expression as e
from layerproof.kb.model import instruction as i
from layerproof.kb.model import modification as m
from layerproof.kb.model.card import Card
from layerproof.kb.model.effect import Only, While
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.plain_data import tag_of
from layerproof.kb.rulebook.designation_meanings import designation_gives
from layerproof.kb.scenario import event as ev
from layerproof.solver.layers.footprint import COST, NAME, reads
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.guard import SPEAKS_OF
from layerproof.solver.situation.timeline import Moment
from layerproof.solver.worlds.reach import Reach, records

# Abilities that say how something enters, and instructions that copy: others decide whether they are there.
_ENTERING = (
    ab.EntersTapped, ab.EntersWith, ab.EntersAsCopy, ab.OthersEnterAsCopy, ab.AsEnters, ab.EntersDoing, ab.EntersShape,
    ab.Chapter, ab.Loyalty, ab.ClassLevel, m.BecomeCopy,
)  # fmt: skip
_NUMBERS = (
    e.Count, e.Stat, e.CountersOn, e.Distinct, e.Greatest, e.Devotion, e.PerPlayer, e.Life, e.HandSize, e.Total,
    e.ManaSymbols, e.Told, e.ToldOf, e.Most, e.CountPlayers, e.EnteredThisTurn, e.Party, e.DiedThisWay,
    e.PointsOf,
)  # fmt: skip
# What is asked of everything in play before quiet events happen.
_ASKED_FIRST = ("enter", "counters", "attach", "draw", "life", "untap", "token")
_GUARDS = ("targeted by no opponent", "targeted by nobody", "protects from a quality")


def restless(game: Game, moments: tuple[Moment, ...], reach: Reach, first: int, last: int) -> str | None:
    """Why the events of an unknown order may do different things in different orders; None where they are quiet.

    game: at the end of one world, with its moments. reach: what may reach what there. first, last: the numbers of the
    first and the last event whose order is unknown. Everything from the first on must be quiet, since later events read
    what the order made. Returns the reason in a few words.
    """
    if not reach.closed:
        return "abilities come to be that are not printed"
    if any(moment.event is None and moment.before.clock >= _clock(moments, first) for moment in moments):
        return "state-based actions or durations change something on the way"
    if any(isinstance(each.duration, While) for each in game.situation.effects):
        return "an effect lasts only while something is so"
    before = _labels_before(game, moments, first)
    again = _touched_twice(game.scenario.timeline[first : last + 1])
    if again is not None:
        return again
    for number, event in enumerate(game.scenario.timeline):
        if number >= first:
            why = _event(event, game, reach, before, first <= number <= last)
            if why is not None:
                return why
    if any(_may_interfere(each) for each in _all_records(game)):
        return "something that is not modelled might interfere in some order"
    if any(isinstance(each, ab.OthersEnterAsCopy) for each in _all_records(game)):
        return "something makes others enter as copies"
    if any(isinstance(each, e.Ref) and each.kind == "top_of_graveyard" for each in _all_records(game)):
        return "something looks at the order of a graveyard"
    return _state_based(game, reach) if game.scenario.state_based_actions else None


def _may_interfere(record: Any) -> bool:
    """Whether what is only known by its words, or a keyword, speaks of what quiet events do: then orders may differ in
    whether an event can be followed at all."""
    if isinstance(record, ab.Keyword):
        return any(sort in _ASKED_FIRST for sort in interferes(record.keyword))
    gloss = record.gloss.lower() if isinstance(record, ab.Opaque | m.RuleEffect) else ""
    return bool(gloss) and any(SPEAKS_OF[sort].search(gloss) for sort in _ASKED_FIRST if sort in SPEAKS_OF)


def _touched_twice(events: tuple[ev.Event, ...]) -> str | None:
    """Where two events of unknown order change the same status or counters, the later one counts."""
    seen: set[tuple[str, str]] = set()
    for event in events:
        match event:
            case ev.Put(on=on, put=numbers):
                touched = [(on, kind) for kind, _ in numbers]
            case ev.Attaches(attach=what):
                touched = [(what, "attached")]
            case ev.Status(of=of):
                touched = [(of, "status")]
            case ev.LifeTotals(life=life):
                touched = [(name, "life") for name, _ in life]
            case _:
                touched = []
        if seen & set(touched):
            return "two of the events change the same"
        seen |= set(touched)
    return None


def _clock(moments: tuple[Moment, ...], number: int) -> int:
    return next((each.before.clock for each in moments if each.event == number), 0)


def _labels_before(game: Game, moments: tuple[Moment, ...], first: int) -> frozenset[str]:
    there = next((each.before for each in moments if each.event == first), None)
    return frozenset(item.label for item in (there.objects if there else ()) if item.label) | set(game.scenario.players)


def _all_records(game: Game) -> Any:
    for item in (*game.situation.objects, *game.situation.gone):
        yield from records(item.card)
        for component in item.components:
            yield from records(component.card)


def _event(event: ev.Event, game: Game, reach: Reach, before: frozenset[str], permuted: bool) -> str | None:
    """Why an event is not quiet. Where its order is unknown it may name only what was there before all of them."""
    known = before if permuted else frozenset(game.labels) | set(game.scenario.players)
    match event:
        case ev.Enters() | ev.MakesToken():
            return _enters(event, known)
        case ev.Put(on=on, put=numbers):
            if on not in known:
                return f"{on} is not there before all of them"
            if any(kind in ("+1/+1", "-1/-1") for kind, _ in numbers):
                # Such counters annihilate each other in pairs; each alone only changes power and toughness.
                kinds = {each.kind for each in game.find(on).counters}
                if {"+1/+1", "-1/-1"} <= kinds:
                    return "counters of opposite kinds meet"
            return None
        case ev.Attaches(attach=what, to=to):
            return None if what in known and to in known else "what is attached comes in an unknown order"
        case ev.TypedEffect(on=on):
            return None if on in known else f"{on} is not there before all of them"
        case ev.GainsControl(of=of):
            return None if of in known else f"{of} is not there before all of them"
        case ev.Status(what=what, of=of):
            return None if of in known and what in ("tap", "untap") else f"{what} may do different things"
        case ev.Resolves():
            return _resolves(event, game, reach, known)
        case ev.LifeTotals():
            return None
        case ev.EndOfTurn():
            return "effects end among them" if permuted else None
    return f"what the entry “{tag_of(type(event))}” does may depend on what is there"


def _enters(event: ev.Enters | ev.MakesToken, known: frozenset[str]) -> str | None:
    plain = not (
        event.copy_of or event.face_down or event.cast_for or event.level or event.transformed or event.except_
    )
    if not plain:
        return "how something enters may depend on what is there"
    if any(designation_gives(what) for what, _ in event.told):
        return "a designation gives abilities"
    if event.attached_to is not None and event.attached_to not in known:
        return "what is attached comes in an unknown order"
    if isinstance(event, ev.MakesToken):
        aura = event.attached_to is None and "Aura" in event.listed.subtypes
        return "what an Aura enchants depends on what is there" if aura else None
    try:
        card = load_card(event.enters)
    except KnowledgeError:
        return "a card is not known"
    if card.layout not in ("normal", "") and len(card.faces) > 1:
        return "a card has several faces"
    if event.attached_to is None and "Aura" in card.faces[0].subtypes:
        return "what an Aura enchants depends on what is there"
    if any(isinstance(each, _ENTERING) for each in _with_meanings(card)):
        return f"how {event.enters} enters may depend on what is there"
    return "it enters with counters of its own" if set(card.faces[0].types) & {"planeswalker", "battle"} else None


def _with_meanings(card: Card) -> Any:
    for each in records(card):
        yield each
        if isinstance(each, ab.Keyword):
            for inner in meaning(each):
                yield from records(inner)


def _resolves(event: ev.Resolves, game: Game, reach: Reach, known: frozenset[str]) -> str | None:
    if event.makes or any(each not in known for each in event.targets):
        return "a resolution names what comes in an unknown order"
    try:
        card = load_card(event.resolves)
    except KnowledgeError:
        return "what resolves is not a card by name"
    face = card.faces[face_of(card, event.resolves)]
    if not {"instant", "sorcery"} & set(face.types) or len(card.faces) > 1:
        return "a permanent spell resolves"
    targets = iter(event.targets)
    for ability in face.abilities:
        if not isinstance(ability, ab.Spell):
            return f"{event.resolves} has more than instructions"
        for each in ability.body:
            if isinstance(each, i.Target):
                for _ in range(each.count):
                    why = _target(each, next(targets, None), game, reach)
                    if why is not None:
                        return why
            elif isinstance(each, i.Draw | i.GainLife) and isinstance(each.number, int):
                continue
            elif not isinstance(each, i.Begin) or not _fixed(each.effect):
                return f"what {event.resolves} does may depend on what is there"
    return None


def _target(target: i.Target, label: str | None, game: Game, reach: Reach) -> str | None:
    if label is None or target.filter is None:
        return "a target is not an object by its filter"
    if any(
        isinstance(each, ab.Keyword) and any(does(each.keyword, what) for what in _GUARDS)
        for each in _all_records(game)
    ):
        return "something may not be targeted"
    item = game.find(label)
    if item.id not in reach.items or not reach.certain(target.filter, item.id, Source(None, game.scenario.players[0])):
        return f"whether {label} is a legal target may depend on the order"
    return None


def _fixed(effect: Any) -> bool:
    """Whether an effect that begins is the same whatever is there: on targets, with plain numbers."""
    if effect.condition is not None or isinstance(effect.duration, While):
        return False
    if not isinstance(effect.affects, Only) or effect.affects.ref.kind != "target":
        return False
    return not any(
        isinstance(each, m.BecomeCopy | m.CopyAbilities | m.SetController) or _reads_numbers(each)
        for each in effect.mods
    )


def _reads_numbers(mod: Any) -> bool:
    return any(isinstance(each, _NUMBERS) for each in records(mod) if not isinstance(mod, m.AddAbilities))


# --- state-based actions ------------------------------------------------------------------------------------------


def _state_based(game: Game, reach: Reach) -> str | None:
    """Why some order, or some moment in it, may bring state-based actions; None where none ever does."""
    legends: dict[str, int] = {}
    for identifier, item in reach.items.items():
        if item.zone != "battlefield":
            continue
        entry, types = reach.printed[identifier], reach.types[identifier]
        if "planeswalker" in types or {"Saga", "Role"} & entry.subtypes:
            return "a planeswalker, Saga or Role is watched by state-based actions"
        if {"+1/+1", "-1/-1"} <= {each.kind for each in item.counters}:
            return "counters of opposite kinds meet"
        if "legendary" in entry.supertypes or reach.writes[identifier] & NAME:
            for name in entry.names:
                legends[name] = legends.get(name, 0) + 1
        if "creature" in types:
            why = _may_die(identifier, item, game, reach)
            if why is not None:
                return why
        if item.attached_to is not None or "Aura" in entry.subtypes:
            why = _may_fall_off(identifier, item, reach)
            if why is not None:
                return why
    if any(count > 1 for count in legends.values()):
        return "legendary permanents of one name meet"
    return None


def _may_die(identifier: int, item: GameObject, game: Game, reach: Reach) -> str | None:
    low = lowest_toughness(identifier, game, reach)
    if low is None or low <= item.damage:
        return f"{item.label or item.card.name} might have toughness 0 in some order"
    return None


def lowest_toughness(identifier: int, game: Game, reach: Reach) -> int | None:
    """A toughness that a creature never goes below, in any order and at any moment; None where none can be told.

    It counts the smallest base value that any effect may give and every decrease that may apply.
    """
    entry = reach.printed[identifier]
    bases = {"power": [entry.power or 0], "toughness": [entry.toughness or 0]}
    less = {"power": 0, "toughness": 0}
    switched = False
    for part in reach.parts_on(identifier):
        for row in part.rows.values():
            for mod in row.mods:
                if isinstance(mod, m.SwitchPT):
                    switched = True
                if not isinstance(mod, m.DefinePT | m.SetBasePT | m.ModifyPT):
                    continue
                for stat in ("power", "toughness"):
                    given = getattr(mod, stat)
                    if given is None:
                        continue
                    number = _at_least(given, identifier, part.source, game, reach)
                    if number is None:
                        return None
                    if isinstance(mod, m.ModifyPT):
                        less[stat] += min(number, 0)
                    else:
                        bases[stat].append(number)
    lows = {stat: min(bases[stat]) + less[stat] for stat in bases}
    return min(lows.values()) if switched else lows["toughness"]


def _at_least(value: Any, identifier: int, source: Source, game: Game, reach: Reach) -> int | None:
    if isinstance(value, int):
        return value
    if isinstance(value, e.Stat) and reads(value) & ~COST == 0:
        # The mana value of objects of which nothing changes the mana cost.
        if all(not bits & COST for bits in reach.writes.values()):
            try:
                return evaluate(value, game.scene(), source._replace(it=identifier))
            except Undecided:
                return None
    counts = (e.Count, e.CountersOn, e.Distinct, e.HandSize, e.Devotion)
    return 0 if isinstance(value, counts) else None


def _may_fall_off(identifier: int, item: GameObject, reach: Reach) -> str | None:
    name = item.label or item.card.name
    host, entry = item.attached_to, reach.printed[identifier]
    if "creature" in reach.types[identifier] or not isinstance(host, int) or host not in reach.items:
        return f"{name} might not stay attached in some order"
    if reach.may_be_changed_by(identifier, (m.RemoveAllAbilities, m.SetTypes, m.RemoveTypes, m.SetSubtypes)):
        return f"{name} might not stay attached in some order"
    guarded = any(
        isinstance(each, ab.Keyword) and does(each.keyword, "protects from a quality")
        for part in reach.parts.values()
        for row in part.rows.values()
        for mod in row.mods
        for each in records(mod)
    ) or any(
        isinstance(each.ability, ab.Keyword) and does(each.ability.keyword, "protects from a quality")
        for each in reach.printed[host].abilities
    )
    if guarded:
        return "something protects, or makes something else protect, from a quality"
    if "Aura" in entry.subtypes:
        enchants = [each.ability for each in entry.abilities if isinstance(each.ability, ab.Keyword)]
        wanted = [
            each.filter for each in enchants if does(each.keyword, "says what is enchanted") and each.filter is not None
        ]
        stays = bool(wanted) and all(reach.certain(each, host, Source(identifier)) for each in wanted)
    else:
        word = "creature" if "Equipment" in entry.subtypes else "land"
        stays = reach.certain(e.Is("type", word), host, Source(identifier))
    return None if stays else f"{name} might not stay attached in some order"


__all__ = ["lowest_toughness", "restless"]
