"""Objects that enter as copies: by what they themselves say, and by what permanents that are there say of others."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.choices_on_entry import Choices, meant_for_it
from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as m
from layerproof.kb.model.card import Card
from layerproof.kb.model.effect import Duration
from layerproof.kb.model.instruction import Body
from layerproof.kb.model.situation import GameObject, InForce
from layerproof.solver.layers.choosing import ENTERS_AS_COPY
from layerproof.solver.layers.copiable import copied_card
from layerproof.solver.layers.reading import fits, refer
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate, holds
from layerproof.solver.situation.arriving import Arriving, about_to_enter, look_ahead
from layerproof.solver.situation.game import Forbidden, Game
from layerproof.solver.situation.makers import take_maker


def chosen_to_copy(game: Game, item: GameObject, how: Arriving) -> int | None:
    """The object chosen for one that may, by its ability as it would be now, enter as a copy; None where none is.

    Raises Undecided where it could be a copy of something and nothing tells whether it is, and Forbidden for what it
    may not copy. Source: rule keys copy.enters_as_copy, choice.as_enters.
    """
    told = dict(how.choices)
    objects = told.get("object", ())
    asked = "object" not in told and told.get("may") != (False,) and how.copy_of is None and _may_ask(item)
    if (how.token and how.copy_of is not None) or not (objects or asked) or item.face_down is not None:
        return None
    entry = look_ahead(game, item.id).scene.view[item.id]
    scene, source = about_to_enter(game, item.id, entry), Source(item.id, entry.controller)
    said = enters_as_copy(entry)
    if said is None or (said.condition is not None and not holds(said.condition, scene, source)):
        return None
    can = [each for each in scene.in_zones(said.zones) if fits(said.of, scene, source, each)]
    if not objects:
        if can:
            raise Undecided(
                f"whether {game.name(item.id)} enters as a copy, and of what, is not told "
                "(choices: object, with none for no copy, of the entry by which it enters)"
            )
        return None
    chosen = int(objects[0])
    if chosen not in can:
        raise Forbidden(f"{game.name(item.id)} cannot enter as a copy of {game.name(chosen)}", "choice.as_enters")
    return chosen


def _may_ask(item: GameObject) -> bool:
    """Whether an object has an ability printed on it by which it may enter as a copy."""
    return any(isinstance(each, ab.EntersAsCopy) for face in item.card.faces for each in face.abilities)


def choices_of_it(game: Game, source: Source, card: Card, body: Body) -> Choices:
    """The choices told for a resolution that are choices of a card which it puts onto the battlefield (rule key
    choice.as_enters). body: the instructions of the resolution."""
    told = tuple(pair for pair in source.choices if pair != ("object", ()) or not source.chosen)
    told += (("object", source.chosen),) if source.chosen else ()
    values = game.derivation().copiable.get(source.chosen[0]) if source.chosen else None
    return meant_for_it(told, card, None if values is None else values.card, body)


def enter_as_copy(game: Game, item: GameObject, of: int, how: Arriving) -> list[tuple[str, int]]:
    """The object enters as a copy of another; returns the counters that its ability gives it besides."""
    before = look_ahead(game, item.id)
    exceptions: tuple[Any, ...] = ()
    keep: tuple[str, ...] = ()
    said = enters_as_copy(before.scene.view[item.id])
    own = tuple(each for face in item.card.faces for each in face.abilities)
    if said is None and any(isinstance(each, ab.EntersAsCopy) for each in own):
        # The ability that would have made it a copy is not there as it enters (rule key entering.lookahead).
        return []
    values = game.copiable(of)
    if said is not None:
        if said.then:
            raise Undecided(f"what is done when {game.name(item.id)} enters as a copy is not modelled")
        exceptions, keep = said.exceptions, said.keep
        # Whether such an exception applies is judged by what the copy would be without it.
        plainly = copied_card(before.scene, values, exceptions, keep).faces[0]
        for conditional in said.exceptions_if:
            if conditional.has_type in plainly.types:
                exceptions += conditional.exceptions
        if said.tapped:
            game.update(item.id, "copy.enters_as_copy", tapped=True)
    card = copied_card(before.scene, values, exceptions, keep)
    take_maker(game, item.id, of, card)
    _copy_effect(game, item.id, card, keep, None if said is None else said.until)
    if said is None or not said.counters:
        return []
    entry = look_ahead(game, item.id).scene.view[item.id]
    scene = about_to_enter(game, item.id, entry)
    source = Source(item.id, entry.controller, x=how.x)
    return [
        (each.kind, evaluate(each.number, scene, source))
        for each in said.counters
        if each.condition is None or holds(each.condition, scene, source)
    ]


def enters_as_copy(entry: Any) -> ab.EntersAsCopy | None:
    """The first ability by which an object may enter as a copy."""
    return next((each.ability for each in entry.abilities if isinstance(each.ability, ab.EntersAsCopy)), None)


def _copy_effect(game: Game, identifier: int, card: Card, keep: tuple[str, ...], until: Duration | None) -> None:
    number = game.identify()
    game.begin(
        InForce(
            number,
            game.tick(),
            game.item(identifier).controller,
            (m.TakeValues(card, keep),),
            objects=(identifier,),
            source=identifier,
            duration=until,
            origin=ENTERS_AS_COPY,
        ),
        "copy.enters_as_copy",
    )


def others_make_it_a_copy(game: Game, item: GameObject) -> bool:
    """Whether the ability of a permanent that was there before makes it a copy (rule key entering.replacement_others).

    Raises Undecided where several such abilities would make it copies of different things.
    """
    scene, found = game.entering[item.id], []
    for identifier, entry in sorted(scene.view.items()):
        if scene.items[identifier].zone != "battlefield" or identifier in (game.arriving or ()):
            continue
        for ability in (each.ability for each in entry.abilities):
            if isinstance(ability, ab.OthersEnterAsCopy):
                ahead = look_ahead(game, item.id).scene
                original = refer(ability.of, scene, Source(identifier))
                if original is not None and fits(ability.who, ahead, Source(identifier), item.id):
                    found.append((copied_card(scene, game.copiable(original), (), ()), original))
    if any(card != found[0][0] for card, _ in found):
        raise Undecided("of which of several objects something enters as a copy")
    if found:
        take_maker(game, item.id, found[0][1], found[0][0])
        _copy_effect(game, item.id, found[0][0], (), None)
    return bool(found)
