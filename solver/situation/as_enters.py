"""What abilities say of how an object enters: tapped, with counters, in a shape that is chosen."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as m
from layerproof.kb.model.instruction import SacrificeToGrow
from layerproof.kb.model.keyword_action import Choose
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject, InForce
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.reading import fits
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import evaluate, holds
from layerproof.solver.layers.view import Entry
from layerproof.solver.situation.arriving import Arriving, about_to_enter
from layerproof.solver.situation.entering_paid import enters_tapped
from layerproof.solver.situation.game import Game, Invalid

replace = msgspec.structs.replace


def as_its_abilities_say(game: Game, item: GameObject, ahead: Derivation, how: Arriving) -> list[tuple[str, int]]:
    """What the entering object's abilities say of how it enters; returns the counters it enters with."""
    entry = ahead.scene.view[item.id]
    scene = about_to_enter(game, item.id, entry)
    source = Source(item.id, entry.controller, x=how.x, choices=how.choices)
    numbers: list[tuple[str, int]] = []
    for instance in entry.abilities:
        abilities: tuple[Any, ...] = (instance.ability,)
        if isinstance(instance.ability, ab.Keyword):
            abilities = meaning(instance.ability)
        for ability in abilities:
            match ability:
                case ab.EntersTapped():
                    if enters_tapped(game, ability, scene, source, how.tapped):
                        game.update(item.id, "entering.replacement", tapped=True)
                case ab.AsEnters(tapped=True):
                    if how.tapped is None:
                        game.update(item.id, "entering.replacement", tapped=True)
                case ab.EntersWith(kind=kind, number=number, condition=condition):
                    if condition is None or holds(condition, scene, source):
                        numbers.append((kind, evaluate(number, scene, source)))
                case ab.EntersShape(options=options):
                    _shape(game, item.id, options, how)
                case _:
                    pass
    if how.tapped is None and _others_make_it_tapped(game, item.id, ahead.scene):
        game.update(item.id, "entering.replacement", tapped=True)
    printed = ahead.copiable[item.id]
    if "planeswalker" in entry.types and printed.loyalty:
        numbers.append(("loyalty", printed.loyalty))
    if "battle" in entry.types and printed.defense:
        numbers.append(("defense", printed.defense))
    if "Saga" in entry.subtypes and game.edition.policy("saga_lore_counters") != "none":
        # It is put on every Saga that enters, whatever abilities it then has (rule key saga.enters).
        numbers.append(("lore", 1))
    return [(kind, number) for kind, number in numbers if number > 0]


def told_to_choose(item: GameObject, ability: ab.EntersDoing) -> tuple[int, ...]:
    """The objects that are told as chosen for an ability that lets one be chosen as its object enters; none where what
    is told may be what the object enters as a copy of (rule key choice.as_enters)."""
    copies = any(isinstance(each, ab.EntersAsCopy) for face in item.card.faces for each in face.abilities)
    if copies or not any(isinstance(each, Choose) for each in ability.body):
        return ()
    return tuple(each for each in dict(item.choices).get("object", ()) if isinstance(each, int))


def grown_by(game: Game, identifier: int, entry: Entry) -> int:
    """With how many +1/+1 counters an object enters for what was sacrificed for it, together with all others that it
    enters with (rule keys keyword.devour, entering.replacement)."""
    counters = 0
    for each in entry.abilities:
        for said in meaning(each.ability) if isinstance(each.ability, ab.Keyword) else (each.ability,):
            body = said.body if isinstance(said, ab.EntersDoing) else ()
            first = [one.counters for one in body if isinstance(one, SacrificeToGrow)]
            if not first and mentions(body, lambda node: isinstance(node, SacrificeToGrow)):
                raise Undecided("what something is sacrificed for only under a condition is not modelled")
            counters += sum(first)
    devoured = dict(game.item(identifier).told).get("devoured", 0)
    return counters * devoured if counters and isinstance(devoured, int) else 0


def _others_make_it_tapped(game: Game, identifier: int, ahead: Scene) -> bool:
    """Whether a permanent already there says that this one enters tapped (rule key entering.replacement_others)."""
    seen = game.entering[identifier]
    return any(
        isinstance(instance.ability, ab.OthersEnterTapped)
        and fits(instance.ability.who, ahead, Source(other), identifier)
        for other, entry in seen.view.items()
        if seen.items[other].zone == "battlefield" and other not in (game.arriving or ())
        for instance in entry.abilities
    )


def _shape(game: Game, identifier: int, options: tuple[ab.Shape, ...], how: Arriving) -> None:
    chosen = next((values for key, values in how.choices if key == "mode"), ())
    if not chosen:
        raise Undecided(f"which of its sizes was chosen for {game.name(identifier)}")
    word = str(chosen[0]).lower()
    found = [option for option in options if option.label.lower() in word or word in option.label.lower()]
    if len(found) != 1:
        labels = "; ".join(option.label for option in options)
        raise Invalid(f"the mode {chosen[0]!r} does not name one option of {game.name(identifier)}", f"one of {labels}")
    number = game.identify()
    game.begin(
        InForce(
            number,
            game.tick(),
            game.item(identifier).controller,
            (m.EnteringShape(found[0].mods),),
            objects=(identifier,),
            source=identifier,
            origin="chosen as it entered",
        ),
        "choice.as_enters",
    )
