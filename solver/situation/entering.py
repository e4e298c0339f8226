"""Objects entering the battlefield: look-ahead, copies, choices, counters, attachments."""

from __future__ import annotations

import msgspec

from layerproof.kb.keywords.meaning import asks, interferes, meaning
from layerproof.kb.keywords.ways_of_casting import is_cast_as_aura
from layerproof.kb.model import ability as ab
from layerproof.kb.model import modification as m
from layerproof.kb.model.card import Card
from layerproof.kb.model.effect import While
from layerproof.kb.model.expression import AllOf, AttachedTo, InZone, Matches, Ref
from layerproof.kb.model.instruction import Delayed
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import AttachmentChange, ZoneChange
from layerproof.kb.model.situation import GameObject, InForce
from layerproof.solver.layers.copiable import token_card
from layerproof.solver.layers.derive import Derivation
from layerproof.solver.layers.scene import Scene, Source, Undecided
from layerproof.solver.layers.values import affected
from layerproof.solver.replacing.happening import Following, Happening
from layerproof.solver.replacing.happens import become, counters_on, follow, put_counters
from layerproof.solver.situation.arriving import Arriving, look_ahead
from layerproof.solver.situation.as_enters import as_its_abilities_say, grown_by, told_to_choose
from layerproof.solver.situation.auras_put import enchants_as_it_enters
from layerproof.solver.situation.bestowing import bestowed
from layerproof.solver.situation.entering_as_copy import chosen_to_copy, enter_as_copy, others_make_it_a_copy
from layerproof.solver.situation.game import Game, Invalid, new_object
from layerproof.solver.situation.guard import enters_in_words, unhindered
from layerproof.solver.situation.lasting import lasting
from layerproof.solver.situation.naming import names_of_cards, options_of_modes, player_named
from layerproof.solver.situation.suspecting import begin_abilities
from layerproof.solver.situation.words_to_choose import words_as_it_enters

replace = msgspec.structs.replace


def enter(game: Game, card: Card, owner: str, how: Arriving) -> GameObject | None:
    """Put an object onto the battlefield as the rules have it, and report it as one moment with all that belongs to it.

    It does what `_enter` says and raises what that raises. Returns None where it can't enter; then all is as it was.
    """
    with game.one_moment():
        before = game.mark()
        item = _enter(game, card, owner, how)
        if item is None:
            game.undo(before)
            return None
        came_from, way = ("", "created") if how.token and how.was is None else (how.came_from, "")
        game.report(ZoneChange(how.was, (item.id,), came_from, "battlefield", way))
    return item


