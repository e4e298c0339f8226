"""Objects that enter the battlefield, and objects that change zones."""

from __future__ import annotations

from dataclasses import replace

from layerproof.kb.keywords.meaning import asks, meaning
from layerproof.kb.keywords.ways_of_casting import is_cast_as_aura
from layerproof.kb.model import ability as ab
from layerproof.kb.model.card import Card
from layerproof.kb.model.effect import Only, While
from layerproof.kb.model.expression import AllOf, AttachedTo, InZone, Matches, Ref
from layerproof.kb.model.instruction import Body, Delayed, SacrificeToGrow
from layerproof.kb.model.modification import (
    BecomeCopy,
    EnteringShape,
    Modification,
    TakeValues,
)
from layerproof.kb.model.node import mentions
from layerproof.kb.model.occurrence import AttachmentChange, ZoneChange
from layerproof.kb.model.situation import GameObject
from layerproof.kb.notation.cost_words import chosen_to_cast
from layerproof.solver.proof.check.ahead import Arrives, before_entering, look_ahead, view_without
from layerproof.solver.proof.check.becoming import Besides, become, put_counters
from layerproof.solver.proof.check.becoming import follow as follow_besides
from layerproof.solver.proof.check.bestowing import BESTOWED
from layerproof.solver.proof.check.binding import taken_values
from layerproof.solver.proof.check.cast_for import ask_cost
from layerproof.solver.proof.check.choosable import refuse_as_it_enters
from layerproof.solver.proof.check.coming import Coming
from layerproof.solver.proof.check.copying import copied_card
from layerproof.solver.proof.check.enchanting import host_chosen, is_aura_put
from layerproof.solver.proof.check.entering_as_copy import enter_as_copy
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.interfering import refuse_change
from layerproof.solver.proof.check.leaving import move
from layerproof.solver.proof.check.living import pay_life
from layerproof.solver.proof.check.made_by import hand_on_maker
from layerproof.solver.proof.check.naming_cards import player_may_be, several_chosen, well_chosen, well_named
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.same_card import taken_along
from layerproof.solver.proof.check.suspicion import as_the_scenario_has_it
from layerproof.solver.proof.check.view import Entry
from layerproof.solver.proof.check.world import Choices, Says, not_chosen


def token_copy(game: Game, original: int, exceptions: tuple[Modification, ...] = ()) -> tuple[Card, int]:
    """The card of a token that is created as a copy of an object, and which face of it is up.

    A token copy of a double-faced permanent has both faces where the edition says so.
    """
    obj, entry = game.objects.get(original) or game.gone[original], game.copiable(original)
    if entry is None:
        raise Incomplete("a token copy of an object whose values are not known")
    number = _only_plain
    double = obj.card.layout in ("transform", "modal_dfc") and not obj.components and obj.face_down is None
    on_it = [mod for each in game.effects.values() if original in (each.objects or ()) for mod in each.mods]
    copied = any(isinstance(mod, TakeValues) for mod in on_it)
    if double and not copied and game.edition.policy("double_faced_token_copy") == "both_faces":
        return copied_card(obj.card, exceptions, (), game.edition, number), obj.face
    return copied_card(entry.card, exceptions, (), game.edition, number), 0


def _only_plain(value: object) -> int:
    if isinstance(value, int):
        return value
    raise Incomplete("a copy whose exception has a number that is worked out")


def follow(game: Game, says: Says, body: Body, ability: ab.Ability) -> None:
    """Follow the instructions of an ability that says what happens as an object enters or is turned up."""
    # Instructions may let objects enter, so that each of the two modules needs the other.
    from layerproof.solver.proof.check.resolving import Resolution

    Resolution(game, says, this=ability).run(body)


def arrive(game: Game, how: Arrives) -> int | None:
    """Let an object enter the battlefield; its new identifier is returned, None where it can't enter.

    What its own abilities and those of others say about its entering is seen by looking ahead, at it as it would be
    on the battlefield. Raises Incomplete where a choice is left open. Source: the rules on entering the battlefield.
    """
    with game.beat():
        identifier = _arrive(game, how)
        if identifier is None:
            return None
        if how.was is not None:
            game.became[how.was] = identifier
        if how.token and how.was is None:
            game.tell(ZoneChange(None, (identifier,), "", "battlefield", "created"))
        else:
            game.tell(ZoneChange(how.was, (identifier,), how.came_from, "battlefield"))
    return identifier


