"""Spells and abilities that resolve: which one an event means, and what surrounds its instructions."""

from __future__ import annotations

from typing import Any

import msgspec

from layerproof.kb.keywords.casting_costs import returns_afterwards
from layerproof.kb.keywords.keyword_files import does, is_open_resolving
from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.keywords.ways_of_casting import is_cast_as_aura
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.costs.cost_ability import AdditionalCost
from layerproof.kb.model.occurrence import Unsaid
from layerproof.kb.model.resolution.choices import asks_for_nothing, spell_asks_for_nothing
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.scenario_file import default_label
from layerproof.solver.layers.changing import intrinsic_ability
from layerproof.solver.layers.paid import place_among
from layerproof.solver.layers.reading import PERMANENT_TYPES
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.texts import wording_of
from layerproof.solver.layers.view import Entry, basic_land_types
from layerproof.solver.situation import moving
from layerproof.solver.situation.afterwards import goes_elsewhere, goes_on_an_adventure
from layerproof.solver.situation.aura_spells import resolves_as_aura
from layerproof.solver.situation.bestowing import is_bestowed, no_longer_bestowed
from layerproof.solver.situation.cast_for import asks_about, cast_known, paid_known
from layerproof.solver.situation.chosen import (
    ask_what_it_is_about,
    ask_what_was_used,
    ask_what_x_is,
    chosen_of,
    with_earlier,
)
from layerproof.solver.situation.chosen_before import refuse_others
from layerproof.solver.situation.entering import Arriving, enter
from layerproof.solver.situation.game import Game, Invalid, new_object
from layerproof.solver.situation.hosting import ask_which_host
from layerproof.solver.situation.modes import chosen_modes, one_body
from layerproof.solver.situation.overloading import overloaded
from layerproof.solver.situation.resolving import Resolution
from layerproof.solver.situation.unasked import resolution_known
from layerproof.solver.situation.unread_activated import ask_unread
from layerproof.solver.triggers.about import told_of

replace = msgspec.structs.replace


class Usable(msgspec.Struct, frozen=True):
    """An ability that can be activated or can trigger: the ability as it stands on the object, its instructions, and
    which of several instances of a keyword ability it comes from."""

    ability: Any
    body: i.Body
    granter: int | None = None
    which: int | None = None


def activated_abilities(entry: Entry) -> list[Usable]:
    """The activated abilities of an object in order, those that keywords and Class levels stand for among them."""
    found: list[Usable] = []
    for instance in entry.abilities:
        granter = instance.granter
        for ability in _spelled_out(instance.ability):
            match ability:
                case ab.Activated(body=body) | ab.Loyalty(body=body):
                    found.append(Usable(instance.ability, body, granter))
                case ab.ClassLevel(level=level):
                    found.append(Usable(instance.ability, (i.SetLevel(level),), granter))
                case _:
                    pass
    found += [Usable(intrinsic_ability(land), ()) for land in basic_land_types(entry)]
    return found


def triggered_abilities(entry: Entry) -> list[Usable]:
    """The triggered abilities of an object in order, chapter abilities among them."""
    found: list[Usable] = []
    every = tuple(each.ability for each in entry.abilities)
    for number, instance in enumerate(entry.abilities):
        granter, which = instance.granter, place_among(every, number)
        for ability in _spelled_out(instance.ability, which):
            match ability:
                case ab.Triggered(body=body, condition=condition):
                    # An intervening condition is checked again on resolution (rule key resolve.intervening_if).
                    whole = body if condition is None else (i.If(condition, body),)
                    targets = tuple(each for each in body if isinstance(each, i.Target))
                    found.append(Usable(instance.ability, (*targets, *whole) if condition else body, granter, which))
                case ab.Chapter(body=body):
                    found.append(Usable(instance.ability, body, granter))
                case _:
                    pass
    return found


def _spelled_out(ability: Any, which: int | None = None) -> tuple[Any, ...]:
    return meaning(ability, which) if isinstance(ability, ab.Keyword) else (ability,)


