"""Objects that change zones, status or what they are attached to."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from layerproof.kb.keywords.ways_of_casting import is_exiled_afterwards
from layerproof.kb.model.effect import All, Until
from layerproof.kb.model.modification import RuleEffect, StaysAway
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import AttachmentChange, Shuffled, StatusChange, ZoneChange
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.kb.rulebook.designation_meanings import SUSPECTED
from layerproof.kb.rulebook.step_rules import LEAVES_BY, STATUS_BY
from layerproof.kb.wording.plain_words import in_words
from layerproof.solver.layers.commanders import ask_where_it_goes
from layerproof.solver.layers.participants import static_effects
from layerproof.solver.layers.reading import has_keyword_that, is_double_faced
from layerproof.solver.layers.scene import Undecided, open_zone
from layerproof.solver.layers.turning import has_other_side
from layerproof.solver.layers.unlisted import in_hand
from layerproof.solver.replacing.happening import Following, Happening
from layerproof.solver.replacing.happens import become, follow, goes_to
from layerproof.solver.situation.attaching import may_be_attached
from layerproof.solver.situation.bestowing import left_by_its_host, no_longer_bestowed
from layerproof.solver.situation.bonds import OF_COMBAT
from layerproof.solver.situation.entering import Arriving, begin_static_copies, enter
from layerproof.solver.situation.game import Game, new_object
from layerproof.solver.situation.guard import unchanged, unhindered
from layerproof.solver.situation.lasting import lasting
from layerproof.solver.situation.libraries import unlisted_comes
from layerproof.solver.situation.suspecting import lose_designation

MAD = "goes into exile as it is discarded"

replace = msgspec.structs.replace


def move(
    game: Game,
    identifier: int,
    zone: str,
    label: str | tuple[str, ...] | None = None,
    how: Arriving | None = None,
    at_once: bool = False,
    way: str = "",
    by: str | None = None,
) -> GameObject | None:
    """Move an object to another zone, where it is a new object (rule key zone_change.new_object).

    Replacement effects may send it elsewhere, or let something else happen. Returns the new object (of a merged
    permanent the first of them), None for tokens and copies of spells, which cease to exist. A nontoken permanent goes
    to its owner's zone (rule key zone.owner_goes). at_once: others move at the same moment; the caller lets come back
    what was away until they left. way, by: how it is moved, and by which player, for what is reported (ZoneChange).
    """
    follows: tuple[Following, ...] = ()
    if " or " in game.item(identifier).zone:
        raise open_zone(game.item(identifier))
    if way != "unknown":
        ask_where_it_goes(game.item(identifier), zone, game.edition.numbers)
    if game.item(identifier).zone == "stack" and is_exiled_afterwards(game.item(identifier).cast_for):
        # As of flashback and jump-start (rule keys keyword.flashback, keyword.jump_start).
        zone = "exile"
    with game.one_moment():
        if zone == "graveyard" and game.item(identifier).zone == "battlefield":
            unhindered(game, "die", identifier)
        if way == "discarded":
            unchanged(game, identifier, "discard")
        goes: str | None = zone
        if zone != "battlefield":
            goes, follows = goes_to(game, identifier, zone)
            if way == "discarded" and has_keyword_that(game.entry(identifier), MAD):
                goes = _mad(game, identifier, goes, bool(follows))
                # It is found there under the same label, since it may be cast from there at once.
                label = label or game.item(identifier).label
        made = None if goes is None else _move(game, identifier, goes, label, how or Arriving(), way, by)
        if way == "discarded" and made is not None:
            game.update(made.id, "discard", told=with_told(made.told, (("discarded this turn", 1),)))
    follow(game, follows)
    if not at_once and game.arriving is None:
        come_back(game)
    return made


def _mad(game: Game, identifier: int, goes: str | None, more: bool) -> str:
    """Where a card with madness goes as it is discarded: into exile (rule key keyword.madness).

    Raises Undecided where the edition leaves that to its owner, and where something else changes where it goes.
    """
    if game.edition.policy("madness_exile") != "must":
        raise Undecided(f"whether {game.name(identifier)} goes into exile as it is discarded")
    if goes != "graveyard" or more or game.item(identifier).zone != "hand":
        raise Undecided(f"what of several effects changes where {game.name(identifier)} goes as it is discarded")
    return "exile"


def _move(
    game: Game,
    identifier: int,
    zone: str,
    label: str | tuple[str, ...] | None,
    how: Arriving,
    way: str,
    by: str | None,
) -> GameObject | None:
    before, returning = game.mark(), game.returning.copy()
    _ends_with_it(game, identifier)
    how.before = game.scene_before(None)
    item = game.remove(identifier, LEAVES_BY.get(way, "exile" if zone == "exile" and way != "unknown" else None))
    left_by_its_host(game, identifier)
    end_with(game, identifier)
    cards = [] if item.token or item.copy or item.ability is not None else [(item.card, item.owner)]
    if item.components:
        cards = [(each.card, each.owner) for each in item.components if not each.token]
    elif item.melded:
        cards = [(each, item.owner) for each in item.melded]
    labels = [label] if isinstance(label, str) else list(label or ())
    made: list[GameObject] = []
    for card, owner in cards:
        name = labels.pop(0) if labels else None
        if zone == "battlefield":
            how.label, how.was, how.came_from = name, identifier, item.zone
            new = enter(game, card, owner, how)
            if new is None:
                # What can't enter stays where it is (rule key replacement.cant_enter).
                if len(cards) > 1:
                    raise Undecided("a merged permanent of which some can't enter")
                game.returning = returning
                game.undo(before)
                return None
            made.append(new)
        else:
            told, choices = lasting(item)
            new_there = new_object(
                game,
                card,
                zone,
                owner,
                label=name,
                told=told,
                choices=choices,
                rule="zone_change.new_object",
                was=(identifier,),
            )
            made.append(new_there)
            game.put_there.add(made[-1].id)
    game.went[identifier] = zone
    if made:
        game.became[identifier] = made[0].id
        if len(made) > 1:
            game.parted[identifier] = tuple(each.id for each in made)
    if zone != "battlefield" or not made:
        game.report(ZoneChange(identifier, tuple(each.id for each in made), item.zone, zone, way, by))
    return made[0] if made else None


def _ends_with_it(game: Game, identifier: int) -> None:
    """Stop where a static ability of what leaves says that its effect goes on afterwards, which is not modelled."""
    entry = game.scene().view.get(identifier)
    for instance in () if entry is None else entry.abilities:
        for effect in static_effects(instance.ability):
            for mod in effect.effect.mods:
                if isinstance(mod, RuleEffect) and "end of turn" in mod.gloss and "leaves" in mod.gloss:
                    raise Undecided(f"an effect of {game.name(identifier)} is not modelled ({mod.gloss})")


def end_with(game: Game, identifier: int) -> None:
    """Effects that last until their source leaves are over when it has left (rule key effect.until_event)."""
    over = [
        each for each in game.situation.effects if each.source == identifier and each.duration == Until("source leaves")
    ]
    game.end_effects({each.id for each in over}, "effect.until_event")
    game.returning += [each for effect in over if StaysAway() in effect.mods for each in effect.objects or ()]


def ask_for_unlisted(game: Game, scope: object, zones: tuple[str, ...] = ("hand", "graveyard")) -> None:
    """Raise Undecided where a scope takes in a hand or a graveyard of which some cards are not listed."""

    def takes_in(node: object, zone: str) -> bool:
        return isinstance(node, All) and zone in node.zones

    for each in game.situation.players:
        for zone, number in (("hand", each.drawn or each.drawn_unknown), ("graveyard", each.buried)):
            if number and zone in zones and mentions(scope, partial(takes_in, zone=zone)):
                raise Undecided(f"what becomes of the cards in the {zone} of {each.name} that are not listed")


def shuffle_into_library(game: Game, objects: tuple[int, ...], player: str, hand: bool) -> None:
    """Objects are shuffled into their owners' libraries; afterwards none of the cards there is known.

    player: whose library is shuffled in any case. hand: the whole hand of that player is among them, with its cards
    that are not listed. Source: rule key shuffle.
    """
    if any(game.there(each) is None and game.item(each).owner != player for each in objects):
        raise Undecided("whose library is shuffled for what is not there any more")
    objects = tuple(each for each in objects if game.there(each) is not None)
    owners = {player} | {game.item(each).owner for each in objects}
    with game.at_one_moment():
        for each in objects:
            if game.there(each) is not None:
                move(game, each, "library", at_once=True)
        for item in game.situation.objects:
            if item.zone == "library" and item.owner in owners:
                game.remove(item.id, "shuffle")
                unlisted_comes(game, item.owner, 1)
        if hand:
            unlisted_comes(game, player, in_hand(game.situation.player_state(player)))
            game.set_player(player, "shuffle", drawn=0)
        for name in sorted(owners):
            game.report(Shuffled(name))
            game.deed("shuffles", name, *(each for each in objects if game.item(each).owner == name))
    come_back(game)


def shuffle(game: Game, player: str) -> None:
    """A player shuffles their library: the listed cards stay there in an order that is not known (rule key shuffle)."""
    game.set_player(player, "shuffle", shuffled=game.situation.clock)
    game.report(Shuffled(player))


def come_back(game: Game) -> None:
    """What was exiled until something left comes back, right after all that left at that moment has left."""
    while game.returning:
        away = game.returning.pop(0)
        item = game.there(away)
        if item is not None and item.zone == "exile":
            with game.because("effect.until_event", object=away):
                move(game, away, "battlefield", None, Arriving(controller=item.owner))


def attach(game: Game, identifier: int, to: int | str) -> None:
    """Attach an object to another or to a player; it gets a new timestamp if it was not attached there.

    Source: rule keys attach.definition, attach.impossible, order.timestamp.attach.
    """
    item = game.there(identifier)
    if item is None or item.attached_to == to or to == identifier:
        return
    unhindered(game, "attach", to if isinstance(to, int) else None)
    if not may_be_attached(game.scene(), identifier, to):
        return
    with game.one_moment():
        game.update(identifier, "attach.definition", attached_to=to, timestamp=game.tick())
        game.report(AttachmentChange(identifier, to))
    begin_static_copies(game, identifier, game.scene())


def unattach(game: Game, identifier: int) -> None:
    """An object stops being attached."""
    if game.item(identifier).attached_to is None:
        return
    with game.one_moment():
        no_longer_bestowed(game, identifier)
        game.update(identifier, "attach.unattach", attached_to=None)
        game.report(AttachmentChange(identifier, None))


def change_status(game: Game, identifier: int, status: str, **fields: Any) -> None:
    """Change fields of a permanent and report the status that it got (rule key trigger.becomes)."""
    with game.one_moment():
        game.update(identifier, STATUS_BY.get(status, "status.categories"), **fields)
        game.report(StatusChange(identifier, status))


def cannot_be_destroyed(game: Game, identifier: int) -> bool:
    """Whether a keyword ability keeps a permanent from being destroyed now (rule key keyword.indestructible)."""
    entry = game.scene().view.get(identifier)
    return entry is not None and has_keyword_that(entry, "not destroyed")


def set_status(game: Game, identifier: int, status: str, how: str | None = None, since: int | None = None) -> None:
    """Change the status of a permanent; what the rules make impossible does nothing (rule key impossible_ignored).

    since: the timestamp of the ability of that permanent which does it, from when it was put on the stack; None where
    something else does it.
    """
    item = game.there(identifier)
    if item is None or item.zone != "battlefield":
        return
    match status:
        case "tap" | "tapped":
            if not item.tapped:
                unhindered(game, "tap", identifier)
                change_status(game, identifier, "tapped", tapped=True)
        case "untap" | "untapped":
            if item.tapped:
                untap(game, identifier)
        case "unattached":
            unattach(game, identifier)
        case "undamaged":
            game.update(identifier, "regenerate", damage=0, deathtouched=False)
        case "out_of_combat":
            game.update(
                identifier, "combat.removed", told=tuple(each for each in item.told if each[0] not in OF_COMBAT)
            )
        case "unsuspected":
            lose_designation(game, identifier, SUSPECTED)
        case "flip" | "flipped":
            _flip(game, item)
        case "transform" | "transformed":
            _transform(game, item, since)
        case "turn_face_down" | "face_down":
            _turn_down(game, item, how)
        case "turn_face_up" | "face_up":
            _turn_up(game, item)
        case "phase_out" | "phased_out":
            _phase(game, item, True)
        case "phase_in" | "phased_in":
            _phase(game, item, False)
        case _:
            raise Undecided(f"that an object becomes {in_words(status)} is not modelled")


def untap(game: Game, identifier: int, kind: str | None = None) -> None:
    """Untap a tapped permanent, unless something happens instead (rule key counter.stun)."""
    unhindered(game, "untap", identifier)
    happens, follows = become(game, Happening("untap", object=identifier, kind=kind))
    if happens:
        change_status(game, identifier, "untapped", tapped=False)
    follow(game, follows)


def _flip(game: Game, item: GameObject) -> None:
    values = game.derivation().copiable.get(item.id)
    if not item.flipped and values is not None and values.card.layout == "flip" and item.face_down is None:
        change_status(game, item.id, "flipped", flipped=True)


def _transform(game: Game, item: GameObject, since: int | None) -> None:
    if since is not None and game.edition.policy("transform_own_ability") == "once_on_stack" and item.turned_at > since:
        # It has transformed since its ability was put on the stack (rule key transform.own_ability_once).
        return
    if not has_other_side(item.card, game.edition) or item.face_down is not None or item.components:
        return
    if set(item.card.faces[1 - item.face].types) & {"instant", "sorcery"}:
        if "transform.no_spell_face" not in game.edition.numbers:
            raise Undecided("what becomes of a permanent whose other face is an instant or sorcery")
        return
    unhindered(game, "transform", item.id)
    fields: dict[str, Any] = {"face": 1 - item.face}
    if game.edition.policy("transform_timestamp") == "new":
        fields["timestamp"] = fields["turned_at"] = game.tick()
    change_status(game, item.id, "transformed", **fields)


def _turn_down(game: Game, item: GameObject, how: str | None) -> None:
    if item.face_down is not None or is_double_faced(item):
        return
    unhindered(game, "face", item.id)
    _face(game, item, face_down=how or "plain")


def _turn_up(game: Game, item: GameObject) -> None:
    if item.face_down is None:
        return
    unhindered(game, "face", item.id)
    if set(item.card.faces[0].types) & {"instant", "sorcery"}:
        # Such a card stays face down (rule key manifest.instant_stays_down).
        return
    _face(game, item, face_down=None, down=None)


def _face(game: Game, item: GameObject, **fields: Any) -> None:
    if game.edition.policy("face_timestamp") == "new":
        fields["timestamp"] = game.tick()
    change_status(game, item.id, "face_up" if fields["face_down"] is None else "face_down", **fields)


def _phase(game: Game, item: GameObject, out: bool) -> None:
    """Phase a permanent out or in, and what is attached to it with it (rule key phasing.attached)."""
    if item.phased_out == out:
        return
    unhindered(game, "phase", item.id)
    if out:
        for other in game.situation.objects:
            if other.attached_to == item.id and other.phased_out:
                # By itself or along with this one: that decides how it comes back (rule key phasing.attached_return).
                raise Undecided(f"{game.name(item.id)} phases out after {game.name(other.id)}, attached to it, had")
        game.last_known = {**game.last_known, item.id: game.entry(item.id)}
    with game.one_moment():
        change_status(game, item.id, "phased_out" if out else "phased_in", phased_out=out)
        for other in game.situation.objects:
            if other.attached_to == item.id and other.phased_out != out:
                _phase(game, other, out)