def _enter(game: Game, card: Card, owner: str, how: Arriving) -> GameObject | None:
    """Put an object onto the battlefield as the rules have it; None where it can't enter.

    Order: the object with its timestamp; whose control it enters under; what makes it a copy; what its abilities, as
    they would be on the battlefield, and effects say of how it enters; counters; attachment (docs/proof-format.md,
    events). Sources: rule keys entering.replacement, entering.lookahead, copy.enters_as_copy, choice.as_enters,
    replacement.control_first, replacement.cant_enter.
    """
    unhindered(game, "enter")
    if how.face_down is None and not how.token and set(current_types(card, how.face)) & {"instant", "sorcery"}:
        raise Invalid(f"{card.name} is an instant or sorcery and cannot enter the battlefield", "resolve it instead")
    before = how.before or game.scene_before(None)
    face = how.face
    if how.token and how.copy_of is not None:
        original = game.item(how.copy_of)
        card, face = token_card(game.scene(), original, game.copiable(how.copy_of), ())
        how.granter = original.granter
    if how.was is not None and not how.melded:
        how.told, how.choices = lasting(game.item(how.was), how.told, how.choices)
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
        paid=how.paid,
        told=how.told,
        level=how.level or 1,
        x=how.x,
        choices=how.choices,
        granter=how.granter,
        unlocked=how.unlocked,
        melded=how.melded,
        rule=_rule_of(how),
        was=how.parts or (() if how.was is None else (how.was,)),
    )
    begin_abilities(game, item.id, how.told)
    if how.being is not None:
        # It enters with these characteristics (rule key effect.begins_on_entering).
        number = game.identify()
        being = replace(how.being, id=number, timestamp=game.tick(), objects=(item.id,))
        game.begin(being, "effect.begins_on_entering")
    extra: list[tuple[str, int]] = []
    if game.arriving is not None:
        game.arriving.add(item.id)
    game.not_yet.add(item.id)
    game.entering[item.id] = before
    arrival = _under_control(game, _arrival(item, how), how)
    if how.copy_of is not None and not how.token:
        extra = enter_as_copy(game, item, how.copy_of, how)
    chosen = chosen_to_copy(game, item, how)
    if chosen is not None:
        # What another copy effect gave besides is lost with it (rule key copy.exceptions.additional_effect).
        extra = enter_as_copy(game, item, chosen, how)
    if others_make_it_a_copy(game, item):
        # So it is with what its own ability gave besides, which was applied before (rule key
        # copy.exceptions.additional_effect).
        extra = []
        game.update(item.id, "copy.enters_as_copy", tapped=bool(how.tapped))
    happens, follows = _with_what_it_is(game, item, _under_control(game, arrival, how))
    if not happens:
        game.not_yet.discard(item.id)
        follow(game, follows)
        return None
    numbers = [*how.counters, *extra]
    ahead = look_ahead(game, item.id)
    can, host = enchants_as_it_enters(game, item, how, ahead)
    if not can:
        game.not_yet.discard(item.id)
        (game.arriving or set()).discard(item.id)
        return None
    if how.choices:
        words_as_it_enters(game, how.choices, ahead.scene.view[item.id])
        names_of_cards(game, dict(how.choices).get("card name", ()), ahead.scene.view[item.id])
        options_of_modes(dict(how.choices).get("mode", ()), ahead.scene.view[item.id])
        player_named(game, dict(how.choices).get("player", ()), ahead.scene.view[item.id])
        game.update(item.id, "choice.as_enters", chosen_as=ahead.copiable[item.id].card.faces[0].name)
    if item.face_down is None:
        numbers += as_its_abilities_say(game, item, ahead, how)
        _does_as_it_enters(game, item, ahead)
        more = grown_by(game, item.id, ahead.scene.view[item.id])
        numbers += [("+1/+1", more)] if more > 0 else []
    numbers += happens[0].counters
    if (
        how.attached_to is not None
        and is_cast_as_aura(how.cast_for)
        and "Aura" not in ahead.scene.view[item.id].subtypes
    ):
        # What was cast bestowed is an Aura since it was a spell; elsewhere it is told to enter as one.
        bestowed(game, item)
    if numbers:
        unhindered(game, "counters")
    for keyword_ability in ahead.scene.view[item.id].abilities:
        ability = keyword_ability.ability
        if isinstance(ability, ab.Keyword) and "enter" in interferes(ability.keyword) and item.face_down is None:
            raise Undecided(f"the keyword ability {ability.keyword} of {game.name(item.id)} is not modelled")
        if item.face_down is None and enters_in_words(ability):
            raise Undecided(f"an ability of {game.name(item.id)} is not modelled ({getattr(ability, 'gloss', '')})")
    by = game.entry(item.id).controller
    put_counters(game, *(counters_on(item.id, kind, number, by, True) for kind, number in _added_up(numbers)))
    game.not_yet.discard(item.id)
    if host is not None:
        unhindered(game, "attach", host if isinstance(host, int) else None)
        rule = "resolve.aura" if how.came_from == "stack" else "attach.aura_enters"
        game.update(item.id, (rule, "attach.definition"), attached_to=host)
        game.report(AttachmentChange(item.id, host))
    if item.face_down is None:
        begin_static_copies(game, item.id, ahead.scene)
    follow(game, follows)
    return game.item(item.id)


def _rule_of(how: Arriving) -> tuple[str, ...] | str | None:
    """By which rule an object comes to be on the battlefield; None: as its cause says."""
    if how.token:
        return ("token.from_spell_copy",) if how.was is not None else ("create", "token.definition")
    if how.was is None:
        return None
    return "meld" if how.melded else "zone_change.new_object"