def pick(usable: list[Usable], which: int | str, entry: Entry, of: str, sort: str) -> Usable:
    """The ability that WHICH of the scenario format means: a number among its sort, or a piece of its text.

    Raises Invalid if there is none or a piece fits several, Undecided if a piece may fit several abilities whose words
    are not known.
    """
    if sort == "activated":
        ask_unread(entry, which, of)
    if isinstance(which, int):
        if not 1 <= which <= len(usable):
            raise Invalid(
                f"{of} has {len(usable)} {sort} abilities now, not {which}", f"a number from 1 to {len(usable)}"
            )
        return usable[which - 1]
    texts = [(each, wording_of(each.ability, entry)) for each in usable]
    found = [each for each, wording in texts if wording.says(which)]
    distinct = list(dict.fromkeys(found))
    if len(distinct) == 1:
        return distinct[0]
    if len(distinct) > 1:
        raise Invalid(f"{which!r} is in the text of {len(distinct)} abilities of {of}", "a longer piece, or a number")
    for instance in entry.abilities:
        if isinstance(instance.ability, ab.Keyword) and wording_of(instance.ability, entry).says(which):
            raise Undecided(f"what the keyword ability {instance.ability.keyword} of {of} does is not modelled")
    vague = list(dict.fromkeys(each for each, wording in texts if not wording.lacks(which)))
    if len(vague) == 1:
        # The scenario quotes one of them, and the piece is surely not in the others.
        return vague[0]
    if vague:
        raise Undecided(f"whether {which!r} is in the text of an ability of {of} is not known")
    raise Invalid(
        f"no {sort} ability of {of} has {which!r} in its text", "a piece of the ability's text, or its number"
    )


def activates(game: Game, event: ev.Activates) -> None:
    """An activated ability of an object resolves (rule key ability.activated)."""
    item = game.find(event.activates)
    for _ in range(event.times):
        entry = game.entry(item.id)
        usable = pick(activated_abilities(entry), event.ability, entry, event.activates, "activated")
        with game.one_moment():
            game.report(Unsaid("activated", item.id))
            game.report(Unsaid("targeted"))
        _resolve(game, item, entry, usable, event, None)


def triggers(game: Game, event: ev.Triggers) -> None:
    """A triggered ability of an object resolves (rule key ability.triggered)."""
    item = game.find(event.triggers)
    told = None if event.about is None else game.who(event.about)
    for _ in range(event.times):
        entry = game.entry(item.id)
        usable = pick(triggered_abilities(entry), event.ability, entry, event.triggers, "triggered")
        about = told_of(usable.ability, told, game)
        if game.played:
            from layerproof.solver.game.asserting import asserted

            waiting = asserted(game, item.id, usable, event, about)
            if waiting is not None:
                ask_which_host(game, usable.ability, item.id, game.name(item.id), waiting.since, told)
                _resolve(game, item, entry, usable, waiting.event, waiting.that, waiting.targets, waiting.amount)
                continue
        ask_which_host(game, usable.ability, item.id, game.name(item.id), told=told)
        with game.one_moment():
            game.report(Unsaid("targeted"))
        _resolve(game, item, entry, usable, event, about)


def _resolve(
    game: Game,
    item: GameObject,
    entry: Entry,
    usable: Usable,
    event: Any,
    about: int | str | None,
    targets: tuple[int | str, ...] | None = None,
    amount: int | None = None,
) -> None:
    if event.controller is not None:
        you = game.player(event.controller)
    else:
        you = entry.controller if item.zone in ("battlefield", "stack") else item.owner
    choices, chosen = chosen_of(game, event.choices)
    source = Source(
        item.id,
        you,
        targets=tuple(game.who(each) for each in event.targets) if targets is None else targets,
        chosen=chosen,
        amount=amount,
        that=about,
        x=event.x if event.x is not None else item.x,
        choices=choices,
        granter=usable.granter or item.granter,
    )
    if isinstance(usable.ability, ab.Opaque):
        raise Undecided(f"an ability of {game.name(item.id)} is not modelled ({usable.ability.gloss})")
    resolution_known(f"the ability of {game.name(item.id)}", event.choices, asks_for_nothing(usable.body))
    ask_what_x_is(usable.ability, usable.body, source, game)
    if isinstance(usable.ability, ab.Activated):
        ask_what_was_used(usable.ability.cost, usable.body, source, game.name(item.id))
    elif isinstance(event, ev.Triggers):
        ask_what_it_is_about(usable.body, about, game.name(item.id))
    with game.because("resolve.steps", object=item.id):
        Resolution(game, source, game.name(item.id), event.makes, usable.ability).follow(usable.body)


