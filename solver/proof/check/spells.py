"""Spells that resolve: permanent spells enter, others follow their text and leave the stack."""

from __future__ import annotations

from layerproof.kb.cards.store import face_of
from layerproof.kb.keywords.casting_costs import returns_afterwards
from layerproof.kb.keywords.keyword_files import is_open_resolving
from layerproof.kb.keywords.ways_of_casting import is_cast_as_aura
from layerproof.kb.model.ability import Modal
from layerproof.kb.model.occurrence import Unsaid
from layerproof.kb.model.resolution.choices import spell_asks_for_nothing
from layerproof.kb.model.situation import GameObject
from layerproof.kb.model.told.fact_kinds import with_told
from layerproof.kb.scenario import event as ev
from layerproof.kb.scenario.scenario_file import default_label
from layerproof.solver.proof.check.arrivals import choices_of, face_down_as, who
from layerproof.solver.proof.check.auras import aimed_well
from layerproof.solver.proof.check.bestowing import bestows, cease_bestowing
from layerproof.solver.proof.check.bodies import spell_body
from layerproof.solver.proof.check.cast_for import ask_cost, refuse_text
from layerproof.solver.proof.check.destined import is_sent
from layerproof.solver.proof.check.entering import Arrives, arrive, move
from layerproof.solver.proof.check.game import Game, replace
from layerproof.solver.proof.check.incomplete import Incomplete
from layerproof.solver.proof.check.making import card_named
from layerproof.solver.proof.check.modes_before import has_no_others
from layerproof.solver.proof.check.overload import for_each
from layerproof.solver.proof.check.phrasing import keyword_lets
from layerproof.solver.proof.check.resolving import Resolution
from layerproof.solver.proof.check.sensible import refuse_unasked_of
from layerproof.solver.proof.check.view import PERMANENT_TYPES
from layerproof.solver.proof.check.world import Choices, Says, earlier_too


def resolves(game: Game, event: ev.Resolves) -> None:
    """A spell on the stack, or a card that is named, resolves as a spell.

    A bestowed Aura spell whose target is illegal is a creature spell; another Aura spell then does not resolve.
    """
    known = game.labels.get(event.resolves)
    called: str | None = None
    if known is not None and known in game.objects and game.objects[known].zone == "stack":
        identifier = known
        called = event.as_ if isinstance(event.as_, str) else None
    else:
        identifier = _onto_stack(game, event)
        with game.beat():
            game.spells_this_turn = None
            game.tell(Unsaid("cast", identifier, game.objects[identifier].controller))
            game.tell(Unsaid("targeted"))
    spell, entry = game.objects[identifier], game.view[identifier]
    targets = tuple(game.target(each) for each in event.targets) or spell.targets
    choices = earlier_too(choices_of(game, event.choices), spell.choices)
    if entry.types & PERMANENT_TYPES:
        if targets and "Aura" in entry.subtypes and not aimed_well(game, spell, entry, targets[0]):
            if not any(bestows(game, each, identifier) for each in game.effects):
                move(game, identifier, "graveyard", game.view, how=by_the_rules(game))
                return
            cease_bestowing(game, identifier)
            game.change(identifier, cast_for=None)
            spell, targets = game.objects[identifier], ()
        _becomes_permanent(game, spell, entry.controller, event, targets, choices)
        return
    for keyword in (event.cast_for or spell.cast_for, *(each for each, _ in spell.paid)):
        refuse_text(tuple(each.ability for each in entry.abilities), keyword)
    says = Says(identifier, targets=targets, choices=choices, x=event.x, resolving=True)
    controller = event.controller or entry.controller
    first = game.next_id
    if open_ := [each for each in entry.abilities if is_open_resolving(getattr(each.ability, "keyword", ""))]:
        raise Incomplete(f"what comes of a spell with an ability such as {open_[0].name}")
    for each in entry.abilities:
        if isinstance(each.ability, Modal):
            has_no_others([mode.label for mode in each.ability.modes], spell.choices, choices_of(game, event.choices))
    body = spell_body(entry, choices)
    refuse_unasked_of(event.choices, spell_asks_for_nothing([each.ability for each in entry.abilities], body))
    if keyword_lets(event.cast_for or spell.cast_for or "", "turns every target into each"):
        body = for_each(body)
    followed = Resolution(game, replace_says(says, controller)).run(body)
    game.label_new(event.makes, first)
    if identifier in game.objects:
        _leaves_stack(game, game.objects[identifier], called, followed, dict(choices).get("goes_to", ()))