def _arrive(game: Game, how: Arrives) -> int | None:
    nothing = ("object", ("none",))
    how = replace(how, choices=tuple(("object", ()) if each == nothing else each for each in how.choices))
    card, face = how.card, how.face
    ask_cost(card, face, how.cast_for, "battlefield")
    for keyword, _ in how.paid:
        if keyword != "additional cost":
            ask_cost(card, face, keyword, "battlefield")
    if how.token and how.copy_of is not None:
        card, face = token_copy(game, how.copy_of)
        how = replace(how, granter=(game.objects.get(how.copy_of) or game.gone[how.copy_of]).granter)
    as_it_was = game.kept()
    eve = game.eves.get(how.was or 0) or game.just_before(None)
    old = None if how.was is None or how.melded else game.objects.get(how.was) or game.gone.get(how.was)
    told, choices = taken_along(old, how.told, how.choices)
    identifier = game.number()
    game.arriving.add(identifier)
    game.eves[identifier] = eve
    game.add(
        GameObject(
            id=identifier,
            card=card,
            zone="battlefield",
            owner=how.owner,
            controller=how.controller,
            timestamp=game.stamp(),
            label=how.label,
            token=how.token,
            face=face,
            face_down=how.face_down,
            down=how.down,
            choices=choices,
            level=how.level,
            x=how.x,
            cast_for=how.cast_for,
            paid=how.paid,
            told=told,
            unlocked=how.unlocked,
            entered_turn=game.turn,
            granter=how.granter,
            melded=how.melded,
        )
    )
    as_the_scenario_has_it(game, identifier, how.told)
    if how.being:
        game.begin(how.being, (identifier,), *how.said_by)
    _forget_open(game, identifier)
    coming = _controlled(game, Coming("enter", it=identifier, who=how.controller, from_=_from_where(how)))
    tapped, besides = enter_as_copy(game, identifier, replace(how, controller=coming.who or how.controller))
    coming = _controlled(game, coming)
    happen, instructions = _shaped(game, identifier, coming)
    if not happen:
        game.restore(as_it_was)
        return None
    how = replace(how, controller=coming.who or how.controller)
    entry, reader = look_ahead(game, identifier)[1], Reader(*before_entering(game, identifier), Says(identifier))
    copied = game.copiable(identifier)
    if copied is not None:
        _leave_open(game, identifier, copied.card, entry)
    refuse_change(game, "enter", identifier)
    host = how.attached_to
    if is_aura_put(how, entry):
        host = host_chosen(game, identifier, how, entry)
        if host is None:
            game.restore(as_it_was)
            game.done("enchants nothing", entry.controller, *(() if how.was is None else (how.was,)))
            return None
    tapped = tapped or _tapped_by_others(game, identifier, entry)
    counters = dict(how.counters)
    bodies: list[tuple[ab.Ability, Body]] = []
    asking = [each for each in entry.abilities if isinstance(each.ability, ab.Keyword) and asks(each.ability.keyword)]
    if len(asking) > 1:
        raise Incomplete("several choices on entering, which are not told apart")
    has = {each.ability.keyword for each in entry.abilities if isinstance(each.ability, ab.Keyword)}
    if how.cast_for is not None and how.cast_for not in has:
        spoken = [one.body for one in meaning(ab.Keyword(how.cast_for, cost="{0}")) if isinstance(one, ab.EntersDoing)]
        if any(mentions(body, lambda part: isinstance(part, Delayed)) for body in spoken):
            # The ability was there on the stack, where it functions.
            raise Incomplete(f"a permanent cast for {how.cast_for} that enters without that ability")
    for instance in entry.abilities:
        if isinstance(instance.ability, ab.Keyword) and set(asks(instance.ability.keyword)) - set(dict(how.choices)):
            raise Incomplete(f"what is chosen for {instance.ability.keyword} on entering")
        for ability in meaning(instance.ability) if isinstance(instance.ability, ab.Keyword) else (instance.ability,):
            if isinstance(ability, ab.EntersTapped) and ability.life is not None:
                tapped = not _pays(game, how, ability.life) or tapped
            elif isinstance(ability, ab.EntersTapped):
                tapped = tapped or not (ability.unless and reader.holds(ability.unless))
            elif isinstance(ability, ab.AsEnters):
                tapped = tapped or ability.tapped
            elif isinstance(ability, ab.EntersWith) and reader.holds(ability.condition, identifier):
                counters[ability.kind] = counters.get(ability.kind, 0) + reader.value(ability.number, identifier)
            elif isinstance(ability, ab.EntersDoing):
                bodies.append((ability, ability.body))
            elif isinstance(ability, ab.EntersShape):
                mods = chosen_shape(ability, how.choices)
                game.begin((EnteringShape(mods),), (identifier,), how.controller, identifier)
    for each in besides:
        if reader.holds(each.condition, identifier):
            counters[each.kind] = counters.get(each.kind, 0) + reader.value(each.number, identifier)
    for kind, many in happen[0].more:
        counters[kind] = counters.get(kind, 0) + many
    for ability, body in bodies:
        follow(game, Says(identifier, controller=how.controller, choices=how.choices), body, ability)
        if (fed := _counters_of_food(game, identifier, body)) > 0:
            counters["+1/+1"] = counters.get("+1/+1", 0) + fed
    if "planeswalker" in entry.types and entry.card.faces[0].loyalty is not None:
        counters["loyalty"] = counters.get("loyalty", 0) + _printed_loyalty(entry, how.x)
    if "Saga" in entry.subtypes and game.edition.policy("saga_lore_counters") != "none":
        counters["lore"] = counters.get("lore", 0) + 1
    if "battle" in entry.types and entry.card.faces[0].defense is not None:
        counters["defense"] = counters.get("defense", 0) + (entry.card.faces[0].defense or 0)
    if is_cast_as_aura(how.cast_for) and how.attached_to is not None and "Aura" not in entry.subtypes:
        # It was no bestowed spell before, but is told to enter as if it had been one.
        game.begin(BESTOWED, (identifier,), how.controller, identifier)
    if tapped if how.tapped is None else how.tapped:
        game.change(identifier, tapped=True)
    if counters:
        refuse_change(game, "counters", identifier)
    by = entry.controller
    put_counters(game, [Coming("put_counters", n, it=identifier, kind=kind, by=by) for kind, n in counters.items()])
    del game.eves[identifier]
    if host is not None:
        refuse_change(game, "attach", host)
        game.change(identifier, attached_to=host)
        game.tell(AttachmentChange(identifier, host))
        begin_static_copies(game, identifier)
    if game.objects[identifier].choices:
        refuse_as_it_enters(game.edition.vocabulary, entry, game.objects[identifier].choices)
        for name in dict(game.objects[identifier].choices).get("card name", ()):
            well_named(game, entry, str(name))
        player_may_be(game, entry, [str(each) for each in dict(game.objects[identifier].choices).get("player", ())])
        several_chosen(entry, dict(game.objects[identifier].choices).get("mode", ()))
        for mode in dict(game.objects[identifier].choices).get("mode", ()):
            if isinstance(mode, str) and not mode.isdigit():
                well_chosen(entry, mode)
        game.change(identifier, chosen_as=entry.card.faces[0].name)
    follow_besides(game, instructions)
    return identifier