def resolves(game: Game, event: ev.Resolves) -> None:
    """A spell resolves: an instant or sorcery follows its text, a permanent spell becomes a permanent."""
    from layerproof.solver.situation.happening import down_as
    from layerproof.solver.situation.naming import card_named

    named = game.labels.get(event.resolves)
    item = game.there(named) if named is not None else None
    known = item is not None
    if item is None:
        card, face = card_named(event.resolves)
        owner = game.player(event.owner or event.controller or game.scenario.players[0])
        down, listed = down_as(game, event.face_down, card)
        cast_known(card, face, event.cast_for, not set(card.faces[face].types) & PERMANENT_TYPES)
        label = event.as_ if isinstance(event.as_, str) else default_label(event.resolves)
        choices, _ = chosen_of(game, event.choices)
        item = new_object(
            game,
            card,
            "stack",
            owner,
            controller=game.player(event.controller) if event.controller else owner,
            label=label,
            face=face,
            x=event.x,
            choices=choices,
            cast_for=event.cast_for,
            targets=tuple(game.who(each) for each in event.targets),
            face_down=down,
            down=listed,
        )
        with game.one_moment():
            game.report(Unsaid("cast", item.id, item.controller))
            game.casts = None
            game.report(Unsaid("targeted"))
    elif item.zone != "stack":
        raise Invalid(f"{event.resolves} is not on the stack", "resolves: takes a card name or a spell on the stack")
    with game.because("resolve.steps", object=item.id):
        _resolve_spell(game, item, event, known)


def _resolve_spell(game: Game, item: GameObject, event: ev.Resolves, known: bool) -> None:
    entry = game.entry(item.id)
    if entry.types & PERMANENT_TYPES:
        targets = tuple(game.who(each) for each in event.targets) or item.targets
        if resolves_as_aura(game, item, entry, targets) is False:
            if not is_bestowed(game, item.id):
                countered = game.edition.policy("all_targets_illegal") == "countered"
                with game.because("resolve.permanent_spell_illegal_target", object=item.id):
                    moving.move(game, item.id, "graveyard", way="countered" if countered else "")
                return
            no_longer_bestowed(game, item.id)
            game.update(item.id, "keyword.bestow_illegal_target", cast_for=None)
            item, entry = game.item(item.id), game.entry(item.id)
        _become_permanent(game, item, entry, event)
        return
    resolved = _follow_spell(game, item, entry, event)
    if game.there(item.id) is None:
        return
    called = event.as_ if known and isinstance(event.as_, str) else None
    if not resolved:
        # Only as it resolves does a spell go anywhere else by what it says itself (rule key resolve.illegal_targets).
        countered = game.edition.policy("all_targets_illegal") == "countered"
        with game.because("resolve.illegal_targets", object=item.id):
            moving.move(game, item.id, "graveyard", called, way="countered" if countered else "")
    elif goes_elsewhere(game, item, called, dict(event.choices).get("goes_to", ())):
        return
    elif any(returns_afterwards(keyword) for keyword, number in item.paid if number):
        with game.because("resolve.to_graveyard", object=item.id):
            moving.move(game, item.id, "hand", called)
    elif item.card.layout == "adventure" and item.face == 1:
        goes_on_an_adventure(game, item, called)
    else:
        with game.because("resolve.to_graveyard", object=item.id):
            moving.move(game, item.id, "graveyard", called)


def _become_permanent(game: Game, item: GameObject, entry: Entry, event: ev.Resolves) -> None:
    """A permanent spell becomes a permanent; what applied to the spell applies to it (rule key
    zone_change.spell_to_permanent)."""
    if item.copy and game.edition.policy("permanent_spell_copy") != "token":
        raise Undecided("a copy of a permanent spell that resolves has no rule in this edition")
    from layerproof.solver.situation.happening import arriving

    before = game.mark()
    with game.one_moment():
        there = game.scene_before(None)
        game.remove(item.id, "resolve.becomes_permanent")
        _, how = arriving(game, event, None)
        how.before = there
        cast_known(item.card, item.face, item.cast_for, False)
        paid_known(item.card, item.face, item.paid)
        how.was, how.came_from = item.id, "stack"
        _as_the_spell_was(game, item, entry, event, how)
        entered = enter(game, item.card, item.owner, how)
    if entered is None:
        # It goes to the graveyard from the stack (rule key resolve.cannot_enter).
        game.undo(before)
        with game.because("resolve.cannot_enter", object=item.id):
            moving.move(game, item.id, "graveyard")


