"""What is left of events is let happen: counters, life, drawing, and the instructions that effects add."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from layerproof.kb.model import replacement as r
from layerproof.kb.model.modification import Cant, PreventDamage, Regeneration, Replace
from layerproof.kb.model.replacement import Would
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.kb.rulebook.step_rules import replaced_keys
from layerproof.solver.events.proof_log import standing_by
from layerproof.solver.layers.commanders import life_total
from layerproof.solver.layers.scene import Undecided
from layerproof.solver.replacing.fitting import applies
from layerproof.solver.replacing.happening import Applied, Following, Happening, Outcome
from layerproof.solver.replacing.settling import settle
from layerproof.solver.replacing.standing import standing

if TYPE_CHECKING:
    from layerproof.kb.model.card import Card
    from layerproof.solver.situation.game import Game

replace = msgspec.structs.replace


def become(
    game: Game, *events: Happening, control: bool = False
) -> tuple[tuple[Happening, ...], tuple[Following, ...]]:
    """The events that happen instead of events about to happen, and the instructions to follow after them.

    control: only what changes under whose control an object enters is asked. Limited effects shrink by what they did,
    and what was applied is noted for the proof. Raises Undecided where a choice is left open.
    """
    outcome = settle(game, tuple(each._replace(used=each.used | game.used) for each in events), control)
    _note(game, outcome)
    return outcome.happens, outcome.follows


def _note(game: Game, outcome: Outcome) -> None:
    for name, left in outcome.left:
        number, _, place = name.removeprefix("effect ").partition(".")
        if name.startswith("effect "):
            _shrink(game, int(number), int(place), left)
    for each in outcome.applied:
        _log(game, each)


def _log(game: Game, applied: Applied) -> None:
    """A step about an effect that changed an event; what then happens to the same objects and players rests on it."""
    says = {"by": applied.by, "because": applied.because, "would": applied.would, "instead": list(applied.instead)}
    rule = replaced_keys(applied.sort, applied.because)
    number = game.proof.add("replaced", rule, says, game.proof.latest.get(standing_by(applied.by)))
    events = (applied.would, *applied.instead)
    objects = [("object", each["object"]) for each in events if "object" in each]
    players = [("player", each["player"]) for each in events if "player" in each]
    game.proof.changed_by(applied.by, number, [*objects, *players])


def _shrink(game: Game, identifier: int, place: int, left: int) -> None:
    """A limited effect is over when nothing of it is left (rule key prevention.shield)."""
    effect = next((each for each in game.situation.effects if each.id == identifier), None)
    if effect is None:
        return
    mod = effect.mods[place]
    if left and isinstance(mod, PreventDamage) and not mod.next:
        if mod.amount == left:
            return
        mods = tuple(replace(mod, amount=left) if each is mod else each for each in effect.mods)
        game.update_effect(identifier, "prevention.shield", mods=mods)
    elif not left:
        if len(effect.mods) > 1:
            raise Undecided("a limited effect that does something else too")
        by = "prevention.shield" if isinstance(mod, PreventDamage) else "replacement.definition"
        game.end_effects({identifier}, "regenerate" if isinstance(mod, Regeneration) else by)


def follow(game: Game, follows: tuple[Following, ...]) -> None:
    """Follow the instructions that effects put in place of events, or add to them.

    The effects that led to them do not affect what they do (rule key replacement.once).
    """
    from layerproof.solver.situation.resolving import Resolution

    for each in follows:
        outer = game.used
        game.used = outer | each.used
        try:
            with game.proof.under(*game.proof.instead(each.used)):
                Resolution(game, each.source, each.origin).follow(each.body)
        finally:
            game.used = outer


def cannot_happen(game: Game, event: Happening) -> bool:
    """Whether an effect forbids an event, so that a cost which it is part of cannot be paid (rule key
    cost.resources)."""
    scene = game.scene()
    return any(isinstance(each.mod, Cant) and applies(scene, each, event) for each in standing(game, scene))


def put_counters(game: Game, *events: Happening) -> None:
    """Put counters on objects, as effects have it (rule key counter.put)."""
    happens, follows = become(game, *events)
    let_happen(game, happens)
    follow(game, follows)


def destroyed(game: Game, identifier: int, effect: bool, regenerate: bool = True) -> tuple[bool, tuple[Following, ...]]:
    """Whether a permanent that would be destroyed is, and instructions that are followed (instead).

    effect: whether an effect destroys it, and not the rules. regenerate: false where it can't be regenerated. What has
    indestructible is no matter of this. Source: rule key destroy.
    """
    event = Happening("destroy", object=identifier, effect=effect, kind=None if regenerate else "no regeneration")
    happens, follows = become(game, event)
    return bool(happens), follows


def become_created(
    game: Game, card: Card, player: str, number: int, face: int = 0
) -> tuple[tuple[Happening, ...], tuple[Following, ...]]:
    """The events of tokens being created that happen instead of one, and instructions to follow.

    What an effect asks of the tokens is read from one as it would be, which then is taken back.
    """
    from layerproof.solver.situation.game import new_object

    event = Happening("create", number, player=player, used=game.used)
    if not any(isinstance(each.mod, Replace | Cant) and _asks(each.mod.would) for each in standing(game, game.scene())):
        return become(game, event)
    before = game.mark()
    ghost = new_object(game, card, "battlefield", player, token=True, face=face)
    game.not_yet.add(ghost.id)
    outcome = settle(game, (event._replace(object=ghost.id),))
    game.not_yet.discard(ghost.id)
    game.undo(before)
    _note(game, outcome)
    return outcome.happens, outcome.follows


def _asks(would: Would) -> bool:
    return would.what == "create" and would.object is not None


def goes_to(game: Game, identifier: int, zone: str) -> tuple[str | None, tuple[Following, ...]]:
    """The zone to which an object goes that would go to a zone, None where it stays, and instructions to follow."""
    item = game.item(identifier)
    event = Happening("move", object=identifier, from_=item.zone, to=zone)
    happens, follows = become(game, event)
    return (happens[0].to if happens else None), follows


def counters_on(identifier: int, kind: str, number: int, by: str | None, effect: bool | None) -> Happening:
    """The event of counters being put on an object by a player."""
    return Happening("put_counters", number, identifier, kind=kind, by=by, effect=effect)


def change_life(game: Game, player: str, number: int) -> None:
    """A player gains life, or loses it where the number is negative, as effects have it (rule key life.change)."""
    what = "gain_life" if number > 0 else "lose_life"
    happens, follows = become(game, Happening(what, abs(number), player=player))
    let_happen(game, happens)
    follow(game, follows)


def let_happen(game: Game, happens: tuple[Happening, ...]) -> None:
    """Let counters and life totals change as the events say that are left."""
    for each in happens:
        let_one_happen(game, each)


def let_one_happen(game: Game, each: Happening) -> None:
    """Let counters or a life total change as an event says that is left; other events change nothing here."""
    match each.what:
        case "put_counters":
            if each.player is not None:
                give_poison(game, each.player, each.kind, each.number)
                return
            assert each.object is not None and each.kind is not None
            game.put_counters(each.object, each.kind, each.number)
        case "gain_life":
            assert each.player is not None
            game.gain_life(each.player, each.number)
        case "lose_life":
            assert each.player is not None
            game.gain_life(each.player, -each.number)


def give_poison(game: Game, player: str, kind: str | None, number: int) -> None:
    """A player gets poison counters (rule key counter.put).

    Raises Undecided for counters of another kind, and where it is not known how many the player has.
    """
    told = game.situation.player_state(player).told
    before = dict(told).get("poison counters", 0)
    if kind != "poison" or not isinstance(before, int):
        raise Undecided(f"counters of a player are not modelled ({kind})")
    if number > 0:
        game.set_player(player, "counter.put", told=with_told(told, (("poison counters", before + number),)))


def floored(game: Game, would: tuple[Happening, ...], happens: tuple[Happening, ...]) -> tuple[Happening, ...]:
    """The events with losses of life lowered where an effect says how much life damage leaves at least.

    It looks at all that changes a life total at the moment (rule key damage.processed). would: the results of the
    damage before other effects changed them; where they changed some of the same life total, the order is a choice, and
    Undecided is raised.
    """
    scene = game.scene_before(None)
    for each in standing(game, scene):
        if not isinstance(each.mod, Replace):
            continue
        floor = next((part for part in each.mod.instead if isinstance(part, r.LeavesLife)), None)
        if floor is None:
            continue
        losses = [one for one in happens if one.what == "lose_life" and each.name not in one.used]
        losses = [one for one in losses if applies(scene, each, one)]
        for name in dict.fromkeys(one.player for one in losses):
            if _of_life(would, name) != _of_life(happens, name):
                raise Undecided(f"which of several effects on the life total of {name} applies first")
            happens = _leave(game, each.name, str(name), floor.life, happens)
    return happens


def _of_life(events: tuple[Happening, ...], name: str | None) -> list[tuple[str, int]]:
    """What gains and losses of a player there are among events."""
    return sorted((e.what, e.number) for e in events if e.player == name and e.what in ("gain_life", "lose_life"))


def _leave(game: Game, by: str, name: str, life: int, happens: tuple[Happening, ...]) -> tuple[Happening, ...]:
    before: int = life_total(game.situation, name)
    mine = [each for each in happens if each.player == name and each.what in ("gain_life", "lose_life")]
    lost = sum(each.number for each in mine if each.what == "lose_life")
    after = before - lost + sum(each.number for each in mine if each.what == "gain_life")
    if after >= life:
        return happens
    if before < life:
        raise Undecided("damage to a player who has less life already than it would leave")
    less = life - after
    kept: list[Happening] = []
    for each in happens:
        taken = min(less, each.number) if each.player == name and each.what == "lose_life" else 0
        less -= taken
        new = each._replace(number=each.number - taken)
        if taken:
            instead: tuple[dict[str, Any], ...] = (new.plain(),) if new.number else ()
            _log(game, Applied(by, "replacement", "only", each.plain(), instead))
        if new.number:
            kept.append(new)
    return tuple(kept)