def _counters_of_food(game: Game, eater: int, body: Body) -> int:
    """The counters that instructions followed on entering give for what was sacrificed: they come with all others."""
    eaten = dict(game.objects[eater].told).get("devoured", 0)
    each = sum(part.counters for part in body if isinstance(part, SacrificeToGrow))
    if each == 0 and mentions(body, lambda part: isinstance(part, SacrificeToGrow)):
        raise Incomplete("counters for what is sacrificed under a condition")
    return each * eaten if isinstance(eaten, int) else 0


def _from_where(how: Arrives) -> str | None:
    if how.token and how.was is None:
        return ""
    return None if how.came_from == "unknown" else how.came_from


def _shaped(game: Game, identifier: int, coming: Coming) -> tuple[list[Coming], list[Besides]]:
    """What happens instead of an arrival, the object having become what effects say that it enters as; what it then is
    may let further effects apply. Raises Incomplete where these would choose another controller, or where the edition
    does not let other objects' effects count on the way in."""
    happen, instructions = become(game, [coming])
    while happen and (shapes := happen[0].shaped):
        if game.edition.policy("entering_lookahead") != "existing_effects":
            raise Incomplete("an object that enters as something else by another object's effect")
        for says, mods in shapes:
            game.begin(mods, (identifier,), says.controller or "", says.source)
        under = happen[0].who
        happen, further = become(game, [replace(happen[0], shaped=())])
        instructions = [*instructions, *further]
        if happen and happen[0].who != under:
            raise Incomplete("a second change of who controls what enters")
    return happen, instructions


def _controlled(game: Game, coming: Coming) -> Coming:
    """The event of entering, once what decides who will control the object has been applied."""
    happen, _ = become(game, [coming], control=True)
    if happen and happen[0].who != coming.who and coming.it is not None:
        game.change(coming.it, controller=happen[0].who)
    return happen[0] if happen else coming


def _forget_open(game: Game, identifier: int) -> None:
    game.unsure = {each for each in game.unsure if not each.endswith(f" for {identifier}")}


