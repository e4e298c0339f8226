"""New targets for copies of spells and abilities on the stack."""

from __future__ import annotations

from layerproof.kb.model import instruction as ins
from layerproof.kb.scenario.action import Cast
from layerproof.kb.scenario.size_limits import too_many
from layerproof.solver.proof.check.aiming import look_at_targets
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.legal_casting import bodies
from layerproof.solver.proof.check.making import copy_of_spell
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.world import Says


def copies(game: Game, reader: Reader, instruction: ins.CopySpell) -> tuple[int, ...]:
    """Put copies of a spell or ability onto the stack; the identifiers of the copies.

    What has left the stack is copied as it last was. Incomplete where it is not said if there are new targets,
    ForbiddenChoice where one is not legal.
    """
    original = reader.refer_object(instruction.of)
    spell = game.objects.get(original or 0) or game.gone.get(original or 0)
    if original is None or spell is None or spell.zone != "stack":
        return ()
    said = dict(reader.says.choices).get("new_targets")
    made: list[int] = []
    count = max(0, reader.value(instruction.number))
    if (why := too_many(count, "copies")) is not None:
        raise Incomplete(why)
    for _ in range(count):
        copy = copy_of_spell(game, original, reader.you(), None, instruction.exceptions)
        if instruction.new_targets and spell.targets:
            if said is None and reader.says.by_rules:
                raise Incomplete("whether a copy has new targets")
            if said is not None and said != ("none",):
                first = len(made) * len(spell.targets)
                _retarget(game, copy, tuple(str(each) for each in said[first : first + len(spell.targets)]))
        made.append(copy)
    game.done("copies", reader.you(), original, *made)
    return tuple(made)


def _retarget(game: Game, copy: int, labels: tuple[str, ...]) -> None:
    obj = game.objects[copy]
    if len(labels) != len(obj.targets):
        raise ForbiddenChoice("a copy with another number of targets")
    new = tuple(game.target(each) for each in labels)
    if new == obj.targets:
        return
    by = copy if obj.source is None else obj.source
    says = Says(by, controller=obj.controller, targets=new, x=obj.x)
    found = Findings(game, {})
    look_at_targets(found, game, _body(game, copy), says, labels)
    # What is left as it was need not be legal.
    for _, _, says_why in found.bad:
        assert isinstance(says_why, dict)
        if says_why["because"] != "target" or says_why["about"] not in obj.targets:
            raise ForbiddenChoice("a copy with an illegal target")
    if found.open is not None:
        raise found.open
    game.change(copy, targets=new)
    game.done("chooses targets", obj.controller, copy)


def _body(game: Game, copy: int) -> ins.Body:
    from layerproof.solver.proof.check.playing import body_of

    obj = game.objects[copy]
    if obj.ability is not None:
        return body_of(obj.ability)
    label = obj.label or ""
    return bodies(game.view[copy], Cast(cast=label, choices=obj.choices))[0]