def _as_the_spell_was(game: Game, item: GameObject, entry: Entry, event: ev.Resolves, how: Arriving) -> None:
    how.label = event.as_ if isinstance(event.as_, str) else item.label
    how.controller = entry.controller
    how.face_down, how.down = item.face_down, item.down
    how.token = item.copy
    how.face, how.cast_for, how.paid = item.face, item.cast_for, item.paid
    how.x = event.x if event.x is not None else item.x
    how.unlocked = (item.face,) if item.card.layout == "room" else ()
    how.choices = how.choices or item.choices
    targets = tuple(game.who(each) for each in event.targets) or item.targets
    if targets and how.attached_to is None and ("Aura" in entry.subtypes or is_cast_as_aura(item.cast_for)):
        how.attached_to = targets[0]
    new = game.situation.next_id
    for each in game.situation.effects:
        if each.objects is not None and item.id in each.objects:
            now = tuple(new if one == item.id else one for one in each.objects)
            game.update_effect(each.id, "zone_change.spell_to_permanent", objects=now)


def _follow_spell(game: Game, item: GameObject, entry: Entry, event: ev.Resolves) -> bool:
    """Follow the text of a spell. Whether it resolved: not where all its targets are illegal."""
    abilities_there = tuple(each.ability for each in entry.abilities)
    for keyword in (event.cast_for or item.cast_for, *(each for each, _ in item.paid)):
        if keyword is None or not does(keyword, "gives its spell other text"):
            continue
        if not asks_about(abilities_there, keyword):
            raise Undecided(f"a spell cast for its {keyword} is not modelled")
    bodies: list[Any] = []
    choices_made = with_earlier(event.choices, item.choices)
    for instance in entry.abilities:
        match instance.ability:
            case ab.Keyword(keyword=keyword) if is_open_resolving(keyword):
                raise Undecided(f"what {keyword} makes of {game.name(item.id)} as it resolves is not modelled")
            case ab.Spell(body=part):
                bodies.append(part)
            case ab.Modal(modes=options):
                refuse_others(tuple(each.label for each in options), item.choices, event.choices, game.name(item.id))
                chosen = chosen_modes(options, choices_made)
                if not chosen:
                    raise Undecided(f"which mode of {game.name(item.id)} was chosen")
                bodies += chosen
            case ab.Opaque(gloss=gloss, touches=touches):
                if touches:
                    raise Undecided(f"an ability of {game.name(item.id)} is not modelled ({gloss})")
                game.unheeded += (gloss,)
            case _:
                pass
    choices, chosen_objects = chosen_of(game, event.choices)
    source = Source(
        item.id,
        game.player(event.controller) if event.controller else entry.controller,
        targets=tuple(game.who(each) for each in event.targets) or item.targets,
        chosen=chosen_objects or tuple(each for each in dict(item.choices).get("object", ()) if isinstance(each, int)),
        x=event.x if event.x is not None else item.x,
        choices=with_earlier(choices, item.choices),
    )
    body = one_body(bodies)
    resolution_known(game.name(item.id), event.choices, spell_asks_for_nothing(abilities_there, body))
    for instance in entry.abilities:
        if isinstance(instance.ability, AdditionalCost):
            for option in instance.ability.options:
                ask_what_was_used(option.cost, body, source, game.name(item.id))
    if does(event.cast_for or item.cast_for or "", "turns every target into each"):
        body = overloaded(body)
    return Resolution(game, source, game.name(item.id), event.makes).follow(body)


def turned_face_up(game: Game, identifier: int, choices: Any) -> None:
    """What an object's abilities say of its being turned face up (rule key face_down.as_turned_up)."""
    entry = game.scene().view.get(identifier)
    for instance in () if entry is None else entry.abilities:
        if isinstance(instance.ability, ab.TurnedUpDoing):
            assert entry is not None
            Resolution(game, Source(identifier, entry.controller), game.name(identifier)).follow(instance.ability.body)
        if isinstance(instance.ability, ab.EntersShape) and instance.ability.face_up_too:
            raise Undecided("a choice made as an object is turned face up is not modelled")
        if isinstance(instance.ability, ab.Opaque) and "face up" in instance.ability.gloss:
            raise Undecided(f"an ability of {game.name(identifier)} is not modelled ({instance.ability.gloss})")


__all__ = ["Arriving", "activates", "resolves", "triggers", "turned_face_up"]
