"""What becomes of events before they happen: prohibitions, replacement and prevention effects, in every order."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from layerproof.kb.model import replacement as re_
from layerproof.kb.model.card import Card
from layerproof.kb.model.effect import Only
from layerproof.kb.model.expression import Ref
from layerproof.kb.model.instruction import Body, SetStatus
from layerproof.kb.model.modification import Cant, PreventDamage, Regeneration, Replace
from layerproof.kb.model.situation import GameObject
from layerproof.kb.rulebook.step_rules import replaced_rule
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.proof.check.ahead import just_before
from layerproof.solver.proof.check.applied_once import one_by_one, refuse_losses
from layerproof.solver.proof.check.coming import Coming, Watcher, concerns, fought_over, sheltered, watchers
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.poisoning import poison
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.regenerating import regeneration_forbidden
from layerproof.solver.proof.check.world import Says

if TYPE_CHECKING:
    from layerproof.solver.proof.check.game import Game

# Regenerating: damage is removed from the permanent, it is tapped, and it is in no combat any more.
_IT = Only(Ref("that"))
_REGENERATES: Body = (SetStatus("undamaged", _IT), SetStatus("tapped", _IT), SetStatus("out_of_combat", _IT))
# More ways than this are not followed.
_WAYS = 50_000


@dataclass(frozen=True)
class Besides:
    """Instructions that an effect adds or puts in the place of an event, and who says them; had: as of the event."""

    body: Body
    says: Says
    had: frozenset[str]
    once: str = ""


@dataclass(frozen=True)
class Way:
    """One way in which effects are applied, as far as it has come: what is still looked at, what is settled to happen,
    instructions, what is left of effects that run out, and the steps."""

    todo: tuple[tuple[int, Coming], ...]
    settled: tuple[tuple[int, Coming], ...] = ()
    besides: tuple[Besides, ...] = ()
    left: tuple[tuple[str, int], ...] = ()
    notes: tuple[dict[str, Any], ...] = field(default=(), compare=False)

    def comes_to(self, ready: list[Watcher]) -> Any:
        """What decides whether two ways come to the same. Which of two effects that are alike in everything has been
        used up does not matter."""
        plainly = [(place, replace(each, had=frozenset())) for place, each in self.settled]
        left = dict(self.left)
        shields = [(_alike(each), left.get(each.name, each.runs_out)) for each in ready if each.runs_out is not None]
        used_up = {each.name for each in ready if each.runs_out is not None}
        told = [replace(each, had=each.had - used_up) for each in self.besides]
        return sorted(plainly, key=repr), told, sorted(shields)


def become(game: Game, events: list[Coming], control: bool = False) -> tuple[list[Coming], list[Besides]]:
    """The events that happen, and the instructions to be followed, once all effects have been applied.

    control: only effects are asked that change under whose control an object enters. Events share nothing but effects
    that run out; where there are none, each event is settled by itself. A choice among several effects is no matter
    where every order comes to the same; else the one is taken that the scenario names, and without a name Incomplete is
    raised. Effects that run out shrink, and what was applied is noted. Source: the rules on replacement and prevention
    effects and their interaction.
    """
    first = tuple(enumerate(replace(each, had=each.had | game.had) for each in events if each.many > 0))
    ready = watchers(game, *just_before(game, events[0].it if events else None))
    if control:
        ready = _of_control(ready)
    ready += {each.name: each for _, event in first for each in sheltered(event)}.values()
    refuse_losses(game, ready, [each for _, each in first])
    if not ready:
        return [each for _, each in first], []
    if all(each.runs_out is None for each in ready):
        ends = [_end(game, ready, [Way((event,))]) for event in first]
    elif not fought_over(game, ready, first):
        ends = [_end(game, ready, [Way(first)])]
    elif len(first) > 5:
        raise Incomplete("which of many events a shield is used on")
    else:
        ends = [_end(game, ready, [Way(order) for order in itertools.permutations(first)])]
    for end in ends:
        _use_up(game, ready, dict(end.left))
        game.notes.extend(end.notes)
    return [each for end in ends for _, each in end.settled], one_by_one([each for end in ends for each in end.besides])


def _end(game: Game, ready: list[Watcher], starts: list[Way]) -> Way:
    """What some events come to, which every way from these starts must come to alike."""
    ends: list[Way] = []
    steps = 0
    stack = list(reversed(starts))
    while stack:
        way = stack.pop()
        steps += 1
        if steps > _WAYS:
            raise Incomplete("the many orders of replacement effects")
        if way.todo:
            stack += reversed(_next(game, ready, way))
            continue
        if ends and way.comes_to(ready) != ends[0].comes_to(ready):
            raise Incomplete("which of several effects is applied first, a choice that is open")
        ends.append(way)
    return ends[0]


def _alike(each: Watcher) -> str:
    effect = each.in_force
    said = None if effect is None else msgspec.structs.replace(effect, id=0, timestamp=0, source=None, origin="")
    return repr((said, each.mod))


def _next(game: Game, ready: list[Watcher], way: Way) -> list[Way]:
    """The ways on from here: each effect that may be applied next to the first event that is not settled."""
    (place, event), rest = way.todo[0], way.todo[1:]
    if event.what == "draw" and event.many > 1:
        return [replace(way, todo=(*[(place, replace(event, many=1))] * event.many, *rest))]
    left = dict(way.left)
    for each in ready:
        if isinstance(each.mod, Cant) and concerns(game, each, event):
            note = _note(game, each, "cant", event, [])
            return [replace(way, todo=rest, notes=(*way.notes, note))]
    choices = [
        each
        for each in (*ready, *(one for one in sheltered(event) if one not in ready))
        if not isinstance(each.mod, Cant)
        and each.name not in event.had
        and each.floor is None
        and left.get(each.name, 1) > 0
        and concerns(game, each, event)
        and not _declined(game, each)
    ]
    if any(isinstance(each.mod, Regeneration) for each in choices) and regeneration_forbidden(game):
        raise Incomplete("an effect on the rules that speaks of regenerating")
    choices = _of_the_first_class(choices)
    several = len(choices) > 1
    if several and game.preferred:
        best = min(_preference(game, each) for each in choices)
        choices = [each for each in choices if _preference(game, each) == best]
    if not choices:
        return [replace(way, todo=rest, settled=(*way.settled, (place, event)))]
    return [_with(game, ready, each, way, several) for each in choices]


def _declined(game: Game, each: Watcher) -> bool:
    """Whether an effect that need not be applied is none of those that are named. Incomplete where none is."""
    if not (isinstance(each.mod, Replace) and each.mod.optional):
        return False
    if not game.preferred:
        raise Incomplete("whether something is replaced that may be")
    return _preference(game, each) == len(game.preferred)


def _of_the_first_class(choices: list[Watcher]) -> list[Watcher]:
    """Those of which one must be chosen: what changes who will control an object goes before the rest."""
    return _of_control(choices) or choices


def _of_control(effects: list[Watcher]) -> list[Watcher]:
    return [
        each
        for each in effects
        if isinstance(each.mod, Replace) and any(isinstance(part, re_.UnderControl) for part in each.mod.instead)
    ]


def _preference(game: Game, each: Watcher) -> int:
    obj = game.objects.get(each.says.source or 0) or game.gone.get(each.says.source or 0)
    label = None if obj is None else obj.label
    return game.preferred.index(label) if label in game.preferred else len(game.preferred)


def _with(game: Game, ready: list[Watcher], each: Watcher, way: Way, several: bool) -> Way:
    (place, event), rest = way.todo[0], way.todo[1:]
    left = dict(way.left)
    have = left.get(each.name, each.runs_out)
    event_had = replace(event, had=event.had | {each.name})
    if isinstance(each.mod, PreventDamage):
        preventable = not any(
            isinstance(other.mod, Cant) and concerns(game, other, replace(event, what="prevent")) for other in ready
        )
        now, besides, have = _prevented(game, each, each.mod, event_had, have, preventable)
    elif isinstance(each.mod, Regeneration):
        # Whose shield it is makes no difference.
        now, besides = [], [Besides(_REGENERATES, Says(None, that=event.it, resolving=True), event_had.had)]
        have = None if have is None else have - 1
    else:
        assert isinstance(each.mod, Replace)
        now, besides = _replaced(game, each, each.mod, event_had)
        have = None if have is None else have - 1
    if have is not None:
        left[each.name] = have
    because = ("chosen" if game.preferred else "any order") if several else "only"
    said = [one.written() for one in now] + [{"what": "instructions"} for _ in besides]
    return Way(
        (*[(place, one) for one in now], *rest),
        way.settled,
        (*way.besides, *besides),
        tuple(left.items()),
        (*way.notes, _note(game, each, because, event, said)),
    )


def _note(game: Game, each: Watcher, because: str, event: Coming, instead: list[dict[str, Any]]) -> dict[str, Any]:
    sort = "cant" if isinstance(each.mod, Cant) else "prevention" if isinstance(each.mod, PreventDamage) else ""
    if each.shelters is not None:
        sort = "protection"
    elif " counters." in each.name:
        sort = each.name.split()[1]
    elif isinstance(each.mod, Regeneration):
        sort = "regeneration"
    elif isinstance(each.mod, Replace):
        redirects = any(isinstance(part, re_.DealtTo) for part in each.mod.instead)
        sort = "redirection" if redirects else "draw" if event.what == "draw" else "replacement"
    rule = replaced_rule(game.edition, sort, because)
    return {"rule": rule, "by": each.name, "because": because, "would": event.written(), "instead": instead}


def _prevented(
    game: Game, each: Watcher, mod: PreventDamage, event: Coming, have: int | None, preventable: bool
) -> tuple[list[Coming], list[Besides], int | None]:
    most = event.many
    if have is not None and not mod.next:
        most = have
    elif mod.amount is not None:
        most = max(Reader(*just_before(game, event.it), each.says).value(mod.amount, event.it), 0)
    stopped = min(most, event.many) if preventable else 0
    besides = [replace(_besides(game, each, mod.then, event, stopped), once=each.name)] if mod.then else []
    if have is not None and preventable:
        have = 0 if mod.next else have - stopped
    rest = event.many - stopped
    return ([replace(event, many=rest)] if rest else []), besides, have


def _besides(game: Game, each: Watcher, body: Body, event: Coming, amount: int) -> Besides:
    reader = Reader(*just_before(game, event.it), each.says)
    says = replace(each.says, controller=reader.you(), that=event.it, amount=amount, resolving=True)
    return Besides(body, says, event.had)


def _replaced(game: Game, each: Watcher, mod: Replace, event: Coming) -> tuple[list[Coming], list[Besides]]:
    now: Coming | None = event if mod.instead else None
    besides: list[Besides] = []
    for part in mod.instead:
        if isinstance(part, re_.DoInstead | re_.DoBesides):
            besides.append(_besides(game, each, part.body, event, event.many))
            now = None if isinstance(part, re_.DoInstead) else now
        elif now is not None:
            now = _part(game, each, part, now)
    return ([now] if now is not None and now.many > 0 else []), besides


def _part(game: Game, each: Watcher, part: re_.Instead, event: Coming) -> Coming:
    reader = Reader(*just_before(game, event.it), replace(each.says, amount=event.many, that=event.it))
    match part:
        case re_.TimesAsMuch():
            return replace(event, many=event.many * part.times)
        case re_.MoreOfIt():
            return replace(event, many=max(event.many + reader.value(part.number, event.it), 0))
        case re_.HalfOfIt():
            return replace(event, many=-(-event.many // 2) if part.up else event.many // 2)
        case re_.OfThisMuch():
            return replace(event, many=max(reader.value(part.number, event.it), 0))
        case re_.TurnsInto():
            return replace(event, what=part.what)
        case re_.GoesTo():
            return replace(event, to=part.zone)
        case re_.UnderControl():
            return replace(event, who=next(iter(reader.players(part.player)), event.who))
        case re_.EntersMore():
            return replace(event, more=(*event.more, (part.kind, reader.value(part.number, event.it))))
        case re_.EntersAs():
            return replace(event, shaped=(*event.shaped, (replace(each.says, controller=reader.you()), part.mods)))
        case re_.DealtTo() if part.object is not None:
            other = reader.refer_object(part.object)
            entry = reader.view.get(other) if other is not None else None
            able = entry is not None and entry.battlefield and entry.types & {"creature", "planeswalker", "battle"}
            return replace(event, it=other, who=None) if able else event
        case re_.DealtTo() if part.player is not None:
            return replace(event, it=None, who=names[0]) if (names := reader.players(part.player)) else event
    raise Incomplete(f"a replacement effect ({in_words(part)})")


def _use_up(game: Game, ready: list[Watcher], left: dict[str, int]) -> None:
    """Let the effects in force that run out have what is left of them; they end where nothing is."""
    for each in ready:
        effect = each.in_force
        if effect is None or each.name not in left or left[each.name] == each.runs_out:
            continue
        rest = left[each.name]
        if rest:
            mods = tuple(msgspec.structs.replace(mod, amount=rest) if mod is each.mod else mod for mod in effect.mods)
            game.effects[effect.id] = msgspec.structs.replace(effect, mods=mods)
            game.touched()
        elif len(effect.mods) > 1:
            raise Incomplete("a shield that is one effect with others")
        else:
            game.end(effect.id)


def follow(game: Game, besides: list[Besides]) -> None:
    """Follow the instructions of effects; the effects that led to them do not change what they do."""
    # Instructions may bring about further events, so that each of the two modules needs the other.
    from layerproof.solver.proof.check.resolving import Resolution

    for each in besides:
        outer, game.had = game.had, game.had | each.had
        Resolution(game, each.says).run(each.body)
        game.had = outer


def is_destroyed(game: Game, it: int, effect: bool, regenerates: bool = True) -> tuple[bool, list[Besides]]:
    """Whether a permanent that would be destroyed is, and what is done instead or besides.

    effect: whether an effect destroys it. regenerates: whether it may be regenerated.
    """
    happen, besides = become(
        game, [Coming("destroy", it=it, effect=effect, kind=None if regenerates else "no regeneration")]
    )
    return bool(happen), besides


def created(game: Game, card: Card, face: int, who: str, many: int) -> tuple[list[Coming], list[Besides]]:
    """The tokens that are created where so many of these would be, and by whom, and what is done besides.

    Where an effect asks what tokens they are, this is read from one of them as it would be on the battlefield.
    """
    event = Coming("create", many, who=who)
    parts = [each.mod for each in watchers(game, game.world(), game.view)]
    asked = [each.would for each in parts if isinstance(each, Replace | Cant)]
    if not any(each.what == "create" and each.object is not None for each in asked):
        return become(game, [event])
    it, clock = game.number(), game.clock
    token = GameObject(it, card, "battlefield", who, who, game.stamp(), token=True, face=face)
    game.add(token)
    game.arriving.add(it)
    found = become(game, [replace(event, it=it)])
    game.arriving.discard(it)
    del game.objects[it]
    game.next_id, game.clock = it, clock
    game.touched()
    return found


def put_counters(game: Game, events: list[Coming]) -> None:
    """Put counters on objects, as effects have it."""
    happen, besides = become(game, events)
    carry_out(game, happen)
    follow(game, besides)


def change_life(game: Game, name: str, many: int) -> None:
    """Let a player gain so much life, or lose it where it is less than nothing, as effects have it."""
    happen, besides = become(game, [Coming("gain_life" if many > 0 else "lose_life", abs(many), who=name)])
    carry_out(game, happen)
    follow(game, besides)


def carry_out(game: Game, events: list[Coming]) -> None:
    """Let what is settled happen: counters put, life gained and lost, damage marked."""
    for each in events:
        if each.who is not None and each.what in ("gain_life", "lose_life"):
            sign = 1 if each.what == "gain_life" else -1
            game.set_player(each.who, life=game.players[each.who].life + sign * each.many)
        elif each.who is not None and each.what == "put_counters":
            poison(game, each.who, each.kind, each.many)
        elif each.it is not None and each.it in game.objects:
            match each.what:
                case "put_counters":
                    game.put(each.it, each.kind or "", each.many)
                case "marked":
                    game.change(each.it, damage=game.objects[each.it].damage + each.many)
                case "deadly":
                    game.change(each.it, deathtouched=True)
                case "removed":
                    game.remove(each.it, each.kind or "", each.many)
