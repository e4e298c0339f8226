"""Copies of spells and abilities on the stack, and new targets for them (rule keys copy.spell, copy.new_targets)."""

from __future__ import annotations

import re
from typing import Any

from layerproof.kb.model import instruction as i
from layerproof.kb.model.node import mentions
from layerproof.kb.model.situation import GameObject
from layerproof.kb.scenario.size_limits import too_many
from layerproof.solver.layers.copiable import copied_card
from layerproof.solver.layers.reading import refer
from layerproof.solver.layers.scene import Source, Undecided
from layerproof.solver.layers.values import evaluate
from layerproof.solver.situation.game import Forbidden, Game, new_object

_UNCOPIED = re.compile(r"\bcan't be copied\b")


def copy_spells(game: Game, source: Source, instruction: i.CopySpell, origin: str) -> tuple[int, ...]:
    """Put copies of a spell or ability onto the stack, with new targets where its controller chooses some.

    Returns the identifiers of the copies. A spell that has left the stack is copied as it last was there (rule key
    resolve.last_known_information). Raises Undecided where new targets may be chosen and the scenario does not tell
    whether they are, Forbidden where one of them is illegal.
    """
    scene = game.scene()
    other = refer(instruction.of, scene, source)
    if other is None or game.item(other).zone != "stack":
        return ()
    made = []
    count = max(evaluate(instruction.number, scene, source), 0)
    if (why := too_many(count, "copies")) is not None:
        raise Undecided(why)
    for number in range(count):
        copy = copy_spell(game, other, instruction.exceptions, None, scene.you(source))
        if instruction.new_targets and copy.targets:
            _choose(game, source, copy, number, origin)
        made.append(copy.id)
    game.deed("copies", scene.you(source), other, *made)
    return tuple(made)


def copy_spell(
    game: Game, identifier: int, exceptions: tuple[Any, ...], label: str | None, controller: str
) -> GameObject:
    """Put a copy of a spell or ability onto the stack, with all decisions made for it (rule key copy.spell).

    Raises Undecided where words say that it can't be copied.
    """
    item = game.item(identifier)
    _ask_whether_copied(game, item)
    card = item.card
    if item.ability is None:
        card = copied_card(game.scene(), game.copiable(identifier), exceptions, ())
    return new_object(
        game,
        card,
        "stack",
        controller,
        label=label,
        copy=True,
        face=item.face,
        targets=item.targets,
        x=item.x,
        choices=item.choices,
        cast_for=item.cast_for,
        paid=item.paid,
        granter=item.granter,
        ability=item.ability,
        source=item.source,
        rule="copy.spell",
    )


def _ask_whether_copied(game: Game, item: GameObject) -> None:
    """Raise Undecided where words, its own or those of something in play, may keep a spell or ability from being
    copied."""
    from layerproof.solver.game.rights import doubts

    own = (item.ability,) if item.ability else tuple(each.ability for each in game.entry(item.id).abilities)
    if mentions(own, lambda node: _UNCOPIED.search(getattr(node, "gloss", "").lower()) is not None):
        raise Undecided(f"whether {game.name(item.id)} can be copied is not modelled")
    if (doubt := doubts(game, game.scene(), "be copied")) is not None:
        raise doubt


def _choose(game: Game, source: Source, copy: GameObject, number: int, origin: str) -> None:
    """Let the controller of a copy choose new targets; those of the n-th copy are told behind those before it."""
    told = next((values for key, values in source.choices if key == "new_targets"), None)
    if told is None and source.by_rules:
        raise Undecided(f"whether new targets are chosen for the copy that {origin} makes is not told (new_targets)")
    if told in (None, ("none",)):
        # What the scenario lists without new targets has been left as it was.
        return
    assert told is not None
    count = len(copy.targets)
    named = tuple(str(each) for each in told[number * count : (number + 1) * count])
    if len(named) < count:
        raise Forbidden(f"{origin} gives a copy {count} targets", "copy.new_targets", "name all targets of each copy")
    targets = tuple(game.who(each) for each in named)
    if targets != copy.targets:
        _look_at(game, copy, named, targets, origin)
        game.update(copy.id, "copy.new_targets", targets=targets)
        game.deed("chooses targets", copy.controller, copy.id)


def _look_at(game: Game, copy: GameObject, named: tuple[str, ...], targets: tuple[int | str, ...], origin: str) -> None:
    """Raise Forbidden where a new target is illegal; those that are left as they were may be."""
    from layerproof.solver.game.casting import spell_bodies
    from layerproof.solver.game.judgement import Judging
    from layerproof.solver.game.passing import instructions
    from layerproof.solver.game.targeting import judge_targets

    judging = Judging(game, "copy", copy.controller, copy.id)
    if copy.ability is None:
        body = spell_bodies(game, game.entry(copy.id), copy.choices)[0]
    else:
        body = instructions(copy.ability)
    by = copy.id if copy.source is None else copy.source
    judge_targets(judging, game, body, Source(by, copy.controller, targets, x=copy.x), named)
    if judging.unknown is not None:
        raise judging.unknown
    for each in judging.forbidden:
        about = each.says["about"]
        if about not in copy.targets or each.says["because"] != "target":
            raise Forbidden(f"{origin} has a copy with an illegal target ({about})", "copy.new_targets")
