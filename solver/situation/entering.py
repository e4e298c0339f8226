"""Objects entering the battlefield: look-ahead, copies, choices, counters, attachments."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as m
from layerproof.kb.model.card import Card
from layerproof.kb.model.effect import While
from layerproof.kb.model.expression import AllOf, AttachedTo, InZone, Matches, Ref
from layerproof.kb.model.occurrence import AttachmentChange, ZoneChange
from layerproof.kb.model.situation import GameObject, InForce
from layerproof.kb.rulebook.meanings import interferes, meaning
from layerproof.kb.shorthand import filter_word
from layerproof.solver.layers.choosing import ENTERS_AS_COPY
from layerproof.solver.layers.copiable import copied_card, token_card
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.reading import fits, refer
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import affected, evaluate, holds
from layerproof.solver.replacing.happens import counters_on, put_counters
from layerproof.solver.situation.entering_paid import enters_tapped
from layerproof.solver.situation.game import Game, Invalid, new_object
from layerproof.solver.situation.guard import unhindered

replace = msgspec.structs.replace


class Arriving(msgspec.Struct):
    """What is said of an object that enters: as in the scenario format, with labels and players looked up.

    was, came_from: the object it was in which zone before, where that is known. being: the effect that says what it is
    as it enters, still without identifier, timestamp and objects.
    """

    label: str | None = None
    controller: str | None = None
    tapped: bool | None = None
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int | str | None = None
    copy_of: int | None = None
    token: bool = False
    face: int = 0
    face_down: str | None = None
    down: Any = None
    cast_for: str | None = None
    told: tuple[tuple[str, int | str], ...] = ()
    level: int | None = None
    x: int | None = None
    choices: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    granter: int | None = None
    flipped: bool = False
    unlocked: tuple[int, ...] = ()
    was: int | None = None
    came_from: str = "unknown"
    being: InForce | None = None


def enter(game: Game, card: Card, owner: str, how: Arriving) -> GameObject:
    """Put an object onto the battlefield, as `_enter` says, and report it as one moment with all that belongs to it."""
    with game.one_moment():
        item = _enter(game, card, owner, how)
        came_from, way = ("", "created") if how.token and how.was is None else (how.came_from, "")
        game.report(ZoneChange(how.was, (item.id,), came_from, "battlefield", way))
    return item


def _enter(game: Game, card: Card, owner: str, how: Arriving) -> GameObject:
    """Put an object onto the battlefield as the rules have it.

    Order: the object with its timestamp; what makes it a copy; what its abilities, as they would be on the battlefield,
    say of how it enters; counters; attachment (docs/proof-format.md, events). Sources: rule keys
    entering.replacement, entering.lookahead, copy.enters_as_copy, choice.as_enters.
    """
    unhindered(game, "enter")
    if how.face_down is None and not how.token and set(current_types(card, how.face)) & {"instant", "sorcery"}:
        raise Invalid(f"{card.name} is an instant or sorcery and cannot enter the battlefield", "resolve it instead")
    face = how.face
    if how.token and how.copy_of is not None:
        original = game.item(how.copy_of)
        card, face = token_card(game.scene(), original, game.copiable(how.copy_of), ())
    item = new_object(
        game,
        card,
        "battlefield",
        owner,
        controller=how.controller,
        label=how.label,
        token=how.token,
        face=face,
        tapped=bool(how.tapped),
        flipped=how.flipped,
        face_down=how.face_down,
        down=how.down,
        cast_for=how.cast_for,
        told=how.told,
        level=how.level or 1,
        x=how.x,
        choices=how.choices,
        granter=how.granter,
        unlocked=how.unlocked,
    )
    if how.being is not None:
        # It enters with these characteristics (rule key effect.begins_on_entering).
        number = game.identify()
        game.begin(replace(how.being, id=number, timestamp=game.tick(), objects=(item.id,)))
    extra: list[tuple[str, int]] = []
    if game.arriving is not None:
        game.arriving.add(item.id)
    if how.copy_of is not None and not how.token:
        extra = _enter_as_copy(game, item, how.copy_of, how)
    chosen = _chosen_to_copy(game, item, how)
    if chosen is not None:
        # What another copy effect gave besides is lost with it (rule key copy.exceptions.additional_effect).
        extra = _enter_as_copy(game, item, chosen, how)
    elif how.copy_of is None:
        _others_make_it_a_copy(game, item)
    numbers = [*how.counters, *extra]
    ahead = look_ahead(game, item.id)
    if how.choices:
        game.update(item.id, chosen_as=ahead.copiable[item.id].card.faces[0].name)
    if item.face_down is None:
        numbers += _as_its_abilities_say(game, item, ahead, how)
        _does_as_it_enters(game, item, ahead)
    if how.attached_to is not None and how.cast_for == "bestow":
        _bestowed(game, item)
    if numbers:
        unhindered(game, "counters")
    for keyword_ability in ahead.scene.view[item.id].abilities:
        ability = keyword_ability.ability
        if isinstance(ability, ab.Keyword) and "enter" in interferes(ability.keyword) and item.face_down is None:
            raise Undecided(f"the keyword ability {ability.keyword} of {game.name(item.id)} is not modelled")
    by = game.entry(item.id).controller
    game.not_yet.add(item.id)
    put_counters(game, *(counters_on(item.id, kind, number, by, True) for kind, number in _added_up(numbers)))
    game.not_yet.discard(item.id)
    if how.attached_to is not None:
        unhindered(game, "attach", how.attached_to if isinstance(how.attached_to, int) else None)
        game.update(item.id, attached_to=how.attached_to)
        game.report(AttachmentChange(item.id, how.attached_to))
    if item.face_down is None:
        begin_static_copies(game, item.id, ahead.scene)
    return game.item(item.id)


def current_types(card: Card, face: int) -> tuple[str, ...]:
    """The card types of the face with which a card would enter; of a split card those of all halves."""
    if card.layout in ("split", "aftermath"):
        return tuple(each for half in card.faces for each in half.types)
    return card.faces[face if face < len(card.faces) else 0].types


def _added_up(numbers: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Counters by kind, in the order in which the kinds first come."""
    totals: dict[str, int] = {}
    for kind, number in numbers:
        totals[kind] = totals.get(kind, 0) + number
    return list(totals.items())


