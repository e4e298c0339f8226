"""Changes of status: tapping, flipping, transforming, turning face down and up, phasing; attaching."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import ability as ab
from layerproof.kb.model.modification import EnteringShape
from layerproof.kb.model.occurrence import AttachmentChange, StatusChange
from layerproof.kb.rulebook.designation_meanings import SUSPECTED
from layerproof.solver.proof.check.attaching import may_be_attached
from layerproof.solver.proof.check.becoming import become, follow
from layerproof.solver.proof.check.bestowing import cease_bestowing
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.entering import begin_static_copies, chosen_shape
from layerproof.solver.proof.check.entering import follow as follow_body
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.looking import is_double_faced, turns
from layerproof.solver.proof.check.suspicion import undesignated
from layerproof.solver.proof.check.world import Choices, Says


def set_status(
    game: Game,
    identifier: int,
    status: str,
    as_: str | None = None,
    choices: Choices = (),
    own_since: int | None = None,
) -> None:
    """Change the status of a permanent; what the rules make impossible does nothing.

    status: tap, untap, flip, transform, turn_face_down, turn_face_up, phase_out, phase_in, or the status itself
    (tapped, flipped…). as_: how it is face down. choices: what is chosen as it is turned face up. own_since: the
    timestamp of its own ability on the stack, where that does it.
    """
    obj = game.objects.get(identifier)
    if obj is None or obj.zone != "battlefield" or (obj.phased_out and status != "phase_in"):
        return
    match status:
        case "tap" | "tapped":
            if not obj.tapped:
                refuse_change(game, "tap", identifier)
                _becomes(game, identifier, "tapped", tapped=True)
        case "untap" | "untapped":
            if obj.tapped:
                untap(game, [identifier])
        case "unattached":
            unattach(game, identifier)
        case "undamaged":
            game.change(identifier, damage=0, deathtouched=False)
        case "out_of_combat":
            combat = {"attacking", "blocking", "blocked", "band"}
            game.change(identifier, told=tuple(pair for pair in obj.told if pair[0] not in combat))
        case "unsuspected":
            undesignated(game, identifier, SUSPECTED)
        case "flip" | "flipped":
            _flip(game, identifier)
        case "transform" | "transformed":
            if own_since is None or not _has_turned_since(game, identifier, own_since):
                _transform(game, identifier)
        case "turn_face_down" | "face_down":
            _face_down(game, identifier, as_ or "plain")
        case "turn_face_up" | "face_up":
            _face_up(game, identifier, choices)
        case "phase_out" | "phased_out":
            refuse_change(game, "phase", identifier)
            if any(game.objects[each].phased_out for each in _together(game, identifier)):
                raise Incomplete("what phases out from which something has phased out before")
            with game.beat():
                for each in _together(game, identifier):
                    _becomes(game, each, "phased_out", phased_out=True)
        case "phase_in" | "phased_in":
            if obj.phased_out:
                refuse_change(game, "phase", identifier)
                with game.beat():
                    for each in _together(game, identifier):
                        _becomes(game, each, "phased_in", phased_out=False)
        case _:
            raise Incomplete(f"the status {status}")


def _becomes(game: Game, identifier: int, status: str, **fields: Any) -> None:
    """Change fields of a permanent, by which it gets a status that it did not have."""
    with game.beat():
        game.change(identifier, **fields)
        game.tell(StatusChange(identifier, status))


def untap(game: Game, tapped: list[int], kind: str | None = None) -> None:
    """Untap tapped permanents, as effects have it; kind: `untap step` where that does it."""
    for each in tapped:
        refuse_change(game, "untap", each)
    for each in tapped:
        happen, besides = become(game, [Coming("untap", it=each, kind=kind)])
        if happen:
            _becomes(game, each, "untapped", tapped=False)
        follow(game, besides)


def _flip(game: Game, identifier: int) -> None:
    obj, entry = game.objects[identifier], game.copiable(identifier)
    if entry is not None and entry.card.layout == "flip" and not obj.flipped:
        _becomes(game, identifier, "flipped", flipped=True)


def _has_turned_since(game: Game, identifier: int, timestamp: int) -> bool:
    """Whether a permanent has transformed since a moment, in an edition in which its own ability then does not."""
    asks = game.edition.policies["transform_own_ability"] != "always"
    return asks and game.objects[identifier].turned_at > timestamp


def _transform(game: Game, identifier: int) -> None:
    obj = game.objects[identifier]
    if obj.face_down is not None:
        return
    refuse_change(game, "transform", identifier)
    if obj.components:
        turned = tuple(
            msgspec.structs.replace(part, face=1 - part.face) if part.card.layout == "transform" else part
            for part in obj.components
        )
        if turned != obj.components:
            _becomes(game, identifier, "transformed", components=turned)
        return
    if not turns(obj.card, game.edition):
        return
    if {"instant", "sorcery"}.intersection(obj.card.faces[1 - obj.face].types):
        if game.edition.numbers.get("transform.no_spell_face") is None:
            raise Incomplete("a permanent that would transform into an instant or sorcery")
        return
    new = game.edition.policy("transform_timestamp") == "new"
    if not new:
        _becomes(game, identifier, "transformed", face=1 - obj.face)
        return
    timestamp = game.stamp()
    _becomes(game, identifier, "transformed", face=1 - obj.face, timestamp=timestamp, turned_at=timestamp)


def _face_down(game: Game, identifier: int, how: str) -> None:
    obj = game.objects[identifier]
    part_double = any(part.card.layout in ("transform", "modal_dfc", "meld") for part in obj.components)
    if obj.face_down is not None or is_double_faced(obj) or part_double:
        return
    refuse_change(game, "face", identifier)
    with game.beat():
        _becomes(game, identifier, "face_down", face_down=how)
        _face_stamp(game, identifier)


def _face_up(game: Game, identifier: int, choices: Choices) -> None:
    obj = game.objects[identifier]
    cards = [part.card for part in obj.components] or [obj.card]
    if obj.face_down is None or any({"instant", "sorcery"} & set(card.faces[0].types) for card in cards):
        return
    refuse_change(game, "face", identifier)
    merged = dict(obj.choices) | dict(choices)
    with game.beat():
        choice = tuple(sorted(merged.items()))
        _becomes(game, identifier, "face_up", face_down=None, down=None, choices=choice)
        if any(part.face_down for part in obj.components):
            parts = tuple(msgspec.structs.replace(part, face_down=False) for part in obj.components)
            game.change(identifier, components=parts)
        _face_stamp(game, identifier)
    for instance in game.view[identifier].abilities:
        if isinstance(instance.ability, ab.EntersShape) and instance.ability.face_up_too:
            mods = chosen_shape(instance.ability, choices)
            game.begin((EnteringShape(mods),), (identifier,), game.view[identifier].controller, identifier)
        elif isinstance(instance.ability, ab.TurnedUpDoing):
            follow_body(game, Says(identifier, choices=choices), instance.ability.body, instance.ability)


def _face_stamp(game: Game, identifier: int) -> None:
    if "order.timestamp.face" in game.edition.numbers:
        game.change(identifier, timestamp=game.stamp())


def _together(game: Game, identifier: int) -> list[int]:
    """A permanent and what is attached to it, directly or not."""
    found = [identifier]
    for each in found:
        found.extend(other.id for other in game.objects.values() if other.attached_to == each and other.id not in found)
    return found


def attach(game: Game, what: int, to: int | str) -> None:
    """Attach an object to an object or player, if that is possible and it is not already attached there."""
    obj = game.objects.get(what)
    if obj is None or obj.attached_to == to or not may_be_attached(game, what, to):
        return
    refuse_change(game, "attach", to)
    with game.beat():
        game.change(what, attached_to=to, timestamp=game.stamp())
        game.tell(AttachmentChange(what, to))
    begin_static_copies(game, what)


def unattach(game: Game, identifier: int) -> None:
    """An object stops being attached, if it was."""
    if game.objects[identifier].attached_to is not None:
        with game.beat():
            cease_bestowing(game, identifier)
            game.change(identifier, attached_to=None)
            game.tell(AttachmentChange(identifier, None))