def _with_what_it_is(
    game: Game, item: GameObject, arrival: Happening
) -> tuple[tuple[Happening, ...], tuple[Following, ...]]:
    """What becomes of the event of entering. Where an effect says what the object is as it enters, that begins, and
    the effects are asked again, which look at the object as it then is (rule key entering.lookahead).

    Raises Undecided where that would change under whose control it enters, and in editions in which an object is looked
    at as it enters without the effects of others.
    """
    happens, follows = become(game, arrival)
    while happens and happens[0].being:
        if game.edition.policy("entering_lookahead") != "existing_effects":
            raise Undecided(f"what {game.name(item.id)} is as it enters by the effect of another object")
        for source, controller, mods in happens[0].being:
            number = game.identify()
            origin = "" if source is None else game.name(source)
            being = InForce(number, game.tick(), controller, mods, objects=(item.id,), source=source, origin=origin)
            game.begin(being, "entering.replacement_others")
        player = happens[0].player
        happens, more = become(game, happens[0]._replace(being=()))
        follows = (*follows, *more)
        if happens and happens[0].player != player:
            raise Undecided(f"under whose control {game.name(item.id)} enters")
    return happens, follows


def _arrival(item: GameObject, how: Arriving) -> Happening:
    came_from = None if how.came_from == "unknown" else how.came_from
    if how.token and how.was is None:
        came_from = ""
    return Happening("enter", object=item.id, player=item.controller, from_=came_from)


def _under_control(game: Game, arrival: Happening, how: Arriving) -> Happening:
    """The event of entering after all that changes under whose control it happens (rule key
    replacement.control_first)."""
    happens, _ = become(game, arrival, control=True)
    if happens and arrival.object is not None and happens[0].player != arrival.player:
        how.controller = happens[0].player
        game.update(arrival.object, "replacement.control_first", controller=happens[0].player)
    return happens[0] if happens else arrival


def current_types(card: Card, face: int) -> tuple[str, ...]:
    """The card types of the face with which a card would enter; of a split card those of all halves."""
    if card.layout == "split":
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
                        ),
                        "copy.static_determined_once",
                    )


def _does_as_it_enters(game: Game, item: GameObject, ahead: Derivation) -> None:
    """Instructions that are followed as the object enters (rule key entering.replacement)."""
    from layerproof.solver.situation.resolving import Resolution

    entry = ahead.scene.view[item.id]
    if sum(isinstance(each.ability, ab.Keyword) and bool(asks(each.ability.keyword)) for each in entry.abilities) > 1:
        raise Undecided(f"several choices that {game.name(item.id)} asks for as it enters are not told apart")
    keywords = [each.ability.keyword for each in entry.abilities if isinstance(each.ability, ab.Keyword)]
    if item.cast_for is not None and item.cast_for not in keywords and _delays(item.cast_for):
        raise Undecided(f"what its {item.cast_for} does to {game.name(item.id)}, which enters without it")
    for instance in entry.abilities:
        said: tuple[ab.Ability, ...] = (instance.ability,)
        if isinstance(instance.ability, ab.Keyword):
            _asked(game, item, instance.ability.keyword)
            said = meaning(instance.ability)
        for ability in said:
            if isinstance(ability, ab.EntersDoing):
                source = Source(item.id, entry.controller, chosen=told_to_choose(item, ability))
                Resolution(game, source, game.name(item.id)).follow(ability.body)


def _delays(keyword: str) -> bool:
    """Whether a keyword ability, which functions on the stack, makes something happen later to the permanent that a
    spell becomes that was cast for it (rule key ability.functions)."""
    doing = [each for each in meaning(ab.Keyword(keyword, cost="{0}")) if isinstance(each, ab.EntersDoing)]
    return mentions(tuple(doing), lambda node: isinstance(node, Delayed))


def _asked(game: Game, item: GameObject, keyword: str) -> None:
    """Stop where a keyword ability lets something be chosen as its object enters, and nobody tells it."""
    if any(key not in dict(item.choices) for key in asks(keyword)):
        raise Undecided(f"what is chosen for {keyword} as {game.name(item.id)} enters is not given")


__all__ = ["Arriving", "enter", "look_ahead"]