def begin_static_copies(game: Game, identifier: int, seen: Scene) -> None:
    """A static ability that makes an object a copy fixes the values when it first applies (rule key
    copy.static_determined_once)."""
    from layerproof.solver.situation.binding import bind, pointed

    scene = game.scene()
    source = Source(identifier)
    for instance in seen.view[identifier].abilities:
        for effect in instance.ability.effects if isinstance(instance.ability, ab.Static) else ():
            for mod in effect.mods:
                if not isinstance(mod, m.BecomeCopy):
                    continue
                chosen = next((values for key, values in game.item(identifier).choices if key == "object"), ())
                source = source._replace(chosen=tuple(int(each) for each in chosen))
                for it in affected(effect.affects, scene, source):
                    mods = bind(mod, scene, game, source._replace(it=it), (it,))
                    if not mods:
                        continue
                    attached = Matches(Ref("self"), AllOf((InZone(("battlefield",)), AttachedTo(Ref("object", it)))))
                    alone = Matches(Ref("self"), InZone(("battlefield",)))
                    number = game.identify()
                    game.begin(
                        InForce(
                            number,
                            game.tick(),
                            scene.you(source),
                            mods,
                            objects=(it,),
                            source=identifier,
                            duration=While(pointed(alone if it == identifier else attached, scene, source)),
                            origin=game.name(identifier),
                        )
                    )


def _does_as_it_enters(game: Game, item: GameObject, ahead: Derivation) -> None:
    """Instructions that are followed as the object enters (rule key entering.replacement)."""
    from layerproof.solver.situation.resolving import Resolution

    entry = ahead.scene.view[item.id]
    for instance in entry.abilities:
        if isinstance(instance.ability, ab.EntersDoing):
            Resolution(game, Source(item.id, entry.controller), game.name(item.id)).follow(instance.ability.body)


def _chosen_to_copy(game: Game, item: GameObject, how: Arriving) -> int | None:
    """The object chosen for one that may, by its ability as it would be now, enter as a copy."""
    objects = next((values for key, values in how.choices if key == "object"), ())
    if how.token or not objects or item.face_down is not None:
        return None
    if enters_as_copy(look_ahead(game, item.id).scene.view[item.id]) is None:
        return None
    return int(objects[0])


def look_ahead(game: Game, identifier: int) -> Derivation:
    """The characteristics of an entering object as it would be on the battlefield (rule key entering.lookahead).

    By the policy of the edition either all continuous effects that exist count, or only the object's own.
    """
    own = game.edition.policy("entering_lookahead") == "own_effects_only"
    situation = game.situation
    if game.arriving:
        # What enters at the same moment is not there yet for it.
        others = tuple(item for item in situation.objects if item.id not in game.arriving or item.id == identifier)
        situation = replace(situation, objects=others)
    scene = Scene(situation, game.edition, game.last_known)
    derivation = Derivation(scene, only=frozenset({identifier}) if own else None)
    derivation.run()
    return derivation