def _leave_open(game: Game, identifier: int, card: Card, entry: Entry) -> None:
    """Keep in mind which choices a permanent asks for as it enters that are not told, so that nothing reads them.

    card: its copiable values as it enters. entry: what it will be on the battlefield, where it may have lost what asks.
    Source: rule key choice.as_enters.
    """
    abilities = [each.ability for each in entry.abilities if isinstance(each.ability, ab.AsEnters)]
    abilities = [each for each in abilities if not each.before_game]
    asked = {key for each in abilities for key in each.choose}
    if card == game.objects[identifier].card and not game.objects[identifier].token:
        costs = [each for face in card.faces for each in face.abilities if isinstance(each, ab.Opaque)]
        asked |= {word for each in costs if (word := chosen_to_cast(each.gloss)) is not None}
    told = {key for key, _ in game.objects[identifier].choices}
    _forget_open(game, identifier)
    game.unsure |= {not_chosen(identifier, key) for key in asked - told}


def _printed_loyalty(entry: Entry, x: int | None) -> int:
    text = entry.card.faces[0].loyalty
    if isinstance(text, int):
        return text
    return (x or 0) if text == "X" else 0


def _pays(game: Game, how: Arrives, life: int) -> bool:
    """Whether the controller pays life so that the object does not enter tapped: what may be paid is, if no one says
    otherwise. Incomplete where an action makes it enter, and it is not told."""
    able = how.tapped is None and game.players[how.controller].life >= life
    if able and game.agenda.acting and "may" not in dict(how.choices):
        raise Incomplete("whether life is paid as a permanent enters")
    says_no = dict(how.choices).get("may") == (False,) or how.tapped is True
    return not says_no and pay_life(game, how.controller, life)


def _tapped_by_others(game: Game, identifier: int, entry: Entry) -> bool:
    """Whether an ability of a permanent already there says that an entering object enters tapped."""
    records = [each.card for each in game.objects.values()], [each.mods for each in game.effects.values()]
    if not any(mentions(tuple(each), lambda node: isinstance(node, ab.OthersEnterTapped)) for each in records):
        return False
    before = view_without(game, identifier)
    for other in before.values():
        for instance in other.abilities if other.battlefield else ():
            if isinstance(instance.ability, ab.OthersEnterTapped):
                reader = Reader(game.world(), {**before, identifier: entry}, Says(other.id, granter=instance.granter))
                if reader.fits(instance.ability.who, entry):
                    return True
    return False


def chosen_shape(ability: ab.EntersShape, choices: Choices) -> tuple[Modification, ...]:
    """The modifications of the option that was chosen. Raises Incomplete if none was, or words fit several."""
    words = [str(mode).lower() for mode in dict(choices).get("mode", ())[:1]]
    labels = {option.label.lower(): option.mods for option in ability.options}
    found = [mods for label, mods in labels.items() for word in words if word in label or label in word]
    if len(found) != 1:
        raise Incomplete("a choice on entering that is left open")
    return found[0]


def begin_static_copies(game: Game, identifier: int) -> None:
    """Let the copy effects of a newly attached object's static abilities begin, with the values that they have now."""
    host = game.objects[identifier].attached_to
    if not isinstance(host, int) or host not in game.view or identifier not in game.view:
        return
    reader = game.reader(Says(identifier))
    for instance in game.view[identifier].abilities:
        for effect in instance.ability.effects if isinstance(instance.ability, ab.Static) else ():
            for mod in effect.mods:
                if isinstance(mod, BecomeCopy) and effect.affects == Only(Ref("host")):
                    if reader.entry(reader.refer_object(mod.of)) is None:
                        continue
                    there = AllOf((InZone(("battlefield",)), AttachedTo(Ref("object", host))))
                    taken = taken_values(reader, mod, host, instance.ability)
                    hand_on_maker(game, host, reader.refer_object(mod.of) or 0, taken.card)
                    by, duration = reader.you(), While(Matches(Ref("self"), there))
                    game.begin((taken,), (host,), by, identifier, duration=duration)


def give_back(game: Game) -> None:
    """Let cards return that stayed away until something left the battlefield, under their owners' control.

    They return after all that leaves at one moment has left. Raises Incomplete where how they enter is open. Source:
    the rules on one-shot effects that last until an event.
    """
    owed, game.owed = [each for each in sorted(game.owed) if each in game.objects], []
    arrived: list[int] = []
    for each in owed:
        obj = game.objects[each]
        face = obj.card.faces[0]
        if obj.zone != "exile" or {"instant", "sorcery"} & set(face.types):
            continue
        as_it_was = game.kept()
        with game.beat():
            game.depart(each, game.view)
            how = Arrives(obj.card, owner=obj.owner, controller=obj.owner, was=each, came_from="exile")
            came = arrive(game, how)
        if came is None:
            game.restore(as_it_was)
        else:
            arrived.append(came)
    game.arriving.difference_update(arrived)


__all__ = ["Arrives", "arrive", "chosen_shape", "give_back", "look_ahead", "move", "token_copy"]