def by_the_rules(game: Game) -> str:
    """How a spell whose targets are all illegal leaves the stack, in the words of the chronicle."""
    return "countered" if game.edition.policies["all_targets_illegal"] == "countered" else ""


def _leaves_stack(
    game: Game, spell: GameObject, called: str | None, followed: bool, wish: tuple[str | int, ...]
) -> None:
    """What has resolved goes to the graveyard; with buyback to the hand, and as an Adventure into exile, but only where
    its text was followed: not with illegal targets only. called: the label of what it is then; wish: where it is to go
    if it may go to several zones."""
    if not followed:
        move(game, spell.id, "graveyard", game.view, called, how=by_the_rules(game))
        return
    if is_sent(game, spell, called, wish):
        return
    if any(times and returns_afterwards(keyword) for keyword, times in spell.paid):
        move(game, spell.id, "hand", game.view, called)
        return
    adventure = spell.card.layout == "adventure" and spell.face > 0
    made = move(game, spell.id, "exile" if adventure else "graveyard", game.view, called)
    if adventure and made and game.objects[made[0]].zone == "exile":
        if spell.owner != spell.controller:
            raise Incomplete("who may play a card that another player has sent on an Adventure")
        game.change(made[0], told=with_told(game.objects[made[0]].told, (("on an adventure", 1),)))


def replace_says(says: Says, controller: str | None) -> Says:
    """Who says it, with the controller given."""
    return Says(**{**says.__dict__, "controller": controller})


def _onto_stack(game: Game, event: ev.Resolves) -> int:
    card = card_named(event.resolves)
    owner, controller = who(game, event)
    down, listed = face_down_as(game, event.face_down, card)
    label = event.as_ if isinstance(event.as_, str) else default_label(event.resolves)
    face = face_of(card, event.resolves)
    if {"instant", "sorcery"} & {*card.faces[face].types}:
        ask_cost(card, face, event.cast_for, "stack")
    identifier = game.number()
    game.add(
        GameObject(
            id=identifier,
            card=card,
            zone="stack",
            owner=owner,
            controller=controller,
            timestamp=game.stamp(),
            label=label,
            face=face,
            face_down=down,
            down=listed,
            choices=choices_of(game, event.choices),
            cast_for=event.cast_for,
            x=event.x,
            targets=tuple(game.target(each) for each in event.targets),
        )
    )
    return identifier


def _becomes_permanent(
    game: Game,
    spell: GameObject,
    controller: str,
    event: ev.Resolves,
    targets: tuple[int | str, ...],
    choices: Choices,
) -> None:
    label = event.as_ if isinstance(event.as_, str) else spell.label or default_label(event.resolves)
    attached = game.target(event.attached_to) if event.attached_to else None
    if attached is None and targets and ("Aura" in game.view[spell.id].subtypes or is_cast_as_aura(spell.cast_for)):
        attached = targets[0]
    as_it_was = game.kept()
    with game.beat():
        game.depart(spell.id, game.view)
        _carry_over(game, spell.id, game.next_id)
        identifier = arrive(game, _as_the_spell(game, spell, controller, label, event, attached, choices))
        if identifier is None:
            game.restore(as_it_was)
            move(game, spell.id, "graveyard", game.view)


def _carry_over(game: Game, spell: int, permanent: int) -> None:
    """What applies to a permanent spell goes on applying to the permanent that it becomes."""
    for effect in list(game.effects.values()):
        if effect.objects is not None and spell in effect.objects:
            moved = tuple(sorted(permanent if each == spell else each for each in effect.objects))
            game.effects[effect.id] = replace(effect, objects=moved)
            game.touched()


def _as_the_spell(
    game: Game,
    spell: GameObject,
    controller: str,
    label: str,
    event: ev.Resolves,
    attached: int | str | None,
    choices: Choices,
) -> Arrives:
    room = spell.card.layout == "room"
    return Arrives(
        card=spell.card,
        owner=spell.owner,
        controller=controller,
        label=label,
        token=spell.copy,
        tapped=event.tapped,
        counters=event.counters,
        attached_to=attached,
        copy_of=game.labelled(event.copy_of) if event.copy_of else None,
        face=spell.face if spell.card.layout in ("transform", "modal_dfc") else 0,
        face_down=spell.face_down,
        down=spell.down,
        cast_for=spell.cast_for,
        paid=spell.paid,
        level=event.level or 1,
        x=spell.x,
        choices=choices,
        unlocked=(spell.face,) if room else (),
        was=spell.id,
        came_from="stack",
    )