def _enter_as_copy(game: Game, item: GameObject, of: int, how: Arriving) -> list[tuple[str, int]]:
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
        exceptions, keep = said.exceptions, said.keep
        # Whether such an exception applies is judged by what the copy would be without it.
        plainly = copied_card(before.scene, values, exceptions, keep).faces[0]
        for conditional in said.exceptions_if:
            if conditional.has_type in plainly.types:
                exceptions += conditional.exceptions
        if said.tapped:
            game.update(item.id, tapped=True)
    card = copied_card(before.scene, values, exceptions, keep)
    _copy_effect(game, item.id, card, keep)
    if said is None or not said.counters:
        return []
    scene = look_ahead(game, item.id).scene
    source = Source(item.id, scene.view[item.id].controller, x=how.x)
    return [
        (each.kind, evaluate(each.number, scene, source))
        for each in said.counters
        if each.condition is None or holds(each.condition, scene, source)
    ]


def enters_as_copy(entry: Any) -> ab.EntersAsCopy | None:
    """The first ability by which an object may enter as a copy."""
    return next((each.ability for each in entry.abilities if isinstance(each.ability, ab.EntersAsCopy)), None)


def _copy_effect(game: Game, identifier: int, card: Card, keep: tuple[str, ...]) -> None:
    number = game.identify()
    game.begin(
        InForce(
            number,
            game.tick(),
            game.item(identifier).controller,
            (m.TakeValues(card, keep),),
            objects=(identifier,),
            source=identifier,
            origin=ENTERS_AS_COPY,
        )
    )


def _others_make_it_a_copy(game: Game, item: GameObject) -> None:
    """A permanent whose ability says that others enter as copies (rule key entering.replacement_others)."""
    scene = game.scene()
    for identifier, entry in sorted(scene.view.items()):
        if identifier == item.id or scene.items[identifier].zone != "battlefield":
            continue
        for instance in entry.abilities:
            ability = instance.ability
            if isinstance(ability, ab.OthersEnterAsCopy):
                ahead = look_ahead(game, item.id).scene
                original = refer(ability.of, scene, Source(identifier))
                if original is not None and fits(ability.who, ahead, Source(identifier), item.id):
                    card = copied_card(scene, game.copiable(original), (), ())
                    _copy_effect(game, item.id, card, ())
                    return


def _as_its_abilities_say(game: Game, item: GameObject, ahead: Derivation, how: Arriving) -> list[tuple[str, int]]:
    """What the entering object's abilities say of how it enters; returns the counters it enters with."""
    scene = ahead.scene
    entry = scene.view[item.id]
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
                        game.update(item.id, tapped=True)
                case ab.EntersWith(kind=kind, number=number, condition=condition):
                    if condition is None or holds(condition, scene, source):
                        numbers.append((kind, evaluate(number, scene, source)))
                case ab.EntersShape(options=options):
                    _shape(game, item.id, options, how)
                case _:
                    pass
    if how.tapped is None and _others_make_it_tapped(game, item.id, scene):
        game.update(item.id, tapped=True)
    printed = ahead.copiable[item.id]
    if "planeswalker" in entry.types and printed.loyalty:
        numbers.append(("loyalty", printed.loyalty))
    if "battle" in entry.types and printed.defense:
        numbers.append(("defense", printed.defense))
    if "Saga" in entry.subtypes and _gets_lore(game, entry):
        numbers.append(("lore", 1))
    return [(kind, number) for kind, number in numbers if number > 0]


def _others_make_it_tapped(game: Game, identifier: int, ahead: Scene) -> bool:
    """Whether a permanent already there says that this one enters tapped (rule key entering.replacement_others)."""
    seen = game.scene()
    return any(
        isinstance(instance.ability, ab.OthersEnterTapped)
        and fits(instance.ability.who, ahead, Source(other), identifier)
        for other, entry in seen.view.items()
        if other != identifier and seen.items[other].zone == "battlefield" and other not in (game.arriving or ())
        for instance in entry.abilities
    )


def _gets_lore(game: Game, entry: Any) -> bool:
    policy = game.edition.policy("saga_lore_counters")
    if policy == "with_chapters":
        return any(isinstance(each.ability, ab.Chapter) for each in entry.abilities)
    return policy == "every_saga"


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
        )
    )


def _bestowed(game: Game, item: GameObject) -> None:
    """A bestowed permanent is an Aura and no creature while it is attached (rule key keyword.bestow_aura)."""
    creature = filter_word("creature")
    number = game.identify()
    game.begin(
        InForce(
            number,
            game.tick(),
            item.controller,
            (
                m.SetTypes(("enchantment",)),
                m.AddTypes(subtypes=("Aura",)),
                m.AddAbilities((ab.Keyword("enchant", filter=creature),)),
            ),
            objects=(item.id,),
            source=item.id,
            origin="bestow",
        )
    )
