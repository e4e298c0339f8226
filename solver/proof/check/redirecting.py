"""New targets that a player chooses for a spell, seen by the checker."""

from __future__ import annotations

from layerproof.kb.model.instruction import NewTargets
from layerproof.kb.model.occurrence import Targeted
from layerproof.kb.scenario.action import Cast
from layerproof.solver.proof.check.aiming import look_at_targets
from layerproof.solver.proof.check.deontic import Findings
from layerproof.solver.proof.check.game import Game
from layerproof.solver.proof.check.incomplete import ForbiddenChoice, Incomplete
from layerproof.solver.proof.check.legal_casting import bodies
from layerproof.solver.proof.check.reading import Reader
from layerproof.solver.proof.check.world import Says


def redirect(game: Game, reader: Reader, instruction: NewTargets) -> None:
    """Give a spell the targets that are told, if all of them together are legal for it.

    Nothing changes where none are told. ForbiddenChoice where they are illegal as a whole; Incomplete where one that
    the spell has already might be what is illegal, which would not matter.
    """
    labels = tuple(str(each) for each in dict(reader.says.choices).get("new_targets", ()))
    spell = game.objects.get(reader.refer_object(instruction.of) or 0)
    if spell is not None and not labels and reader.says.by_rules:
        raise Incomplete("whether new targets are chosen for a spell")
    if spell is None or labels in ((), ("none",)):
        return
    if spell.ability is not None:
        raise Incomplete("new targets of an ability")
    new, old = tuple(game.target(each) for each in labels), spell.targets
    entry = game.view[spell.id]
    ways = bodies(entry, Cast(cast="", choices=tuple((key, tuple(map(str, said))) for key, said in spell.choices)))
    if len(ways) != 1 or len(new) != len(old):
        raise ForbiddenChoice("another number of targets")
    found = Findings(game, {"action": "cast", "player": entry.controller, "object": spell.id})
    look_at_targets(found, game, ways[0], Says(spell.id, controller=entry.controller, x=spell.x), labels)
    if found.open is not None:
        raise Incomplete("whether new targets are legal")
    if found.bad:
        kept = [one for one, before in zip(new, old, strict=True) if one == before]
        if kept and len(set(new)) == len(new):
            raise Incomplete("a target that stays and may be illegal")
        raise ForbiddenChoice("targets that are not legal together")
    game.done("chooses new targets", reader.you(), spell.id)
    game.change(spell.id, targets=new)
    for one, before in zip(new, old, strict=True):
        if one != before:
            game.tell(Targeted(one, spell.id, entry.controller))
