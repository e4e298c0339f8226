"""Triggered abilities on the stack that resolve (rule keys resolve.intervening_if, resolve.illegal_targets)."""

from __future__ import annotations

from typing import Any

from layerproof.kb.keywords.meaning import meaning
from layerproof.kb.model import ability as ab
from layerproof.kb.model import instruction as i
from layerproof.kb.model.expression import Chose
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.speaking import followed_now, speaks_of
from layerproof.solver.layers.values import holds
from layerproof.solver.situation.chosen import ask_what_x_is, chosen_of, with_earlier
from layerproof.solver.situation.chosen_before import names_of_modes, refuse_others
from layerproof.solver.situation.game import Game
from layerproof.solver.situation.hosting import ask_which_host
from layerproof.solver.situation.resolving import Resolution


def resolve_triggered(game: Game, item: GameObject, told: Any, makes: tuple[str, ...]) -> None:
    """A triggered ability on the stack resolves and ceases to exist.

    told: choices that are made as it resolves; makes: labels of what it makes. Its condition is checked first, then its
    targets. Raises Undecided where its targets, or whether its controller does what they may do, are not said.
    """
    ability = item.ability
    assert isinstance(ability, ab.Triggered | ab.Chapter)
    source = source_of(game, item, told)
    name = game.name(item.id)
    if item.id in game.open:
        raise Undecided(f"what {name} targets, or which mode it has, is not said (choose: would say it)")
    if isinstance(ability, ab.Triggered) and ability.condition is not None:
        if not holds(ability.condition, game.scene(), source._replace(resolving=True)):
            # It is removed from the stack and does nothing.
            game.deed("condition fails", None, item.id)
            game.remove(item.id, "resolve.intervening_if")
            return
    _ask_what_is_open(ability.body, source, name)
    ask_which_host(game, ability, item.source, name, item.timestamp)
    ask_what_x_is(ability, ability.body, source, game)
    untargeted = not item.targets
    since = _on_stack_since(game, item)
    Resolution(game, source, name, makes, ability, since=since).follow(ability.body, untargeted)
    if game.there(item.id) is not None:
        game.remove(item.id, "resolve.to_graveyard")


def _on_stack_since(game: Game, item: GameObject) -> int:
    """From when on a triggered ability is one that its source may not follow if it has transformed since then: from
    when it was put on the stack (rule key transform.own_ability_once).

    Raises Undecided for a delayed one, which counts from when it was created, where it might transform its source.
    """
    source = None if item.source is None else game.there(item.source)
    if source is None or not source.turned_at or not mentions(item.ability, _transforms):
        return item.timestamp
    faces = [each for face in source.card.faces for each in face.abilities]
    own = [each.ability for each in game.entry(source.id).abilities]
    stated = [one for each in (*faces, *own) for one in (meaning(each) if isinstance(each, ab.Keyword) else (each,))]
    if item.ability not in stated:
        raise Undecided("whether a permanent has transformed since a delayed ability was created is not modelled")
    return item.timestamp


def _transforms(node: object) -> bool:
    return isinstance(node, i.SetStatus) and node.status in ("transform", "transformed")


def source_of(game: Game, item: GameObject, told: Any) -> Source:
    """Where an ability on the stack speaks from as it resolves, with all that was chosen as it was put there.

    told: the choices that are made as it resolves, which take the place of earlier ones under the same key. Raises
    Invalid where they name an object that does not exist, or another mode than was chosen before. Source: rule key
    resolve.choices.
    """
    refuse_others(names_of_modes(getattr(item.ability, "body", ())), item.choices, told, game.name(item.id))
    looked, chosen = chosen_of(game, told)
    before = tuple(each for each in dict(item.choices).get("object", ()) if isinstance(each, int))
    return Source(
        item.source,
        item.controller,
        targets=item.targets,
        chosen=chosen or before,
        that=item.that,
        amount=item.amount,
        x=item.x,
        choices=with_earlier(looked, tuple(pair for pair in item.choices if pair[0] != "object")),
        granter=item.granter,
    )


def _ask_what_is_open(body: i.Body, source: Source, name: str) -> None:
    """Stop where a choice on resolution is not told that an asserted event would take as made."""
    body = followed_now(body)
    if "may" not in dict(source.choices) and mentions(body, _may):
        raise Undecided(f"whether what {name} lets its controller do is done is not said (choices: may would say it)")
    if not all(dict(source.choices).get("may", (True,))) and mentions(body, _may_in_words):
        raise Undecided(f"what {name} does where its controller does not do what they may is not modelled")
    if source.that is None and speaks_of(body, "that"):
        raise Undecided(f"which object {name} speaks of is not known")


def _may(node: object) -> bool:
    return node == Chose("may") or _may_in_words(node)


def _may_in_words(node: object) -> bool:
    return isinstance(node, i.OtherAction) and "may" in node.gloss.lower().split()
