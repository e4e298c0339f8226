"""Trigger events read: from the words of an event to the record that says what sets the ability off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from layerproof.kb.model import trigger_event as te
from layerproof.kb.model.ability import Triggered
from layerproof.kb.model.expression import (
    AllOf,
    AnyOf,
    ControlledBy,
    Filter,
    Named,
    Player,
    State,
)
from layerproof.kb.model.node import mentions
from layerproof.kb.oracle import quotations  # noqa: F401 (which lets quotations be read)
from layerproof.kb.oracle.concerns.possible_events import sorts_of
from layerproof.kb.oracle.events.combat_events import attacks, blocked, blocks, blocks_or_blocked, dealt
from layerproof.kb.oracle.events.countered_spells import countered_events
from layerproof.kb.oracle.events.event_objects import ME, bound, noun
from layerproof.kb.oracle.events.trigger_conditions import condition_of
from layerproof.kb.oracle.events.zone_changes_watched import enters, exiled, leaves_graveyard, to_graveyard, to_hand
from layerproof.kb.oracle.words.open_references import HOST, is_mark, joined

# "Damage to a player", "counters are put on another creature": to one of them, not to "one or more".
_TO_ONE = re.compile(r"\b(?:damage to|counters are (?:put on|removed from)) (?:an?|another) ")
_PLAYERS = {
    "you": Player("you"),
    "a player": Player("any"),
    "each player": Player("any"),
    "an opponent": Player("opponent"),
    "each opponent": Player("opponent"),
    "enchanted player": Player("host"),
    "the chosen player": Player("chosen"),
}
_WHOSE = {
    "your": Player("you"),
    "each": Player("any"),
    "the": Player("any"),
    "the next": Player("any"),
    "your next": Player("you"),
    "each player's": Player("any"),
    "each of your": Player("you"),
    "each opponent's": Player("opponent"),
    "each of your opponents'": Player("opponent"),
    "enchanted player's": Player("host"),
    "enchanted creature's controller's": Player("controller", HOST),
}


def event_of(ability: Triggered) -> te.TriggerEvent:
    """The event that a triggered ability watches: as its record states it, or as its words say.

    It raises nothing: an event that is not understood is an OpaqueEvent with its words. Source: the words of `when`. It
    does not say whether there is an intervening condition, which stands in the ability's `condition`.

    >>> event_of(Triggered("whenever another Elf enters")).to
    ('battlefield',)
    """
    return ability.event if ability.event is not None else trigger_event(ability.when)


@lru_cache(maxsize=8192)
def trigger_event(when: str) -> te.TriggerEvent:
    """The event that words such as `whenever ~ enters or attacks` speak of.

    >>> trigger_event("at the beginning of your upkeep").steps
    ('upkeep',)
    """
    clauses = re.split(r",? (?:and|or) (?=(?:when|whenever|at) )", when)
    events = tuple(_clause(each) for each in clauses)
    if any(event is None for event in events):
        return te.OpaqueEvent(when, sorts_of(when))
    return _one_of(events)  # type: ignore[arg-type]


def _one_of(events: tuple[te.TriggerEvent, ...]) -> te.TriggerEvent:
    flat = [inner for each in events for inner in (each.events if isinstance(each, te.OneOf) else (each,))]
    return flat[0] if len(flat) == 1 else te.OneOf(tuple(flat))


def _clause(clause: str) -> te.TriggerEvent | None:
    head, _, rest = clause.partition(" ")
    if head == "at":
        return _step(rest)
    if head not in ("when", "whenever"):
        return None
    # "You cast" tells here what happens, and in a condition what has happened.
    if head == "when" and not rest.startswith("you cast "):
        condition = condition_of(rest)
        if condition is not None:
            return te.Becoming(condition)
    return _happens(rest)


# --- steps ---

_STEPS = {
    "upkeep": ("upkeep",),
    "draw step": ("draw",),
    "untap step": ("untap",),
    "end step": ("end",),
    "first main phase": ("main",),
    "precombat main phase": ("main",),
    "postcombat main phase": ("second main",),
    "second main phase": ("second main",),
    "combat": ("combat", "beginning of combat"),
    "combat step": ("combat", "beginning of combat"),
}


def _step(words: str) -> te.TriggerEvent | None:
    if words in ("end of combat", "end of combat on your turn"):
        return te.Begins(("end of combat",), Player("you" if "your" in words else "any"))
    found = re.fullmatch(r"the beginning of (.+)", words)
    if found is None:
        return None
    what = found[1]
    # A delayed ability that speaks of this turn is gone with it.
    combat = re.fullmatch(r"(?:each )?combat(?: on (.+) turn| this turn)?", what)
    if combat:
        whose = _WHOSE.get(combat[1]) if combat[1] else Player("any")
        return None if whose is None else te.Begins(_STEPS["combat"], whose)
    host = re.fullmatch(r"the (\w+(?: step)?) of enchanted (\w+)'s controller", what)
    if host and host[1] in _STEPS:
        return te.Begins(_STEPS[host[1]], Player("controller", HOST))
    for whose_words, player in sorted(_WHOSE.items(), key=lambda pair: -len(pair[0])):
        if what.startswith(f"{whose_words} "):
            steps = _STEPS.get(what[len(whose_words) + 1 :].removesuffix("s"))
            return None if steps is None else te.Begins(steps, player)
    return None


# --- what happens ---


def _happens(words: str) -> te.TriggerEvent | None:
    """The event of a clause: who, then one or several things that it does."""
    found = {event for event in _readings(words) if not mentions(event, is_mark)}
    if not found:
        # Two clauses with subjects of their own: "~ enters or the creature it haunts dies".
        for place in (each.start() for each in re.finditer(r" or (?=(?:the|an?|another) )", words)):
            first, second = _happens(words[:place]), _happens(words[place + 4 :])
            if first is not None and second is not None:
                found.add(_one_of((first, second)))
    return found.pop() if len(found) == 1 else None


def _readings(words: str) -> Iterator[te.TriggerEvent]:
    for place in (found.start() for found in re.finditer(r" ", words)):
        who, does = words[:place], words[place + 1 :]
        player = _PLAYERS.get(who.lower())
        event = None
        if player is not None:
            event = _done_by(player, does)
        elif (subject := noun(who)) is not None:
            event = _done(subject, does)
        if event is not None:
            yield from _at_once(event, words) if re.match(r"(?:~ and/or )?one or more ", words) else (event,)
    counters = re.fullmatch(r"(?:an?|one or more) (?:(\S+) )?counters? (?:is|are) (put on|removed from) (.+)", words)
    if counters and (on := noun(counters[3])) is not None:
        put = te.GetsCounters(on, counters[1] or "any", counters[2] == "removed from")
        yield from _at_once(put, words) if words.startswith("one or more ") else (put,)
    last = re.fullmatch(r"the last (\S+) counter is removed from (.+)", words)
    if last and (on := noun(last[2])) is not None:
        yield te.GetsCounters(on, last[1], removed=True, last=True)
    yield from countered_events(words)
    if words.startswith("you're dealt "):
        event = _done_by(Player("you"), f"is dealt {words[len('you' + chr(39) + 're dealt ') :]}")
        if event is not None:
            yield event


def _at_once(event: te.TriggerEvent, words: str) -> tuple[te.TriggerEvent, ...]:
    """The event of one or more objects or counters: once for all of them, or for each player or object that it happens
    to where the words name one of them; nothing where that cannot be told."""
    if isinstance(event, te.OneOf) or re.search(r" (?:an opponent's|a player's) (?:graveyard|hand|control)\b", words):
        return ()
    each = isinstance(event, te.Deals | te.GetsCounters) and re.search(_TO_ONE, words) is not None
    return (te.AtOnce(event, each),)


def _done(who: Filter, does: str) -> te.TriggerEvent | None:
    """What an object that fits does, or what is done to it: one verb phrase, or two joined by `or`."""
    one = _verb(who, does)
    if one is not None:
        return one
    for place in (found.start() for found in re.finditer(r" or ", does)):
        first, second = _verb(who, does[:place]), _done(who, does[place + 4 :])
        if first is not None and second is not None:
            return _one_of((first, second))
    return None


def _verb(who: Filter, does: str) -> te.TriggerEvent | None:
    for pattern, make in _VERBS:
        found = pattern.fullmatch(does)
        if found is not None:
            return make(who, *(each or "" for each in found.groups()))
    return None


def _deals(who: Filter | None, sort: str, to: str) -> te.TriggerEvent | None:
    combat = {"combat ": True, "noncombat ": False}.get(sort)
    filter_: Filter | None = None
    player: Player | None = None
    for part in re.split(r" or ", to) if to else ():
        if part in _PLAYERS:
            if player is not None:
                return None
            player = _PLAYERS[part]
            continue
        words = part if re.match(r"(?:(?:an?|one or more|another|enchanted|equipped) |~)", part) else f"a {part}"
        more = noun(words)
        if more is None:
            return None
        filter_ = more if filter_ is None else AnyOf((filter_, more))
    return te.Deals(who, filter_, player, combat)


def _targeted(who: Filter, what: str, whose: str) -> te.TriggerEvent:
    of = {"a spell": "spell", "an ability": "ability"}.get(what, "either")
    players = {"you control": Player("you"), "an opponent controls": Player("opponent")}
    return te.Targets(who, of, players.get(whose.strip()))


def _attached(who: Filter, what: str) -> te.TriggerEvent | None:
    other = noun(what) if what else None
    return None if what and other is None else te.Attaches(who, other)


def _turned(who: Filter, way: str) -> te.TriggerEvent:
    """Being turned face up or down. As it is seen then, it is not any more what it was turned from."""
    before = State("face_down" if way == "up" else "face_up")
    parts = tuple(each for each in who.filters if each != before) if isinstance(who, AllOf) else (who,)
    return te.Becomes(joined(parts), f"face_{way}")


def _transforms(who: Filter, into: str) -> te.TriggerEvent | None:
    if into in ("", "~", "this face"):
        # The ability is on the face that is then up, so that having it says enough.
        return te.Becomes(who, "transformed")
    described = re.match(r"an? ", into) is not None
    what = noun(into) if described else Named(into)
    return None if what is None else te.Becomes(who, "transformed", what)


_VERBS: tuple[tuple[re.Pattern[str], Callable[..., te.TriggerEvent | None]], ...] = (
    (re.compile(r"enters?(?: the battlefield)?(?: under (your|an opponent's) control)?"), enters),
    (re.compile(r"dies?"), lambda who: te.Moves(who, ("battlefield",), ("graveyard",))),
    (re.compile(r"dies? during combat"), lambda who: te.Moves(who, ("battlefield",), ("graveyard",), in_combat=True)),
    (re.compile(r"leaves? the battlefield"), lambda who: te.Moves(who, ("battlefield",))),
    (re.compile(r"leaves? (a|your|an opponent's) graveyard"), leaves_graveyard),
    (re.compile(r"(?:is|are) (?:put into exile|exiled)( from the battlefield|)"), exiled),
    (re.compile(r"(?:is|are) returned to (a player's|your|its owner's|an opponent's) hand"), to_hand),
    (
        re.compile(r"(?:is|are) put into (a|your|its owner's|an opponent's) graveyard,? ?((?:from|except from) .+|)"),
        to_graveyard,
    ),
    (re.compile(r"becomes? tapped"), lambda who: te.Becomes(who, "tapped")),
    (re.compile(r"becomes? untapped"), lambda who: te.Becomes(who, "untapped")),
    (re.compile(r"(?:is|are) turned face (up|down)"), _turned),
    (re.compile(r"(?:transforms?|converts?)(?: into ((?:(?! or [a-z~]).)+))?"), _transforms),
    (re.compile(r"mutates?"), lambda who: te.Becomes(who, "merged")),
    (re.compile(r"phases? out"), lambda who: te.Becomes(who, "phased_out")),
    (re.compile(r"phases? in"), lambda who: te.Becomes(who, "phased_in")),
    (re.compile(r"(?:is|are) dealt (combat |noncombat |)damage"), dealt),
    (re.compile(r"deals? (combat |noncombat |)damage(?: to (.+))?"), _deals),
    (re.compile(r"attacks?( alone| while saddled|)"), attacks),
    (re.compile(r"attacks? and (?:isn't|aren't) blocked"), lambda who: te.Becomes(who, "unblocked")),
    (re.compile(r"blocks?(?: ((?!or ).+))?"), blocks),
    (re.compile(r"becomes? blocked(?: by (.+))?"), blocked),
    (re.compile(r"blocks? or becomes? blocked(?: by (.+))?"), blocks_or_blocked),
    (re.compile(r"becomes? unattached(?: from .+)?"), lambda who: te.Attaches(who, None, True)),
    (re.compile(r"becomes? attached to (.+)"), _attached),
    (
        re.compile(
            r"becomes? the target of (a spell|an ability|a spell or ability)( you control| an opponent controls|)"
        ),
        _targeted,
    ),
)


def _done_by(player: Player, does: str) -> te.TriggerEvent | None:
    """What a player does, or what happens to one."""
    found = re.fullmatch(r"casts? (.+)", does)
    if found:
        return _casts(player, found[1])
    if re.fullmatch(r"attacks?", does):
        return te.AtOnce(te.Attacks(ControlledBy(player)))
    if re.fullmatch(r"draws? a card", does):
        return te.Draws(player)
    if re.fullmatch(r"shuffles? (?:your|their) library", does):
        return te.Shuffles(player)
    found = re.fullmatch(r"(gains?|loses?) life", does)
    if found:
        return te.GainsLife(player, found[1].startswith("lose"))
    found = re.fullmatch(r"(sacrifices?|discards?) (.+)", does)
    if found:
        what = noun(found[2])
        if what is None:
            return None
        moves = te.Moves(what, ("hand",), (), (), "discarded", player)
        if found[1].startswith("sacrifice"):
            moves = te.Moves(what, ("battlefield",), (), (), "sacrificed", player)
        return te.AtOnce(moves) if found[2].startswith("one or more ") else moves
    found = re.fullmatch(r"(?:is|are) dealt (combat |noncombat |)damage", does)
    if found:
        return te.Deals(None, None, player, {"combat ": True, "noncombat ": False}.get(found[1]))
    return None


def _casts(player: Player, what: str) -> te.TriggerEvent | None:
    if what in ("this spell", "~"):
        return te.Casts(player, ME)
    found = noun(what)
    if found is None or not mentions(found, lambda part: part == State("spell")):
        return None
    return te.Casts(player, found)


__all__ = ["bound", "event_of", "noun", "trigger_event"]
